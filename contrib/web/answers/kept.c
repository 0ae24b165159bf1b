/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "contrib/web/answers/web.h"

typedef struct {
	web_t *w;
	kept_t *kept;
	int64_t good_for;
	kept_fn ask;
	shared_t *data;		/* NULL: a says why */
	answer_t a;
} asked_t;

/* RET NULL: there is none, or it is too old */
static shared_t *_kept(web_t *w, const kept_t *kept, int64_t good_for)
{
	shared_t *data = NULL;

	pthread_mutex_lock(&w->lock);
	if (kept->data && (store_now() - kept->at < good_for))
		data = shared_keep(kept->data);
	pthread_mutex_unlock(&w->lock);
	return data;
}

static void _keep(web_t *w, kept_t *kept, shared_t *data)
{
	shared_t *before;

	pthread_mutex_lock(&w->lock);
	before = kept->data;
	kept->data = shared_keep(data);
	kept->at = store_now();
	pthread_mutex_unlock(&w->lock);
	shared_drop(before);
}

/* By the worker. */
static void _ask(void *arg)
{
	asked_t *asked = arg;

	/* of many clients at once the first one has asked for all */
	if ((asked->data = _kept(asked->w, asked->kept, asked->good_for)))
		return;
	if ((asked->data = asked->ask(&asked->a)))
		_keep(asked->w, asked->kept, asked->data);
}

static void _drop(void *arg)
{
	asked_t *asked = arg;

	shared_drop(asked->data);
	answer_free(&asked->a);
	free(asked);
}

shared_t *kept_get(web_t *w, kept_t *kept, int64_t good_for, kept_fn ask,
		   reply_t *r)
{
	shared_t *data = _kept(w, kept, good_for);
	asked_t *asked;
	store_rc_t rc;

	if (data)
		return data;
	if (!(asked = calloc(1, sizeof(*asked)))) {
		reply_json(r, 500, NULL);
		return NULL;
	}
	*asked = (asked_t) { .w = w, .kept = kept, .good_for = good_for,
			     .ask = ask };
	rc = store_do(w->store, _ask, false, asked, _drop, WEB_PATIENCE);
	if (rc != STORE_DONE) {
		reply_wrong(r, WRONG_BUSY);
		if (rc == STORE_FULL)
			_drop(asked);
		return NULL;
	}
	if (!(data = shared_keep(asked->data)))
		reply_failed(r, &asked->a, NULL, NULL);
	_drop(asked);
	return data;
}
