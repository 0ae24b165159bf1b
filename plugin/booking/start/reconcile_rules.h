/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_rules.h - which of the ledger and Slurm's state is right, as
 * values.
 *
 * No clock is asked, because a clock can be put back. What Slurm has read at
 * its start is known if it is a file that the plugin has read back before: all
 * that happened until then, and since, is in the ledger. An unknown file may
 * be of this plugin too, if slurmctld was killed before the file was read
 * back; or a controller without the plugin has written it. Then a record that
 * is missing or different counts as deleted or changed there only if that is
 * proven:
 *
 *  - each later file of ours has the record (it was seen: content.h), and this
 *    one lacks it, or has another one of the name. A file that lacks it counts
 *    only if the record can't be an older one, which may just have ended;
 *  - each later file of ours has what the booking is now (content.h: was is
 *    empty), and the record is something else.
 *
 * What is not proven stays as the ledger has it. A marked record (unwritten.h)
 * proves nothing: Slurm has saved it before the ledger was written.
 */
#pragma once

#include <stdbool.h>

/* The record of the name of a live booking. */
typedef enum {
	RULES_ABSENT,		/* there is none */
	RULES_SAME,		/* what the booking is */
	RULES_WAS,		/* what the booking was before, or perhaps made
				 * of that; or the booking, or another place,
				 * without nodes that slurm.conf lacks now */
	RULES_OTHER,		/* neither */
	RULES_NATIVE,		/* of a kind that is not booked */
} rules_record_t;

typedef struct {
	bool known;		/* the file that Slurm has read */
	bool lacks;		/* that file surely lacks the name */
	bool parked;		/* the booking: no file has its record */
	bool seen;		/* ... each later file of ours has its record */
	bool stand_in;		/* ... which is a stand-in: Slurm purges none */
	rules_record_t record;
	bool other_id;		/* the record has another id, and ... */
	bool of_closed;		/* ... is that of a closed booking of the name */
	bool marked;		/* the record says what nobody was promised, if
				 * the ledger has it not (unwritten.h) */
} rules_case_t;

typedef enum {
	RULES_KEEP,		/* both agree */
	RULES_MAKE,		/* the record is missing: make it */
	RULES_CLOSE,		/* deleted elsewhere */
	RULES_CLOSE_IF_MADE,	/* deleted elsewhere, if Slurm would make the
				 * record again; else Slurm may have purged it */
	RULES_APPLY,		/* change the record to what the ledger says */
	RULES_FOLLOW,		/* changed elsewhere: follow the record, unless
				 * others are there (reconcile_follow.h) */
	RULES_REPLACE,		/* delete the record, and make the booking's */
	RULES_CLOSE_NATIVE,	/* became Slurm's own elsewhere */
} rules_outcome_t;

/* What becomes of a live booking that has not ended, and of its record. */
extern rules_outcome_t rules_booking(const rules_case_t *c);

/*
 * Return true if the booking of this record was deleted, so that the record is
 * deleted again. Else the record is a new reservation.
 * IN known - the file that Slurm has read
 * IN content - the record is what a closed booking of its name and id is or
 *	was, or has only some of its nodes
 */
extern bool rules_deleted(bool known, bool content);

/*
 * Return true if a record that no booking of the ledger has, live or closed,
 * was never promised to anybody, so that it is deleted, too, unless jobs use
 * it.
 * IN reconciled - no rows are missing in the ledger (ledger_reconciled()). Else
 *	a promised record may still be marked
 * IN crosses - the record is where the ledger has a booking (reconcile_cross.h)
 */
extern bool rules_unpromised(bool marked, bool reconciled, bool crosses);
