/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/park/park_turn.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/retry.h"
#include "plugin/booking/request/budget.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/begin.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/turns.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_renew.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/ledger_start.h"
#include "test/sim/host.h"
#include "test/sim/lacks.h"
#include "test/sim/lost.h"
#include "test/sim/own.h"
#include "test/sim/plugin.h"
#include "test/sim/purged.h"
#include "test/sim/rows.h"
#include "test/sim/told.h"
#include "test/sim/turns.h"
#include "test/sim/unread.h"
#include "test/sim/waits.h"

#define LEDGER DISK_FOLDER LEDGER_FILE
#define MOVE_INTERVAL 86400	/* between two moves to the history */

office_t *office;

void host_say(office_t *office, say_level_t level, const char *line)
{
	if (level <= SAY_INFO)
		world_tell("    %s", line);
	if (office->fault_cnt)
		world_fail("the office says: %s", line);
}

/* A ledger_say_fn */
static void _say_ledger(void *arg, const char *line)
{
	(void) arg;
	world_tell("    %s", line);
}

/* RET may the ledger not be opened now? */
static bool _may_wait(ledger_status_t status)
{
	if (world->fault != DISK_GOOD)
		world->stats.full++;
	return (world->fault != DISK_GOOD) ||
	       ((status == LEDGER_BUSY) && world->ledger_locked);
}

/* RET false: another controller has the ledger, or the disk fails */
static bool _open_ledger(ledger_t **ret)
{
	ledger_owner_t owner = { .host = "sim", .boot = "1", .pid = 1 };
	int64_t epoch;
	char why[320];
	ledger_former_t former = {
		.there = world->epoch > 0, .epoch = world->epoch,
	};
	ledger_status_t status = ledger_start(LEDGER, &former, _say_ledger,
					      NULL, ret, why, sizeof(why));

	if ((status == LEDGER_OK) &&
	    ledger_begin_epoch(*ret, &owner, &epoch, why, sizeof(why))) {
		if (epoch <= world->epoch)
			world_fail("epoch %lld follows epoch %lld",
				   (long long) epoch,
				   (long long) world->epoch);
		world->epoch = epoch;
		world->powerless = world->rotted = false;
		ledger_renew(*ret);
		return true;
	}
	if (status == LEDGER_OK)
		ledger_close(*ret);
	office->unusable = (status != LEDGER_BUSY);
	if (!_may_wait(status))
		world_fail("the ledger can't be opened (%d): %s", status, why);
	return false;
}

/*
 * site_begin() and site_begin_with() of plugin/slurm/sync.c. RET false: the ledger
 * is waited for
 */
static bool _begin(void)
{
	ledger_t *ledger = NULL;
	bool began;

	if ((office->unowned = !_open_ledger(&ledger)))
		return false;
	host_saved_judge();
	if (own_guard_remove())
		host_saved_distrust();
	unread_begin();
	began = begin_with(office, ledger, world->now);
	unread_end();
	if (!began) {
		if (world->fault != DISK_NO_READ)
			world_fail("it can't begin: %s", office->ledger_error);
		world->stats.unread++;
		ledger_close(ledger);
		return false;
	}
	if (!ledger_behind(office->ledger))
		host_saved_end();
	world->reconciled = true;
	return true;
}

static retry_t again;	/* the next try to read the ledger, by world->waited */

/* own_wait() and a try of own_look() of plugin/slurm/own.c */
static bool _try(void)
{
	bool unusable = !world->ledger_locked;

	if (_begin())
		return true;
	world->tries += unusable;
	retry_plan(&again, unusable, world->waited);
	return false;
}

/* own_look() of plugin/slurm/own.c. RET false: the ledger is still waited for */
static bool _own_look(void)
{
	if (own_is_free() && retry_is_due(&again, world->waited) && _try())
		return true;
	own_guard_set();
	return false;
}

static void _new_office(const options_t *options)
{
	char why[BUDGET_ERROR];

	office_destroy(office);
	office = office_create(host_begin(), options, office_states);
	host_set_switches();
	fake.gpus = world->weather.gpus ? FAKE_GPUS / 2 : 0;
	if (world->weather.charges)
		office->budgets = budgets_parse("account=* amount=100000000",
						why, sizeof(why));
}

void plugin_none(void)
{
	const options_t options = options_default();

	_new_office(&options);
}

void plugin_start(const options_t *options)
{
	_new_office(options);
	purged_seen();
	host_saved_read();
	lacks_forget();
	slurm_start();
	lost_purged();
	/* What was done without the plugin would count for nothing then. */
	if (world->weather.cold && !world->plain_before && world_one_in(3))
		slurm_save();
	view_reset(office, &office->options);
	again = (retry_t) { .due = 0 };
	if (!_try())
		own_guard_set();
}

bool plugin_sync(void)
{
	char *text = NULL;
	bool ok = !catch_up_to_serve(office, world->now, &text);

	free_null(text);
	if (ok) {
		purged_seen();
		lacks_seen();
	}
	return ok;
}

static void _use_room(time_t now)
{
	time_t from, until;

	if (ledger_behind(office->ledger))
		return;
	if (!standing_is_passing(office) && view_freed(office, &from, &until))
		waits_room(from, until);
	(void) standby_use_room(office, now);
}

/* What plugin/standby_agent.c decides about a request. */
static void _look_at(void *arg)
{
	if (world->weather.turns && !plugin_sync())
		return;
	turns_begin(office);
	(void) standby_look(office, arg, world->now);
}

/* A turn of plugin/standby_agent.c */
static void _look_at_standing(void)
{
	standby_due_t due[STANDBY_TRIES];
	uint32_t cnt;

	if (!office->ledger || ledger_behind(office->ledger))
		return;
	standby_expire(office, world->now);
	waits_before();
	cnt = standby_due(office, world->now, due);
	waits_after(due, cnt);
	for (uint32_t i = 0; i < cnt; i++) {
		(void) host_look_up(&due[i].request);
		turns_play(_look_at, &due[i]);
		standby_due_free(&due[i]);
	}
}

/*
 * The ledger is about to be written, which takes as long as the disk takes, with
 * no lock held: Slurm's thread may save meanwhile.
 */
static void _let_slurm_save(void)
{
	world_write_begins();
	if (world->weather.early && world_one_in(2))
		slurm_save_meanwhile();
}

/* site_write() of plugin/slurm/durable.c */
static bool _write(void)
{
	char why[256];

	_let_slurm_save();
	return !office->ledger ||
	       ledger_retry(office->ledger, why, sizeof(why));
}

static void _drop_unknown(char **users)
{
	char *taken = fake.users.taken(office, NAME_USER, *users, NULL);

	free(*users);
	*users = taken;
}

/* A turn of plugin/lookups.c */
static void _look_up(time_t now)
{
	stand_in_names_t names = { .cnt = 0 };

	stand_in_due(office, now, &names);
	for (uint32_t i = 0; i < names.cnt; i++)
		_drop_unknown(&names.of[i].users);
	if (names.cnt)
		(void) stand_in_retry_due(office, now, &names);
	stand_in_names_free(&names);
}

/* site_copy() of plugin/slurm/durable.c, less often: a minute is no time here */
static void _move_history(void)
{
	char said[320];

	if (!office->ledger || (world->now < world->move_at))
		return;
	world->move_at = world->now + MOVE_INTERVAL;
	world->stats.moves++;
	ledger_move(office->ledger, 0, said, sizeof(said));
	if (said[0])
		world_tell("    %s", said);
}

/* What plugin/agent.c decides. */
static void _improve(void *arg)
{
	bool *repaired = arg;

	*repaired = false;
	if (world->weather.turns && !plugin_sync())
		return;
	if (office->may_delete)
		named_holds_end(office, world->now);
	turns_begin(office);
	if (!plugin_clock_back_see()) {
		(void) repair_all(office, world->now);
		*repaired = !repair_goes_on(office);
		_use_room(world->now);
	}
}

void plugin_turn(void)
{
	static uint32_t written;
	uint32_t looks;
	time_t now = world->now;
	bool repaired = false;

	if (office->unowned && !_own_look())
		return;
	office->may_delete = serve_deletes(office, NULL) ||
			     named_holds_due(office, now);
	if (plugin_sync()) {
		do		/* plugin/linker.c */
			(void) park_update_all(office, now);
		while (park_turn_goes_on(office));
		park_ledger_written(office, written);
		_look_up(now);
		turns_play(_improve, &repaired);
		_look_at_standing();
		offers_expire(office, world->now);
		holds_release_deferred(office);
	}
	if (repaired)	/* nothing is while the ledger can't tell what has ended */
		lacks_check();
	office->may_delete = false;
	looks = park_last_look(office);
	if (repaired)
		waits_check();
	if (_write()) {
		written = looks;
		told_check(repaired);
		plugin_read_back();
	}
	plugin_clock_back_use();
	_move_history();
}

void plugin_reconfigure(bool other_table)
{
	if (other_table) {
		fake.other_table = true;
		loan_rebuild_begin(office);
	}
	invariant_forget(office);
	stand_in_retry_soon(office);
	if (office->ready) {
		waits_room(0, GARQ_FOREVER);
		standing_room(office, 0, GARQ_FOREVER);
	}
	view_reset(office, &office->options);
	slurm_validate(office->ready);
}

void plugin_stop(void)
{
	bool native = false;
	char why[256];

	(void) plugin_sync();
	office->may_delete = true;
	holds_release_deferred(office);
	park_end(office, world->now);
	office->may_delete = false;
	if (office->ledger &&
	    !(native = ledger_all_native(office->ledger, why, sizeof(why))))
		world_tell("the ledger can't be written at the end: %s", why);
	if (native)
		rows_check();
	unwritten_end(office, native);
	if (native)
		plugin_read_back_last();
	slurm_save_end();
	slurm_save();
	ledger_close(office->ledger);
	plugin_none();
}

/* --- before the answer --------------------------------------------------- */

static bool _commit(ledger_op_t *op, char *why, size_t size)
{
	_let_slurm_save();
	return !op || ledger_commit(office->ledger, op, why, size);
}

static void _undo(ask_t *a, const char *why)
{
	(void) plugin_sync();
	office->may_delete = true;
	a->now = world->now;
	a->verb->undo(office, a, why);
	office->may_delete = false;
}

static bool _keep(ask_t *a)
{
	char why[256];

	if (ledger_commit_or_keep(office->ledger, a->op, why, sizeof(why)))
		return false;
	if (a->stays)
		a->verb->unwritten(office, a, why);
	return a->stays;
}

bool plugin_finish(ask_t *a)
{
	bool saves = a->save && !a->rc;
	char why[256];

	if (a->stand_op)
		standby_settle(office, a,
			       _commit(a->stand_op, why, sizeof(why)) ? NULL :
									why);
	/* Of a deletion the moves into its room are not written yet, but Slurm's
	 * state is. */
	if (saves && (a->verb == &remove_verb) && !world->weather.early)
		(void) _write();
	if (saves)
		slurm_save();
	if (a->stays || (a->op && (a->rc || !a->name)))
		return a->op && _keep(a);
	if (_commit(a->op, why, sizeof(why))) {
		shift_settle(&a->shifted);
		return false;
	}
	_undo(a, why);
	return true;
}

/* --- jobs in reservations ------------------------------------------------ */

static world_job_t *_free_job(void)
{
	for (int i = 0; i < WORLD_JOBS; i++)
		if (!world->jobs[i].id)
			return &world->jobs[i];
	return NULL;
}

/* Slurm's own handler: it finds linked records only. */
static void _make_job(const char *name, uint32_t uid, uint32_t minutes)
{
	world_job_t *job = _free_job();

	if (!job || !fake_find(&fake, name))
		return;
	memset(job, 0, sizeof(*job));
	job->id = ++world->last_job;
	job->uid = uid;
	job->minutes = minutes;
	fake_copy(job->resv, sizeof(job->resv), name);
	world_tell("job %u waits for %s", job->id, name);
}

/* The job that is being submitted. */
static struct {
	char name[32];
	uint32_t uid;
	uint32_t minutes;
	park_loan_t loan;
} submit;

void plugin_submit(const char *name, uint32_t uid, uint32_t minutes)
{
	char *text = NULL;

	plugin_submit_end();
	submit.loan = (park_loan_t) { .on_loan = false };
	if (!plugin_sync())
		return;
	if (park_lend_named(office, name, uid, &submit.loan, &text) == 0) {
		if (submit.loan.unsaved)
			slurm_save();
		submit.uid = uid;
		submit.minutes = minutes;
		fake_copy(submit.name, sizeof(submit.name), name);
	}
	free_null(text);
}

void plugin_submit_end(void)
{
	bool synced;

	if (!submit.name[0])
		return;
	_make_job(submit.name, submit.uid, submit.minutes);
	synced = !submit.loan.on_loan || plugin_sync();
	park_return_named(office, submit.name, synced, world->now);
	submit.name[0] = '\0';
}
