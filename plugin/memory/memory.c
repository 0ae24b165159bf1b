/* SPDX-License-Identifier: GPL-2.0-or-later */
#define _GNU_SOURCE	/* vasprintf() */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/memory/memory.h"

__attribute__((weak)) void memory_end(void)
{
	fputs("memory is short: the process ends\n", stderr);
	abort();
}

void *memory_there(void *made)
{
	if (!made)
		memory_end();
	return made;
}

int memory_enough(int rc)
{
	if (rc == ENOMEM)
		memory_end();
	return rc;
}

int memory_done(int rc)
{
	if (rc < 0)
		(void) memory_enough(errno);
	return rc;
}

void *memory_new(size_t cnt, size_t size)
{
	return memory_there(calloc(cnt ? cnt : 1, size));
}

void *memory_grow(void *old, size_t cnt, size_t size)
{
	return memory_there(reallocarray(old, cnt ? cnt : 1, size));
}

void *memory_copy(const void *from, size_t cnt, size_t size)
{
	void *copy = memory_grow(NULL, cnt, size);

	if (cnt)
		memcpy(copy, from, cnt * size);
	return copy;
}

char *memory_text(const char *text)
{
	return text ? memory_there(strdup(text)) : NULL;
}

char *memory_vprintf(const char *fmt, va_list args)
{
	char *text;

	if (vasprintf(&text, fmt, args) < 0)
		memory_end();
	return text;
}
