/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handles.c - the reservations that a garq_t knows, by handle: see handles.h.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "garq/handles.h"
#include "garq/kernel.h"

/* Blocks that a garq_handles_shrink() frees at most. */
#define TRIM_MAX 16

extern void garq_handles_free(struct garq_handles *h)
{
	for (uint32_t i = 0; i < h->blocks; i++)
		free(h->block[i]);
	free(h->block);
	free(h->used);
	free(h->roomy);
	*h = (struct garq_handles) { .cnt = 0 };
}

/* Make room for twice as many blocks. */
static int _grow_blocks(struct garq_handles *h)
{
	uint32_t room = h->room ? 2 * h->room : GARQ_HANDLES;
	void *block, *used, *roomy;

	if (room > UINT32_MAX / GARQ_HANDLES / 2) {
		errno = ENOMEM;
		return -1;
	}
	/* arrays that grew before a failure are kept for the next try */
	block = reallocarray(h->block, room, sizeof(*h->block));
	if (!block)
		return -1;
	h->block = block;
	used = reallocarray(h->used, room, sizeof(*h->used));
	if (!used)
		return -1;
	h->used = used;
	roomy = reallocarray(h->roomy, room / GARQ_HANDLES, sizeof(*h->roomy));
	if (!roomy)
		return -1;
	h->roomy = roomy;
	memset(h->roomy + h->room / GARQ_HANDLES, 0,
	       (room - h->room) / GARQ_HANDLES * sizeof(*h->roomy));
	h->room = room;
	return 0;
}

extern int garq_handles_grow(struct garq_handles *h)
{
	uint32_t b = h->blocks;

	if ((b == h->room) && (_grow_blocks(h) < 0))
		return -1;
	h->block[b] = malloc(GARQ_HANDLES * sizeof(**h->block));
	if (!h->block[b])
		return -1;
	h->used[b] = 0;
	h->roomy[b / GARQ_HANDLES] |= UINT64_C(1) << (b % GARQ_HANDLES);
	h->blocks++;
	return 0;
}

extern uint32_t garq_handles_put(struct garq_handles *h,
				 const struct garq_reserv *r)
{
	uint32_t b, i;

	while (!h->roomy[h->low]) {
		GARQ_ACCESS(1);
		h->low++;
	}
	b = h->low * GARQ_HANDLES +
		(uint32_t) __builtin_ctzll(h->roomy[h->low]);
	i = (uint32_t) __builtin_ctzll(~h->used[b]);
	GARQ_ACCESS(2);
	h->used[b] |= UINT64_C(1) << i;
	if (!~h->used[b])
		h->roomy[h->low] &= h->roomy[h->low] - 1;
	h->block[b][i] = (struct garq_packed) {
		(uint64_t) garq_later(r->t_s, 0) |
			(uint64_t) r->num_cn << GARQ_TIME_BITS,
		(uint64_t) r->t_e | (uint64_t) r->num_cn >>
			(64 - GARQ_TIME_BITS) << GARQ_TIME_BITS,
	};
	h->cnt++;
	return b * GARQ_HANDLES + i;
}

extern void garq_handles_del(struct garq_handles *h, uint32_t handle)
{
	uint32_t b = handle / GARQ_HANDLES, row = b / GARQ_HANDLES;

	GARQ_ACCESS(2);
	h->used[b] &= ~(UINT64_C(1) << (handle % GARQ_HANDLES));
	h->roomy[row] |= UINT64_C(1) << (b % GARQ_HANDLES);
	h->low = (row < h->low) ? row : h->low;
	h->cnt--;
}

extern void garq_handles_shrink(struct garq_handles *h)
{
	for (int i = 0; (i < TRIM_MAX) && (h->blocks > 1); i++) {
		uint32_t b = h->blocks - 1;

		if (h->used[b] || h->used[b - 1])
			return;
		free(h->block[b]);
		h->roomy[b / GARQ_HANDLES] &=
			~(UINT64_C(1) << (b % GARQ_HANDLES));
		h->blocks = b;
	}
}

extern bool garq_handles_check(const struct garq_handles *h)
{
	uint32_t cnt = 0;

	for (uint32_t b = 0; b < h->blocks; b++) {
		uint64_t roomy = h->roomy[b / GARQ_HANDLES];

		cnt += garq_bits(h->used[b]);
		if ((roomy >> (b % GARQ_HANDLES) & 1) != !!~h->used[b])
			return false;
		if (roomy && (b / GARQ_HANDLES < h->low))
			return false;
	}
	return cnt == h->cnt;
}
