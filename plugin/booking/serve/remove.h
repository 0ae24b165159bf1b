/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * remove.h - delete a reservation, or withdraw an offer, for a user.
 *
 * Locks: site_lock(true), where nothing else is said.
 */
#ifndef PLUGIN_REMOVE_H
#define PLUGIN_REMOVE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger.h"

typedef struct {
	int rc;			/* 0 or a code (refused.h) */
	char *text;		/* for the user; free() */
	ledger_op_t *op;	/* for ledger_commit() before the answer, also
				 * after a refusal (tombstone.h); NULL after
				 * success: a native reservation */
	bool visible;		/* a change that Slurm looks at for jobs */
} remove_t;

/*
 * Catch up with the host (catch_up.h), check the rights of uid, and delete the
 * reservation, hold or offer. While another controller has the ledger nothing
 * is deleted. A hold, also a former one, leaves a tombstone (tombstone.h); so
 * does each name of a part of a co-reservation, also where uid has no such
 * booking.
 * IN name - of a reservation or an offer; may be NULL
 * OUT out - op, visible, and after an error text or NULL
 * RET 0, a code (refused.h) or ENOMEM
 */
extern int remove_serve(office_t *office, const char *name, uint32_t uid,
			time_t now, remove_t *out);

/*
 * The reservation was deleted, or (out->rc) only a tombstone was left, but the
 * ledger could not be written yet: log it, and inform the user. A deletion is
 * not undone, because others may have got the nodes: the operation stays
 * queued. Locks: none.
 * IN why - the error of the ledger
 * OUT out - rc and text
 */
extern void remove_unrecorded(office_t *office, const char *name,
			      const char *why, remove_t *out);

#endif
