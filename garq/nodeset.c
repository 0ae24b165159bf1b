/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodeset.c - a set of nodes, by index.
 *
 * Invariant: the bits of the last word past size are 0.
 */
#include <stdlib.h>
#include <string.h>

#include "garq/nodeset.h"

#define WORD_BITS 64

static size_t _count_words(uint32_t size)
{
	return ((size_t) size + WORD_BITS - 1) / WORD_BITS;
}

extern garq_set_t *garq_set_create(uint32_t size)
{
	garq_set_t *set;

	set = calloc(1,
		     sizeof(*set) + _count_words(size) * sizeof(set->word[0]));
	if (!set)
		return NULL;
	set->size = size;
	return set;
}

extern garq_set_t *garq_set_copy(const garq_set_t *set)
{
	garq_set_t *copy = garq_set_create(set->size);

	if (!copy)
		return NULL;
	memcpy(copy->word, set->word,
	       _count_words(set->size) * sizeof(set->word[0]));
	return copy;
}

extern void garq_set_destroy(garq_set_t *set)
{
	free(set);
}

extern uint32_t garq_set_count(const garq_set_t *set)
{
	uint32_t cnt = 0;

	for (size_t i = 0; i < _count_words(set->size); i++)
		cnt += (uint32_t) __builtin_popcountll(set->word[i]);
	return cnt;
}

extern void garq_set_zero(garq_set_t *set)
{
	memset(set->word, 0, _count_words(set->size) * sizeof(set->word[0]));
}

extern uint32_t garq_set_next(const garq_set_t *set, uint32_t from)
{
	size_t i = from / WORD_BITS;
	uint64_t word;

	if (from >= set->size)
		return set->size;
	word = set->word[i] & (UINT64_MAX << (from % WORD_BITS));
	while (!word) {
		if (++i == _count_words(set->size))
			return set->size;
		word = set->word[i];
	}
	return (uint32_t) (i * WORD_BITS) + (uint32_t) __builtin_ctzll(word);
}

extern bool garq_set_equal(const garq_set_t *a, const garq_set_t *b)
{
	return (a == b) || !memcmp(a->word, b->word,
				   _count_words(a->size) * sizeof(a->word[0]));
}

extern bool garq_set_is_subset(const garq_set_t *set, const garq_set_t *of)
{
	for (size_t i = 0; i < _count_words(set->size); i++)
		if (set->word[i] & ~of->word[i])
			return false;
	return true;
}

extern bool garq_set_meets(const garq_set_t *a, const garq_set_t *b)
{
	for (size_t i = 0; i < _count_words(a->size); i++)
		if (a->word[i] & b->word[i])
			return true;
	return false;
}

extern void garq_set_add_all(garq_set_t *set, const garq_set_t *other)
{
	for (size_t i = 0; i < _count_words(set->size); i++)
		set->word[i] |= other->word[i];
}

extern void garq_set_del_all(garq_set_t *set, const garq_set_t *other)
{
	for (size_t i = 0; i < _count_words(set->size); i++)
		set->word[i] &= ~other->word[i];
}
