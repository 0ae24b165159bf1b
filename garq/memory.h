/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory.h - memory for large arrays: whole cache lines, all 0.
 *
 * What is 64 bytes or a part of them costs one line and not two then, and an
 * array of megabytes asks the kernel for large pages: with a million bookings
 * most of the time of an access to the map of ids was that of finding the page.
 * Private to this folder.
 */
#ifndef GARQ_MEMORY_H
#define GARQ_MEMORY_H

#include <stddef.h>

#define GARQ_LINE 64U

/* So many lines hold so many bytes. */
static inline size_t garq_lines(size_t bytes)
{
	return (bytes + GARQ_LINE - 1) / GARQ_LINE;
}

/* RET owned by the caller, to be given to free(), or NULL, errno ENOMEM */
extern void *garq_lines_alloc(size_t bytes);

#endif
