/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/web/json/offers_json.h"

char *offers_request(const char *offer)
{
	const char *dot = strrchr(offer, '.');

	return strndup(offer, dot ? (size_t) (dot - offer) : strlen(offer));
}

/* The name of a user, or the number if there is none. RET buf */
static const char *_user(uint32_t uid, char buf[256])
{
	struct passwd pw, *found = NULL;
	char room[4096];

	if (!getpwuid_r(uid, &pw, room, sizeof(room), &found) && found)
		snprintf(buf, 256, "%s", pw.pw_name);
	else
		snprintf(buf, 256, "%u", uid);
	return buf;
}

static json_t *_offer(const offer_t *o, const char *me)
{
	char *request = offers_request(o->name), name[256] = "";
	json_t *user = o->has_uid ? json_string(_user(o->uid, name)) :
				    json_null();
	json_t *one;

	/* where the controller says nobody, it has made it for this request */
	one = json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:s?, s:I, s:b, s:o, s:b}",
			"name", o->name, "request", request ? request : "",
			"kind", o->kind, "words", o->words,
			"start", (json_int_t) o->start,
			"end", (json_int_t) o->end,
			"duration", (json_int_t) (o->end - o->start),
			"node_count", (json_int_t) o->nodes,
			"cost", o->has_cost ? json_real(o->cost) : json_null(),
			"unit", o->unit, "expires", (json_int_t) o->until, "held", (int) o->held,
			"user", user,
			"mine", me && (!o->has_uid || !strcmp(me, name)));
	free(request);
	return one;
}

/* Append an object to a list, which is destroyed if memory is short. RET the list */
static json_t *_append(json_t *all, json_t *one)
{
	if (!all || !json_array_append_new(all, one))
		return all;
	json_decref(all);
	return NULL;
}

json_t *offers_json(const offers_t *offers, const char *me)
{
	json_t *all = json_array();

	for (size_t i = 0; all && (i < offers->cnt); i++)
		all = _append(all, _offer(&offers->list[i], me));
	return all;
}

static json_t *_stander(const stander_t *s, const char *me)
{
	char name[256];
	const char *user = _user(s->uid, name);

	return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:I, s:I, s:s, s:b, s:s?}",
			 "name", s->name, "place", (json_int_t) s->place,
			 "of", (json_int_t) s->of, "node_count",
			 (json_int_t) s->nodes, "duration",
			 (json_int_t) s->duration, "start",
			 (json_int_t) s->start, "until", (json_int_t) s->until,
			 "since", (json_int_t) s->since, "mode", s->mode,
			 "asked", (json_int_t) s->asked, "agreed",
			 (json_int_t) s->agreed, "user", user, "mine", me && !strcmp(me, user), "why",
			 s->why);
}

json_t *standers_json(const offers_t *offers, const char *me)
{
	json_t *all = json_array();

	for (size_t i = 0; all && (i < offers->stander_cnt); i++)
		all = _append(all, _stander(&offers->standers[i], me));
	return all;
}
