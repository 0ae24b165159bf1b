/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * say.h - lines for the log.
 *
 * The office writes no log: it passes each finished line to a function of its
 * host, which is Slurm's log in slurmctld, and any function in a test.
 */
#ifndef PLUGIN_SAY_H
#define PLUGIN_SAY_H

typedef enum {
	SAY_ERROR,
	SAY_INFO,
	SAY_DEBUG,
	SAY_MOVED	/* moves of bookings: DebugFlags=Reservation */
} say_level_t;

/* Take a line, which is freed afterwards. */
typedef void (*say_fn)(say_level_t level, const char *line);

/* Pass all further lines to fn; NULL: drop them, as before the first call. */
extern void say_use(say_fn fn);

/* Print a line as printf() would, and pass it on; fmt if memory is short. */
extern void say(say_level_t level, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#define say_error(...) say(SAY_ERROR, __VA_ARGS__)
#define say_info(...) say(SAY_INFO, __VA_ARGS__)
#define say_debug(...) say(SAY_DEBUG, __VA_ARGS__)
#define say_moved(...) say(SAY_MOVED, __VA_ARGS__)

#endif
