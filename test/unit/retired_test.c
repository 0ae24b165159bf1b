/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * retired_test.c - a record is not retired while a job that is not over has it, and
 * not freed while any job has it, whatever happens between two slices of a walk and
 * however a job came by its record. SEED=n replays a run.
 */

#include <stdlib.h>
#include <string.h>

#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/retired.h"
#include "test/unit/watch_world.h"

#define START (now + 100000)

static slurmctld_resv_t *linked[RESVS];		/* the record of each name */
static void *lists[JOBS][3];			/* of jobs that name two */
static uint32_t retired, freed, refused;

static slurmctld_resv_t *_new(int r)
{
	slurmctld_resv_t *rec = calloc(1, sizeof(*rec));

	rec->name = names[r];
	rec->start_time = START;
	rec->end_time = START + 60;
	return rec;
}

static bool _has(const job_record_t *j, const slurmctld_resv_t *rec)
{
	const void *const *list = (const void *const *) j->resv_list;

	return (j->resv_ptr == rec) ||
	       (list && ((list[0] == rec) || (list[1] == rec)));
}

/* RET the number of jobs that have the record. IN over - count jobs that are over, too */
static uint32_t _users(const slurmctld_resv_t *rec, bool over)
{
	uint32_t cnt = 0;

	for (int i = 0; i < JOBS; i++)
		cnt += there[i] && _has(&job[i], rec) &&
		       (over || !IS_JOB_FINISHED(world_job(i)));
	return cnt;
}

static void _free(slurmctld_resv_t *rec)
{
	ck_assert_uint_eq(_users(rec, true), 0);
	freed++;
	free(rec);
}

/* A job gets the record of a name, or those of two. */
static void _give(int i, rng_t *rng)
{
	uint64_t r = rng_below(rng, RESVS);

	job[i].resv_name = names[r];
	job[i].resv_ptr = linked[r];
	job[i].resv_list = NULL;
	if (rng_one_in(rng, 2))
		return;
	lists[i][0] = linked[r];
	lists[i][1] = linked[(r + 1) % RESVS];
	job[i].resv_list = (list_t *) lists[i];
	if (rng_one_in(rng, 2))
		job[i].resv_ptr = NULL;	/* as build_job_queue() */
}

/* No request names what another job_submit plugin gives a job. */
static void _submit(int i, rng_t *rng)
{
	retired_change_begins();
	world_make(i);
	job[i] = (job_record_t) {
		.job_id = (uint32_t) i, .job_state = JOB_PENDING,
		.node_bitmap = bits[i],
	};
	bits[i][NODES_BITS_HEAD] = 0;
	if (rng_one_in(rng, 12))
		_give(i, rng);
	retired_change_ends();
}

static void _update(int i, rng_t *rng)
{
	retired_change_begins();
	_give(i, rng);
	if (rng_one_in(rng, 2))
		ck_assert(!retired_add(office, linked[0], now));
	retired_change_ends();
}

static void _change(int i, rng_t *rng)
{
	if (!there[i])
		_submit(i, rng);
	else if (IS_JOB_PENDING(world_job(i)) && rng_one_in(rng, 200))
		_update(i, rng);
	else
		(void) world_change(i, rng);
}

/* The names of jobs that have two are marked one by one, as Slurm has them. */
static void _mark_second_names(void)
{
	for (int i = 0; i < JOBS; i++)
		for (int r = 0; r < RESVS; r++)
			if (there[i] && !IS_JOB_FINISHED(world_job(i)) &&
			    _has(&job[i], linked[r]) &&
			    (job[i].resv_name != names[r]))
				view_jobs_mark_resv(office, &resv[r]);
}

/* As park_delete.c, after a sync. */
static void _delete_booking(int r)
{
	_mark_second_names();
	if (view_has_jobs(office, &resv[r]))
		return;
	if (!retired_add(office, linked[r], now)) {
		refused++;
		return;
	}
	ck_assert_uint_eq(_users(linked[r], false), 0);
	retired += _users(linked[r], true) > 0;
	linked[r] = _new(r);
}

static void _anything(rng_t *rng)
{
	last_job_update = now;
	for (uint64_t n = rng_below(rng, 3); n; n--)
		_change((int) rng_below(rng, JOBS), rng);
	if (rng_one_in(rng, 4))
		_delete_booking((int) rng_below(rng, RESVS));
}

static void _sweep(rng_t *rng)
{
	if (!watch_sweep_begin(retired_count() > 0, now))
		return;
	do {
		if (rng)
			_anything(rng);
		watch_sweep_read();
		if (rng)
			_anything(rng);
	} while (watch_sweep_next(now));
}

static void _setup(void)
{
	world_setup();
	world_free = _free;
	world_others = true;
	retired = freed = refused = 0;
	for (int r = 0; r < RESVS; r++)
		linked[r] = _new(r);
}

static void _teardown(void)
{
	retired_fini();
	for (int r = 0; r < RESVS; r++)
		free(linked[r]);
	world_teardown();
}

START_TEST(no_job_has_what_is_freed)
{
	rng_t rng = { test_seed() };

	for (int round = 0; round < ROUNDS; round++, now++)
		_sweep(&rng);
	ck_assert_uint_gt(retired, 0);
	ck_assert_uint_gt(freed, 0);
	ck_assert_uint_gt(refused, 0);
	_sweep(NULL);
	_sweep(NULL);
	ck_assert_uint_eq(retired_count(), 0);
}
END_TEST

/* Though no job has changed since the last walk. */
START_TEST(one_that_no_job_has_is_freed_by_the_next_walk)
{
	last_job_update = now - 10;
	_sweep(NULL);
	_delete_booking(0);
	ck_assert_uint_eq(retired_count(), 1);
	ck_assert(watch_sweep_begin(true, now));
	_delete_booking(1);	/* this one is for the walk after that */
	watch_sweep_read();
	ck_assert(!watch_sweep_next(now));
	ck_assert_uint_eq(freed, 1);
	_sweep(NULL);
	ck_assert_uint_eq(freed, 2);
	ck_assert_uint_eq(retired_count(), 0);
}
END_TEST

/* A walk that may not change jobs frees nothing. */
START_TEST(a_walk_that_only_reads_frees_nothing)
{
	_delete_booking(0);
	ck_assert(watch_sweep_begin(false, now));
	watch_sweep_read();
	ck_assert(!watch_sweep_next(now));
	ck_assert_uint_eq(retired_count(), 1);
	_delete_booking(1);
	_sweep(NULL);
	ck_assert_uint_eq(freed, 2);
}
END_TEST

START_TEST(what_concerns_others_stays_as_it_is)
{
	slurmctld_resv_t *rec = linked[0];

	ck_assert(!retired_add(office, rec, rec->start_time));
	ck_assert_int_eq(rec->start_time, START);
	ck_assert_uint_eq(rec->flags, 0);
	ck_assert_uint_eq(retired_count(), 0);
}
END_TEST

/* Where no other job_submit plugin is loaded, a name is what the request says. */
START_TEST(changes_of_jobs_matter_with_other_plugins_only)
{
	retired_change_begins();
	retired_change_ends();
	ck_assert(!retired_add(office, linked[0], now));
	world_others = false;
	ck_assert(retired_add(office, linked[0], now));
	linked[0] = _new(0);
	world_others = true;
	ck_assert(!retired_add(office, linked[1], now));
	_sweep(NULL);
	ck_assert(retired_add(office, linked[1], now));
	linked[1] = _new(1);
	_sweep(NULL);
	ck_assert_uint_eq(freed, 2);
}
END_TEST

START_TEST(the_end_frees_all)
{
	rng_t rng = { test_seed() };

	world_others = false;
	_submit(0, &rng);
	job[0].resv_list = NULL;
	job[0].resv_ptr = linked[0];
	job[0].job_state = JOB_COMPLETE;
	for (int r = 0; r < RESVS; r++) {
		ck_assert(retired_add(office, linked[r], now));
		linked[r] = _new(r);
	}
	retired_fini();
	ck_assert_uint_eq(freed, RESVS);
	ck_assert_uint_eq(retired_count(), 0);
	ck_assert_ptr_null(job[0].resv_ptr);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("retired");
	TCase *tc = test_case(suite, "records", 60);

	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, no_job_has_what_is_freed);
	tcase_add_test(tc, one_that_no_job_has_is_freed_by_the_next_walk);
	tcase_add_test(tc, a_walk_that_only_reads_frees_nothing);
	tcase_add_test(tc, what_concerns_others_stays_as_it_is);
	tcase_add_test(tc, changes_of_jobs_matter_with_other_plugins_only);
	tcase_add_test(tc, the_end_frees_all);
	return test_run(suite);
}
