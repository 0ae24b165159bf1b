/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_licenses.c - the licenses of reservations; see view.h
 *
 * A reservation holds its licenses whatever its flags, as Slurm counts them.
 * Only licenses that are a name and a number are counted; others are Slurm's.
 */

#include "plugin/booking/view/view_private.h"

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
	const lic_set_t *set = &v->attrs.licenses;
	bool ok = true;

	for (uint32_t i = 0; ok && (i < set->cnt); i++)
		ok = !lic_hold(counts, &v->held_licenses, v->id,
			       set->list[i].name, set->list[i].num, start,
			       MIN(end, GARQ_FOREVER));
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

void view_licenses_exclude(const view_resv_t *v)
{
	lic_exclude(counts, &v->held_licenses);
}

void view_licenses_include(const view_resv_t *v)
{
	if (lic_include(counts, &v->held_licenses))
		view_set_incomplete();
}
