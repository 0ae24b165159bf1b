/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_cores.h - which cores and GPUs of a node a holder has, and which are
 * free. The rules for cores are those for GPUs, too.
 *
 * The machine holds whole nodes, also for reservations by cores and for jobs on
 * some cores: a request for whole nodes gets none of theirs. One for cores
 * looks here at the cores that such a holder leaves.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/request/units.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* All that can be booked of a node. IN type - GPUs of it alone; NULL: all */
extern cores_t view_cores_all(office_t *office, uint32_t node,
			      const char *type);

/* The cores and GPUs of a set that a node lacks. IN type - as there */
extern cores_t view_cores_lacking(office_t *office, uint32_t node,
				  const cores_t *cores, const char *type);

/* The number of the node's cores and GPUs. */
extern want_t view_cores_want(office_t *office, uint32_t node,
			      const char *type);

/* Return true if a node has as many at all. IN type - as there */
extern bool view_cores_suffice(office_t *office, uint32_t node,
			       const want_t *want, const char *type);

/*
 * OUT ret - if true: the cores that a holder has of a node
 * RET false: it has all of the node
 */
extern bool view_cores_of(office_t *office, uint64_t id, uint32_t node,
			  cores_t *ret);

/* Return true if a holder leaves these cores of a node to others. */
extern bool view_cores_left(office_t *office, uint64_t id, uint32_t node,
			    const cores_t *want);

/* Cores of a node that a draft gives to somebody during [t_s, t_e). */
typedef struct {
	uint32_t node;
	time_t t_s;
	time_t t_e;
	bool whole;		/* all of the node; else these: */
	cores_t cores;
} view_hold_t;

/* Holders that leave, and what others have then. All zero: nothing changes. */
typedef struct {
	uint64_t *out;		/* holder ids; owned */
	uint32_t out_cnt;
	view_hold_t *in;	/* owned */
	uint32_t in_cnt;
} view_draft_t;

/* From when to when cores have to be free, beside whom. */
typedef struct {
	time_t t_s;
	time_t t_e;
	uint64_t group;		/* does not count; or GARQ_NO_GROUP */
	const view_draft_t *draft;	/* NULL: nothing changes */
	const char *gpu_type;	/* GPUs of it alone count as free; NULL: all */
	uint32_t most;		/* holders that are looked at; 0: all */
} view_span_t;

extern void view_draft_free(view_draft_t *draft);
extern void view_draft_leave(view_draft_t *draft, uint64_t id);
extern void view_draft_hold(view_draft_t *draft, const view_hold_t *hold);

/* Return true if a holder leaves. IN draft - NULL: none does */
extern bool view_draft_leaves(const view_draft_t *draft, uint64_t id);

/* The cores of a set of nodes that nobody has during a span, by one walk. */
typedef struct {
	office_t *office;
	view_span_t span;	/* without its draft */
	uint32_t *at;		/* of each node in list, from 1; 0: nobody has
				 * any of it; owned */
	cores_t *list;		/* owned */
	uint32_t cnt;
	uint32_t size;
	uint32_t holds;		/* that were looked at */
	bool cut;		/* there were more: nothing is known */
} view_rest_t;

/* RET view_rest_free() */
extern view_rest_t view_rest(office_t *office, const garq_set_t *nodes,
			     const view_span_t *span);
extern void view_rest_free(view_rest_t *rest);

/* IN node - of the set */
extern cores_t view_rest_on(const view_rest_t *rest, uint32_t node);

/* Return true if nobody has these during a span. */
extern bool view_units_free(office_t *office, const units_t *units,
			    const view_span_t *span);

/* The part of a node that is wanted of it, 0 to 1: of its cores or of its GPUs,
 * whichever is more. */
extern double view_part_of(const want_t *want, const want_t *all);

/*
 * The part that somebody has of nodes, above 0 to 1: as many whole nodes as the
 * cores make, by the number of the nodes.
 * IN nodes - NULL: none; units - none: whole nodes
 */
extern double view_part(office_t *office, const garq_set_t *nodes,
			const units_t *units);

/* The cores of a node on which the running jobs of a group are. */
extern cores_t view_cores_used(office_t *office, uint32_t node, uint64_t group);

/* --- how many cores and which GPUs nodes have ----------------------------- */

/*
 * A search asks this of all nodes, and the host may have to look for each
 * answer: it is asked once for a node, until the view is built again, which
 * happens when a node has changed.
 */

/* See cores() and gpus() of host_nodes_t (host.h). */
extern uint32_t view_sizes_cores(office_t *office, uint32_t node);
extern uint64_t view_sizes_gpus(office_t *office, uint32_t node,
				const char *type);

/* The nodes may have changed: ask again. */
extern void view_sizes_forget(office_t *office);
