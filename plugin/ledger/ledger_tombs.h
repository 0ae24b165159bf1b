/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_tombs.h - tombstones as rows of the ledger: names under which a hold
 * of a user comes too late (plugin/booking/hold/tombstone.h).
 */
#pragma once

#include "plugin/ledger/ledger.h"

/* Maximum number of tombstones, and of those of a user; the oldest make room. */
#define LEDGER_TOMBS_MAX 16384
#define LEDGER_TOMBS_USER_MAX 1024

/*
 * Queue: leave a tombstone, in place of one of the same name and user.
 * IN until - it counts until then, seconds since the epoch
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_bury(ledger_t *l, const char *name, uint32_t uid,
				time_t until);

/*
 * Call fn for each tombstone that counts at now, the oldest first. name is
 * valid only during the call.
 * RET false with error set if they can't be read to their end
 */
typedef void (*ledger_tomb_fn)(void *arg, const char *name, uint32_t uid,
			       time_t until);
extern bool ledger_each_tomb(ledger_t *l, time_t now, ledger_tomb_fn fn,
			     void *arg, char *error, size_t error_size);
