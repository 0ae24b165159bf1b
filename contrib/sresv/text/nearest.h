/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nearest.h - the known word that a mistyped one was meant to be. */
#pragma once

#include <stddef.h>

typedef struct {
	const char *typed;
	size_t least;		/* letters to change, at most */
	const char *word;	/* the nearest so far; NULL: none */
} nearest_t;

/* Begin: up to two letters may be wrong, and not half of them. */
extern nearest_t nearest(const char *typed);

/* Take a known word, if it is nearer than those before it. */
extern void nearest_try(nearest_t *n, const char *word);
