/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.h - how much of a pool is free when, put together from several probes.
 *
 *	probe of A   |--- 8 ---|-- 5 --|
 *	probe of B        |-- 8 --|--- 5 ---|--- 2 ---|
 *	together     |--- 8 ----|-- 5 ------|--- 2 ---|
 *
 * Where probes differ the smaller amount counts; where none has looked, nothing
 * is free.
 */
#pragma once

#include "srl/world.h"

typedef struct {
	int64_t from, to;	/* [from, to) */
	int64_t free;
} span_t;

typedef struct {
	span_t *spans;		/* ascending, without overlap */
	size_t cnt;
} profile_t;

extern void profile_free(profile_t *p);

/*
 * Put in what another probe has seen: spans as those of a profile.
 * RET 0, or -1 with errno: ENOMEM; EBADMSG, they are not. p is unchanged then
 */
extern int profile_merge(profile_t *p, const span_t *spans, size_t cnt);

/*
 * Add an amount to what is free in [from, to), as far as probes have looked.
 * RET 0, or -1 with errno ENOMEM
 */
extern int profile_add(profile_t *p, int64_t from, int64_t to, int64_t amount);

/*
 * As steps for a world: at most 2 * cnt + 1 of them.
 *
 * ret - has room for them
 * RET the number of steps
 */
extern size_t profile_steps(const profile_t *p, srl_step_t *ret);
