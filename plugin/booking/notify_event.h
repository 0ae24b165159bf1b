/* SPDX-License-Identifier: GPL-2.0-or-later */
/* notify_event.h - an event as the environment of the program that is told. */
#ifndef PLUGIN_NOTIFY_EVENT_H
#define PLUGIN_NOTIFY_EVENT_H

#include "plugin/booking/notify.h"

typedef struct notify_event notify_event_t;
struct notify_event {
	notify_event_t *next;	/* for who queues them */
	const char *name;	/* "shifted r7": for the log */
	char *env[];		/* NULL at its end */
};

/*
 * One block of memory, in which all is copied: for free().
 * RET NULL if memory is short
 */
extern notify_event_t *notify_event_create(const notify_t *n);

#endif
