/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <time.h>

#include "plugin/booking/request/steps.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/locks.h"

static const slurmctld_lock_t update_locks = {
	.conf = READ_LOCK,
	.job = READ_LOCK,
	.node = WRITE_LOCK,
	.part = READ_LOCK,
};

static const slurmctld_lock_t delete_locks = {
	.conf = READ_LOCK,
	.job = WRITE_LOCK,
	.node = WRITE_LOCK,
	.part = READ_LOCK,
};

/* The hold of this thread; times in microseconds of a clock that is not set. */
typedef struct {
	uint64_t asked;		/* the locks were asked for */
	uint64_t begun;		/* ... and were had */
	uint64_t cpu;		/* processor time of the thread at that moment */
	bool write_jobs;
	phase_t phase;
	uint64_t phase_begun;
	uint64_t spent[PHASES];
	uint64_t steps;
} hold_t;

static _Thread_local lock_verb_t verb;
static _Thread_local hold_t hold;

static uint64_t _clock_us(clockid_t clock)
{
	struct timespec t = { .tv_sec = 0 };

	clock_gettime(clock, &t);
	return ((uint64_t) t.tv_sec * 1000000) + ((uint64_t) t.tv_nsec / 1000);
}

void locks_hold_as(lock_verb_t what)
{
	verb = what;
}

phase_t locks_phase(phase_t phase, uint64_t steps)
{
	phase_t before = hold.phase;
	uint64_t now = _clock_us(CLOCK_MONOTONIC);

	hold.spent[before] += now - hold.phase_begun;
	hold.phase_begun = now;
	hold.phase = phase;
	hold.steps += steps;
	return before;
}

static void _count_phase(phase_t phase, lock_part_t part)
{
	if (hold.spent[phase])
		lock_stats_add(office, verb, part, hold.spent[phase]);
}

/* The locks are still held: they guard the figures. */
static void _count_hold(void)
{
	lock_stats_add(office, verb, LOCK_WAIT, hold.begun - hold.asked);
	lock_stats_add(office, verb, LOCK_HOLD,
		       _clock_us(CLOCK_MONOTONIC) - hold.begun);
	lock_stats_add(office, verb, LOCK_CPU,
		       _clock_us(CLOCK_THREAD_CPUTIME_ID) - hold.cpu);
	_count_phase(PHASE_SYNC, LOCK_SYNC);
	_count_phase(PHASE_PLAN, LOCK_PLAN);
	_count_phase(PHASE_OFFERS, LOCK_OFFERS);
	if (hold.steps)
		lock_stats_add(office, verb, LOCK_STEPS, hold.steps);
}

/* A request that is served takes one turn, if it does not call turns_serve(). */
static bool _is_request(void)
{
	return (verb != LOCK_OTHER) && (verb < LOCK_AGENT);
}

void site_lock(bool write_jobs)
{
	hold = (hold_t) {
		.asked = _clock_us(CLOCK_MONOTONIC), .write_jobs = write_jobs,
	};
	lock_slurmctld(write_jobs ? delete_locks : update_locks);
	hold.begun = hold.phase_begun = _clock_us(CLOCK_MONOTONIC);
	hold.cpu = _clock_us(CLOCK_THREAD_CPUTIME_ID);
	office->may_delete = write_jobs;
	view_hold_begins(office);
	if (_is_request())
		turns_only_begin(office, STEPS_TURN);
}

void site_unlock(bool write_jobs)
{
	turns_only_end(office);
	_count_hold();
	view_hold_ends(office);
	unlock_slurmctld(write_jobs ? delete_locks : update_locks);
}

/*
 * A lock that is taken again at once is had again at once, since a thread that
 * waits for it has to wake up first: so wait for longer than that takes.
 */
static void _let_others_lock(void)
{
	const struct timespec pause = { .tv_nsec = LOCKS_PAUSE };

	(void) nanosleep(&pause, NULL);
}

void locks_pass_on(void)
{
	bool write_jobs = hold.write_jobs;

	site_unlock(write_jobs);
	_let_others_lock();
	site_lock(write_jobs);
}

static const slurmctld_lock_t fed_lock = { .fed = READ_LOCK };

static pthread_rwlock_t options_lock = PTHREAD_RWLOCK_INITIALIZER;

void site_set_options(const options_t *options)
{
	pthread_rwlock_wrlock(&options_lock);
	office->options = *options;
	pthread_rwlock_unlock(&options_lock);
}

void site_options_hold(void)
{
	pthread_rwlock_rdlock(&options_lock);
}

void site_options_release(void)
{
	pthread_rwlock_unlock(&options_lock);
}

void jobs_lock(void)
{
	site_lock(true);
	lock_slurmctld(fed_lock);
}

void jobs_unlock(void)
{
	unlock_slurmctld(fed_lock);
	site_unlock(true);
}
