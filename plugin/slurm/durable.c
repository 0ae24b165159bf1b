/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/use.h"
#include "plugin/ledger/claim/ledger_claim.h"
#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/file/ledger_mount.h"
#include "plugin/ledger/ledger_renew.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/ledger_start.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/own.h"
#include "plugin/slurm/saved/saves.h"

/* A ledger_say_fn. */
static void _say_line(void *arg, const char *line)
{
	(void) arg;
	say_error(office, "sched/garq: %s", line);
}

static void _tell_migrated(const char *path, const ledger_t *ledger)
{
	int found = ledger_found_schema(ledger);

	if (found && (found < LEDGER_SCHEMA))
		say_info(office,
			 "sched/garq: ledger migrated from schema %d to %d, the old one is kept as %s.v%d",
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

/* This process. */
typedef struct {
	char host[256];
	char boot[64];
	ledger_owner_t owner;
} self_t;

static void _fill_self(self_t *me)
{
	memset(me, 0, sizeof(*me));
	(void) gethostname(me->host, sizeof(me->host) - 1);
	_read_boot(me->boot, sizeof(me->boot));
	me->owner = (ledger_owner_t) {
		.host = me->host, .boot = me->boot, .pid = getpid(),
	};
}

/* RET false: why is set */
static bool _note_claim(ledger_t *ledger, ledger_claim_t *claim, int64_t epoch,
			char *why, size_t why_size)
{
	int rc = ledger_claim_note(claim, ledger_identity(ledger), epoch);

	if (rc)
		snprintf(why, why_size, "its claim can't be written: %s",
			 strerror(rc));
	return !rc;
}

/*
 * Note the new owner in the ledger and in the claim. The claim comes first,
 * with the former epoch: a start that is killed in between must not make the
 * next one take a ledger that was just salvaged for that of another cluster.
 * RET false: why is set
 */
static bool _begin_epoch(ledger_t *ledger, ledger_claim_t *claim,
			 const self_t *me, char *why, size_t why_size)
{
	int64_t epoch = ledger_claim_former(claim).epoch;

	if (!_note_claim(ledger, claim, epoch, why, why_size) ||
	    !ledger_begin_epoch(ledger, &me->owner, &epoch, why, why_size) ||
	    !_note_claim(ledger, claim, epoch, why, why_size))
		return false;
	say_debug(office, "sched/garq: epoch %"PRId64" of the ledger begins",
		  epoch);
	return true;
}

/*
 * Another controller that does not end within OWN_PATIENCE is fenced. One
 * thread at a time opens the ledger.
 */
static struct {
	int64_t rival;		/* its claim; 0: none */
	time_t since;		/* monotonic */
} waiting;

static time_t _uptime(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

static ledger_status_t _claim_ledger(const char *path, const self_t *me,
				     ledger_claim_t **ret, char *why,
				     size_t why_size)
{
	bool fence = waiting.rival && (_uptime() - waiting.since >= OWN_PATIENCE);
	ledger_status_t status;
	int64_t rival;

	status = ledger_claim(path, &me->owner, fence ? waiting.rival : 0, ret,
			      &rival, why, why_size);
	if (rival != waiting.rival)
		waiting.since = _uptime();
	waiting.rival = rival;
	if (fence && (status == LEDGER_OK))
		say_error(office,
			  "sched/garq: the controller that had the ledger has not ended within %d seconds: it is fenced, and this one goes on with the ledger as %s",
			  OWN_PATIENCE, ledger_claim_path(*ret));
	return status;
}

static void _start_writer(ledger_t *ledger)
{
	if (!ledger_start_writer(ledger, LEDGER_PATIENCE, LEDGER_WAITING))
		say_error(office,
			  "sched/garq: no thread can be made to write the ledger: requests wait for the disk");
}

static ledger_status_t _start_ledger(ledger_claim_t *claim,
				     ledger_t **ret_ledger, char *why,
				     size_t why_size)
{
	ledger_former_t former = ledger_claim_former(claim);

	return ledger_start(ledger_claim_path(claim), &former, _say_line, NULL,
			    ret_ledger, why, why_size);
}

/*
 * A controller has a claim. Only if nobody has ever had one, a plugin from
 * before there were claims may have the ledger.
 */
static bool _may_be_controller(const ledger_claim_t *claim,
			       const ledger_holder_t *h)
{
	bool trusted = !h->uid || (h->uid == geteuid());

	return !ledger_claim_former(claim).there &&
	       (!h->pid || (trusted && !strcmp(h->program, "slurmctld")));
}

/*
 * Another process locks the ledger. One that is no controller is not waited
 * for: the copy has another name, so neither hinders the other.
 */
static ledger_status_t _start_locked(ledger_claim_t *claim,
				     ledger_t **ret_ledger, char *why,
				     size_t why_size)
{
	ledger_holder_t h = { .pid = 0 };
	char holder[120];

	if (!ledger_files_holder(ledger_claim_path(claim), &h))
		return LEDGER_BUSY;	/* no longer: the next try opens it */
	if (_may_be_controller(claim, &h))
		return LEDGER_BUSY;
	ledger_holder_name(&h, holder, sizeof(holder));
	if (!ledger_claim_copy(claim, why, why_size)) {
		say_error(office,
			  "sched/garq: the ledger is locked by %s, which is not another controller",
			  holder);
		return LEDGER_UNREADABLE;
	}
	say_error(office,
		  "sched/garq: the ledger is locked by %s, which is not another controller: this one goes on with a copy, %s",
		  holder, ledger_claim_path(claim));
	return _start_ledger(claim, ret_ledger, why, why_size);
}

/* By a claim. RET LEDGER_OK: the ledger ends the claim when it is closed */
static ledger_status_t _open_claimed(ledger_claim_t *claim, const self_t *me,
				     ledger_t **ret_ledger, char *why,
				     size_t why_size)
{
	ledger_status_t status = _start_ledger(claim, ret_ledger, why,
					       why_size);

	if (status == LEDGER_BUSY)
		status = _start_locked(claim, ret_ledger, why, why_size);
	if ((status == LEDGER_OK) &&
	    !_begin_epoch(*ret_ledger, claim, me, why, why_size)) {
		ledger_close(*ret_ledger);
		status = LEDGER_UNREADABLE;
	}
	if (status != LEDGER_OK) {
		ledger_claim_drop(claim);
		return status;
	}
	_tell_migrated(ledger_claim_path(claim), *ret_ledger);
	ledger_renew(*ret_ledger);
	ledger_set_claim(*ret_ledger, claim, own_lost);
	_start_writer(*ret_ledger);
	return LEDGER_OK;
}

/* Older versions made files that everybody can read. */
static void _make_private(const char *path)
{
	char name[256];
	int rc = ledger_files_make_private(path, name, sizeof(name));

	if (rc)
		say_error(office,
			  "sched/garq: others may read %s beside the ledger, and its mode can't be changed: %s",
			  name, strerror(rc));
}

static void _advise(void)
{
	const char *folder = slurm_conf.state_save_location;
	char text[512];

	if (ledger_mount_advice(folder, "/proc/self/mountinfo", text,
				sizeof(text)))
		say_error(office,
			  "sched/garq: reservations may be lost by how %s is mounted: %s; see NETWORK FILE SYSTEMS in garq-ledger(8)",
			  folder, text);
}

ledger_status_t site_open_ledger(ledger_t **ret_ledger, char *error,
				 size_t error_size)
{
	char *path = text_printf("%s/" LEDGER_FILE,
				 slurm_conf.state_save_location);
	char why[320];
	ledger_status_t status;
	ledger_claim_t *claim;
	ledger_t *ledger;
	self_t me;

	_fill_self(&me);
	if (!office->unowned)
		waiting.rival = 0;
	_make_private(path);
	status = _claim_ledger(path, &me, &claim, why, sizeof(why));
	if (status == LEDGER_OK)
		status = _open_claimed(claim, &me, &ledger, why, sizeof(why));
	if (status == LEDGER_OK) {
		_advise();
		*ret_ledger = ledger;
	} else {
		snprintf(error, error_size, "the ledger %s can't be used: %s",
			 path, why);
	}
	free(path);
	return status;
}

bool site_doubtful(ledger_t *ledger)
{
	return ledger && ledger_claim_doubtful(ledger_its_claim(ledger));
}

bool site_alone(void)
{
	return ledger_claim_alone(ledger_its_claim(office->ledger));
}

void site_settle(ledger_t *ledger)
{
	ledger_claim_settle(ledger_its_claim(ledger));
}

void site_watch_ledger(void)
{
	char line[1024];

	if (!office->ledger)
		return;
	ledger_look_at_claim(office->ledger);
	ledger_wake_writer(office->ledger);
	if (ledger_take_notice(office->ledger, line, sizeof(line)))
		say_error(office, "sched/garq: %s", line);
}

static void _save_records(void)
{
	(void) dump_all_resv_state();
	schedule_resv_save();
}

void site_save(void)
{
	saves_make(_save_records);
}

bool site_write(void)
{
	char why[256];

	if (!office->ledger || ledger_retry(office->ledger, why, sizeof(why)))
		return true;
	say_error(office, "sched/garq: the ledger can't be written: %s", why);
	return false;
}

void site_write_soon(void)
{
	if (office->ledger)
		ledger_wake_writer(office->ledger);
}

static void (*wake_copier)(void);

void site_use_copier(void (*wake)(void))
{
	wake_copier = wake;
}

void site_put_use(time_t now, bool all)
{
	booking_use_row_t *rows;
	size_t cnt = office->ledger ? use_take(office, now, all, &rows) : 0;

	if (cnt)
		ledger_commit_later(office->ledger,
				    ledger_put_uses(office->ledger, rows,
						    cnt));
}

bool site_read_past(ledger_past_t **past, char *error, size_t error_size)
{
	if (office->ledger && wake_copier)
		return ledger_past_read(office->ledger, past, wake_copier,
					error, error_size);
	snprintf(error, error_size, "there is no ledger");
	return false;
}

void site_copy(void)
{
	char why[320];

	if (!office->ledger)
		return;
	ledger_past_serve(office->ledger);
	ledger_move(office->ledger, LEDGER_MOVE_INTERVAL, why, sizeof(why));
	if (why[0])
		say_error(office, "sched/garq: %s", why);
	if (!ledger_copy(office->ledger, LEDGER_COPY_INTERVAL, why,
			 sizeof(why)))
		say_error(office,
			  "sched/garq: no copy of the ledger can be made: %s; the ledger itself goes on",
			  why);
}
