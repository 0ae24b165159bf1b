/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/job.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/remind.h"
#include "plugin/booking/view/tell_site.h"
#include "plugin/booking/view/use.h"
#include "plugin/booking/view/view.h"

typedef struct {
	office_t *office;
	time_t now;
} look_t;

/* True for a booking that people wait for. */
static bool _is_awaited(const view_resv_t *v)
{
	const booking_t *b = v->booking;

	return b && !b->hold_until && !b->stand_in &&
	       !text_begins(b->name, JOBS_PREFIX);
}

static void _tell_begin(view_resv_t *v, void *arg)
{
	const look_t *look = arg;
	time_t due = v->start - (time_t) look->office->options.mail_begin;
	char start[TEXT_TIME], *why;

	if ((look->now < due) || (look->now >= v->start) ||
	    (v->told.begin == v->start) || !_is_awaited(v) ||
	    (v->booking->created > due))
		return;
	v->told.begin = v->start;
	why = text_printf("%s%s%s", text_time(v->start, start),
			  v->booking->nodes ? ", " : "",
			  v->booking->nodes ? v->booking->nodes : "");
	tell_site(look->office, v->booking, REMIND_BEGINS, why, look->now);
	free_null(why);
}

/* A use_fn */
static void _tell_unused(view_resv_t *v, const booking_use_t *use, void *arg)
{
	const look_t *look = arg;
	const booking_t *b = v->booking;
	time_t due = b->start + (time_t) look->office->options.mail_unused;
	char start[TEXT_TIME], *why;

	if ((look->now < due) || (look->now >= b->end) || use->used ||
	    !use->cpus || (v->told.unused == b->start) || !_is_awaited(v) ||
	    (b->created > due))
		return;
	v->told.unused = b->start;
	why = text_printf("since %s; sresv end or sresv give return it",
			  text_time(b->start, start));
	tell_site(look->office, b, REMIND_UNUSED, why, look->now);
	free_null(why);
}

void remind_all(office_t *office, time_t now)
{
	look_t look = { .office = office, .now = now };

	if (office->options.mail_begin)
		view_each(office, _tell_begin, &look);
	if (office->options.mail_unused)
		use_each(office, now, _tell_unused, &look);
}
