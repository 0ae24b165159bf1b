/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fail_alloc.c - memory that runs out on purpose.
 */
#include <errno.h>
#include <stddef.h>

#include "test/unit/fail_alloc.h"

extern void *__real_malloc(size_t size);
extern void *__real_calloc(size_t cnt, size_t size);
extern void *__real_realloc(void *p, size_t size);
extern void *__real_reallocarray(void *p, size_t cnt, size_t size);
extern void *__real_aligned_alloc(size_t align, size_t size);
extern void *__wrap_malloc(size_t size);
extern void *__wrap_calloc(size_t cnt, size_t size);
extern void *__wrap_realloc(void *p, size_t size);
extern void *__wrap_reallocarray(void *p, size_t cnt, size_t size);
extern void *__wrap_aligned_alloc(size_t align, size_t size);

static struct {
	bool armed;
	int fail_at;		/* this allocation since it was armed */
	bool all;		/* and all after it */
	int allocs;
	int failures;
} mem;

static bool fails(void)
{
	if (!mem.armed)
		return false;
	mem.allocs++;
	if ((mem.allocs != mem.fail_at) &&
	    !(mem.all && (mem.allocs > mem.fail_at)))
		return false;
	mem.failures++;
	errno = ENOMEM;
	return true;
}

extern void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

extern void *__wrap_calloc(size_t cnt, size_t size)
{
	return fails() ? NULL : __real_calloc(cnt, size);
}

extern void *__wrap_realloc(void *p, size_t size)
{
	return fails() ? NULL : __real_realloc(p, size);
}

extern void *__wrap_reallocarray(void *p, size_t cnt, size_t size)
{
	return fails() ? NULL : __real_reallocarray(p, cnt, size);
}

extern void *__wrap_aligned_alloc(size_t align, size_t size)
{
	return fails() ? NULL : __real_aligned_alloc(align, size);
}

extern void fail_alloc_arm(int n, bool all)
{
	mem.fail_at = n;
	mem.all = all;
	mem.allocs = 0;
	mem.failures = 0;
	mem.armed = true;
}

extern int fail_alloc_disarm(void)
{
	mem.armed = false;
	return mem.failures;
}

extern int fail_alloc_cnt(void)
{
	return mem.allocs;
}
