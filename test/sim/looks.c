/* SPDX-License-Identifier: GPL-2.0-or-later */
/* looks.c - see looks.h */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "plugin/ledger/record/content.h"
#include "test/sim/host.h"
#include "test/sim/looks.h"

/* Held offers end when their user asks for anything. */
static void _add_booking(view_resv_t *v, void *arg)
{
	const booking_t *b = v->booking;
	uint64_t *sum = arg;
	uint64_t digest = CONTENT_EMPTY;

	if (!b || b->hold_until)
		return;
	digest = content_digest(digest, v->name, strlen(v->name));
	digest = content_digest(digest, &b->start, sizeof(b->start));
	digest = content_digest(digest, &b->end, sizeof(b->end));
	digest = content_digest(digest, &b->not_before, sizeof(b->not_before));
	digest = content_digest(digest, b->nodes ? b->nodes : "",
				b->nodes ? strlen(b->nodes) : 0);
	*sum += digest;
}

static uint64_t _digest(void)
{
	uint64_t sum = 0;

	view_each(office, _add_booking, &sum);
	return sum;
}

static void _set_front(request_t *r, const char *front)
{
	char *name = text_printf("%s%s", front, r->name ? r->name : "");

	free(r->name);
	r->name = name;
}

static void _look(const asked_t *a, ask_t *look)
{
	_set_front(look->request, "plan:lines:");
	if (host_look_up(look->request) || serve_name(office, look))
		return;
	look->known.users = serve_users(office, look);
	if (host_look_up(&look->known))
		return;
	office->may_delete = holds_possible(office) ||
			     (a->kind == ASKED_REMOVE);
	(void) serve(office, look);
	office->may_delete = false;
}

void looks_before(asked_t *a)
{
	request_t r;
	ask_t look = { .verb = a->ask.verb, .request = &r, .uid = a->uid,
		       .now = world->now };
	const char *token;
	uint64_t before;

	/* others may be served between two turns */
	if (!world->weather.looks || world->weather.turns || (world->stats.requests % 2) ||
	    (a->kind == ASKED_QUERY) || a->native || !a->request.name)
		return;
	if (!plugin_sync())	/* also a deletion, which does that itself */
		world_fail("the view can't be synced");
	before = _digest();
	r = request_copy(&a->request);
	_look(a, &look);
	if (_digest() != before)
		world_fail("a look at %s has changed something", a->name);
	token = look.looked ? strstr(look.text, " token=") : NULL;
	if (look.looked && !token)
		world_fail("a look at %s has no token", a->name);
	if (token) {
		char *front = text_printf("plan:%.12s:", token + 7);

		_set_front(&a->request, front);
		free(front);
	}
	world->stats.looks += look.looked;
	(void) plugin_finish(&look);
	ask_free(&look);
	request_free(&r);
}

void looks_after(const asked_t *a)
{
	if (a->ask.text && strstr(a->ask.text, "have changed since plan"))
		world_fail("%s: what a look has told is not what happens: %s",
			   a->name, a->ask.text);
}
