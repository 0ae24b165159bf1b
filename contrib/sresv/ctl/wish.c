/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/me.h"
#include "contrib/sresv/ctl/every.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/ctl/wish.h"
#include "plugin/booking/request/text.h"

#define FOREVER_IS (365 * 86400)	/* what Slurm makes of UNLIMITED */

/* Seconds that the controller may round by. */
#define ROUNDED 60

/* --- what is asked for ------------------------------------------------------ */

/* "2 hours between 8 and 18": the window is longer than the booking. */
static const char *_window(wish_t *w)
{
	int64_t room = w->end - w->start;

	if ((w->duration == WHEN_FOREVER) || (w->duration > room))
		return "between --start and --end there is no room for --duration";
	/* Bookings are whole minutes long. */
	w->delay = room - (w->duration + 59) / 60 * 60;
	if (w->delay < 0)
		return "--duration is rounded up to minutes: there is no room for it before --end";
	if (!w->delay)
		w->delay = -1;
	w->end = -1;
	return NULL;
}

/* If a window has begun, only its rest counts. */
static void _cut_window(wish_t *w, time_t now)
{
	time_t over = now - w->start;

	if ((over <= 0) || (w->delay < over))
		return;
	w->start = now;
	w->delay -= over;
}

const char *wish_complete(wish_t *w, time_t now)
{
	const char *why = NULL;

	if (w->start < 0)
		w->start = now;
	/* by default: the next 24 hours */
	if ((w->end < 0) && (w->duration < 0))
		w->end = w->start + 86400;
	if ((w->end >= 0) && (w->end <= w->start))
		return "--end is not after --start";
	if ((w->end >= 0) && (w->duration >= 0))
		why = _window(w);
	if (why)
		return why;
	_cut_window(w, now);
	if (!w->users && !w->groups && !w->accounts)
		w->users = me();
	return NULL;
}

char *wish_dates(wish_t *w)
{
	time_t first = w->start;
	char *why;

	if (!w->every)
		return w->except ? text_dup("exceptions are for a series") :
				   NULL;
	why = every(w->every, w->except, &first, &w->wishes);
	if (why)
		return why;
	if (w->end >= 0)
		w->end += first - w->start;
	w->start = first;
	return NULL;
}

int64_t wish_length(const wish_t *w)
{
	if (w->duration == WHEN_FOREVER)
		return FOREVER_IS;
	/* Bookings are whole minutes long. */
	return (w->duration >= 0) ? (w->duration + 59) / 60 * 60 :
				    w->end - w->start;
}

/* --- in front of the name ---------------------------------------------------- */

bool wish_has_front(const wish_t *w)
{
	return wishes_about(&w->wishes);
}

char *wish_front(const wish_t *w, const char *name)
{
	char *text;

	if (!wish_has_front(w))
		return NULL;
	text = wishes_text(&w->wishes);
	if (name)
		text_add(&text, "%s", name);
	else
		text_add(&text, "%s_%lld", me(), (long long) time(NULL));
	return text;
}

/* --- forms and offers ------------------------------------------------------------ */

/* Return true if these are a form that w allows. */
static bool _is_form(const wish_t *w, int64_t nodes, int64_t seconds)
{
	const wishes_t *more = &w->wishes;
	int64_t least_cn = more->least_cn ? more->least_cn : w->nodes;
	int64_t least = more->least_minutes ?
		(int64_t) more->least_minutes * 60 : wish_length(w) - ROUNDED;
	bool is = (nodes >= least_cn) && (seconds >= least);

	for (uint32_t i = 0; !is && (i < more->shape_cnt); i++)
		is = (nodes == more->shapes[i].num_cn) &&
		     (seconds == (int64_t) more->shapes[i].minutes * 60);
	return is;
}

static bool _fits(const wish_t *w, const offer_t *o)
{
	int64_t late = (w->delay > 0) ? w->delay : 0;

	return _is_form(w, o->nodes, o->end - o->start) &&
	       (o->start >= w->start - ROUNDED) &&
	       (o->start <= w->start + late + ROUNDED) &&
	       (!w->wishes.has_max_cost || !o->has_cost ||
		(o->cost <= w->wishes.max_cost));
}

const offer_t *wish_fit(const wish_t *w, const offers_t *offers)
{
	for (size_t i = 0; i < offers->cnt; i++)
		if (_fits(w, &offers->list[i]))
			return &offers->list[i];
	return NULL;
}

char *wish_less(const wish_t *w, int64_t nodes, int64_t seconds)
{
	bool cn = (w->nodes >= 0) && (nodes != w->nodes);
	int64_t asked = wish_length(w);
	char has[WHEN_TEXT], wanted[WHEN_TEXT];
	char *text = text_dup("");

	if (cn)
		text_add(&text, "%lld of %lld nodes", (long long) nodes,
			 (long long) w->nodes);
	if (llabs(seconds - asked) >= ROUNDED)
		text_add(&text, "%s%s %s %s", cn ? ", " : "",
			 when_length_text(seconds, has),
			 (seconds < asked) ? "of" : "instead of",
			 when_length_text(asked, wanted));
	if (!text[0])
		free_null(text);
	return text;
}

/* --- why it is denied ------------------------------------------------------- */

/*
 * Slurm also answers "access denied" for unknown users.
 * RET the first name that this machine does not know, for free(); or NULL
 */
static char *_stranger(const char *users)
{
	while (users && *users) {
		size_t len;
		char *name;

		users += (*users == '-');
		len = strcspn(users, ",");
		name = strndup(users, len);
		if (name && len && !getpwnam(name))
			return name;
		free(name);
		users += len + (users[len] == ',');
	}
	return NULL;
}

void wish_explain_denied(const wish_t *w, answer_t *a)
{
	char *name = (a->status == STATUS_DENIED) ? _stranger(w->users) : NULL;
	char *why = NULL;

	if (name && (asprintf(&why, "--users: there is no user %s", name) >= 0)) {
		free(a->why);
		a->why = why;
		a->status = STATUS_BAD;
	}
	free(name);
}
