/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_claim_fixture.h - controllers that have claims of one ledger
 * (ledger_fixture.h)
 */
#pragma once

#include "plugin/ledger/claim/ledger_claim.h"
#include "test/unit/ledger_fixture.h"

#define ANY INT64_MAX	/* fence whoever has it */

/* Two machines; the first one as it was before it was started again, too. */
extern const ledger_owner_t one, two, one_before;

/* The result of the last claim_try(). */
extern int64_t rival;

/* How often a claim was found to be over. */
extern int lost_cnt;

/* RET LEDGER_OK: ret is for ledger_close(); or as ledger_claim() */
extern ledger_status_t claim_try(const ledger_owner_t *owner, int64_t fence,
				 ledger_t **ret);

/* The same, which has to go well. */
extern ledger_t *claimed(const ledger_owner_t *owner, int64_t fence);

/* Make a booking of this name. RET is it acknowledged? */
extern bool put_name(ledger_t *l, const char *name);

/* Is there a live booking of this name? */
extern bool has(ledger_t *l, const char *name);
