/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_fixture.h - a small garq_t to state facts of.
 */
#pragma once

#include "garq/garq.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER
#define YEAR ((time_t) 365 * 86400)

/* now, at which most tests begin; in the middle of its slot for most deltas */
#define NOW ((time_t) 1000)

/* Facts that hold to the second hold for each delta. */
#define DELTA_CNT 7
extern const uint32_t deltas[DELTA_CNT];

/* A loop test: its _i is the place of each delta. */
extern void for_each_delta(TCase *tc, const TTest *test);

/* Slots of delta seconds, 10 of them, from NOW on. RET garq_destroy() */
extern garq_t *small_garq(uint32_t max_cn, uint32_t delta);

/*
 * addReserv, which must succeed; asserts all invariants.
 * RET the handle: 0, 1, ... unless one was deleted
 */
extern uint32_t add(garq_t *g, time_t t_s, time_t t_e, uint32_t num_cn);

/* RET the suggested start; there must be one. */
extern time_t suggest(const garq_t *g, time_t t_s, time_t t_e,
		      uint32_t num_cn);
