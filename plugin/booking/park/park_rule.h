/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * park_rule.h - which bookings may be parked behind others: the invariant of
 * park.h.
 *
 *	node 0  |now  [ a, FLEX ] [ b ] [ c ]	a job of a may start now and end
 *	node 1  |now  [ d ]       [ b ]		after a, so b is linked on node 0;
 *						a job cannot cross b: c is parked
 *
 * Slurm excludes the nodes of every record in its list from a job that would
 * run during that record (job_test_resv()), with the exceptions below. On each
 * node a job is stopped by the first linked record that is no exception for
 * it:
 *
 *  1. A job of a reservation ignores the record of this reservation. Without FLEX
 *     the job starts between start and end of the record, on its nodes; its time
 *     limit may end later, and Slurm ends the job ResvOverRun after the record.
 *     With FLEX the job starts at any time, on any node, and ends at its time
 *     limit. Several reservations that a job lists are tried one by one: a job
 *     never ignores two records.
 *  2. A job without a reservation that was submitted with --signal=R: ignores the
 *     records with a MaxStartDelay of Slurm's own (garq_window=none).
 *  3. A job of an OVERLAP or MAINT reservation ignores records that a job of plain
 *     Slurm would ignore as well. These reservations are native, and MAINT ones,
 *     which stop the jobs of OVERLAP ones, are never parked.
 *
 * Hence the invariant. It holds whenever the locks are given up:
 *
 *	P1  The first booking on each node is linked.
 *	P2  Where a linked booking lets jobs past (park_rule_lets_past()), the
 *	    next booking on that node is linked as well.
 *
 * P2 does not depend on jobs: the host may start a job before the office has
 * seen it. Native reservations do not count: they are always linked, and stop
 * nobody for certain.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* Return true if jobs may ignore v at any time: 1 with FLEX, and 2, above. */
extern bool park_rule_is_open(const view_resv_t *v);

/*
 * Return true if a job that starts at by, or earlier, may ignore v.
 * IN t_s - the start of v on the node
 */
extern bool park_rule_lets_past(const view_resv_t *v, time_t t_s, time_t by);

/*
 * Check P1 and P2 as of a time: bookings that end later, and let past as of
 * then.
 * OUT ret_reason - which of the two is broken; untouched if none is
 * RET false: one is broken
 */
extern bool park_rule_check(office_t *office, time_t as_of,
			    const char **ret_reason);
