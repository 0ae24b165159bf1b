/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expected_start.h - when a waiting job can start beside bookings.
 *
 * The host plans its waiting jobs by the records in its list, so the expected
 * start of a job may lie in the time of a parked booking:
 *
 *	node 0  |now  [ a, linked ] JJJ[ b, parked ] [ c, parked ] JJJJJ
 *	node 1  |now  [ a, linked ] JJJ[ b, parked ] [ c, parked ] JJJJJ
 *	                            ^ the host's plan              ^ ours
 *
 * Where the host expects that a job has to wait for other jobs, it does not
 * look at reservations after these have ended: then the plan may cross linked
 * records, too.
 *
 * A start that is found here is not before the host's, so whatever the host
 * waits for has happened by then. Nodes of the host's plan count as free of
 * jobs, since the host has found room beside these; other nodes are free once
 * their jobs have reached their time limits. Other waiting jobs do not count:
 * they may be given the same nodes.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* The host's plan for a job. The sets are of the view's size. */
typedef struct {
	const garq_set_t *usable;	/* nodes that suit the job */
	const garq_set_t *planned;	/* of these, the host's choice; or empty */
	const garq_set_t *needed;	/* of these, what the job must have; or empty */
	uint32_t num_cn;		/* number of nodes, >= 1 */
	time_t start;
	time_t length;			/* seconds, >= 1 */
} expected_plan_t;

/*
 * Return true if the plan needs a node that a booking holds meanwhile.
 * IN/OUT steps - what remains of them, as in steps.h; at 0 the result is false
 */
extern bool expected_is_blind(office_t *office, const expected_plan_t *plan,
			      uint64_t *steps);

/*
 * Find the earliest start, at that of the plan or later.
 * IN/OUT steps - as above; at 0 no start is found
 * OUT ret_start - untouched unless true
 * OUT ret_nodes - of the view's size: the nodes, planned ones first;
 *	overwritten in any case
 * RET false: there is none, or not all was tried
 */
extern bool expected_find(office_t *office, const expected_plan_t *plan,
			  uint64_t *steps, time_t *ret_start,
			  garq_set_t *ret_nodes);
