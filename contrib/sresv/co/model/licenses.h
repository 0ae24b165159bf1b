/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * licenses.h - the licenses that a part asks for, as Slurm takes them.
 *
 *	fluent:4,ab;lan@server:2	NAME[:COUNT], with commas or semicolons
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
	const char *name;	/* in the list: no zero ends it */
	size_t len;
	int64_t count;		/* 1 .. INT32_MAX; 1 where it is no such number */
} license_t;

/*
 * The next license of a list, in which one name may stand several times.
 *
 * IN/OUT list - where the rest of the list begins
 * RET false at its end
 */
extern bool license_next(const char **list, license_t *ret);
