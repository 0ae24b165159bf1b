/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pool.h - pieces of memory of a few cache lines each.
 *
 *	chunk   [ link | piece | piece  | piece | ... not handed out yet ]
 *	free    1 line: o -> o    2 lines: NULL    3 lines: o ...
 *
 * malloc() puts a header before each piece, so that pieces straddle lines;
 * pieces of a pool begin at a line. They lie close together in large pages, so
 * that an access to one of a hundred thousand needs no page walk. Pieces that
 * are given back are kept for later requests of the same size. Private to this
 * folder.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Pieces of more lines than this are chunks of their own. */
#define GARQ_POOL_LINES 32

struct garq_pool_piece;

/* All zero: an empty pool. */
struct garq_pool {
	struct garq_pool_piece *chunks;
	struct garq_pool_piece *free[GARQ_POOL_LINES + 1];
	char *rest;		/* of the newest chunk, not handed out yet */
	size_t rest_lines;
	size_t bytes;		/* bytes of all chunks */
	size_t used;		/* bytes in pieces that are handed out */
};

/*
 * Free all chunks; pieces larger than GARQ_POOL_LINES stay. Empty afterwards.
 */
extern void garq_pool_free(struct garq_pool *pool);

/* RET that many lines, uninitialized; or NULL with errno ENOMEM */
extern void *garq_pool_get(struct garq_pool *pool, size_t lines);

/* Give back a piece that garq_pool_get() returned for as many lines. */
extern void garq_pool_put(struct garq_pool *pool, void *p, size_t lines);
