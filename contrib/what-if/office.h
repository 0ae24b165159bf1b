/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * office.h - what plugin/ does round the office, in one thread: start, a turn of
 * the agent and the linker, a request with its commit, end.
 *
 * The ledger is a file in a folder of its own, which goes with the process. If the
 * office finds that a rule of its own is broken (invariant.h),
 * or the ledger fails, the process ends with status 3.
 */
#pragma once

#include "contrib/what-if/cluster.h"
#include "plugin/booking/request/options.h"

/* Start, after cluster_begin(). */
extern void office_start(const options_t *options);

/* End: close the ledger. */
extern void office_stop(void);

/* Something has ended or begun, or time has passed. */
extern void office_turn(void);

/* Have the view see what has changed since the last look. */
extern void office_sync(void);

/* A request for a reservation by an operator. */
typedef struct {
	const char *name;
	uint32_t num_cn;
	time_t start;
	time_t length;		/* seconds, >= 1 */
	time_t window;		/* MaxStartDelay; 0: rigid */
	const char *features;	/* or NULL */
} office_ask_t;

/* Ask for it, now. RET its entry, which the view owns; NULL: refused */
extern const view_resv_t *office_ask(const office_ask_t *ask);

/*
 * What was offered to the request that was refused just now.
 * OUT ret_away - how far from the wanted start the nearest offer of the same
 *	nodes and length begins, seconds; untouched if there is none
 * RET number of offers
 */
extern uint32_t office_offers(const office_ask_t *ask, time_t *ret_away);

/*
 * office_ask() as plain Slurm serves scontrol: that start, or nothing; the first
 * nodes that are free, for good.
 */
extern const view_resv_t *office_ask_plain(const office_ask_t *ask);
