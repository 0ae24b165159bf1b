/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory.c - memory that is given back all at once.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "srl/memory.h"

#define BLOCK_SIZE 16384

struct block {
	struct block *next;
	size_t used, size;
	max_align_t data[];
};

struct srl_memory {
	struct block *blocks;	/* the first is the one that has room */
	bool failed;
};

extern srl_memory_t *srl_memory_create(void)
{
	return calloc(1, sizeof(srl_memory_t));
}

extern void srl_memory_destroy(srl_memory_t *memory)
{
	struct block *next;

	if (!memory)
		return;
	for (struct block *b = memory->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	free(memory);
}

static struct block *_add_block(srl_memory_t *memory, size_t need)
{
	size_t size = (need > BLOCK_SIZE) ? need : BLOCK_SIZE;
	struct block *b = calloc(1, sizeof(*b) + size);

	if (!b) {
		memory->failed = true;
		return NULL;
	}
	b->size = size;
	b->next = memory->blocks;
	memory->blocks = b;
	return b;
}

extern void *srl_memory_get(srl_memory_t *memory, size_t cnt, size_t size)
{
	const size_t align = sizeof(max_align_t);
	struct block *b = memory->blocks;
	size_t need;
	char *got;

	if (__builtin_mul_overflow(cnt ? cnt : 1, size, &need) ||
	    (need > SIZE_MAX / 2)) {
		memory->failed = true;
		errno = ENOMEM;
		return NULL;
	}
	need = (need + align - 1) / align * align;
	if (!b || (b->size - b->used < need))
		b = _add_block(memory, need);
	if (!b)
		return NULL;
	got = (char *) b->data + b->used;
	b->used += need;
	return got;
}

extern char *srl_memory_text(srl_memory_t *memory, const char *text, size_t len)
{
	char *copy = srl_memory_get(memory, len + 1, 1);

	if (copy && len)
		memcpy(copy, text, len);
	return copy;
}

extern bool srl_memory_failed(const srl_memory_t *memory)
{
	return memory->failed;
}
