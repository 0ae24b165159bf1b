/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offers_packed.c - the packed requests of sets; see offers.h */

#include <stdlib.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/open/offers.h"

bool offers_pack(office_t *office, ledger_request_t *r,
		 const request_t *request, char **ret_why)
{
	void *bytes;
	size_t size;
	uint16_t protocol = office->host->saved->pack(office, request, &bytes,
						      &size);

	if (size > OFFERS_PACKED_MAX) {
		free(bytes);
		*ret_why = text_printf(
			"no offers are made: the request has %zu bytes, at most %d are kept for them",
			size, OFFERS_PACKED_MAX);
		return false;
	}
	r->packed = bytes;
	r->packed_size = size;
	r->protocol = protocol;
	return true;
}

int offers_request(office_t *office, const offer_set_t *set, request_t *ret)
{
	const ledger_request_t *r = set->request;

	return office->host->saved->unpack(office, r->packed, r->packed_size,
					   r->protocol, ret);
}
