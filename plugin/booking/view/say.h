/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * say.h - lines for the log.
 *
 * The office writes no log: it passes each finished line to its host's say()
 * (host.h).
 */
#pragma once

#include "plugin/booking/request/say_level.h"
#include "plugin/booking/view/office.h"

/* Print a line as printf() would, and pass it on. */
extern void say(office_t *office, say_level_t level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#define say_error(office, ...) say(office, SAY_ERROR, __VA_ARGS__)
#define say_info(office, ...) say(office, SAY_INFO, __VA_ARGS__)
#define say_debug(office, ...) say(office, SAY_DEBUG, __VA_ARGS__)
#define say_moved(office, ...) say(office, SAY_MOVED, __VA_ARGS__)
