/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tombstone.h - names under which a hold of a user comes too late.
 *
 * A coordinator that gives up drops its holds by name, but a message of its
 * own that asks for one of them may still be under way. A drop therefore
 * leaves a tombstone of the name and the user, which refuses such a hold for
 * garq_hold_max seconds, also after a restart. A user has
 * LEDGER_TOMBS_USER_MAX tombstones at most, all users together
 * LEDGER_TOMBS_MAX (plugin/ledger/ledger_tombs.h); the oldest make room.
 *
 * Times are seconds since the epoch. Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger.h"

/* Free all tombstones. The ledger stays as it is. */
extern void tombstones_fini(office_t *office);

/*
 * Read the tombstones from the ledger l.
 * OUT error - one line, on failure
 * RET false if they can't be read to their end: those read by then count
 */
extern bool tombstones_load(office_t *office, ledger_t *l, time_t now,
			    char *error, size_t error_size);

/*
 * Leave a tombstone, and queue it for the ledger.
 * RET for ledger_commit_or_keep() or ledger_commit_later(); NULL: there is no
 *	ledger, and no tombstone
 */
extern ledger_op_t *tombstone_leave(office_t *office, const char *name,
				    uint32_t uid, time_t now);

/* RET until when holds of this name and user are refused; 0: they are not */
extern time_t tombstone_until(office_t *office, const char *name, uint32_t uid,
			      time_t now);
