/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_lrh_test.c - contrib/eval/lrh: the LRH paper's results for Table 1,
 * and workloads that are small enough to know the results beforehand. How
 * workloads are made: eval_lrh_work_test.c
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/lrh/lrh_eds.h"
#include "contrib/eval/lrh/lrh_measure.h"
#include "contrib/eval/lrh/lrh_recombine.h"
#include "contrib/eval/lrh/lrh_table1.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "test/unit/test_util.h"

#define SLOT FLEX_DELTA
#define SLOTS 13

static struct flex_work w;
static struct flex_result r;

static void _setup(void)
{
	memset(&r, 0, sizeof(r));
	ck_assert_int_eq(flex_work_table1(&w), 0);
}

static void _teardown(void)
{
	flex_result_free(&r);
	flex_work_free(&w);
}

static void _run(const char *name)
{
	const struct flex_method *m = flex_method(name);

	ck_assert_ptr_nonnull(m);
	flex_result_free(&r);
	ck_assert_int_eq(flex_run(&w, m, &r), 0);
}

static int _start(uint32_t user)
{
	const struct flex_fate *f = &r.fate[user - 1];

	return f->in ? (int) ((f->start - w.begin) / SLOT) : -1;
}

/* In slots: come is -1 or later, and slot 0 begins at SLOT. */
struct row {
	int come, t_esr, t_lsr, t_e;
	uint32_t num_cn;
};

static void _rows(uint32_t max_cn, const struct row *row, uint32_t cnt)
{
	w.cnt = cnt;
	w.max_cn = max_cn;
	for (uint32_t i = 0; i < cnt; i++)
		w.request[i] = (struct flex_request) {
			.come = w.begin + row[i].come * SLOT,
			.t_esr = w.begin + row[i].t_esr * SLOT,
			.t_lsr = w.begin + row[i].t_lsr * SLOT,
			.t_e = row[i].t_e * SLOT, .num_cn = row[i].num_cn,
		};
}

#define ROWS(max_cn, ...)						\
	do {								\
		const struct row row_[] = { __VA_ARGS__ };		\
		_rows(max_cn, row_, sizeof(row_) / sizeof(row_[0]));	\
	} while (0)

/* The starts of Fig. 3 and 4, by hand. */
static void _by_hand(void)
{
	static const uint8_t start[] = { 0, 0, 0, 0, 2, 3, 2, 7, 4, 7, 6, 4 };

	r.fate = calloc(w.cnt, sizeof(*r.fate));
	ck_assert_ptr_nonnull(r.fate);
	r.cnt = w.cnt;
	for (uint32_t i = 0; i < w.cnt; i++)
		r.fate[i] = (struct flex_fate) {
			.in = true, .start = w.begin + start[i] * SLOT
		};
}

/* Table 1 */

START_TEST(table_2_is_the_order)
{
	static const uint32_t user[] = {
		1, 4, 3, 2, 7, 5, 6, 12, 9, 11, 8, 10
	};
	uint32_t order[12];

	flex_table2_order(&w, order);
	for (uint32_t i = 0; i < 12; i++)
		ck_assert_uint_eq(order[i] + 1, user[i]);
}
END_TEST

START_TEST(figure_3_is_the_logical_view)
{
	static const uint8_t view[6][SLOTS] = {	/* v0 first */
		{ 1, 1, 4, 4, 7, 5, 5, 11, 11, 11, 8, 8, 0 },
		{ 1, 1, 3, 3, 5, 6, 12, 11, 11, 11, 8, 8, 0 },
		{ 4, 4, 2, 7, 6, 6, 9, 8, 8, 8, 0, 0, 0 },
		{ 3, 3, 2, 5, 6, 12, 11, 8, 8, 8, 0, 0, 0 },
		{ 2, 2, 7, 6, 12, 9, 11, 10, 10, 10, 0, 0, 0 },
		{ 2, 2, 5, 6, 9, 0, 0, 10, 10, 10, 0, 0, 0 },
	};
	uint32_t cell[6 * SLOTS], order[12];

	_by_hand();
	flex_table2_order(&w, order);
	flex_logical(&w, &r, order, SLOTS, cell);
	for (uint32_t n = 0; n < 6; n++)
		for (uint32_t k = 0; k < SLOTS; k++)
			ck_assert_uint_eq(cell[n * SLOTS + k], view[n][k]);
}
END_TEST

/*
 * Both physical views of the paper give each request, in order of start, the
 * free nodes with the lowest numbers. Bit n is cn.
 */
START_TEST(figures_4_and_6_are_recombined)
{
	static const uint8_t nodes[2][12] = {
		{ 3, 12, 16, 32, 1, 12, 2, 9, 16, 48, 6, 32 },
		{ 3, 12, 16, 32, 2, 12, 1, 48, 1, 12, 3, 16 },
	};

	if (_i)
		_run("EDS");
	else
		_by_hand();
	ck_assert_int_eq(flex_recombine(&w, &r), 0);
	for (uint32_t i = 0; i < 12; i++)
		for (uint32_t n = 0; n < 6; n++)
			ck_assert(garq_set_test(r.fate[i].nodes, n) ==
				  ((nodes[_i][i] >> n) & 1));
}
END_TEST

/* The plugin's binder chooses other nodes than Fig. 4 has. */
START_TEST(the_physical_view_of_lrh_has_no_conflict)
{
	uint32_t cell[6 * SLOTS], held = 0;

	_run("LRH");
	flex_physical(&w, &r, SLOTS, cell);
	for (uint32_t k = 0; k < 6 * SLOTS; k++)
		held += (cell[k] > 0);
	ck_assert_uint_eq(held, 62);
}
END_TEST

START_TEST(table_4_is_what_eds_does)
{
	static const int8_t start[] = { 0, 0, 0, 0, 3, 3, 2, 7, 5, 6, 8, 4 };
	struct flex_figures f;

	_run("EDS");
	for (uint32_t i = 0; i < 12; i++)
		ck_assert_int_eq(_start(i + 1), start[i]);
	ck_assert_int_eq(flex_measure(&w, &r, &f), 0);
	ck_assert_double_eq_tol(f.awt, 24. / 29, 1e-9);
	ck_assert_double_eq_tol(f.wait * 12, 24 * SLOT, 1e-6);
	ck_assert_uint_eq(f.accepted, 12);
	/* 5 and 8 were shifted, by 1 and by 3 times one slot */
	ck_assert_uint_eq(r.moved, 4);
}
END_TEST

/* By hand, as the text and Fig. 4 have it, or by a method. */
static void _lrh(int i)
{
	static const char *const method[] = { "LRH", "LRH-slot", "all" };
	struct flex_fate *hand;

	_by_hand();
	if (!i) {
		ck_assert_int_eq(flex_recombine(&w, &r), 0);
		return;
	}
	hand = r.fate;
	r.fate = NULL;
	r.cnt = 0;
	_run(method[i - 1]);
	for (uint32_t k = 0; k < w.cnt; k++)
		ck_assert_int_eq(r.fate[k].start, hand[k].start);
	free(hand);
}

START_TEST(table_4_of_lrh_has_21)
{
	struct flex_figures f;

	_lrh(_i);
	ck_assert_int_eq(flex_measure(&w, &r, &f), 0);
	ck_assert_double_eq_tol(f.awt, 21. / 29, 1e-9);
	ck_assert_double_eq_tol(f.awt_all, 21. / 42, 1e-9);
}
END_TEST

/*
 * Equal up to the printed precision; the paper sometimes rounds, sometimes
 * cuts.
 */
static void _table5(const double *want, uint32_t cnt)
{
	uint32_t busy[SLOTS];
	double percent[SLOTS];

	flex_busy(&w, &r, w.begin, SLOTS, busy);
	flex_table5(busy, SLOTS, w.max_cn, percent);
	for (uint32_t k = 0; k < cnt; k++)
		ck_assert_double_eq_tol(percent[SLOTS - cnt + k], want[k], 0.26);
}

START_TEST(table_5_of_eds)
{
	static const double want[] = {
		100, 100, 98, 97.25, 96.4, 95.5, 94.7, 94, 94, 93.6, 93, 92.4,
		91.38
	};

	_run("EDS");
	_table5(want, SLOTS);
}
END_TEST

/* The paper's table misses two hundreds: it has eleven columns. */
START_TEST(table_5_of_lrh)
{
	static const double want[] = {
		100, 100, 100, 99.5, 98.9, 98.38, 98.1, 98, 97.2, 96.3, 94.9
	};

	_lrh(_i);
	_table5(want, 11);
}
END_TEST

START_TEST(other_readings_of_eds_are_as_far_off_as_the_page_says)
{
	static const struct {
		const char *name;
		uint32_t slots, refused;
	} other[] = {
		{ "EDS", 0, 0 }, { "EDS-atomic", 1, 0 }, { "EDS-last", 2, 0 },
		{ "EDS-cover", 0, 0 },
	};

	for (uint32_t i = 0; i < sizeof(other) / sizeof(other[0]); i++) {
		uint32_t slots, refused;

		ck_assert_int_eq(flex_eds_distance(other[i].name, &slots,
						   &refused), 0);
		ck_assert_uint_eq(slots, other[i].slots);
		ck_assert_uint_eq(refused, other[i].refused);
	}
}
END_TEST

/* EDS */

START_TEST(eds_shifts_one_out_of_the_way)
{
	ROWS(2, { -1, 1, 4, 2, 2 }, { -1, 1, 1, 1, 1 });
	_run("EDS");
	ck_assert_int_eq(_start(1), 2);
	ck_assert_int_eq(_start(2), 1);
	/* the first began before; only one variant shifts it */
	ROWS(2, { -1, 0, 4, 2, 2 }, { -1, 1, 1, 1, 1 });
	_run("EDS");
	ck_assert_int_eq(_start(2), -1);
	_run("EDS-cover");
	ck_assert_int_eq(_start(1), 2);
	ck_assert_int_eq(_start(2), 1);
}
END_TEST

START_TEST(eds_shifts_nobody_out_of_his_window)
{
	ROWS(2, { -1, 0, 1, 2, 2 }, { -1, 1, 1, 1, 1 });
	_run("EDS");
	ck_assert_int_eq(_start(1), 0);
	ck_assert_int_eq(_start(2), -1);
	ck_assert_uint_eq(r.moved, 0);
}
END_TEST

/* 1 can be shifted once for 3, which is then refused because of 2. */
START_TEST(eds_undoes_what_was_in_vain)
{
	ROWS(1, { -1, 1, 3, 1, 1 }, { -1, 3, 3, 1, 1 }, { -1, 1, 1, 3, 1 });
	_run("EDS");
	ck_assert_int_eq(_start(1), 1);
	ck_assert_int_eq(_start(2), 3);
	ck_assert_int_eq(_start(3), -1);
}
END_TEST

START_TEST(eds_shifts_nobody_who_has_started)
{
	ROWS(1, { -1, 0, 9, 2, 1 }, { 0, 1, 1, 1, 1 });
	_run("EDS");
	ck_assert_int_eq(_start(1), 0);
	ck_assert_int_eq(_start(2), -1);
	ROWS(1, { -1, 1, 9, 2, 1 }, { 1, 1, 1, 1, 1 });
	_run("EDS");
	ck_assert_int_eq(_start(1), 1);
	ck_assert_int_eq(_start(2), -1);
	ROWS(1, { -1, 1, 9, 2, 1 }, { 0, 1, 1, 1, 1 });
	_run("EDS");
	ck_assert_int_eq(_start(1), 2);
	ck_assert_int_eq(_start(2), 1);
}
END_TEST

/* Rules of others, which choose a start once */

/* 2 can start beside 1; at 3 and later more nodes are free. */
START_TEST(worst_fit_takes_the_first_of_the_emptiest_starts)
{
	ROWS(3, { -1, 1, 1, 2, 2 }, { -1, 1, 5, 1, 1 }, { -1, 2, 3, 1, 2 });
	_run("worst fit");
	ck_assert_int_eq(_start(1), 1);
	ck_assert_int_eq(_start(2), 3);
	ck_assert_int_eq(_start(3), 3);
	/* the whole length counts: at 0 there is one node for both slots */
	ROWS(3, { -1, 1, 1, 1, 2 }, { -1, 0, 9, 2, 1 });
	_run("worst fit");
	ck_assert_int_eq(_start(2), 2);
}
END_TEST

START_TEST(latest_fit_takes_the_last_start)
{
	ROWS(2, { -1, 1, 5, 2, 2 }, { -1, 0, 6, 2, 1 }, { -1, 6, 6, 1, 1 });
	_run("latest fit");
	ck_assert_int_eq(_start(1), 5);
	ck_assert_int_eq(_start(2), 3);
	/* nobody moves for 3 */
	ck_assert_int_eq(_start(3), -1);
	ck_assert_uint_eq(r.moved, 0);
}
END_TEST

/* A request that comes late in its window starts at once, or later. */
START_TEST(rules_of_others_start_nothing_before_it_comes)
{
	ROWS(1, { 3, 1, 5, 2, 1 }, { 3, 1, 4, 2, 1 });
	_run("worst fit");
	ck_assert_int_eq(_start(1), 3);
	ck_assert_int_eq(_start(2), -1);
	_run("latest fit");
	ck_assert_int_eq(_start(1), 5);
	ck_assert_int_eq(_start(2), 3);
}
END_TEST

/* Queues: 2 needs both nodes, 3 and 4 one, for a short and a long time. */

START_TEST(queues_promise_more_or_less)
{
	ROWS(3, { -1, 0, 0, 4, 2 }, { -1, 1, 1, 2, 3 }, { -1, 1, 1, 3, 1 },
	     { -1, 1, 1, 4, 1 });
	_run("conservative");
	ck_assert_int_eq(_start(2), 4);
	ck_assert_int_eq(_start(3), 1);
	ck_assert_int_eq(_start(4), 6);
	_run("EASY");
	ck_assert_int_eq(_start(2), 4);
	ck_assert_int_eq(_start(3), 1);
	ck_assert_int_eq(_start(4), 6);
	ROWS(3, { -1, 0, 0, 4, 2 }, { -1, 1, 1, 2, 3 }, { -1, 1, 1, 9, 1 });
	_run("EASY");
	ck_assert_int_eq(_start(2), 4);
	ck_assert_int_eq(_start(3), 6);
	_run("greedy");
	ck_assert_int_eq(_start(2), 10);
	ck_assert_int_eq(_start(3), 1);
}
END_TEST

/* EASY protects the head alone: 4 delays 3. */
START_TEST(conservative_looks_after_all)
{
	ROWS(4, { -1, 0, 0, 10, 3 }, { -1, 1, 1, 5, 3 }, { -1, 2, 2, 5, 4 },
	     { -1, 3, 3, 30, 1 });
	_run("EASY");
	ck_assert_int_eq(_start(2), 10);
	ck_assert_int_eq(_start(4), 3);
	ck_assert_int_eq(_start(3), 33);
	_run("conservative");
	ck_assert_int_eq(_start(3), 15);
	ck_assert_int_eq(_start(4), 20);
}
END_TEST

/* 1 and 3 share node 0, one after the other; 2 is beside them. */
START_TEST(recombination_gives_the_lowest_free_nodes)
{
	ROWS(3, { -1, 0, 0, 2, 1 }, { -1, 1, 1, 4, 2 }, { -1, 2, 2, 1, 1 });
	_run("EDS");
	ck_assert(garq_set_test(r.fate[0].nodes, 0));
	ck_assert(garq_set_test(r.fate[1].nodes, 1));
	ck_assert(garq_set_test(r.fate[1].nodes, 2));
	ck_assert(garq_set_test(r.fate[2].nodes, 0));
	for (uint32_t i = 0; i < 3; i++) {
		garq_set_destroy(r.fate[i].nodes);
		r.fate[i].nodes = NULL;
	}
	r.fate[2].start -= SLOT;
	errno = 0;
	ck_assert_int_eq(flex_recombine(&w, &r), -1);
	ck_assert_int_eq(errno, EPROTO);
}
END_TEST

/* Equation 1: node 0 is in use for 3 of 5 slots, node 1 for 4, node 2 never. */
START_TEST(utilisation_of_each_resource)
{
	struct flex_figures f;
	double use[3];

	ROWS(3, { -1, 1, 1, 2, 1 }, { -1, 2, 2, 4, 1 }, { -1, 5, 5, 1, 1 },
	     { -1, 2, 2, 9, 3 });
	_run("rigid");
	ck_assert(!r.fate[3].in);
	flex_ru(&w, &r, use);
	ck_assert_double_eq_tol(use[0], 0.6, 1e-9);
	ck_assert_double_eq_tol(use[1], 0.8, 1e-9);
	ck_assert_double_eq_tol(use[2], 0, 1e-9);
	ck_assert_int_eq(flex_measure(&w, &r, &f), 0);
	ck_assert_double_eq_tol(f.ru, 1.4 / 3, 1e-9);
	ck_assert_double_eq_tol(f.ru_least, 0, 1e-9);
	ck_assert_double_eq_tol(f.ru_most, 0.8, 1e-9);
}
END_TEST

/* Twelve slots slide over the period; slots at its edges count less. */
START_TEST(utilisation_is_of_a_sliding_window)
{
	struct flex_figures f;

	ROWS(1, { -1, 0, 0, 1, 1 }, { -1, 6, 6, 1, 1 });
	w.from = w.begin;
	w.to = w.begin + 14 * SLOT;
	_run("conservative");
	ck_assert_int_eq(flex_measure(&w, &r, &f), 0);
	/* three windows: [0, 12) has 2, the others 1 */
	ck_assert_double_eq_tol(f.use, 4. / 36, 1e-9);
	w.to = w.begin + 2 * SLOT;
	ck_assert_int_eq(flex_measure(&w, &r, &f), 0);
	ck_assert_double_eq_tol(f.use, 0.5, 1e-9);
	ck_assert_double_eq_tol(f.use_table5, 0.75, 1e-9);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_eval");
	TCase *tc = test_case(s, "Table 1", 0);

	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, table_2_is_the_order);
	tcase_add_test(tc, figure_3_is_the_logical_view);
	tcase_add_test(tc, table_4_is_what_eds_does);
	tcase_add_loop_test(tc, figures_4_and_6_are_recombined, 0, 2);
	tcase_add_test(tc, the_physical_view_of_lrh_has_no_conflict);
	tcase_add_loop_test(tc, table_4_of_lrh_has_21, 0, 4);
	tcase_add_test(tc, table_5_of_eds);
	tcase_add_loop_test(tc, table_5_of_lrh, 0, 4);
	tcase_add_test(tc, other_readings_of_eds_are_as_far_off_as_the_page_says);
	tc = test_case(s, "methods", 0);
	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, eds_shifts_one_out_of_the_way);
	tcase_add_test(tc, eds_shifts_nobody_out_of_his_window);
	tcase_add_test(tc, eds_undoes_what_was_in_vain);
	tcase_add_test(tc, eds_shifts_nobody_who_has_started);
	tcase_add_test(tc, worst_fit_takes_the_first_of_the_emptiest_starts);
	tcase_add_test(tc, latest_fit_takes_the_last_start);
	tcase_add_test(tc, rules_of_others_start_nothing_before_it_comes);
	tcase_add_test(tc, queues_promise_more_or_less);
	tcase_add_test(tc, conservative_looks_after_all);
	tc = test_case(s, "measures", 0);
	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, utilisation_is_of_a_sliding_window);
	tcase_add_test(tc, utilisation_of_each_resource);
	tcase_add_test(tc, recombination_gives_the_lowest_free_nodes);
	return test_run(s);
}
