/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sched_garq.c - the symbols of the scheduler plugin sched/garq.
 *
 * The base scheduler (sched/backfill) schedules jobs; this plugin loads it as
 * slurmctld would, and serves reservations by its own handlers. slurmctld calls
 * init() and sched_p_reconfig() with all its write locks held, and fini() with
 * none.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "plugin/agent.h"
#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/copier.h"
#include "plugin/jobs_agent.h"
#include "plugin/linker.h"
#include "plugin/lookups.h"
#include "plugin/mailer.h"
#include "plugin/notify.h"
#include "plugin/rpc/hooks.h"
#include "plugin/slurm/compat/abi_check.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/host.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/retired.h"
#include "plugin/slurm/read_back.h"
#include "plugin/slurm/saved/saved_state.h"
#include "plugin/slurm/sync.h"
#include "plugin/slurm/watch/watch.h"
#include "plugin/site_files.h"
#include "plugin/watcher.h"

const char plugin_name[] = "GarQ advance reservation scheduler plugin";
const char plugin_type[] = "sched/garq";
const uint32_t plugin_version = SLURM_VERSION_NUMBER;

extern int init(void);
extern void fini(void);
extern int sched_p_reconfig(void);

/* Pairs of reservations that Slurm can compare at its start in a second. */
#define LET_GO_PAIRS 100000U

typedef struct {
	int (*reconfig)(void);
} base_ops_t;

static const char *base_syms[] = { "sched_p_reconfig" };
static base_ops_t base_ops;
static plugin_context_t *base;

static void _log_timing(void)
{
#ifdef GARQ_TEST_TIMING
	info("sched/garq: built with --enable-test-timing, for tests only; "
	     TIMING_TEXT);
#else
	debug(TIMING_TEXT);
#endif
}

static bool _options(options_t *ret)
{
	char why[OPTIONS_ERROR];
	bool ok = options_parse(slurm_conf.sched_params, ret, why, sizeof(why));

	if (!ok)
		error("sched/garq: %s; the default is used", why);
	if (ret->outdated_shift)
		info("sched/garq: SchedulerParameters: garq_shift=seed is called garq_shift=paper now; the old word is still taken");
	return ok;
}

/* say() of the host: write lines of the office to slurmctld's log. */
static void _log_line(office_t *from, say_level_t level, const char *line)
{
	(void) from;
	switch (level) {
	case SAY_ERROR:
		error("%s", line);
		break;
	case SAY_INFO:
		info("%s", line);
		break;
	case SAY_DEBUG:
		debug("%s", line);
		break;
	case SAY_MOVED:
		log_flag(RESERVATION, "%s", line);
		break;
	}
}

/* A notify_say_t */
static void _log_notify_error(const char *line)
{
	error("sched/garq: %s", line);
}

static bool _notify(office_t *from, const notify_t *n)
{
	(void) from;
	return notify_queue(n);
}

static void _wake_jobs(office_t *from)
{
	(void) from;
	jobs_wake();
}

/* The host of the office: slurmctld, and the plugin's own threads. */
static const host_t *_make_host(void)
{
	static host_jobs_t jobs;
	static host_locks_t locks;
	static host_t host;

	jobs = *slurm_host.jobs;
	jobs.wake = _wake_jobs;
	locks = *slurm_host.locks;
	locks.say = _log_line;
	locks.notify = _notify;
	host = slurm_host;
	host.jobs = &jobs;
	host.locks = &locks;
	return &host;
}

/* Use the present settings for the site's program and for mail. */
static void _use_notify(void)
{
	if (!notify_use(office->options.notify, _log_notify_error))
		error("sched/garq: garq_notify: no thread can be made, nobody is told");
	mailer_use(&office->options);
}

static bool _load_base(void)
{
	const char *name = options_base_name(office->options.base);

	base = plugin_context_create("sched", name, (void **) &base_ops,
				     base_syms, sizeof(base_syms));
	if (!base)
		error("sched/garq: not loaded: the base scheduler %s can't be loaded",
		      name);
	return base != NULL;
}

static void _unload_base(void)
{
	if (base)
		(void) plugin_context_destroy(base);
	base = NULL;
}

static bool _start_threads(void)
{
	return linker_start() && agent_start() && lookups_start() &&
	       copier_start() && mailer_start() && watcher_start() &&
	       jobs_start();
}

static void _stop_threads(void)
{
	jobs_stop();
	watcher_stop();
	mailer_stop();
	copier_stop();
	lookups_stop();
	agent_stop();
	linker_stop();
}

extern int init(void)
{
	options_t options;
	char why[512];

	if (!abi_check(why, sizeof(why))) {
		error("sched/garq: not loaded: %s", why);
		return SLURM_ERROR;
	}
	if (!slurm_conf.state_save_location) {
		error("sched/garq: not loaded: StateSaveLocation is not set");
		return SLURM_ERROR;
	}
	(void) _options(&options);
	if (!compat_test_config)
		saved_state_read();
	office_destroy(office);	/* of a former init() */
	office = office_create(_make_host(), &options, office_states);
	site_files_begin();
	lock_stats_reset(office, time(NULL));
	if (!hooks_install(why, sizeof(why))) {
		error("sched/garq: not loaded: %s", why);
		goto fail_view;
	}
	/* slurmctld -t only tests the configuration: no threads, no traces. */
	if (!compat_test_config && !_start_threads()) {
		error("sched/garq: not loaded: no thread can be made");
		goto fail_agent;
	}
	/*
	 * Last, because a later failure would have to unload the base, whose
	 * thread waits for locks that are held during init().
	 */
	if (!_load_base())
		goto fail_agent;
	if (compat_test_config)
		return SLURM_SUCCESS;
	if (office->options.base == OPTIONS_BASE_BACKFILL)
		hooks_allow_het_jobs();
	_use_notify();
	info("sched/garq: loaded over %s, delta=%us horizon=%u days window=%s",
	     options_base_name(office->options.base), office->options.delta,
	     office->options.horizon,
	     office->options.window ? "maxstartdelay" : "none");
	_log_timing();
	jobs_check_options(office, job_submit_loaded());
	return SLURM_SUCCESS;
fail_agent:
	_stop_threads();
	hooks_remove();
fail_view:
	office_clear(office);
	watch_fini();
	return SLURM_ERROR;
}

/*
 * True if slurm.conf names another scheduler by now: then this is no restart.
 * Files that slurm.conf includes are not read.
 */
static bool _switched_off(void)
{
	static const char key[] = "SchedulerType";
	FILE *conf = fopen(slurm_conf.slurm_conf, "r");
	bool off = false;
	char *line = NULL;
	size_t size = 0;

	while (conf && (getline(&line, &size, conf) > 0)) {
		const char *at = line + strspn(line, " \t");

		if (strncasecmp(at, key, sizeof(key) - 1))
			continue;
		at += sizeof(key) - 1;
		at += strspn(at, " \t");
		if (*at++ != '=')
			continue;
		at += strspn(at, " \t\"");
		off = strncasecmp(at, plugin_type, sizeof(plugin_type) - 1);
	}
	free(line);
	if (conf)
		fclose(conf);
	return off;
}

static void _collect(view_resv_t *v, void *arg)
{
	view_resv_t ***next = arg;

	*(*next)++ = v;
}

static int _by_start(const void *a, const void *b)
{
	const view_resv_t *x = *(view_resv_t *const *) a;
	const view_resv_t *y = *(view_resv_t *const *) b;

	return (x->start > y->start) - (x->start < y->start);
}

/*
 * Unpin records if the plugin is switched off, so that Slurm can replace their
 * nodes. Otherwise the records stay pinned for the plugin's next start: at its
 * start Slurm moves unpinned reservations to other or fewer nodes, because no
 * node has registered yet. For each unpinned record Slurm walks all other
 * reservations, so only the first to start are unpinned; with many records the
 * start would take minutes.
 */
static void _let_go_if_off(void)
{
	view_resv_t **all, **end;
	uint32_t some;

	if (!_switched_off())
		return;
	holds_release_of(office, NULL);
	named_holds_end_all(office, time(NULL));
	all = end = xcalloc(view_count(office) + 1, sizeof(*all));

	view_each(office, _collect, &end);
	qsort(all, view_count(office), sizeof(*all), _by_start);
	some = MIN(view_count(office), LET_GO_PAIRS / (view_count(office) + 1));
	for (uint32_t i = 0; i < some; i++)
		if (all[i]->booking && !all[i]->booking->asked_nodes)
			native_pin(all[i]->rec, false);
	xfree(all);
}

/* Note that Slurm has all records. RET false: no ledger, or not written */
static bool _note_all_native(void)
{
	char why[256];
	bool noted;

	if (!office->ledger)
		return false;
	noted = ledger_all_native(office->ledger, why, sizeof(why));
	if (!noted)
		error("sched/garq: the ledger can't be written: %s", why);
	return noted;
}

/* Leave plain Slurm reservations behind, and close the ledger. */
extern void fini(void)
{
	char *text = NULL;
	bool native;

	hooks_remove();
	_stop_threads();
	notify_stop();
	site_lock(true);
	if (office->ready && (site_sync(time(NULL), &text) == SLURM_SUCCESS))
		_let_go_if_off();
	holds_release_deferred(office);
	site_put_use(time(NULL), true);
	if (office->ready)
		park_end(office, time(NULL));
	retired_fini();
	native = _note_all_native();
	unwritten_end(office, native);
	info("sched/garq: unloaded; %"PRIu64" booked, %"PRIu64" refused, %"PRIu64" left to Slurm since the start; %"PRIu64" internal errors",
	     office->booked_cnt, office->refused_cnt, office->native_cnt,
	     office->fault_cnt);
	schedule_resv_save();
	office_clear(office);
	watch_fini();
	site_unlock(true);
	if (native)
		read_back_last();
	if (!ledger_close(office->ledger))
		error("sched/garq: the disk of the ledger does not answer: what was not written yet is lost if the disk does not answer before slurmctld has ended");
	office->ledger = NULL;
	office->ready = false;
	_unload_base();
	free(text);
}

/*
 * Called with all of slurmctld's write locks. At the start resv_list is loaded
 * by now; after a cold start it is not, and the first sync reconciles. During a
 * reconfiguration Slurm rebuilds the node table, so nothing is read here, and
 * the next sync reads everything again.
 */
extern int sched_p_reconfig(void)
{
	options_t options;
	char why[512];
	int rc;

	/*
	 * Slurm ignores the result of this function. During the start fatal()
	 * acts as a refusal of init() would; later nothing may end slurmctld.
	 */
	if (!office->ready && !abi_check(why, sizeof(why))) {
		if (!control_time)
			fatal("sched/garq: %s", why);
		error("sched/garq: nothing is served any more: %s", why);
		office->abi_differs = true;
	}
	rc = (*(base_ops.reconfig))();
	if (office->abi_differs)
		return rc;
	(void) _options(&options);
	if (options.base != office->options.base) {
		error("sched/garq: garq_base is changed by a restart of slurmctld only");
		options.base = office->options.base;
	}
	site_set_options(&options);
	site_files_due();
	copier_wake();
	invariant_forget(office);
	if (!compat_test_config)
		_use_notify();
	jobs_check_options(office, job_submit_loaded());
	if (office->ready) {
		if (watch_has_other_table())
			loan_rebuild_begin(office);
		stand_in_retry_soon(office);
		standing_room(office, 0, GARQ_FOREVER);
		lookups_wake();
	}
	view_reset(office, &options);
	if (!office->ready && !office->unowned && resv_list &&
	    !compat_test_config)
		site_begin(time(NULL));
	return rc;
}
