/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * remove.h - a user deletes a reservation, or withdraws an offer.
 *
 * Locks: site_lock(true), synced.
 */
#ifndef PLUGIN_REMOVE_H
#define PLUGIN_REMOVE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "plugin/ledger/ledger.h"

typedef struct {
	int rc;
	char *text;		/* for the user; free() */
	ledger_op_t *op;	/* to be made durable before the answer; NULL
				 * with success: it was the host's own */
	bool visible;		/* jobs may be concerned */
} remove_t;

/*
 * Serve a request of uid.
 * RET 0 or a code (refused.h)
 */
extern int remove_serve(const char *name, uint32_t uid, time_t now,
			remove_t *out);

/*
 * It is gone, but the ledger could not be written: keep trying to tell the ledger,
 * and say so. Locks: none.
 */
extern void remove_unrecorded(const char *name, const char *why,
			      remove_t *out);

#endif
