/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_fixture.c - a small garq_t to state facts of.
 */
#include "test/unit/garq_fixture.h"

const uint32_t deltas[DELTA_CNT] = { 1, 2, 5, 7, 60, 300, 3600 };

extern void for_each_delta(TCase *tc, const TTest *test)
{
	tcase_add_loop_test(tc, test, 0, DELTA_CNT);
}

extern garq_t *small_garq(uint32_t max_cn, uint32_t delta)
{
	garq_t *g = garq_create(max_cn, delta, 10 * (time_t) delta, NOW);

	ck_assert_ptr_nonnull(g);
	return g;
}

extern uint32_t add(garq_t *g, time_t t_s, time_t t_e, uint32_t num_cn)
{
	uint32_t handle = GARQ_NO_HANDLE;

	ck_assert_int_eq(garq_addReserv(g, t_s, t_e, num_cn, &handle), 0);
	assert_intact(garq_check, g);
	return handle;
}

extern time_t suggest(const garq_t *g, time_t t_s, time_t t_e,
		      uint32_t num_cn)
{
	time_t start = -1;

	ck_assert_int_eq(garq_suggestInterval(g, t_s, t_e, num_cn, -1,
					      &start), 1);
	return start;
}
