/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * part.h - a holder and its parts: one part is one interval during which the
 * holder has some nodes. A part also says which of its nodes are counted with
 * it, and when.
 *
 * Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/nodeset.h"
#include "garq/times.h"

/* A holder: all parts held under one id. */
struct garq_holder {
	uint64_t id;
	uint64_t group;
	struct garq_part *parts;
	struct garq_holder *next;	/* of the same group */
	struct garq_holder **prev;	/* the pointer to this */
};

/* One node that is counted with a part during some of the part's time. */
struct garq_piece {
	struct garq_piece *next;	/* of the same part */
	time_t t_s;
	time_t t_e;
	uint32_t node;
	uint32_t handle;		/* in its pool, if it is counted */
};

/*
 * The nodes are a bitmap as in nodeset.h, without the words before the first
 * that has a node and after the last. The set does not change. After them, in a
 * machine, the part has a handle for each pool: garq_part_handles().
 */
struct garq_part {
	time_t t_s;
	time_t t_e;
	struct garq_holder *holder;
	struct garq_part *next;		/* of the same holder */
	/* how the part is counted: see claims.h */
	garq_set_t *shared;		/* nodes counted piecewise */
	struct garq_piece *pieces;
	uint32_t pools;			/* bit per pool that counts the rest */
	uint32_t overlaps;		/* parts that share a node and a second with it */
	uint32_t first;			/* word */
	uint32_t words;
	uint64_t word[];
};

/* The part's handles in the pools that have a bit in pools. */
static inline uint32_t *garq_part_handles(struct garq_part *part)
{
	return (uint32_t *) (part->word + part->words);
}

/* True if the part has this node. */
static inline bool garq_part_has(const struct garq_part *part, uint32_t node)
{
	uint32_t w = node / 64 - part->first;	/* wraps if it is less */

	return (w < part->words) && ((part->word[w] >> (node % 64)) & 1);
}

/* The first node that two parts share; UINT32_MAX if there is none. */
static inline uint32_t garq_part_first_shared(const struct garq_part *a,
					      const struct garq_part *b)
{
	uint32_t from = (a->first > b->first) ? a->first : b->first;
	uint32_t a_end = a->first + a->words, b_end = b->first + b->words;
	uint32_t end = (a_end < b_end) ? a_end : b_end;

	for (uint32_t w = from; w < end; w++) {
		uint64_t word = a->word[w - a->first] & b->word[w - b->first];

		if (word)
			return w * 64 + (uint32_t) __builtin_ctzll(word);
	}
	return UINT32_MAX;
}

/* True if two parts share a node. */
static inline bool garq_part_meets(const struct garq_part *a,
				   const struct garq_part *b)
{
	return garq_part_first_shared(a, b) != UINT32_MAX;
}

/* The part's first node that is >= from; UINT32_MAX if there is none. */
static inline uint32_t garq_part_next(const struct garq_part *part,
				      uint32_t from)
{
	uint32_t w = from / 64;
	uint64_t word, mask = UINT64_MAX << (from % 64);

	if (w < part->first) {
		w = part->first;
		mask = UINT64_MAX;
	}
	for (; w < part->first + part->words; w++, mask = UINT64_MAX) {
		word = part->word[w - part->first] & mask;
		if (word)
			return w * 64 + (uint32_t) __builtin_ctzll(word);
	}
	return UINT32_MAX;
}
