/* SPDX-License-Identifier: GPL-2.0-or-later */
/* say_level.h - how important a line for the log is */
#pragma once

typedef enum {
	SAY_ERROR,
	SAY_INFO,
	SAY_DEBUG,
	SAY_MOVED	/* moves of bookings: DebugFlags=Reservation */
} say_level_t;
