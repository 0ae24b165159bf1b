/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/native/record_units.h"

#include "src/common/job_resources.h"

/* job_resources_t.cpus of a record counts cores until 23.02, then CPUs. */
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(23, 11, 0)
#define CPUS_OF_CORE(node) 1
#else
#define CPUS_OF_CORE(node) ((node)->threads)
#endif

static const node_record_t *_node_of(uint32_t node)
{
	return (node < (uint32_t) node_record_count) ?
		       node_record_table_ptr[node] : NULL;
}

/*
 * With select/linear jobs have whole nodes. Cores that Slurm keeps for itself
 * can't be told from others here.
 */
uint32_t record_units_of_node(uint32_t node)
{
	const node_record_t *n = _node_of(node);

	return (n && !n->core_spec_cnt && (n->tot_cores <= UNITS_CORES) &&
		xstrcasecmp(slurm_conf.select_type, "select/linear")) ?
		       n->tot_cores : 0;
}

/* Where the cores of the node at a place are among those of all nodes. */
static bool _find_at(const job_resources_t *resrcs, uint32_t at,
		     uint32_t *ret_first, uint32_t *ret_cnt)
{
	uint32_t first = 0;

	for (uint32_t i = 0; i < resrcs->nhosts; i++) {
		uint32_t each = (uint32_t) resrcs->sockets_per_node[i] *
				resrcs->cores_per_socket[i];
		uint32_t nodes = resrcs->sock_core_rep_count[i];

		if (at < nodes) {
			*ret_first = first + (at * each);
			*ret_cnt = each;
			return true;
		}
		if (!nodes)
			break;
		first += nodes * each;
		at -= nodes;
	}
	return false;
}

/* RET false: nothing is known of the node at this place, or it has too many */
static bool _cores_at(const job_resources_t *resrcs, uint32_t at, cores_t *ret)
{
	uint32_t first, cnt;

	if (!resrcs->core_bitmap || !resrcs->sockets_per_node ||
	    !resrcs->cores_per_socket || !resrcs->sock_core_rep_count ||
	    !_find_at(resrcs, at, &first, &cnt) || (cnt > UNITS_CORES) ||
	    ((bitoff_t) first + cnt > bit_size(resrcs->core_bitmap)))
		return false;
	*ret = cores_all(0, 0);
	for (uint32_t i = 0; i < cnt; i++)
		if (bit_test(resrcs->core_bitmap, first + i))
			cores_add(ret, i);
	return true;
}

/* The place of a node among those of a bitmap that has it. */
static uint32_t _place_of(const bitstr_t *nodes, uint32_t node)
{
	return (uint32_t) bit_set_count_range((bitstr_t *) nodes, 0, node);
}

bool record_units_of_job(uint32_t job_id, uint32_t node, cores_t *ret)
{
	const job_record_t *job = find_job_record(job_id);
	const job_resources_t *resrcs = job ? job->job_resrcs : NULL;
	uint32_t at;

	/* nobody else gets cores of a node on which an exclusive job is */
	if (!resrcs || (resrcs->whole_node == 1) || !job->part_ptr ||
	    !job->part_ptr->max_share || !resrcs->node_bitmap ||
	    ((bitoff_t) node >= bit_size(resrcs->node_bitmap)) ||
	    !bit_test(resrcs->node_bitmap, node))
		return false;
	at = _place_of(resrcs->node_bitmap, node);
	if (!_cores_at(resrcs, at, ret))
		return false;
	ret->gpus = record_gpus_of_job(job, at);
	return true;
}

/* --- records -------------------------------------------------------------- */

/* The cores of a node by the bitmap of the cluster: a record that Slurm has
 * just made may have no other. */
static bool _cores_by_bitmap(const slurmctld_resv_t *rec, uint32_t node,
			     cores_t *ret)
{
	bitoff_t first = cr_get_coremap_offset(node);
	bitoff_t cnt = cr_get_coremap_offset(node + 1) - first;

	if (!rec->core_bitmap || (cnt > UNITS_CORES) ||
	    (first + cnt > bit_size(rec->core_bitmap)))
		return false;
	*ret = cores_all(0, 0);
	for (bitoff_t i = 0; i < cnt; i++)
		if (bit_test(rec->core_bitmap, first + i))
			cores_add(ret, (uint32_t) i);
	return true;
}

units_t record_units_read(const slurmctld_resv_t *rec)
{
	const job_resources_t *resrcs = rec->core_resrcs;
	units_t units = { .cnt = 0 };
	uint32_t at = 0;

	if ((rec->ctld_flags & RESV_CTLD_FULL_NODE) || !rec->node_bitmap)
		return units;
	for (bitoff_t i = nodes_next(rec->node_bitmap, 0);
	     i < (bitoff_t) node_record_count;
	     i = nodes_next(rec->node_bitmap, i + 1), at++) {
		cores_t cores;

		if (!(resrcs ? _cores_at(resrcs, at, &cores) :
			       _cores_by_bitmap(rec, (uint32_t) i, &cores)))
			continue;
		cores.gpus = record_gpus_on(rec, (uint32_t) i);
		units_set(&units, (uint32_t) i, &cores);
	}
	if (units.cnt)
		units.type = record_gpus_type(rec);
	return units;
}

/* Note the cores of the node at a place, that begin at first. */
static void _set_at(slurmctld_resv_t *rec, uint32_t at, uint32_t node,
		    uint32_t first, const cores_t *cores)
{
	const node_record_t *n = _node_of(node);
	uint32_t cnt = n->tot_cores, offset = cr_get_coremap_offset(node);

	for (uint32_t i = 0; i < cnt; i++) {
		if (!cores_test(cores, i))
			continue;
		bit_set(rec->core_bitmap, offset + i);
		bit_set(rec->core_resrcs->core_bitmap, first + i);
		rec->core_resrcs->cpus[at] += CPUS_OF_CORE(n);
		rec->core_resrcs->ncpus += n->threads;
	}
}

/* RET false: Slurm can't build them */
static bool _build_resrcs(slurmctld_resv_t *rec)
{
	job_resources_t *resrcs = create_job_resources();

	rec->core_resrcs = resrcs;
	resrcs->nodes = xstrdup(rec->node_list);
	resrcs->node_bitmap = bit_copy(rec->node_bitmap);
	resrcs->nhosts = bit_set_count(rec->node_bitmap);
	resrcs->cpus = xcalloc(resrcs->nhosts, sizeof(*resrcs->cpus));
	if (!build_job_resources(resrcs))
		return true;
	free_job_resources(&rec->core_resrcs);
	return false;
}

void record_units_set(slurmctld_resv_t *rec, const units_t *units)
{
	uint32_t at = 0, first, cnt;

	record_gpus_set(rec, units);
	if (!units->cnt || !rec->node_bitmap || !_build_resrcs(rec))
		return;
	rec->core_bitmap = bit_alloc(cr_get_coremap_offset(
		(uint32_t) node_record_count));
	rec->ctld_flags &= ~RESV_CTLD_FULL_NODE;
	for (bitoff_t i = nodes_next(rec->node_bitmap, 0);
	     i < (bitoff_t) node_record_count;
	     i = nodes_next(rec->node_bitmap, i + 1), at++) {
		const cores_t *cores = units_on(units, (uint32_t) i);

		if (cores && _find_at(rec->core_resrcs, at, &first, &cnt))
			_set_at(rec, at, (uint32_t) i, first, cores);
	}
}

/* --- after a change of the nodes ------------------------------------------ */

/* Return true if core_bitmap has the cores where the cluster has them now. */
static bool _is_in_place(const slurmctld_resv_t *rec, const units_t *units)
{
	cores_t cores;

	for (uint32_t i = 0; i < units->cnt; i++) {
		if (!_cores_by_bitmap(rec, units->list[i].node, &cores))
			return false;
		cores.gpus = units->list[i].cores.gpus;
		if (!cores_equal(&cores, &units->list[i].cores))
			return false;
	}
	return bit_size(rec->core_bitmap) ==
	       (bitoff_t) cr_get_coremap_offset((uint32_t) node_record_count);
}

static void _put_in_place(slurmctld_resv_t *rec, const units_t *units)
{
	FREE_NULL_BITMAP(rec->core_bitmap);
	rec->core_bitmap = bit_alloc(cr_get_coremap_offset(
		(uint32_t) node_record_count));
	for (uint32_t i = 0; i < units->cnt; i++) {
		const unit_t *unit = &units->list[i];
		uint32_t first = cr_get_coremap_offset(unit->node);
		uint32_t cnt = cr_get_coremap_offset(unit->node + 1) - first;

		for (uint32_t k = 0; k < cnt; k++)
			if (cores_test(&unit->cores, k))
				bit_set(rec->core_bitmap, first + k);
	}
}

void record_units_place(slurmctld_resv_t *rec)
{
	units_t units;

	if (!rec->core_resrcs || !rec->core_bitmap)
		return;
	units = record_units_read(rec);
	if (units.cnt && !_is_in_place(rec, &units))
		_put_in_place(rec, &units);
	units_free(&units);
}

/* A ListForF */
static int _place_record(void *x, void *arg)
{
	(void) arg;
	record_units_place(x);
	return 0;
}

void record_units_place_all(void)
{
	if (resv_list)
		list_for_each(resv_list, _place_record, NULL);
}
