/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/start/begin.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/turns.h"
#include "test/unit/standing_fixture.h"

ledger_t *l;
time_t clock_at;
options_t options;
char answer[4096];
char events[1024];

/* --- the controller ------------------------------------------------------- */

static bool notify(office_t *of, const notify_t *n)
{
	size_t len = strlen(events);

	(void) of;
	if (!strncmp(n->event, "standby", 7))
		snprintf(events + len, sizeof(events) - len, "%s %s;",
			 n->event, n->reservation);
	return true;
}

void pass_time(time_t to)
{
	clock_at = test_clock.at = to;
}

static void begin(void)
{
	test_office_begin(NODES, &options, office_states);
	fake.now = &clock_at;
	fake.locks.notify = notify;
	ck_assert_msg(begin_with(office, l, clock_at), "%s",
		      office->ledger_error);
}

void setup(void)
{
	ledger_setup();
	pass_time(NOW);
	options = options_default();
	options.users = true;
	options.user_bookings = options.offers = 0;
	events[0] = '\0';
	l = opened();
	begin();
}

void teardown(void)
{
	office->ledger = NULL;
	test_office_end();
	ledger_close(l);
	ledger_teardown();
}

/* The controller is killed, without its state, and starts again. */
void restart(void)
{
	office->ledger = NULL;
	test_office_end();
	l = reopened(l);
	begin();
}

/* --- requests ------------------------------------------------------------- */

void note_answer(const char *text)
{
	snprintf(answer, sizeof(answer), "%s", text ? text : "");
}

/* served_make_durable() of the handlers. */
static void finish(ask_t *a)
{
	if (a->stand_op) {
		commit(l, a->stand_op);
		standby_settle(office, a, NULL);
	}
	if (a->op)
		commit(l, a->op);
	if (!a->rc)
		shift_settle(&a->shifted);
	note_answer(a->text);
}

int serve_as(const verb_t *verb, request_t *request, uint32_t uid)
{
	ask_t a = {
		.verb = verb, .request = request, .uid = uid, .now = clock_at,
	};
	int rc;

	office->may_delete = true;
	catch_up(office, clock_at);
	rc = serve(office, &a);
	finish(&a);
	office->may_delete = false;
	ask_free(&a);
	return rc;
}

int create(const wanted_t *w)
{
	request_t r = {
		.has_start = true, .start = w->start, .has_minutes = true,
		.minutes = w->minutes, .has_delay = w->delay, .delay = w->delay,
	};
	int rc;

	request_set(&r.name, w->name);
	if (!w->uid)
		request_set(&r.users, "u9");
	request_set_nodes(&r, w->nodes);
	rc = serve_as(serve_verb(w->name, false), &r, w->uid);
	request_free(&r);
	return rc;
}

/* A rigid request for an hour. */
int ask_hour(const char *name, uint32_t uid, uint32_t nodes)
{
	wanted_t w = { name, uid, nodes, 60, AT, 0 };

	return create(&w);
}

int named(const verb_t *verb, const char *name, uint32_t uid)
{
	request_t r = { .name = NULL };
	int rc;

	request_set(&r.name, name);
	rc = serve_as(verb, &r, uid);
	request_free(&r);
	return rc;
}

int del(const char *name, uint32_t uid)
{
	return named(&remove_verb, name, uid);
}

void said(const char *part)
{
	ck_assert_msg(strstr(answer, part) != NULL, "\"%s\" is not in \"%s\"",
		      part, answer);
}

/* --- the agent ------------------------------------------------------------ */

void see_due(void *arg)
{
	turns_begin(office);
	(void) standby_look(office, arg, clock_at);
}

/* A turn of plugin/agent.c. RET true if it goes on */
bool agent_turn(void)
{
	standby_due_t due[STANDBY_TRIES];
	uint32_t cnt;

	office->may_delete = true;
	catch_up(office, clock_at);
	(void) standby_use_room(office, clock_at);
	offers_expire(office, clock_at);
	holds_release_deferred(office);
	standby_expire(office, clock_at);
	cnt = standby_due(office, clock_at, due);
	for (uint32_t i = 0; i < cnt; i++) {
		turns_serve(office, 1000000, 1000000, false, see_due, &due[i]);
		standby_due_free(&due[i]);
	}
	office->may_delete = false;
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	return standing_goes_on(office, clock_at);
}

void agent(void)
{
	while (agent_turn())
		;
	(void) agent_turn();	/* room of the last turn */
}

/* --- facts ---------------------------------------------------------------- */

bool is_booked(const char *name)
{
	const view_resv_t *v = view_find(office, name);

	return v && v->booking;
}

static void count_row(void *arg, const ledger_standing_t *s)
{
	int *cnt = arg;

	(*cnt)++;
	ledger_request_destroy(s->request);
}

/* The rows of requests that stand by on the disk. */
int rows(void)
{
	int cnt = 0;

	ck_assert(ledger_each_standing(l, count_row, &cnt, why, sizeof(why)));
	return cnt;
}

void live(const char *name, bool is)
{
	found_t found = found_all(l);
	bool has = false;

	for (int i = 0; i < found.cnt; i++)
		has |= !strcmp(found.list[i]->name, name);
	found_free(&found);
	ck_assert_int_eq(has, is);
}

/* "wall" has all nodes for an hour; r stands by for them. */
void one_stands_by(const char *wish)
{
	char name[64];

	ck_assert_int_eq(ask_hour("wall", 0, NODES), 0);
	snprintf(name, sizeof(name), "%sr", wish);
	ck_assert_int_eq(ask_hour(name, U0, 4), REFUSED_BUSY);
}
