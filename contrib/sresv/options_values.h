/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options_values.h - the values of sresv's options.
 *
 * Each function value_...() reads the value of the option --what.
 * IN text - NULL: none is given, where the option allows that
 * OUT ret - a field of options_t
 * RET false: the value is invalid, and an error was printed
 */
#pragma once

#include <stdbool.h>
#include <time.h>

/* Print an error of the command line. RET false */
extern bool options_bad(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* These set a wish_t: a number or length, or a range. */
extern bool value_nodes(const char *text, const char *what, void *ret);
extern bool value_duration(const char *text, const char *what, void *ret);

/* These set a wishes_t. */
extern bool value_shape(const char *text, const char *what, void *ret);
extern bool value_cost(const char *text, const char *what, void *ret);
extern bool value_switches(const char *text, const char *what, void *ret);
extern bool value_place(const char *text, const char *what, void *ret);
extern bool value_prefer(const char *text, const char *what, void *ret);

/* These set an int64_t: 1 to 366; seconds, finite; seconds, finite and not 0. */
extern bool value_cores(const char *text, const char *what, void *ret);
extern bool value_days(const char *text, const char *what, void *ret);
extern bool value_delay(const char *text, const char *what, void *ret);
extern bool value_seconds(const char *text, const char *what, void *ret);

/* It sets a time_t: the first second of a month. */
extern bool value_month(const char *text, const char *what, void *ret);

/*
 * These set a const char *. A time is checked now, and read later;
 * value_any_text() takes "" as well.
 */
extern bool value_gpus(const char *text, const char *what, void *ret);
extern bool value_any_text(const char *text, const char *what, void *ret);
extern bool value_text(const char *text, const char *what, void *ret);
extern bool value_time_text(const char *text, const char *what, void *ret);
extern bool value_kinds(const char *text, const char *what, void *ret);
extern bool value_dates(const char *text, const char *what, void *ret);
extern bool value_plan(const char *text, const char *what, void *ret);
extern bool value_standby(const char *text, const char *what, void *ret);

/* It sets the flags of a maintenance, uint64_t. */
extern bool value_flags(const char *text, const char *what, void *ret);

/* These set start and span, or wait and wait_for, of an options_t. */
extern bool value_start(const char *text, const char *what, void *ret);
extern bool value_wait(const char *text, const char *what, void *ret);

/* It sets a bool to true; there is no value. */
extern bool value_yes(const char *text, const char *what, void *ret);

/* IN now - what the time may be relative to */
extern bool value_time(const char *text, const char *what, time_t now,
		       time_t *ret);
