/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_licenses.c - the licenses of reservations; see view.h
 *
 * A reservation holds its licenses whatever its flags, as Slurm counts them.
 * Only licenses that are a name and a number are counted; others are Slurm's.
 */

#include "plugin/booking/view/view_private.h"

struct licenses_state {
	lic_counts_t *counts;
};

void view_licenses_clear(office_t *office)
{
	lic_destroy(office->licenses->counts);
	office->licenses->counts = NULL;
}

void view_licenses_create(office_t *office, uint32_t delta, time_t horizon,
			  time_t now)
{
	office->licenses->counts = lic_create(delta, horizon, now);
}

void view_licenses_advance(office_t *office, time_t now)
{
	lic_advance(office->licenses->counts, now);
}

void view_licenses_hold(office_t *office, view_resv_t *v, time_t start,
			time_t end)
{
	const lic_set_t *set = &v->attrs.licenses;

	for (uint32_t i = 0; i < set->cnt; i++)
		(void) lic_hold(office->licenses->counts, &v->held_licenses,
				v->id, set->list[i].name, set->list[i].num,
				start, MIN(end, GARQ_FOREVER));
}

void view_licenses_release(office_t *office, view_resv_t *v, time_t from,
			   time_t until)
{
	if (v->held_licenses.first)
		view_freed_add(office, from, until);
	lic_release(office->licenses->counts, &v->held_licenses);
}

const lic_counts_t *view_licenses(office_t *office)
{
	return office->licenses->counts;
}

void view_licenses_exclude(office_t *office, const view_resv_t *v)
{
	lic_exclude(office->licenses->counts, &v->held_licenses);
}

void view_licenses_include(office_t *office, const view_resv_t *v)
{
	lic_include(office->licenses->counts, &v->held_licenses);
}

const office_state_t licenses_state =
	OFFICE_STATE(licenses, NULL, view_licenses_clear);
