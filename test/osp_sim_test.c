/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_sim_test.c - the simulator of contrib/eval on workloads that are small
 * enough to know what must come out, and on random ones beside a model that
 * has one number for each second.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/osp_audit.h"
#include "contrib/eval/osp_sim.h"
#include "test/test_util.h"

#define DELTA 10
#define JOBS_MAX 40

struct row {
	time_t submit;
	time_t dur;
	uint32_t num_cn;
	bool ar;
};

/* One that queues, one that asks for a reservation. */
#define Q(submit, dur, num_cn) { submit, dur, num_cn, false }
#define R(submit, dur, num_cn) { submit, dur, num_cn, true }

static struct sim_job job[JOBS_MAX];
static bool ar[JOBS_MAX];
static struct sim_jobs jobs;
static struct sim_setup setup;
static struct sim_result result;

static void _setup(const struct sim_policy *policy, enum sim_order order,
		   uint32_t max_cn)
{
	jobs = (struct sim_jobs) {
		.job = job, .max_cn = max_cn, .delta = DELTA, .end = 1000,
	};
	setup = (struct sim_setup) {
		.jobs = &jobs, .ar = ar, .policy = policy, .order = order,
		.horizon = 1000,
	};
}

static void _jobs(const struct row *row, uint32_t cnt)
{
	for (uint32_t i = 0; i < cnt; i++) {
		job[i] = (struct sim_job) {
			row[i].submit, row[i].dur, row[i].num_cn
		};
		ar[i] = row[i].ar;
	}
	jobs.cnt = cnt;
}

#define run(...)							\
	do {								\
		const struct row row_[] = { __VA_ARGS__ };		\
		_jobs(row_, sizeof(row_) / sizeof(row_[0]));		\
		ck_assert_int_eq(sim_run(&setup, &result), 0);		\
	} while (0)

static time_t _start(uint32_t i)
{
	return result.fate[i].start;
}

static void _teardown(void)
{
	sim_result_free(&result);
}

/* The queue */

START_TEST(fcfs_lets_nobody_pass)
{
	_setup(&sim_rigid, SIM_FCFS, 4);
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 10, 1));
	ck_assert_int_eq(_start(0), 0);
	ck_assert_int_eq(_start(1), 100);
	ck_assert_int_eq(_start(2), 150);
	ck_assert_int_eq(result.fate[2].run_end, 160);
	ck_assert_int_eq(result.end, 160);
	ck_assert_uint_eq(result.busy, 300 + 200 + 10);
}
END_TEST

START_TEST(easy_backfills_a_short_job)
{
	_setup(&sim_rigid, SIM_EASY, 4);
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 98, 1));
	ck_assert_int_eq(_start(1), 100);
	ck_assert_int_eq(_start(2), 2);
}
END_TEST

START_TEST(easy_delays_no_head)
{
	_setup(&sim_rigid, SIM_EASY, 4);
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 99, 1));
	ck_assert_int_eq(_start(1), 100);
	ck_assert_int_eq(_start(2), 150);
}
END_TEST

/* Beside the head there is one node, for any time; the next waits. */
START_TEST(easy_backfills_a_long_job_beside_the_head)
{
	_setup(&sim_rigid, SIM_EASY, 5);
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 500, 1), Q(3, 500, 1));
	ck_assert_int_eq(_start(1), 100);
	ck_assert_int_eq(_start(2), 2);
	ck_assert_int_eq(_start(3), 150);
}
END_TEST

/* EASY looks after the head alone: job 3 delays job 2. */
START_TEST(easy_may_delay_the_second)
{
	_setup(&sim_rigid, SIM_EASY, 4);
	run(Q(0, 100, 3), Q(1, 50, 3), Q(2, 50, 4), Q(3, 300, 1));
	ck_assert_int_eq(_start(1), 100);
	ck_assert_int_eq(_start(3), 3);
	ck_assert_int_eq(_start(2), 303);
}
END_TEST

/* Reservations */

START_TEST(rigid_takes_what_was_asked_or_nothing)
{
	_setup(&sim_rigid, SIM_FCFS, 4);
	setup.bt = 100;
	setup.slt = 500;
	run(R(1, 35, 3), R(2, 50, 2), R(43, 50, 2));
	ck_assert_int_eq(result.fate[0].kind, SIM_SOLUTION);
	/* the next slot, and 100 on; four slots */
	ck_assert_int_eq(_start(0), 110);
	ck_assert_int_eq(result.fate[0].run_end, 145);
	ck_assert_int_eq(result.fate[0].hold_end, 150);
	ck_assert_int_eq(result.fate[1].kind, SIM_REFUSED);
	ck_assert_uint_eq(result.fate[1].num_cn, 0);
	ck_assert_int_eq(_start(2), 150);
	ck_assert_uint_eq(result.busy, 35 * 3 + 50 * 2);
}
END_TEST

START_TEST(first_fit_takes_the_first_within_the_limit)
{
	_setup(&sim_first_fit, SIM_FCFS, 4);
	setup.bt = 100;
	setup.slt = 40;
	run(R(1, 35, 3), R(2, 50, 2), R(3, 10, 4));
	ck_assert_int_eq(_start(1), 150);
	ck_assert_int_eq(result.fate[1].kind, SIM_SOLUTION);
	/* all is taken to 200, the last start is at 150 */
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
}
END_TEST

/* ... or it is for the queue, in its turn. */
START_TEST(refused_jobs_may_queue)
{
	_setup(&sim_rigid, SIM_FCFS, 4);
	setup.bt = 100;
	run(R(0, 50, 3), R(1, 50, 1), R(2, 50, 2), Q(3, 10, 1));
	ck_assert_int_eq(result.fate[1].kind, SIM_SOLUTION);
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
	ck_assert_uint_eq(result.fate[2].num_cn, 0);
	sim_result_free(&result);
	setup.requeue = true;
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
	ck_assert_int_eq(_start(2), 2);
	ck_assert_int_eq(result.fate[2].run_end, 52);
	ck_assert_uint_eq(result.fate[2].num_cn, 2);
	ck_assert_int_eq(_start(3), 3);
}
END_TEST

/* A job ends inside a slot: the reservation begins with the next one. */
START_TEST(first_fit_begins_with_a_slot)
{
	_setup(&sim_first_fit, SIM_FCFS, 4);
	setup.bt = 10;
	setup.slt = 60;
	run(Q(0, 33, 2), R(0, 20, 3));
	ck_assert_int_eq(_start(1), 40);
	ck_assert_int_eq(result.fate[1].hold_end, 60);
}
END_TEST

START_TEST(first_fit_may_begin_at_its_last_start)
{
	_setup(&sim_first_fit, SIM_FCFS, 4);
	setup.bt = 10;
	setup.slt = 30;
	run(Q(0, 33, 2), R(0, 20, 3), R(0, 20, 4));
	ck_assert_int_eq(_start(1), 40);
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
}
END_TEST

START_TEST(jobs_do_not_meet_reservations)
{
	_setup(&sim_rigid, SIM_EASY, 4);
	setup.bt = 100;
	run(R(0, 45, 3), Q(1, 120, 4), Q(2, 90, 2), Q(3, 200, 1),
	    Q(4, 96, 1), Q(5, 96, 1));
	/* the last slot is its own too, though its job has ended */
	ck_assert_int_eq(_start(0), 100);
	ck_assert_int_eq(result.fate[0].run_end, 145);
	ck_assert_int_eq(_start(1), 150);
	ck_assert_int_eq(_start(2), 2);
	ck_assert_int_eq(_start(3), 270);
	ck_assert_int_eq(_start(4), 4);
	/* ends at 101, on the node beside the reservation */
	ck_assert_int_eq(_start(5), 5);
}
END_TEST

START_TEST(fcfs_waits_for_a_reservation_too)
{
	_setup(&sim_rigid, SIM_FCFS, 4);
	setup.bt = 100;
	run(R(0, 50, 3), Q(1, 120, 2), Q(2, 20, 1));
	ck_assert_int_eq(_start(1), 150);
	ck_assert_int_eq(_start(2), 150);
}
END_TEST

/* A job in the queue is promised nothing: who reserves may pass its head. */
START_TEST(a_reservation_may_delay_the_head)
{
	_setup(&sim_rigid, SIM_EASY, 4);
	setup.bt = 100;
	run(Q(0, 100, 4), Q(1, 50, 4), R(2, 40, 1));
	ck_assert_int_eq(_start(2), 110);
	ck_assert_int_eq(_start(1), 150);
}
END_TEST

/* ... and then one behind the head has the time until that. */
START_TEST(a_head_that_is_delayed_leaves_room)
{
	_setup(&sim_rigid, SIM_EASY, 4);
	setup.bt = 90;
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 137, 1), R(3, 40, 3));
	ck_assert_int_eq(_start(3), 100);
	ck_assert_int_eq(_start(2), 3);
	ck_assert_int_eq(_start(1), 140);
}
END_TEST

/* What runs is in the way of a reservation, what queues is not. */
START_TEST(reservations_see_what_runs)
{
	_setup(&sim_rigid, SIM_EASY, 4);
	setup.bt = 10;
	run(Q(0, 30, 3), Q(1, 500, 3), R(5, 10, 2), R(11, 10, 2));
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
	ck_assert_int_eq(_start(3), 30);
	ck_assert_int_eq(_start(1), 40);
}
END_TEST

/* Nobody does what he may not */

START_TEST(more_than_there_are_is_noticed)
{
	struct sim_audit a;

	ck_assert_int_eq(sim_audit_init(&a, 4), 0);
	ck_assert_int_eq(sim_audit_hold(&a, 0, 0, 10, 3), 0);
	ck_assert_int_eq(sim_audit_hold(&a, 0, 10, 20, 4), 0);
	ck_assert_int_eq(sim_audit_hold(&a, 0, 5, 10, 1), 0);
	ck_assert_int_eq(sim_audit_hold(&a, 12, 20, 30, 4), 0);
	assert_error(sim_audit_hold(&a, 12, 15, 16, 1), EPROTO);
	sim_audit_free(&a);
}
END_TEST

START_TEST(a_node_has_one_job)
{
	struct sim_audit a;

	ck_assert_int_eq(sim_audit_init(&a, 4), 0);
	ck_assert_int_eq(sim_audit_occupy(&a, 7, 3), 0);
	assert_error(sim_audit_occupy(&a, 8, 2), EPROTO);
	ck_assert_int_eq(sim_audit_occupy(&a, 8, 1), 0);
	assert_error(sim_audit_release(&a, 8, 2), EPROTO);
	ck_assert_int_eq(sim_audit_release(&a, 7, 3), 0);
	sim_audit_free(&a);
}
END_TEST

static struct sim_deal lie;

static int _lie(const garq_t *g, const struct sim_ask *ask,
		struct sim_deal *ret_deal)
{
	(void) g;
	(void) ask;
	*ret_deal = lie;
	return 0;
}

static const struct sim_policy liar = { "liar", _lie };

static const struct sim_deal lies[] = {
	{ SIM_SOLUTION, 100, 120, 4 },	/* not free */
	{ SIM_SOLUTION, 200, 220, 3 },	/* fewer */
	{ SIM_SOLUTION, 200, 210, 4 },	/* shorter */
	{ SIM_SOLUTION, 250, 270, 4 },	/* after the window */
	{ SIM_ALTERNATIVE, 200, 230, 4 },	/* longer */
	{ SIM_ALTERNATIVE, 200, 220, 5 },	/* more */
	{ SIM_ALTERNATIVE, 200, 205, 4 },	/* no whole slots */
	{ SIM_ALTERNATIVE, 200, 200, 4 },	/* nothing */
	{ SIM_ALTERNATIVE, 200, 210, 0 },	/* no nodes */
};
#define LIES (int) (sizeof(lies) / sizeof(lies[0]))

START_TEST(false_deals_end_the_run)
{
	const struct row row[] = { Q(0, 110, 2), R(0, 20, 4) };

	_setup(&liar, SIM_FCFS, 4);
	setup.bt = 100;
	setup.slt = 140;
	_jobs(row, 2);
	lie = (struct sim_deal) { SIM_SOLUTION, 200, 220, 4 };
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	lie = lies[_i];
	assert_error(sim_run(&setup, &result), EPROTO);
}
END_TEST

/* The head was told 20, and somebody takes that from it behind our back. */
START_TEST(a_head_that_is_delayed_is_noticed)
{
	struct sim_queue q;
	garq_t *g = garq_create(4, DELTA, 1000, 0);

	_setup(&sim_rigid, SIM_EASY, 4);
	_jobs((struct row[]) { Q(0, 10, 4), Q(0, 10, 1), Q(0, 30, 1) }, 3);
	ck_assert_int_eq(sim_queue_init(&q, SIM_EASY, &jobs), 0);
	ck_assert_int_eq(garq_addReserv(g, 90, 0, 20, 2), 0);
	sim_queue_push(&q, 0);
	sim_queue_push(&q, 1);
	ck_assert_int_eq(sim_queue_pass(&q, g, 0), 0);
	ck_assert_uint_eq(q.started_cnt, 1);
	ck_assert_int_eq(q.promised, 20);
	sim_queue_push(&q, 2);
	ck_assert_int_eq(garq_addReserv(g, 91, 20, 30, 1), 0);
	ck_assert_int_eq(garq_advance(g, 5), 0);
	assert_error(sim_queue_pass(&q, g, 5), EPROTO);
	sim_queue_disturbed(&q);
	ck_assert_int_eq(sim_queue_pass(&q, g, 5), 0);
	ck_assert_int_eq(q.promised, 30);
	sim_queue_free(&q);
	garq_destroy(g);
}
END_TEST

/* Random workloads, second by second */

#define SECONDS 4000

struct model {
	uint32_t used[SECONDS];
	uint32_t queue[JOBS_MAX];
	uint32_t queued;
	time_t start[JOBS_MAX];
	bool refused[JOBS_MAX];
	bool end_at[SECONDS];
};

static bool _fits(const struct model *m, time_t t, time_t dur, uint32_t num_cn)
{
	for (time_t s = t; s < t + dur; s++)
		if (m->used[s] + num_cn > jobs.max_cn)
			return false;
	return true;
}

static void _use(struct model *m, time_t t, time_t dur, uint32_t change)
{
	for (time_t s = t; s < t + dur; s++)
		m->used[s] += change;
}

static void _model_begin(struct model *m, uint32_t at, time_t now)
{
	uint32_t i = m->queue[at];

	m->start[i] = now;
	_use(m, now, job[i].dur, job[i].num_cn);
	m->end_at[now + job[i].dur] = true;
	m->queued--;
	memmove(m->queue + at, m->queue + at + 1,
		(m->queued - at) * sizeof(m->queue[0]));
}

static void _model_pass(struct model *m, time_t now)
{
	const struct sim_job *head;
	time_t shadow = now;

	while (m->queued && _fits(m, now, job[m->queue[0]].dur,
				  job[m->queue[0]].num_cn))
		_model_begin(m, 0, now);
	if (!m->queued || (setup.order == SIM_FCFS))
		return;
	head = &job[m->queue[0]];
	while (!_fits(m, shadow, head->dur, head->num_cn))
		shadow++;
	_use(m, shadow, head->dur, head->num_cn);
	for (uint32_t at = 1; at < m->queued;) {
		const struct sim_job *j = &job[m->queue[at]];

		if (_fits(m, now, j->dur, j->num_cn))
			_model_begin(m, at, now);
		else
			at++;
	}
	_use(m, shadow, head->dur, -head->num_cn);
}

static void _model_ask(struct model *m, uint32_t i)
{
	struct sim_ask ask = sim_ask_of(&jobs, &job[i], setup.bt, setup.slt);
	time_t last = (setup.policy == &sim_rigid) ? ask.ti_s :
		ask.ti_s + setup.slt;

	for (time_t t = ask.ti_s; t <= last; t += DELTA) {
		if (!_fits(m, t, ask.dur, ask.num_cn))
			continue;
		m->start[i] = t;
		_use(m, t, ask.dur, ask.num_cn);
		m->end_at[t + ask.dur] = true;
		return;
	}
	m->refused[i] = true;
}

static void _model_run(struct model *m)
{
	memset(m, 0, sizeof(*m));
	for (time_t now = 0, next = 0; now < SECONDS / 2; now++) {
		if (m->end_at[now])
			_model_pass(m, now);
		for (; (next < jobs.cnt) && (job[next].submit == now); next++) {
			if (ar[next])
				_model_ask(m, (uint32_t) next);
			else
				m->queue[m->queued++] = (uint32_t) next;
			_model_pass(m, now);
		}
	}
	ck_assert_uint_eq(m->queued, 0);
}

static void _random_jobs(rng_t *rng)
{
	time_t t = 0;

	jobs.cnt = (uint32_t) rng_between(rng, 1, JOBS_MAX);
	for (uint32_t i = 0; i < jobs.cnt; i++) {
		t += rng_between(rng, 0, 12);
		job[i] = (struct sim_job) {
			t, rng_between(rng, 1, 35),
			(uint32_t) rng_between(rng, 1, jobs.max_cn)
		};
		ar[i] = rng_one_in(rng, 3);
	}
}

START_TEST(all_is_as_second_by_second)
{
	static struct model m;
	rng_t rng = { test_seed() + (uint64_t) _i };
	uint32_t refused = 0, late = 0;

	for (int round = 0; round < 300; round++) {
		_setup(rng_one_in(&rng, 2) ? &sim_rigid : &sim_first_fit,
		       rng_one_in(&rng, 2) ? SIM_FCFS : SIM_EASY,
		       (uint32_t) rng_between(&rng, 1, 9));
		setup.bt = DELTA * rng_between(&rng, 0, 8);
		setup.slt = DELTA * rng_between(&rng, 0, 8);
		_random_jobs(&rng);
		_model_run(&m);
		ck_assert_int_eq(sim_run(&setup, &result), 0);
		for (uint32_t i = 0; i < jobs.cnt; i++) {
			const struct sim_fate *f = &result.fate[i];

			ck_assert_int_eq(f->ar && (f->kind == SIM_REFUSED),
					 m.refused[i]);
			ck_assert_msg(f->start == m.start[i],
				      "round %d, job %u: %ld, not %ld", round,
				      i, (long) f->start, (long) m.start[i]);
			refused += m.refused[i];
			late += !ar[i] && (f->start > job[i].submit);
		}
		sim_result_free(&result);
	}
	ck_assert_uint_gt(refused, 0);
	ck_assert_uint_gt(late, 0);
}
END_TEST

/* The jobs */

START_TEST(section_4_1)
{
	struct eval_job log[] = {
		{ 1003, 10, 1 }, { 1003, 3000000, 65 }, { 90000, 300, 64 },
		{ 1000 + 86400, 600, 1 },
	};
	struct eval_jobs from = { .job = log, .cnt = 4 };
	struct sim_jobs made;
	struct sim_ask ask;

	ck_assert_int_eq(sim_jobs_make(&from, 64, 1, 300, 1, &made), 0);
	ck_assert_int_eq(made.begin, 900);
	ck_assert_int_eq(made.end, 900 + 86400);
	ck_assert_uint_eq(made.cnt, 2);
	ck_assert_int_eq(made.job[0].dur, 240);
	ck_assert_int_eq(made.job[1].dur, 28 * 86400);
	ck_assert_uint_eq(made.job[1].num_cn, 64);
	ck_assert_uint_eq(made.too_short, 1);
	ck_assert_uint_eq(made.too_wide, 1);
	ck_assert_uint_eq(made.too_long, 1);
	ask = sim_ask_of(&made, &made.job[0], 3600, 7200);
	ck_assert_int_eq(ask.ti_s, 1200 + 3600);
	ck_assert_int_eq(ask.dur, 300);
	ck_assert_int_eq(ask.ti_e, 1200 + 3600 + 300 + 7200);
	sim_jobs_free(&made);
	ck_assert_int_eq(sim_jobs_make(&from, 64, 8, 300, 14, &made), 0);
	ck_assert_uint_eq(made.cnt, 4);
	ck_assert_uint_eq(made.job[0].num_cn, 1);
	ck_assert_uint_eq(made.job[1].num_cn, 9);
	ck_assert_uint_eq(made.job[2].num_cn, 8);
	sim_jobs_free(&made);
}
END_TEST

START_TEST(so_many_are_chosen_and_others_by_another_seed)
{
	bool again[JOBS_MAX];
	uint32_t cnt = 0, times[JOBS_MAX] = { 0 };

	_setup(&sim_rigid, SIM_FCFS, 4);
	jobs.cnt = 35;
	ck_assert_int_eq(sim_jobs_choose(&jobs, 30, 1, ar), 11);
	ck_assert_int_eq(sim_jobs_choose(&jobs, 30, 1, again), 11);
	ck_assert_mem_eq(ar, again, jobs.cnt * sizeof(ar[0]));
	for (uint64_t seed = 0; seed < 1000; seed++) {
		ck_assert_int_eq(sim_jobs_choose(&jobs, 30, seed, ar), 11);
		for (uint32_t i = 0; i < jobs.cnt; i++)
			times[i] += ar[i];
	}
	/* 314 of 1000 each; 6 standard deviations */
	for (uint32_t i = 0; i < jobs.cnt; i++) {
		ck_assert_uint_gt(times[i], 314 - 88);
		ck_assert_uint_lt(times[i], 314 + 88);
		cnt += times[i];
	}
	ck_assert_uint_eq(cnt, 11000);
}
END_TEST

static Suite *_suite(void)
{
	Suite *suite = suite_create("osp_sim");
	TCase *tc = tcase_create("simulator");

	tcase_add_checked_fixture(tc, NULL, _teardown);
	tcase_add_test(tc, fcfs_lets_nobody_pass);
	tcase_add_test(tc, easy_backfills_a_short_job);
	tcase_add_test(tc, easy_delays_no_head);
	tcase_add_test(tc, easy_backfills_a_long_job_beside_the_head);
	tcase_add_test(tc, easy_may_delay_the_second);
	tcase_add_test(tc, rigid_takes_what_was_asked_or_nothing);
	tcase_add_test(tc, first_fit_takes_the_first_within_the_limit);
	tcase_add_test(tc, refused_jobs_may_queue);
	tcase_add_test(tc, first_fit_begins_with_a_slot);
	tcase_add_test(tc, first_fit_may_begin_at_its_last_start);
	tcase_add_test(tc, jobs_do_not_meet_reservations);
	tcase_add_test(tc, fcfs_waits_for_a_reservation_too);
	tcase_add_test(tc, a_reservation_may_delay_the_head);
	tcase_add_test(tc, a_head_that_is_delayed_leaves_room);
	tcase_add_test(tc, reservations_see_what_runs);
	tcase_add_test(tc, more_than_there_are_is_noticed);
	tcase_add_test(tc, a_node_has_one_job);
	tcase_add_loop_test(tc, false_deals_end_the_run, 0, LIES);
	tcase_add_test(tc, a_head_that_is_delayed_is_noticed);
	tcase_add_loop_test(tc, all_is_as_second_by_second, 0, 4);
	tcase_add_test(tc, section_4_1);
	tcase_add_test(tc, so_many_are_chosen_and_others_by_another_seed);
	suite_add_tcase(suite, tc);
	return suite;
}

extern int main(void)
{
	return test_run(_suite());
}
