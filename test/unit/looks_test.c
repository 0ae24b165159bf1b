/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * looks_test.c - a place, and offers on a machine of 2,000 nodes, keep to the node
 * searches that they may make, and are true however few these are.
 */
#include <stdio.h>
#include <stdlib.h>

#include "osp/osp.h"
#include "test/unit/test_util.h"

#define NODES 2000
#define BOOKINGS 600
#define QUERIES 60
#define HOUR 3600
#define DAYS 3

/*
 * By count half of the nodes are always free, but never the same ones for long:
 * a search of them fails for each of 20 intervals from second 2000 on.
 */
static garq_machine_t *_halves(uint32_t nodes)
{
	garq_machine_t *m = garq_machine_create(nodes, NULL, 60, 3600, 1000);

	ck_assert_ptr_nonnull(m);
	for (time_t t = 0; t < 20; t++) {
		garq_set_t *set = garq_set_create(nodes);

		ck_assert_ptr_nonnull(set);
		for (uint32_t i = 0; i < nodes / 2; i++)
			garq_set_add(set, (t % 2 ? nodes / 2 : 0) + i);
		ck_assert_int_eq(garq_machine_hold(m, 1 + (uint64_t) t,
						   1 + (uint64_t) t, set,
						   2000 + 100 * t,
						   2100 + 100 * t), 0);
		garq_set_destroy(set);
	}
	return m;
}

/* RET the fewest whole searches with which half of the nodes are found */
static uint32_t _looks_needed(uint32_t nodes)
{
	garq_machine_t *m = _halves(nodes);
	garq_set_t *all = test_set_all(nodes);
	uint32_t looks, may;
	garq_request_t rq = {
		.eligible = all, .num_cn = nodes / 2, .t_esr = 2000,
		.t_lsr = 9000, .duration = 200, .looks = &looks,
	};
	bool cut = true;

	for (may = 0; cut && (may < 50); may++) {
		garq_answer_t a;

		looks = may;
		ck_assert_int_eq(garq_machine_place(m, &rq, &a), 0);
		cut = a.cut;
		ck_assert_int_eq(a.fits, !cut);
		ck_assert(!cut || (!looks && (a.none_before <= 3900)));
		ck_assert(cut || (a.start == 3900));
		garq_answer_free(&a);
	}
	ck_assert(!cut);
	garq_set_destroy(all);
	garq_machine_destroy(m);
	return may - 1;
}

START_TEST(no_more_looks_than_may_be_made)
{
	uint32_t few = _looks_needed(4), many = _looks_needed(NODES);

	if (getenv("VERBOSE"))
		printf("looks needed: %u of 4 nodes, %u of %d\n", few, many,
		       NODES);
	/* a search that ends early counts for a part of a whole search */
	ck_assert(few > 2);
	ck_assert((many > 1) && (many < few));
}
END_TEST

/*
 * All nodes are held for each of 20 intervals, by other holders each time. A search
 * that is cut after its first look says how far the counts rule out all starts: the
 * next one begins with the look that the first would have made.
 */
START_TEST(a_search_that_is_cut_goes_on_where_the_counts_allow)
{
	garq_machine_t *m = garq_machine_create(4, NULL, 100, 3600, 1000);
	garq_set_t *all = test_set_all(4);
	uint32_t looks = 1;
	garq_request_t rq = {
		.eligible = all, .num_cn = 2, .t_esr = 2000, .t_lsr = 9000,
		.duration = 200, .looks = &looks,
	};
	garq_answer_t a;

	ck_assert_ptr_nonnull(m);
	for (uint64_t i = 0; i < 20; i++)
		ck_assert_int_eq(garq_machine_hold(m, 1 + i, 1 + i, all,
						   2000 + 100 * (time_t) i,
						   2100 + 100 * (time_t) i), 0);
	ck_assert_int_eq(garq_machine_place(m, &rq, &a), 0);
	ck_assert(a.cut);
	ck_assert_int_eq(a.none_before, 4000);
	rq.t_esr = a.none_before;
	looks = 1;
	ck_assert_int_eq(garq_machine_place(m, &rq, &a), 0);
	ck_assert(a.fits);
	ck_assert_int_eq(a.start, 4000);
	garq_answer_free(&a);
	/* the window ends before that: then it is proven */
	rq.t_esr = 2000;
	rq.t_lsr = 3999;
	looks = 1;
	ck_assert_int_eq(garq_machine_place(m, &rq, &a), 0);
	ck_assert(!a.fits && !a.cut);
	garq_set_destroy(all);
	garq_machine_destroy(m);
}
END_TEST

static garq_machine_t *_machine(rng_t *r)
{
	garq_machine_t *m = garq_machine_create(NODES, NULL, 300,
						30 * 86400, 0);

	ck_assert_ptr_nonnull(m);
	for (uint64_t id = 1; id <= BOOKINGS; id++) {
		garq_set_t *set = garq_set_create(NODES);
		uint32_t first = (uint32_t) rng_below(r, NODES);
		uint32_t cnt = (uint32_t) rng_between(r, 1, NODES / 4);
		time_t t_s = rng_between(r, 0, DAYS * 24 * 12) * 300;

		ck_assert_ptr_nonnull(set);
		for (uint32_t i = 0; i < cnt; i++)
			garq_set_add(set, (first + i) % NODES);
		ck_assert_int_eq(garq_machine_hold(m, id, id, set, t_s, t_s +
						   rng_between(r, 1, 6) * HOUR),
				 0);
		garq_set_destroy(set);
	}
	return m;
}

static osp_query_t _query(rng_t *r)
{
	osp_query_t q = {
		.ti_s = rng_between(r, 0, DAYS * 24) * HOUR,
		.dur = rng_between(r, 1, 12) * HOUR,
		.num_cn = (uint32_t) rng_between(r, NODES / 4, NODES),
	};

	q.ti_e = q.ti_s + q.dur + rng_between(r, 0, 24) * HOUR;
	if (rng_one_in(r, 4))
		q.num_cn = 0;
	return q;
}

/* The space's own question, and how often it was asked with looks left. */
static int (*most)(void *arg, time_t t_s, time_t t_e, uint32_t *ret_free);
static uint32_t asked;

static int _most(void *arg, time_t t_s, time_t t_e, uint32_t *ret_free)
{
	asked += (*((osp_machine_space_t *) arg)->looks > 0);
	return most(arg, t_s, t_e, ret_free);
}

/*
 * RET the number of offers; IN/OUT looks - the node searches that may be made, and
 * those that are left
 */
static size_t _ask(const garq_machine_t *m, const garq_set_t *all,
		   const osp_query_t *q, osp_rank_t rank, uint32_t *looks)
{
	const osp_price_t price = { .delta = 300, .tau = 1 };
	osp_machine_space_t space;
	uint32_t had = *looks;
	osp_offers_t offers;
	size_t cnt;

	ck_assert_int_eq(osp_space_machine(&space, m, all, GARQ_NO_GROUP,
					   30 * 86400), 0);
	space.looks = looks;
	most = space.space.most;
	space.space.most = _most;
	asked = 0;
	ck_assert_int_eq(osp_query(&space.space, q, &price, rank, 10, &offers),
			 0);
	ck_assert_uint_ge(had - *looks, asked);
	cnt = offers.cnt;
	for (size_t i = 0; i < cnt; i++)
		ck_assert_uint_ge(garq_nodes_free(garq_machine_nodes(m), all,
						  offers.list[i].t_s,
						  offers.list[i].t_e,
						  GARQ_NO_GROUP, NULL),
				  offers.list[i].num_cn);
	osp_offers_free(&offers);
	osp_space_machine_close(&space);
	return cnt;
}

START_TEST(offers_of_few_looks_are_true)
{
	rng_t r = { test_seed() };
	garq_machine_t *m = _machine(&r);
	garq_set_t *all = test_set_all(NODES);
	uint32_t most = 0, cut = 0;

	for (int i = 0; i < QUERIES; i++) {
		osp_query_t q = _query(&r);
		osp_rank_t rank = (osp_rank_t) rng_below(&r, 4);
		uint32_t looks = UINT32_MAX, few;
		size_t cnt = _ask(m, all, &q, rank, &looks);
		uint32_t took = UINT32_MAX - looks;

		most = test_max(most, took);
		few = (uint32_t) rng_below(&r, took + 1);
		cut += (_ask(m, all, &q, rank, &few) < cnt);
	}
	if (getenv("VERBOSE"))
		printf("at most %u looks, %u queries with fewer offers\n", most,
		       cut);
	ck_assert_uint_gt(cut, 0);
	garq_set_destroy(all);
	garq_machine_destroy(m);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("looks");
	TCase *c = test_case(s, "random", 120);

	tcase_add_test(c, no_more_looks_than_may_be_made);
	tcase_add_test(c, a_search_that_is_cut_goes_on_where_the_counts_allow);
	tcase_add_test(c, offers_of_few_looks_are_true);
	return test_run(s);
}
