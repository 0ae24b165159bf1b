/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * zone.h - by how much the local time of the site differs from UTC, and when
 * that changes. Times are seconds since the epoch.
 */
#pragma once

#include <stddef.h>
#include <time.h>

/* The seconds by which local time is ahead of UTC. */
extern time_t zone_offset(time_t t);

/*
 * RET the first second of (from, to] with another offset than from; to, if
 * there is none before
 */
extern time_t zone_change(time_t from, time_t to);

/* All offsets until 2106. */
typedef struct {
	struct zone_since {
		time_t from;
		time_t offset;
	} *list;		/* in order, the first one from 0 on; owned */
	size_t cnt;
} zone_t;

/* RET its list: free() */
extern zone_t zone_read(void);

/* RET the last of the list that begins at t or before. */
extern size_t zone_at(const zone_t *zone, time_t t);
