/* SPDX-License-Identifier: GPL-2.0-or-later */
/* series.h - serve a create request for several dates. */
#pragma once

#include "plugin/rpc/served.h"

/*
 * Serve a create request with the wish also: (plugin/booking/request/series.h):
 * look at each date, then book each, and let others have the locks in between;
 * make all of it durable, or take all of it back. A kill before the reply may
 * leave bookings of some dates, as it may leave one booking.
 * OUT s->ask - the answer: the names with commas between them; or the dates
 *	without room, with their offers, and another hour at which all dates
 *	have room
 */
extern void series_serve(served_t *s);
