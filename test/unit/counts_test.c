/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counts_test.c - what was done: refusals by reason, node time, the lines. */
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/counts.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

static void begin(void)
{
	setup_states(office_states);
	counts_usage(office, 0);
	counts_reset(office);
}

static void assert_says(const char *want)
{
	char *text = NULL;

	counts_add_lines(office, &text);
	ck_assert_msg(strstr(text, want) != NULL, "%s is not in %s", want,
		      text);
	free(text);
}

START_TEST(refusals_are_counted_by_reason)
{
	const struct {
		int rc;
		const char *says;
	} table[] = {
		{ REFUSED_BUSY, "reason=no-room count=1" },
		{ REFUSED_OVERLAP, "reason=no-room count=2" },
		{ REFUSED_DENIED, "reason=denied count=1" },
		{ REFUSED_RATE, "reason=rate count=1" },
		{ REFUSED_STARTED, "reason=in-use count=1" },
		{ REFUSED_NO_SUCH, "reason=unknown count=1" },
		{ REFUSED_TIME, "reason=invalid count=1" },
		{ REFUSED_FAILED, "reason=failed count=1" },
		{ ENOMEM, "reason=failed count=2" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		counts_refused(office, table[i].rc);
		assert_says(table[i].says);
	}
	counts_reset(office);
	assert_says("reason=no-room count=0");
	assert_says("reason=failed count=0");
}
END_TEST

START_TEST(counts_are_told_and_set_to_zero)
{
	counts_add(office, COUNT_OFFERS_MADE, 3);
	counts_add(office, COUNT_OFFERS_MADE, 2);
	counts_add(office, COUNT_SHIFTS, 1);
	assert_says("garq-counts=1 offers-made=5 offers-taken=0 shifts=1 ");
	counts_reset(office);
	assert_says("garq-counts=1 offers-made=0 offers-taken=0 shifts=0 ");
}
END_TEST

/* A booking of nodes 0 to 3 that has begun, with a job on two of them. */
static void a_booking_with_a_job(void)
{
	view_resv_t *v = view_table_add(office, "r");
	booking_t *b = booking_of(1000);
	garq_set_t *two = set_of(2, 2), *first = set_of(0, 1);
	view_job_t job = { .job_id = 1, .end = NOW + HOUR, .nodes = two };

	see(v, NOW, 0, 4);
	b->start = NOW;
	b->end = NOW + HOUR;
	ck_assert_ptr_null(view_set_booking(office, v, b));
	view_table_set_linked(office, v, true);
	job.group = v->id;
	view_jobs_begin(office);
	view_jobs_see(office, &job, NOW);
	/* another one, which is in no reservation */
	job.job_id = 2;
	job.group = VIEW_ID(VIEW_ID_JOB, 2);
	job.nodes = first;
	view_jobs_see(office, &job, NOW);
	view_jobs_end(office);
	garq_set_destroy(two);
	garq_set_destroy(first);
}

/* It is not in Slurm's list, and costs no step. */
START_TEST(what_lies_ahead_is_counted)
{
	view_resv_t *v = view_table_add(office, "later");

	ck_assert_ptr_null(view_set_booking(office, v, booking_of(1001)));
	assert_says("bookings-now=1 active-now=0 degraded-now=0");
	view_set_lost(office, v, strdup("n1"), NULL);
	view_set_lost(office, v, strdup("n2"), NULL);
	assert_says("degraded-now=1");
	view_set_lost(office, v, NULL, NULL);
	assert_says("degraded-now=0");
	view_set_lost(office, v, strdup("n1"), NULL);
	booking_destroy(view_table_remove(office, v));
	assert_says("bookings-now=0 active-now=0 degraded-now=0");
}
END_TEST

START_TEST(node_time_is_used_or_idle)
{
	a_booking_with_a_job();
	counts_usage(office, NOW);
	assert_says("booked-seconds=0 used-seconds=0");
	assert_says("bookings-now=1 active-now=1 degraded-now=0");
	counts_usage(office, NOW + 10);
	assert_says("booked-seconds=40 used-seconds=20");
	/* nobody looked for too long, and the clock was set back */
	counts_usage(office, NOW + 10 + COUNTS_GAP + 1);
	counts_usage(office, NOW + 20);
	assert_says("booked-seconds=40 used-seconds=20");
	counts_usage(office, NOW + 25);
	assert_says("booked-seconds=60 used-seconds=30");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("counts");
	TCase *tc = tcase_create("counts");

	tcase_add_checked_fixture(tc, begin, teardown);
	tcase_add_test(tc, refusals_are_counted_by_reason);
	tcase_add_test(tc, counts_are_told_and_set_to_zero);
	tcase_add_test(tc, what_lies_ahead_is_counted);
	tcase_add_test(tc, node_time_is_used_or_idle);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
