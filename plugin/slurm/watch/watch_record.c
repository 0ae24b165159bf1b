/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/given.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/record_units.h"
#include "plugin/slurm/watch/watch_record.h"

static void _licenses(list_t *list, lic_set_t *ret_set)
{
	list_itr_t *iter;
	licenses_t *l;

	*ret_set = (lic_set_t) { .cnt = 0 };
	if (!list || !list_count(list))
		return;
	ret_set->list = memory_new((size_t) list_count(list),
				   sizeof(*ret_set->list));
	iter = list_iterator_create(list);
	while ((l = list_next(iter)))
		if (compat_license_is_plain(l))
			ret_set->list[ret_set->cnt++] = (lic_t) {
				.name = l->name, .num = l->total,
			};
	list_iterator_destroy(iter);
}

/* Their number in a text of TRES, as "1=12,1001=3". */
static uint32_t _count_cpus(const char *tres)
{
	const char *at = tres;
	char *end;

	while (at && (strtoul(at, &end, 10) != TRES_CPU)) {
		at = strchr(at, ',');
		at += at != NULL;
	}
	return (at && (*end == '=')) ?
		       (uint32_t) strtoul(end + 1, NULL, 10) : 0;
}

void watch_record_read(slurmctld_resv_t *rec, view_seen_t *ret_seen)
{
	*ret_seen = (view_seen_t) {
		.rec = rec,
		.resv_id = rec->resv_id,
		.duration = rec->duration,
		.flags = native_flags_asked(rec->flags),
		.start = rec->start_time,
		.end = rec->end_time,
		.licenses = rec->licenses,
		.cpus = _count_cpus(rec->tres_str),
		.attrs = {
			.first_start = native_start(rec),
			.node_cnt = rec->node_cnt,
			.purge_comp_time = rec->purge_comp_time,
			.max_start_delay = rec->max_start_delay,
			.whole_nodes = rec->ctld_flags & RESV_CTLD_FULL_NODE,
			.extras = given_text(rec->burst_buffer) ||
				  compat_has_watts(rec),
			.has_licenses = rec->license_list != NULL,
			.users_not = rec->ctld_flags & RESV_CTLD_USER_NOT,
			.uids = rec->user_list,
			.uid_cnt = rec->user_list ?
				   (uint32_t) rec->user_cnt : 0,
			.node_list = rec->node_list,
			.users = rec->users,
			.groups = rec->groups,
			.accounts = rec->accounts,
			.partition = rec->partition,
			.features = rec->features,
		},
	};

	_licenses(rec->license_list, &ret_seen->attrs.licenses);
	ret_seen->attrs.units = record_units_read(rec);
}

void watch_record_free(view_seen_t *seen)
{
	free(seen->attrs.licenses.list);
	if (seen->attrs.units.cnt)
		units_free(&seen->attrs.units);
}
