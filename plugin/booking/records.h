/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * records.h - what the office has done to native records.
 *
 * A booking is materialised as a native record on a node list that the office
 * chose. The list is pinned while the plugin runs, so that Slurm does not move
 * the record by itself. A record need not be in Slurm's list, unless a call
 * says so.
 *
 * A call that can fail returns 0 or a code (refused.h), and in ret_err Slurm's
 * own text, free(), or NULL; the record is then as it was, unless a call says
 * otherwise. A call that returns nothing cannot fail. What is said of a record
 * in the view (view.h) does not change before controller.h's refresh() or
 * refresh_moved().
 *
 * Locks: site_lock(), after site_sync(); some calls want site_lock(true).
 */
#ifndef PLUGIN_RECORDS_H
#define PLUGIN_RECORDS_H

#include "plugin/booking/placement.h"
#include "plugin/booking/record.h"
#include "plugin/booking/request.h"
#include "plugin/ledger/booking.h"

typedef struct {
	/* Make a record, under an id that no other has, in Slurm's list.
	 * IN placement - where it is to lie, which has been decided; NULL: Slurm
	 *	makes it as it makes any
	 * IN window - MaxStartDelay is the booking's window, not for Slurm
	 * OUT ret_rec - the record */
	int (*create)(const request_t *request, const placement_t *placement,
		      bool window, record_t **ret_rec, char **ret_err);

	/* Make a record from what the ledger knows, in Slurm's list, with the id
	 * that the booking had unless another one has that now. */
	int (*recreate)(const booking_t *b, record_t **ret_rec, char **ret_err);

	/* Change a record in Slurm's list.
	 * IN change - with it only the attributes (users, accounts, flags, ...)
	 *	of request count, not its times and nodes; NULL: Slurm changes
	 *	the record as it changes any, by all that request says
	 * IN window - as create(), with a change */
	int (*update)(record_t *rec, const request_t *request,
		      const change_t *change, bool window, char **ret_err);

	/* Bring a record in Slurm's list to what b says, but for its id. After
	 * an error users, licenses and the like are as they were: when the
	 * record is, and on which nodes (those that exist), is as b says all
	 * the same. */
	int (*apply)(record_t *rec, const booking_t *b, char **ret_err);

	/* What apply() does not know of a record: kept aside.
	 * RET for put_back(); NULL: no memory, nothing is kept */
	void *(*keep)(const record_t *rec);

	/* Give up what was kept, or (again) let the record have it first. */
	void (*put_back)(record_t *rec, void *kept, bool again);

	/* Remove the record of a name, as a user would: it has to be linked, and
	 * no job may use it. controller.h's forget() has to follow if it is
	 * gone. Needs site_lock(true) where a job may use it.
	 * OUT ret_gone - is there no record of this name afterwards? NULL: not
	 *	asked
	 * RET 0, REFUSED_IN_USE, REFUSED_NO_SUCH, ... */
	int (*remove)(const char *name, bool *ret_gone);

	/* A record that has not begun starts then, as long as before. */
	void (*shift)(record_t *rec, time_t start);

	/* A record has these nodes from now on, all of each. */
	void (*bind)(record_t *rec, const garq_set_t *nodes);

	/* The nodes of a booking are the office's to move. */
	void (*pin)(record_t *rec);

	/* Slurm may look for other nodes, if the booking asked for a count. */
	void (*unpin)(record_t *rec, const booking_t *b);

	/* A record is over, and was when Slurm was killed, which does not know:
	 * Slurm removes it soon, and holds the jobs that wait for it. Those
	 * that Slurm takes to be running end as at their time limits, unless
	 * the record is past its end and they may run on. One that has not
	 * begun never will. Needs site_lock(true). */
	void (*end)(record_t *rec, time_t now);

	/* The same of its running jobs alone, which are in no reservation any
	 * more: the record is wanted for another one. */
	void (*end_jobs)(record_t *rec, time_t now);

	/* Note in b what a record says: placement and attributes, not the
	 * window and not what was asked for by name; what this Slurm has no
	 * field for stays. b stays as it is if it is marked as a stand-in.
	 * RET false if memory is short */
	bool (*read)(const record_t *rec, booking_t *b);

	/* The name of a record, owned by it. */
	const char *(*name)(const record_t *rec);

	/* What users read of a record beside its fields: Comment, where Slurm
	 * has it, or BurstBuffer. Owned by the record; NULL: nothing */
	const char *(*remark)(const record_t *rec);

	/* Make a stand-in (stand_in.h), of which Slurm and accounting are not
	 * told: a record for root, at the time of b, with those of its licenses
	 * that there are and the id of b unless another one has that.
	 * IN nodes - NULL: none; remark - as remark()
	 * RET the record, in Slurm's list */
	record_t *(*make_stand_in)(const booking_t *b, const garq_set_t *nodes,
				   const char *remark);

	/* A record becomes a stand-in, or one with another remark. */
	void (*to_stand_in)(record_t *rec, const char *remark);

	/* bind() of a stand-in. */
	void (*set_nodes)(record_t *rec, const garq_set_t *nodes);

	/* A stand-in in Slurm's list that has all nodes of b becomes the record
	 * of b, but for its id. */
	int (*from_stand_in)(record_t *rec, const booking_t *b, char **ret_err);
} records_t;

/*
 * A booking for a record that Slurm made alone: it asked for what it has.
 * RET owned by the caller, or NULL if memory is short
 */
extern booking_t *record_to_booking(const record_t *rec, time_t now);

/* Does a record say otherwise than b? Without memory to tell it is taken to. */
extern bool record_differs(const booking_t *b, const record_t *rec);

#endif
