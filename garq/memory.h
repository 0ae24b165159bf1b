/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory.h - memory for large arrays: whole cache lines, all 0.
 *
 * Aligned entries of 64 bytes or a part of that lie in one line, not in two.
 * Arrays of megabytes ask the kernel for large pages, as address translation
 * would take most of the time of an access.
 * Private to this folder.
 */
#pragma once

#include <stddef.h>

#define GARQ_LINE 64U

/* Number of cache lines that hold that many bytes. */
static inline size_t garq_lines(size_t bytes)
{
	return (bytes + GARQ_LINE - 1) / GARQ_LINE;
}

/* RET owned by the caller, who calls free(); or NULL with errno ENOMEM */
extern void *garq_lines_alloc(size_t bytes);
