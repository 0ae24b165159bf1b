/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_ticks.h - days and hours on the axis of a picture, in local time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef struct {
	time_t at;
	bool day;		/* a day begins */
	char date[24];		/* "Mon 23 Nov" */
	char clock[8];		/* "18:00" */
} gantt_tick_t;

typedef struct {
	gantt_tick_t *list;	/* owned; ascending; no two are at one time */
	size_t cnt;
} gantt_ticks_t;

/*
 * Days, and hours or minutes between them where there is room. When clocks are
 * put forward an hour is missing, when they are put back it is there twice.
 * IN least - seconds that two ticks are apart at least, > 0
 * OUT ret - free ret->list
 * RET false if memory is short
 */
extern bool gantt_ticks(time_t from, time_t to, time_t least,
			gantt_ticks_t *ret);

/* RET false: the system does not know the time's date */
extern bool gantt_tick(time_t at, gantt_tick_t *ret);

/*
 * "CET (+01:00)" at a time, or with two offsets if it changes until another.
 * OUT buf - for size bytes, 64 will do
 */
extern void gantt_zone(time_t from, time_t to, char *buf, size_t size);

/*
 * The same for the zone of this host, which the site has set, where TZ says
 * another one.
 * RET false: both have the same offsets at these times; buf is not set
 */
extern bool gantt_site_zone(time_t from, time_t to, char *buf, size_t size);
