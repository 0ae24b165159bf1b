/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_osp_sim_oracle_test.c - the simulator of contrib/eval on random
 * workloads, compared with a model that has one number for each second.
 *
 *	SEED=n test/unit/eval_osp_sim_oracle_test
 *
 * replays a failure.
 */
#include <string.h>

#include "test/unit/eval_osp_sim_fixture.h"

#define SECONDS 4000

struct model {
	uint32_t used[SECONDS];		/* as the queue sees it */
	uint32_t reserved[SECONDS];	/* by reservations alone */
	time_t left[JOBS_MAX];
	uint32_t run[JOBS_MAX];		/* jobs of the queue, the first begun
					 * first */
	uint32_t runs;
	uint32_t preempted;
	uint32_t queue[JOBS_MAX];
	uint32_t queued;
	time_t start[JOBS_MAX];
	bool refused[JOBS_MAX];
	bool end_at[SECONDS];
};

static bool _fits_in(const uint32_t *used, time_t t, time_t dur,
		     uint32_t num_cn)
{
	for (time_t s = t; s < t + dur; s++)
		if (used[s] + num_cn > jobs.max_cn)
			return false;
	return true;
}

static bool _fits(const struct model *m, time_t t, time_t dur, uint32_t num_cn)
{
	return _fits_in(m->used, t, dur, num_cn);
}

static void _use_in(uint32_t *used, time_t t, time_t dur, uint32_t change)
{
	for (time_t s = t; s < t + dur; s++)
		used[s] += change;
}

static void _use(struct model *m, time_t t, time_t dur, uint32_t change)
{
	_use_in(m->used, t, dur, change);
}

static void _model_begin(struct model *m, uint32_t at, time_t now)
{
	uint32_t i = m->queue[at];

	m->start[i] = now;
	m->run[m->runs++] = i;
	_use(m, now, m->left[i], job[i].num_cn);
	m->end_at[now + m->left[i]] = true;
	m->queued--;
	memmove(m->queue + at, m->queue + at + 1,
		(m->queued - at) * sizeof(m->queue[0]));
}

static void _model_pass(struct model *m, time_t now)
{
	const struct eval_job *head;
	time_t shadow = now, head_left;

	while (m->queued && _fits(m, now, m->left[m->queue[0]],
				  job[m->queue[0]].num_cn))
		_model_begin(m, 0, now);
	if (!m->queued || (setup.order == SIM_FCFS))
		return;
	head = &job[m->queue[0]];
	head_left = m->left[m->queue[0]];
	while (!_fits(m, shadow, head_left, head->num_cn))
		shadow++;
	_use(m, shadow, head_left, head->num_cn);
	for (uint32_t at = 1; at < m->queued;) {
		const struct eval_job *j = &job[m->queue[at]];

		if (_fits(m, now, m->left[m->queue[at]], j->num_cn))
			_model_begin(m, at, now);
		else
			at++;
	}
	_use(m, shadow, head_left, -head->num_cn);
}

static void _model_ask(struct model *m, uint32_t i)
{
	struct sim_ask ask = sim_ask_of(&jobs, &job[i], setup.bt, setup.slt);
	time_t last = (setup.policy == &sim_rigid) ? ask.ti_s :
		ask.ti_s + setup.slt;

	for (time_t t = ask.ti_s; t <= last; t += DELTA) {
		if (!_fits_in(setup.alone ? m->reserved : m->used, t, ask.dur,
			      ask.num_cn))
			continue;
		m->start[i] = t;
		_use_in(m->reserved, t, ask.dur, ask.num_cn);
		if (!setup.alone)
			_use(m, t, ask.dur, ask.num_cn);
		m->end_at[t + ask.dur] = true;
		return;
	}
	m->refused[i] = true;
}

/* The first begun goes back to the end of the queue, with what is left of it. */
static void _model_preempt(struct model *m, time_t now)
{
	uint32_t i = m->run[0];
	time_t end = m->start[i] + m->left[i];

	m->runs--;
	memmove(m->run, m->run + 1, m->runs * sizeof(m->run[0]));
	m->left[i] = end - now;
	_use(m, now, m->left[i], -job[i].num_cn);
	m->queue[m->queued++] = i;
	m->preempted++;
}

static void _model_ends(struct model *m, time_t now)
{
	uint32_t kept = 0;

	for (uint32_t at = 0; at < m->runs; at++) {
		uint32_t i = m->run[at];

		if (m->start[i] + m->left[i] > now)
			m->run[kept++] = i;
	}
	m->runs = kept;
}

/* RET whether a reservation that was admitted before begins */
static bool _model_begins(struct model *m, time_t now)
{
	bool any = false;

	for (uint32_t i = 0; i < jobs.cnt; i++) {
		struct sim_ask ask = sim_ask_of(&jobs, &job[i], 0, 0);

		if (!ar[i] || m->refused[i] || (m->start[i] != now) ||
		    (job[i].submit >= now))
			continue;
		while (m->used[now] + job[i].num_cn > jobs.max_cn)
			_model_preempt(m, now);
		_use(m, now, ask.dur, ask.num_cn);
		any = true;
	}
	return any;
}

static void _model_run(struct model *m)
{
	memset(m, 0, sizeof(*m));
	for (uint32_t i = 0; i < jobs.cnt; i++)
		m->left[i] = job[i].dur;
	for (time_t now = 0, next = 0; now < SECONDS / 2; now++) {
		bool begins;

		_model_ends(m, now);
		begins = setup.alone && _model_begins(m, now);
		if (m->end_at[now] || begins)
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
		job[i] = (struct eval_job) {
			t, rng_between(rng, 1, 35),
			(uint32_t) rng_between(rng, 1, jobs.max_cn), 0
		};
		ar[i] = rng_one_in(rng, 3);
	}
}

START_TEST(all_is_as_second_by_second)
{
	static struct model m;
	rng_t rng = { test_seed() + (uint64_t) _i };
	uint32_t refused = 0, late = 0, preempted = 0;

	for (int round = 0; round < 300; round++) {
		sim_prepare(rng_one_in(&rng, 2) ? &sim_rigid : &sim_first_fit,
		       rng_one_in(&rng, 2) ? SIM_FCFS : SIM_EASY,
		       (uint32_t) rng_between(&rng, 1, 9));
		setup.alone = rng_one_in(&rng, 2);
		setup.bt = DELTA * rng_between(&rng, setup.alone, 8);
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
		ck_assert_uint_eq(result.pieces, m.preempted);
		preempted += result.pieces;
		sim_result_free(&result);
	}
	ck_assert_uint_gt(preempted, 0);
	ck_assert_uint_gt(refused, 0);
	ck_assert_uint_gt(late, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("osp_sim_oracle");
	TCase *tc = test_case(s, "random", 0);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, NULL, sim_teardown);
	tcase_add_loop_test(tc, all_is_as_second_by_second, 0, 4);
	return test_run(s);
}
