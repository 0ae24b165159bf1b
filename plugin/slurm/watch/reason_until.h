/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reason_until.h - when a node will be back, as its Reason says. */
#pragma once

#include <time.h>

/*
 * The time after the word "until" in a reason: 2026-12-01, 2026-12-01T08:00 or
 * 2026-12-01T08:00:00 of the local time zone, with a T or a blank; a date alone
 * is its beginning.
 * IN reason - NULL: none
 * RET 0: it names no such time
 */
extern time_t reason_until(const char *reason);
