/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * turns.h - a request is decided in turns, and others have slurmctld's locks
 * between two of them.
 *
 *	handler		office				others
 *	site_lock()
 *	turns_serve()	decide: rights, names, limits,
 *			a plan of STEPS_PAUSE steps
 *			turns_pause_from() -- locks released ->	other requests,
 *			<-- locks taken, view synced --		jobs, squeue
 *			nothing has changed that was read
 *			(changes_meet()): go on
 *			else the decision is stale:
 *			return, and decide from the top
 *			make the booking
 *	site_unlock()
 *
 * The rules:
 *
 *  - Only a decision may be interrupted, never its effects. A request that has
 *    changed anything itself (it has let go of the user's held offers, or makes
 *    a booking) is not interrupted from then on: changes_count() shows it.
 *  - The code between the handler and a search may keep pointers into the
 *    view, since these are valid until a booking changes. Once the decision is
 *    stale it uses none of them: each caller returns ESTALE up to
 *    turns_serve(), and has no effect on the way.
 *    Hence nothing that must be undone after a search is fetched, lent
 *    (loan.h), taken out of the machine or counted before the search begins.
 *  - A search pauses between two units of work, in no walk of the view or the
 *    machine, with the machine and the licenses as others have to find them.
 *  - A stale decision is made again, rights and all: TURNS_TRIES times, then in
 *    one turn, without a pause and with STEPS_TURN steps. A request thus ends,
 *    whatever others do; searches cut short by a lack of steps are reported
 *    (steps.h).
 *  - A search does not pause while its caller holds other locks than
 *    site_lock(), or walks something of Slurm's: jobs that are submitted or
 *    updated. It does not pause either if its request has had an effect before:
 *    deletions, accepted offers. Such searches have STEPS_TURN steps
 *    (turns_only_begin()). At starts and reconfigurations, and where jobs are
 *    compared with their bookings, many searches are made in one hold, each
 *    with the steps of steps.h.
 *
 * Locks: site_lock(), where nothing else is said.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "plugin/booking/view/office.h"

/* Decisions of one request that may become stale. */
#define TURNS_TRIES 2

/*
 * Decide about a request by serve(arg), again as long as the decision becomes
 * stale. serve() takes a new time, brings the view up to date, calls
 * turns_begin(), and decides; it discards the results of earlier calls in arg.
 * IN pause - the steps of a turn after which others are let in
 * IN steps - of a turn in which they can't be
 * IN may_pause - locks->let_others_in() may be called
 */
extern void turns_serve(office_t *office, uint64_t pause, uint64_t steps,
			bool may_pause, void (*serve)(void *arg), void *arg);

/*
 * All that is decided until turns_only_end() is decided in one turn, and does
 * not pause. turns_serve() may be called meanwhile.
 * IN steps - of that turn
 */
extern void turns_only_begin(office_t *office, uint64_t steps);
extern void turns_only_end(office_t *office);

/*
 * The view was brought up to date in this turn. The searches of the turn pause
 * earlier by the steps that this took. A search that can't pause has as many
 * steps as without this, so that its result does not depend on the moment.
 */
extern void turns_synced(office_t *office, uint64_t steps);

/*
 * let_others_in() has the locks again: the view is brought up to date in the
 * turn that begins now. If the decision turns out to be stale it is made again
 * in the same turn.
 */
extern void turns_resume(office_t *office);

/* The view is up to date: the decision begins. */
extern void turns_begin(office_t *office);

/*
 * Return true if the present decision has become stale: it has no effect then,
 * and its result is ignored. False if nobody has called turns_serve().
 */
extern bool turns_are_stale(office_t *office);

/*
 * The steps that a search may take which would like to take want: as many, if
 * the search may pause, or if nobody has called turns_serve(). Else the rest
 * of the turn, and at least an eighth of a turn.
 */
extern uint64_t turns_steps(office_t *office, uint64_t want);

/* The steps left to a search that has only this turn; 0: there is no bound. */
extern uint64_t turns_only(office_t *office);

/*
 * The steps from now on after which a search has to call turns_pause_from(); 0:
 * it may not pause.
 */
extern uint64_t turns_first(office_t *office);

/*
 * The turn of a search has ended: let others in. They may go through phases of
 * their own.
 * IN steps - that the search has taken since its phase began (phase_begin())
 * IN from - the search has read no second of the machine before this time: what
 *	changes before that, and all plans of the decision so far are later,
 *	leaves the decision as it is (changes.h); 0: it has read any
 * RET the steps at which the next turn ends; 0: the decision is stale.
 */
extern uint64_t turns_pause_from(office_t *office, uint64_t steps, time_t from);

/*
 * Searches of the machine's nodes in turns: each counts for GARQ_LOOK_STEPS()
 * of nodes steps. The search makes at most looks of them, and counts looks
 * down; then it asks for more.
 */
typedef struct {
	uint32_t looks;		/* that may be made in this turn */
	uint32_t had;		/* the same at its begin */
	uint64_t each;
	uint64_t left;		/* steps of all turns, at its begin */
	uint64_t taken;		/* steps of the turns before */
} turns_looks_t;

/* IN want - steps of all turns; at least one search may be made */
extern turns_looks_t turns_looks(office_t *office, uint64_t want,
				 uint32_t nodes);

/*
 * The looks are used up: let others in.
 * RET true if there are more looks; false: no steps are left, or the decision
 *	is stale
 */
extern bool turns_looks_more(office_t *office, turns_looks_t *t);

/* The steps so far, for phase_end(). */
extern uint64_t turns_looks_steps(const turns_looks_t *t);

/*
 * Count 1 for this decision, once it turns out not to be stale: at once if
 * nobody has called turns_serve().
 * IN counter - of office.h
 */
extern void turns_count(office_t *office, uint64_t *counter);

/* --- phases --------------------------------------------------------------- */

/*
 * What the office is busy with, for the host's figures on how long slurmctld's
 * locks are held (lock_stats.h).
 *
 * The office has no clock: it says where a phase begins and ends, and the host
 * measures. Phases don't nest in themselves.
 */

typedef enum {
	PHASE_SERVE,	/* all that is none of the others */
	PHASE_SYNC,	/* the view is brought up to date with slurmctld */
	PHASE_PLAN,	/* a place is searched for, and bookings are planned to
			 * move (lrh/lrh.h) */
	PHASE_OFFERS,	/* offers are searched for (osp/osp.h), or starts for a
			 * probe */
	PHASES
} phase_t;

/*
 * A phase begins.
 * RET the phase that it interrupts, for phase_end()
 */
extern phase_t phase_begin(office_t *office, phase_t phase);

/*
 * The phase of phase_begin() has ended.
 * IN steps - the steps that it took (steps.h), those before a pause too
 */
extern void phase_end(office_t *office, phase_t before, uint64_t steps);

/* The steps of all phases since the start. */
extern uint64_t phase_steps(office_t *office);
