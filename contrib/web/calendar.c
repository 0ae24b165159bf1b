/* SPDX-License-Identifier: GPL-2.0-or-later */
/* calendar.c - bookings as iCalendar; see web.h */

#include "contrib/web/web.h"

void web_calendar(web_t *w, const request_t *q, reply_t *r)
{
	(void) w;
	(void) q;
	reply_wrong(r, WRONG_PATH);
}
