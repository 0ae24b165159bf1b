/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "plugin/booking/request/flags.h"
#include "plugin/ledger/ledger_history.h"
#include "test/sim/host.h"
#include "test/sim/lost.h"
#include "test/sim/own.h"
#include "test/sim/promises.h"
#include "test/sim/slurmctld.h"
#include "test/sim/vfs.h"

#define LEDGER DISK_FOLDER LEDGER_FILE
/* All obstacles to a new promise. */
static const char *const files[] = {
	LEDGER, LEDGER "-wal", LEDGER LEDGER_COPY, LEDGER LEDGER_COPY "-wal",
	LEDGER LEDGER_COPY ".new", LEDGER LEDGER_COPY ".new-wal",
	LEDGER LEDGER_COPY ".part", DISK_FOLDER LEDGER_HISTORY,
	DISK_FOLDER LEDGER_HISTORY "-wal",
};

#define HOW_OFTEN 4	/* one end of a life in so many */

/* Return true if the record agrees with p, and no request may change that. */
static bool _is_sure(const promise_t *p, const fake_record_t *rec)
{
	return (p->state == PROMISE_KEPT) && !p->has_change &&
	       !p->may_cnt && !p->purged && !p->revived &&
	       !rec->comment[0] && (rec->end > world->now) &&
	       (rec->first >= p->terms.t_esr) &&
	       (rec->first <= p->terms.t_lsr) &&
	       (rec->end - rec->first == p->terms.length) && !p->terms.least;
}

/* The next start adopts this record. */
static void _adopt(const saved_record_t *saved)
{
	const fake_record_t *rec = &saved->rec;
	promise_t *p = promises_find(rec->name);

	/* the hold of an offer, and the guard, are nobody's */
	if (!p && (strchr(rec->name, '.') || strchr(rec->name, '_')))
		return;
	if (!p)
		p = promises_ask(rec->name, &(terms_t) { .length = 0 }, 0,
				 false);
	if (p->native)
		return;
	p->adopted = true;
	if (!_is_sure(p, rec))
		p->state = PROMISE_ASKED;
	p->terms.t_esr = p->terms.t_lsr = rec->first;
	p->terms.length = rec->end - rec->first;
	p->terms.least = 0;
	p->last_end = rec->end;
	p->last_nodes = saved->nodes;
}

/* Forget all other promises. */
static void _forget(void)
{
	for (uint32_t i = world->promise_cnt; i-- > 0; ) {
		promise_t *p = &world->promises[i];

		if (p->state && !p->native && !p->adopted)
			promises_drop(p);
	}
	memset(world->held, 0, sizeof(world->held));
}

/* Return true if it is certain what Slurm reads next, and that the ledger is
 * LEDGER. */
static bool _is_simple(void)
{
	return !world->ledger_locked && !world->former.there && !world->kept &&
	       (vfs_find(LEDGER ".salvaged") < 0) && (vfs_find(LEDGER) >= 0);
}

static void _remove(const char *name)
{
	int nr = vfs_find(name);

	if (nr >= 0)
		vfs_forget(nr);
}

bool lost_happens(void)
{
	if (!world->weather.lost || !world_one_in(HOW_OFTEN) || !_is_simple())
		return false;
	world_tell("--- an administrator moves the files of the ledger away");
	world->stats.lost++;
	world->rows_lost = world->told.blind = true;
	world->epoch = 0;	/* a ledger that is made anew counts anew */
	world->reconciled = false;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		_remove(files[i]);
	for (uint32_t i = 0; world->saved.there && (i < world->saved.cnt); i++)
		_adopt(&world->saved.list[i]);
	_forget();
	return true;
}

void lost_purged(void)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		promise_t *p = &world->promises[i];

		if (p->state && p->adopted && !fake_find(&fake, p->name))
			p->state = PROMISE_ASKED;
	}
}

void lost_settle(promise_t *p, const view_resv_t *v)
{
	bool other = (p->state != PROMISE_KEPT) || p->has_change ||
		     p->may_cnt;

	if (!p->adopted)
		return;
	p->adopted = p->has_change = false;
	p->may_cnt = 0;
	p->shortened = false;
	p->begun = 0;
	p->good = 0;
	if (!v)
		return;
	if (other) {
		p->native = !v->booking;
		p->terms.t_esr = v->booking ? v->booking->t_esr :
					      v->attrs.first_start;
		p->terms.t_lsr = v->booking ? v->booking->t_lsr :
					      v->attrs.first_start;
		p->terms.length = v->end - v->attrs.first_start;
		p->terms.least = 0;
	}
	/* a record has no wishes */
	p->terms.least_cn = p->terms.switches = 0;
	p->terms.num_cn = (uint32_t) __builtin_popcountll(host_mask(v->nodes));
	p->terms.named = (v->booking && v->booking->asked_nodes) ?
		host_mask(v->nodes) : 0;
	p->terms.all = v->flags & BOOKING_FLAG_ALL_NODES;
	p->terms.side = p->terms.gpu = false;
	p->terms.licenses = fake_license_cnt(v->licenses);
	p->terms.cores = (uint32_t) units_count(&v->attrs.units);
	p->terms.gpus = (uint32_t) units_gpus(&v->attrs.units);
	p->terms.gpu_type = '\0';
}
