/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native_stand_in.c - a record that stands in for that of a booking; see
 * native.h and plugin/booking/place/stand_in.h
 *
 * The records are made without Slurm, which would check users and names again
 * and could refuse. Accounting is told nothing and keeps the booking as known.
 */

#include "plugin/slurm/compat/abi_check.h"
#include "plugin/slurm/native/ids.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/slurm/native/native.h"

#include "src/common/assoc_mgr.h"

/*
 * Flags that a stand-in keeps: two protect its nodes; MAGNETIC stays, because
 * Slurm removes a record from its list of MAGNETIC records by that flag.
 */
#define KEPT_FLAGS (RESERVE_FLAG_SPEC_NODES | RESERVE_FLAG_STATIC | \
		    RESERVE_FLAG_MAGNETIC | NATIVE_UNWRITTEN)

void native_set_remark(record_t *record, const char *remark)
{
	char **text = native_remark(record);

	xfree(*text);
	*text = xstrdup(remark);
}

void native_to_stand_in(record_t *record, const char *remark)
{
	slurmctld_resv_t *rec = record;

	compat_set_root(rec);
	compat_clear_qos(rec);
	compat_clear_allowed_parts(rec);
	xfree(rec->features);
	xfree(rec->partition);
	rec->part_ptr = NULL;
	rec->purge_comp_time = 0;
	rec->max_start_delay = 0;
	rec->flags = (rec->flags & KEPT_FLAGS) | RESERVE_FLAG_SPEC_NODES;
	native_set_remark(rec, remark);
}

/* Reserve the licenses of text that exist, so that no other record can. */
static void _set_licenses(slurmctld_resv_t *rec, const char *text)
{
	list_t *all = NULL;
	list_itr_t *iter;
	licenses_t *l;

	if (!text || !compat_license_list(text, true, &all) || !all)
		goto done;
	iter = list_iterator_create(all);
	while ((l = list_next(iter)))
		if (compat_license_is_plain(l) && l->total)
			xstrfmtcat(rec->licenses, "%s%s:%u",
				   rec->licenses ? "," : "", l->name,
				   l->total);
	list_iterator_destroy(iter);
	if (rec->licenses)
		(void) compat_license_list(rec->licenses, false,
					   &rec->license_list);
done:
	FREE_NULL_LIST(all);
}

record_t *native_make_stand_in(office_t *office, const booking_t *b,
			       const garq_set_t *nodes, const char *remark)
{
	slurmctld_resv_t *rec = xmalloc(sizeof(*rec));
	units_t units = units_read(office, b->cores);

	rec->magic = ABI_RESV_MAGIC;
	rec->name = xstrdup(b->name);
	rec->resv_id = ids_take(office, b->resv_id);
	rec->ctld_flags = RESV_CTLD_FULL_NODE;
	rec->flags = b->flags & RESERVE_FLAG_STATIC;
	rec->start_time = rec->start_time_first = rec->start_time_prev =
		b->start;
	rec->end_time = b->end;
	rec->duration = b->duration_min;
	rec->tres_str = xstrdup_printf("%u=0", TRES_CPU);
	native_to_stand_in(rec, remark);
	_set_licenses(rec, b->licenses);
	native_set_nodes(rec, nodes, &units);
	units_free(&units);
	list_append(resv_list, rec);
	return rec;
}
