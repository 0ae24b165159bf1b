/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_private.h - what the parts of the view share. They stand in this order,
 * each calls only those before it:
 *
 *	view_machine, view_licenses, view_lrh, view_jobs, view_nodes,
 *	view_owners, view_table, view_see, view_build
 *
 * RET false: no memory, in all functions that return bool.
 */
#ifndef PLUGIN_VIEW_PRIVATE_H
#define PLUGIN_VIEW_PRIVATE_H

#include <sys/param.h>

#include "plugin/booking/view_feed.h"

/* The hash of a text (FNV-1a), continued from that of the text before it. */
#define VIEW_HASH UINT64_C(0xcbf29ce484222325)
static inline uint64_t view_hash(uint64_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char) *text) *
		       UINT64_C(0x100000001b3);
	return hash;
}

/* Machine: none; a new one, up to the horizon of the options. */
extern void view_machine_init(const options_t *options);
extern void view_machine_clear(void);
extern garq_machine_t *view_machine_create(uint32_t size,
					   const uint32_t *class_of,
					   time_t now);
extern bool view_machine_advance(time_t now);
extern time_t view_horizon(void);
extern uint32_t view_delta(void);

/* No room has become free (view_freed_take()). */
extern void view_freed_clear(void);

/* Hold in the machine. An empty set (or NULL) or interval is nothing. */
extern bool view_hold(uint64_t id, uint64_t group, const garq_set_t *nodes,
		      time_t start, time_t end);

/*
 * Release in the machine what id holds, if anything. from, until - when that
 * was, or would have been
 */
extern void view_release(uint64_t id, time_t from, time_t until);

/*
 * Licenses: no counts; new ones, without a holder; what v has during an
 * interval; nothing of v any more.
 */
extern void view_licenses_clear(void);
extern bool view_licenses_create(uint32_t delta, time_t horizon, time_t now);
extern bool view_licenses_advance(time_t now);
extern bool view_licenses_hold(view_resv_t *v, time_t start, time_t end);
extern void view_licenses_release(view_resv_t *v);
extern void view_licenses_exclude(const view_resv_t *v);
extern void view_licenses_include(const view_resv_t *v);

/* What may be shifted: none; none yet, of this machine; not this one. */
extern void view_lrh_clear(void);
extern bool view_lrh_create(garq_machine_t *m);
extern void view_lrh_forget(uint64_t id);

/* Jobs: forget all; whose is one that was seen (false: not seen). */
extern void view_jobs_clear(void);
extern bool view_jobs_user(uint32_t job_id, uint32_t *ret_uid);
extern void view_jobs_set_stale(void);

/* Nodes: forget all; there are cnt of them, none seen yet. */
extern void view_nodes_clear(void);
extern bool view_nodes_create(uint32_t cnt);

/* The table of reservations: all are freed, with their bookings. */
extern void view_table_fini(void);
extern bool view_table_set_resv_id(view_resv_t *v, uint32_t resv_id);
extern void view_table_set_drifts(view_resv_t *v, bool drifts);

/* No reservation was seen: the next look sees all of them anew. */
extern void view_see_reset(void);

#endif
