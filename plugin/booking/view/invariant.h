/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * invariant.h - the reaction when a rule that must always hold is broken.
 *
 * A broken rule is an error of sched/garq: a plan of lrh/ is unsound, counts
 * of the view differ, or a job could cross a parked booking (verify.h). The
 * rule is logged, counted (office->fault_cnt), and never told to a user as a
 * refusal. From then on no plan moves a booking, as with garq_shift=no,
 * because the next plan may be wrong as well. All that protects bookings goes
 * on: records are linked, stand-ins are made, and a booking whose nodes fail
 * gets other free nodes. An administrator ends this state by a restart or a
 * reconfigure of slurmctld.
 *
 * Locks: site_lock().
 */
#pragma once

#include "plugin/booking/request/options.h"
#include "plugin/booking/view/office.h"

/*
 * A rule is broken. The first time after a start or reconfigure it is also
 * logged that no booking is shifted any more.
 * IN where - the action, in a few words
 * IN rule - the rule that is broken
 */
extern void invariant_broken(office_t *office, const char *where,
			     const char *rule);

/* Shift bookings again. Locks: those of sched_p_reconfig(), all for writing. */
extern void invariant_forget(office_t *office);

/* Return true if bookings would be shifted had no rule been broken. */
extern bool invariant_stops_shifts(office_t *office);
