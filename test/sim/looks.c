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

#define BOOKINGS 512

/* A booking as it was before a request. */
typedef struct {
	char name[64];
	uint64_t place;
} was_t;

static was_t was[BOOKINGS];
static size_t was_cnt;

static uint64_t _place_of(const view_resv_t *v)
{
	const booking_t *b = v->booking;
	uint64_t digest = CONTENT_EMPTY;

	digest = content_digest(digest, &v->start, sizeof(v->start));
	digest = content_digest(digest, &v->end, sizeof(v->end));
	return content_digest(digest, b->nodes ? b->nodes : "",
			      b->nodes ? strlen(b->nodes) : 0);
}

/* Held offers end when their user asks for anything. */
static bool _counts(const view_resv_t *v)
{
	return v->booking && !v->booking->hold_until;
}

static void _note_booking(view_resv_t *v, void *arg)
{
	(void) arg;
	if (!_counts(v) || (was_cnt == BOOKINGS))
		return;
	snprintf(was[was_cnt].name, sizeof(was[0].name), "%s", v->name);
	was[was_cnt++].place = _place_of(v);
}

static void _note_bookings(void)
{
	was_cnt = 0;
	view_each(office, _note_booking, NULL);
}

/* RET a booking that is elsewhere, or gone, since _note_bookings(), from the
 * index on; or was_cnt */
static size_t _next_moved(size_t i)
{
	for (; i < was_cnt; i++) {
		const view_resv_t *v = view_find(office, was[i].name);

		if (!v || !v->booking || (_place_of(v) != was[i].place))
			break;
	}
	return i;
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

/* What was told; its places are checked. */
static char *told;

/* RET false: the line has no such key */
static bool _time_of(const char *line, const char *key, time_t *ret)
{
	const char *at = strstr(line, key);

	if (!at)
		return false;
	*ret = (time_t) strtoll(at + strlen(key), NULL, 10);
	return true;
}

/* Is a booking where its line, which is cut, says? A deleted one has no start. */
static void _check_line(const char *line, const char *key)
{
	const char *at = strstr(line, key), *on = strstr(line, " on=");
	time_t start, end;
	view_resv_t *v;
	char name[64];

	snprintf(name, sizeof(name), "%.*s",
		 (int) strcspn(at + strlen(key), " "), at + strlen(key));
	if (!_time_of(line, " start=", &start) ||
	    !_time_of(line, " end=", &end))
		return;
	v = view_find(office, name);
	if (v && (v->start <= world->now))
		start = (start == v->attrs.first_start) ? v->start : 0;
	if (!v || !v->booking || (v->start != start) || (v->end != end))
		world_fail("%s is from %lld to %lld, not where a look has told it: %s",
			   name, v ? (long long) v->start : 0,
			   v ? (long long) v->end : 0, line);
	if (on && (strlen(v->booking->nodes) != strcspn(on + 4, " ") ||
		   strncmp(on + 4, v->booking->nodes, strcspn(on + 4, " "))))
		world_fail("%s has other nodes than a look has told: %s, %s",
			   name, v->booking->nodes, line);
}

/* Each booking that has moved was told, to who sees it. */
static void _check_untold(const asked_t *a)
{
	for (size_t i = _next_moved(0); i < was_cnt; i = _next_moved(i + 1)) {
		char key[80];

		snprintf(key, sizeof(key), "=%s ", was[i].name);
		if (!strstr(told, key))
			world_fail("%s has moved for %s, and no look has told it: %s",
				   was[i].name, a->name, told);
	}
}

static void _check_told(void)
{
	char *next, *line = strtok_r(told, "\n", &next);

	for (; line; line = strtok_r(NULL, "\n", &next))
		if (!strncmp(line, "garq-plan=", 10))
			_check_line(line, " name=");
		else if (!strncmp(line, "garq-move=", 10))
			_check_line(line, " booking=");
}

void looks_before(asked_t *a)
{
	request_t r;
	ask_t look = { .verb = a->ask.verb, .request = &r, .uid = a->uid,
		       .now = world->now };
	const char *token;
	uint32_t held;

	/* others may be served between two turns */
	if (!world->weather.looks || world->weather.turns || (world->last_name % 2) ||
	    (a->kind == ASKED_QUERY) || a->native || !a->request.name)
		return;
	if (!plugin_sync())	/* also a deletion, which does that itself */
		world_fail("the view can't be synced");
	_note_bookings();
	held = offers_count_held(office);
	r = request_copy(&a->request);
	_look(a, &look);
	if (_next_moved(0) < was_cnt)
		world_fail("a look at %s has changed something", a->name);
	if (look.looked && (offers_count_held(office) != held))
		world_fail("a look at %s has changed what is held", a->name);
	token = look.looked ? strstr(look.text, " token=") : NULL;
	if (look.looked && !token)
		world_fail("a look at %s has no token", a->name);
	if (token) {
		char *front = text_printf("plan:%.12s:", token + 7);

		_set_front(&a->request, front);
		free(front);
		told = text_dup(look.text);
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
	if (told && !a->rc) {
		_check_untold(a);
		_check_told();
	}
	free_null(told);
}
