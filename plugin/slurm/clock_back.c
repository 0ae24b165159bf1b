/* SPDX-License-Identifier: GPL-2.0-or-later */
/* clock_back.c - see clock_back.h */

#include <stdlib.h>
#include <time.h>

#include "garq/grow.h"
#include "plugin/booking/revive.h"
#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/booking/stand_in.h"
#include "plugin/slurm/clock_back.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"

typedef struct {
	booking_t **list;
	size_t cnt;
	size_t room;
} ended_t;

static time_t last;	/* time of the last call */

/* A ledger_fn */
static void _add(void *arg, booking_t *b)
{
	ended_t *ended = arg;

	if (GARQ_GROW(ended->list, ended->cnt + 1, 64, &ended->room)) {
		say_error("sched/garq: out of memory: reservation %s is not made again before the next start",
			  b->name);
		booking_destroy(b);
		return;
	}
	ended->list[ended->cnt++] = b;
}

/* The bookings that had ended, and end after now. */
static ended_t _ended(time_t now)
{
	ended_t ended = { .cnt = 0 };
	char why[256];

	if (!ledger_each_ended(site.ledger, now, _add, &ended, why,
			       sizeof(why)))
		say_error("sched/garq: the clock was put back, and the bookings that had ended by it can't be read: %s",
			  why);
	return ended;
}

/* Revive them: stand-ins protect them until their names are looked up. */
static void _revive(const ended_t *ended, time_t now)
{
	bool some = false;
	char *text = NULL;

	site_lock(true);
	if (site_sync(now, &text) == 0) {
		for (size_t i = 0; i < ended->cnt; i++)
			some |= revive(ended->list[i], now);
		if (some)
			stand_in_protect(now);
	} else {
		for (size_t i = 0; i < ended->cnt; i++)
			booking_destroy(ended->list[i]);
	}
	site_unlock(true);
	free(text);
}

void clock_back_look(void)
{
	time_t now = time(NULL);
	bool back = (now < last);
	ended_t ended;
	char why[256];

	if (back && site.ready && site.ledger &&
	    !ledger_answers(site.ledger, why, sizeof(why)))
		return;		/* at a later call */
	last = now;
	if (!back || !site.ready || !site.ledger)
		return;
	ended = _ended(now);
	if (!ended.cnt)
		return;
	_revive(&ended, now);
	(void) site_write();
	free(ended.list);
}
