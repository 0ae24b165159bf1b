/* SPDX-License-Identifier: GPL-2.0-or-later */
/* requests.c - see requests.h: make, serve and answer */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "test/sim/asked.h"
#include "test/sim/good_nodes.h"
#include "test/sim/host.h"
#include "test/sim/looks.h"
#include "test/sim/requests.h"
#include "test/sim/turns.h"

#define WAITING_MAX 4

static asked_t *waiting[WAITING_MAX];
static int waiting_cnt;

int requests_waiting(void)
{
	return waiting_cnt;
}

static void _count(const asked_t *a, int rc)
{
	stats_t *stats = &world->stats;

	if ((a->kind == ASKED_QUERY) || (a->kind == ASKED_CONSENT))
		stats->queries++;
	else if (rc && (rc != REFUSED_BUSY) && (rc != REFUSED_LICENSES))
		stats->invalid++;
	else if (rc)
		stats->refused++;
	else if (a->kind == ASKED_REMOVE)
		stats->deleted++;
	else if (a->kind == ASKED_ACCEPT)
		stats->accepted++;
	else
		stats->admitted++;
}

static int _resolve_all(asked_t *a)
{
	int rc = serve_name(office, &a->ask);

	if (!rc)
		rc = host_look_up(&a->request);
	if (rc || (a->kind != ASKED_ACCEPT))
		return rc;
	a->ask.known.users = serve_users(office, &a->ask);
	return host_look_up(&a->ask.known);
}

/* The request that is being decided, and what was asked for. */
typedef struct {
	asked_t *a;
	request_t request;
	asked_t before;		/* the expectations before asked_note() */
	time_t now;		/* ... at that time */
	bool noted;
} served_t;

static served_t *deciding;

void requests_note(void)
{
	served_t *s = deciding;

	if (!s || s->noted)
		return;
	memcpy(s->a->resv, s->before.resv, sizeof(s->a->resv));
	s->a->terms = s->before.terms;
	if ((s->a->kind == ASKED_CREATE) && !s->request.has_start) {
		s->a->terms.t_esr += world->now - s->now;
		s->a->terms.t_lsr += world->now - s->now;
	}
	s->a->is_change = s->before.is_change;
	asked_note(s->a);
	s->noted = true;
}

void requests_unnote(void)
{
	served_t *s = deciding;

	if (!s || !s->noted)
		return;
	s->a->rc = ESTALE;
	asked_served(s->a);
	s->a->rc = 0;
	s->noted = false;
}

/* The handlers of plugin/rpc/reservation.c. */
static void _decide(void *arg)
{
	served_t *s = arg;
	asked_t *a = s->a;
	const verb_t *verb = a->ask.verb;

	request_free(&a->request);
	ask_free(&a->ask);
	a->ask = (ask_t) { .verb = verb, .request = &a->request,
			   .uid = a->uid, .now = world->now };
	a->request = request_copy(&s->request);
	if (world->weather.turns && !plugin_sync())
		world_fail("the view can't be synced");
	turns_begin(office);
	a->ask.now = world->now;
	a->rc = serve(office, &a->ask);
}

static void _serve_in_turns(served_t *s)
{
	served_t *before = deciding;

	s->request = request_copy(&s->a->request);
	deciding = s;
	turns_play(_decide, s);
	deciding = before;
	request_free(&s->request);
}

static void _serve(served_t *s)
{
	asked_t *a = s->a;

	if ((a->rc = _resolve_all(a)))
		return;
	office->may_delete = serve_deletes(office, a->ask.verb);
	a->ask.now = world->now;
	if (a->ask.verb->turns)
		_serve_in_turns(s);
	else
		a->rc = serve(office, &a->ask);
	office->may_delete = false;
}

static void _tell(const asked_t *a)
{
	const char *verbs[] = { "create", "query", "update", "delete",
				"accept", "consent" };
	const char *text = a->ask.text;

	world_tell("uid %u %s %s: %d %.*s", a->uid, verbs[a->kind], a->name,
		   a->rc, text ? (int) strcspn(text, "\n") : 0,
		   text ? text : "");
}

static void _free(asked_t *a)
{
	ask_free(&a->ask);
	request_free(&a->request);
	free(a);
}

void requests_answer(void)
{
	asked_t *a = waiting[0];
	bool undone;

	if (!waiting_cnt)
		return;
	memmove(&waiting[0], &waiting[1],
		(size_t) --waiting_cnt * sizeof(waiting[0]));
	undone = plugin_finish(&a->ask);
	world->uncommitted = waiting_cnt;
	world->stats.undone += undone;
	world_tell("    %s: %s", a->name, undone ? "undone" : "answered");
	asked_answered(a, undone);
	_free(a);
}

void requests_answer_all(void)
{
	while (waiting_cnt)
		requests_answer();
}

static const verb_t *_verb(const asked_t *a)
{
	switch (a->kind) {
	case ASKED_UPDATE:
	case ASKED_CONSENT:
		return &update_verb;
	case ASKED_REMOVE:
		return &remove_verb;
	case ASKED_ACCEPT:
		return &accept_verb;
	default:
		return serve_verb(a->request.name, false);
	}
}

void requests_serve(void)
{
	asked_t *a = calloc(1, sizeof(*a));
	served_t s = { .a = a, .noted = true, .now = world->now };

	if (!a)
		abort();
	world->stats.requests++;
	if (waiting_cnt == WAITING_MAX)
		requests_answer();
	asked_make(a);
	if (a->kind == ASKED_REMOVE)
		request_set(&a->request.name, a->name);
	a->ask = (ask_t) { .verb = _verb(a), .request = &a->request,
			   .uid = a->uid, .now = world->now };
	/* Slurm saves its list before the answer. */
	if (a->native && !world->weather.early)
		requests_answer_all();
	snprintf(world->last, sizeof(world->last), "kind %d of %s by %u",
		 a->kind, a->name, a->uid);
	good_nodes_taken();
	/* A deletion does that itself. */
	if ((a->kind != ASKED_REMOVE) && !plugin_sync())
		world_fail("the view can't be synced");
	looks_before(a);
	s.before = *a;
	asked_note(a);
	_serve(&s);
	_tell(a);
	looks_after(a);
	_count(a, a->rc);
	asked_served(a);
	if (waiting_cnt == WAITING_MAX)	/* others were served meanwhile */
		requests_answer();
	waiting[waiting_cnt++] = a;
	world->uncommitted = true;
	if (!world->weather.overlap || (a->native && !world->weather.early) ||
	    !world_one_in(3))
		requests_answer_all();
}

void requests_delete_unowned(void)
{
	promise_t *p = promises_any(false);
	request_t r = { .name = NULL };
	ask_t a = { .verb = &remove_verb, .request = &r, .now = world->now };
	bool undone;
	int rc;

	if (!p)
		return;
	/* The ledger may be let go just now: without an answer it is there, or not. */
	p->state = PROMISE_ASKED;
	snprintf(world->last, sizeof(world->last), "delete %s without a ledger",
		 p->name);
	office->may_delete = true;
	r.name = p->name;
	rc = serve(office, &a);
	office->may_delete = false;
	world_tell("uid 0 delete %s: %d", p->name, rc);
	undone = plugin_finish(&a);
	p->life = world->lives;
	if (undone)
		p->state = PROMISE_BROKEN_OFF;
	else if (rc == 0)
		promises_drop(p);
	else
		p->state = PROMISE_KEPT;
	ask_free(&a);
}
