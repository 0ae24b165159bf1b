/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_alloc_test.c - memory runs out at every place where it can.
 *
 * For each n, on a new world: the n-th allocation of an operation fails, alone
 * or with all that follow it. The operation has to fail with ENOMEM and to
 * change nothing; with memory the same operation then has to succeed as usual.
 */
#include "test/unit/garq_alloc_world.h"

/* Operations: RET true if they succeeded */

static bool _set_create(struct world *w)
{
	w->made = garq_set_create(NODE_CNT);
	return w->made != NULL;
}

static bool _set_copy(struct world *w)
{
	w->made = garq_set_copy(w->some);
	return w->made != NULL;
}

static bool _create(struct world *w)
{
	w->g = garq_create(100, 60, 600, NOW);
	return w->g != NULL;
}

/* Adds edges at seconds that have none yet. */
static bool _add(struct world *w)
{
	return test_add(w->g, 1112, 1333, 50) == 0;
}

static bool _add_in_a_slot(struct world *w)
{
	return test_add(w->g, 1112, 1114, 50) == 0;
}

static bool _add_up_to_far(struct world *w)
{
	return test_add(w->g, 1112, 1808, 50) == 0;
}

static bool _add_far(struct world *w)
{
	return test_add(w->g, 1708, 1808, 50) == 0;
}

static bool _add_forever(struct world *w)
{
	return test_add(w->g, 1112, FOREVER, 50) == 0;
}

static bool _advance(struct world *w)
{
	return garq_advance(w->g, 1250) == 0;
}

static bool _advance_far(struct world *w)
{
	return garq_advance(w->g, 1640) == 0;
}

static bool _nodes_create(struct world *w)
{
	w->n = garq_nodes_create(NODE_CNT);
	return w->n != NULL;
}

static bool _hold(struct world *w)
{
	return garq_nodes_hold(w->n, 77, 1, w->all, 1010, 1050) == 0;
}

static bool _hold_more(struct world *w)
{
	return garq_nodes_hold(w->n, 3, 4, w->all, 1010, 1050) == 0;
}

static bool _machine_create(struct world *w)
{
	w->m = garq_machine_create(NODE_CNT, pool_of, 60, 600, NOW);
	return w->m != NULL;
}

static bool _machine_hold(struct world *w)
{
	return garq_machine_hold(w->m, 77, 1, w->some, 1030, 1070) == 0;
}

static bool _machine_hold_over(struct world *w)
{
	return garq_machine_hold(w->m, 77, 1, w->all, 1000, 1070) == 0;
}

static bool _machine_hold_more(struct world *w)
{
	return garq_machine_hold(w->m, 3, 4, w->all, 5000, 5010) == 0;
}

static bool _machine_advance(struct world *w)
{
	return garq_machine_advance(w->m, 1400) == 0;
}

static bool _place(struct world *w, uint32_t num_cn, time_t t_esr,
		   time_t t_lsr, time_t duration)
{
	garq_request_t rq = {
		.eligible = w->all, .num_cn = num_cn, .t_esr = t_esr,
		.t_lsr = t_lsr, .duration = duration,
	};

	return garq_machine_place(w->m, &rq, &w->answer) == 0;
}

static bool _place_fits(struct world *w)
{
	return _place(w, 2, 1000, 1000, 30) && w->answer.fits;
}

/* min: allocations expected at least; with fewer the test proves nothing */
static const struct {
	const char *name;
	void (*make)(struct world *w);
	bool (*op)(struct world *w);
	int min;
} cases[] = {
	{ "set create", world_nothing, _set_create, 1 },
	{ "set copy", world_nothing, _set_copy, 1 },
	{ "create", world_nothing, _create, 3 },
	{ "add, first", world_garq, _add, 2 },
	{ "add, full", world_full_garq, _add, 1 },
	{ "add in a slot, first", world_garq, _add_in_a_slot, 2 },
	{ "add in a slot, full", world_full_garq, _add_in_a_slot, 1 },
	{ "add up to far, first", world_garq, _add_up_to_far, 3 },
	{ "add up to far, full", world_full_garq, _add_up_to_far, 1 },
	{ "add far, first", world_garq, _add_far, 2 },
	{ "add far, full", world_full_garq, _add_far, 1 },
	{ "add forever, first", world_garq, _add_forever, 2 },
	{ "advance, pulling edges", world_full_garq, _advance, 1 },
	{ "advance past the horizon", world_full_garq, _advance_far, 1 },
	{ "nodes create", world_nothing, _nodes_create, 2 },
	{ "hold, first", world_nodes, _hold, 9 },
	{ "hold, full", world_full_nodes, _hold, 4 },
	{ "hold more", world_full_nodes, _hold_more, 3 },
	{ "machine create", world_nothing, _machine_create, 6 },
	{ "machine hold, first", world_machine, _machine_hold, 10 },
	{ "machine hold, full", world_full_machine, _machine_hold, 3 },
	{ "machine hold, over others", world_full_machine, _machine_hold_over,
	  3 },
	{ "machine hold more", world_full_machine, _machine_hold_more, 1 },
	{ "machine advance", world_full_machine, _machine_advance, 1 },
	{ "place, fits", world_full_machine, _place_fits, 1 },
};
#define CASE_CNT COUNT(cases)

/* The state of a world after the operation with enough memory. */
static uint64_t _look_after(int i)
{
	struct world w = { .start = 0 };
	uint64_t sum;

	cases[i].make(&w);
	ck_assert_msg(cases[i].op(&w), "%s", cases[i].name);
	assert_world_intact(&w);
	sum = world_look(&w);
	world_free(&w);
	return sum;
}

/* RET true if the n-th allocation was made, and failed */
static bool _fail_at(int i, int n, bool all, uint64_t after)
{
	struct world w = { .start = 0 };
	uint64_t before;
	bool ok, failed;
	int err;

	cases[i].make(&w);
	before = world_look(&w);
	fail_alloc_arm(n, all);
	errno = 0;
	ok = cases[i].op(&w);
	err = errno;
	failed = (fail_alloc_disarm() > 0);
	ck_assert_msg(ok != failed, "%s: allocation %d", cases[i].name, n);
	assert_world_intact(&w);
	if (failed) {
		ck_assert_int_eq(err, ENOMEM);
		ck_assert_msg(world_look(&w) == before,
			      "%s: allocation %d: something changed",
			      cases[i].name, n);
		ck_assert(cases[i].op(&w));
		assert_world_intact(&w);
	}
	ck_assert_msg(world_look(&w) == after,
		      "%s: allocation %d: another result", cases[i].name, n);
	world_free(&w);
	return failed;
}

START_TEST(failure_changes_nothing)
{
	uint64_t after = _look_after(_i);
	int n = 1;

	while (_fail_at(_i, n, false, after))
		n++;
	ck_assert_msg(n - 1 >= cases[_i].min, "%s: only %d allocations",
		      cases[_i].name, n - 1);
	for (n = 1; _fail_at(_i, n, true, after); n++)
		;
	ck_assert_msg(n - 1 >= cases[_i].min, "%s: only %d allocations",
		      cases[_i].name, n - 1);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("alloc");
	TCase *tc = test_case(s, "out of memory", 120);

	tcase_add_loop_test(tc, failure_changes_nothing, 0, CASE_CNT);
	return test_run(s);
}
