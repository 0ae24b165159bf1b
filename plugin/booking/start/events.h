/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events.h - follow changes that the host made to bookings on its own.
 *
 * The ledger and the offers follow the change. If the record of a booking was
 * lost before its end, the record or a stand-in is made again (stand_in.h).
 */
#pragma once

#include "plugin/booking/view/host.h"

/* The argument for locks->sync(). */
extern const view_events_t booking_events;
