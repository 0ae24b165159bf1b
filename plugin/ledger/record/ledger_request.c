/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/ledger/record/ledger_request.h"
#include "plugin/memory/memory.h"

ledger_request_t *ledger_request_create(const char *name)
{
	ledger_request_t *r = memory_new(1, sizeof(*r));

	r->name = memory_text(name);
	return r;
}

ledger_request_t *ledger_request_copy(const ledger_request_t *r)
{
	ledger_request_t *copy = memory_copy(r, 1, sizeof(*r));

	copy->name = memory_text(r->name);
	copy->why = memory_text(r->why);
	copy->asked = memory_text(r->asked);
	if (r->offers)
		copy->offers = memory_copy(r->offers, r->offer_cnt,
					   sizeof(*r->offers));
	if (r->packed)
		copy->packed = memory_copy(r->packed, 1, r->packed_size);
	return copy;
}

void ledger_request_destroy(ledger_request_t *r)
{
	if (!r)
		return;
	free(r->name);
	free(r->why);
	free(r->offers);
	free(r->packed);
	free(r->asked);
	free(r);
}
