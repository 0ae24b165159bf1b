/* SPDX-License-Identifier: GPL-2.0-or-later */
/* zone.h - the time zone of the host. */
#ifndef WEB_ZONE_H
#define WEB_ZONE_H

#include <stddef.h>
#include <time.h>

#define ZONE_SIZE 128

/*
 * Its IANA name: "Europe/Berlin". RET buf; "UTC" if nothing tells the name and it
 * has the hours of UTC; else an abbreviation such as "CET"
 */
extern const char *zone_name(char buf[ZONE_SIZE]);

/* Seconds east of UTC at a time. */
extern long zone_offset(time_t t);

#endif
