/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * when.h - times and lengths of time, as people write them.
 *
 * The words are those of Slurm's own tools; libslurm can read them, but not
 * through its public interface, and its functions print errors. The functions
 * here are stricter: 12:00 13:00 and February 30 are no times. They also accept
 * more: a unit may be abbreviated (now+2h), and may end a length of time, too
 * (90m); +2h, -2h, 10am, days of the week, and the hour of a date (tomorrow 10).
 *
 * Times are seconds since the epoch, and local ones as text.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* A length of time without end. */
#define WHEN_FOREVER INT64_MAX

/* The longest length that is accepted: a hundred years, in seconds. */
#define WHEN_LENGTH_MAX (INT64_C(100) * 366 * 86400)

/* Size of the buffers of the functions that make a text. */
#define WHEN_TEXT 32

/*
 * now[{+|-}COUNT[UNIT]], {+|-}COUNT[UNIT], or a date and a time of day, or one of
 * them:
 *	yesterday, today, tomorrow, monday or mon, MMDD[YY], MM/DD[/YY],
 *	MM.DD[.YY], YYYY-MM-DD, {+|-}COUNT of days or weeks, behind which
 *	there is a time of day
 *	HH:MM[:SS][AM|PM], HH{AM|PM}, HH behind a date, midnight, noon,
 *	elevenses, fika, teatime
 * with blanks, T or - between the two; or utsSECONDS; or, of RFC 3339,
 *	YYYY-MM-DDTHH:MM:SS[.DIGITS]{Z|+HH:MM|-HH:MM}
 * whose fraction of a second is dropped. A time of day alone is
 * the next one to come, a date alone is its midnight, and without a year it is
 * the next one to come, as is a day of the week. UNIT: seconds, minutes, hours,
 * days, weeks, or how any of them begins; seconds if there is none.
 * OUT ret - untouched on failure
 * RET false if it is none of these
 */
extern bool when_time(const char *text, time_t now, time_t *ret);

/*
 * A time of when_time(), or a span: its start, - and the time of day at which
 * it ends, next day if need be (tomorrow 10-12, 22:00-2:00). With AM or PM in
 * one of the two the other has it, too.
 * OUT ret_start, ret_end - untouched on failure; without an end ret_end, too
 * RET false if it is none of these
 */
extern bool when_span(const char *text, time_t now, time_t *ret_start,
		      time_t *ret_end);

/* Return true for a time of day without a date: 14:00, 2pm, noon. */
extern bool when_is_of_day(const char *text);

/* Is a time relative to now, so that it changes when it is read again? */
extern bool when_moves(const char *text);

/*
 * MINUTES, MINUTES:SS, HH:MM:SS, D-HH, D-HH:MM, D-HH:MM:SS, UNLIMITED or
 * INFINITE, or COUNT and a UNIT.
 * OUT ret - in seconds, 0 to WHEN_LENGTH_MAX or WHEN_FOREVER; untouched on
 *	failure
 * RET false if it is none of these
 */
extern bool when_length(const char *text, int64_t *ret);

/* Return true if a text is a length of more than WHEN_LENGTH_MAX, which
 * when_length() refuses. */
extern bool when_too_long(const char *text);

/* A time as scontrol prints it, YYYY-MM-DDTHH:MM:SS. RET buf */
extern const char *when_text(time_t t, char buf[WHEN_TEXT]);

/* The same of RFC 3339, in UTC: 2027-01-15T08:00:00Z. RET buf */
extern const char *when_rfc3339(time_t t, char buf[WHEN_TEXT]);

/* A length for people, by its two largest units: 1d 6h, 2h 5m, 10m, 30s. RET buf */
extern const char *when_short_text(int64_t seconds, char buf[WHEN_TEXT]);

/* A length as scontrol prints it, [D-]HH:MM:SS or UNLIMITED. RET buf */
extern const char *when_length_text(int64_t seconds, char buf[WHEN_TEXT]);
