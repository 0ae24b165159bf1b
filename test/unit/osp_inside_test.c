/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_inside_test.c - the paper's algorithm 1 as printed, and ours, which must
 * give the same offers.
 *
 *	SEED=n test/unit/osp_inside_test
 *
 * replays a failure.
 */
#include <stdlib.h>

#include "test/unit/osp_model.h"

#define GAMES 4000
#define RUNS (2 * MODEL_SECONDS)

static const osp_price_t price = { .delta = 3, .bcost = 0.05, .tau = 4 };

/* The paper's algorithm, as printed */

struct slot {
	time_t t_s;
	time_t num_slot;
	uint32_t free_cn;
};

struct offer {
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
	time_t run_s;		/* begin of the run it was grown from */
	time_t run_e;
};

struct literal {
	struct slot slot_list[RUNS];
	int size;
	int index_rank[RUNS];
	struct offer offer_list[RUNS];
	int cnt;
	bool found_sol;		/* EXACT: the last offer */
};

/* A slot is a second here. */
static void _find_consecutive_slot(struct literal *lit,
				   const struct osp_model *m, time_t ti_s,
				   time_t ti_e)
{
	for (time_t t = ti_s; t < ti_e; t++) {
		uint32_t free_cn = osp_model_most(m, t, t + 1);
		struct slot *next = &lit->slot_list[lit->size];

		if (lit->size && (next[-1].free_cn == free_cn))
			next[-1].num_slot++;
		else
			lit->slot_list[lit->size++] = (struct slot) {
				t, 1, free_cn,
			};
	}
}

/* In increasing order of freeCN; ties in order of time. */
static void _get_sorted_index(struct literal *lit)
{
	for (int i = 0; i < lit->size; i++) {
		uint32_t free_cn = lit->slot_list[i].free_cn;
		int *rank = &lit->index_rank[i];

		for (; (rank > lit->index_rank) &&
		     (lit->slot_list[rank[-1]].free_cn > free_cn); rank--)
			*rank = rank[-1];
		*rank = i;
	}
}

static void _algorithm1(struct literal *lit, const struct osp_model *m,
			time_t ti_s, time_t ti_e, time_t ts, uint32_t num_cn,
			bool need_sol)
{
	const struct slot *slot_list = lit->slot_list;

	lit->size = 0;
	lit->cnt = 0;
	lit->found_sol = false;
	_find_consecutive_slot(lit, m, ti_s, ti_e);		/* 8 */
	_get_sorted_index(lit);					/* 10 */
	for (int i = 0; i < lit->size; i++) {			/* 11 */
		int index = lit->index_rank[i];
		const struct slot *slot = &slot_list[index];
		int head = index, tail = index;
		time_t tot_slot = slot->num_slot;
		uint32_t min_cn = slot->free_cn;

		if (slot->free_cn < num_cn)			/* 14 */
			continue;
		for (int l = index - 1; l >= 0; l--) {		/* 19 */
			uint32_t free_cn = slot_list[l].free_cn;

			if ((free_cn < num_cn) || (tot_slot >= ts))
				break;
			head = l;
			tot_slot += slot_list[l].num_slot;
			min_cn = (free_cn < min_cn) ? free_cn : min_cn;
		}
		for (int r = index + 1; r <= lit->size - 1; r++) { /* 28 */
			uint32_t free_cn = slot_list[r].free_cn;

			if ((free_cn < num_cn) || (tot_slot >= ts))
				break;
			tail = r;
			tot_slot += slot_list[r].num_slot;
			min_cn = (free_cn < min_cn) ? free_cn : min_cn;
		}
		lit->offer_list[lit->cnt++] = (struct offer) {	/* 37 */
			slot_list[head].t_s,
			slot_list[tail].t_s + slot_list[tail].num_slot, min_cn,
			slot->t_s, slot->t_s + slot->num_slot,
		};
		if ((tot_slot >= ts) && need_sol) {		/* 39 */
			lit->found_sol = true;
			break;
		}
	}
}

static void _literal(struct literal *lit, const struct osp_model *m,
		     const osp_query_t *q)
{
	time_t dur = q->dur;

	if (!dur)
		dur = test_max(test_min(price.delta, q->ti_e - q->ti_s),
			       q->least_dur);
	_algorithm1(lit, m, test_max(q->ti_s, m->now),
		    test_min(q->ti_e, m->end), dur,
		    q->num_cn ? q->num_cn : q->least_cn ? q->least_cn : 1,
		    q->dur && q->num_cn);
}

/* Comparison with ours */

static bool _had_before(const struct literal *lit, int i)
{
	for (int j = 0; j < i; j++)
		if ((lit->offer_list[j].t_s == lit->offer_list[i].t_s) &&
		    (lit->offer_list[j].t_e == lit->offer_list[i].t_e))
			return true;
	return false;
}

/* As documented in osp.h: cut to the request, with the lowest run in it. */
static void _assert_exact(const osp_query_t *q, const struct offer *lit,
			  const osp_offer_t *o)
{
	ck_assert_str_eq(osp_kind_name(o->kind), "exact");
	ck_assert_uint_eq(o->num_cn, q->num_cn);
	ck_assert_int_eq(o->t_e - o->t_s, q->dur);
	ck_assert_int_ge(o->t_s, lit->t_s);
	ck_assert_int_le(o->t_e, lit->t_e);
	ck_assert((o->t_s == lit->t_s) || (o->t_e == lit->t_e));
	if (lit->run_e - lit->run_s <= q->dur) {
		ck_assert_int_le(o->t_s, lit->run_s);
		ck_assert_int_ge(o->t_e, lit->run_e);
	} else {
		ck_assert_int_eq(o->t_s, lit->run_s);
	}
}

static void _assert_same(const struct literal *lit, const osp_query_t *q,
			 const osp_offers_t *offers)
{
	size_t next = lit->found_sol;

	ck_assert(!lit->found_sol || offers->cnt);
	if (lit->found_sol)
		_assert_exact(q, &lit->offer_list[lit->cnt - 1],
			      &offers->list[0]);
	for (int i = 0; i < lit->cnt - lit->found_sol; i++) {
		const struct offer *want = &lit->offer_list[i];
		const osp_offer_t *o = &offers->list[next];

		if (_had_before(lit, i))
			continue;
		ck_assert_uint_lt(next++, offers->cnt);
		ck_assert_int_eq(o->t_s, want->t_s);
		ck_assert_int_eq(o->t_e, want->t_e);
		ck_assert_uint_eq(o->num_cn, want->num_cn);
		ck_assert_str_eq(osp_kind_name(o->kind), "inside");
		ck_assert(o->cost == osp_cost(&price, o->t_s, o->t_e,
					      o->num_cn));
	}
	ck_assert_uint_eq(next, offers->cnt);
}

/* The start is that of the literal solution. */
static void _assert_tightest(const struct literal *lit,
			     const struct osp_model *m, const osp_query_t *q)
{
	osp_offer_t o = { .num_cn = q->num_cn, .kind = OSP_EXACT };

	ck_assert_int_eq(osp_tightest(&m->space, q, &o.t_s), lit->found_sol);
	o.t_e = o.t_s + q->dur;
	if (lit->found_sol)
		_assert_exact(q, &lit->offer_list[lit->cnt - 1], &o);
}

START_TEST(same_as_the_seed)
{
	rng_t r = { test_seed() + (uint64_t) _i };
	int exact = 0, many = 0, none = 0;

	for (int game = 0; game < GAMES; game++) {
		struct literal lit;
		struct osp_model m;
		osp_offers_t offers;
		osp_query_t q;

		osp_model_garq(&m, &r);
		q = osp_model_query(&m, &r, _i == 1);
		_literal(&lit, &m, &q);
		ck_assert_int_eq(osp_inside(&m.space, &q, &price, &offers), 0);
		_assert_same(&lit, &q, &offers);
		if (!_i)
			_assert_tightest(&lit, &m, &q);
		exact += lit.found_sol;
		many += (offers.cnt > 1);
		none += !offers.cnt;
		osp_offers_free(&offers);
		osp_model_free(&m);
	}
	/* each kind must occur */
	ck_assert_int_gt(many, GAMES / 100);
	ck_assert_int_gt(none, GAMES / 50);
	ck_assert(_i || (exact > GAMES / 50));
}
END_TEST

/* A machine may have fewer nodes than the counts say: offers must be real. */
START_TEST(machine_can_be_booked)
{
	rng_t r = { test_seed() };

	for (int game = 0; game < GAMES; game++) {
		struct osp_model m;
		osp_offers_t offers;
		osp_query_t q;
		time_t start;
		int rc = 0;

		osp_model_machine(&m, &r);
		q = osp_model_query(&m, &r, false);
		ck_assert_int_eq(osp_inside(&m.space, &q, &price, &offers), 0);
		for (size_t i = 0; i < offers.cnt; i++) {
			const osp_offer_t *o = &offers.list[i];

			ck_assert_int_ge(o->t_s, test_max(q.ti_s, m.now));
			ck_assert_int_le(o->t_e, test_min(q.ti_e, m.end));
			ck_assert_int_lt(o->t_s, o->t_e);
			ck_assert_uint_ge(o->num_cn, q.num_cn);
			ck_assert_uint_ge(osp_model_most(&m, o->t_s, o->t_e),
					  o->num_cn);
			ck_assert((o->kind == OSP_INSIDE) || !i);
		}
		for (start = test_max(q.ti_s, m.now); !rc &&
		     (start + q.dur <= test_min(q.ti_e, m.end)); start++)
			rc = osp_model_most(&m, start, start + q.dur) >=
				q.num_cn;
		ck_assert_int_eq(rc, offers.cnt &&
				 (offers.list[0].kind == OSP_EXACT));
		osp_offers_free(&offers);
		osp_model_free(&m);
	}
}
END_TEST

/* Where the profile promises too much, a piece is passed over. */
START_TEST(tightest_on_a_machine)
{
	rng_t r = { test_seed() };
	int found = 0, later = 0;

	for (int game = 0; game < GAMES; game++) {
		struct osp_model m;
		osp_query_t q;
		time_t start = 0, first;

		osp_model_machine(&m, &r);
		q = osp_model_query(&m, &r, false);
		first = test_max(q.ti_s, m.now);
		while ((first + q.dur <= test_min(q.ti_e, m.end)) &&
		       (osp_model_most(&m, first, first + q.dur) < q.num_cn))
			first++;
		if (osp_tightest(&m.space, &q, &start)) {
			ck_assert_int_ge(start, first);
			ck_assert_int_le(start + q.dur,
					 test_min(q.ti_e, m.end));
			ck_assert_uint_ge(osp_model_most(&m, start,
							 start + q.dur),
					  q.num_cn);
			found++;
			later += (start > first);
		}
		osp_model_free(&m);
	}
	ck_assert_int_gt(found, GAMES / 50);
	ck_assert_int_gt(later, GAMES / 200);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("osp_inside");
	TCase *tc = test_case(s, "all", 120);

	tcase_add_loop_test(tc, same_as_the_seed, 0, 2);
	tcase_add_test(tc, machine_can_be_booked);
	tcase_add_test(tc, tightest_on_a_machine);
	return test_run(s);
}
