/* SPDX-License-Identifier: GPL-2.0-or-later */
/* durable.c - see durable.h */

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/booking/text.h"
#include "plugin/booking/timing.h"
#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_salvage.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/durable.h"

/* A ledger_say_fn. */
static void _say(void *arg, const char *line)
{
	(void) arg;
	say_error("sched/garq: %s", line);
}

/*
 * Replace a damaged ledger by a new one with what can be salvaged.
 * RET the status of the new ledger, or LEDGER_UNREADABLE, with why
 */
static ledger_status_t _replace(const char *path, ledger_t **ret_ledger,
				char *why, size_t why_size)
{
	ledger_salvaged_t found;
	char reason[192];

	say_error("sched/garq: the ledger %s is damaged: %s", path, why);
	say_error("sched/garq: a new one is begun from what can be read of it and from the reservations that Slurm knows");
	if (ledger_replace(path, _say, NULL, &found, reason, sizeof(reason))) {
		ledger_salvage_tell(&found, _say, NULL);
		return ledger_open(path, ret_ledger, why, why_size);
	}
	snprintf(why, why_size,
		 "it is damaged, and a new one can't be made of what can be read of it: %s (this is tried again at the next start)",
		 reason);
	return LEDGER_UNREADABLE;
}

static void _tell_migrated(const char *path, const ledger_t *ledger)
{
	int found = ledger_found_schema(ledger);

	if (found && (found < LEDGER_SCHEMA))
		say_info("sched/garq: ledger migrated from schema %d to %d, the old one is kept as %s.v%d",
			 found, LEDGER_SCHEMA, path, found);
}

/* The number that the kernel chooses at each of its starts. */
static void _read_boot(char *text, size_t size)
{
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "r");

	if (!f || !fgets(text, (int) size, f))
		text[0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	if (f)
		fclose(f);
}

/* Note who has the ledger now. RET false: it can't be written */
static bool _begin_epoch(ledger_t *ledger, char *why, size_t why_size)
{
	char host[256] = "", boot[64] = "";
	ledger_owner_t owner = {
		.host = host, .boot = boot, .pid = getpid(),
	};
	int64_t epoch;

	(void) gethostname(host, sizeof(host) - 1);
	_read_boot(boot, sizeof(boot));
	if (!ledger_begin_epoch(ledger, &owner, &epoch, why, why_size)) {
		ledger_close(ledger);
		return false;
	}
	say_debug("sched/garq: epoch %"PRId64" of the ledger begins", epoch);
	return true;
}

static ledger_status_t _open(const char *path, ledger_t **ret_ledger, char *why,
			     size_t why_size)
{
	ledger_status_t status;

	if (!ledger_replace_resume(path, _say, NULL, why, why_size))
		return LEDGER_UNREADABLE;
	status = ledger_open(path, ret_ledger, why, why_size);
	return (status == LEDGER_DAMAGED) ?
		_replace(path, ret_ledger, why, why_size) : status;
}

static void _start_writer(ledger_t *ledger)
{
	if (!ledger_start_writer(ledger, LEDGER_PATIENCE, LEDGER_WAITING))
		say_error("sched/garq: no thread can be made to write the ledger: requests wait for the disk");
}

bool site_open_ledger(ledger_t **ret_ledger, char *error, size_t error_size)
{
	char *path = text_printf("%s/" LEDGER_FILE,
				 slurm_conf.state_save_location);
	char why[320] = "out of memory";
	ledger_status_t status = LEDGER_UNREADABLE;
	ledger_t *ledger = NULL;

	if (path)
		status = _open(path, &ledger, why, sizeof(why));
	if ((status == LEDGER_OK) &&
	    _begin_epoch(ledger, why, sizeof(why))) {
		_tell_migrated(path, ledger);
		_start_writer(ledger);
		*ret_ledger = ledger;
	} else {
		snprintf(error, error_size, "the ledger %s can't be used: %s",
			 path ? path : LEDGER_FILE, why);
	}
	free(path);
	return status != LEDGER_BUSY;
}

/*
 * Slurm packs its reservations under its locks, releases these, and only then
 * takes turns with other threads that write state files: of two saves at a time
 * the older one may be written last. So the plugin makes one at a time, under
 * save_lock; those who wait share the next one. Slurm's own thread may still
 * have packed an older state that it writes now; what it is asked for
 * afterwards is packed later, and within seconds in the place of that.
 */
static pthread_mutex_t save_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t saves;	/* begun until now. Locks: count_lock */

static uint64_t _count(bool another)
{
	uint64_t cnt;

	pthread_mutex_lock(&count_lock);
	cnt = (saves += another);
	pthread_mutex_unlock(&count_lock);
	return cnt;
}

void site_save(void)
{
	uint64_t begun = _count(false);

	pthread_mutex_lock(&save_lock);
	if (_count(false) == begun) {
		(void) _count(true);
		(void) dump_all_resv_state();
		schedule_resv_save();
	}
	pthread_mutex_unlock(&save_lock);
}

uint64_t site_hold_saves(void)
{
	pthread_mutex_lock(&save_lock);
	return _count(false);
}

void site_release_saves(void)
{
	pthread_mutex_unlock(&save_lock);
}

bool site_write(void)
{
	char why[256];

	if (!site.ledger || ledger_retry(site.ledger, why, sizeof(why)))
		return true;
	say_error("sched/garq: the ledger can't be written: %s", why);
	return false;
}

void site_write_soon(void)
{
	if (site.ledger)
		ledger_wake_writer(site.ledger);
}

void site_copy(void)
{
	char why[256];

	if (site.ledger && !ledger_copy(site.ledger, LEDGER_COPY_INTERVAL, why,
					sizeof(why)))
		say_error("sched/garq: no copy of the ledger can be made: %s; the ledger itself goes on",
			  why);
}
