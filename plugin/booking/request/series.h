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
#pragma once

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
	time_t starts[SERIES_MAX];	/* in their order, on different dates */
	uint32_t cnt;
} series_t;

/* Return the number of dates that a create request of this name is for, 1 for
 * one that makes no sense. */
extern uint32_t series_dates(const char *name);

/*
 * Read the dates of a create request with the wish also:, which was taken from
 * its name.
 * OUT ret - with that of StartTime; untouched after an error
 * OUT ret_text - the error, free()
 * RET 0 or a code (refused.h)
 */
extern int series_read(const request_t *request, series_t *ret,
		       char **ret_text);

/*
 * RET the request for one date, request_free()
 * IN request - of a series that was read
 * IN start - the start on that date
 * IN dated - see wishes_t; >= 1
 */
extern request_t series_request(const request_t *request, time_t start,
				uint32_t dated);

/* The date of a time in words, "2026-12-14". RET buf */
extern const char *series_date_text(time_t t, char buf[SERIES_DATE]);

/* The date behind the name of a booking of a series. RET its first byte, "2";
 * NULL: there is none */
extern const char *series_date(const char *name);
