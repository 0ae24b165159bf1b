/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_request.c - see ledger_request.h */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_request.h"

ledger_request_t *ledger_request_create(const char *name)
{
	ledger_request_t *r = calloc(1, sizeof(*r));

	if (r && name && !(r->name = strdup(name))) {
		free(r);
		errno = ENOMEM;
		return NULL;
	}
	return r;
}

static void *_memdup(const void *from, size_t size)
{
	void *to = malloc(size);

	if (to)
		memcpy(to, from, size);
	return to;
}

ledger_request_t *ledger_request_copy(const ledger_request_t *r)
{
	ledger_request_t *copy = ledger_request_create(r->name);
	char *name;

	if (!copy)
		return NULL;
	name = copy->name;
	*copy = *r;
	copy->name = name;
	copy->offers = NULL;
	copy->packed = NULL;
	if ((r->offers &&
	     !(copy->offers = _memdup(r->offers, r->offer_cnt *
				      sizeof(*r->offers)))) ||
	    (r->packed &&
	     !(copy->packed = _memdup(r->packed, r->packed_size)))) {
		ledger_request_destroy(copy);
		errno = ENOMEM;
		return NULL;
	}
	return copy;
}

void ledger_request_destroy(ledger_request_t *r)
{
	if (!r)
		return;
	free(r->name);
	free(r->offers);
	free(r->packed);
	free(r);
}
