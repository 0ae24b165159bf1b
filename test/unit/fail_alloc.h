/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fail_alloc.h - memory that runs out on purpose.
 *
 * Linked with --wrap of malloc, calloc, realloc, reallocarray, aligned_alloc.
 */
#pragma once

#include <stdbool.h>

/*
 * From now on the n-th allocation fails with ENOMEM, alone or with all that
 * follow. n counts from 1
 */
extern void fail_alloc_arm(int n, bool all);

/* Stop failing. RET the number of failures since fail_alloc_arm() */
extern int fail_alloc_disarm(void);

/* Number of allocations wanted between the two calls. */
extern int fail_alloc_cnt(void);
