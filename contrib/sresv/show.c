/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pwd.h>
#include <stdio.h>
#include <string.h>

#include "contrib/sresv/ctl/gpus.h"
#include "contrib/sresv/show.h"
#include "contrib/sresv/text/when.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t reservation_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_STATE, "STATE", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_TEXT, "NODELIST", false },
	{ SHEET_LENGTH, "WINDOW", false },
	{ SHEET_TEXT, "USERS", false },
	{ SHEET_TEXT, "GROUPS", false },
	{ SHEET_TEXT, "ACCOUNTS", false },
	{ SHEET_TEXT, "KIND", false },
	{ SHEET_TEXT, "WHEN", false },
	{ SHEET_LENGTH, "DURATION", true },
	{ SHEET_COUNT, "CORES", true },
	{ SHEET_COUNT, "GPUS", true },
	{ SHEET_TEXT, "PARTITION", true },
	{ SHEET_TEXT, "FEATURES", true },
	{ SHEET_TEXT, "LICENSES", true },
	{ SHEET_TEXT, "COMMENT", true },
	{ SHEET_TEXT, "NATIVE-BY", true },
	{ SHEET_REAL, "COST", true },
	{ SHEET_TEXT, "UNIT", true },
};

static const sheet_column_t offer_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_REAL, "COST", false },
	{ SHEET_TIME, "UNTIL", false },
	{ SHEET_TEXT, "WHAT", false },
	{ SHEET_FLAG, "HELD", false },
	{ SHEET_TEXT, "KIND", true },
	{ SHEET_TEXT, "USER", true },
	{ SHEET_TEXT, "UNIT", true },
};

static const sheet_column_t stander_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_COUNT, "PLACE", false },
	{ SHEET_COUNT, "OF", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_LENGTH, "DURATION", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "UNTIL", false },
	{ SHEET_TIME, "SINCE", false },
	{ SHEET_TEXT, "MODE", false },
	{ SHEET_TEXT, "USER", false },
	{ SHEET_TEXT, "WHY", true },
};

static const sheet_column_t taken_columns[] = {
	{ SHEET_TEXT, "TAKEN", true },
	{ SHEET_TEXT, "KIND", true },
	{ SHEET_COUNT, "MIN-NODES", true },
	{ SHEET_LENGTH, "MIN-TIME", true },
};

sheet_t *show_reservations(void)
{
	return sheet_create("reservations", reservation_columns,
			    COUNT(reservation_columns));
}

sheet_t *show_offers(void)
{
	return sheet_create("offers", offer_columns, COUNT(offer_columns));
}

sheet_t *show_standers(void)
{
	return sheet_create("standing", stander_columns,
			    COUNT(stander_columns));
}

static const char *_state(const reserve_info_t *r, time_t now)
{
	static const char *const words[] = {
		[PHASE_PENDING] = "INACTIVE", [PHASE_ACTIVE] = "ACTIVE",
		[PHASE_ENDED] = "ENDED",
	};

	return words[ctl_phase(r->start_time, r->end_time, now)];
}

/* "in 1d 6h", "10m left", "over" */
static void _add_when(sheet_t *s, time_t start, time_t end, time_t now)
{
	char length[WHEN_TEXT], text[WHEN_TEXT + 8];

	if (now < start)
		snprintf(text, sizeof(text), "in %s",
			 when_short_text(start - now, length));
	else if (now < end)
		snprintf(text, sizeof(text), "%s left",
			 when_short_text(end - now, length));
	sheet_text(s, (now < end) ? text : "over");
}

static void _add_cost(sheet_t *s, const double *cost)
{
	if (cost)
		sheet_real(s, *cost);
	else
		sheet_none(s);
}

void show_reservation(sheet_t *s, const reserve_info_t *r,
		      const native_t *native, const log_cost_t *cost,
		      time_t now)
{
	sheet_text(s, r->name);
	sheet_text(s, _state(r, now));
	sheet_count(s, r->start_time);
	sheet_count(s, r->end_time);
	sheet_count(s, r->node_cnt);
	sheet_text(s, r->node_list);
	sheet_count_if(s, r->max_start_delay && (r->max_start_delay != NO_VAL),
		       r->max_start_delay);
	sheet_text(s, r->users);
	sheet_text(s, r->groups);
	sheet_text(s, r->accounts);
	sheet_text(s, native ? "native" : "booking");
	_add_when(s, r->start_time, r->end_time, now);
	sheet_count(s, r->end_time - r->start_time);
	/* else it has whole nodes */
	sheet_count_if(s, r->core_spec_cnt, r->core_cnt);
	sheet_count_if(s, gpus_counted(r->tres_str), gpus_counted(r->tres_str));
	sheet_text(s, r->partition);
	sheet_text(s, r->features);
	sheet_text(s, r->licenses);
	sheet_text(s, ctl_remark(r));
	sheet_text(s, native ? native->by : NULL);
	_add_cost(s, (cost && cost->known) ? &cost->cost : NULL);
	sheet_text(s, cost ? cost->unit : NULL);
}

/* The controller tells neither nodes nor users of an offer. */
void show_as_reservation(sheet_t *s, const offer_t *o)
{
	sheet_text(s, o->name);
	sheet_text(s, o->held ? "HELD" : "OFFER");
	sheet_count(s, o->start);
	sheet_count(s, o->end);
	sheet_count(s, o->nodes);
	for (size_t i = 5; i < COUNT(reservation_columns); i++) {
		if (!strcmp(reservation_columns[i].head, "DURATION"))
			sheet_count(s, o->end - o->start);
		else if (!strcmp(reservation_columns[i].head, "WHEN"))
			_add_when(s, o->start, o->end, time(NULL));
		else if (!strcmp(reservation_columns[i].head, "COST"))
			_add_cost(s, o->has_cost ? &o->cost : NULL);
		else if (!strcmp(reservation_columns[i].head, "UNIT"))
			sheet_text(s, o->unit);
		else
			sheet_none(s);
	}
}

void show_name(sheet_t *s, const char *name)
{
	sheet_text(s, name);
	for (size_t i = 1; i < COUNT(reservation_columns); i++)
		sheet_none(s);
}

const reserve_info_t *show_find(const reserve_info_msg_t *all,
				const char *name)
{
	for (uint32_t i = 0; all && (i < all->record_count); i++)
		if (!strcmp(all->reservation_array[i].name, name))
			return &all->reservation_array[i];
	return NULL;
}

void show_new(sheet_t *s, const reserve_info_msg_t *all, const char *name,
	      const native_t *native)
{
	const reserve_info_t *r = show_find(all, name);

	if (r)
		show_reservation(s, r, native, NULL, time(NULL));
	else	/* booked, but its record can't be shown, or is gone */
		show_name(s, name);
}

/* The name of a user, or the uid if the user has no name. */
static void _user(sheet_t *s, uint32_t uid)
{
	struct passwd *pw = getpwuid(uid);
	char number[16];

	snprintf(number, sizeof(number), "%u", uid);
	sheet_text(s, pw ? pw->pw_name : number);
}

void show_stander(sheet_t *s, const stander_t *one)
{
	sheet_text(s, one->name);
	sheet_count(s, one->place);
	sheet_count(s, one->of);
	sheet_count(s, one->nodes);
	sheet_count(s, one->duration);
	sheet_count(s, one->start);
	sheet_count(s, one->until);
	sheet_count(s, one->since);
	sheet_text(s, one->mode);
	_user(s, one->uid);
	sheet_text(s, one->why);
}

void show_offer(sheet_t *s, const offer_t *o)
{
	sheet_text(s, o->name);
	sheet_count(s, o->start);
	sheet_count(s, o->end);
	sheet_count(s, o->nodes);
	_add_cost(s, o->has_cost ? &o->cost : NULL);
	sheet_count(s, o->until);
	sheet_text(s, o->words);
	sheet_count(s, o->held);
	sheet_text(s, o->kind);
	if (o->has_uid)
		_user(s, o->uid);
	else
		sheet_none(s);
	sheet_text(s, o->unit);
}

sheet_t *show_taken(const taken_t *taken)
{
	sheet_t *s = sheet_create("accept", taken_columns,
				  COUNT(taken_columns));

	sheet_text(s, taken->name);
	sheet_text(s, taken->kind);
	sheet_count(s, taken->least.nodes);
	sheet_count(s, taken->least.seconds);
	return s;
}

void show_all_offers(sheet_t *s, const offers_t *offers)
{
	for (size_t i = 0; i < offers->cnt; i++)
		show_offer(s, &offers->list[i]);
}
