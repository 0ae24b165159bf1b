/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_test.c - offers: the paper's example, costs by hand, words, refused
 * arguments, and small machines with obvious answers.
 */
#include <stdlib.h>
#include <string.h>

#include "osp/osp.h"
#include "test/unit/test_util.h"

#define NOW ((time_t) 0)
#define END ((time_t) 1000)

static const osp_price_t price = { .delta = 1, .bcost = 0.05, .tau = 4 };

struct booking {
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

/* Add bookings, up to one without nodes. */
static garq_t *_garq(uint32_t max_cn, const struct booking *booking)
{
	garq_t *g = garq_create(max_cn, 1, 100, NOW);

	ck_assert_ptr_nonnull(g);
	for (; booking->num_cn; booking++)
		ck_assert_int_eq(test_add(g, booking->t_s, booking->t_e,
					  booking->num_cn), 0);
	return g;
}

static osp_offers_t _query(const garq_t *g, osp_query_t query, osp_rank_t rank,
			   size_t max)
{
	osp_offers_t offers;
	osp_space_t space;

	osp_space_garq(&space, g, END);
	ck_assert_int_eq(osp_query(&space, &query, &price, rank, max, &offers),
			 0);
	return offers;
}

static osp_offers_t _inside(const garq_t *g, osp_query_t query)
{
	osp_offers_t offers;
	osp_space_t space;

	osp_space_garq(&space, g, END);
	ck_assert_int_eq(osp_inside(&space, &query, &price, &offers), 0);
	return offers;
}

#define assert_offer(o, s, e, cn, what)					\
	do {								\
		ck_assert_int_eq((o).t_s, s);				\
		ck_assert_int_eq((o).t_e, e);				\
		ck_assert_uint_eq((o).num_cn, cn);			\
		ck_assert_str_eq(osp_kind_name((o).kind), what);	\
	} while (0)

/*
 * Paper, figure 1, for which the text gives no data; reconstructed from this
 * paper and the one on GarQ (figures 3, 4 and 8). Of 3 nodes all are taken in
 * [10, 12), all but one in [12, 13); two are free from 13 on.
 */
static const struct booking figure1[] = {
	{ 8, 10, 1 },			/* User1 */
	{ 10, 13, 2 },			/* User2 */
	{ 10, 12, 1 },			/* User3 */
	{ 13, 16, 1 },			/* User4 */
	{ 0, 0, 0 },
};
static const osp_query_t user5 = {
	.ti_s = 11, .ti_e = 16, .dur = 2, .num_cn = 2,
};

START_TEST(example_of_the_paper)
{
	garq_t *g = _garq(3, figure1);
	osp_offers_t offers = _query(g, user5, (osp_rank_t) _i, 10);

	ck_assert_uint_eq(offers.cnt, 1);
	assert_offer(offers.list[0], 13, 15, 2, "exact");
	osp_offers_free(&offers);
	offers = _inside(g, user5);
	ck_assert_uint_eq(offers.cnt, 1);
	assert_offer(offers.list[0], 13, 15, 2, "exact");
	ck_assert_ptr_eq(osp_select(&offers, &user5, 1), &offers.list[0]);
	osp_offers_free(&offers);
	ck_assert_ptr_null(offers.list);
	garq_destroy(g);
}
END_TEST

/* [11, 14) has no solution: the paper's offers, and ours. */
START_TEST(example_in_a_shorter_window)
{
	garq_t *g = _garq(3, figure1);
	osp_query_t query = user5;
	osp_offers_t offers;

	query.ti_e = 14;
	offers = _inside(g, query);
	ck_assert_uint_eq(offers.cnt, 1);
	assert_offer(offers.list[0], 13, 14, 2, "inside");
	osp_offers_free(&offers);
	offers = _query(g, query, OSP_RANK_EARLIEST, 10);
	ck_assert_uint_eq(offers.cnt, 3);
	assert_offer(offers.list[0], 12, 14, 1, "inside");
	assert_offer(offers.list[1], 13, 15, 2, "later");
	assert_offer(offers.list[2], 8, 10, 2, "earlier");
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

/*
 *	free	6	4	2	5	0	6
 *	from	0	10	20	30	40	50
 */
static const struct booking stairs[] = {
	{ 10, 20, 2 }, { 20, 30, 4 }, { 30, 40, 1 }, { 40, 50, 6 },
	{ 0, 0, 0 },
};

START_TEST(around_a_rigid_wish)
{
	garq_t *g = _garq(6, stairs);
	osp_query_t query = { .ti_s = 4, .ti_e = 34, .dur = 30, .num_cn = 6 };
	osp_offers_t offers = _query(g, query, OSP_RANK_EARLIEST, 10);

	/* of the offers that begin at 4 the cheapest comes first */
	ck_assert_uint_eq(offers.cnt, 4);
	assert_offer(offers.list[0], 4, 10, 6, "shorter");
	assert_offer(offers.list[1], 4, 34, 2, "fewer");
	assert_offer(offers.list[2], 4, 20, 4, "largest");
	assert_offer(offers.list[3], 50, 80, 6, "later");
	osp_offers_free(&offers);
	offers = _query(g, query, OSP_RANK_LONGEST, 10);
	ck_assert_uint_eq(offers.cnt, 4);
	assert_offer(offers.list[0], 4, 34, 2, "fewer");
	assert_offer(offers.list[1], 50, 80, 6, "later");
	assert_offer(offers.list[2], 4, 20, 4, "largest");
	assert_offer(offers.list[3], 4, 10, 6, "shorter");
	ck_assert_ptr_eq(osp_select(&offers, &query, 1), &offers.list[1]);
	query.num_cn = 4;
	ck_assert_ptr_eq(osp_select(&offers, &query, 1), &offers.list[0]);
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

/* Four kinds: as many of them as max allows, the first by rank. */
START_TEST(cut_to_max)
{
	static const size_t cnt[] = { 0, 1, 2, 3, 4, 4 };
	garq_t *g = _garq(6, stairs);
	osp_query_t query = { .ti_s = 4, .ti_e = 34, .dur = 30, .num_cn = 6 };
	osp_offers_t offers = _query(g, query, OSP_RANK_NODES, (size_t) _i);

	ck_assert_uint_eq(offers.cnt, cnt[_i]);
	if (offers.cnt)
		assert_offer(offers.list[0], 4, 10, 6, "shorter");
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

START_TEST(least_of_all)
{
	garq_t *g = _garq(6, stairs);
	osp_query_t query = {
		.ti_s = 5, .ti_e = 35, .dur = 30, .num_cn = 6, .least_cn = 4,
		.least_dur = 6,
	};
	osp_offers_t offers = _query(g, query, OSP_RANK_EARLIEST, 10);

	ck_assert_uint_eq(offers.cnt, 2);
	assert_offer(offers.list[0], 5, 20, 4, "largest");
	assert_offer(offers.list[1], 50, 80, 6, "later");
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

/* Neither is given: every maximal rectangle. */
START_TEST(all_that_is_free)
{
	garq_t *g = _garq(6, stairs);
	osp_query_t query = { .ti_s = 5, .ti_e = 45 };
	osp_offers_t offers = _query(g, query, OSP_RANK_NODES, 10);

	ck_assert_uint_eq(offers.cnt, 4);
	assert_offer(offers.list[0], 5, 10, 6, "inside");
	assert_offer(offers.list[1], 30, 40, 5, "inside");
	assert_offer(offers.list[2], 5, 20, 4, "inside");
	assert_offer(offers.list[3], 5, 40, 2, "inside");
	osp_offers_free(&offers);
	/* offers with the given value come before the others */
	query.num_cn = 5;
	offers = _query(g, query, OSP_RANK_LONGEST, 10);
	ck_assert_uint_eq(offers.cnt, 4);
	assert_offer(offers.list[0], 30, 40, 5, "inside");
	assert_offer(offers.list[1], 5, 10, 6, "inside");
	assert_offer(offers.list[2], 5, 40, 2, "inside");
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

/* More nodes than exist: only existing nodes are offered. */
START_TEST(more_than_there_are)
{
	garq_t *g = _garq(6, stairs);
	osp_query_t query = { .ti_s = 5, .ti_e = 35, .dur = 5, .num_cn = 7 };
	osp_offers_t offers = _query(g, query, OSP_RANK_COST, 10);

	ck_assert_uint_eq(offers.cnt, 1);
	assert_offer(offers.list[0], 5, 10, 6, "inside");
	osp_offers_free(&offers);
	offers = _inside(g, query);
	ck_assert_uint_eq(offers.cnt, 0);
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

/* Nothing is free up to the end but a second at 500. */
START_TEST(the_last_resort)
{
	static const struct booking full[] = {
		{ 0, 500, 6 }, { 500, 501, 4 }, { 501, END, 6 }, { 0, 0, 0 },
	};
	garq_t *g = _garq(6, full);
	osp_query_t query = { .ti_s = 5, .ti_e = 35, .dur = 5, .num_cn = 5 };
	osp_offers_t offers = _query(g, query, OSP_RANK_COST, 10);

	ck_assert_uint_eq(offers.cnt, 1);
	assert_offer(offers.list[0], 500, 501, 2, "later");
	osp_offers_free(&offers);
	query.least_dur = 2;
	offers = _query(g, query, OSP_RANK_COST, 10);
	ck_assert_uint_eq(offers.cnt, 0);
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

/* Only the rest of the window counts. */
START_TEST(a_window_that_has_begun)
{
	garq_t *g = _garq(6, stairs);
	osp_query_t query = { .ti_s = 5, .ti_e = 45, .dur = 15, .num_cn = 4 };
	osp_offers_t offers;

	ck_assert_int_eq(garq_advance(g, 31), 0);
	offers = _query(g, query, OSP_RANK_EARLIEST, 10);
	ck_assert_uint_eq(offers.cnt, 2);
	assert_offer(offers.list[0], 31, 40, 4, "shorter");
	assert_offer(offers.list[1], 50, 65, 4, "later");
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

/* Costs */

static void _assert_cost(double cost, double want)
{
	ck_assert_msg((cost > want - 1e-9) && (cost < want + 1e-9),
		      "%.12f, not %.12f", cost, want);
}

/* The paper's prices (section 4): 0.05 a minute, tau 4, slots of 5 minutes. */
START_TEST(costs_by_hand)
{
	osp_price_t p = { .delta = 300, .bcost = 0.05, .tau = 4 };

	/* an hour on 2 nodes: 60 * 2 * 0.05, and 12 slots * 2 * (4 * 0.25) */
	_assert_cost(osp_cost_job(&p, 3600, 2), 6.0);
	_assert_cost(osp_cost(&p, 600, 4200, 2), 24.0);
	/* the same hour from the middle of a slot on meets 13 */
	_assert_cost(osp_cost(&p, 700, 4300, 2), 26.0);
	_assert_cost(osp_cost(&p, 899, 901, 1), 2.0);
	_assert_cost(osp_cost(&p, 899, 900, 1), 1.0);
	_assert_cost(osp_cost(&p, 900, 901, 1), 1.0);
	_assert_cost(osp_cost(&p, 900, 900, 1), 0.0);
	p.bcost = 0;
	_assert_cost(osp_cost(&p, 0, 86400, 64), 0.0);
}
END_TEST

START_TEST(offers_have_costs)
{
	garq_t *g = _garq(6, stairs);
	osp_query_t query = { .ti_s = 5, .ti_e = 35, .dur = 30, .num_cn = 6 };
	osp_offers_t offers = _query(g, query, OSP_RANK_COST, 10);

	for (size_t i = 0; i < offers.cnt; i++) {
		const osp_offer_t *o = &offers.list[i];

		_assert_cost(o->cost, (double) (o->t_e - o->t_s) * o->num_cn *
			     (4 * 0.05 / 60));
		ck_assert(!i || (o->cost >= o[-1].cost));
	}
	osp_offers_free(&offers);
	garq_destroy(g);
}
END_TEST

/* Words, and refused arguments */

START_TEST(words)
{
	for (int kind = 0; kind < OSP_KINDS; kind++)
		ck_assert_uint_gt(strlen(osp_kind_name((osp_kind_t) kind)), 3);
}
END_TEST

static const osp_query_t refused[] = {
	{ .ti_s = 10, .ti_e = 10 },
	{ .ti_s = 10, .ti_e = 9, .dur = 1, .num_cn = 1 },
	{ .ti_s = 10, .ti_e = 20, .dur = 11, .num_cn = 1 },
	{ .ti_s = 10, .ti_e = 20, .dur = -1, .num_cn = 1 },
	{ .ti_s = 10, .ti_e = 20, .dur = 5, .least_dur = 6 },
	{ .ti_s = 10, .ti_e = 20, .dur = 5, .least_dur = -6 },
	{ .ti_s = 10, .ti_e = 20, .least_dur = 11 },
	{ .ti_s = 10, .ti_e = 20, .num_cn = 2, .least_cn = 3 },
	{ .ti_s = -1, .ti_e = 20, .dur = 5 },
	{ .ti_s = 0, .ti_e = GARQ_FOREVER + 1, .dur = 5 },
	{ .ti_s = INT64_MIN, .ti_e = INT64_MAX, .dur = INT64_MAX },
};

START_TEST(refuses)
{
	garq_t *g = _garq(6, stairs);
	osp_offers_t offers = { NULL, 77 };
	osp_price_t free_of_slots = { .delta = 0 };
	osp_space_t space;

	osp_space_garq(&space, g, END);
	assert_error(osp_query(&space, &refused[_i], &price, OSP_RANK_COST, 10,
			       &offers), EINVAL);
	assert_error(osp_inside(&space, &refused[_i], &price, &offers), EINVAL);
	assert_error(osp_inside(&space, &user5, &free_of_slots, &offers),
		     EINVAL);
	ck_assert_uint_eq(offers.cnt, 77);
	garq_destroy(g);
}
END_TEST

/* b dominates a and d; c and e equal b and come after it. */
START_TEST(only_what_none_dominates_is_kept)
{
	const osp_query_t q = {
		.ti_s = 10, .ti_e = 30, .dur = 10, .num_cn = 4,
	};
	osp_offer_t list[] = {
		{ .t_s = 10, .t_e = 20, .num_cn = 2 },	/* a */
		{ .t_s = 12, .t_e = 22, .num_cn = 3 },	/* b */
		{ .t_s = 14, .t_e = 24, .num_cn = 3 },	/* c */
		{ .t_s = 10, .t_e = 18, .num_cn = 3 },	/* d */
		{ .t_s = 10, .t_e = 18, .num_cn = 4 },
		{ .t_s = 12, .t_e = 22, .num_cn = 3 },	/* e */
	};
	size_t cnt = COUNT(list);

	osp_drop_worse(&q, list, &cnt);
	ck_assert_uint_eq(cnt, 2);
	ck_assert_int_eq(list[0].t_s, 12);
	ck_assert_uint_eq(list[0].num_cn, 3);
	ck_assert_uint_eq(list[1].num_cn, 4);
	cnt = 0;
	osp_drop_worse(&q, list, &cnt);
	ck_assert_uint_eq(cnt, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("osp");
	TCase *tc = test_case(s, "all", 0);

	tcase_add_loop_test(tc, example_of_the_paper, 0, OSP_RANK_COST + 1);
	tcase_add_test(tc, example_in_a_shorter_window);
	tcase_add_test(tc, around_a_rigid_wish);
	tcase_add_loop_test(tc, cut_to_max, 0, 6);
	tcase_add_test(tc, least_of_all);
	tcase_add_test(tc, all_that_is_free);
	tcase_add_test(tc, more_than_there_are);
	tcase_add_test(tc, the_last_resort);
	tcase_add_test(tc, a_window_that_has_begun);
	tcase_add_test(tc, costs_by_hand);
	tcase_add_test(tc, offers_have_costs);
	tcase_add_test(tc, words);
	tcase_add_test(tc, only_what_none_dominates_is_kept);
	tcase_add_loop_test(tc, refuses, 0, COUNT(refused));
	return test_run(s);
}
