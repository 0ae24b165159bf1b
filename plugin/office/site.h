/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site.h - what the parts of the running plugin share.
 *
 * One controller, one ledger, one set of options. The options and the ledger
 * pointer change only while slurmctld holds all its write locks, or while no
 * handler runs; whoever holds the locks of site_lock() may read them.
 */
#ifndef PLUGIN_SITE_H
#define PLUGIN_SITE_H

#include "plugin/booking/options.h"
#include "plugin/ledger/ledger.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/view.h"

typedef struct {
	options_t options;
	ledger_t *ledger;	/* NULL: no booking can be made */
	char ledger_error[512];	/* why it is NULL */
	bool ready;		/* ledger and Slurm were reconciled */
	bool unfit;		/* compiled with other headers: touch nothing */
	/* requests since the start, for the log */
	uint64_t booked_cnt;
	uint64_t refused_cnt;	/* there was no room */
	uint64_t native_cnt;	/* left to Slurm */
} site_t;

extern site_t site;

/*
 * The locks under which the native handlers create and update reservations.
 * write_jobs: those under which they delete one (and what sync needs).
 */
extern void site_lock(bool write_jobs);
extern void site_unlock(bool write_jobs);

/* Is it site_lock(true) that is held? Locks: site_lock(). */
extern bool site_may_delete(void);

/* What is done when the view tells of what Slurm did to bookings. */
extern const view_events_t site_events;

/*
 * Bring everything up to date with slurmctld; the first call also reconciles
 * the ledger. Locks: site_lock().
 * RET 0; else nothing can be admitted, and ret_text says why
 */
extern int site_sync(time_t now, char **ret_text);

/*
 * Have Slurm write its state now, not some seconds after it has answered: of
 * what is its own there is no ledger. Locks: none.
 */
extern void site_save(void);

/*
 * Open the ledger of StateSaveLocation, and read the open offers from it. Sets
 * site.ledger, or site.ledger_error; one that is damaged is put aside, and a
 * new one made of what can be read of it. Locks: those of site_lock().
 */
extern void site_open_ledger(void);

/*
 * Write what is queued for the ledger, if there is one. Waits for the disk.
 * Locks: none. RET false: it can't be written now, which is logged
 */
extern bool site_write(void);

/*
 * The ledger is there and bookings can be made durable?
 * OUT ret_text - if not, why, and what an administrator can do
 */
extern bool site_durable(char **ret_text);

#endif
