/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <time.h>

#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/slurm/clock_back.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"

static bool asked;	/* the ledger has not answered yet */

static void _ask_ledger(time_t now)
{
	ledger_commit_later(office->ledger,
			    ledger_ask_ended(office->ledger, now));
	asked = true;
}

bool clock_back_see(time_t now)
{
	if (revive_is_due(office, now) && office->ledger)
		_ask_ledger(now);
	revive_looked(office, now);
	return asked;
}

static void _revive(ledger_ended_t *ended)
{
	time_t now;

	site_lock(true);
	now = time(NULL);
	if (site_follow(now)) {
		revive_all(office, ended, now);
		asked = false;
	} else {
		ledger_ended_free(ended);
		_ask_ledger(now);
	}
	site_unlock(true);
}

void clock_back_use(void)
{
	ledger_ended_t ended;

	if (!asked || !office->ledger ||
	    !ledger_take_ended(office->ledger, &ended))
		return;
	if (ended.partial)
		say_error(office,
			  "sched/garq: the clock was put back, and not all bookings that had ended by it can be read: the next start tries again");
	_revive(&ended);
	(void) site_write();
}
