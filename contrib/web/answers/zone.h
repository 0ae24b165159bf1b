/* SPDX-License-Identifier: GPL-2.0-or-later */
/* zone.h - the names of the time zone of the host; its hours: request/zone.h */
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

/* What the hours are called at a time: "CET". RET buf */
extern const char *zone_hours(time_t t, bool *ret_summer, char buf[ZONE_SIZE]);
