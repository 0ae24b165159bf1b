/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wish.c - see wish.h */

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/me.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/ctl/wish.h"

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
