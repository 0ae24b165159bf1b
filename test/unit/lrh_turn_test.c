/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_turn_test.c - plans in turns: where nothing changes between two turns, a
 * plan is the same as in one turn, and others find the machine as if there were
 * no plan; where something changes, all that the plan knew may be gone (the
 * sanitizers see each touch).
 *
 *	VERBOSE=1 test/unit/lrh_turn_test
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "test/unit/lrh_plan_world.h"

#define WORLDS 60
#define STEPS 30
#define SELDOM 8	/* turns of a plan for each ASK or RUN: these take long */
#define JOB (UINT64_C(1) << 40)	/* id of the first job */

/* What others do when a turn of the plan is over. */
enum deed {
	NOTHING,
	ASK,		/* make a plan of their own, and drop it */
	RUN,		/* start and end jobs that end before what it has read */
	PUT,		/* change a booking, without telling the host */
	DESTROY,	/* the view is built anew */
};

struct turns {
	struct plan_world *w;
	rng_t *r;
	enum deed deed;
	uint32_t left;		/* turns until the deed */
	uint32_t length;	/* steps of a turn */
	uint32_t cnt;		/* turns so far */
	uint32_t jobs;		/* that were started */
	bool done;
};

struct question {
	lrh_request_t rq;
	bool room;
	time_t t_s;
	time_t t_e;
};

static void _ask_other(const struct turns *t)
{
	uint64_t sum = plan_world_sum(t->w);
	lrh_options_t options = t->w->options;
	lrh_request_t rq;
	lrh_plan_t plan;

	plan_world_check(t->w);
	options.turn = NULL;
	options.turn_at = 0;
	rq = plan_world_request(t->w, t->r);
	ck_assert_int_eq(lrh_plan(t->w->l, &rq, &options, &plan), 0);
	lrh_plan_free(&plan);
	garq_set_destroy((garq_set_t *) rq.eligible);
	ck_assert_uint_eq(plan_world_sum(t->w), sum);
}

/* Put a booking again, as it is: what its pointer showed is freed. */
static void _put(const struct turns *t)
{
	const struct lrh_booking *b = plan_world_any(t->w, t->r);
	lrh_request_t rq = {
		.id = b->id, .num_cn = b->num_cn, .t_esr = b->t_esr,
		.t_lsr = b->t_lsr, .t_e = b->t_e, .not_before = b->not_before,
		.pinned = b->pinned, .stays = b->stays,
	};
	garq_set_t *eligible = garq_set_copy(b->class->nodes);
	garq_set_t *nodes = garq_set_copy(b->nodes);

	rq.eligible = eligible;
	ck_assert_int_eq(lrh_put(t->w->l, &rq, b->start, nodes), 0);
	garq_set_destroy(eligible);
	garq_set_destroy(nodes);
}

/* A job holds nodes that the plan has not read yet. */
static void _run_job(struct turns *t, time_t from)
{
	garq_set_t *set = plan_world_some(t->w, t->r);
	uint64_t id = JOB + t->cnt;

	if ((from > t->w->now) && garq_set_count(set)) {
		ck_assert_int_eq(garq_machine_hold(t->w->m, id, id, set,
						   t->w->now, from), 0);
		t->jobs++;
	}
	garq_set_destroy(set);
	if (rng_one_in(t->r, 3))
		(void) garq_machine_release(t->w->m, id);
}

static void _end_jobs(struct turns *t)
{
	for (uint64_t i = 0; i <= t->cnt; i++)
		(void) garq_machine_release(t->w->m, JOB + i);
}

static uint64_t _turn(void *arg, uint64_t steps, time_t from)
{
	struct turns *t = arg;

	ck_assert(!t->done);
	t->cnt++;
	if ((t->deed == ASK) && rng_one_in(t->r, SELDOM))
		_ask_other(t);
	else if ((t->deed == RUN) && rng_one_in(t->r, SELDOM))
		_run_job(t, from);
	else if (((t->deed == PUT) || (t->deed == DESTROY)) && !t->left--)
		t->done = true;
	if (t->done && (t->deed == DESTROY)) {
		plan_world_free(t->w);
		return 0;
	}
	if (t->done && t->w->l->cnt)
		_put(t);
	else
		t->done = false;
	return steps + t->length;
}

static int _plan(struct plan_world *w, const struct question *q,
		 lrh_plan_t *ret_plan)
{
	return q->room ?
	       lrh_plan_room(w->l, q->t_s, q->t_e, &w->options, ret_plan) :
	       lrh_plan(w->l, &q->rq, &w->options, ret_plan);
}

/* A new request, a booking that is placed again, or room. */
static struct question _question(struct plan_world *w, rng_t *r)
{
	struct question q = { .room = rng_one_in(r, 5) };
	const struct lrh_booking *b = plan_world_any(w, r);

	q.rq = plan_world_request(w, r);
	if (b && rng_one_in(r, 3) && (b->start > w->now))
		q.rq.id = b->id;
	q.t_s = w->now + rng_between(r, 0, 20);
	q.t_e = q.t_s + rng_between(r, 1, 40);
	return q;
}

static void _turns(struct plan_world *w, rng_t *r, enum deed deed,
		   struct turns *t)
{
	*t = (struct turns) {
		.w = w, .r = r, .deed = deed,
		.left = (uint32_t) rng_below(r, 20),
		.length = (uint32_t) rng_between(r, 1, 60),
	};
	w->options.turn = _turn;
	w->options.turn_arg = t;
	w->options.turn_at = t->length;
}

/* RET false: the world is gone */
static bool _step(struct plan_world *w, rng_t *r, enum deed deed,
		  uint32_t *ret_turns, uint32_t *ret_stale, uint32_t *ret_jobs)
{
	struct question q = _question(w, r);
	lrh_plan_t one, plan = { .cnt = 0 };
	struct turns t;
	int rc;

	w->options.turn = NULL;
	w->options.turn_at = 0;
	ck_assert_int_eq(_plan(w, &q, &one), 0);
	_turns(w, r, deed, &t);
	errno = 0;
	rc = _plan(w, &q, &plan);
	*ret_turns += t.cnt;
	*ret_stale += (rc != 0);
	if (rc)
		ck_assert_int_eq(errno, ESTALE);
	/* another plan may split a pool, which ends this one, too */
	if (deed != ASK)
		ck_assert_int_eq(rc, t.done ? -1 : 0);
	/* asked about finer pools, a plan may choose other nodes */
	if (!rc && (deed != ASK) && (deed != RUN))
		plan_world_same(&one, &plan);
	if (deed == RUN) {	/* with these jobs, in one turn */
		lrh_plan_free(&one);
		w->options.turn = NULL;
		w->options.turn_at = 0;
		ck_assert_int_eq(_plan(w, &q, &one), 0);
		plan_world_same(&one, &plan);
		*ret_jobs += t.jobs;
		_end_jobs(&t);
	}
	garq_set_destroy((garq_set_t *) q.rq.eligible);
	lrh_plan_free(&plan);
	lrh_plan_free(&one);
	return !t.done || (deed != DESTROY);
}

/* A life of bookings, and after each step a question in turns. */
static void _live(rng_t *r, enum deed deed, uint32_t *turns, uint32_t *stale,
		  uint32_t *jobs)
{
	struct plan_world w;
	bool there = true;

	plan_world_init(&w, r, rng_one_in(r, 2));
	w.options.policy = rng_one_in(r, 4) ? LRH_PAPER : LRH_ALL;
	for (int i = 0; there && (i < STEPS); i++) {
		lrh_request_t rq = plan_world_request(&w, r);
		lrh_plan_t plan;

		w.options.turn = NULL;
		w.options.turn_at = 0;
		ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
		if (plan.fits && (w.l->cnt < PLAN_BOOKINGS))
			ck_assert_int_eq(lrh_apply(w.l, w.m, &rq, &plan), 0);
		lrh_plan_free(&plan);
		garq_set_destroy((garq_set_t *) rq.eligible);
		if (rng_one_in(r, 5))
			plan_world_hold(&w, r);
		there = _step(&w, r, deed, turns, stale, jobs);
		if (there)
			plan_world_check(&w);
	}
	if (there)
		plan_world_free(&w);
}

static void _worlds(enum deed deed)
{
	uint32_t turns = 0, stale = 0, jobs = 0;
	rng_t r = { test_seed() };

	for (int i = 0; i < test_some(WORLDS); i++)
		_live(&r, deed, &turns, &stale, &jobs);
	if (getenv("VERBOSE"))
		printf("%u turns, %u stale, %u jobs\n", turns, stale, jobs);
	ck_assert_uint_gt(turns, 100);
	ck_assert(((deed != NOTHING) && (deed != RUN)) || !stale);
	ck_assert(((deed != PUT) && (deed != DESTROY)) || stale);
	ck_assert((deed != RUN) || (jobs > 100));
	ck_assert_uint_lt(stale, turns);
}

START_TEST(a_plan_in_turns_is_that_in_one)
{
	_worlds(NOTHING);
}
END_TEST

START_TEST(between_turns_others_plan_as_if_there_were_no_plan)
{
	_worlds(ASK);
}
END_TEST

START_TEST(jobs_before_what_was_read_do_not_matter)
{
	_worlds(RUN);
}
END_TEST

START_TEST(a_changed_booking_ends_the_plan)
{
	_worlds(PUT);
}
END_TEST

START_TEST(the_plan_touches_nothing_that_is_gone)
{
	_worlds(DESTROY);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_turn");
	TCase *c = test_case(s, "random", 300);

	tcase_add_test(c, a_plan_in_turns_is_that_in_one);
	tcase_add_test(c, between_turns_others_plan_as_if_there_were_no_plan);
	tcase_add_test(c, jobs_before_what_was_read_do_not_matter);
	tcase_add_test(c, a_changed_booking_ends_the_plan);
	tcase_add_test(c, the_plan_touches_nothing_that_is_gone);
	return test_run(s);
}
