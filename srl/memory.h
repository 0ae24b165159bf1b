/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory.h - memory that is given back all at once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct srl_memory srl_memory_t;

/* RET NULL with errno ENOMEM */
extern srl_memory_t *srl_memory_create(void);

/* memory may be NULL. */
extern void srl_memory_destroy(srl_memory_t *memory);

/*
 * cnt objects of size bytes, all zero; cnt = 0 gives one. RET NULL with errno
 * ENOMEM; srl_memory_failed() remembers that
 */
extern void *srl_memory_get(srl_memory_t *memory, size_t cnt, size_t size);

/* A copy of len bytes, and a zero. RET as srl_memory_get() */
extern char *srl_memory_text(srl_memory_t *memory, const char *text,
			     size_t len);

/* Return true if an allocation has failed since the start. */
extern bool srl_memory_failed(const srl_memory_t *memory);
