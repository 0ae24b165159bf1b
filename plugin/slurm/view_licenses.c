/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_licenses.c - the licenses of reservations; see view.h
 *
 * Each reservation with licenses holds them, whatever its flags: so does Slurm
 * count. A resource that is not just a name and a number (compat.h) is Slurm's.
 */

#include "plugin/slurm/view_private.h"

static lic_counts_t *counts;

void view_licenses_clear(void)
{
	lic_destroy(counts);
	counts = NULL;
}

bool view_licenses_create(uint32_t delta, time_t horizon, time_t now)
{
	counts = lic_create(delta, horizon, now);
	return counts != NULL;
}

bool view_licenses_advance(time_t now)
{
	return !lic_advance(counts, now);
}

bool view_licenses_hold(view_resv_t *v, time_t start, time_t end)
{
	list_itr_t *iter;
	licenses_t *l;
	bool ok = true;

	if (!v->rec->license_list)
		return true;
	iter = list_iterator_create(v->rec->license_list);
	while (ok && (l = list_next(iter)))
		if (compat_license_is_plain(l))
			ok = !lic_hold(counts, &v->held_licenses, v->id,
				       l->name, l->total, start,
				       MIN(end, GARQ_FOREVER));
	list_iterator_destroy(iter);
	return ok;
}

void view_licenses_release(view_resv_t *v)
{
	lic_release(counts, &v->held_licenses);
}

const lic_counts_t *view_licenses(void)
{
	return counts;
}

void view_licenses_away(uint64_t group)
{
	const view_resv_t *v = view_find_id(group);

	if (v)
		lic_away(counts, &v->held_licenses);
}

void view_licenses_back(uint64_t group)
{
	const view_resv_t *v = view_find_id(group);

	if (v && lic_back(counts, &v->held_licenses))
		view_start_anew();
}
