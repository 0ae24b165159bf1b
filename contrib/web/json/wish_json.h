/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wish_json.h - requests of JSON: Wish, HoldWish, Change, Part of openapi.json. */
#pragma once

#include <jansson.h>

#include "contrib/sresv/ctl/ctl.h"

/* Which keys an object may have. */
typedef enum { WISH_BOOK, WISH_HOLD, WISH_CHANGE, WISH_PART, WISH_DROP } wish_form_t;

/*
 * Read an object.
 * IN/OUT body - an array of names becomes a string with commas
 * IN now - what times such as now+2h are relative to
 * OUT ret - refers to body; what is not given is as in WISH_NONE
 * OUT ret_hold - the seconds of a hold; NULL: not wanted
 * RET NULL, or what is wrong, for free()
 */
extern char *wish_json_read(json_t *body, wish_form_t form, time_t now,
			    wish_t *ret, int64_t *ret_hold);

/* Return true if a name asks sched/garq (name.h), or has wishes in front: it is
 * no reservation's. */
extern bool wish_json_is_question(const char *name);
