/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site.h - what the parts of the running plugin share.
 *
 * One controller, one ledger, one set of options. The options and the ledger
 * pointer change only while the controller holds all its write locks, or while
 * no handler runs; whoever holds the locks of a request may read them.
 */
#ifndef PLUGIN_SITE_H
#define PLUGIN_SITE_H

#include "plugin/booking/options.h"
#include "plugin/ledger/ledger.h"

typedef struct {
	options_t options;
	ledger_t *ledger;	/* NULL: no booking can be made */
	char ledger_error[512];	/* why it is NULL */
	bool may_delete;	/* the locks that are held are those under which
				 * records are removed (records.h's remove()) */
	bool ready;		/* ledger and Slurm were reconciled */
	bool abi_differs;	/* compiled with other headers: touch nothing */
	/* requests since the start, for the log */
	uint64_t booked_cnt;
	uint64_t refused_cnt;	/* there was no room */
	uint64_t native_cnt;	/* left to Slurm */
} site_t;

extern site_t site;

/*
 * The ledger is there and bookings can be made durable?
 * OUT ret_text - if not, why, and what an administrator can do; free()
 */
extern bool site_durable(char **ret_text);

#endif
