/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * admit_begun_test.c - a booking that has begun keeps its good nodes, on which
 * its jobs may run, whatever a plan says.
 *
 * The plans are made here: this file has a lrh_plan() and a lrh_plan_room() of
 * its own, in the place of those of lrh/.
 */
#include <string.h>

#include "plugin/booking/place/admit_begun.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/update_place.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define ROOT 0

static const char *planned;	/* the nodes that a plan gives; NULL: it fails */
static const char *partition;	/* the nodes that are eligible */

static garq_set_t *set_of(const char *list)
{
	garq_set_t *set = NULL;

	ck_assert_int_eq(office->host->nodes->set(office, list, &set), 0);
	return set;
}

int lrh_plan(lrh_t *l, const lrh_request_t *rq, const lrh_options_t *options,
	     lrh_plan_t *ret_plan)
{
	(void) l;
	(void) options;
	*ret_plan = (lrh_plan_t) { .blocked = rq->id };
	if (!planned)
		return 0;
	ret_plan->fits = true;
	ret_plan->self = (lrh_move_t) {
		.id = rq->id, .start = rq->t_esr, .not_before = rq->t_esr,
		.nodes = set_of(planned),
	};
	return 0;
}

int lrh_plan_room(lrh_t *l, time_t t_s, time_t t_e,
		  const lrh_options_t *options, lrh_plan_t *ret_plan)
{
	(void) l;
	(void) t_s;
	(void) t_e;
	(void) options;
	*ret_plan = (lrh_plan_t) { .fits = true };
	return 0;
}

/* --- the host, which is that of reconcile_world.h and more ---------------- */

static int eligible(office_t *office, const char *asked_nodes, bool part_nodes,
		    const char *name, const char *features, uint64_t num_cn,
		    garq_set_t **ret_nodes, char **ret_text)
{
	(void) office;
	(void) asked_nodes;
	(void) part_nodes;
	(void) name;
	(void) features;
	(void) num_cn;
	(void) ret_text;
	*ret_nodes = set_of(partition);
	return 0;
}

static void setup(void)
{
	world_setup();
	fake.nodes.eligible = eligible;
	office->options.shift = OPTIONS_SHIFT_YES;
	office->options.shift_budget = 1;
	planned = NULL;
	partition = "abcdefgh";
}

/* Booking r has "ab" for an hour from then on. */
static view_resv_t *book(time_t start)
{
	booking_t *b = booking_create();
	view_resv_t *v;

	booking_set(&b->name, "r");
	booking_set(&b->nodes, "ab");
	booking_set(&b->users, "ann");
	b->num_cn = 2;
	b->resv_id = 1;
	b->duration_min = 60;
	b->start = b->t_esr = b->t_lsr = b->not_before = start;
	b->end = start + HOUR;
	world_add(booking_copy(b), NULL);
	v = view_find(office, "r");
	ck_assert_ptr_null(view_set_booking(office, v, b));
	return v;
}

/* Place three nodes for the rest of r, which keeps "ab". RET as admit_begun();
 * OUT ret - the nodes */
static int place(const view_resv_t *v, char **ret)
{
	shape_t shape = {
		.eligible = set_of(partition), .num_cn = 3,
		.t_esr = NOW, .t_lsr = NOW, .duration = HOUR / 2,
	};
	placement_t placement;
	refusal_t refusal;
	int rc = admit_begun(office, &shape, v->id, v->nodes, NOW, &placement,
			     &refusal);

	*ret = NULL;
	if (!rc) {
		*ret = office->host->nodes->list(office, placement.nodes);
		placement_free(&placement);
	} else {
		ck_assert_int_eq(rc, REFUSED_BUSY);
		ck_assert_int_eq(refusal.rc, rc);
		refusal_free(&refusal);
	}
	shape_free(&shape);
	return rc;
}

static void assert_placed(const view_resv_t *v, const char *nodes)
{
	char *list;

	ck_assert_int_eq(place(v, &list), 0);
	ck_assert_str_eq(list, nodes);
	free(list);
}

START_TEST(a_plan_that_keeps_them_is_taken)
{
	planned = "abh";
	assert_placed(book(NOW - HOUR / 2), "abh");
}
END_TEST

START_TEST(a_plan_that_takes_one_is_dropped)
{
	planned = "bgh";
	assert_placed(book(NOW - HOUR / 2), "abc");
}
END_TEST

/* Another one's job overruns on "b". */
START_TEST(where_one_is_taken_it_is_refused)
{
	view_resv_t *v = book(NOW - HOUR / 2);
	garq_set_t *nodes = set_of("b");
	view_job_t job = {
		.job_id = 1, .user_id = 1000,
		.group = VIEW_ID(VIEW_ID_JOB, 1),
		.end = NOW + 60, .nodes = nodes,
	};
	char *list;

	view_jobs_begin(office);
	view_jobs_see(office, &job, NOW);
	view_jobs_end(office);
	planned = "agh";
	ck_assert_int_eq(place(v, &list), REFUSED_BUSY);
	garq_set_destroy(nodes);
}
END_TEST

/* Node "a" of a booking fails; plans give "gh". RET the nodes after a repair */
static const char *repaired(time_t start)
{
	garq_set_t *up = set_of("bcdefgh");
	view_resv_t *v = book(start);

	planned = "gh";
	view_nodes_see(office, up, NULL, NOW - HOUR);
	(void) repair_all(office, NOW);
	garq_set_destroy(up);
	return v->booking->nodes;
}

START_TEST(a_repair_keeps_them)
{
	ck_assert_str_eq(repaired(NOW - HOUR / 2), "bc");
}
END_TEST

START_TEST(a_repair_keeps_what_the_partition_lacks)
{
	partition = "efgh";
	ck_assert_str_eq(repaired(NOW - HOUR / 2), "be");
}
END_TEST

START_TEST(before_its_start_a_repair_takes_all)
{
	ck_assert_str_eq(repaired(NOW + HOUR), "gh");
}
END_TEST

START_TEST(an_update_adds_to_them)
{
	view_resv_t *v = book(NOW - HOUR / 2);
	ask_t a = {
		.uid = ROOT, .now = NOW, .v = v, .room = true,
		.shape = { .eligible = set_of(partition), .num_cn = 4,
			   .t_esr = NOW, .t_lsr = NOW, .duration = HOUR / 2 },
		.revision = { .started = true, .end = v->end, .place = true,
			      .moves_nodes = true },
	};
	placement_t placement;
	char *list;

	planned = "efgh";
	ck_assert_int_eq(update_place(office, &a, &placement), 0);
	list = office->host->nodes->list(office, placement.nodes);
	ck_assert_str_eq(list, "abcd");
	free(list);
	placement_free(&placement);
	ask_free(&a);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("admit_begun");
	TCase *c = test_case(s, "admit_begun", 0);

	tcase_add_checked_fixture(c, setup, world_teardown);
	tcase_add_test(c, a_plan_that_keeps_them_is_taken);
	tcase_add_test(c, a_plan_that_takes_one_is_dropped);
	tcase_add_test(c, where_one_is_taken_it_is_refused);
	tcase_add_test(c, a_repair_keeps_them);
	tcase_add_test(c, a_repair_keeps_what_the_partition_lacks);
	tcase_add_test(c, before_its_start_a_repair_takes_all);
	tcase_add_test(c, an_update_adds_to_them);
	return test_run(s);
}
