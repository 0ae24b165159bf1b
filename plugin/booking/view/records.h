/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * records.h - the calls by which the office has native records changed.
 *
 * A booking is materialised as a native record on a node list that the office
 * chose. The list is pinned while the plugin runs, so that Slurm does not move
 * the record on its own. A record need not be linked (in Slurm's list), unless
 * a call says so.
 *
 * A call that can fail returns 0 or a code (refused.h), and in ret_err Slurm's
 * own text, free(), or NULL; after an error the record is as it was, unless a
 * call says otherwise. A call that returns nothing cannot fail. The entry of a
 * record in the view (view.h) stays the same until controller.h's refresh() or
 * refresh_moved(). Times are seconds since the epoch.
 *
 * Locks: site_lock(), after site_sync(); some calls want site_lock(true).
 */
#ifndef PLUGIN_RECORDS_H
#define PLUGIN_RECORDS_H

#include "plugin/booking/request/placement.h"
#include "plugin/booking/request/request.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/record.h"
#include "plugin/ledger/booking.h"

typedef struct {
	/* Make a linked record, under an id that no other record has.
	 * IN placement - its start and nodes; NULL: Slurm decides, as for any
	 *	reservation
	 * IN window - MaxStartDelay is the booking's window; false: it is an
	 *	attribute for Slurm
	 * OUT ret_rec - the record, on success */
	int (*create)(const request_t *request, const placement_t *placement,
		      bool window, record_t **ret_rec, char **ret_err);

	/* Make the linked record of a booking again, with the id of the booking
	 * unless another record has that id now. */
	int (*recreate)(const booking_t *b, record_t **ret_rec, char **ret_err);

	/* Change a linked record.
	 * IN change - the times and nodes; request then counts for the other
	 *	attributes alone (users, accounts, flags, ...). NULL: Slurm
	 *	changes the record by all that request says
	 * IN window - as create(); only with a change */
	int (*update)(record_t *rec, const request_t *request,
		      const change_t *change, bool window, char **ret_err);

	/* Change a linked record to what b says, except for its id. Also after
	 * an error the record has the times of b, and those nodes of b that
	 * exist; users, licenses and the like are then as they were. */
	int (*apply)(record_t *rec, const booking_t *b, char **ret_err);

	/* Copy the attributes of a record that apply() does not restore.
	 * RET for put_back(); NULL: no memory, no attribute is kept */
	void *(*keep)(const record_t *rec);

	/* Free the copy of keep().
	 * IN kept - may be NULL
	 * IN again - restore the attributes of the record from it first */
	void (*put_back)(record_t *rec, void *kept, bool again);

	/* Remove the record of a name, as Slurm does for a user: the record has
	 * to be linked, and no job may use it. If the record is gone,
	 * controller.h's forget() has to follow. Needs site_lock(true) where a
	 * job may use the record.
	 * OUT ret_gone - true if no record has this name now; may be NULL
	 * RET 0, REFUSED_IN_USE, REFUSED_NO_SUCH, ... */
	int (*remove)(const char *name, bool *ret_gone);

	/* The same for a parked record that is out of the reach of jobs
	 * (view_is_out_of_reach()), without a look at the jobs.
	 * RET false: nothing was done, it needs remove() */
	bool (*drop)(record_t *rec);

	/* The same for a record that no job is known to have, in a hold in
	 * which the view has been synced: it is freed once that is certain. If
	 * it is linked, it has to be unlinked before the locks are released.
	 * RET false: nothing was done, it needs remove() */
	bool (*retire)(record_t *rec);

	/* Move a record that has not begun to a start; its length stays, which
	 * is that from its first start on, see reset_start(). */
	void (*shift)(record_t *rec, time_t start);

	/* Give a record its first start again: Slurm moves the start of a begun
	 * record that gets other nodes, and keeps the first one beside. */
	void (*reset_start)(record_t *rec);

	/* Give a record these nodes, all cores of each, instead of its own. */
	void (*bind)(record_t *rec, const garq_set_t *nodes);

	/* Forbid Slurm to choose other nodes for a record. */
	void (*pin)(record_t *rec);

	/* Mark a record as unwritten (unwritten.h), or unmark it. The mark
	 * survives all other calls and Slurm's saved state; users never see
	 * it. */
	void (*mark)(record_t *rec, bool unwritten);
	bool (*is_marked)(const record_t *rec);

	/* Allow Slurm to choose other nodes, if the booking is by count. */
	void (*unpin)(record_t *rec, const booking_t *b);

	/* End a record whose reservation had ended when Slurm was killed. Slurm
	 * removes the record soon, and holds the jobs that wait for it. Jobs
	 * that Slurm takes to be running end as at their time limits, unless
	 * the record is past its end and they may run on. A record that has not
	 * begun never begins. Needs site_lock(true). */
	void (*end)(record_t *rec, time_t now);

	/* As end(), but for the running jobs alone, which also leave the
	 * record: another booking will have it. Needs site_lock(true). */
	void (*end_jobs)(record_t *rec, time_t now);

	/* Read a record into b: its place and attributes, but not the window
	 * nor the node list that was asked for. Fields that this version of
	 * Slurm does not have stay. A booking marked as a stand-in stays as it
	 * is, and of one marked as a part the place alone is read (times, nodes,
	 * id, flags): not num_cn, nor texts such as users and licenses.
	 * RET false if memory is short */
	bool (*read)(const record_t *rec, booking_t *b);

	/* The name of a record. RET owned by the record */
	const char *(*name)(const record_t *rec);

	/* The remark of a record, a free text that users read: Comment where
	 * this version of Slurm has it, else BurstBuffer.
	 * RET owned by the record; NULL: there is none */
	const char *(*remark)(const record_t *rec);

	/* Make a stand-in (stand_in.h), of which accounting is not told: a
	 * linked record for root, at the time of b, with those of its licenses
	 * that exist, and with its id unless another record has that.
	 * IN nodes - NULL: none; remark - as remark()
	 * RET the record */
	record_t *(*make_stand_in)(const booking_t *b, const garq_set_t *nodes,
				   const char *remark);

	/* Make a record a stand-in, or give a stand-in another remark. */
	void (*to_stand_in)(record_t *rec, const char *remark);

	/* bind() for a stand-in. */
	void (*set_nodes)(record_t *rec, const garq_set_t *nodes);

	/* Give a record another remark, and leave all else. */
	void (*set_remark)(record_t *rec, const char *remark);

	/* Make a linked stand-in, which has all nodes of b, the record of b.
	 * Its id stays. */
	int (*from_stand_in)(record_t *rec, const booking_t *b, char **ret_err);
} records_t;

/*
 * A rigid booking for a record that Slurm made alone, without a creator. Its
 * request is taken to be just what the record has.
 * RET owned by the caller, or NULL if memory is short
 */
extern booking_t *record_to_booking(office_t *office, const record_t *rec,
				    time_t now);

/* Return true if a record differs from b; also if memory is short. */
extern bool record_differs(office_t *office, const booking_t *b,
			   const record_t *rec);

#endif
