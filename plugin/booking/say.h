/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * say.h - lines for the log of whoever runs the office.
 *
 * The office does not write them: it hands each finished line to a function
 * that its host gave, in slurmctld Slurm's own log, in a test what it likes.
 */
#ifndef PLUGIN_SAY_H
#define PLUGIN_SAY_H

typedef enum {
	SAY_ERROR,
	SAY_INFO,
	SAY_DEBUG,
	SAY_MOVED	/* where bookings go: DebugFlags=Reservation */
} say_level_t;

/* Takes a line; it must not keep the pointer. */
typedef void (*say_fn)(say_level_t level, const char *line);

/* From now on lines go to fn; NULL: nowhere, as at the start. */
extern void say_use(say_fn fn);

/* Say a line, printed as by printf(). */
extern void say(say_level_t level, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#define say_error(...) say(SAY_ERROR, __VA_ARGS__)
#define say_info(...) say(SAY_INFO, __VA_ARGS__)
#define say_debug(...) say(SAY_DEBUG, __VA_ARGS__)
#define say_moved(...) say(SAY_MOVED, __VA_ARGS__)

#endif
