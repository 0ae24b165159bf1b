/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plugin/booking/offer/past.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"

/* --- the question --------------------------------------------------------- */

/* scontrol insists on a StartTime: a StartTime of now leaves nothing out. */
static time_t _since_when(const ask_t *a)
{
	const request_t *r = a->request;
	bool now = !a->program && (r->start > a->now - PAST_NOW) &&
		   (r->start < a->now + PAST_NOW);

	return (r->has_start && !now) ? r->start : 0;
}

/* Return true if a user sees only their own events. */
static bool _is_private(office_t *office, const ask_t *a)
{
	return a->limited &&
	       (office->host->users->is_private(office, VIEW_RESV) ||
		office->host->users->is_private(office, VIEW_JOB));
}

/* IN name - of a booking; NULL: of all */
static int _ask_past(office_t *office, ask_t *a, const char *name, bool closed)
{
	const view_resv_t *v = name ? view_find(office, name) : NULL;
	const char *unit = price_unit(office);
	char *user = office->host->users->name(office, a->uid);
	bool known;
	char *accounts = office->host->users->accounts(office, a->uid, true,
						       &known);
	ledger_events_ask_t ask = {
		.name = name, .owner = a->uid, .user = user,
		.accounts = accounts, .closed = closed,
		.all = office->host->users->is_operator(office, a->uid),
		.since = _since_when(a),
		.private = _is_private(office, a),
		.costs = a->program && unit,
		.most = a->program ? PAST_MOST_LINES : PAST_MOST,
	};

	if (v && v->booking && users_sees_resv(office, v, a->uid) &&
	    !users_is_kept_out(office, v, a->uid)) {
		ask.present.there = true;
		ask.present.owner = v->booking->creator;
		ask.present.created = v->booking->created;
	}
	a->past = ledger_past_create(&ask);
	snprintf(a->unit, sizeof(a->unit), "%s", unit ? unit : "");
	free(accounts);
	free(user);
	return 0;
}

/* The booking that a question names; NULL: it asks for all. */
static const char *_asked_name(const ask_t *a)
{
	const char *typed = a->request->name;
	size_t len = strlen(LOG_OF);

	return strncasecmp(typed, LOG_OF, len) ? NULL : typed + len;
}

static int _plan_log(office_t *office, ask_t *a)
{
	const char *name = _asked_name(a);

	if (name && !name[0])
		return ask_refuse(a, REFUSED_NO_SUCH,
				  LOG_OF " needs the name of a booking behind it");
	if (!name && !a->program)
		query_mention_reservation(office, LOG_NAME, a);
	return _ask_past(office, a, name, false);
}

static int _plan_past(office_t *office, ask_t *a)
{
	if (!a->program)
		query_mention_reservation(office, PAST_NAME, a);
	return _ask_past(office, a, NULL, true);
}

/* --- the answer ----------------------------------------------------------- */

static void _add_line(char **text, const ledger_event_t *e, const char *unit)
{
	text_add(text, "%s" ANSWER_EVENT "=%d time=%lld", *text ? "\n" : "",
		 ANSWER_VERSION, (long long) e->time);
	text_add_value(text, "name", e->name);
	text_add_value(text, "verb", e->verb);
	if (e->has_uid)
		text_add(text, " uid=%"PRIu32, e->uid);
	text_add_number(text, "was-start", e->old_start);
	text_add_number(text, "was-end", e->old_end);
	text_add_value(text, "was-on", e->old_nodes);
	text_add_number(text, "start", e->start);
	text_add_number(text, "end", e->end);
	text_add_value(text, "on", e->nodes);
	text_add_value(text, "users", e->users);
	text_add_value(text, "why", e->why);
	if (e->has_cost)
		text_add(text, " cost=%.2f", e->cost);
	if (e->has_cost)
		text_add_value(text, "unit", unit);
}

/* The row has the place after the event; for a closed booking its last place. */
static void _add_row(char **text, const ledger_event_t *e)
{
	time_t start = e->start ? e->start : e->old_start;
	time_t end = e->end ? e->end : e->old_end;
	const char *nodes = e->nodes ? e->nodes : e->old_nodes;
	char when[TEXT_TIME], from[TEXT_TIME] = "", to[TEXT_TIME] = "";
	char by[16] = "";

	if (e->has_uid)
		snprintf(by, sizeof(by), "%"PRIu32, e->uid);
	text_add(text, "\n%-19s %-12s %-9s %7s %-19s %-19s %-12s %s",
		 text_time(e->time, when), e->name, e->verb, by,
		 start ? text_time(start, from) : "",
		 end ? text_time(end, to) : "", nodes ? nodes : "",
		 e->why ? e->why : "");
}

static void _add_head(char **text, size_t cnt, bool full)
{
	text_add(text, "none, these are the %s%zu events\n%-19s %-12s %-9s %7s %-19s %-19s %-12s %s",
		 full ? "last " : "", cnt, "TIME", "NAME", "EVENT", "UID",
		 "START", "END", "NODES", "WHY");
}

static int _tell_events(ask_t *a, const ledger_event_t *events, size_t cnt)
{
	char *text = NULL;

	if (!a->program && cnt)
		_add_head(&text, cnt, cnt == PAST_MOST);
	else if (!a->program)
		text = text_dup("none, and no events are known");
	for (size_t i = 0; i < cnt; i++)
		if (a->program)
			_add_line(&text, &events[i], a->unit);
		else
			_add_row(&text, &events[i]);
	if (a->text)	/* of the name */
		text_add(&text, "%s", a->text);
	free(a->text);
	a->text = text;
	return 0;
}

/* A booking that the user can't see is answered as a name that never was. */
static int _read_events(office_t *office, ask_t *a)
{
	const ledger_event_t *events;
	size_t cnt = ledger_past_events(a->past, &events);
	char shown[TEXT_SHOWN];

	(void) office;
	if (cnt || !_asked_name(a))
		return _tell_events(a, events, cnt);
	return text_refuse(&a->text, REFUSED_NO_SUCH,
			   "nothing is known of a booking %s%s",
			   text_printable(_asked_name(a), shown),
			   _since_when(a) ? " since then" : "");
}

const verb_t log_verb = {
	.word = "log",
	.question = true,
	.form = NAME_LOG,
	.plan = _plan_log,
	.read = _read_events,
};

const verb_t past_verb = {
	.word = "log",
	.question = true,
	.form = NAME_PAST,
	.plan = _plan_past,
	.read = _read_events,
};
