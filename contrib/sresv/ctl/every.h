/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * every.h - the dates of a series: a rule of RFC 5545 (section 3.3.10), such as
 * FREQ=WEEKLY;BYDAY=MO,WE;COUNT=12.
 *
 * libical works out the dates, by the clock on the wall, in the zone of this
 * process: 10:00 stays 10:00 when clocks are changed.
 */
#pragma once

#include <stdbool.h>
#include <time.h>

#include "plugin/booking/request/wishes.h"

/* Return true if text is a list of dates, YYYY-MM-DD with commas between them. */
extern bool every_dates_ok(const char *text);

/*
 * Work out a series.
 * IN rule - has to end, and falls on a date once
 * IN except - the dates that are left out, or NULL
 * IN/OUT start - a time, from which on; becomes the first time of the series
 * OUT ret - also, also_cnt: the starts on the other dates
 * RET the error, free(), and start and ret are untouched; NULL: there is none
 */
extern char *every(const char *rule, const char *except, time_t *start,
		   wishes_t *ret);
