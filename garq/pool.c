/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pool.c - pieces of memory of a few cache lines each. */
#include <stdlib.h>

#include "garq/memory.h"
#include "garq/pool.h"

/*
 * Each chunk is as large as all chunks before it together: small pools stay
 * small, large pools get whole pages.
 */
#define CHUNK_MIN ((size_t) 8 << 10)
#define CHUNK_MAX ((size_t) 4 << 20)

struct garq_pool_piece {
	struct garq_pool_piece *next;
};

static void _push_piece(struct garq_pool_piece **list, void *p)
{
	struct garq_pool_piece *piece = p;

	piece->next = *list;
	*list = piece;
}

static void *_pop_piece(struct garq_pool_piece **list)
{
	struct garq_pool_piece *piece = *list;

	if (piece)
		*list = piece->next;
	return piece;
}

extern void garq_pool_free(struct garq_pool *pool)
{
	void *chunk;

	while ((chunk = _pop_piece(&pool->chunks)))
		free(chunk);
	*pool = (struct garq_pool) { .bytes = 0 };
}

/* Cut that many lines from the newest chunk. */
static void *_cut_lines(struct garq_pool *pool, size_t lines)
{
	char *p = pool->rest;

	pool->rest += lines * GARQ_LINE;
	pool->rest_lines -= lines;
	return p;
}

/*
 * Add a chunk; its first line links it. The rest of the old chunk becomes free
 * pieces.
 */
static int _add_chunk(struct garq_pool *pool)
{
	size_t bytes = pool->bytes;
	void *chunk;

	if (bytes < CHUNK_MIN)
		bytes = CHUNK_MIN;
	if (bytes > CHUNK_MAX)
		bytes = CHUNK_MAX;
	chunk = garq_lines_alloc(bytes);
	if (!chunk)
		return -1;
	while (pool->rest_lines) {
		size_t lines = (pool->rest_lines < GARQ_POOL_LINES) ?
			pool->rest_lines : GARQ_POOL_LINES;

		_push_piece(&pool->free[lines], _cut_lines(pool, lines));
	}
	_push_piece(&pool->chunks, chunk);
	pool->rest = (char *) chunk + GARQ_LINE;
	pool->rest_lines = bytes / GARQ_LINE - 1;
	pool->bytes += bytes;
	return 0;
}

extern void *garq_pool_get(struct garq_pool *pool, size_t lines)
{
	void *p;

	if (lines > GARQ_POOL_LINES) {
		p = garq_lines_alloc(lines * GARQ_LINE);
		if (p)
			pool->bytes += lines * GARQ_LINE;
	} else {
		p = _pop_piece(&pool->free[lines]);
		if (!p && (pool->rest_lines < lines) && (_add_chunk(pool) < 0))
			return NULL;
		if (!p)
			p = _cut_lines(pool, lines);
	}
	if (p)
		pool->used += lines * GARQ_LINE;
	return p;
}

extern void garq_pool_put(struct garq_pool *pool, void *p, size_t lines)
{
	pool->used -= lines * GARQ_LINE;
	if (lines <= GARQ_POOL_LINES) {
		_push_piece(&pool->free[lines], p);
		return;
	}
	pool->bytes -= lines * GARQ_LINE;
	free(p);
}
