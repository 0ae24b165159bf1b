/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * given.h - test whether a field of a request is given.
 *
 * In Slurm each type has its own value for "not given"; texts have two, NULL
 * and "".
 */
#pragma once

#include "plugin/slurm/compat/compat.h"

static inline bool given_text(const char *text)
{
	return text && text[0];
}

/* A member of compat_extras_t, NULL in versions that lack the field. */
static inline bool given_extra(char *const *text)
{
	return text && given_text(*text);
}

/* Numbers of a job: 0, NO_VAL and infinity ask for nothing. */
static inline bool given_16(uint16_t n)
{
	return n && (n != NO_VAL16) && (n != (uint16_t) -1);
}

static inline bool given_32(uint32_t n)
{
	return n && (n != NO_VAL) && (n != INFINITE);
}

static inline bool given_64(uint64_t n)
{
	return n && (n != NO_VAL64) && (n != INFINITE64);
}
