/* SPDX-License-Identifier: GPL-2.0-or-later */
/* invariant.c - see invariant.h */

#include "plugin/booking/request/say.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/view/site.h"

void invariant_broken(const char *where, const char *rule)
{
	changes_note();
	site.fault_cnt++;
	say_error("sched/garq: internal error: %s: %s", where, rule);
	if (site.shift_stopped)
		return;
	site.shift_stopped = true;
	say_error("sched/garq: no booking is shifted any more until slurmctld is restarted or reconfigured; bookings stay protected, and get other nodes for failed ones. Please report the line above");
}

void invariant_forget(void)
{
	if (invariant_stops_shifts())
		say_info("sched/garq: bookings are shifted again");
	site.shift_stopped = false;
}

options_shift_t invariant_shift(void)
{
	return site.shift_stopped ? OPTIONS_SHIFT_NO : site.options.shift;
}

bool invariant_stops_shifts(void)
{
	return site.shift_stopped && (site.options.shift != OPTIONS_SHIFT_NO);
}
