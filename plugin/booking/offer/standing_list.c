/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>

#include "plugin/booking/offer/query.h"
#include "plugin/booking/offer/standing_list.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/counts.h"

char *standing_asked_names(office_t *office, const standing_t *s, uint32_t uid)
{
	char *text = NULL;
	bool hidden = false;

	for (uint32_t i = 0; i < s->question.cnt; i++) {
		const char *name = s->question.of[i].name;
		bool sees = users_sees_resv(office, view_find(office, name),
					    uid);

		hidden |= !sees;
		if (sees)
			text_add(&text, "%s%s%s", text ? ", " : "", name,
				 s->question.of[i].agreed ? " (agreed)" : "");
	}
	if (hidden)
		text_add(&text, "%sone of another user, or several",
			 text ? ", and " : "");
	return text;
}

/* The earliest and the latest start are columns of their own. */
static void _add_row(office_t *office, const ask_t *a, const standing_t *s,
		     uint32_t place, bool operator, char **text)
{
	const ledger_request_t *r = s->row.request;
	char from[TEXT_TIME], until[TEXT_TIME], since[TEXT_TIME];
	char length[TEXT_TIME], at[32];
	char *owner = operator ? office->host->users->name(office, r->uid) :
				 NULL;

	snprintf(at, sizeof(at), "%u of %u", place, office->has.standing);
	text_add(text, "\n%-12s %-10s %5u %11s %-19s %-19s %-19s %-5s%s%s",
		 r->name, at, r->num_cn,
		 text_duration(s->row.duration, length),
		 text_time(r->t_s, from), text_time(r->expires, until),
		 text_time(r->time, since), r->verb, owner ? " " : "",
		 owner ? owner : "");
	free(owner);
	if (s->why)
		text_add(text, "\n%-12s waits: %s", "", s->why);
	if (!s->question.cnt)
		return;
	owner = standing_asked_names(office, s, a->uid);
	text_add(text, "\n%-12s asked to give way: %s", "", owner);
	free(owner);
}

/* RET the rows that the user may see, free(); NULL: there are none */
static char *_table_rows(office_t *office, const ask_t *a, bool operator)
{
	standing_t **all = standing_ordered(office, a->now);
	char *text = NULL;

	for (uint32_t i = 0; i < office->has.standing; i++)
		if (standing_may_see(office, all[i], a->uid))
			_add_row(office, a, all[i], i + 1, operator, &text);
	free(all);
	return text;
}

void standing_add_lines(office_t *office, ask_t *a)
{
	standing_t **all = standing_ordered(office, a->now);

	for (uint32_t i = 0; i < office->has.standing; i++) {
		char *line;

		if (!standing_may_see(office, all[i], a->uid))
			continue;
		line = standing_line(office, all[i], i + 1);
		text_add(&a->text, "%s\n", line);
		free(line);
	}
	free(all);
}

static void _add_fate(office_t *office, char **text)
{
	text_add(text,
		 "\nof those before, since the start or the last stats:reset: %"
		 PRIu64" booked, %"PRIu64" offered, %"PRIu64" ended, %"PRIu64
		 " withdrawn",
		 counts_get(office, COUNT_STANDBY_BOOKED),
		 counts_get(office, COUNT_STANDBY_OFFERED),
		 counts_get(office, COUNT_STANDBY_ENDED),
		 counts_get(office, COUNT_STANDBY_WITHDRAWN));
}

static void _add_table(office_t *office, ask_t *a, const char *rows,
		       bool operator)
{
	if (rows)
		text_add(&a->text,
			 "none, these requests stand by; to withdraw one: scontrol delete ReservationName=NAME\n%-12s %-10s %5s %11s %-19s %-19s %-19s %-5s%s%s",
			 "NAME", "PLACE", "NODES", "DURATION", "EARLIEST START",
			 "WAITS UNTIL", "SINCE", "MODE",
			 operator ? " OWNER" : "", rows);
	else
		text_add(&a->text, "none, and no requests stand by");
	_add_fate(office, &a->text);
	query_mention_reservation(office, STANDING_NAME, a);
}

static int _plan_standing(office_t *office, ask_t *a)
{
	bool operator = office->host->users->is_operator(office, a->uid);
	char *rows;

	if (a->program) {
		standing_add_lines(office, a);
		text_add(&a->text, ANSWER_USER "=%d uid=%u operator=%d",
			 ANSWER_VERSION, a->uid, operator);
		return 0;
	}
	rows = _table_rows(office, a, operator);
	_add_table(office, a, rows, operator);
	free(rows);
	return 0;
}

const verb_t standing_verb = {
	.word = "standing",
	.question = true,
	.turns = true,
	.form = NAME_STANDING,
	.plan = _plan_standing,
};
