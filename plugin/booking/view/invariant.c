/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/view/say.h"

void invariant_broken(office_t *office, const char *where, const char *rule)
{
	changes_note(office);
	office->fault_cnt++;
	say_error(office, "sched/garq: internal error: %s: %s", where, rule);
	if (office->shift_stopped)
		return;
	office->shift_stopped = true;
	say_error(office,
		  "sched/garq: no booking is shifted any more until slurmctld is restarted or reconfigured; bookings stay protected, and get other nodes for failed ones. Please report the line above");
}

void invariant_forget(office_t *office)
{
	if (invariant_stops_shifts(office))
		say_info(office, "sched/garq: bookings are shifted again");
	office->shift_stopped = false;
}

bool invariant_stops_shifts(office_t *office)
{
	return office->shift_stopped &&
	       (office->options.shift != OPTIONS_SHIFT_NO);
}
