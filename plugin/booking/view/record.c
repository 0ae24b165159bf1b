/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/record.h"
#include "plugin/booking/view/view.h"
#include "plugin/memory/memory.h"

static void _take_text(office_t *office, char **mine, const char *theirs)
{
	if (text_same(*mine, theirs))
		return;
	changes_note(office);
	free(*mine);
	*mine = text_dup(theirs);
}

static void _take_uids(office_t *office, record_attrs_t *mine,
		       const record_attrs_t *theirs)
{
	size_t size = theirs->uid_cnt * sizeof(*theirs->uids);

	if ((mine->uid_cnt == theirs->uid_cnt) &&
	    (!size || !memcmp(mine->uids, theirs->uids, size)))
		return;
	changes_note(office);
	free(mine->uids);
	mine->uids = memory_copy(theirs->uids, 1, size);
	mine->uid_cnt = theirs->uid_cnt;
}

static bool _same_licenses(const lic_set_t *a, const lic_set_t *b)
{
	if (a->cnt != b->cnt)
		return false;
	for (uint32_t i = 0; i < a->cnt; i++)
		if ((a->list[i].num != b->list[i].num) ||
		    strcmp(a->list[i].name, b->list[i].name))
			return false;
	return true;
}

static void _take_licenses(office_t *office, lic_set_t *mine,
			   const lic_set_t *theirs)
{
	if ((!mine->cnt && !theirs->cnt) || _same_licenses(mine, theirs))
		return;
	changes_note(office);
	lic_set_free(mine);
	*mine = lic_set_copy(theirs);
}

static void _take_units(office_t *office, units_t *mine, const units_t *theirs)
{
	if ((!mine->cnt && !theirs->cnt) || units_equal(mine, theirs))
		return;
	changes_note(office);
	units_free(mine);
	*mine = units_copy(theirs);
}

void record_attrs_update(office_t *office, record_attrs_t *mine,
			 const record_attrs_t *theirs)
{
	mine->first_start = theirs->first_start;
	mine->node_cnt = theirs->node_cnt;
	mine->purge_comp_time = theirs->purge_comp_time;
	mine->max_start_delay = theirs->max_start_delay;
	mine->whole_nodes = theirs->whole_nodes;
	mine->extras = theirs->extras;
	mine->has_licenses = theirs->has_licenses;
	mine->users_not = theirs->users_not;
	_take_uids(office, mine, theirs);
	_take_text(office, &mine->node_list, theirs->node_list);
	_take_text(office, &mine->users, theirs->users);
	_take_text(office, &mine->groups, theirs->groups);
	_take_text(office, &mine->accounts, theirs->accounts);
	_take_text(office, &mine->partition, theirs->partition);
	_take_text(office, &mine->features, theirs->features);
	_take_licenses(office, &mine->licenses, &theirs->licenses);
	_take_units(office, &mine->units, &theirs->units);
}

bool record_lists(const record_attrs_t *attrs, uint32_t uid)
{
	for (uint32_t i = 0; i < attrs->uid_cnt; i++)
		if (attrs->uids[i] == uid)
			return true;
	return false;
}

bool record_keeps_out(const record_attrs_t *attrs, uint32_t uid)
{
	return attrs->users_not && record_lists(attrs, uid);
}

void record_attrs_free(record_attrs_t *attrs)
{
	free(attrs->uids);
	free(attrs->node_list);
	free(attrs->users);
	free(attrs->groups);
	free(attrs->accounts);
	free(attrs->partition);
	free(attrs->features);
	if (attrs->licenses.cnt)
		lic_set_free(&attrs->licenses);
	if (attrs->units.cnt)
		units_free(&attrs->units);
}

uint32_t view_native_id(const view_resv_t *v)
{
	return v->booking ? v->booking->resv_id : v->resv_id;
}

bool view_is_by_cores(const view_resv_t *v)
{
	return v->attrs.units.cnt;
}

bool view_is_unparked(const view_resv_t *v)
{
	return v->linked && !v->on_loan;
}
