/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tombstone.c - see tombstone.h */

#include <stdlib.h>
#include <sys/param.h>
#include <sys/queue.h>

#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/site.h"
#include "plugin/ledger/ledger_tombs.h"

typedef struct tomb {
	char *name;
	uint32_t uid;
	time_t until;
	TAILQ_ENTRY(tomb) among_all;
} tomb_t;

static TAILQ_HEAD(, tomb) all = TAILQ_HEAD_INITIALIZER(all);
static uint32_t cnt;

static void _remove(tomb_t *t)
{
	TAILQ_REMOVE(&all, t, among_all);
	cnt--;
	free(t->name);
	free(t);
}

void tombstones_init(void)
{
	tombstones_fini();
}

void tombstones_fini(void)
{
	while (!TAILQ_EMPTY(&all))
		_remove(TAILQ_FIRST(&all));
}

uint32_t tombstones_count(void)
{
	return cnt;
}

static tomb_t *_find(const char *name, uint32_t uid)
{
	tomb_t *t;

	TAILQ_FOREACH(t, &all, among_all)
		if ((t->uid == uid) && text_same(t->name, name))
			return t;
	return NULL;
}

/* Remove what is over; the oldest of a user, and of all, where there are too
 * many. */
static void _make_room(uint32_t uid, time_t now)
{
	tomb_t *t = TAILQ_FIRST(&all), *next, *oldest = NULL;
	uint32_t of_user = 0;

	for (; t; t = next) {
		next = TAILQ_NEXT(t, among_all);
		if (t->until <= now) {
			_remove(t);
		} else if (t->uid == uid) {
			oldest = oldest ? oldest : t;
			of_user++;
		}
	}
	if (of_user >= LEDGER_TOMBS_USER_MAX)
		_remove(oldest);
	else if (cnt >= LEDGER_TOMBS_MAX)
		_remove(TAILQ_FIRST(&all));
}

/* RET false if memory is short */
static bool _add(const char *name, uint32_t uid, time_t until, time_t now)
{
	tomb_t *t = calloc(1, sizeof(*t)), *old;

	if (!t || !(t->name = text_dup(name))) {
		free(t);
		return false;
	}
	if ((old = _find(name, uid)))
		_remove(old);
	_make_room(uid, now);
	t->uid = uid;
	t->until = until;
	TAILQ_INSERT_TAIL(&all, t, among_all);
	cnt++;
	return true;
}

/* A ledger_tomb_fn. IN arg - now */
static void _load(void *arg, const char *name, uint32_t uid, time_t until)
{
	const time_t *now = arg;

	if (name)
		(void) _add(name, uid, until, *now);
}

bool tombstones_load(ledger_t *l, time_t now, char *error, size_t error_size)
{
	tombstones_fini();
	return ledger_each_tomb(l, now, _load, &now, error, error_size);
}

ledger_op_t *tombstone_leave(const char *name, uint32_t uid, time_t now)
{
	time_t until = now + (time_t) site.options.hold_max;

	if (!site.ledger || !_add(name, uid, until, now))
		return NULL;
	return ledger_bury(site.ledger, name, uid, until);
}

/* A clock that was put back lets no tombstone count longer than a new one. */
time_t tombstone_until(const char *name, uint32_t uid, time_t now)
{
	tomb_t *t = _find(name, uid);

	if (!t || (t->until <= now))
		return 0;
	t->until = MIN(t->until, now + (time_t) site.options.hold_max);
	return t->until;
}
