/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hits.h - bookings that may lack nodes, for repair.h to look at.
 *
 * Whatever holds nodes enters the machine by one function of the view, and
 * that touches these nodes: a node that fails, a job, a reservation of any
 * kind, also after a start or when the view is built again. repair.h walks
 * along the touched nodes, and hits the bookings that share a second with
 * another holder. An entry is hit, too, when its record or its booking
 * changes. Everything that takes nodes from a booking is thus seen, and no
 * event has to report it.
 *
 *	hits_add()	    hits_due()	   repair.c
 *	-----------> due -----------------> look ---> lacks nothing: removed
 *		      ^				  `-> lacks nodes: hits_wait()
 *		      |	its time, or a relief		|
 *		      +------------ waits <-------------+
 *
 * Both are queues, so a look visits the bookings that it looks at, and no
 * others: all bookings are hit by a start, and most lack nothing.
 *
 * Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* Forget which nodes are touched, and touch all of size nodes. */
extern void hits_begin(office_t *office, uint32_t size);

/* Touch the nodes of a set of that size. */
extern void hits_touch(office_t *office, const garq_set_t *nodes);

/*
 * The first touched node (an index), which is touched no more.
 * RET false: none is left
 */
extern bool hits_next_node(office_t *office, uint32_t *ret_node);

/*
 * Walk along the holders of touched nodes, and hit the bookings that share a
 * second of a node with a holder of another group. It ends after about max
 * steps (steps.h); hits_walk_goes_on(): nodes are left.
 * RET the steps
 */
extern uint64_t hits_walk(office_t *office, time_t now, uint64_t max);
extern bool hits_walk_goes_on(office_t *office);

/* Return true if a walk has hit bookings since the last hits_due(). */
extern bool hits_found(office_t *office);

/*
 * Have v looked at, soon. No effect if it is no booking's. hits_meet(): a walk
 * has met another holder on the nodes of v. A booking that was put off stays
 * the last one.
 */
extern void hits_add(office_t *office, view_resv_t *v);
extern void hits_meet(office_t *office, view_resv_t *v);

/* v lacks nothing, or is about to be freed: no effect if it is not hit. */
extern void hits_remove(office_t *office, view_resv_t *v);

/*
 * The entries that are due: the first to begin, then the older one, as
 * first_cmp() (first.h) has it, but put off ones come last. They stay due until
 * hits_wait() or hits_remove().
 * An entry that has ended is not hit any more; a stand-in is due once it is
 * none.
 * OUT ret_list - at most max of them, in that order
 * IN/OUT steps - each visited entry is added (steps.h)
 * RET how many there are in ret_list
 */
extern uint32_t hits_due(office_t *office, time_t now, view_resv_t **ret_list,
			 uint32_t max, uint64_t *steps);

/* Return the number of entries that are due, by the last hits_due(). */
extern uint32_t hits_due_cnt(office_t *office);

/*
 * v was looked at, and may lack nodes: it is due again at a time, at the next
 * relief, if the clock is put back, or when it is hit. No effect if it is not
 * hit.
 */
extern void hits_wait(office_t *office, view_resv_t *v, time_t until);

/* v, which is due, has its turn once all others that are due had theirs, also
 * in later looks, until hits_wait() or hits_add(). */
extern void hits_put_off(office_t *office, view_resv_t *v);

/*
 * Something that may have taken nodes has ended or moved: a node is back, a job
 * has ended, a reservation of Slurm's own was changed. Entries that wait since
 * before may lack less. Jobs end all the time: a job counts only where some
 * entry lacks nodes to one: hits_set_by_job().
 */
extern void hits_relieve(office_t *office);
extern void hits_job_ended(office_t *office);

/* Note whether jobs have nodes that v lacks. v is hit. */
extern void hits_set_by_job(office_t *office, view_resv_t *v, bool has);
