/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random.h - splitmix64: small, and the same on every machine.
 */
#pragma once

#include <stdint.h>

static inline uint64_t eval_random(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* 0 .. n - 1, n > 0 */
static inline uint64_t eval_random_below(uint64_t *state, uint64_t n)
{
	return eval_random(state) % n;
}

/* (0, 1) */
static inline double eval_random_unit(uint64_t *state)
{
	return ((double) (eval_random(state) >> 12) + 0.5) / (double) (1L << 52);
}
