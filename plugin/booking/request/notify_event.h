/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify_event.h - an event of a booking, as the variables that the site's
 * program (garq_notify) reads in its environment.
 *
 * Every variable is always set, to "" if the event has no value for it. Times
 * are seconds since the epoch.
 */
#pragma once

#include <stddef.h>
#include <time.h>

typedef struct {
	const char *event;	/* GARQ_EVENT: shifted, degraded, mended, ... */
	const char *reservation; /* GARQ_RESERVATION */
	time_t old_start;	/* GARQ_OLD_START; any time that is 0: "" */
	time_t start;		/* GARQ_START */
	time_t end;		/* GARQ_END */
	const char *old_nodes;	/* GARQ_OLD_NODES; any text that is NULL: "" */
	const char *nodes;	/* GARQ_NODES */
	const char *users;	/* GARQ_USERS, as Users= of the reservation */
	const char *reason;	/* GARQ_REASON */
} notify_t;

typedef struct notify_event notify_event_t;
struct notify_event {
	notify_event_t *next;	/* for the queue of the caller */
	const char *name;	/* for the log: "shifted r7" */
	char *env[];		/* "KEY=value", ..., NULL */
};

typedef struct {
	const char *key;
	const char *value;	/* NULL: "" */
} notify_variable_t;

/*
 * Make the environment of an event. All texts are copied.
 * IN own - further variables, from the caller that runs the program
 * RET one block of memory, freed by free()
 */
extern notify_event_t *notify_event_create(const notify_t *n,
					   const notify_variable_t *own,
					   size_t own_cnt);
