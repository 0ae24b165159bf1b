/* SPDX-License-Identifier: GPL-2.0-or-later */
/* use_test.c - the CPU time of bookings, against a table of all jobs. */
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/view/use.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

#define BOOKINGS 3
#define JOBS 40
#define LENGTH 600	/* seconds of a round */
#define KEPT 60		/* for which the host knows a job that has ended */

typedef struct {
	time_t start, end, paused;
	uint32_t cpus;
	int of;			/* its booking; -1: none */
} a_job_t;

typedef struct {
	char name[4];
	time_t start, end;
	uint32_t cpus;		/* now */
	int64_t held;		/* by the table */
	view_resv_t *v;
	bool missed;		/* it ended while nobody looked */
	booking_use_t use;	/* when it was closed, or nobody looked */
} a_booking_t;

static a_job_t jobs[JOBS];
static a_booking_t bookings[BOOKINGS];
static time_t now;

static bool job_is_known(const a_job_t *j)
{
	return (j->start <= now) && (now < j->end + KEPT);
}

static bool span(office_t *of, uint32_t job_id, job_span_t *ret)
{
	const a_job_t *j = &jobs[job_id];

	(void) of;
	if (!job_is_known(j))
		return false;
	*ret = (job_span_t) {
		.start = j->start, .end = (j->end <= now) ? j->end : 0,
		.paused = j->paused, .cpus = j->cpus,
	};
	return true;
}

static void see_record(a_booking_t *b)
{
	garq_set_t *nodes = set_of(0, 1);
	view_seen_t seen = {
		.resv_id = 42, .start = b->start, .end = b->end,
		.nodes = nodes, .cpus = b->cpus,
		.attrs = { .first_start = b->start, .whole_nodes = true },
	};

	view_see(office, b->v, &seen, now);
	garq_set_destroy(nodes);
}

/* The controller starts: the ledger has what was known before. */
static void start(void)
{
	setup();
	fake.jobs.span = span;
	view_advance(office, now);
	for (int i = 0; i < BOOKINGS; i++) {
		a_booking_t *b = &bookings[i];
		booking_t *is;

		b->missed |= b->v && (b->end <= now);
		b->v = NULL;
		if (b->end <= now)
			continue;
		is = booking_of(1000);
		booking_set(&is->name, b->name);
		is->start = b->start;
		is->end = b->end;
		is->use = b->use;
		b->v = view_table_add(office, b->name);
		see_record(b);
		ck_assert_ptr_null(view_set_booking(office, b->v, is));
	}
}

static void stop(void)
{
	for (int i = 0; i < BOOKINGS; i++)
		if (bookings[i].v)
			bookings[i].use = bookings[i].v->booking->use;
	teardown();
}

static void look(void)
{
	garq_set_t *nodes = set_of(0, 1);

	view_jobs_begin_known(office);
	for (uint32_t i = 0; i < JOBS; i++) {
		const a_job_t *j = &jobs[i];
		const a_booking_t *b = (j->of < 0) ? NULL : &bookings[j->of];
		view_job_t seen = {
			.job_id = i, .start = j->start, .end = j->end + 100,
			.nodes = nodes, .version = 1, .cpus = j->cpus,
			.group = (b && b->v) ? b->v->id :
					       VIEW_ID(VIEW_ID_JOB, i),
		};

		if ((j->start <= now) && (now < j->end))
			view_jobs_see(office, &seen, now);
	}
	view_jobs_end(office);
	use_left(office);
	garq_set_destroy(nodes);
}

static void walk(void)
{
	job_span_t is;

	use_walk_begins(office, now);
	for (uint32_t i = 0; i < JOBS; i++)
		if ((jobs[i].of >= 0) && bookings[jobs[i].of].v &&
		    span(office, i, &is) && is.end)
			use_met(office, bookings[jobs[i].of].v, i, &is);
	use_walk_ended(office);
}

/* What jobs have used that ended by now: by the table. */
static int64_t used_by_table(int of)
{
	const a_booking_t *b = &bookings[of];
	int64_t used = 0;

	for (int i = 0; i < JOBS; i++) {
		const a_job_t *j = &jobs[i];
		time_t from = MAX(j->start, b->start);
		time_t to = MIN(j->end, b->end);

		if ((j->of == of) && (j->end <= now) && (to > from))
			used += MAX(to - from - j->paused, 0) * j->cpus;
	}
	return used;
}

/* The record of a booking goes: Slurm has let go of its jobs already. */
static void close_booking(int of)
{
	a_booking_t *b = &bookings[of];
	booking_use_row_t *rows;
	booking_t *was;
	bool found = false;

	view_advance(office, now);
	was = view_table_remove(office, b->v);
	b->v = NULL;
	b->use = was->use;
	booking_destroy(was);
	for (size_t i = 0, cnt = use_take(office, now, false, &rows); i < cnt; i++) {
		found |= !strcmp(rows[i].name, b->name) &&
			 (rows[i].use.used == b->use.used) &&
			 (rows[i].use.held == b->use.held);
		if (i == cnt - 1)
			booking_use_rows_free(rows, cnt);
	}
	ck_assert(found || !b->use.held);
}

static void assert_all(int of)
{
	const a_booking_t *b = &bookings[of];
	booking_use_t is = b->use;

	booking_use_settle(&is, b->start, b->end, now);
	ck_assert_msg(b->missed || (is.used == used_by_table(of)),
		      "%s: used %"PRId64", by the table %"PRId64, b->name,
		      is.used, used_by_table(of));
	ck_assert_msg(is.held == b->held,
		      "%s: held %"PRId64", by the table %"PRId64, b->name,
		      is.held, b->held);
}

static void begin(rng_t *rng)
{
	now = NOW;
	for (int i = 0; i < BOOKINGS; i++) {
		a_booking_t *b = &bookings[i];

		*b = (a_booking_t) {
			.name = { 'r', (char) ('0' + i) },
			.start = NOW + rng_between(rng, 0, 300),
			.cpus = (uint32_t) rng_between(rng, 1, 8),
		};
		b->end = b->start + rng_between(rng, 10, 400);
	}
	for (int i = 0; i < JOBS; i++) {
		a_job_t *j = &jobs[i];

		*j = (a_job_t) {
			.start = NOW + rng_between(rng, 0, LENGTH),
			.of = (int) rng_between(rng, -1, BOOKINGS - 1),
			.cpus = (uint32_t) rng_between(rng, 1, 4),
		};
		j->end = j->start + rng_between(rng, 1, 90);
		if (rng_one_in(rng, 4))
			j->paused = rng_between(rng, 0, j->end - j->start);
		/* no job of a booking goes on after its end */
		if (j->of >= 0)
			j->end = MIN(j->end, MAX(bookings[j->of].end,
						 j->start));
		if (j->end == j->start)
			j->of = -1;
	}
	start();
}

/* A second of all that holds: by the table. */
static void pass_second(rng_t *rng)
{
	for (int i = 0; i < BOOKINGS; i++) {
		a_booking_t *b = &bookings[i];

		if ((b->start <= now) && (now < b->end))
			b->held += b->cpus;
	}
	now++;
	view_advance(office, now);
	for (int i = 0; i < BOOKINGS; i++) {
		a_booking_t *b = &bookings[i];

		if (b->v && rng_one_in(rng, 50)) {
			b->cpus = (uint32_t) rng_between(rng, 0, 8);
			see_record(b);
		}
	}
}

static void restart(rng_t *rng)
{
	stop();
	for (int64_t i = rng_between(rng, 0, 20); i > 0; i--) {
		for (int k = 0; k < BOOKINGS; k++)
			if ((bookings[k].start <= now) &&
			    (now < bookings[k].end))
				bookings[k].held += bookings[k].cpus;
		now++;
	}
	start();
	walk();
}

/*
 * Looks come each few seconds, walks at least every KEPT seconds, and a record
 * goes a few seconds after the end of its booking.
 */
static void play(rng_t *rng)
{
	time_t walked;

	begin(rng);
	walked = now;
	while (now < NOW + LENGTH + 200) {
		pass_second(rng);
		if (rng_one_in(rng, 3))
			look();
		if (rng_one_in(rng, 10) || (now >= walked + KEPT / 2)) {
			walk();
			walked = now;
		}
		if (rng_one_in(rng, 300) && (now >= walked)) {
			walk();	/* before it stops */
			restart(rng);
			walked = now;
		}
		for (int i = 0; i < BOOKINGS; i++)
			if (bookings[i].v && (now >= bookings[i].end + 2)) {
				walk();
				close_booking(i);
			}
	}
	for (int i = 0; i < BOOKINGS; i++)
		assert_all(i);
	teardown();
}

START_TEST(each_job_counts_once)
{
	test_part_t part = test_part(1000, 250, _i);

	for (uint64_t i = 0; i < part.rounds; i++)
		play(&part.rng);
}
END_TEST

/* A job that the last look saw; the record goes before the next one. */
START_TEST(what_has_ended_with_its_booking)
{
	const a_job_t job = { .start = NOW + 10, .end = NOW + 60, .cpus = 2 };
	rng_t rng = { 1 };

	begin(&rng);
	for (int i = 0; i < JOBS; i++)
		jobs[i] = (a_job_t) { .of = -1 };
	stop();
	bookings[0] = (a_booking_t) {
		.name = "r0", .start = NOW, .end = NOW + 60, .cpus = 4,
	};
	jobs[0] = job;
	start();
	now = NOW + 30;
	view_advance(office, now);
	look();
	now = NOW + 65;
	close_booking(0);
	ck_assert_int_eq(bookings[0].use.used, 100);
	ck_assert_int_eq(bookings[0].use.held, 240);
	look();
	walk();
	teardown();
}
END_TEST

/* A booking that is put back, as it was before a job ended. */
START_TEST(what_is_put_back)
{
	booking_use_row_t *rows;
	booking_t *before;
	rng_t rng = { 1 };

	begin(&rng);
	for (int i = 0; i < JOBS; i++)
		jobs[i] = (a_job_t) { .of = -1 };
	stop();
	bookings[0] = (a_booking_t) {
		.name = "r0", .start = NOW, .end = NOW + 600, .cpus = 4,
	};
	jobs[0] = (a_job_t) { .start = NOW + 10, .end = NOW + 20, .cpus = 2 };
	start();
	before = booking_copy(bookings[0].v->booking);
	now = NOW + 15;
	view_advance(office, now);
	look();
	now = NOW + 30;
	view_advance(office, now);
	look();
	booking_destroy(view_set_booking(office, bookings[0].v, before));
	ck_assert_int_eq(bookings[0].v->booking->use.used, 20);
	ck_assert_uint_eq(use_take(office, now, true, &rows), 1);
	ck_assert_int_eq(rows[0].use.used, 20);
	ck_assert_uint_eq(rows[0].use.cpus, 4);
	booking_use_rows_free(rows, 1);
	/* it leaves, and comes back */
	before = view_set_booking(office, bookings[0].v, NULL);
	ck_assert_ptr_null(view_set_booking(office, bookings[0].v, before));
	ck_assert_uint_eq(use_take(office, now, true, &rows), 2);
	ck_assert_uint_eq(rows[1].use.cpus, 4);
	booking_use_rows_free(rows, 2);
	teardown();
}
END_TEST

/* One that was made by somebody else before: the rest of it counts. */
START_TEST(what_is_adopted)
{
	booking_t *b;
	rng_t rng = { 1 };

	begin(&rng);
	for (int i = 0; i < JOBS; i++)
		jobs[i] = (a_job_t) { .of = -1 };
	stop();
	bookings[0] = (a_booking_t) {
		.name = "r0", .start = NOW, .end = NOW + 600, .cpus = 4,
	};
	jobs[0] = (a_job_t) { .start = NOW + 10, .end = NOW + 20, .cpus = 2,
			      .of = 0 };
	now = NOW + 200;
	start();
	walk();
	b = bookings[0].v->booking;
	ck_assert_int_eq(b->use.asked, 1600);
	ck_assert_int_eq(b->use.used, 0);
	ck_assert_int_eq(use_until(bookings[0].v, NOW + 210).held, 40);
	teardown();
}
END_TEST

static int64_t told;

static void tell(view_resv_t *v, const booking_use_t *use, void *arg)
{
	(void) arg;
	if (!strcmp(v->name, "r0"))
		told = use->used;
}

/* ... and one that runs, or is queued again. */
START_TEST(what_runs)
{
	rng_t rng = { 1 };

	begin(&rng);
	for (int i = 0; i < JOBS; i++)
		jobs[i] = (a_job_t) { .of = -1 };
	stop();
	bookings[0] = (a_booking_t) {
		.name = "r0", .start = NOW, .end = NOW + 600, .cpus = 4,
	};
	jobs[0] = (a_job_t) { .start = NOW + 10, .end = NOW + 500, .cpus = 2 };
	start();
	now = NOW + 30;
	view_advance(office, now);
	look();
	use_each(office, now, tell, NULL);
	ck_assert_int_eq(told, 40);
	now = NOW + 50;
	view_advance(office, now);
	jobs[0].start = NOW + 400;	/* it waits */
	look();
	use_each(office, now, tell, NULL);
	ck_assert_int_eq(told, 80);
	ck_assert_int_eq(bookings[0].v->booking->use.asked, 2400);
	teardown();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("use");
	TCase *tc = test_case(suite, "use", 60);

	tcase_add_loop_test(tc, each_job_counts_once, 0,
			    test_part_cnt(1000, 250));
	tcase_add_test(tc, what_has_ended_with_its_booking);
	tcase_add_test(tc, what_runs);
	tcase_add_test(tc, what_is_put_back);
	tcase_add_test(tc, what_is_adopted);
	return test_run(suite);
}
