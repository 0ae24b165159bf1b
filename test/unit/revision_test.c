/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * revision_test.c - the rules of updates: a booking and a request make a
 * revision, or a refusal, for each line of a table
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/revision.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NODES 8
#define NOW ((time_t) 1893456000)	/* 2030-01-01T00:00:00Z */
#define MIN_(n) ((time_t) (n) * 60)
#define AT(minutes) (NOW + MIN_(minutes))

/* The bookings, in minutes from NOW; each is of nodes 0 and 1. */
typedef enum { RIGID, ENDS, WINDOW, SOON, BEGUN, OVER, LISTED, ALL } case_kind_t;
static const struct {
	const char *name;
	int start;
	int end;
	int t_esr;
	int t_lsr;
	bool by_end;		/* it was made with EndTime */
	const char *asked_nodes;
	uint64_t flags;
} bookings[] = {
	[RIGID] = { "rigid", 60, 120, 60, 60, .asked_nodes = NULL },
	[ENDS] = { "ends", 60, 120, 60, 60, .by_end = true },
	[WINDOW] = { "window", 90, 150, 60, 180, .asked_nodes = NULL },
	[SOON] = { "soon", 1, 61, 1, 180, .asked_nodes = NULL },
	[BEGUN] = { "begun", -30, 30, -30, -30, .asked_nodes = NULL },
	[OVER] = { "over", -90, -30, -90, -90, .asked_nodes = NULL },
	[LISTED] = { "listed", 60, 120, 60, 60, .asked_nodes = "0-1" },
	[ALL] = { "all", 60, 120, 60, 60, .asked_nodes = "ALL",
		  .flags = BOOKING_FLAG_PART_NODES },
};

/* What is asked for. */
#define START(at) .has_start = true, .start = AT(at)
#define END(at) .has_end = true, .end = AT(at)
#define FOR(m) .has_minutes = true, .minutes = (m)
#define DELAY(m) .has_delay = true, .delay = (m) * 60
#define CNT(n) .has_nodes = true, .num_cn = (n)
#define TEXT(field, text) .field = (char *) (text)

/*
 * A line: what the revision says, times in minutes from NOW; or the refusal.
 *	"WINDOW..WINDOW for LENGTH/DURATION"	DURATION: in the record, or "-"
 *	"begun until END for LENGTH/DURATION"
 *	"; stays", or "; COUNT nodes[ of LIST] at EARLIEST..LATEST for LENGTH"
 */
static const struct {
	case_kind_t kind;
	request_t request;
	int rc;
	const char *want;
} cases[] = {
	/* times of what has not begun */
	{ RIGID, { .has_flags = true }, 0, "60..60 for 60/60; stays" },
	{ RIGID, { START(90) }, 0, "90..90 for 60/60; 2 nodes at 90..90 for 60" },
	{ RIGID, { START(-1) }, 0, "-1..-1 for 60/60; 2 nodes at -1..-1 for 60" },
	{ RIGID, { START(-2) }, REFUSED_TIME,
	  "StartTime=2029-12-31T23:58:00 is in the past" },
	{ RIGID, { .has_start = true, .start = REQUEST_TIME_MAX + 1 },
	  REFUSED_TIME,
	  "StartTime=2106-02-07T05:20:01 is too far in the future" },
	{ ENDS, { START(90) }, 0, "90..90 for 30/-; 2 nodes at 90..90 for 30" },
	{ ENDS, { START(120) }, REFUSED_TIME,
	  "the reservation would end before it starts, or after 2105" },
	{ ENDS, { START(90), FOR(60) }, 0,
	  "90..90 for 60/60; 2 nodes at 90..90 for 60" },
	{ RIGID, { END(180) }, 0, "60..60 for 120/-; 2 nodes at 60..60 for 120" },
	{ RIGID, { END(60) }, REFUSED_TIME,
	  "the reservation would end before it starts, or after 2105" },
	{ RIGID, { END(180), FOR(120) }, 0,
	  "60..60 for 120/-; 2 nodes at 60..60 for 120" },
	{ RIGID, { END(180), FOR(60) }, REFUSED_TIME,
	  "EndTime and Duration do not agree: give one of them" },
	{ RIGID, { FOR(30) }, 0, "60..60 for 30/30; 2 nodes at 60..60 for 30" },
	{ RIGID, { FOR(0) }, REFUSED_TIME,
	  "the reservation would end before it starts, or after 2105" },
	{ RIGID, { FOR(30), .flags = BOOKING_FLAG_DUR_PLUS }, 0,
	  "60..60 for 90/90; 2 nodes at 60..60 for 90" },
	{ RIGID, { FOR(20), .flags = BOOKING_FLAG_DUR_MINUS }, 0,
	  "60..60 for 40/40; 2 nodes at 60..60 for 40" },
	{ RIGID, { FOR(90), .flags = BOOKING_FLAG_DUR_MINUS }, REFUSED_TIME,
	  "the reservation would end before it starts, or after 2105" },
	{ RIGID, { FOR(0), .endless = true }, 0,
	  "60..60 for 525600/525600; 2 nodes at 60..60 for 525600" },
	{ RIGID, { FOR(UINT32_MAX) }, REFUSED_TIME,
	  "Duration is too long: the reservation must end before 2106" },
	/* windows */
	{ WINDOW, { FOR(30) }, 0,
	  "60..180 for 30/30; 2 nodes at 60..180 for 30" },
	{ WINDOW, { START(120) }, 0,
	  "120..240 for 60/60; 2 nodes at 120..240 for 60" },
	{ WINDOW, { DELAY(0) }, 0, "90..90 for 60/60; 2 nodes at 90..90 for 60" },
	{ WINDOW, { DELAY(30) }, 0, "60..90 for 60/60; 2 nodes at 60..90 for 60" },
	{ RIGID, { DELAY(30) }, 0, "60..90 for 60/60; 2 nodes at 60..90 for 60" },
	{ RIGID, { .has_delay = true, .delay = UINT32_MAX }, REFUSED_TIME,
	  "MaxStartDelay is too long: the reservation must end before 2106" },
	{ SOON, { CNT(3) }, 0, "1..180 for 60/60; 3 nodes at 1..1 for 60" },
	{ SOON, { DELAY(30) }, 0, "1..31 for 60/60; 2 nodes at 1..31 for 60" },
	/* what has begun */
	{ BEGUN, { START(10) }, REFUSED_STARTED,
	  "begun started at 2029-12-31T23:30:00: StartTime and MaxStartDelay can't be changed any more" },
	{ BEGUN, { DELAY(10) }, REFUSED_STARTED,
	  "begun started at 2029-12-31T23:30:00: StartTime and MaxStartDelay can't be changed any more" },
	{ BEGUN, { END(60) }, 0, "begun until 60 for 90/-; 2 nodes at 0..0 for 60" },
	{ BEGUN, { FOR(90) }, 0, "begun until 60 for 90/90; 2 nodes at 0..0 for 60" },
	{ BEGUN, { FOR(10) }, 0, "begun until 0 for 10/10; stays" },
	{ BEGUN, { END(0) }, 0, "begun until 0 for 30/-; stays" },
	{ BEGUN, { END(-2) }, REFUSED_TIME,
	  "EndTime=2029-12-31T23:58:00 is in the past" },
	{ BEGUN, { CNT(3) }, 0, "begun until 30 for 60/60; 3 nodes at 0..0 for 30" },
	{ OVER, { .has_flags = true }, 0, "begun until -30 for 60/60; stays" },
	{ OVER, { END(0) }, REFUSED_TIME, "over ended at 2029-12-31T23:30:00" },
	{ OVER, { CNT(3) }, REFUSED_TIME, "over ended at 2029-12-31T23:30:00" },
	/* nodes */
	{ RIGID, { CNT(5) }, 0, "60..60 for 60/60; 5 nodes at 60..60 for 60" },
	{ RIGID, { CNT(0) }, REFUSED_NODE_COUNT,
	  "NodeCnt must be 1 or more; to give up the reservation, delete it" },
	{ RIGID, { TEXT(node_list, "2-4") }, 0,
	  "60..60 for 60/60; 3 nodes of 2-4 at 60..60 for 60" },
	{ RIGID, { TEXT(node_list, "2-4"), CNT(3) }, 0,
	  "60..60 for 60/60; 3 nodes of 2-4 at 60..60 for 60" },
	{ RIGID, { TEXT(node_list, "2-4"), CNT(2) }, REFUSED_NODE_COUNT,
	  "NodeCnt=2 does not agree with Nodes, which has 3" },
	{ LISTED, { FOR(30) }, 0,
	  "60..60 for 30/30; 2 nodes of 0-1 at 60..60 for 30" },
	{ LISTED, { CNT(3) }, 0, "60..60 for 60/60; 3 nodes at 60..60 for 60" },
	{ LISTED, { TEXT(node_list, "") }, 0,
	  "60..60 for 60/60; 2 nodes at 60..60 for 60" },
	{ RIGID, { .flags = BOOKING_FLAG_PART_NODES }, 0,
	  "60..60 for 60/60; 8 nodes of ALL at 60..60 for 60" },
	{ ALL, { .flags = BOOKING_FLAG_NO_PART_NODES }, 0,
	  "60..60 for 60/60; 2 nodes of 0-1 at 60..60 for 60" },
	{ RIGID, { TEXT(partition, "none") }, REFUSED_PARTITION,
	  "there is no partition none" },
	/* licenses: 3 of 4 are held by another one, in the same hour */
	{ RIGID, { TEXT(licenses, "sw:1") }, 0, "60..60 for 60/60; stays" },
	{ RIGID, { TEXT(licenses, "sw:2") }, 0,
	  "60..60 for 60/60; 2 nodes at 60..60 for 60" },
	{ RIGID, { TEXT(licenses, "sw:5") }, REFUSED_LICENSES,
	  "5 licenses sw are asked for, there are 4" },
	{ RIGID, { TEXT(licenses, "") }, 0, "60..60 for 60/60; stays" },
};

/* The controller: all nodes serve all requests. */

static int host_eligible(office_t *office, const char *asked_nodes,
			 bool part_nodes, const char *partition,
			 const char *features, uint64_t num_cn,
			 garq_set_t **ret_nodes, char **ret_text)
{
	bool all = !asked_nodes || !strcmp(asked_nodes, "ALL");

	(void) office;
	(void) features;
	(void) num_cn;
	ck_assert(!part_nodes || all);
	if (text_same(partition, "none")) {
		*ret_text = text_dup("there is no partition none");
		return REFUSED_PARTITION;
	}
	*ret_nodes = all ? test_set_all(NODES) : test_set(NODES, asked_nodes);
	return 0;
}

static const uint32_t licenses = 4;

static const options_t options = {
	.delta = 300, .horizon = 30, .window = true, .freeze = 120,
};

static view_resv_t *see(const char *name, const view_seen_t *seen)
{
	view_resv_t *v = view_table_add(office, name);

	view_see(office, v, seen, NOW);
	return v;
}

/* Another reservation has 3 licenses, and no node. */
static void setup(void)
{
	static const uint32_t classes[NODES];
	lic_t sw = { .name = (char *) "sw", .num = 3 };
	view_seen_t other = {
		.start = AT(60), .end = AT(120), .licenses = "sw:3",
		.attrs = { .licenses = { .list = &sw, .cnt = 1 },
			   .has_licenses = true },
	};

	ck_assert(!setenv("TZ", "UTC", 1));
	tzset();
	test_office_begin(NODES, &options, office_states);
	fake.nodes.eligible = host_eligible;
	fake.sw = &licenses;
	view_build(office, NODES, classes, NOW);
	(void) see("other", &other);
}

static void teardown(void)
{
	test_office_end();
}

static view_resv_t *make(case_kind_t kind)
{
	garq_set_t *nodes = test_set(NODES, "0-1");
	booking_t *b = booking_create();
	bool by_end = bookings[kind].by_end;
	view_seen_t seen = {
		.start = AT(bookings[kind].start),
		.end = AT(bookings[kind].end),
		.duration = by_end ? BOOKING_NO_DURATION : 60,
		.flags = bookings[kind].flags,
		.nodes = nodes,
		.attrs = { .first_start = AT(bookings[kind].start),
			   .node_list = (char *) "0-1" },
	};
	view_resv_t *v = see(bookings[kind].name, &seen);

	booking_set(&b->name, bookings[kind].name);
	booking_set(&b->asked_nodes, bookings[kind].asked_nodes);
	b->start = seen.start;
	b->end = seen.end;
	b->t_esr = AT(bookings[kind].t_esr);
	b->t_lsr = AT(bookings[kind].t_lsr);
	b->num_cn = 2;
	(void) view_set_booking(office, v, b);
	garq_set_destroy(nodes);
	return v;
}

static long minutes(time_t t)
{
	return (long) (t / 60);
}

/* A revision as the table has it. */
static char *words(const revision_t *r)
{
	char *text = NULL;

	if (r->started)
		text_add(&text, "begun until %ld", minutes(r->end - NOW));
	else
		text_add(&text, "%ld..%ld", minutes(r->t_esr - NOW),
			 minutes(r->t_lsr - NOW));
	text_add(&text, " for %ld/", minutes(r->duration));
	if (r->duration_min == BOOKING_NO_DURATION)
		text_add(&text, "-");
	else
		text_add(&text, "%u", r->duration_min);
	if (!r->place) {
		text_add(&text, "; stays");
		return text;
	}
	text_add(&text, "; %u nodes", r->shape.num_cn);
	if (r->shape.pinned)
		text_add(&text, " of %s", r->asked_nodes);
	text_add(&text, " at %ld..%ld for %ld", minutes(r->shape.t_esr - NOW),
		 minutes(r->shape.t_lsr - NOW), minutes(r->shape.duration));
	return text;
}

START_TEST(a_line_of_the_table)
{
	view_resv_t *v = make(cases[_i].kind);
	char *text = NULL;
	revision_t r;
	int rc = revision_make(office, v, &cases[_i].request, &options, NOW, &r,
			       &text);

	ck_assert_int_eq(rc, cases[_i].rc);
	if (!rc) {
		ck_assert_ptr_null(text);
		text = words(&r);
		revision_free(&r);
	}
	ck_assert_str_eq(text, cases[_i].want);
	free(text);
}
END_TEST

/* With garq_window=none MaxStartDelay is Slurm's own. */
START_TEST(a_delay_without_windows)
{
	options_t none = options;
	request_t request = { DELAY(30) };
	view_resv_t *v = make(RIGID);
	char *text = NULL;
	revision_t r;

	none.window = false;
	ck_assert_int_eq(revision_make(office, v, &request, &none, NOW, &r,
				       &text),
			 0);
	ck_assert(!r.place);
	ck_assert_int_eq(r.t_lsr, r.t_esr);
	revision_free(&r);
}
END_TEST

static uint32_t cores[] = { 4, 0 };

/* What makes a booking Slurm's own affair. */
static const struct {
	request_t request;
	bool native;
} kinds[] = {
	{ { START(90), FOR(60), CNT(2) }, false },
	{ { TEXT(licenses, "sw:1") }, false },
	{ { TEXT(tres, "") }, false },
	{ { .flags = BOOKING_FLAG_MAINT }, true },
	{ { .flags = BOOKING_FLAG_DAILY }, true },
	{ { .flags = BOOKING_FLAG_OVERLAP }, true },
	{ { .flags = BOOKING_FLAG_MAGNETIC }, false },
	{ { .cores = cores }, false },
	{ { .watts = 100 }, true },
	{ { TEXT(burst_buffer, "bb:1G") }, true },
	{ { TEXT(tres, "license/sw=1") }, true },
};

START_TEST(is_native)
{
	const kind_t *kind = kind_of_change(office, NULL, &kinds[_i].request);

	ck_assert_int_eq(kind == &kind_native, kinds[_i].native);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("revise");
	TCase *tc = test_case(suite, "rules", 0);

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, a_line_of_the_table, 0, COUNT(cases));
	tcase_add_test(tc, a_delay_without_windows);
	tcase_add_loop_test(tc, is_native, 0, COUNT(kinds));
	return test_run(suite);
}
