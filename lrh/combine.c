/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * combine.c - rebinds and shifts together; see combine.h
 *
 * A mover that is out is given a start and nodes in two steps: first one of its
 * slots, then nodes of each group. Nodes are in one group if nothing in the
 * search so far distinguishes them, so that only the number that is taken from
 * each group matters: kinds are equal, and the same movers have them at
 * present.
 */

#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "lrh/board.h"
#include "lrh/combine.h"
#include "lrh/sketch.h"
#include "lrh/trial.h"
#include "lrh/yield.h"

/* Maximum number of steps of a search, also where the plan has no limit. */
#define STEPS_MAX (UINT64_C(1) << 18)
#define STEPS_STILL_MAX (UINT64_C(1) << 15)

/* Nodes that the search does not distinguish. */
struct group {
	uint64_t kind;
	uint64_t on;		/* the movers that have them */
	uint64_t cost;		/* the lowest is taken first */
	uint32_t cnt;
	uint32_t take;		/* number to take, in the present attempt */
	uint32_t left;		/* ... that are not given yet */
};

/* The ways to choose nodes for one mover, at one start. */
struct choice {
	struct lrh_mover *m;
	garq_set_t *open;	/* nodes that it may have */
	struct group *group;	/* by cost */
	size_t cnt;
	size_t room;
};

struct search {
	struct lrh_board board;
	struct choice choice[LRH_MOVERS_MAX];	/* of each mover that is placed,
						 * and of the next one */
	uint32_t depth;		/* movers that are placed */
	garq_set_t *buffer;
	uint32_t shifts;	/* movers that have another start now */
	uint32_t shifts_max;
	uint32_t changed;	/* movers besides the request that are not at
				 * home */
	bool capped;		/* ways with more than options->moves were left
				 * out */
};

static int _place_movers(struct search *s);

/* Groups */

static uint32_t _count_bits(uint64_t word)
{
	return (uint32_t) __builtin_popcountll(word);
}

/*
 * What it costs to take a node: each booking that is put out; then a node that
 * is not the mover's own; then one that many others may use.
 */
static uint64_t _node_cost(const struct search *s, const struct choice *c,
			   uint64_t on, uint32_t node)
{
	const struct lrh_mover *m = c->m;
	uint64_t cost = 0, wanted = 0;
	time_t end = garq_end(m->start, m->t_e);

	for (uint32_t i = 0; i < s->board.cnt; i++) {
		const struct lrh_mover *other = &s->board.mover[i];

		if (other == m)
			continue;
		wanted += garq_set_test(other->class, node);
		cost += ((on >> i) & 1) && (other->where == LRH_HOME) &&
			lrh_mover_meets(other, m->start, end);
	}
	cost = 2 * cost + !(m->b && garq_set_test(m->b->nodes, node));
	return (cost << 8) + wanted;
}

static struct group *_find_group(const struct choice *c, uint64_t kind,
				 uint64_t on)
{
	for (size_t i = 0; i < c->cnt; i++)
		if ((c->group[i].kind == kind) && (c->group[i].on == on))
			return &c->group[i];
	return NULL;
}

static int _by_cost(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->cost != y->cost)
		return (x->cost > y->cost) - (x->cost < y->cost);
	if (x->kind != y->kind)
		return (x->kind > y->kind) - (x->kind < y->kind);
	return (x->on > y->on) - (x->on < y->on);
}

/* Sort the open nodes into groups. RET 0, or -1 with errno ENOMEM */
static int _set_groups(const struct search *s, struct choice *c)
{
	c->cnt = 0;
	GARQ_SET_EACH(i, c->open) {
		uint64_t kind = s->board.kind[i];
		uint64_t on = lrh_board_on(&s->board, i);
		struct group *g = _find_group(c, kind, on);

		lrh_step(s->board.ask->meter, 1 + c->cnt / 8);
		if (!g) {
			if (GARQ_GROW(c->group, c->cnt + 1, 8, &c->room) < 0)
				return -1;
			g = &c->group[c->cnt++];
			*g = (struct group) {
				.kind = kind, .on = on,
				.cost = _node_cost(s, c, on, i),
			};
			lrh_step(s->board.ask->meter, s->board.cnt);
		}
		g->cnt++;
	}
	qsort(c->group, c->cnt, sizeof(*c->group), _by_cost);
	return 0;
}

/* Take num_cn nodes from group i and those behind it. RET how many are missing */
static uint32_t _fill_groups(struct choice *c, size_t i, uint32_t num_cn)
{
	for (; i < c->cnt; i++) {
		struct group *g = &c->group[i];

		g->take = (g->cnt < num_cn) ? g->cnt : num_cn;
		num_cn -= g->take;
	}
	return num_cn;
}

/* Go on to the next way to take as many nodes. RET false: there is none */
static bool _next_choice(struct choice *c)
{
	uint32_t taken = 0, room = 0;

	for (size_t i = c->cnt; i-- > 0; ) {
		struct group *g = &c->group[i];

		if (g->take && (taken < room)) {
			g->take--;
			(void) _fill_groups(c, i + 1, taken + 1);
			return true;
		}
		taken += g->take;
		room += g->cnt;
	}
	return false;
}

/* Give the mover the nodes that are taken, its own ones before others. */
static void _give_nodes(const struct search *s, struct choice *c)
{
	struct lrh_mover *m = c->m;

	garq_set_zero(m->nodes);
	for (size_t i = 0; i < c->cnt; i++)
		c->group[i].left = c->group[i].take;
	for (int own = 1; own >= 0; own--)
		GARQ_SET_EACH(i, c->open) {
			struct group *g;

			if (own != (m->b && garq_set_test(m->b->nodes, i)))
				continue;
			g = _find_group(c, s->board.kind[i],
					lrh_board_on(&s->board, i));
			if (!g->left)
				continue;
			g->left--;
			garq_set_add(m->nodes, i);
		}
}

/* Movers in and out */

/* Put out the movers at home that have nodes of m then. RET a bit for each */
static uint64_t _put_out(struct search *s, const struct lrh_mover *m)
{
	time_t end = garq_end(m->start, m->t_e);
	uint64_t out = 0;

	for (uint32_t i = 0; i < s->board.cnt; i++) {
		struct lrh_mover *other = &s->board.mover[i];

		if ((other->where != LRH_HOME) ||
		    !lrh_mover_meets(other, m->start, end))
			continue;
		lrh_step(s->board.ask->meter, lrh_board_steps(&s->board));
		if (!garq_set_meets(other->nodes, m->nodes))
			continue;
		other->where = LRH_OUT;
		out |= UINT64_C(1) << i;
	}
	s->changed += _count_bits(out);
	return out;
}

static void _put_home(struct search *s, uint64_t out)
{
	for (uint32_t i = 0; i < s->board.cnt; i++) {
		struct lrh_mover *m = &s->board.mover[i];

		if (!((out >> i) & 1))
			continue;
		m->where = LRH_HOME;
		m->start = m->b->start;
		garq_set_zero(m->nodes);
		garq_set_add_all(m->nodes, m->b->nodes);
	}
	s->changed -= _count_bits(out);
}

static bool _may_shift(const struct search *s)
{
	return s->shifts < s->shifts_max;
}

/*
 * Count the starts of a mover that is out, of those that it may have beside the
 * movers that are placed; up to most.
 * RET 1; 0: no step is left; -1 with errno ENOMEM or ESTALE
 */
static int _count_starts(struct search *s, struct lrh_mover *m, uint32_t most,
			 uint32_t *ret_cnt)
{
	*ret_cnt = 0;
	for (size_t k = 0; (k < m->slots) && (*ret_cnt < most); k++) {
		int rc = lrh_go_on(s->board.ask->meter);

		if (rc != 1)
			return rc;
		if (k && m->b && !_may_shift(s))
			break;
		if (lrh_board_open_nodes(&s->board, m, k, s->buffer))
			return -1;
		*ret_cnt += (garq_set_count(s->buffer) >= m->num_cn);
	}
	return 1;
}

/*
 * Choose the mover to place next: the one with the fewest starts, then with the
 * most nodes.
 * OUT ret - NULL: no mover is out
 * RET 1; 0: some mover has no start at all, or no step is left; -1 with errno
 *	ENOMEM or ESTALE
 */
static int _choose(struct search *s, struct lrh_mover **ret)
{
	uint32_t least = UINT32_MAX, cnt;

	*ret = NULL;
	for (uint32_t i = 0; i < s->board.cnt; i++) {
		struct lrh_mover *m = &s->board.mover[i];
		int rc;

		if (m->where != LRH_OUT)
			continue;
		rc = _count_starts(s, m, least, &cnt);
		if ((rc != 1) || !cnt)
			return (rc == 1) ? 0 : rc;
		if (!*ret || (cnt < least) || (m->num_cn > (*ret)->num_cn))
			*ret = m;
		least = (cnt < least) ? cnt : least;
	}
	return 1;
}

/* Counts */

/*
 * The time during which a mover certainly has nodes, wherever it starts: none
 * if it may start at one of two times that are farther apart than it is long.
 */
static void _certain(const struct search *s, const struct lrh_mover *m,
		     time_t *ret_from, time_t *ret_to)
{
	bool may_shift = (m->where != LRH_PLACED) && _may_shift(s);
	time_t home = (m->where == LRH_PLACED) ? m->start :
		      m->b ? m->b->start : m->from;

	*ret_from = may_shift ? m->to : home;
	*ret_to = garq_end(may_shift ? m->from : home, m->t_e);
}

/* True if the nodes suffice for all movers that certainly have some at t. */
static bool _suffices_at(const struct search *s, time_t t)
{
	size_t edge = lrh_board_edge(&s->board, t);
	int64_t sum = edge ? s->board.edge[edge - 1].held : 0;

	lrh_step(s->board.ask->meter, 1 + s->board.cnt / 8);
	for (uint32_t i = 0; i < s->board.cnt; i++) {
		time_t from, to;

		_certain(s, &s->board.mover[i], &from, &to);
		if ((from <= t) && (t < to))
			sum += s->board.mover[i].num_cn;
	}
	return sum <= s->board.node_cnt;
}

/*
 * A mover has been placed: true if the nodes still suffice for all movers, as
 * far as counting them shows. That is the case at each second if it is where
 * more nodes begin to be held.
 */
static bool _suffices(const struct search *s, const struct lrh_mover *m)
{
	time_t end = garq_end(m->start, m->t_e), from, to;
	bool suffices = _suffices_at(s, m->start);

	for (uint32_t i = 0; suffices && (i < s->board.cnt); i++) {
		_certain(s, &s->board.mover[i], &from, &to);
		if ((from > m->start) && (from < end) && (from < to))
			suffices = _suffices_at(s, from);
	}
	for (size_t i = lrh_board_edge(&s->board, m->start);
	     suffices && (i < s->board.edges) && (s->board.edge[i].t < end);
	     i++)
		if (!i || (s->board.edge[i].held > s->board.edge[i - 1].held))
			suffices = _suffices_at(s, s->board.edge[i].t);
	return suffices;
}

/* The search */

/* Go on with the mover on the nodes that are taken. RET as _place_movers() */
static int _try_nodes(struct search *s, struct choice *c)
{
	uint32_t most = s->board.ask->options->moves;
	uint64_t out;
	int rc = 0;

	_give_nodes(s, c);
	c->m->where = LRH_PLACED;
	out = _put_out(s, c->m);
	s->depth++;
	if (most && (s->changed > most))
		s->capped = true;
	else if (_suffices(s, c->m))
		rc = _place_movers(s);
	s->depth--;
	if (rc)		/* bookings may be gone */
		return rc;
	_put_home(s, out);
	c->m->where = LRH_OUT;
	return rc;
}

/*
 * Place the mover at a start, on all choices of nodes in turn. RET as
 * _place_movers()
 */
static int _try_slot(struct search *s, struct lrh_mover *m, size_t slot)
{
	struct choice *c = &s->choice[s->depth];
	int rc;

	if (!c->open && !(c->open = garq_set_create(s->board.nodes->size)))
		return -1;
	c->m = m;
	if (lrh_board_open_nodes(&s->board, m, slot, c->open))
		return -1;
	if (garq_set_count(c->open) < m->num_cn)
		return 0;
	m->start = m->slot[slot].start;
	if (_set_groups(s, c))
		return -1;
	(void) _fill_groups(c, 0, m->num_cn);
	do {
		rc = lrh_go_on(s->board.ask->meter);
		if (rc == 1)
			rc = _try_nodes(s, c);
	} while (!rc && !s->board.ask->meter->cut && _next_choice(c));
	return rc;
}

/*
 * Place all movers that are out.
 * RET 1: none is out any more; 0: there is no way, or no step is left; -1 with
 *	errno ENOMEM or ESTALE
 */
static int _place_movers(struct search *s)
{
	struct lrh_mover *m;
	int rc = _choose(s, &m);

	if ((rc != 1) || !m)
		return rc;
	rc = 0;
	for (size_t k = 0; !rc && (k < m->slots); k++) {
		bool shift = k && m->b;

		if ((shift && !_may_shift(s)) ||
		    lrh_is_late(s->board.ask->meter))
			break;
		s->shifts += shift;
		rc = _try_slot(s, m, k);
		if (rc != 1)
			s->shifts -= shift;
	}
	s->board.partial |= !rc && m->clipped;
	return rc;
}

/*
 * Search with no shift, with one, with two, and with any number of them.
 * RET as _place_movers()
 */
static int _search(struct search *s, bool shifts)
{
	static const uint32_t most[] = { 0, 1, 2, LRH_MOVERS_MAX };
	size_t rounds = shifts ? sizeof(most) / sizeof(most[0]) : 1;
	int rc = 0;

	for (size_t i = 0; !rc && (i < rounds) &&
	     !lrh_is_late(s->board.ask->meter); i++) {
		s->shifts_max = most[i];
		if (!i || (s->board.cnt > most[i - 1] + 1))
			rc = _place_movers(s);
	}
	return rc;
}

/* The plan */

static bool _has_moved(const struct lrh_mover *m)
{
	return m->b && (m->where == LRH_PLACED) &&
	       ((m->start != m->b->start) ||
		!garq_set_equal(m->nodes, m->b->nodes));
}

/* The share of each pool of a class that a mover has. RET NULL: ENOMEM */
static uint32_t *_make_share(const struct lrh *l, const struct lrh_class *class,
			     const garq_set_t *nodes)
{
	uint32_t *share = calloc(class->cnt + 1, sizeof(*share));
	uint32_t in_pool[GARQ_POOLS_MAX] = { 0 };

	GARQ_SET_EACH(i, nodes)
		in_pool[lrh_pool(l, i)]++;
	for (uint32_t i = 0; share && (i < class->cnt); i++)
		share[i] = in_pool[class->pool[i].pool];
	return share;
}

/* The movers that have other starts or shares, in the paper's order. */
static size_t _entries(const struct search *s, struct lrh_entry *e)
{
	size_t cnt = 0;

	for (uint32_t i = 1; i < s->board.cnt; i++) {
		const struct lrh_mover *m = &s->board.mover[i];
		struct lrh_key key = lrh_key(m->b);

		if (!_has_moved(m))
			continue;
		e[cnt++] = (struct lrh_entry) {
			.b = m->b, .from = garq_sooner(m->start, m->b->start),
			.at = lrh_order_at(s->board.ask->l, &key),
		};
	}
	qsort(e, cnt, sizeof(*e), lrh_entry_by_position);
	return cnt;
}

static struct lrh_mover *_mover_of(struct search *s,
				   const struct lrh_booking *b)
{
	for (uint32_t i = 0; i < s->board.cnt; i++)
		if (s->board.mover[i].b == b)
			return &s->board.mover[i];
	return NULL;
}

/* Copy the result of the search to the draft. RET 0, or -1 with errno ENOMEM */
static int _to_draft(struct search *s, struct lrh_draft *d)
{
	const struct lrh *l = s->board.ask->l;
	const struct lrh_mover *own = &s->board.mover[0];

	for (size_t i = 0; i < d->taken; i++) {
		struct lrh_draft_item *item = &d->item[i];
		const struct lrh_mover *m = _mover_of(s, item->b);

		if (item->fixed || !m)
			continue;
		item->start = m->start;
		item->share = _make_share(l, item->b->class, m->nodes);
		if (!item->share)
			return -1;
		if ((m->start != m->b->start) ||
		    memcmp(item->share, m->b->share,
			   m->b->class->cnt * sizeof(*item->share)))
			continue;
		free(item->share);
		item->share = NULL;
	}
	d->own.start = own->start;
	d->own.fixed = s->board.ask->rq->pinned;
	d->own.share = _make_share(l, s->board.ask->class, own->nodes);
	d->own_class = s->board.ask->class;
	d->own_t_e = own->t_e;
	return d->own.share ? 0 : -1;
}

/* Give all that the sketch moves their nodes; add those that only rebind. */
static int _set_nodes(struct search *s, struct lrh_sketch *sketch)
{
	struct lrh_binding *b = &sketch->binding;

	for (size_t i = 0; i < b->cnt_asked; i++) {
		struct lrh_mover *m = i ? _mover_of(s, b->lie[i].booking) :
					  &s->board.mover[0];

		b->lie[i].nodes = m->nodes;
		m->nodes = NULL;
	}
	for (uint32_t i = 1; i < s->board.cnt; i++) {
		struct lrh_mover *m = &s->board.mover[i];

		if (!m->nodes || !_has_moved(m))
			continue;
		if (GARQ_GROW(b->lie, b->cnt + 1, 1, &b->room) < 0)
			return -1;
		b->lie[b->cnt++] = (struct lrh_lie) {
			.id = m->b->id, .booking = m->b, .class = m->b->class,
			.t_s = m->start, .t_e = garq_end(m->start, m->t_e),
			.share = m->b->share, .nodes = m->nodes,
		};
		m->nodes = NULL;
	}
	return 0;
}

/* Make the plan from the result of the search. RET as lrh_sketch_bind() */
static int _to_plan(struct search *s, const struct lrh_task *task,
		    lrh_plan_t *plan)
{
	const struct lrh_ask *ask = s->board.ask;
	struct lrh_sketch sketch = { .not_before = NULL };
	struct lrh_entry e[LRH_MOVERS_MAX];
	size_t cnt = _entries(s, e);
	struct lrh_draft d;
	int rc = lrh_trial_open(ask, task, e, cnt, &d);

	if (rc == 1)
		rc = _to_draft(s, &d) ? -1 : 1;
	if ((rc == 1) && lrh_settle(ask, &d, &task->freed, &sketch))
		rc = -1;
	if ((rc == 1) && lrh_is_late(ask->meter))
		rc = 0;
	if (rc == 1)
		rc = _set_nodes(s, &sketch) ? -1 :
		     lrh_sketch_tell(ask, &sketch, plan);
	lrh_sketch_free(&sketch);
	lrh_draft_close(&d);
	return rc;
}

/* Free what a search owns, and the search. */
static void _free_search(struct search *s)
{
	for (size_t i = 0; i < LRH_MOVERS_MAX; i++) {
		garq_set_destroy(s->choice[i].open);
		free(s->choice[i].group);
	}
	garq_set_destroy(s->buffer);
	lrh_board_close(&s->board);
	free(s);
}

/* RET as lrh_sketch_bind() */
static int _place_all(struct search *s, const struct lrh_ask *ask,
		      const struct lrh_task *task, bool shifts)
{
	int rc = lrh_board_open(&s->board, ask, task->from, task->to, shifts);

	if (rc != 1)
		return rc;
	s->buffer = garq_set_create(s->board.nodes->size);
	return s->buffer ? _search(s, shifts) : -1;
}

/*
 * OUT ret_left - whether ways were left out, though steps sufficed
 * RET as lrh_sketch_bind()
 */
static int _combine(const struct lrh_ask *ask, struct lrh_task *task,
		    bool shifts, lrh_plan_t *plan, bool *ret_left)
{
	struct lrh_meter *meter = ask->meter;
	uint64_t most = meter->steps + (shifts ? STEPS_MAX : STEPS_STILL_MAX);
	struct search *s;
	int rc;

	if (meter->limit > most)
		meter->limit = most;
	rc = lrh_board_first(ask, task->from, task->to, shifts, &task->from);
	if (rc != 1)
		return rc;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -1;
	rc = _place_all(s, ask, task, shifts);
	if (rc == 1)
		rc = _to_plan(s, task, plan);
	plan->order = s->shifts ? LRH_ORDER_REPAIRED : LRH_ORDER_INSERTED;
	*ret_left = s->board.partial;
	meter->capped |= s->capped;
	_free_search(s);
	return rc;
}

int lrh_combine_still(const struct lrh_ask *ask, const struct lrh_task *task,
		      lrh_plan_t *plan)
{
	struct lrh_meter *meter = ask->meter;
	bool cut = meter->cut, capped = meter->capped, left;
	struct lrh_task first = *task;
	uint64_t before = meter->steps;
	int rc;

	first.to = first.from;
	if (!ask->rq->pinned || (task->from > task->to) ||
	    lrh_is_waited_for(ask, &task->freed))
		return 0;
	rc = _combine(ask, &first, false, plan, &left);
	meter->beside += meter->steps - before;
	meter->steps = before;
	meter->cut = cut;
	meter->capped = capped;
	return rc;
}

int lrh_combine(const struct lrh_ask *ask, const struct lrh_task *task,
		lrh_plan_t *plan)
{
	struct lrh_meter *meter = ask->meter;
	bool cut = meter->cut, capped = meter->capped, left = false;
	struct lrh_task wide = *task;
	int rc;

	wide.from = garq_later(ask->rq->t_esr, garq_machine_now(ask->l->m));
	if (!ask->rq->pinned || (wide.from > wide.to))
		return 0;
	meter->cut = meter->capped = false;
	rc = lrh_is_late(meter) ? 0 : _combine(ask, &wide, true, plan, &left);
	meter->cut |= left;
	if (rc == 0)
		return 0;
	meter->cut |= cut;
	meter->capped |= capped;
	return rc;
}
