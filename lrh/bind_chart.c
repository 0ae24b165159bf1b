/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_chart.c - the holds of each node, for a stretch of time; see
 * bind_chart.h
 *
 * The machine is walked once, in order of start, as far as needed. Its holds
 * and those of the lies are merged into a list for each node. As items come in
 * order of their start, no list is read twice.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/grow.h"
#include "lrh/bind_chart.h"

#define ROOM_FIRST 256	/* holds */

/*
 * Holds of one walk at least. The next walk passes the holds that have not
 * ended by then once more: at most one for each node of the machine.
 */
#define WALK(nodes) (4096 + ((nodes) / 2))

int lrh_chart_init(struct lrh_chart *c, const struct lrh_bind *bind, time_t t0)
{
	*c = (struct lrh_chart) { .bind = bind, .t0 = t0, .loaded = t0 };
	c->track = calloc(bind->size, sizeof(*c->track));
	c->all = garq_set_create(bind->size);
	if (!c->track || !c->all) {
		errno = ENOMEM;
		return -1;
	}
	for (uint32_t i = 0; i < bind->size; i++) {
		garq_set_add(c->all, i);
		c->track[i].first = c->track[i].last = LRH_NONE;
	}
	lrh_chart_rewind(c);
	return 0;
}

void lrh_chart_free(struct lrh_chart *c)
{
	free(c->hold);
	free(c->track);
	garq_set_destroy(c->all);
}

void lrh_chart_rewind(struct lrh_chart *c)
{
	lrh_step(c->bind->meter, c->bind->size);
	for (uint32_t i = 0; i < c->bind->size; i++) {
		struct lrh_track *t = &c->track[i];

		t->passed = t->owner = LRH_NONE;
		t->fixed_until = t->until = t->before = 0;
		t->seen = false;
	}
}

/* Loading */

/* Add a hold, in no list yet. RET the hold, or NULL with errno ENOMEM */
static struct lrh_hold *_add_hold(struct lrh_chart *c)
{
	lrh_step(c->bind->meter, 1);
	if (GARQ_GROW(c->hold, (size_t) c->cnt + 1, ROOM_FIRST, &c->room) < 0)
		return NULL;
	return &c->hold[c->cnt++];
}

static void _link_hold(struct lrh_chart *c, uint32_t i)
{
	struct lrh_track *t = &c->track[c->hold[i].node];

	c->hold[i].next = LRH_NONE;
	if (t->last == LRH_NONE)
		t->first = i;
	else
		c->hold[t->last].next = i;
	t->last = i;
}

/* Put the nodes of a lie into the lists. */
static int _put_lie(struct lrh_chart *c, const struct lrh_lie *lie)
{
	const garq_set_t *nodes = lie->pinned ? lie->class->nodes : lie->nodes;

	for (uint32_t i = nodes ? garq_set_next(nodes, 0) : c->bind->size;
	     i < c->bind->size; i = garq_set_next(nodes, i + 1)) {
		struct lrh_hold *hold = _add_hold(c);

		if (!hold)
			return -1;
		*hold = (struct lrh_hold) {
			.id = lie->id, .t_s = lie->t_s, .t_e = lie->t_e,
			.node = i,
			.fixed = lie->pinned || (lie->t_s < c->t0),
		};
		_link_hold(c, c->cnt - 1);
	}
	return 0;
}

/* Put the lies that come before (t_s, id). */
static int _put_lies(struct lrh_chart *c, time_t t_s, uint64_t id)
{
	const struct lrh_bind *bind = c->bind;

	for (; c->next_lie < bind->b->cnt_asked; c->next_lie++) {
		const struct lrh_lie *lie = bind->order[c->next_lie];

		if (!lrh_bind_before(lie->t_s, lie->id, t_s, id))
			return 0;
		if ((lie->t_e > c->t0) && (_put_lie(c, lie) < 0))
			return -1;
	}
	return 0;
}

struct load {
	struct lrh_chart *c;
	struct lrh_hold *hold;	/* in the order of the walk */
	uint32_t cnt;
	size_t room;
	time_t to;		/* the walk has all holds that begin before */
	bool failed;
};

/* A garq_nodes_fn: only collects, as it must not query the machine. */
static bool _collect(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	struct load *load = arg;

	lrh_step(load->c->bind->meter, 1);
	if (lrh_is_late(load->c->bind->meter)) {
		load->c->cut = true;
		return false;
	}
	/* an earlier walk has loaded this hold */
	if ((t_s < load->c->loaded) && (load->c->loaded > load->c->t0))
		return true;
	if ((load->cnt >= WALK(load->c->bind->size)) && (t_s > load->c->t0) &&
	    (t_s > load->hold[load->cnt - 1].t_s)) {
		load->to = t_s;
		return false;
	}
	load->failed = GARQ_GROW(load->hold, (size_t) load->cnt + 1, ROOM_FIRST,
				 &load->room) < 0;
	if (load->failed)
		return false;
	load->hold[load->cnt++] = (struct lrh_hold) {
		.id = id, .t_s = t_s, .t_e = t_e, .node = node,
	};
	return true;
}

static bool _is_fixed(const struct lrh_chart *c, uint64_t id)
{
	const struct lrh_booking *b = lrh_find(c->bind->l, id);

	lrh_step(c->bind->meter, b ? b->num_cn : 1);
	return !b || (b->start < c->t0) || !lrh_may_rebind(c->bind->l, b);
}

/*
 * Put the collected holds and the lies into the lists. RET 0, or -1 with errno
 * ENOMEM or ESTALE
 */
static int _put_holds(struct lrh_chart *c, const struct load *load)
{
	bool ignored = false, fixed = false;
	int rc;

	for (uint32_t i = 0; i < load->cnt; i++) {
		const struct lrh_hold *from = &load->hold[i];
		struct lrh_hold *hold;

		/* the nodes of a holder come in a row */
		if (!i || (from->id != from[-1].id)) {
			if ((rc = lrh_go_on(c->bind->meter)) < 0)
				return -1;
			if ((c->cut |= !rc))
				return 0;
			ignored = lrh_bind_ignores(c->bind, from->id);
			fixed = _is_fixed(c, from->id);
		}
		if (ignored)
			continue;
		hold = (_put_lies(c, from->t_s, from->id) < 0) ? NULL :
		       _add_hold(c);
		if (!hold)
			return -1;
		*hold = *from;
		hold->fixed = fixed;
		_link_hold(c, c->cnt - 1);
	}
	return 0;
}

/* Load the holds of one walk. RET 0, or -1 with errno ENOMEM */
static int _walk_holds(struct lrh_chart *c, time_t to)
{
	struct load load = { .c = c, .to = to };
	int rc = 0;

	lrh_reads(c->bind->meter, c->loaded);
	garq_nodes_each(garq_machine_nodes(c->bind->l->m), c->all, c->loaded,
			to, GARQ_NO_GROUP, _collect, &load);
	if (load.failed || (_put_holds(c, &load) < 0) ||
	    (_put_lies(c, load.to, 0) < 0)) {
		errno = ENOMEM;
		rc = -1;
	}
	free(load.hold);
	c->loaded = load.to;
	return rc;
}

int lrh_chart_load(struct lrh_chart *c, time_t to)
{
	while (!c->cut && (c->loaded < to)) {
		int rc = lrh_go_on(c->bind->meter);

		c->cut |= (rc == 0);
		if ((rc < 0) || (rc && _walk_holds(c, to)))
			return -1;
	}
	return 0;
}

/* Queries */

/* The hold after this one, or the first. */
static uint32_t _next_hold(const struct lrh_chart *c, const struct lrh_track *t,
			   uint32_t i)
{
	return (i == LRH_NONE) ? t->first : c->hold[i].next;
}

/* Pass the holds that start before an item, or are its own. */
static uint32_t _pass_holds(const struct lrh_chart *c, struct lrh_track *t,
			    const struct lrh_bind_item *item)
{
	uint32_t i = _next_hold(c, t, t->passed);

	for (; i != LRH_NONE; i = c->hold[i].next) {
		const struct lrh_hold *hold = &c->hold[i];

		lrh_step(c->bind->meter, 1);
		if (lrh_bind_before(item->t_s, item->id, hold->t_s, hold->id))
			break;
		if (hold->fixed)
			t->fixed_until = garq_later(t->fixed_until, hold->t_e);
		t->passed = i;
	}
	return i;
}

bool lrh_chart_look(struct lrh_chart *c, uint32_t node,
		    const struct lrh_bind_item *item, time_t *ret_old,
		    time_t *ret_gap)
{
	struct lrh_track *t = &c->track[node];
	uint32_t i = _pass_holds(c, t, item);

	*ret_old = *ret_gap = GARQ_FOREVER;
	if ((t->until > item->t_s) || (t->fixed_until > item->t_s))
		return false;
	for (; i != LRH_NONE; i = c->hold[i].next) {
		const struct lrh_hold *hold = &c->hold[i];

		lrh_step(c->bind->meter, 1);
		if (hold->fixed) {
			*ret_gap = hold->t_s;
			return hold->t_s >= item->t_e;
		}
		if (hold->t_s < item->t_e)
			*ret_old = garq_sooner(*ret_old, hold->t_s);
	}
	return true;
}

bool lrh_chart_clear(const struct lrh_chart *c, uint32_t node, uint64_t id,
		     time_t t_s, time_t t_e)
{
	uint32_t i = c->track[node].first;

	for (; (i != LRH_NONE) && (c->hold[i].t_s < t_e);
	     i = c->hold[i].next) {
		lrh_step(c->bind->meter, 1);
		if (c->hold[i].fixed && (c->hold[i].t_e > t_s) &&
		    (c->hold[i].id != id))
			return false;
	}
	return true;
}
