/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_edge.c - left edge: later bookings are bound again.
 *
 * In order of their start (the paper's recombination, 2.3.2) each item gets its
 * nodes beside the earlier items: an earlier item that conflicts with it does
 * so at its first second. See the proof in bind.c.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/grow.h"
#include "lrh/bind_edge.h"
#include "lrh/bind_swap.h"

#define ITEMS_FIRST 64

/* A node and its rating: the lowest key is best. */
struct lrh_bind_choice {
	uint64_t key[2];
	uint32_t node;
};

/* Items */

static struct lrh_bind_item _item_of_lie(struct lrh_lie *lie)
{
	return (struct lrh_bind_item) {
		.id = lie->id, .t_s = lie->t_s, .t_e = lie->t_e, .lie = lie,
		.class = lie->class, .share = lie->share,
		.own = lie->nodes ? lie->nodes :
			lie->booking ? lie->booking->nodes : NULL,
	};
}

static struct lrh_bind_item _item_of_booking(const struct lrh_booking *b)
{
	return (struct lrh_bind_item) {
		.id = b->id, .t_s = b->start, .t_e = garq_end(b->start, b->t_e),
		.booking = b, .class = b->class, .share = b->share,
		.own = b->nodes,
	};
}

/* True if the item is a lie that has no nodes yet. */
static bool _is_lost(const struct lrh_bind_item *item)
{
	return item->lie && !item->lie->nodes;
}

/* RET the number of the new item, or LRH_NONE with errno ENOMEM */
static uint32_t _add_item(struct lrh_run *run, const struct lrh_bind_item *item)
{
	if (GARQ_GROW(run->item, (size_t) run->cnt + 1, ITEMS_FIRST,
		      &run->room) < 0)
		return LRH_NONE;
	run->item[run->cnt] = *item;
	return run->cnt++;
}

static void _clear_items(struct lrh_run *run)
{
	for (uint32_t i = 0; i < run->cnt; i++)
		garq_set_destroy(run->item[i].nodes);
	run->cnt = 0;
}

/* Keeping */

/*
 * Check whether all own nodes of an item are free. Only fixed holds of lies can
 * conflict with it, as it was beside the others before.
 * RET 1; 0: no, or no step is left; -1 with errno ESTALE
 */
static int _can_keep(struct lrh_run *run, const struct lrh_bind_item *item)
{
	const struct lrh_chart *c = &run->chart;
	const garq_set_t *own = item->own;

	lrh_step(c->bind->meter, garq_set_count(own));
	GARQ_SET_EACH(i, own) {
		int rc = lrh_go_on(c->bind->meter);

		if (rc != 1)
			return rc;
		if ((c->track[i].until > item->t_s) ||
		    !lrh_chart_clear(c, i, item->id, item->t_s, item->t_e))
			return 0;
	}
	return 1;
}

static void _keep_nodes(struct lrh_run *run, uint32_t i)
{
	const garq_set_t *own = run->item[i].own;

	GARQ_SET_EACH(node, own)
		lrh_run_take(run, i, node);
}

/* Choosing */

/*
 * Two ways to choose nodes. Normally an item keeps its own nodes, or takes
 * nodes on which it hits no old place: so most items stay. In a tight run, up
 * to the time where nodes were too few, items fill the gaps before fixed holds,
 * so that long gaps are left.
 */
static bool _is_tight(const struct lrh_run *run,
		      const struct lrh_bind_item *item)
{
	return item->t_s < run->tight;
}

static void _judge_choice(const struct lrh_run *run,
			  const struct lrh_bind_item *item,
			  struct lrh_bind_choice *choice, time_t old,
			  time_t gap)
{
	time_t left = item->t_s - garq_later(
		run->chart.track[choice->node].until,
		run->chart.track[choice->node].fixed_until);
	/* best: no old place is hit; then: the latest old place */
	uint64_t far = (old >= item->t_e) ? 0 : (uint64_t) (GARQ_FOREVER - old);

	bool own = item->own && garq_set_test(item->own, choice->node);

	if (_is_tight(run, item)) {
		choice->key[0] = (uint64_t) gap;
		choice->key[1] = own ? 0 : 1 + (uint64_t) left;
	} else if (own) {
		choice->key[0] = choice->key[1] = 0;
	} else {
		choice->key[0] = 1 + far;
		choice->key[1] = (uint64_t) gap;
	}
}

static int _by_key(const void *a, const void *b)
{
	const struct lrh_bind_choice *x = a, *y = b;

	for (int i = 0; i < 2; i++)
		if (x->key[i] != y->key[i])
			return (x->key[i] < y->key[i]) ? -1 : 1;
	return (x->node < y->node) ? -1 : (x->node > y->node);
}

/*
 * OUT ret_cnt - number of nodes that the item could have: in run->choice, best
 *	first
 * RET 1; 0: no step is left; -1 with errno ESTALE
 */
static int _choices(struct lrh_run *run, const struct lrh_bind_item *item,
		    const struct lrh_need *need, uint32_t *ret_cnt)
{
	struct lrh_meter *meter = run->chart.bind->meter;
	const garq_set_t *set = item->class->nodes;
	uint32_t cnt = 0;

	lrh_step(meter, garq_set_count(set));
	GARQ_SET_EACH(node, set) {
		struct lrh_bind_choice *choice = &run->choice[cnt];
		time_t old, gap;
		int rc = lrh_go_on(meter);

		if (rc != 1)
			return rc;
		if (!need->pool[lrh_pool(run->chart.bind->l, node)] ||
		    !lrh_chart_look(&run->chart, node, item, &old, &gap))
			continue;
		choice->node = node;
		_judge_choice(run, item, choice, old, gap);
		cnt++;
	}
	qsort(run->choice, cnt, sizeof(*run->choice), _by_key);
	*ret_cnt = cnt;
	return 1;
}

/* Get missing nodes by exchanges with other items. RET as _choose() */
static int _swap_nodes(struct lrh_run *run, uint32_t i, struct lrh_need *need)
{
	for (uint32_t p = 0; p < GARQ_POOLS_MAX; p++) {
		for (; need->pool[p]; need->pool[p]--) {
			int rc = lrh_run_swap(run, i, p);

			if (rc != 1)
				return rc;
		}
	}
	return 1;
}

static time_t _end_of_sight(const struct lrh_run *run,
			    const struct lrh_bind_item *item)
{
	return !_is_tight(run, item) ? item->t_e :
		garq_end(item->t_e, run->chart.bind->l->longest_t_e);
}

/* RET 1; 0 if too few nodes are free; or -1 with errno ENOMEM */
static int _choose(struct lrh_run *run, uint32_t i)
{
	struct lrh_bind_item *item = &run->item[i];
	struct lrh_need need = lrh_need(item->class, item->share);
	uint32_t cnt;
	int rc;

	item->nodes = garq_set_create(run->chart.bind->size);
	if (!item->nodes ||
	    (lrh_chart_load(&run->chart, _end_of_sight(run, item)) < 0))
		return -1;
	if ((rc = _choices(run, item, &need, &cnt)) != 1)
		return rc;
	for (uint32_t k = 0; k < cnt; k++) {
		uint32_t node = run->choice[k].node;
		uint32_t *left = &need.pool[
			lrh_pool(run->chart.bind->l, node)];

		if (*left) {
			lrh_run_take(run, i, node);
			(*left)--;
		}
	}
	return _swap_nodes(run, i, &need);
}

/* From left to right */

/* No fixed hold may be on the nodes of a pinned item; others avoid them. */
static int _place_pinned(struct lrh_run *run, const struct lrh_bind_item *item)
{
	const garq_set_t *set = item->class->nodes;

	if (lrh_chart_load(&run->chart, item->t_e) < 0)
		return -1;
	GARQ_SET_EACH(node, set) {
		int rc = lrh_go_on(run->chart.bind->meter);

		if (rc != 1)
			return rc;
		if (!lrh_chart_clear(&run->chart, node, item->id, item->t_s,
				     item->t_e))
			return 0;
	}
	return 1;
}

static int _place_item(struct lrh_run *run, const struct lrh_bind_item *item)
{
	uint32_t i;
	int rc;

	if (item->lie && item->lie->pinned)
		return _is_lost(item) ? _place_pinned(run, item) : 1;
	if ((i = _add_item(run, item)) == LRH_NONE)
		return -1;
	if (!_is_tight(run, item) && !_is_lost(item)) {
		if (lrh_chart_load(&run->chart, item->t_e) < 0)
			return -1;
		if ((rc = _can_keep(run, item)) < 0)
			return -1;
		if (rc) {
			_keep_nodes(run, i);
			return 1;
		}
	}
	return _choose(run, i);
}

/*
 * Go on to the first booking at *pos or later that may be bound again. RET 0,
 * or -1 with errno ESTALE
 */
static int _pass_bookings(const struct lrh_bind *bind, uint32_t *pos)
{
	const struct lrh *l = bind->l;

	for (; *pos < l->cnt; (*pos)++) {
		const struct lrh_booking *b = l->by_start[*pos];

		if (lrh_pause(bind->meter))
			return -1;
		lrh_step(bind->meter, b->num_cn);
		if (!lrh_bind_ignores(bind, b->id) && lrh_may_rebind(l, b))
			return 0;
	}
	return 0;
}

/* The next item, where pos has gone on. RET false if there are no more */
static bool _next_item(const struct lrh_bind *bind, uint32_t *pos,
		       uint32_t *lie, struct lrh_bind_item *ret_item)
{
	const struct lrh_booking *b = (*pos < bind->l->cnt) ?
		bind->l->by_start[*pos] : NULL;
	struct lrh_lie *l = (*lie < bind->b->cnt_asked) ? bind->order[*lie] :
		NULL;

	if (b && (!l || lrh_bind_before(b->start, b->id, l->t_s, l->id))) {
		*ret_item = _item_of_booking(b);
		(*pos)++;
		return true;
	}
	if (!l)
		return false;
	*ret_item = _item_of_lie(l);
	(*lie)++;
	return true;
}

/*
 * RET 1; 0 if an item finds too few nodes; or -1 with errno ENOMEM
 * OUT ret_failed - when that item ends
 */
static int _run_items(struct lrh_run *run, time_t *ret_failed)
{
	const struct lrh_bind *bind = run->chart.bind;
	uint32_t pos = lrh_start_at(bind->l, run->chart.t0), lie = 0;
	struct lrh_bind_item item = { .t_e = 0 };
	int rc = 1;

	_clear_items(run);
	lrh_chart_rewind(&run->chart);
	run->end = 0;
	for (uint32_t i = 0; i < bind->b->cnt_asked; i++) {
		if (bind->order[i]->t_s < run->chart.t0)
			lie = i + 1;
		if (!bind->order[i]->nodes)
			run->end = garq_later(run->end, bind->order[i]->t_e);
	}
	while (rc == 1) {
		if (lrh_pause(bind->meter) || _pass_bookings(bind, &pos))
			return -1;
		if (!_next_item(bind, &pos, &lie, &item) ||
		    (item.t_s >= run->end))
			break;
		rc = lrh_is_late(bind->meter) ? 0 : _place_item(run, &item);
	}
	*ret_failed = item.t_e;
	return ((rc == 1) && run->chart.cut) ? 0 : rc;
}

/* The answer */

static bool _has_moved(const struct lrh_bind_item *item)
{
	return item->booking && item->nodes &&
	       !garq_set_equal(item->nodes, item->own);
}

/* Make room for the items that moved, and give pinned lies their nodes. */
static int _reserve(struct lrh_run *run)
{
	struct lrh_binding *b = run->chart.bind->b;
	size_t room = b->cnt_asked;
	struct lrh_lie *lie;

	for (size_t i = 0; i < b->cnt_asked; i++) {
		lie = &b->lie[i];
		if (lie->pinned && !lie->nodes &&
		    !(lie->nodes = garq_set_copy(lie->class->nodes)))
			return -1;
	}
	for (uint32_t i = 0; i < run->cnt; i++)
		room += _has_moved(&run->item[i]);
	if (room <= b->room)
		return 0;
	lie = reallocarray(b->lie, room, sizeof(*lie));
	if (!lie) {
		errno = ENOMEM;
		return -1;
	}
	/* b->lie may have moved */
	for (uint32_t i = 0; i < run->cnt; i++)
		if (run->item[i].lie)
			run->item[i].lie = lie + (run->item[i].lie - b->lie);
	b->lie = lie;
	b->room = room;
	return 0;
}

static void _put_result(struct lrh_run *run, struct lrh_bind_item *item)
{
	struct lrh_binding *b = run->chart.bind->b;

	if (item->lie && item->nodes) {
		garq_set_destroy(item->lie->nodes);
		item->lie->nodes = item->nodes;
		item->nodes = NULL;
	} else if (_has_moved(item)) {
		b->lie[b->cnt++] = (struct lrh_lie) {
			.id = item->id, .booking = item->booking,
			.class = item->class, .t_s = item->t_s,
			.t_e = item->t_e, .share = item->share,
			.nodes = item->nodes,
		};
		item->nodes = NULL;
	}
}

int lrh_bind_left_edge(const struct lrh_bind *bind, time_t t0)
{
	struct lrh_run run = { .cnt = 0 };
	time_t failed;
	int rc = lrh_chart_init(&run.chart, bind, t0);

	if (rc < 0)
		goto cleanup;
	run.choice = calloc(bind->size, sizeof(*run.choice));
	if (!run.choice) {
		rc = -1;
		goto cleanup;
	}
	rc = _run_items(&run, &failed);
	/*
	 * filling gaps later than that would move many items, and rarely help
	 */
	if (!rc && !lrh_is_late(bind->meter)) {
		run.tight = failed;
		rc = _run_items(&run, &failed);
	}
	if (rc == 1) {
		rc = (_reserve(&run) < 0) ? -1 : 1;
		for (uint32_t i = 0; (rc == 1) && (i < run.cnt); i++)
			_put_result(&run, &run.item[i]);
	}
cleanup:
	_clear_items(&run);
	lrh_chart_free(&run.chart);
	free(run.item);
	free(run.choice);
	if (rc < 0)
		errno = ENOMEM;
	return rc;
}
