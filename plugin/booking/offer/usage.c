/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/offer/past.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/offer/usage.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/view/use.h"
#include "plugin/memory/memory.h"

/* --- the question --------------------------------------------------------- */

/* RET "": all of an account and a user together; "*": each; or a name */
static const char *_asked_name(const ask_t *a)
{
	const char *typed = a->request->name;
	size_t len = strlen(USAGE_OF);

	return strncasecmp(typed, USAGE_OF, len) ? "" : typed + len;
}

static bool _asks_each(const ask_t *a)
{
	return _asked_name(a)[0];
}

static time_t _this_month(time_t now)
{
	struct tm tm;

	if (!localtime_r(&now, &tm))
		return 0;
	tm.tm_mday = 1;
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	return mktime(&tm);
}

/* OUT since, until - of the starts that are asked for */
static void _read_span(const ask_t *a, time_t *since, time_t *until)
{
	const request_t *r = a->request;
	bool now = !a->program && r->has_start &&
		   (r->start > a->now - PAST_NOW) &&
		   (r->start < a->now + PAST_NOW);

	*since = now ? _this_month(a->now) : r->has_start ? r->start : 0;
	*until = r->has_end ? r->end :
		 (r->has_minutes && r->has_start && !now) ?
			 *since + ((time_t) r->minutes * 60) : INT64_MAX;
}

/* A use_fn */
static void _add_live(view_resv_t *v, const booking_use_t *use, void *arg)
{
	ledger_past_add_live(arg, v->booking, use);
}

static int _plan_usage(office_t *office, ask_t *a)
{
	bool known, one = _asks_each(a) && strcmp(_asked_name(a), USAGE_EACH);
	char *accounts = office->host->users->accounts(office, a->uid, true,
						       &known);
	ledger_used_ask_t ask = {
		.name = one ? _asked_name(a) : NULL, .accounts = accounts,
		.all = office->host->users->is_operator(office, a->uid),
		.owner = a->uid,
	};

	_read_span(a, &ask.since, &ask.until);
	if (one && !a->request->has_end)
		ask.since = 0;
	a->past = ledger_past_of_use(&ask);
	free(accounts);
	use_each(office, a->now, _add_live, a->past);
	if (!a->program && !_asks_each(a))
		query_mention_reservation(office, USAGE_NAME, a);
	return 0;
}

/* --- the answer ----------------------------------------------------------- */

/* A line of the answer: of a booking, or of all of an account and a user. */
typedef struct {
	const ledger_used_t *of;	/* the (first) booking */
	uint32_t cnt;
	uint64_t moves;
	int64_t asked, held, used, back;
} usage_t;

static usage_t _usage_of(const ledger_used_t *of)
{
	const booking_use_t *use = &of->use;

	return (usage_t) {
		.of = of, .cnt = 1, .moves = of->moves, .asked = use->asked,
		.held = use->held, .used = MIN(use->used, use->held),
		.back = of->closed ? MAX(use->asked - use->held, 0) : 0,
	};
}

static int _by_holder(const void *x, const void *y)
{
	const ledger_used_t *a = ((const usage_t *) x)->of,
			    *b = ((const usage_t *) y)->of;
	int diff = strcmp(a->accounts ? a->accounts : "",
			  b->accounts ? b->accounts : "");

	return diff ? diff : (a->creator > b->creator) -
			     (a->creator < b->creator);
}

static int _by_start(const void *x, const void *y)
{
	const ledger_used_t *a = ((const usage_t *) x)->of,
			    *b = ((const usage_t *) y)->of;

	return (a->start > b->start) - (a->start < b->start);
}

static void _add_to(usage_t *sum, const usage_t *one)
{
	sum->cnt += one->cnt;
	sum->moves += one->moves;
	sum->asked += one->asked;
	sum->held += one->held;
	sum->used += one->used;
	sum->back += one->back;
}

/* RET the number of lines that are left, one for each account and user */
static size_t _sum_up(usage_t *lines, size_t cnt)
{
	size_t kept = 0;

	for (size_t i = 0; i < cnt; i++) {
		if (kept && !_by_holder(&lines[kept - 1], &lines[i]))
			_add_to(&lines[kept - 1], &lines[i]);
		else
			lines[kept++] = lines[i];
	}
	return kept;
}

static void _add_line(char **text, const usage_t *u, bool each)
{
	const ledger_used_t *of = u->of;

	text_add(text, "%s" ANSWER_USAGE "=%d", *text ? "\n" : "",
		 ANSWER_VERSION);
	if (each) {
		text_add_value(text, "name", of->name);
		text_add(text, " start=%lld end=%lld", (long long) of->start,
			 (long long) of->end);
		text_add_number(text, "closed", of->closed);
		text_add_value(text, "users", of->users);
	}
	text_add_value(text, "account", of->accounts);
	if (of->creator != VIEW_NOBODY)
		text_add(text, " uid=%"PRIu32, of->creator);
	text_add(text, " bookings=%"PRIu32" asked=%"PRId64" held=%"PRId64
		 " used=%"PRId64" back=%"PRId64" moves=%"PRIu64, u->cnt,
		 u->asked, u->held, u->used, u->back, u->moves);
}

static void _add_row(char **text, const usage_t *u, bool each)
{
	const ledger_used_t *of = u->of;
	char start[TEXT_TIME] = "", by[16] = "-";

	if (of->creator != VIEW_NOBODY)
		snprintf(by, sizeof(by), "%"PRIu32, of->creator);
	if (each)
		text_add(text, "\n%-12s %-19s", of->name,
			 text_time(of->start, start));
	else
		text_add(text, "\n%8"PRIu32, u->cnt);
	text_add(text, " %-12s %7s %10.2f %10.2f %10.2f %10.2f %6"PRIu64,
		 of->accounts ? of->accounts : "-", by,
		 (double) u->asked / 3600, (double) u->held / 3600,
		 (double) u->used / 3600, (double) u->back / 3600, u->moves);
}

static void _add_head(char **text, size_t cnt, bool each)
{
	text_add(text, "none, this is the CPU time of %zu %s, in hours\n",
		 cnt, each ? "bookings" : "accounts and users");
	if (each)
		text_add(text, "%-12s %-19s", "NAME", "START");
	else
		text_add(text, "%8s", "BOOKINGS");
	text_add(text, " %-12s %7s %10s %10s %10s %10s %6s", "ACCOUNT", "UID",
		 "ASKED", "HELD", "USED", "GIVEN-BACK", "MOVES");
}

static int _tell_usage(ask_t *a, usage_t *lines, size_t cnt)
{
	bool each = _asks_each(a);
	size_t most = !each ? SIZE_MAX : a->program ? USAGE_MOST_LINES :
						      USAGE_MOST;
	char *text = NULL;

	if (cnt)
		qsort(lines, cnt, sizeof(*lines),
		      each ? _by_start : _by_holder);
	if (!each)
		cnt = _sum_up(lines, cnt);
	if (!a->program && cnt)
		_add_head(&text, MIN(cnt, most), each);
	else if (!a->program)
		text = text_dup("none, and no bookings are known of that time");
	for (size_t i = (cnt > most) ? cnt - most : 0; i < cnt; i++)
		if (a->program)
			_add_line(&text, &lines[i], each);
		else
			_add_row(&text, &lines[i], each);
	if (a->text)	/* of the name */
		text_add(&text, "%s", a->text);
	free(a->text);
	a->text = text;
	return 0;
}

/* A booking that the user can't see is answered as a name that never was. */
static int _read_usage(office_t *office, ask_t *a)
{
	const ledger_used_t *used;
	size_t cnt = ledger_past_used(a->past, &used);
	usage_t *lines;
	char shown[TEXT_SHOWN];

	(void) office;
	if (!cnt && _asks_each(a) && strcmp(_asked_name(a), USAGE_EACH))
		return text_refuse(&a->text, REFUSED_NO_SUCH,
				   "nothing is known of a booking %s",
				   text_printable(_asked_name(a), shown));
	lines = memory_new(cnt + 1, sizeof(*lines));
	for (size_t i = 0; i < cnt; i++)
		lines[i] = _usage_of(&used[i]);
	(void) _tell_usage(a, lines, cnt);
	free(lines);
	return 0;
}

const verb_t usage_verb = {
	.word = "log",
	.question = true,
	.form = NAME_USAGE,
	.plan = _plan_usage,
	.read = _read_usage,
};
