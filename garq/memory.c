/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory.c - memory for large arrays: whole cache lines, all 0. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "garq/memory.h"

#define LARGE_PAGE ((size_t) 2 << 20)

extern void *garq_lines_alloc(size_t bytes)
{
	bool large = (bytes >= 2 * LARGE_PAGE);
	size_t align = large ? LARGE_PAGE : GARQ_LINE;
	void *p;

	if (bytes > SIZE_MAX - align) {
		errno = ENOMEM;
		return NULL;
	}
	bytes = (bytes + align - 1) / align * align;
	p = aligned_alloc(align, bytes);
	if (!p)
		return NULL;
#ifdef MADV_HUGEPAGE
	if (large)	/* advice only: correct without large pages */
		(void) madvise(p, bytes, MADV_HUGEPAGE);
#endif
	return memset(p, 0, bytes);
}
