/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/start/begin.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/turns.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/own.h"
#include "plugin/slurm/own_guard.h"
#include "plugin/slurm/saved/saved_state.h"
#include "plugin/slurm/sync.h"
#include "plugin/slurm/watch/watch.h"

/*
 * Another controller may have saved its state, and closed the ledger, after
 * this one has read the state; one that was fenced may have saved at any time;
 * and what a controller saved that knew no bookings has none of them.
 */
static void _judge_state(ledger_t *ledger)
{
	if (own_guard_remove() || saved_state_replaced() ||
	    site_doubtful(ledger)) {
		say_info(office,
			 "sched/garq: the state that Slurm has read is not that which the ledger's last owner left behind: the ledger is right in all");
		saved_state_distrust();
	}
}

bool site_begin_with(ledger_t *ledger, time_t now)
{
	_judge_state(ledger);
	if (ledger && !site_doubtful(ledger))
		site_settle(ledger);
	if (!begin_with(office, ledger, now))
		return false;
	watch_all_jobs(now);
	if (!ledger)
		say_error(office,
			  "sched/garq: %s; reservations of Slurm are kept, new ones are refused",
			  office->ledger_error);
	/* Else the agent does that, as soon as the ledger can be written. */
	if (!ledger || !ledger_behind(ledger))
		(void) saved_state_end_start();
	saved_state_forget();
	return true;
}

void site_begin(time_t now)
{
	ledger_t *ledger = NULL;
	ledger_status_t status;

	office->ledger_error[0] = '\0';
	status = site_open_ledger(&ledger, office->ledger_error,
				  sizeof(office->ledger_error));
	if ((status != LEDGER_OK) && (status != LEDGER_NEWER)) {
		own_wait(status, now);
	} else if (!site_begin_with(ledger, now)) {
		own_wait(LEDGER_UNREADABLE, now);
		(void) ledger_close(ledger);
	}
}

/* Whether there is a federation is asked without Slurm's lock of federations. */
void site_prepare(time_t now)
{
	office->federated = (fed_mgr_fed_rec != NULL);
	if (!office->ready && !office->unowned && !office->abi_differs &&
	    resv_list)
		site_begin(now);
}

bool site_follow(time_t now)
{
	office->federated = (fed_mgr_fed_rec != NULL);
	if (!office->ready || office->abi_differs)
		return false;
	catch_up(office, now);
	return true;
}

/*
 * Time goes on in the view only after a second: each advance makes a decision
 * in progress stale.
 */
bool site_let_others_in(office_t *office)
{
	time_t now;

	locks_pass_on();
	turns_resume(office);
	now = time(NULL);
	if ((now >= view_now(office)) && (now - view_now(office) <= 1))
		now = view_now(office);
	return site_follow(now);
}

int site_sync(time_t now, char **ret_text)
{
	site_prepare(now);
	return catch_up_to_serve(office, now, ret_text);
}
