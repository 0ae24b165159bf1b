/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_standing.h - requests that stand by, as rows of the ledger
 * (plugin/booking/open/standing.h).
 *
 * A row is there while its request stands by. A note with ends_standing
 * (ledger_request.h) removes it: in the transaction of the booking that was
 * made of it, so that a crash leaves one of the two.
 */
#pragma once

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/record/ledger_request.h"

/*
 * Queue: write the row, new or changed; s is copied. A row of the same name is
 * replaced. RET as ledger_put()
 */
extern ledger_op_t *ledger_put_standing(ledger_t *l,
					const ledger_standing_t *s);

/*
 * Call fn for each row, in order of id. fn becomes the owner of s->request.
 * RET false with error set if they can't be read to their end
 */
typedef void (*ledger_standing_fn)(void *arg, const ledger_standing_t *s);
extern bool ledger_each_standing(ledger_t *l, ledger_standing_fn fn, void *arg,
				 char *error, size_t error_size);
