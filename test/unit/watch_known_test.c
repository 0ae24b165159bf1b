/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_known_test.c - looks that read the jobs on nodes alone know of all jobs on
 * nodes, and walk all jobs only when one has started.
 *
 * Jobs of all states come, start, share nodes, grow, shrink, are suspended, fail,
 * complete and go, as slurmctld has them; now and then it counts the jobs of a
 * node wrong. After each look the view has to hold what a walk would have found.
 * SEED=n replays a run. What the files need of Slurm and of the view is here.
 */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/view_private.h"
#include "plugin/slurm/nodes.h"
#include "plugin/slurm/watch_private.h"
#include "test/unit/test_util.h"

#define JOBS 40
#define NODES 60
#define NOW 1000000
#define ROUNDS 3000
#define RESVS 4

list_t *job_list;
slurm_conf_t slurm_conf;
node_record_t **node_record_table_ptr;
int node_record_count = NODES;

static job_record_t job[JOBS];
static bitstr_t bits[JOBS][NODES_BITS_HEAD + 1];
static bool there[JOBS];	/* slurmctld has the job */
static node_record_t record[NODES], *table[NODES];
static view_resv_t resv[RESVS];
static char names[RESVS][2] = { "a", "b", "c", "d" };
static uint64_t held[JOBS];	/* what the machine has of each job */
static uint32_t walks;
static time_t now;

/* For the macros of Slurm. */
static const job_record_t *_job(int i)
{
	return &job[i];
}

/* --- slurmctld --- */

int list_for_each(list_t *list, ListForF fn, void *arg)
{
	(void) list;
	walks++;
	for (uint32_t i = 0; i < JOBS; i++)
		if (there[i] && (fn(&job[i], arg) < 0))
			return -1;
	return JOBS;
}

job_record_t *find_job_record(uint32_t job_id)
{
	return there[job_id] ? &job[job_id] : NULL;
}

bitoff_t bit_ffs(bitstr_t *b)
{
	return b[NODES_BITS_HEAD] ? 0 : -1;
}

char *xstrdup(const char *text)
{
	return text ? strdup(text) : NULL;
}

void slurm_xfree(void **p)
{
	free(*p);
	*p = NULL;
}

/* --- the view --- */

garq_set_t *nodes_from_bitmap(const bitstr_t *nodes)
{
	garq_set_t *set = garq_set_create(NODES);

	set->word[0] = (uint64_t) nodes[NODES_BITS_HEAD];
	return set;
}

bool nodes_same(const garq_set_t *set, const bitstr_t *nodes)
{
	return set->word[0] == (uint64_t) nodes[NODES_BITS_HEAD];
}

view_resv_t *view_find(const char *name)
{
	for (int i = 0; i < RESVS; i++)
		if (!strcmp(name, names[i]))
			return &resv[i];
	return NULL;
}

view_resv_t *view_find_resv_id(uint32_t resv_id)
{
	(void) resv_id;
	return NULL;
}

uint32_t view_size(void)
{
	return NODES;
}

bool view_hold(uint64_t id, uint64_t group, const garq_set_t *nodes,
	       time_t start, time_t end)
{
	uint32_t i = (uint32_t) id;

	(void) group;
	ck_assert_uint_eq(held[i], 0);
	ck_assert(end > start);
	held[i] = nodes->word[0];
	return true;
}

void view_release(uint64_t id, time_t from, time_t until)
{
	(void) from;
	(void) until;
	held[(uint32_t) id] = 0;
}

/* --- what happens in slurmctld --- */

static void _count(int i, bool suspended, int diff)
{
	for (int n = 0; n < NODES; n++)
		if (((uint64_t) bits[i][NODES_BITS_HEAD] >> n) & 1) {
			if (suspended)
				record[n].sus_job_cnt += (uint16_t) diff;
			else
				record[n].run_job_cnt += (uint16_t) diff;
		}
}

static void _set_nodes(int i, uint64_t nodes)
{
	bits[i][NODES_BITS_HEAD] = (bitstr_t) nodes;
	job[i].node_cnt = (uint32_t) __builtin_popcountll(nodes);
}

static uint64_t _any_nodes(rng_t *rng)
{
	uint64_t nodes = 0;

	for (uint64_t n = 1 + rng_below(rng, 5); n; n--)
		nodes |= UINT64_C(1) << rng_below(rng, NODES);
	return nodes;
}

static void _submit(int i, rng_t *rng)
{
	there[i] = true;
	job[i] = (job_record_t) {
		.job_id = (uint32_t) i, .job_state = JOB_PENDING,
		.node_bitmap = bits[i], .node_bitmap_cg = NULL,
		.resv_name = rng_one_in(rng, 4) ?
			names[rng_below(rng, RESVS)] : NULL,
	};
	bits[i][NODES_BITS_HEAD] = 0;
}

static void _start(int i, rng_t *rng)
{
	_set_nodes(i, _any_nodes(rng));
	job[i].job_state = JOB_RUNNING;
	job[i].start_time = now;
	job[i].end_time = now + 10 + (time_t) rng_below(rng, 1000);
	_count(i, false, 1);
}

/* It completes: the nodes count no job that runs from now on. */
static void _end(int i, bool hangs)
{
	_count(i, IS_JOB_SUSPENDED(_job(i)), -1);
	job[i].job_state = hangs ? JOB_COMPLETE | JOB_COMPLETING : JOB_COMPLETE;
	job[i].node_bitmap_cg = hangs ? bits[i] : NULL;
	job[i].end_time = now;
}

static void _suspend(int i)
{
	_count(i, false, -1);
	_count(i, true, 1);
	job[i].job_state = JOB_SUSPENDED;
}

static void _resume(int i)
{
	_count(i, true, -1);
	_count(i, false, 1);
	job[i].job_state = JOB_RUNNING;
	job[i].end_time += 100;
}

static void _shrink(int i)
{
	uint64_t nodes = (uint64_t) bits[i][NODES_BITS_HEAD];

	if (__builtin_popcountll(nodes) < 2)
		return;
	_count(i, false, -1);
	_set_nodes(i, nodes & (nodes - 1));
	_count(i, false, 1);
}

/* RET did it start? */
static bool _change_running(int i, rng_t *rng)
{
	switch (rng_below(rng, 6)) {
	case 0:
		_suspend(i);
		break;
	case 1:
		_shrink(i);
		break;
	case 2:
		job[i].end_time = now + (time_t) rng_below(rng, 50);
		break;
	case 3:	/* another has its nodes, or it starts again elsewhere */
		_end(i, false);
		job[i].job_state = JOB_PENDING;
		if (rng_one_in(rng, 2)) {
			_start(i, rng);
			job[i].start_time++;
			return true;
		}
		break;
	default:
		_end(i, rng_one_in(rng, 3));
	}
	return false;
}

/* RET did a job start? */
static bool _change(int i, rng_t *rng)
{
	if (!there[i]) {
		_submit(i, rng);
	} else if (IS_JOB_PENDING(_job(i))) {
		_start(i, rng);
		return true;
	} else if (IS_JOB_COMPLETING(_job(i))) {
		job[i].job_state &= ~JOB_COMPLETING;
		job[i].node_bitmap_cg = NULL;
	} else if (IS_JOB_SUSPENDED(_job(i))) {
		_resume(i);
	} else if (IS_JOB_RUNNING(_job(i))) {
		return _change_running(i, rng);
	} else {
		there[i] = false;
	}
	return false;
}

/* --- the test --- */

static void _setup(void)
{
	for (int n = 0; n < NODES; n++) {
		record[n] = (node_record_t) { .run_job_cnt = 1000 };
		table[n] = &record[n];
	}
	node_record_table_ptr = table;
	for (uint64_t i = 0; i < RESVS; i++)
		resv[i] = (view_resv_t) { .id = VIEW_ID(VIEW_ID_RESV, i) };
	memset(there, 0, sizeof(there));
	memset(held, 0, sizeof(held));
	slurm_conf.resv_over_run = INFINITE16;
	walks = 0;
	now = NOW;
	view_jobs_clear();
	watch_jobs_counts_clear();
	for (int i = 0; i < RESVS; i++)
		view_jobs_forget_resv(&resv[i]);
}

static void _teardown(void)
{
	view_jobs_clear();
	watch_jobs_counts_clear();
}

/* Does the view hold the nodes of all jobs that run or are suspended? */
static void _compare(bool hung)
{
	for (int i = 0; i < JOBS; i++) {
		bool on = there[i] && (IS_JOB_RUNNING(_job(i)) ||
				       IS_JOB_SUSPENDED(_job(i)));

		if (on)
			ck_assert_uint_eq(held[i],
					  (uint64_t) bits[i][NODES_BITS_HEAD]);
		else if (!there[i] || !IS_JOB_COMPLETING(_job(i)))
			ck_assert_uint_eq(held[i], 0);
		else if (hung && (now >= job[i].end_time + WATCH_STUCK))
			ck_assert_uint_ne(held[i], 0);
	}
}

/* The counts of the view, beside a count of its holds one by one. */
static void _compare_counts(void)
{
	const uint32_t *on = view_jobs_on_nodes();

	for (int n = 0; on && (n < NODES); n++) {
		uint32_t cnt = 0;

		for (int i = 0; i < JOBS; i++)
			if (there[i] && !IS_JOB_COMPLETING(_job(i)))
				cnt += (held[i] >> n) & 1;
		ck_assert_uint_eq(on[n], cnt);
	}
}

static bool _named(int r)
{
	for (int i = 0; i < JOBS; i++)
		if (there[i] && !IS_JOB_FINISHED(_job(i)) &&
		    (job[i].resv_name == names[r]))
			return true;
	return false;
}

START_TEST(a_look_knows_of_all_jobs_on_nodes)
{
	rng_t rng = { test_seed() };

	ck_assert(watch_jobs(now));
	for (int round = 0; round < ROUNDS; round++) {
		bool started = false;
		uint32_t before = walks;

		for (uint64_t n = rng_below(&rng, 6); n; n--)
			started |= _change((int) rng_below(&rng, JOBS), &rng);
		/* Slurm loses count: the linker's walk mends that. */
		if (rng_one_in(&rng, 20)) {
			record[rng_below(&rng, NODES)].run_job_cnt++;
			started = true;
		}
		now += (time_t) rng_below(&rng, 20);
		ck_assert(watch_jobs_known(now));
		_compare(false);
		_compare_counts();
		ck_assert(started || (walks == before));
		if (rng_one_in(&rng, 10)) {
			ck_assert(watch_jobs(now));
			_compare(true);
			for (int r = 0; r < RESVS; r++)
				ck_assert_int_eq(view_has_jobs(&resv[r]),
						 _named(r));
		}
	}
	ck_assert_uint_gt(walks, ROUNDS / 10);
}
END_TEST

/* A node is handed over from one job to another between two looks. */
START_TEST(a_job_in_the_place_of_another_is_found)
{
	rng_t rng = { 1 };

	_submit(0, &rng);
	_submit(1, &rng);
	_start(0, &rng);
	ck_assert(watch_jobs(now));
	_end(0, false);
	_start(1, &rng);
	_count(1, false, -1);
	_set_nodes(1, (uint64_t) bits[0][NODES_BITS_HEAD]);
	_count(1, false, 1);
	ck_assert(watch_jobs_known(now));
	_compare(false);
}
END_TEST

START_TEST(jobs_that_wait_or_end_cost_no_walk)
{
	rng_t rng = { 1 };

	for (int i = 0; i < 20; i++)
		_submit(i, &rng);
	for (int i = 0; i < 10; i++)
		_start(i, &rng);
	ck_assert(watch_jobs(now));
	for (int i = 20; i < JOBS; i++)
		_submit(i, &rng);
	for (int i = 0; i < 5; i++)
		_end(i, i & 1);
	now += WATCH_STUCK;
	ck_assert(watch_jobs_known(now));
	_compare(false);
	ck_assert_uint_eq(walks, 1);
	ck_assert_int_ge(watch_jobs_due(), now);
	ck_assert_int_le(watch_jobs_walk_due(), now);
}
END_TEST

/* What the waiting jobs name is known from the last walk on, until the next. */
START_TEST(what_jobs_name_is_kept_by_looks)
{
	rng_t rng = { 1 };

	_submit(0, &rng);
	job[0].resv_name = names[2];
	ck_assert(watch_jobs(now));
	ck_assert(view_has_jobs(&resv[2]));
	there[0] = false;
	ck_assert(watch_jobs_known(now));
	ck_assert(view_has_jobs(&resv[2]));
	ck_assert(watch_jobs(now));
	ck_assert(!view_has_jobs(&resv[2]));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("watch_known");
	TCase *tc = test_case(suite, "looks", 60);

	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, a_look_knows_of_all_jobs_on_nodes);
	tcase_add_test(tc, a_job_in_the_place_of_another_is_found);
	tcase_add_test(tc, jobs_that_wait_or_end_cost_no_walk);
	tcase_add_test(tc, what_jobs_name_is_kept_by_looks);
	return test_run(suite);
}
