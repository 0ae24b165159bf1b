/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ical.h - a calendar of RFC 5545, with libical. */
#pragma once

#include <stdbool.h>
#include <time.h>

#include "contrib/web/store/snapshot.h"

typedef struct ical ical_t;

/* A booking that was cancelled: the one that ical_add() added under this name. */
typedef struct {
	const char *name, *nodes;	/* nodes: or NULL */
	time_t start, end, closed;
} ical_cancelled_t;

extern void ical_cancel(ical_t *c, const char *cluster,
			const ical_cancelled_t *e);

/*
 * An empty calendar. Times are written in the time zone of the host, whose hours
 * are told for the span of the bookings and some years to come.
 * IN name - shown by programs
 * IN from - no booking is earlier
 * IN now - when the text is made
 * RET for ical_text(); NULL: memory is short
 */
extern ical_t *ical_make(const char *name, time_t from, time_t now);

/*
 * Add a booking. Its UID is made of its name and the cluster's, and stays when the
 * booking is shifted. SEQUENCE is when this server has seen it change, in seconds
 * since 2020, so that it grows with each change, and over restarts.
 */
extern void ical_add(ical_t *c, const char *cluster, const entry_t *e);

/* The whole, which is freed. RET a text for free(); NULL: memory is short */
extern char *ical_text(ical_t *c);
