/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/text.h"
#include "plugin/slurm/native/record_gpus.h"

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)

#include "src/common/assoc_mgr.h"
#include "src/interfaces/gres.h"

static uint32_t _plugin_id(void)
{
	return gres_build_id("gpu");
}

/* --- nodes ---------------------------------------------------------------- */

static const gres_state_t *_state_of_node(uint32_t node)
{
	uint32_t id = _plugin_id();
	const node_record_t *n = (node < (uint32_t) node_record_count) ?
					 node_record_table_ptr[node] : NULL;

	return (n && n->gres_list) ?
		       list_find_first(n->gres_list, gres_find_id, &id) : NULL;
}

/*
 * Before 25.11 Slurm takes the number of a line in gres.conf for that of a GPU
 * where it keeps jobs off reserved ones (_can_use_gres_exc_topo() in
 * select/cons_tres): it is right if each line is for one GPU, as AutoDetect
 * makes them.
 */
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(25, 11, 0)
#define NEEDS_LINES_OF_ONE true
#else
#define NEEDS_LINES_OF_ONE false
#endif

/* RET the line of gres.conf for a GPU; -1: there is none */
static int _line_of(const gres_node_state_t *n, uint32_t gpu)
{
	for (uint32_t l = 0; l < n->topo_cnt; l++)
		if (n->topo_gres_bitmap[l] &&
		    ((bitoff_t) gpu < bit_size(n->topo_gres_bitmap[l])) &&
		    bit_test(n->topo_gres_bitmap[l], gpu))
			return (int) l;
	return -1;
}

/* True if Slurm keeps each GPU apart: it has one line, maybe of its own. */
static bool _are_apart(const gres_node_state_t *n)
{
	bitoff_t cnt = bit_size(n->gres_bit_alloc), on_lines = 0;

	for (uint32_t l = 0; l < n->topo_cnt; l++) {
		if (!n->topo_gres_bitmap[l] ||
		    (bit_size(n->topo_gres_bitmap[l]) != cnt))
			return false;
		on_lines += bit_set_count(n->topo_gres_bitmap[l]);
	}
	for (bitoff_t i = 0; i < cnt; i++) {
		int line = _line_of(n, (uint32_t) i);

		if ((line < 0) || (NEEDS_LINES_OF_ONE && (line != i)))
			return false;
	}
	return on_lines == cnt;
}

/* A ListFindF: gres that is a part of another one, as shards of GPUs are */
static int _is_shared(void *x, void *key)
{
	const gres_state_t *state = x;

	(void) key;
	return state->config_flags & GRES_CONF_SHARED;
}

static bool _has_shared(list_t *list)
{
	return (list_count(list) > 1) &&
	       list_find_first(list, _is_shared, NULL);
}

/* The GPUs of a node. */
typedef struct {
	const gres_node_state_t *state;
	uint32_t cnt;		/* 0: none that Slurm keeps apart */
} gpus_t;

/*
 * A node that has not registered yet, as after a start without saved state, has
 * the GPUs of slurm.conf: its bookings keep them. A node with shards has none:
 * Slurm gives shards of reserved GPUs to any job.
 */
static gpus_t _gpus_of(uint32_t node)
{
	const gres_state_t *state = _state_of_node(node);
	gpus_t g = { .state = state ? state->gres_data : NULL };

	if (!g.state || g.state->no_consume ||
	    _has_shared(node_record_table_ptr[node]->gres_list))
		return g;
	if (!g.state->topo_cnt && (g.state->gres_cnt_found == NO_VAL64)) {
		if (g.state->gres_cnt_config <= UNITS_GPUS)
			g.cnt = (uint32_t) g.state->gres_cnt_config;
		return g;
	}
	if (g.state->gres_bit_alloc &&
	    (bit_size(g.state->gres_bit_alloc) <= UNITS_GPUS) &&
	    _are_apart(g.state))
		g.cnt = (uint32_t) bit_size(g.state->gres_bit_alloc);
	return g;
}

/* RET NULL: it has none, or is not known yet */
static const char *_type_of(const gpus_t *g, uint32_t i)
{
	if (g->state->topo_cnt)
		return g->state->topo_type_name[_line_of(g->state, i)];
	return (g->state->type_cnt == 1) ? g->state->type_name[0] : NULL;
}

/* See gres_build_id(). RET that of its type; 0: none */
static uint32_t _type_id_of(const gpus_t *g, uint32_t i)
{
	if (g->state->topo_cnt)
		return g->state->topo_type_id[_line_of(g->state, i)];
	return (g->state->type_cnt == 1) ? g->state->type_id[0] : 0;
}

static uint64_t _bits_of(bitstr_t *bitmap)
{
	uint64_t bits = 0;

	for (bitoff_t i = 0; bitmap && (i < bit_size(bitmap)) &&
			     (i < UNITS_GPUS); i++)
		if (bit_test(bitmap, i))
			bits |= UINT64_C(1) << i;
	return bits;
}

/* True if the node has not registered, and slurm.conf has several types for it,
 * with this one: any GPU may be of it. */
static bool _may_be(const gpus_t *g, const char *type)
{
	if (g->state->topo_cnt || (g->state->type_cnt < 2))
		return false;
	for (int t = 0; t < g->state->type_cnt; t++)
		if (!xstrcasecmp(g->state->type_name[t], type))
			return true;
	return false;
}

uint64_t record_gpus_of_node(uint32_t node, const char *type)
{
	gpus_t g = _gpus_of(node);
	uint64_t gpus = 0;

	for (uint32_t i = 0; i < g.cnt; i++)
		if (!type || !xstrcasecmp(_type_of(&g, i), type) ||
		    _may_be(&g, type))
			gpus |= UINT64_C(1) << i;
	return gpus;
}

cores_t record_gpus_near(uint32_t node, uint64_t gpus)
{
	gpus_t g = _gpus_of(node);
	cores_t near = cores_all(0, 0);

	for (uint32_t i = 0; i < g.cnt; i++) {
		const gres_node_state_t *n = g.state;
		bitstr_t *cores = (n->topo_cnt && n->topo_core_bitmap) ?
			n->topo_core_bitmap[_line_of(n, i)] : NULL;

		if (!((gpus >> i) & 1))
			continue;
		if (!cores)
			return CORES_MOST;
		for (bitoff_t c = 0; c < bit_size(cores); c++)
			if (bit_test(cores, c))
				cores_add(&near, (uint32_t) c);
	}
	return near;
}

uint32_t record_gpus_mark(uint32_t node)
{
	gpus_t g = _gpus_of(node);
	uint32_t mark = g.cnt;

	for (uint32_t i = 0; i < g.cnt; i++)
		mark = (mark ^ _type_id_of(&g, i)) * 16777619U;
	return mark;
}

/* --- reading -------------------------------------------------------------- */

static uint64_t _gpus_at(list_t *list, uint32_t at)
{
	uint32_t id = _plugin_id();
	list_itr_t *next = list ? list_iterator_create(list) : NULL;
	const gres_state_t *state;
	uint64_t gpus = 0;

	while (next && (state = list_next(next))) {
		const gres_job_state_t *s = state->gres_data;

		if ((state->plugin_id == id) && s && s->gres_bit_alloc &&
		    (at < s->node_cnt))
			gpus |= _bits_of(s->gres_bit_alloc[at]);
	}
	if (next)
		list_iterator_destroy(next);
	return gpus;
}

uint64_t record_gpus_of_job(const job_record_t *job, uint32_t at)
{
	return _gpus_at(job->gres_list_alloc, at);
}

uint64_t record_gpus_on(const slurmctld_resv_t *rec, uint32_t node)
{
	return _gpus_at(rec->gres_list_alloc, node);
}

/* A list_for_each()-like key: the entry that was asked for, if it has a type */
static int _is_asked(void *x, void *key)
{
	const gres_state_t *state = x;
	const gres_job_state_t *s = state->gres_data;

	return (state->plugin_id == *(uint32_t *) key) && s &&
	       s->gres_per_job && s->type_name;
}

char *record_gpus_type(const slurmctld_resv_t *rec)
{
	uint32_t id = _plugin_id();
	const gres_state_t *state = rec->gres_list_alloc ?
		list_find_first(rec->gres_list_alloc, _is_asked, &id) : NULL;

	return state ? text_dup(((const gres_job_state_t *)
				 state->gres_data)->type_name) : NULL;
}

/* --- writing -------------------------------------------------------------- */

/*
 * The GPUs of a record that an entry of a type has of a node. Those of no type
 * that the node has any more are in the entry without one alone, see above.
 */
static uint64_t _of_entry(const units_t *units, uint32_t u, const char *type)
{
	uint64_t gpus = units->list[u].cores.gpus;

	return type ? gpus & record_gpus_of_node(units->list[u].node, type) :
		      gpus;
}

/* Give an entry its GPUs. */
static void _fill_entry(gres_job_state_t *s, const units_t *units)
{
	s->node_cnt = (uint32_t) node_record_count;
	s->gres_bit_alloc = xcalloc(s->node_cnt, sizeof(*s->gres_bit_alloc));
	s->gres_cnt_node_alloc = xcalloc(s->node_cnt,
					 sizeof(*s->gres_cnt_node_alloc));
	for (uint32_t u = 0; u < units->cnt; u++) {
		uint32_t node = units->list[u].node;
		uint64_t gpus = _of_entry(units, u, s->type_name);
		bitoff_t size = _gpus_of(node).cnt;

		if (!gpus || (node >= s->node_cnt))
			continue;
		size = MAX(size, 64 - __builtin_clzll(gpus));
		s->gres_bit_alloc[node] = bit_alloc(size);
		for (bitoff_t i = 0; i < size; i++)
			if ((gpus >> i) & 1)
				bit_set(s->gres_bit_alloc[node], i);
		s->gres_cnt_node_alloc[node] =
			bit_set_count(s->gres_bit_alloc[node]);
		s->total_gres += s->gres_cnt_node_alloc[node];
	}
}

/* IN like - of a node. type - NULL: the entry for jobs of any type */
static void _add_entry(list_t *list, const gres_state_t *like, const char *type,
		       const units_t *units)
{
	gres_job_state_t *s = xmalloc(sizeof(*s));

	s->type_name = xstrdup(type);
	s->type_id = gres_build_id(s->type_name);
	_fill_entry(s, units);
	if (!xstrcasecmp(type, units->type))
		s->gres_per_job = MAX(s->total_gres, 1);
	list_append(list, gres_create_state((void *) like,
					    GRES_STATE_SRC_STATE_PTR,
					    GRES_STATE_TYPE_JOB, s));
}

static int _has_type(void *x, void *key)
{
	const gres_state_t *state = x;
	const gres_job_state_t *s = state->gres_data;

	return !xstrcmp(s->type_name, key);
}

/* The entries for a node of the record that are not there yet. */
static void _add_node(list_t *list, uint32_t node, const units_t *units)
{
	/* claims stay though slurm.conf has no GPUs at all */
	const gres_state_t none = {
		.plugin_id = _plugin_id(), .gres_name = (char *) "gpu",
	};
	const gres_state_t *has = _state_of_node(node);
	const gres_state_t *state = has ? has : &none;
	gpus_t g = _gpus_of(node);

	if ((g.cnt || units_gpus(units)) && !list_count(list)) {
		_add_entry(list, state, NULL, units);
		if (units->type)
			_add_entry(list, state, units->type, units);
	}
	for (uint32_t i = 0; i < g.cnt; i++) {
		char *type = (char *) _type_of(&g, i);

		if (type && !list_find_first(list, _has_type, type))
			_add_entry(list, state, type, units);
	}
}

/*
 * From 25.05 on jobs of a record with a list get no gres that the list lacks. A
 * booking of cores alone gets no list where its nodes have other gres: its jobs
 * can use GPUs then.
 */
static bool _is_better_without(const units_t *units)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
	if (units_gpus(units))
		return false;
	for (uint32_t u = 0; u < units->cnt; u++) {
		uint32_t node = units->list[u].node;
		const node_record_t *n = (node < (uint32_t) node_record_count) ?
			node_record_table_ptr[node] : NULL;

		if (n && n->gres_list && (list_count(n->gres_list) > 1))
			return true;
	}
#else
	(void) units;
#endif
	return false;
}

void record_gpus_set(slurmctld_resv_t *rec, const units_t *units)
{
	list_t *list;

	FREE_NULL_LIST(rec->gres_list_alloc);
	if (!units->cnt || _is_better_without(units))
		return;
	list = list_create(gres_job_list_delete);
	for (uint32_t u = 0; u < units->cnt; u++)
		_add_node(list, units->list[u].node, units);
	if (list_count(list))
		rec->gres_list_alloc = list;
	else
		FREE_NULL_LIST(list);
}

/* True if there is an entry for a type, with the right GPUs. */
static bool _has_right(list_t *list, const char *type, const units_t *units)
{
	const gres_state_t *state =
		list_find_first(list, _has_type, (void *) type);
	const gres_job_state_t *s = state ? state->gres_data : NULL;

	for (uint32_t u = 0; s && (u < units->cnt); u++) {
		uint32_t node = units->list[u].node;

		if ((node >= s->node_cnt) || !s->gres_bit_alloc ||
		    (_bits_of(s->gres_bit_alloc[node]) !=
		     _of_entry(units, u, type)) ||
		    (s->gres_bit_alloc[node] &&
		     (bit_size(s->gres_bit_alloc[node]) <
		      (bitoff_t) _gpus_of(node).cnt)))
			return false;
	}
	return s != NULL;
}

/* True if a node of a record has GPUs for which its entries are not right. */
static bool _is_outdated(list_t *list, const units_t *units)
{
	for (uint32_t u = 0; u < units->cnt; u++) {
		gpus_t g = _gpus_of(units->list[u].node);

		if (g.cnt && (!list || !_has_right(list, NULL, units)))
			return true;
		for (uint32_t i = 0; i < g.cnt; i++)
			if (_type_of(&g, i) &&
			    !_has_right(list, _type_of(&g, i), units))
				return true;
	}
	return false;
}

void record_gpus_renew(slurmctld_resv_t *rec, const units_t *units)
{
	bool better = _is_better_without(units);

	if ((better && rec->gres_list_alloc) ||
	    (!better && _is_outdated(rec->gres_list_alloc, units)))
		record_gpus_set(rec, units);
}

static void _resize_entry(gres_job_state_t *s)
{
	uint32_t cnt = (uint32_t) node_record_count;

	for (uint32_t i = cnt; s->gres_bit_alloc && (i < s->node_cnt); i++)
		FREE_NULL_BITMAP(s->gres_bit_alloc[i]);
	if (s->gres_bit_alloc)
		xrecalloc(s->gres_bit_alloc, cnt, sizeof(*s->gres_bit_alloc));
	if (s->gres_cnt_node_alloc)
		xrecalloc(s->gres_cnt_node_alloc, cnt,
			  sizeof(*s->gres_cnt_node_alloc));
	s->node_cnt = cnt;
}

/* A ListForF */
static int _resize(void *x, void *arg)
{
	const gres_state_t *state = x;
	gres_job_state_t *s = state->gres_data;

	(void) arg;
	if (s && s->node_cnt && (s->node_cnt != (uint32_t) node_record_count))
		_resize_entry(s);
	return 0;
}

void record_gpus_resize(slurmctld_resv_t *rec)
{
	if (rec->gres_list_alloc)
		list_for_each(rec->gres_list_alloc, _resize, NULL);
}

/* A ListForF */
static int _resize_record(void *x, void *arg)
{
	(void) arg;
	record_gpus_resize(x);
	return 0;
}

void record_gpus_resize_all(void)
{
	if (resv_list)
		list_for_each(resv_list, _resize_record, NULL);
}

/* --- TRES ----------------------------------------------------------------- */

static bool _is_gpu(const slurmdb_tres_rec_t *t)
{
	return !xstrcasecmp(t->type, "gres") &&
	       !xstrncasecmp(t->name, "gpu", 3) &&
	       ((t->name[3] == '\0') || (t->name[3] == ':'));
}

/* RET true if a word "ID=COUNT" is about GPUs */
static bool _counts_gpus(const char *word)
{
	uint32_t id = (uint32_t) strtoul(word, NULL, 10);

	for (uint32_t i = 0; i < g_tres_count; i++)
		if (assoc_mgr_tres_array[i]->id == id)
			return _is_gpu(assoc_mgr_tres_array[i]);
	return false;
}

/* The GPUs of a record of the type in "gpu:TYPE", or all. */
static uint64_t _count_gpus(const slurmctld_resv_t *rec, const char *name)
{
	const char *type = name[3] ? name + 4 : NULL;
	uint64_t cnt = 0;

	for (bitoff_t i = bit_ffs(rec->node_bitmap);
	     (i >= 0) && (i < bit_size(rec->node_bitmap)); i++)
		if (bit_test(rec->node_bitmap, i))
			cnt += (uint64_t) __builtin_popcountll(
				record_gpus_on(rec, (uint32_t) i) &
				record_gpus_of_node((uint32_t) i, type));
	return cnt;
}

char *record_gpus_tres(const slurmctld_resv_t *rec, char *tres)
{
	char *result = NULL, *rest = NULL;

	for (char *word = tres ? strtok_r(tres, ",", &rest) : NULL; word;
	     word = strtok_r(NULL, ",", &rest))
		if (!_counts_gpus(word))
			xstrfmtcat(result, "%s%s", result ? "," : "", word);
	xfree(tres);
	for (uint32_t i = 0; rec->gres_list_alloc && (i < g_tres_count); i++) {
		const slurmdb_tres_rec_t *t = assoc_mgr_tres_array[i];
		uint64_t cnt = _is_gpu(t) ? _count_gpus(rec, t->name) : 0;

		if (cnt)
			xstrfmtcat(result, "%s%u=%"PRIu64, result ? "," : "",
				   t->id, cnt);
	}
	return result;
}

void record_gpus_show(slurmctld_resv_t *rec)
{
	uint64_t cnt;

	if (!rec->gres_list_alloc || !rec->node_bitmap ||
	    xstrcasestr(rec->tres_fmt_str, "gres/gpu="))
		return;
	cnt = _count_gpus(rec, "gpu");
	if (cnt)
		xstrfmtcat(rec->tres_fmt_str, "%sgres/gpu=%"PRIu64,
			   rec->tres_fmt_str ? "," : "", cnt);
}

#else

uint64_t record_gpus_of_node(uint32_t node, const char *type)
{
	(void) node;
	(void) type;
	return 0;
}

cores_t record_gpus_near(uint32_t node, uint64_t gpus)
{
	(void) node;
	(void) gpus;
	return CORES_MOST;
}

uint32_t record_gpus_mark(uint32_t node)
{
	(void) node;
	return 0;
}

uint64_t record_gpus_of_job(const job_record_t *job, uint32_t at)
{
	(void) job;
	(void) at;
	return 0;
}

uint64_t record_gpus_on(const slurmctld_resv_t *rec, uint32_t node)
{
	(void) rec;
	(void) node;
	return 0;
}

char *record_gpus_type(const slurmctld_resv_t *rec)
{
	(void) rec;
	return NULL;
}

void record_gpus_set(slurmctld_resv_t *rec, const units_t *units)
{
	(void) rec;
	(void) units;
}

void record_gpus_renew(slurmctld_resv_t *rec, const units_t *units)
{
	(void) rec;
	(void) units;
}

void record_gpus_resize_all(void)
{
}

void record_gpus_resize(slurmctld_resv_t *rec)
{
	(void) rec;
}

char *record_gpus_tres(const slurmctld_resv_t *rec, char *tres)
{
	(void) rec;
	return tres;
}

void record_gpus_show(slurmctld_resv_t *rec)
{
	(void) rec;
}

#endif
