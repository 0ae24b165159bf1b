/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fail_alloc.h - memory that runs out on purpose.
 *
 * Linked with --wrap of malloc, calloc, realloc, reallocarray, aligned_alloc.
 */
#ifndef TEST_FAIL_ALLOC_H
#define TEST_FAIL_ALLOC_H

#include <stdbool.h>

/*
 * From now on the n-th allocation fails with ENOMEM, alone or with all after
 * it. n counts from 1
 */
extern void fail_alloc_arm(int n, bool all);

/* None fails any more. RET how many have failed since it was armed */
extern int fail_alloc_disarm(void);

/* How many were wanted between the two. */
extern int fail_alloc_cnt(void);

#endif
