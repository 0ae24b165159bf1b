/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_private.h - what view.c and its parts for jobs and nodes share. */
#ifndef PLUGIN_VIEW_PRIVATE_H
#define PLUGIN_VIEW_PRIVATE_H

#include "plugin/slurm/view.h"

/* Holder ids: kind in the top byte, then a serial number, job id or node. */
#define VIEW_ID_SHIFT 56
#define VIEW_ID_RESV UINT64_C(1)
#define VIEW_ID_JOB UINT64_C(2)
#define VIEW_ID_NODE UINT64_C(3)
#define VIEW_ID(kind, n) (((kind) << VIEW_ID_SHIFT) | (uint64_t) (n))

/* A job that runs past its end is there for at least this long (seconds). */
#define VIEW_OVERRUN 60

/* One that completes for so long (seconds) does not end by itself. */
#define VIEW_STUCK 30

/* Hold in the machine. An empty set or interval is none. RET false: no memory */
extern bool view_hold(uint64_t id, uint64_t group, const bitstr_t *nodes,
		      time_t start, time_t end);

/*
 * Release in the machine what id holds, if anything. from, until - when that
 * was, or would have been
 */
extern void view_release(uint64_t id, time_t from, time_t until);

/*
 * Licenses: no counts; new ones, without a holder; what v->rec has during an
 * interval; nothing of v any more. RET false: no memory
 */
extern void view_licenses_clear(void);
extern bool view_licenses_create(uint32_t delta, time_t horizon, time_t now);
extern bool view_licenses_advance(time_t now);
extern bool view_licenses_hold(view_resv_t *v, time_t start, time_t end);
extern void view_licenses_release(view_resv_t *v);

/* What may be shifted: none; none yet, of this machine; not this one. */
extern void view_lrh_clear(void);
extern bool view_lrh_create(garq_machine_t *m);
extern void view_lrh_forget(uint64_t id);

/*
 * The table of reservations: see view_table.c. A new one is not linked; who is
 * removed is gone from the machine, too.
 */
extern void view_table_init(void);
extern void view_table_fini(void);
extern view_resv_t *view_table_add(const char *name);
/* RET its booking, owned by the caller, or NULL */
extern booking_t *view_table_remove(view_resv_t *v);
extern void view_table_set_linked(view_resv_t *v, bool linked);
extern void view_table_set_drifts(view_resv_t *v, bool drifts);
extern void view_table_set_resv_id(view_resv_t *v, uint32_t resv_id);

/* Reservations: see view_resvs.c. RET false: no memory */
extern void view_resvs_unsee(void);
extern bool view_resvs_sync(time_t now, time_t horizon,
			    const view_events_t *events);

/* Whose bookings there are: see view_owners.c */
extern void view_owners_init(void);
extern void view_owners_fini(void);

/* A reservation has changed: its jobs may end at another time now. */
extern void view_jobs_look_again(void);

/* Something could not be held: the next sync starts anew. */
extern void view_start_anew(void);

/* Jobs: forget all; see all; whose is one that was seen (false: not seen). */
extern void view_jobs_clear(void);
extern bool view_jobs_sync(time_t now);
extern bool view_jobs_user(uint32_t job_id, uint32_t *ret_uid);
extern uint32_t view_jobs_walk(void);

/* When to see them all again, even if Slurm tells of no change. */
extern time_t view_jobs_due(void);

/*
 * Pools: see the classes of cnt nodes. RET have they changed? They only make
 * GarQ quicker: it answers as exactly with those of before.
 */
extern bool view_pools_see(uint32_t cnt);
extern const uint32_t *view_pools(void);
extern void view_pools_clear(void);

/* Nodes: forget all, there are cnt of them now; see which are available. */
extern void view_nodes_clear(uint32_t cnt);
extern bool view_nodes_sync(time_t now);

/* Do they change without Slurm saying so? Power saving does that. */
extern bool view_nodes_drift(void);

#endif
