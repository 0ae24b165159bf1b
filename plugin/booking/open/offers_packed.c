/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offers_packed.c - the packed requests of sets; see offers.h */

#include <stdlib.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/open/offers.h"

/* Pack a request with its wishes in front of its name, as it was asked. */
static uint16_t _pack_asked(office_t *office, const request_t *request,
		      void **ret_bytes, size_t *ret_size)
{
	request_t asked = *request;	/* shallow */
	wishes_t lasting = wishes_lasting(&request->wishes);
	char *wishes = wishes_text(&lasting);
	uint16_t protocol;

	if (wishes[0]) {
		text_add(&wishes, "%s", request->name ? request->name : "query");
		asked.name = wishes;
	}
	protocol = office->host->saved->pack(office, &asked, ret_bytes,
					     ret_size);
	free(wishes);
	return protocol;
}

/* Take the wishes of a request that was read back from its name. */
static void _take_wishes(request_t *request)
{
	char *why = NULL;
	const char *name;

	if (wishes_in_front(request->name) &&
	    wishes_read(request->name, &name, &request->wishes, &why))
		memmove(request->name, name, strlen(name) + 1);
	free(why);
}

bool offers_pack(office_t *office, ledger_request_t *r,
		 const request_t *request, char **ret_why)
{
	void *bytes;
	size_t size;
	uint16_t protocol = _pack_asked(office, request, &bytes, &size);

	if (size > OFFERS_PACKED_MAX) {
		free(bytes);
		return text_refuse(ret_why, false,
			"no offers are made: the request has %zu bytes, at most %d are kept for them",
			size, OFFERS_PACKED_MAX);
	}
	r->packed = bytes;
	r->packed_size = size;
	r->protocol = protocol;
	return true;
}

int offers_unpack(office_t *office, const ledger_request_t *r, request_t *ret)
{
	int rc = office->host->saved->unpack(office, r->packed, r->packed_size,
					     r->protocol, ret);

	if (!rc)
		_take_wishes(ret);
	return rc;
}

int offers_request(office_t *office, const offer_set_t *set, request_t *ret)
{
	return offers_unpack(office, set->request, ret);
}
