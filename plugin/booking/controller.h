/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * controller.h - what the office has done by the controller that it runs in.
 *
 * The office decides; each function here is one effect of what it decided. The
 * calls come in their order, from a thread that holds the controller's locks,
 * and are answered at once. In slurmctld init() gives the functions; a test or a
 * simulator gives its own.
 */
#ifndef PLUGIN_CONTROLLER_H
#define PLUGIN_CONTROLLER_H

#include <stdbool.h>

#include "plugin/booking/notify_event.h"

typedef struct {
	/*
	 * Tell the site of an event, of which all is copied. No I/O.
	 * RET is it going to be told? Not where no program is named, or if
	 * memory is short
	 */
	bool (*notify)(const notify_t *n);
} controller_t;

extern const controller_t *controller;

#endif
