/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_private.h - functions that the parts of the view share. Each part calls
 * only those before it in this order:
 *
 *	hits, view_machine, view_pending, view_licenses, view_lrh, view_jobs,
 *	use, view_nodes, view_sizes, view_accounts, view_owners, view_table,
 *	use_jobs, view_see, view_build
 */
#pragma once

#include <sys/param.h>

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"

/*
 * The machine: set delta and horizon (both in seconds); free it; make a new
 * one, owned by the view; advance its time.
 */
extern void view_machine_init(office_t *office, const options_t *options);
extern void view_machine_clear(office_t *office);
extern garq_machine_t *view_machine_create(office_t *office, uint32_t size,
					   const uint32_t *class_of,
					   time_t now);
extern time_t view_horizon(office_t *office);
extern uint32_t view_delta(office_t *office);

/* Forget the nodes that have become free (view_freed_take()). */
extern void view_freed_clear(office_t *office);

/* Hold nodes in the machine; no effect for an empty or NULL set or interval. */
extern void view_hold(office_t *office, uint64_t id, uint64_t group,
		      const garq_set_t *nodes, time_t start, time_t end);

/*
 * Release all nodes that id holds in the machine, if any.
 * IN from, until - the interval for view_freed_take()
 */
extern void view_release(office_t *office, uint64_t id, time_t from,
			 time_t until);

/* The same of nodes that are held again at once: none becomes free. */
extern void view_drop(office_t *office, uint64_t id);

/*
 * The counts of licenses: free them; make new ones without holders (delta and
 * horizon in seconds); hold the licenses of v during an
 * interval; release all that v holds; exclude and include v.
 */
extern void view_licenses_clear(office_t *office);
extern void view_licenses_create(office_t *office, uint32_t delta,
				 time_t horizon, time_t now);
extern void view_licenses_hold(office_t *office, view_resv_t *v, time_t start,
			       time_t end);

/* IN from, until - as of view_release() */
extern void view_licenses_release(office_t *office, view_resv_t *v, time_t from,
				  time_t until);
extern void view_licenses_exclude(office_t *office, const view_resv_t *v);
extern void view_licenses_include(office_t *office, const view_resv_t *v);

/* view_lrh(): free it; make an empty one for a machine; remove a booking. */
extern void view_lrh_clear(office_t *office);
extern void view_lrh_create(office_t *office, garq_machine_t *m);
extern void view_lrh_forget(office_t *office, uint64_t id);

/* Jobs: forget all; user and group of a job (false: not seen); mark as stale. */
extern void view_jobs_clear(office_t *office);
extern bool view_jobs_user(office_t *office, uint32_t job_id, uint32_t *ret_uid,
			   uint64_t *ret_group);
extern void view_jobs_set_stale(office_t *office);

/* A reservation is about to be freed: take it out of the list of those with jobs. */
extern void view_jobs_forget_resv(view_resv_t *v);

/* For view_is_out_of_reach(): the record of v was linked, or was parked. */
extern void view_jobs_see_linked(office_t *office, view_resv_t *v);
extern void view_jobs_see_parked(office_t *office, view_resv_t *v);

/*
 * Places that were left (view_pending.h): forget all; hold all in a new
 * machine; the name of the booking that has left (NULL: there is no such id).
 */
extern void view_pending_fini(office_t *office);
extern void view_pending_enter(office_t *office);
extern const char *view_pending_name(office_t *office, uint64_t id);

/* Nodes: forget all; prepare for cnt nodes, all of them available. */
extern void view_nodes_clear(office_t *office);
extern void view_nodes_create(office_t *office, uint32_t cnt);

/* The table: free all reservations and bookings; set fields of an entry. */
extern void view_table_fini(office_t *office);
extern void view_table_set_resv_id(office_t *office, view_resv_t *v,
				   uint32_t resv_id);
extern void view_table_set_drifts(office_t *office, view_resv_t *v,
				  bool drifts);

/* Mark all reservations as not seen: the next look enters them again. */
extern void view_see_reset(office_t *office);
