/* SPDX-License-Identifier: GPL-2.0-or-later */
/* zone.h - the time zone of the host. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define ZONE_SIZE 128

/*
 * Its IANA name: "Europe/Berlin". RET buf; "UTC" if nothing tells a name that
 * the host knows and it has the hours of UTC; else an abbreviation such as "CET"
 */
extern const char *zone_name(char buf[ZONE_SIZE]);

/*
 * The next time, from t on and before until, from which on clocks have other hours
 * than before. RET until: there is none
 */
extern time_t zone_change(time_t t, time_t until);

/* What the hours are called at a time: "CET". RET buf */
extern const char *zone_hours(time_t t, bool *ret_summer, char buf[ZONE_SIZE]);

/* Seconds east of UTC at a time. */
extern long zone_offset(time_t t);
