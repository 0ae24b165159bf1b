/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * moments.h - a set of seconds.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "srl/meter.h"

typedef struct {
	int64_t *table;		/* INT64_MIN: empty */
	size_t size;		/* a power of 2, or 0 */
	size_t cnt;
} srl_moments_t;

/* Add a second > INT64_MIN. RET 1 if it is new, 0 if not, -1 with ENOMEM */
extern int srl_moments_add(srl_moments_t *moments, int64_t second);

/*
 * All of them, ascending; frees the set. RET cnt of them, NULL with ENOMEM, or
 * ECANCELED if the meter has stopped
 */
extern int64_t *srl_moments_take(srl_moments_t *moments, srl_meter_t *meter);

extern void srl_moments_clear(srl_moments_t *moments);
