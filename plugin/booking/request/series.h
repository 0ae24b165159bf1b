/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * series.h - one request for several dates: also:DATE,...:NAME (wishes.h).
 *
 *	ReservationName=also:2026-12-14,2026-12-21:course
 *	StartTime=2026-12-07T10:00 Duration=2:00:00 NodeCnt=4
 *
 * asks for the bookings course-2026-12-07, course-2026-12-14 and
 * course-2026-12-21, at 10:00 of the clock on the wall, also if clocks are
 * changed in between. Each is a booking as any other: it may shift inside its
 * window, be changed and be deleted alone. All of them are made, or none. Their
 * names show that they are a series: nothing else is kept of it.
 *
 * Times are seconds since the epoch, dates those of the controller's time zone.
 * Locks: none.
 */
#ifndef PLUGIN_SERIES_H
#define PLUGIN_SERIES_H

#include "plugin/booking/request/request.h"

/* The dates of a series at most, with that of StartTime. */
#define SERIES_MAX (WISHES_DATES + 1)

/*
 * Maximum number of dates without room in an answer, each with its offers. The
 * dates behind them are not looked at.
 */
#define SERIES_REFUSED_MAX 8

/* Bytes of "YYYY-MM-DD", and the end of a text. */
#define SERIES_DATE 11

typedef struct {
	uint32_t dates[SERIES_MAX];	/* as wishes_t.also; in their order */
	uint32_t cnt;
} series_t;

/* Return the number of dates that a create request of this name is for, 1 for
 * one that makes no sense. */
extern uint32_t series_dates(const char *name);

/*
 * Read the dates of a create request with the wish also:, which was taken from
 * its name.
 * OUT ret - with the date of StartTime; untouched after an error
 * OUT ret_text - the error, free()
 * RET 0 or a code (refused.h)
 */
extern int series_read(const request_t *request, series_t *ret,
		       char **ret_text);

/*
 * RET the request for one date of a series that was read, request_free().
 * IN date - as wishes_t.also
 * IN later - seconds by which it begins later than asked; may be below 0
 */
extern request_t series_request(const request_t *request, uint32_t date,
				time_t later);

/* A date in words, "2026-12-14". RET buf */
extern const char *series_date_text(uint32_t date, char buf[SERIES_DATE]);

/* The date behind the name of a booking of a series. RET its first byte, "2";
 * NULL: there is none */
extern const char *series_date(const char *name);

#endif
