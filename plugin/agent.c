/* SPDX-License-Identifier: GPL-2.0-or-later */
/* agent.c - see agent.h */

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "plugin/agent.h"
#include "plugin/holds.h"
#include "plugin/offers.h"
#include "plugin/park.h"
#include "plugin/repair.h"
#include "plugin/shift.h"
#include "plugin/site.h"
#include "plugin/verify.h"

#define LOOK_INTERVAL 10	/* seconds between two looks, at most */

static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static bool running;
static bool stop;
static uint32_t interval;	/* seconds between two looks */
static time_t verified;		/* when garq_verify was obeyed last */

static void _set_interval(void)
{
	interval = site.options.verify ?
		MIN(site.options.verify, LOOK_INTERVAL) : LOOK_INTERVAL;
}

static bool _shall_verify(time_t now)
{
	if (!site.options.verify ||
	    ((now >= verified) && (now - verified < site.options.verify)))
		return false;
	verified = now;
	return true;
}

/* Jobs that ended early, nodes that are back: who can start earlier? */
static bool _use_room(time_t now)
{
	time_t until = view_freed();

	return until && shift_into(now, until, "room appeared", now,
				   NULL);
}

static void _look(void)
{
	verify_report_t report = { .text = NULL };
	char *text = NULL;
	bool told = false, write = holds_possible();
	time_t now;

	site_lock(write);
	_set_interval();
	now = time(NULL);
	if (site_sync(now, &text) == SLURM_SUCCESS) {
		told = repair_all(now) || _use_room(now);
		offers_expire(now);
		holds_release_late();
		told = (site.ready && park_look(now)) || told;
		if (_shall_verify(now))
			verify_look(&report);
	}
	site_unlock(write);
	verify_write(&report);
	if (told)	/* of accounts Slurm tells only what is linked */
		update_assocs_in_resvs();
	xfree(text);
}

static void _write_ledger(void)
{
	char why[256];

	if (site.ledger && !ledger_retry(site.ledger, why, sizeof(why)))
		error("sched/garq: the ledger can't be written: %s", why);
	else
		park_noted();
}

/* RET false: it is time to stop */
static bool _wait(void)
{
	struct timespec until;
	bool go_on;

	(void) clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += interval;
	slurm_mutex_lock(&lock);
	while (!stop) {
		if (pthread_cond_timedwait(&wake, &lock, &until) == ETIMEDOUT)
			break;
	}
	go_on = !stop;
	slurm_mutex_unlock(&lock);
	return go_on;
}

static void *_agent(void *arg)
{
	(void) arg;
	while (_wait()) {
		_look();
		_write_ledger();
	}
	return NULL;
}

bool agent_start(void)
{
	stop = false;
	_set_interval();
	running = !pthread_create(&thread, NULL, _agent, NULL);
	return running;
}

void agent_stop(void)
{
	if (!running)
		return;
	slurm_mutex_lock(&lock);
	stop = true;
	slurm_cond_signal(&wake);
	slurm_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	running = false;
}
