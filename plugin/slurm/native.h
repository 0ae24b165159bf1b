/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native.h - Slurm's own reservation records; the files that write them.
 *
 * A booking is materialised as a native record on a node list that we chose,
 * with OVERLAP and IGNORE_JOBS set while Slurm makes it, which skips Slurm's
 * search through all other reservations and jobs: admission has been decided.
 * Those flags are then cleared, so the record protects its nodes like any
 * other. The list stays pinned (SPEC_NODES) while the plugin runs, so that
 * Slurm does not move it by itself; what users see is what they asked for
 * (native_mask()).
 *
 * Locks: conf READ, job READ (delete: WRITE), node WRITE, part READ.
 */
#ifndef PLUGIN_NATIVE_H
#define PLUGIN_NATIVE_H

#include "plugin/booking/admit.h"
#include "plugin/booking/request.h"
#include "plugin/ledger/booking.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/refusals.h"

/* What of a record is to be changed besides the attributes of a request. */
typedef struct {
	bool times;		/* start and end */
	time_t start;
	time_t end;
	uint32_t duration_min;	/* or NO_VAL */
	bool list;		/* the nodes */
	const char *asked_nodes;	/* "ALL" keeps Slurm's meaning of it */
	const garq_set_t *nodes;
} change_t;

/*
 * Make the native record of a booking.
 * IN window - MaxStartDelay is the booking's window, not for Slurm
 * OUT ret_rec - the record; OUT ret_err - Slurm's own text, free(), or NULL
 * RET 0 or a code (refused.h); then nothing was made
 */
extern int native_create(const request_t *request, const placement_t *placement,
			 bool window, slurmctld_resv_t **ret_rec,
			 char **ret_err);

/*
 * Have Slurm make a reservation as it makes any, under an id that no other has.
 * Results as native_create().
 */
extern int native_make(const request_t *request, slurmctld_resv_t **ret_rec,
		       char **ret_err);

/*
 * Have Slurm change a reservation as it changes any: all that request says of
 * the one that it names.
 * OUT ret_err - as native_create()
 * RET 0 or a code (refused.h); then it is as it was
 */
extern int native_change(const request_t *request, char **ret_err);

/*
 * Make it again from what the ledger knows, with the id that it had unless
 * another one has that now. Errors as native_create().
 */
extern int native_recreate(const booking_t *b, slurmctld_resv_t **ret_rec,
			   char **ret_err);

/*
 * Change a record: what change says, and the attributes (users, accounts,
 * flags, ...) of request. Times and nodes of request are ignored.
 * RET 0 or a code (refused.h); then the record is as it was
 */
extern int native_update(slurmctld_resv_t *rec, const request_t *request,
			 const change_t *change, bool window, char **ret_err);

/*
 * Bring a record to what b says, but for its id.
 * RET 0 or a code (refused.h); then its users, licenses and the like are
 *	as they were: when it is, and on which nodes (those that exist), is as
 *	b says all the same
 */
extern int native_apply(slurmctld_resv_t *rec, const booking_t *b,
			char **ret_err);

/*
 * It starts then, as long as before. It has not begun, and cannot fail. The
 * record need not be in Slurm's list.
 */
extern void native_shift(slurmctld_resv_t *rec, time_t start);

/*
 * It has these nodes from now on, all of each. It cannot fail: Slurm's update,
 * which may refuse what has been decided (a user of it has no account any more)
 * and looks at all reservations, is not asked. The record need not be in Slurm's
 * list.
 */
extern void native_bind(slurmctld_resv_t *rec, const garq_set_t *nodes);

/* The same of a stand-in, of which accounting is not told. */
extern void native_set_nodes(slurmctld_resv_t *rec, const garq_set_t *nodes);

/*
 * It is over, and was when Slurm was killed, which does not know. It removes it
 * soon, and holds the jobs that wait for it; those that it takes to be running end
 * as at their time limits, unless it is past its end and they may run on. One that
 * has not begun never will, and accounting, which was told of its removal, is not
 * told again. Needs job WRITE.
 */
extern void native_end(slurmctld_resv_t *rec, time_t now);

/*
 * The same of its running jobs alone, which are in no reservation any more: the
 * record is wanted for another one.
 */
extern void native_part(const slurmctld_resv_t *rec, time_t now);

/*
 * When it starts. Slurm moves start_time, for its accounting, when one that has
 * begun is changed; users are shown the first.
 */
static inline time_t native_start(const slurmctld_resv_t *rec)
{
	return rec->start_time_first ? rec->start_time_first : rec->start_time;
}

/*
 * Remove a record. RET SLURM_SUCCESS, or ESLURM_RESERVATION_BUSY, ...: then it is
 * there as before
 */
extern int native_delete(const char *name);

/*
 * Stand-ins, see stand_in.h. Slurm is not asked for them, so it can't refuse
 * one: a record for root, at the time of b, on nodes (NULL: none), with
 * those of its licenses that there are.
 * IN remark - what users read as native_remark()
 * RET the record, in Slurm's list, with the id of b unless another one has that
 */
extern slurmctld_resv_t *native_stand_in(const booking_t *b,
					 const garq_set_t *nodes,
					 const char *remark);

/* The record of a booking becomes a stand-in for it. */
extern void native_to_stand_in(slurmctld_resv_t *rec, const char *remark);

/*
 * A stand-in that has all nodes of b becomes the record of b, but for its id.
 * RET 0 or a code (refused.h); then it is a stand-in as before
 */
extern int native_fulfil(slurmctld_resv_t *rec, const booking_t *b,
			 char **ret_err);

/*
 * Note in b what the record says: placement and attributes, not the window
 * and not what was asked for by name. A stand-in says nothing of its booking:
 * that stays as it is. RET false if memory is short
 */
extern bool native_read(const slurmctld_resv_t *rec, booking_t *b);

/*
 * A booking for a record that Slurm made alone: it asked for what it has.
 * RET owned by the caller, or NULL if memory is short
 */
extern booking_t *native_to_booking(const slurmctld_resv_t *rec, time_t now);

/*
 * Make a record look as it was asked for while fn runs (which packs it for
 * users or saves it), then as it was. Needs node WRITE.
 */
typedef struct {
	slurmctld_resv_t *rec;
	uint64_t flags;
	uint32_t max_start_delay;
	char **remark;
	char *was_remark;
} native_mask_t;

/* lacks - nodes that failed, which the remark says; or NULL */
extern native_mask_t native_mask(slurmctld_resv_t *rec, const booking_t *b,
				 const char *lacks);
extern void native_unmask(const native_mask_t *mask);

/* What users read of a record beside its fields: Comment, where Slurm has it. */
extern char **native_remark(slurmctld_resv_t *rec);

/* Does it look otherwise than it is? */
static inline bool native_is_masked(const slurmctld_resv_t *rec,
				    const booking_t *b, const char *lacks)
{
	return lacks || (!b->asked_nodes && (rec->flags & RESERVE_FLAG_SPEC_NODES)) ||
	       booking_is_flexible(b);
}

/* Leave a plain Slurm reservation behind: Slurm may move its nodes again. */
extern void native_let_go(slurmctld_resv_t *rec, const booking_t *b);

/* The nodes of a booking are ours to move. */
extern void native_pin(slurmctld_resv_t *rec);

#endif
