/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site.h - the state that all parts of the running plugin share.
 *
 * There is one ledger and one set of options. Both change only while the host
 * holds all its write locks, or while no handler runs; any holder of
 * site_lock() may read them. Whoever has no lock may read what is atomic here,
 * and options between site_options_hold() and site_options_release().
 */
#ifndef PLUGIN_SITE_H
#define PLUGIN_SITE_H

#include <stdatomic.h>

#include "plugin/booking/request/options.h"
#include "plugin/ledger/ledger.h"

typedef struct {
	options_t options;
	ledger_t *_Atomic ledger;	/* NULL: no booking can be made */
	char ledger_error[512];	/* why ledger is NULL; or "" */
	bool may_delete;	/* site_lock(true) is held: records may be
				 * removed (records.h's remove()) */
	bool ready;		/* the ledger and the host were reconciled */
	bool unowned;		/* the ledger is not read yet: nothing is known
				 * of the bookings ... */
	bool unusable;		/* ... as it can't be used; else another
				 * controller has it */
	bool federated;		/* siblings of a federation submit jobs, by
				 * requests that the plugin does not see */
	atomic_bool abi_differs;	/* the plugin does not fit the host, and must
				 * not touch its records */
	/* requests since the start, for the log */
	uint64_t booked_cnt;
	uint64_t refused_cnt;	/* refused: no room */
	uint64_t untried_cnt;	/* admissions refused before all ways to make
				 * room had been tried (steps.h, garq_moves) */
	uint64_t stale_cnt;	/* decisions that others have made stale
				 * (turns.h) */
	uint64_t native_cnt;	/* left to Slurm */
	uint64_t fault_cnt;	/* broken rules since the start: invariant.h */
	bool shift_stopped;	/* ... one since the last reconfigure */
} site_t;

extern site_t site;

/* Replace the options. Locks: all write locks of the host, or no handler runs */
extern void site_set_options(const options_t *options);

/* Keep the options as they are, for who does not hold site_lock(). */
extern void site_options_hold(void);
extern void site_options_release(void);

/*
 * Is the ledger open, and does it answer, so that bookings can be made durable?
 * A request that needs the ledger asks this before anything is done for it.
 * OUT ret_text - if not, why, and what an administrator can do; free()
 */
extern bool site_durable(char **ret_text);

#endif
