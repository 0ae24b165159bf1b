/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events.h - what Slurm did to bookings by itself: the ledger and the offers
 * follow, and what was promised is kept (stand_in.h).
 */
#ifndef PLUGIN_EVENTS_H
#define PLUGIN_EVENTS_H

#include "plugin/booking/controller.h"

/* For controller->sync(). */
extern const view_events_t booking_events;

#endif
