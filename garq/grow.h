/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * grow.h - arrays that grow: an array, and for how many entries it has room.
 *
 * The room doubles, so that adding entries one by one moves each of them a few
 * times at most. For this folder and those that are built on it.
 */
#pragma once

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * Make room for want entries in all.
 * IN/OUT array - an lvalue, NULL or from malloc(); it may be moved
 * IN first - the room of an array that has none yet, >= 1
 * IN/OUT room - a size_t *: 0 for NULL
 * RET 0; or -1 with errno ENOMEM: array and room are as they were
 */
#define GARQ_GROW(array, want, first, room) \
	garq_grow(&(array), sizeof(*(array)), want, first, room)

/* The function behind GARQ_GROW(); at is the address of the array pointer. */
static inline int garq_grow(void *at, size_t size, size_t want, size_t first,
			    size_t *room)
{
	size_t more = *room ? *room : first;
	void *array;

	if (want <= *room)
		return 0;
	while (more < want) {
		if (more > SIZE_MAX / 2 / size) {
			errno = ENOMEM;
			return -1;
		}
		more *= 2;
	}
	memcpy(&array, at, sizeof(array));
	array = reallocarray(array, more, size);
	if (!array)
		return -1;
	memcpy(at, &array, sizeof(array));
	*room = more;
	return 0;
}
