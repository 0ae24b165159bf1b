/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/ctl/mine.h"
#include "contrib/web/json/booking_json.h"
#include "contrib/web/json/nodes_json.h"
#include "contrib/web/json/offers_json.h"
#include "contrib/web/json/reply.h"
#include "contrib/web/store/snapshot.h"

/* A text of an object that is taken over. RET NULL: memory is short */
static char *_text(json_t *object)
{
	char *text = reply_dumps(object);

	json_decref(object);
	return text;
}

/* --- entries ------------------------------------------------------------------- */

static int _by_start(const void *x, const void *y)
{
	const entry_t *a = x, *b = y;

	if (a->start != b->start)
		return (a->start > b->start) ? 1 : -1;
	return strcmp(a->name, b->name);
}

/* A text without its last brace, behind which the revision is put. */
static bool _set_text(entry_t *e, const char *name, json_t *object)
{
	e->name = strdup(name);
	e->text = _text(object);
	if (e->text)
		e->text[strlen(e->text) - 1] = '\0';
	return e->name && e->text;
}

static bool _add_reservation(snapshot_t *s, const reserve_info_t *r,
			     const char *me, time_t now)
{
	entry_t *e = &s->entries[s->entry_cnt++];

	*e = (entry_t) {
		.mine = me && mine_names_me(r), .start = r->start_time,
		.end = r->end_time, .r = r,
	};
	return _set_text(e, r->name ? r->name : "",
			 booking_json(r, s->seen.seen.garq, e->mine, now));
}

static bool _add_held(snapshot_t *s, const offer_t *o, const char *me,
		      time_t now)
{
	entry_t *e = &s->entries[s->entry_cnt++];

	*e = (entry_t) {
		.offer = true, .start = o->start, .end = o->end,
		.mine = me && (!o->has_uid || (o->uid == getuid())),
	};
	return _set_text(e, o->name, booking_json_offer(o, e->mine, now));
}

static bool _add_offer(snapshot_t *s, const offer_t *o, json_t *object)
{
	offer_entry_t *e = &s->offers[s->offer_cnt++];

	e->name = strdup(o->name);
	e->request = offers_request(o->name);
	e->text = reply_dumps(object);
	return e->name && e->request && e->text;
}

/* RET false if memory is short */
static bool _add_standing(snapshot_t *s, const char *me)
{
	json_t *all = standers_json(&s->seen.seen.offers, me);

	s->standing = reply_dumps(all);
	json_decref(all);
	return s->standing;
}

/* The entry must be shown otherwise from the next of these times on. */
static void _note_change(snapshot_t *s, time_t at, time_t now)
{
	if ((at > now) && (!s->changes_at || (at < s->changes_at)))
		s->changes_at = at;
}

static bool _fill_entries(snapshot_t *s, const char *me, time_t now)
{
	const reserve_info_msg_t *all = s->seen.seen.all;
	const offers_t *offers = &s->seen.seen.offers;
	json_t *objects;
	bool ok;

	s->entries = calloc(all->record_count + offers->cnt + 1,
			    sizeof(*s->entries));
	s->offers = calloc(offers->cnt + 1, sizeof(*s->offers));
	objects = offers_json(offers, me);
	ok = s->entries && s->offers && objects && _add_standing(s, me);
	for (uint32_t i = 0; ok && (i < all->record_count); i++)
		ok = _add_reservation(s, &all->reservation_array[i], me, now);
	for (size_t i = 0; ok && (i < offers->cnt); i++) {
		const offer_t *o = &offers->list[i];

		_note_change(s, o->until, now);
		if (o->until > now)
			ok = _add_offer(s, o, json_array_get(objects, i)) &&
			     (!o->held || _add_held(s, o, me, now));
	}
	json_decref(objects);
	if (!ok)
		return false;
	qsort(s->entries, s->entry_cnt, sizeof(*s->entries), _by_start);
	for (size_t i = 0; i < s->entry_cnt; i++) {
		_note_change(s, s->entries[i].start, now);
		_note_change(s, s->entries[i].end, now);
	}
	return true;
}

/* --- nodes ----------------------------------------------------------------------- */

static uint64_t _hash(uint64_t hash, const char *text)
{
	/* FNV-1a */
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char) *text) * 0x100000001b3u;
	return hash * 0x100000001b3u;
}

static void _hash_node(node_texts_t *t, const gantt_node_t *seen,
		       const node_info_t *n, const char *text)
{
	t->hash = _hash(t->hash, text);
	t->shape_hash = _hash(t->shape_hash, n->name);
	t->shape_hash = _hash(t->shape_hash, seen->partition);
	t->shape_hash = _hash(t->shape_hash, seen->down ? "down" : n->reason);
}

static void _drop_texts(void *data)
{
	node_texts_t *t = data;

	for (size_t i = 0; i < t->cnt; i++)
		free(t->nodes[i]);
	free(t->nodes);
	free(t->partitions);
	free(t);
}

static bool _fill_texts(node_texts_t *t, const gantt_seen_t *seen)
{
	const node_info_msg_t *all = seen->nodes;

	t->partitions = _text(nodes_json_partitions(seen->partitions));
	t->nodes = calloc(all ? all->record_count + 1 : 1, sizeof(*t->nodes));
	if (!t->partitions || !t->nodes)
		return false;
	t->hash = t->shape_hash = _hash(0xcbf29ce484222325u, t->partitions);
	for (uint32_t i = 0; all && (i < all->record_count); i++) {
		const node_info_t *n = &all->node_array[i];
		const gantt_node_t *node = &seen->input.nodes[i];

		/* planned nodes have no name */
		if (n->name && n->name[0] &&
		    !(t->nodes[i] = _text(nodes_json_node(n, i,
						node->partition,
						seen->partitions))))
			return false;
		t->cnt = i + 1;
		_hash_node(t, node, n, t->nodes[i]);
	}
	return true;
}

/* Thousands of nodes take longer than all else, and change less often. */
static bool _fill_nodes(snapshot_t *s, const snapshot_t *before)
{
	node_texts_t *t;

	if (before && (before->records.nodes == s->records.nodes) &&
	    (before->records.partitions == s->records.partitions)) {
		s->texts = shared_keep(before->texts);
	} else if ((t = calloc(1, sizeof(*t)))) {
		if (_fill_texts(t, &s->seen))
			s->texts = shared_make(t, _drop_texts);
		else
			_drop_texts(t);
	}
	s->nodes = shared_data(s->texts);
	return s->nodes;
}

/* --- what has changed ---------------------------------------------------------------- */

const entry_t *snapshot_find(const snapshot_t *s, const char *name)
{
	for (size_t i = 0; i < s->entry_cnt; i++)
		if (!strcmp(s->entries[i].name, name))
			return &s->entries[i];
	return NULL;
}

static int _by_name(const void *x, const void *y)
{
	const entry_t *const *a = x, *const *b = y;
	int rc = strcmp((*a)->name, (*b)->name);

	return rc ? rc : (*a)->offer - (*b)->offer;
}

/* RET the entries in the order of their names, for free() */
static entry_t **_named(const snapshot_t *s)
{
	entry_t **all = calloc(s->entry_cnt + 1, sizeof(*all));

	for (size_t i = 0; all && (i < s->entry_cnt); i++)
		all[i] = &s->entries[i];
	if (all)
		qsort(all, s->entry_cnt, sizeof(*all), _by_name);
	return all;
}

/* An entry that is as it was keeps its revision; another one is younger. */
static void _date(entry_t *now, const entry_t *before, size_t *same)
{
	if (!strcmp(now->text, before->text)) {
		now->revision = before->revision;
		now->changed = before->changed;
		(*same)++;
	} else if (now->changed <= before->changed) {
		now->changed = before->changed + 1;
	}
}

/* RET false: memory is short */
static bool _keep_revisions(snapshot_t *s, const snapshot_t *before,
			    bool *ret_changed)
{
	entry_t **a = _named(s), **b = _named(before);
	size_t k = 0, same = 0;
	bool ok = a && b;

	for (size_t i = 0; ok && (i < s->entry_cnt); i++) {
		while ((k < before->entry_cnt) && (_by_name(&b[k], &a[i]) < 0))
			k++;
		if ((k < before->entry_cnt) && !_by_name(&b[k], &a[i]))
			_date(a[i], b[k], &same);
	}
	if ((same < s->entry_cnt) || (same < before->entry_cnt))
		*ret_changed = true;
	free(a);
	free(b);
	return ok;
}

bool snapshot_gone(const snapshot_t *before, const snapshot_t *now,
		   void (*fn)(void *arg, const char *name), void *arg)
{
	entry_t **a = _named(before), **b = _named(now);
	bool ok = a && b;
	size_t k = 0;

	for (size_t i = 0; ok && (i < before->entry_cnt); i++) {
		while ((k < now->entry_cnt) &&
		       (strcmp(b[k]->name, a[i]->name) < 0))
			k++;
		if ((k == now->entry_cnt) || strcmp(b[k]->name, a[i]->name))
			fn(arg, a[i]->name);
	}
	free(a);
	free(b);
	return ok;
}

static bool _same_offers(const snapshot_t *a, const snapshot_t *b)
{
	if ((a->offer_cnt != b->offer_cnt) || strcmp(a->standing, b->standing))
		return false;
	for (size_t i = 0; i < a->offer_cnt; i++)
		if (strcmp(a->offers[i].text, b->offers[i].text))
			return false;
	return true;
}

static void _touch(const snapshot_t *s, entry_t *e)
{
	e->revision = s->revision;
	e->changed = s->made;
}

static bool _compare(snapshot_t *s, const snapshot_t *before, bool *ret_changed)
{
	*ret_changed = !before;
	s->revision = before ? before->revision + 1 : 1;
	for (size_t i = 0; i < s->entry_cnt; i++)
		_touch(s, &s->entries[i]);
	s->offers_revision = s->nodes_revision = s->shape_revision = s->revision;
	if (!before)
		return true;
	if (_same_offers(s, before))
		s->offers_revision = before->offers_revision;
	if (s->nodes->hash == before->nodes->hash)
		s->nodes_revision = before->nodes_revision;
	if (s->nodes->shape_hash == before->nodes->shape_hash)
		s->shape_revision = before->shape_revision;
	*ret_changed = (s->offers_revision == s->revision) ||
		       (s->nodes_revision == s->revision) ||
		       (s->shape_revision == s->revision);
	return _keep_revisions(s, before, ret_changed);
}

/* --- the whole ------------------------------------------------------------------------ */

static void _share(snapshot_t *s, const records_t *r)
{
	const offers_t *offers = shared_data(r->offers);

	s->records = *r;
	s->records.reservations = shared_keep(r->reservations);
	s->records.offers = shared_keep(r->offers);
	s->records.nodes = shared_keep(r->nodes);
	s->records.partitions = shared_keep(r->partitions);
	s->seen.seen.all = shared_data(r->reservations);
	s->seen.seen.garq = r->settings.garq;
	s->seen.seen.hides = r->settings.hides;
	if (offers)
		s->seen.seen.offers = *offers;
	s->seen.nodes = shared_data(r->nodes);
	s->seen.partitions = shared_data(r->partitions);
}

snapshot_t *snapshot_make(const records_t *r, const char *me,
			  const snapshot_t *before, bool *ret_changed)
{
	snapshot_t *s = calloc(1, sizeof(*s));
	time_t now;

	if (!s)
		return NULL;
	_share(s, r);
	s->made = time(NULL);
	now = s->made + r->settings.ahead;
	if (gantt_seen_fill(&s->seen, now, now + SNAPSHOT_AHEAD) &&
	    _fill_entries(s, me, now) && _fill_nodes(s, before) &&
	    _compare(s, before, ret_changed))
		return s;
	snapshot_drop(s);
	return NULL;
}

void snapshot_drop(void *snapshot)
{
	snapshot_t *s = snapshot;

	if (!s)
		return;
	for (size_t i = 0; i < s->entry_cnt; i++) {
		free(s->entries[i].name);
		free(s->entries[i].text);
	}
	for (size_t i = 0; i < s->offer_cnt; i++) {
		free(s->offers[i].name);
		free(s->offers[i].request);
		free(s->offers[i].text);
	}
	free(s->entries);
	free(s->offers);
	free(s->standing);
	shared_drop(s->texts);
	gantt_input_free(&s->seen.input);
	records_free(&s->records);
	free(s);
}
