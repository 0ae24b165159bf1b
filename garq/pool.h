/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pool.h - pieces of memory of a few cache lines each.
 *
 *	chunk   [ link | piece | piece  | piece | ... not handed out yet ]
 *	free    1 line: o -> o    2 lines: NULL    3 lines: o ...
 *
 * Where malloc() puts some words before each piece, so that all lie across
 * lines, these begin a line; and as they lie close together in large pages, an
 * access to one of a hundred thousand does not have to find its page first.
 * What is given back is kept for pieces of the same size. Private to this
 * folder.
 */
#ifndef GARQ_POOL_H
#define GARQ_POOL_H

#include <stddef.h>
#include <stdint.h>

/* Pieces of more lines than this are chunks of their own. */
#define GARQ_POOL_LINES 32

struct garq_pool_piece;

/* All zero is an empty one. */
struct garq_pool {
	struct garq_pool_piece *chunks;
	struct garq_pool_piece *free[GARQ_POOL_LINES + 1];
	char *rest;		/* of the newest chunk, not handed out yet */
	size_t rest_lines;
	size_t bytes;		/* all there is, */
	size_t used;		/* ... and in pieces that were handed out */
};

/* Free all, but for pieces of more than GARQ_POOL_LINES; leaves an empty one. */
extern void garq_pool_free(struct garq_pool *pool);

/* RET lines of memory, of any contents; or NULL with errno ENOMEM */
extern void *garq_pool_get(struct garq_pool *pool, size_t lines);

/* Give back what garq_pool_get() returned for as many lines. */
extern void garq_pool_put(struct garq_pool *pool, void *p, size_t lines);

#endif
