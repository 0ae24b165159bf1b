/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/why.h"
#include "plugin/booking/offer/why_world.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_cores.h"
#include "test/sim/host.h"
#include "test/sim/whys.h"

#define HOLDS 4096	/* of nodes, in the time of a request */
#define TRIES 60	/* sets of bookings that are lifted for a question */
#define WHOLE UINT32_MAX

/* What ReservationName=why has answered before a create; NULL: nothing. */
static char *why;
static bool proven;	/* there is no room, whatever the plan finds */

/* --- is there room where all others lie? ----------------------------------- */

/* A holder has a node for these seconds, or so much of it. */
typedef struct {
	uint32_t node;
	time_t t_s, t_e;
	want_t has;
} hold_t;

static hold_t holds[HOLDS];
static size_t hold_cnt;

static void _put_hold(hold_t hold)
{
	if (hold_cnt == HOLDS)
		world_fail("more than %d holders in a question", HOLDS);
	holds[hold_cnt++] = hold;
}

/* A garq_nodes_fn */
static bool _add_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	cores_t cores;

	(void) arg;
	_put_hold((hold_t) {
		.node = node, .t_s = t_s, .t_e = t_e,
		.has = view_cores_of(office, id, node, &cores) ?
			cores_want(&cores) :
			view_cores_want(office, node, NULL),
	});
	return true;
}

/* Are enough nodes free all the time from start to end? */
static bool _is_free(const shape_t *shape, time_t start, time_t end)
{
	mask_t nodes = 0;

	GARQ_SET_EACH(node, shape->eligible)
		nodes |= NODE(node);
	for (size_t i = 0; i < hold_cnt; i++)
		if ((holds[i].t_s < end) && (holds[i].t_e > start))
			nodes &= ~NODE(holds[i].node);
	return (uint32_t) __builtin_popcountll(nodes) >= shape->num_cn;
}

/*
 * Is there a start in the window? It is the first second, or one at which a
 * holder ends.
 */
static bool _fits_beside(const shape_t *shape)
{
	bool rigid = (shape->t_esr == shape->t_lsr);
	time_t from = MAX(shape->t_esr, world->now);
	time_t last = rigid ? from : shape->t_lsr;
	time_t length = shape->duration - (rigid ? from - shape->t_esr : 0);
	bool fits;

	hold_cnt = 0;
	garq_nodes_each(garq_machine_nodes(view_machine(office)),
			shape->eligible, from, last + length, GARQ_NO_GROUP,
			_add_hold, NULL);
	fits = _is_free(shape, from, from + length);
	for (size_t i = 0; !fits && (i < hold_cnt); i++)
		fits = (holds[i].t_e > from) && (holds[i].t_e <= last) &&
		       _is_free(shape, holds[i].t_e, holds[i].t_e + length);
	return fits;
}

/* --- is the plan sound? ----------------------------------------------------- */

/* A garq_nodes_fn: collect the holders that are not in the plan. */
static bool _add_other(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	const lrh_plan_t *plan = arg;

	for (size_t i = 0; i < plan->cnt; i++)
		if (plan->moves[i].id == id)
			return true;
	return _add_hold(NULL, id, node, t_s, t_e);
}

/* Has a node all that its holders have at a second? */
static bool _has_enough(uint32_t node, time_t at)
{
	want_t all = view_cores_want(office, node, NULL), sum = { 0 };

	for (size_t i = 0; i < hold_cnt; i++)
		if ((holds[i].node == node) && (holds[i].t_s <= at) &&
		    (at < holds[i].t_e)) {
			sum.cores += holds[i].has.cores;
			sum.gpus += holds[i].has.gpus;
		}
	return (sum.cores <= all.cores) && (sum.gpus <= all.gpus);
}

/* Others leave what is taken of a node; from then on this one has it. */
static void _put_on(hold_t hold)
{
	uint32_t node = hold.node;
	bool enough;

	_put_hold(hold);
	enough = _has_enough(node, hold.t_s);
	for (size_t i = 0; enough && (i < hold_cnt); i++)
		enough = (holds[i].node != node) ||
			 (holds[i].t_s <= hold.t_s) ||
			 (holds[i].t_s >= hold.t_e) ||
			 _has_enough(node, holds[i].t_s);
	if (!enough)
		world_fail("a plan without some bookings gives away more than node %u has: %s",
			   node, why);
}

/*
 * How much of a node one has by its cores; none: all of it. One that moves may
 * have other nodes than its cores say: then it has the least of them.
 */
static want_t _want_of(const units_t *units, uint32_t node)
{
	const cores_t *cores = units_on(units, node);
	want_t least;

	if (!units->cnt)
		return view_cores_want(office, node, NULL);
	if (cores)
		return cores_want(cores);
	least = cores_want(&units->list[0].cores);
	for (uint32_t i = 1; i < units->cnt; i++) {
		want_t want = cores_want(&units->list[i].cores);

		least.cores = MIN(least.cores, want.cores);
		least.gpus = MIN(least.gpus, want.gpus);
	}
	return least;
}

static void _put_place(const garq_set_t *nodes, const units_t *units,
		       time_t t_s, time_t t_e)
{
	GARQ_SET_EACH(node, nodes)
		_put_on((hold_t) { .node = node, .t_s = t_s, .t_e = t_e,
				   .has = _want_of(units, node) });
}

static void _put_moved(const lrh_move_t *m)
{
	const view_resv_t *v = view_find_id(office, m->id);
	time_t end = m->end ? m->end : m->start + v->end - v->start;

	if (!v->booking || (m->start < v->booking->t_esr) ||
	    ((m->start != v->start) && (m->start > v->booking->t_lsr)))
		world_fail("a plan without some bookings moves %s out of its window: %s",
			   v->name, why);
	_put_place(m->nodes ? m->nodes : v->nodes, &v->attrs.units, m->start,
		   end);
}

/* Of no node more is given away than it has. */
static void _check_placement(const shape_t *shape, placement_t *p)
{
	garq_set_t *all = fake_need(garq_set_copy(p->nodes));

	for (uint32_t i = 0; i < view_size(office); i++)
		garq_set_add(all, i);
	hold_cnt = 0;
	garq_nodes_each(garq_machine_nodes(view_machine(office)), all,
			world->now, GARQ_FOREVER, GARQ_NO_GROUP, _add_other,
			&p->plan);
	garq_set_destroy(all);
	for (size_t i = 0; i < p->plan.cnt; i++)
		_put_moved(&p->plan.moves[i]);
	if (garq_set_count(p->nodes) != shape->num_cn)
		world_fail("a plan has not the nodes of the request: %s", why);
	_put_place(p->nodes, &p->units, p->start, p->start + shape->duration);
}

static bool _is_admitted(const shape_t *shape)
{
	refusal_t refusal = { .rc = 0 };
	placement_t placement;

	if (!admit(office, shape, GARQ_NO_GROUP, NULL, NULL, world->now,
		   &placement, &refusal)) {
		if (!shape->pinned)
			_check_placement(shape, &placement);
		placement_free(&placement);
		return true;
	}
	if (refusal.rc)
		refusal_free(&refusal);
	return false;
}

/* --- sets of bookings ------------------------------------------------------- */

/* A question: its shape, and the holders that it meets. */
typedef struct {
	const shape_t *shape;
	const why_world_t *w;	/* and those that share their nodes */
	uint32_t holders;
	uint64_t *id;		/* by holder; owned */
	bool *out;		/* by holder: it is lifted; owned */
	uint32_t tries;		/* that are left */
} question_t;

static bool _without(question_t *q, bool (*fits)(const shape_t *shape))
{
	view_lift_t lift = { .cnt = 0 };
	bool is;

	for (uint32_t i = 0; i < q->holders; i++)
		if (q->out[i])
			view_lift(office, &lift,
				  view_find_id(office, q->id[i]));
	is = fits(q->shape);
	view_return(office, &lift);
	return is;
}

/* Does a set of cnt more bookings, from number first on, make room? */
static bool _any_set_fits(question_t *q, uint32_t first, uint32_t cnt)
{
	bool fits = false;

	if (!cnt) {
		if (q->tries)
			q->tries--;
		return q->tries && _without(q, _is_admitted);
	}
	for (uint32_t i = first; !fits && (i < q->w->world.holders); i++)
		if (q->w->may_leave[i]) {
			q->out[i] = true;
			fits = _any_set_fits(q, i + 1, cnt - 1);
			q->out[i] = false;
		}
	return fits;
}

/* --- what was answered ----------------------------------------------------- */

static bool _leaves(const view_resv_t *v)
{
	char *word, *at;
	bool is = false;

	if (!v)
		return false;
	word = text_printf("kind=reservation name=%s proof=", v->name);
	at = strstr(why, word);
	if (at)
		is = !strncmp(at + strlen(word) + 1, " leaves=1", 9);
	free(word);
	return is;
}

/* The number behind a key in the line of the proof. IN or - there is none */
static uint32_t _number(const char *key, uint32_t or)
{
	const char *line = strstr(why, ANSWER_PROOF "="), *at;
	const char *end = line ? line + strcspn(line, "\n") : NULL;

	at = line ? strstr(line, key) : NULL;
	return (at && (at < end)) ?
		       (uint32_t) strtoul(at + strlen(key), NULL, 10) : or;
}

/* The answer names also those that share nodes with a holder. */
static void _add_named(view_resv_t *v, void *arg)
{
	question_t *q = arg;
	uint32_t i = 0;

	while ((i < q->holders) && (q->id[i] != v->id))
		i++;
	if ((i == q->holders) && _leaves(v))
		q->id[q->holders++] = v->id;
}

static void _check_leaves(question_t *q, uint32_t cnt)
{
	uint32_t found = 0, holders = q->holders;

	for (uint32_t i = 0; i < holders; i++) {
		q->out[i] = _leaves(view_find_id(office, q->id[i]));
		found += q->out[i];
	}
	if (found != cnt)
		world_fail("%u bookings should leave, and %u are named: %s",
			   cnt, found, why);
	if (!_without(q, _is_admitted))
		world_fail("there is no room without these: %s", why);
	/* Who has licenses may have to leave where the nodes are free. */
	for (uint32_t i = 0; i < holders; i++) {
		if (!q->out[i] || q->shape->licenses.cnt)
			continue;
		q->out[i] = false;
		if (_without(q, _fits_beside))
			world_fail("%s could stay: %s", view_find_id(
				   office, q->id[i])->name, why);
		q->out[i] = true;
	}
	memset(q->out, 0, holders * sizeof(*q->out));
	world->stats.cuts++;
}

/* No set is smaller than the answer has proven. */
static void _check_least(question_t *q)
{
	uint32_t least = _number(" hopeless=", 0) ? WHOLE :
			 _number(" least=", 0);

	for (uint32_t cnt = 1; (least != WHOLE) && (cnt < least) && q->tries;
	     cnt++)
		if (_any_set_fits(q, 0, cnt))
			world_fail("%u bookings are enough: %s", cnt, why);
	if (least != WHOLE)
		return;
	memcpy(q->out, q->w->may_leave,
	       q->w->world.holders * sizeof(*q->out));
	if (_without(q, _is_admitted))
		world_fail("there is room without all bookings: %s", why);
}

static void _check_cut(const shape_t *shape, const why_world_t *w)
{
	question_t q = {
		.shape = shape, .w = w, .tries = TRIES,
		.holders = w->world.holders,
	};
	size_t most = (size_t) q.holders + view_count(office) + 1;

	q.out = fake_need(calloc(most, sizeof(*q.out)));
	q.id = fake_need(calloc(most, sizeof(*q.id)));
	memcpy(q.id, w->id, q.holders * sizeof(*q.id));
	view_each(office, _add_named, &q);
	if (_number(" room=", 0) && !shape->pinned)
		_check_leaves(&q, _number(" cnt=", 0));
	_check_least(&q);
	free(q.out);
	free(q.id);
}

/* --- asking ----------------------------------------------------------------- */

/*
 * Is there a proof, without regard to the plan of the same request? Compare the
 * bookings of the answer.
 */
static bool _look_at_proof(ask_t *ask)
{
	const shape_t *shape = &ask->shape;
	lrh_proof_t proof = { .proven = false };
	why_world_t w;
	bool is;

	if (!shape->eligible || shape_is_tried(shape) || shape->each ||
	    !shape->num_cn)
		return false;
	holds_lift(office, ask);	/* as a create lets them go */
	if (why_world(office, shape, world->now, &w)) {
		w.world.steps = WHY_STEPS;
		if (lrh_prove(&w.world, &proof))
			abort();
		if (strstr(why, ANSWER_PROOF "="))
			_check_cut(shape, &w);
		why_world_free(&w);
	}
	holds_return(office, ask);
	is = proof.proven;
	lrh_proof_free(&proof);
	return is;
}

void whys_ask(const asked_t *a)
{
	request_t r = request_copy(&a->request);
	ask_t ask = { .verb = &why_verb, .request = &r, .uid = a->uid,
		      .now = world->now, .program = true };

	request_set(&r.name, WHY_NAME);
	if (!host_look_up(&r) && !serve(office, &ask)) {
		why = text_dup(ask.text);
		proven = _look_at_proof(&ask);
	}
	(void) plugin_finish(&ask);
	ask_free(&ask);
	request_free(&r);
}

/* What is proven must not happen, and where there is room it must. */
void whys_check(const asked_t *a)
{
	bool told_so = why && strstr(why, "\nproven: whoever moves");

	if (!why)
		return;
	if ((proven && !a->rc) || (told_so && !proven) ||
	    (strstr(why, "there is room for it") && (a->rc == REFUSED_BUSY)))
		world_fail("%s: the answer why was %s; and the request %d, %s",
			   a->name, why, a->rc,
			   a->ask.text ? a->ask.text : "");
	world->stats.whys++;
	world->stats.proofs += proven;
	free_null(why);
}
