/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>
#include <sys/queue.h>

#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/request/text.h"
#include "plugin/ledger/ledger_tombs.h"
#include "plugin/memory/memory.h"

typedef struct tomb {
	char *name;
	uint32_t uid;
	time_t until;
	TAILQ_ENTRY(tomb) among_all;
} tomb_t;

struct tombstones_state {
	TAILQ_HEAD(, tomb) all;
	uint32_t cnt;
};

static void _remove_tomb(office_t *office, tomb_t *t)
{
	TAILQ_REMOVE(&office->tombstones->all, t, among_all);
	office->tombstones->cnt--;
	free(t->name);
	free(t);
}

void tombstones_fini(office_t *office)
{
	while (!TAILQ_EMPTY(&office->tombstones->all))
		_remove_tomb(office, TAILQ_FIRST(&office->tombstones->all));
}

static tomb_t *_find_tomb(office_t *office, const char *name, uint32_t uid)
{
	tomb_t *t;

	TAILQ_FOREACH(t, &office->tombstones->all, among_all)
		if ((t->uid == uid) && text_same(t->name, name))
			return t;
	return NULL;
}

/* Remove expired tombstones; the oldest of a user, and of all, where there are
 * too many. */
static void _make_room(office_t *office, uint32_t uid, time_t now)
{
	tomb_t *t = TAILQ_FIRST(&office->tombstones->all), *next,
	       *oldest = NULL;
	uint32_t of_user = 0;

	for (; t; t = next) {
		next = TAILQ_NEXT(t, among_all);
		if (t->until <= now) {
			_remove_tomb(office, t);
		} else if (t->uid == uid) {
			oldest = oldest ? oldest : t;
			of_user++;
		}
	}
	if (of_user >= LEDGER_TOMBS_USER_MAX)
		_remove_tomb(office, oldest);
	else if (office->tombstones->cnt >= LEDGER_TOMBS_MAX)
		_remove_tomb(office, TAILQ_FIRST(&office->tombstones->all));
}

static void _add_tomb(office_t *office, const char *name, uint32_t uid,
		      time_t until, time_t now)
{
	tomb_t *t = memory_new(1, sizeof(*t)), *old;

	if ((old = _find_tomb(office, name, uid)))
		_remove_tomb(office, old);
	_make_room(office, uid, now);
	t->name = text_dup(name);
	t->uid = uid;
	t->until = until;
	TAILQ_INSERT_TAIL(&office->tombstones->all, t, among_all);
	office->tombstones->cnt++;
}

typedef struct {
	office_t *office;
	time_t now;
} load_t;

/* A ledger_tomb_fn */
static void _load_tomb(void *arg, const char *name, uint32_t uid, time_t until)
{
	const load_t *load = arg;

	if (name)
		_add_tomb(load->office, name, uid, until, load->now);
}

bool tombstones_load(office_t *office, ledger_t *l, time_t now, char *error,
		     size_t error_size)
{
	load_t load = { .office = office, .now = now };

	tombstones_fini(office);
	return ledger_each_tomb(l, now, _load_tomb, &load, error, error_size);
}

ledger_op_t *tombstone_leave(office_t *office, const char *name, uint32_t uid,
			     time_t now)
{
	time_t until = now + (time_t) office->options.hold_max;

	if (!office->ledger)
		return NULL;
	_add_tomb(office, name, uid, until, now);
	return ledger_bury(office->ledger, name, uid, until);
}

/* A clock that was put back lets no tombstone count longer than a new one. */
time_t tombstone_until(office_t *office, const char *name, uint32_t uid,
		       time_t now)
{
	tomb_t *t = _find_tomb(office, name, uid);

	if (!t || (t->until <= now))
		return 0;
	t->until = MIN(t->until, now + (time_t) office->options.hold_max);
	return t->until;
}

static void _begin_state(office_t *office)
{
	TAILQ_INIT(&office->tombstones->all);
}

const office_state_t tombstones_state =
	OFFICE_STATE(tombstones, _begin_state, tombstones_fini);
