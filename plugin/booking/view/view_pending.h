/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_pending.h - places that bookings have left, before that is durable.
 *
 * If slurmctld is killed before a change is written, the ledger has the
 * booking at its old place. And if the ledger can't write the change, the
 * booking goes back there, as long as that is possible (update_undo()). Nobody
 * else may get that place before. Hence the rule: the place that a change frees
 * stays held in the machine until the operation that queues the change is
 * durable, or is given up. Only the plan of that operation may move others
 * there, because all of it is durable at once. The release is noted as free
 * time (view_freed_take()), and the agent's next look shifts bookings into it.
 *
 * Operations that nobody undoes (ledger_commit_later()) need no such hold: they
 * are written before all that is queued after them.
 *
 * Times are seconds since the epoch. Locks: site_lock(), where nothing else is
 * said.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/nodeset.h"
#include "plugin/booking/view/office.h"

/* The places that one operation frees; owned by the view. */
typedef struct view_pending view_pending_t;

/*
 * Hold those parts of a place that nobody holds now, or that are held by cores:
 * all cores then. The machine has to have all new places of the operation.
 * IN/OUT pending - the places of the operation; made where it is NULL
 * IN name - of the booking that has left; for texts
 */
extern void view_pending_hold(office_t *office, view_pending_t **pending,
			      const char *name, const garq_set_t *nodes,
			      time_t start, time_t end);

/*
 * The operation is durable: the next view_pending_sweep() releases its places.
 * The caller must not use pending again. NULL: no effect. Locks: none.
 */
extern void view_pending_settle(view_pending_t *pending);

/* Release the places at once: the change is being undone. NULL: no effect. */
extern void view_pending_release(office_t *office, view_pending_t *pending);

/* Release the places of all operations that are durable by now. */
extern void view_pending_sweep(office_t *office);

/* --- places of later ------------------------------------------------------ */

/*
 * Places of bookings whose records are still to be made (remake.h), or of
 * holders that are only assumed (repair_foresee()). They are held in the
 * machine, so that nobody else is given them meanwhile.
 *
 * Unlike those above they may cross each other, and what others have: each is
 * held whole, since the others may go elsewhere.
 */

/* Hold a place under a number that is not in use. */
extern void view_later_hold(office_t *office, size_t number,
			    const garq_set_t *nodes, time_t start, time_t end);

/* Return true if this is the holder id of such a place. */
extern bool view_later_is(uint64_t id);

/* A number that holds nothing: no effect. */
extern void view_later_release(office_t *office, size_t number, time_t start,
			       time_t end);
