/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <time.h>

#include "plugin/agent.h"
#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/start/remind.h"
#include "plugin/slurm/clock_back.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/own.h"
#include "plugin/slurm/read_back.h"
#include "plugin/slurm/sync.h"
#include "plugin/standby_agent.h"
#include "plugin/verify_file.h"
#include "plugin/worker.h"

static time_t verified;		/* time of the last report (garq_verify) */
static time_t rest;		/* seconds until the first look */
static uint32_t written;	/* look of park.h up to which the ledger is
				 * written */

/*
 * Looks of one turn, each in a hold of the locks of its own, where many
 * bookings have lost nodes at once: their changes are written together.
 */
#define LOOKS_TOGETHER 64

/* Seconds between two turns while requests that stand by are due. */
#define STANDBY_INTERVAL 1

static time_t _interval(void)
{
	return office->options.verify ?
		(time_t) MIN(office->options.verify, AGENT_INTERVAL) :
		AGENT_INTERVAL;
}

static bool _shall_verify(time_t now)
{
	if (!office->options.verify ||
	    ((now >= verified) && (now - verified < office->options.verify)))
		return false;
	verified = now;
	return true;
}

/* Only during the start may the sync read the disk and look up names. */
static bool _sync_view(time_t now)
{
	char *text = NULL;
	bool ok = office->ready ? site_follow(now) : !site_sync(now, &text);

	free(text);
	return ok;
}

/* A look at the cluster; see turns_serve(). */
typedef struct {
	bool synced;
	bool visible;	/* Slurm's reservations have changed */
	bool put_off;	/* room is searched for in the next turn */
	time_t now;
} look_t;

/*
 * What seems free may be that of bookings which the clock has ended too early.
 * The next turn searches for room where a repair has moved a booking, since
 * the search could not pause, or where a repair has searched in a turn without
 * pauses. Locks: site_lock().
 */
static void _improve(void *arg)
{
	look_t *look = arg;
	uint64_t changes, begun;

	look->now = time(NULL);
	look->put_off = false;
	if (!(look->synced = _sync_view(look->now)))
		return;
	if (office->may_delete)
		named_holds_end(office, look->now);
	turns_begin(office);
	if (clock_back_see(look->now))
		return;
	changes = changes_count(office);
	begun = phase_steps(office);
	look->visible |= repair_all(office, look->now);
	look->put_off = (changes_count(office) != changes) ||
			(!turns_first(office) &&
			 (phase_steps(office) != begun));
	/* What the ledger can't write now could be lost after it has begun. */
	if (!look->put_off && office->ledger && !ledger_behind(office->ledger))
		look->visible |= standby_use_room(office, look->now);
}

static bool _goes_on(const look_t *look)
{
	return look->synced && (look->put_off || repair_goes_on(office));
}

/*
 * No client waits for the agent, so a turn without pauses has only STEPS_PAUSE
 * steps, too.
 * RET true if something is left to the next look
 */
static bool _look_once(look_t *look)
{
	turns_serve(office, STEPS_PAUSE, STEPS_PAUSE, true, _improve, look);
	return _goes_on(look);
}

/* OUT ret_report - if it is time for one */
static void _pass_time(time_t now, verify_report_t *ret_report)
{
	offers_expire(office, now);
	offers_remind(office, now);
	holds_release_deferred(office);
	counts_usage(office, now);
	remind_all(office, now);
	if (_shall_verify(now))
		*ret_report = verify_report();
}

/*
 * The part of a turn under the locks.
 * OUT ret_looks - the number of the last look of park.h
 * OUT ret_standing - requests stand by
 * RET seconds until the next turn
 */
static time_t _agent_look(uint32_t *ret_looks, bool *ret_standing)
{
	verify_report_t report = { .text = NULL };
	look_t look = { .visible = false };
	bool write = serve_deletes(office, NULL) ||
		     named_holds_due(office, time(NULL));
	time_t interval;

	locks_hold_as(LOCK_AGENT);
	site_lock(write);
	interval = _interval();
	park_ledger_written(office, written);
	(void) _sync_view(time(NULL));	/* in a hold of its own */
	locks_pass_on();
	for (int i = 1; _look_once(&look) && (i < LOOKS_TOGETHER); i++)
		locks_pass_on();
	if (look.synced)
		_pass_time(look.now, &report);
	interval = named_holds_wait(office, look.now, interval);
	if (_goes_on(&look))
		interval = 0;
	*ret_looks = park_last_look(office);
	*ret_standing = look.synced && office->has.standing;
	site_unlock(write);
	verify_write(&report);
	if (look.visible)	/* Slurm looks up accounts of linked records only */
		update_assocs_in_resvs();
	return interval;
}

/* RET seconds until the next turn */
static time_t _look_at_standing(time_t seconds)
{
	bool visible = false, more = standby_agent_look(&visible);

	if (visible)
		update_assocs_in_resvs();
	return more ? MIN(seconds, STANDBY_INTERVAL) : seconds;
}

static time_t _agent_turn(void)
{
	bool standing;
	uint32_t looks;
	time_t seconds;

	if (!own_look()) {
		rest = 0;
		return OWN_INTERVAL;
	}
	if (rest > 0) {
		rest -= OWN_INTERVAL;
		return OWN_INTERVAL;
	}
	seconds = _agent_look(&looks, &standing);
	if (standing)
		seconds = _look_at_standing(seconds);
	if (site_write()) {
		written = looks;
		read_back();
	}
	clock_back_use();
	return seconds;
}

static worker_t agent = WORKER(_agent_turn);

bool agent_start(void)
{
	rest = _interval() - OWN_INTERVAL;
	return worker_start(&agent, OWN_INTERVAL);
}

void agent_wake(void)
{
	worker_wake(&agent);
}

void agent_stop(void)
{
	worker_stop(&agent);
}
