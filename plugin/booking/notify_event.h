/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify_event.h - what happened to a booking, and how the site's program
 * reads it: as variables of its environment.
 *
 * Each variable is there, empty if there is nothing to say. Times are in seconds
 * since the epoch.
 */
#ifndef PLUGIN_NOTIFY_EVENT_H
#define PLUGIN_NOTIFY_EVENT_H

#include <stddef.h>
#include <time.h>

typedef struct {
	const char *event;	/* GARQ_EVENT: shifted, degraded, mended, ... */
	const char *reservation; /* GARQ_RESERVATION */
	time_t old_start;	/* GARQ_OLD_START; 0: nothing to say */
	time_t start;		/* GARQ_START */
	time_t end;		/* GARQ_END */
	const char *old_nodes;	/* GARQ_OLD_NODES; NULL: nothing to say */
	const char *nodes;	/* GARQ_NODES */
	const char *users;	/* GARQ_USERS, as Users= of the reservation */
	const char *reason;	/* GARQ_REASON */
} notify_t;

typedef struct notify_event notify_event_t;
struct notify_event {
	notify_event_t *next;	/* for who queues them */
	const char *name;	/* "shifted r7": for the log */
	char *env[];		/* NULL at its end */
};

typedef struct {
	const char *key;
	const char *value;	/* NULL: "" */
} notify_variable_t;

/*
 * One block of memory, in which all is copied: for free().
 * IN own - variables of whoever runs the program, which are passed on
 * RET NULL if memory is short
 */
extern notify_event_t *notify_event_create(const notify_t *n,
					   const notify_variable_t *own,
					   size_t own_cnt);

#endif
