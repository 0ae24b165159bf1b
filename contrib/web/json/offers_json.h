/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offers_json.h - offers, and requests that stand by, as JSON: the schemas Offer
 * and Standing of openapi.json.
 */
#pragma once

#include <jansson.h>

#include "contrib/sresv/answer/offer.h"

/*
 * The names of users are looked up, so one thread may call this at a time.
 * IN me - the user, whose offers are "mine"; NULL: nobody
 * RET NULL: memory is short
 */
extern json_t *offers_json(const offers_t *offers, const char *me);
extern json_t *standers_json(const offers_t *offers, const char *me);

/*
 * The request that an offer belongs to: r of r.1. RET a text for free(); NULL:
 * memory is short
 */
extern char *offers_request(const char *offer);
