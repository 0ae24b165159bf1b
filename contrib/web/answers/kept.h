/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kept.h - answers of the controller that serve many requests: one of them asks,
 * the others get what it was told, and so does who comes soon after.
 */
#pragma once

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/web/json/reply.h"
#include "contrib/web/store/shared.h"

struct web;

/* {} at first; its lock is the server's. */
typedef struct {
	shared_t *data;		/* or NULL: nothing was asked for */
	int64_t at;		/* store_now(), when the answer came */
} kept_t;

/*
 * Ask the controller; called by the worker alone (store.h).
 * RET one owner's share of the answer; NULL: *a says why there is none
 */
typedef shared_t *(*kept_fn)(answer_t *a);

/*
 * What was kept at most so long ago, or what is asked for now.
 * IN kept - of *w
 * IN good_for - milliseconds
 * RET for shared_drop(); NULL: *r says why there is none
 */
extern shared_t *kept_get(struct web *w, kept_t *kept, int64_t good_for,
			  kept_fn ask, reply_t *r);
