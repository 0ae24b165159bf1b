/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "lrh/board.h"

#define ROOM_FIRST 64		/* holds */
#define TIMES_MAX 256		/* ends of movers and holds */
#define SLOTS_MAX 64		/* starts of a mover */

/* The first start */

/* A search for a start at which no hold that stays conflicts. */
struct clear {
	const struct lrh_ask *ask;
	bool shifts;
	time_t t;
	time_t end;
};

static bool _may_move(const struct lrh_ask *ask, const struct lrh_booking *b,
		      bool shifts, time_t *ret_from, time_t *ret_to)
{
	if (!b || (b->id == ask->self) || lrh_has_started(ask->l, b) ||
	    lrh_is_hurt(ask->l, b))
		return false;
	*ret_from = *ret_to = b->start;
	if (shifts)
		lrh_window(ask->l, b, ask->options->freeze, b->t_esr, ret_from,
			   ret_to);
	return !b->pinned || (*ret_from < *ret_to);
}

/* A garq_nodes_fn: a hold that stays moves the start to its own end. */
static bool _pass_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	struct clear *c = arg;
	time_t from, to;

	(void) node;
	lrh_step(c->ask->meter, 1);
	if (t_s >= c->end)
		return false;
	if (_may_move(c->ask, lrh_find(c->ask->l, id), c->shifts, &from, &to))
		return true;
	c->t = garq_later(c->t, t_e);
	c->end = garq_end(c->t, c->ask->rq->t_e);
	return true;
}

int lrh_board_first(const struct lrh_ask *ask, time_t from, time_t to,
		    bool shifts, time_t *ret_first)
{
	const garq_set_t *nodes = ask->class->nodes;
	struct clear c = {
		.ask = ask, .shifts = shifts, .t = from,
		.end = garq_end(from, ask->rq->t_e),
	};
	time_t passed;

	lrh_reads(ask->meter, from);
	do {
		passed = c.t;
		GARQ_SET_EACH(i, nodes) {
			int rc = (c.t <= to) ? lrh_go_on(ask->meter) : 0;

			if (rc != 1)
				return rc;
			lrh_walks(ask->meter, 1);
			garq_nodes_each_on(garq_machine_nodes(ask->l->m), i,
					   c.t, _pass_hold, &c);
		}
	} while (c.t != passed);
	*ret_first = c.t;
	return (c.t <= to) ? 1 : 0;
}

/* Movers */

static int _add_mover(struct lrh_board *board, const struct lrh_mover *mover)
{
	struct lrh_mover *m = &board->mover[board->cnt];

	if (mover->b && garq_idmap_reserve(&board->by_id))
		return -1;
	*m = *mover;
	m->nodes = m->b ? garq_set_copy(m->b->nodes) :
			  garq_set_create(m->class->size);
	if (!m->nodes)
		return -1;
	m->where = m->b ? LRH_HOME : LRH_OUT;
	m->start = m->b ? m->b->start : m->from;
	board->cnt++;
	if (m->b)
		garq_idmap_put(&board->by_id, m->b->id, m);
	board->lo = garq_sooner(board->lo, m->from);
	board->hi = garq_later(board->hi, garq_end(m->to, m->t_e));
	garq_set_add_all(board->nodes, m->class);
	return 0;
}

static bool _has_mover(const struct lrh_board *board, uint64_t id)
{
	return garq_idmap_cnt(&board->by_id) &&
	       garq_idmap_get(&board->by_id, id);
}

/* Make a mover of a booking, if it may have another place. RET 0, or -1 */
static int _add_booking(struct lrh_board *board, const struct lrh_booking *b)
{
	const struct lrh_ask *ask = board->ask;
	struct lrh_mover m = {
		.b = b, .class = b->class->nodes, .num_cn = b->num_cn,
		.t_e = b->t_e, .pinned = b->pinned,
	};

	if (_has_mover(board, b->id) ||
	    !_may_move(ask, b, board->shifts, &m.from, &m.to))
		return 0;
	return (board->cnt < LRH_MOVERS_MAX) ? _add_mover(board, &m) : 0;
}

/*
 * Add the bookings that can conflict with a mover, wherever in its window and
 * on whichever of its nodes it is placed. RET 1; 0: no step is left; -1
 */
static int _add_met(struct lrh_board *board, const struct lrh_mover *m)
{
	const struct lrh *l = board->ask->l;
	time_t end = garq_end(m->to, m->t_e);
	uint32_t i = lrh_start_at(l, m->from - l->longest_t_e);

	for (; (i < l->cnt) && (l->by_start[i]->start < end); i++) {
		const struct lrh_booking *b = l->by_start[i];
		int rc = lrh_go_on(board->ask->meter);

		if (rc != 1)
			return rc;
		lrh_step(board->ask->meter, lrh_board_steps(board));
		if ((garq_end(b->start, b->t_e) > m->from) &&
		    garq_set_meets(b->nodes, m->class) &&
		    _add_booking(board, b))
			return -1;
	}
	return 1;
}

static int _add_all(struct lrh_board *board, time_t from, time_t to)
{
	const lrh_request_t *rq = board->ask->rq;
	struct lrh_mover own = {
		.class = board->ask->class->nodes, .num_cn = rq->num_cn,
		.t_e = rq->t_e, .pinned = true, .from = from, .to = to,
	};
	int rc = _add_mover(board, &own) ? -1 : 1;

	for (uint32_t i = 0; (rc == 1) && (i < board->cnt); i++)
		rc = _add_met(board, &board->mover[i]);
	return rc;
}

/* Holds that stay */

/* A garq_nodes_fn */
static bool _note_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	struct lrh_board *board = arg;
	time_t from, to;

	(void) node;
	lrh_step(board->ask->meter, 1);
	if (t_s >= board->hi)
		return false;
	if (_has_mover(board, id))
		return true;
	if (GARQ_GROW(board->stay, board->stays + 1, ROOM_FIRST,
		      &board->room) < 0) {
		board->room = SIZE_MAX;
		return false;
	}
	board->stay[board->stays++] = (struct lrh_stay) {
		t_s, t_e, _may_move(board->ask, lrh_find(board->ask->l, id),
				    board->shifts, &from, &to)
	};
	return true;
}

static uint64_t _mix_hash(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ (hash >> 29);
}

/* The kind of a node whose holds have been read. */
static uint64_t _kind_of_node(const struct lrh_board *board, uint32_t node)
{
	uint64_t classes = 0, hash;

	for (uint32_t i = 0; i < board->cnt; i++)
		classes |= (uint64_t) garq_set_test(board->mover[i].class, node)
			   << i;
	hash = _mix_hash(0, classes);
	for (size_t i = board->first[node]; i < board->stays; i++) {
		hash = _mix_hash(hash, (uint64_t) board->stay[i].t_s);
		hash = _mix_hash(hash, (uint64_t) board->stay[i].t_e);
	}
	lrh_step(board->ask->meter,
		 board->cnt + board->stays - board->first[node]);
	return hash;
}

/* RET as lrh_board_open() */
static int _read_stays(struct lrh_board *board)
{
	const struct lrh_ask *ask = board->ask;
	uint32_t size = board->nodes->size;

	lrh_reads(ask->meter, board->lo);
	for (uint32_t i = 0; i < size; i++) {
		int rc;

		board->first[i] = board->stays;
		if (!garq_set_test(board->nodes, i))
			continue;
		if ((rc = lrh_go_on(ask->meter)) != 1)
			return rc;
		lrh_walks(ask->meter, 1);
		garq_nodes_each_on(garq_machine_nodes(ask->l->m), i, board->lo,
				   _note_hold, board);
		if (board->room == SIZE_MAX)
			return -1;
		board->kind[i] = _kind_of_node(board, i);
	}
	board->first[size] = board->stays;
	return 1;
}

static int _by_time(const void *a, const void *b)
{
	const struct lrh_edge *x = a, *y = b;

	return (x->t > y->t) - (x->t < y->t);
}

/* Add the edges of a node's holds, which may overlap. */
static void _add_edges(struct lrh_board *board, uint32_t node)
{
	time_t until = 0;

	for (size_t i = board->first[node]; i < board->first[node + 1]; i++) {
		const struct lrh_stay *stay = &board->stay[i];
		time_t from = garq_later(stay->t_s, until);

		if (stay->soft || (from >= stay->t_e))
			continue;
		board->edge[board->edges++] = (struct lrh_edge) { from, 1 };
		board->edge[board->edges++] = (struct lrh_edge) {
			stay->t_e, -1
		};
		until = stay->t_e;
	}
}

/* Count the nodes with holds that stay. RET as lrh_board_open() */
static int _set_edges(struct lrh_board *board)
{
	size_t cnt = 0;
	int64_t held = 0;

	board->edge = calloc(2 * board->stays + 1, sizeof(*board->edge));
	if (!board->edge)
		return -1;
	for (uint32_t i = 0; i < board->nodes->size; i++)
		_add_edges(board, i);
	board->node_cnt = garq_set_count(board->nodes);
	lrh_step(board->ask->meter, board->nodes->size / 8 + board->stays);
	qsort(board->edge, board->edges, sizeof(*board->edge), _by_time);
	for (size_t i = 0; i < board->edges; i++) {
		held += board->edge[i].held;
		if (!cnt || (board->edge[cnt - 1].t != board->edge[i].t))
			board->edge[cnt++].t = board->edge[i].t;
		board->edge[cnt - 1].held = held;
	}
	board->edges = cnt;
	return lrh_go_on(board->ask->meter);
}

size_t lrh_board_edge(const struct lrh_board *board, time_t t)
{
	size_t low = 0, high = board->edges;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (board->edge[mid].t <= t)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* True if a node has a hold that stays; if not, OUT ret_soft - a soft one */
static bool _is_held(const struct lrh_board *board, uint32_t node, time_t t_s,
		     time_t t_e, bool *ret_soft)
{
	*ret_soft = false;
	for (size_t i = board->first[node]; i < board->first[node + 1]; i++) {
		const struct lrh_stay *stay = &board->stay[i];

		if ((stay->t_s >= t_e) || (stay->t_e <= t_s))
			continue;
		*ret_soft = stay->soft;
		if (!stay->soft)
			return true;
	}
	return false;
}

/* Starts */

struct times {
	time_t t[TIMES_MAX];
	size_t cnt;
	bool full;
};

static void _add_time(const struct lrh_board *board, struct times *times,
		      time_t t)
{
	lrh_step(board->ask->meter, 1 + times->cnt / 8);
	for (size_t i = 0; i < times->cnt; i++)
		if (times->t[i] == t)
			return;
	if (times->cnt == TIMES_MAX)
		times->full = true;
	else
		times->t[times->cnt++] = t;
}

/* The ends of all movers that start at a time. */
static void _add_ends(const struct lrh_board *board, struct times *times,
		      time_t start)
{
	lrh_step(board->ask->meter, board->cnt);
	for (uint32_t i = 0; i < board->cnt; i++) {
		const struct lrh_mover *m = &board->mover[i];
		time_t end = garq_end(start, m->t_e);

		if ((start >= m->from) && (start <= m->to) && (end < board->hi))
			_add_time(board, times, end);
	}
}

/*
 * Collect all times at which a mover may start, or something ends.
 * RET as lrh_board_open()
 */
static int _collect(struct lrh_board *board, struct times *times)
{
	int rc = 1;

	for (uint32_t i = 0; i < board->cnt; i++) {
		_add_time(board, times, board->mover[i].from);
		if (board->mover[i].b)
			_add_time(board, times, board->mover[i].b->start);
	}
	for (size_t i = 0; (rc == 1) && (i < board->stays); i++) {
		rc = lrh_go_on(board->ask->meter);
		if (board->stay[i].t_e < board->hi)
			_add_time(board, times, board->stay[i].t_e);
	}
	for (size_t k = 0; (rc == 1) && (k < times->cnt); k++) {
		rc = lrh_go_on(board->ask->meter);
		_add_ends(board, times, times->t[k]);
	}
	return rc;
}

static time_t _distance(time_t a, time_t b)
{
	return (a > b) ? a - b : b - a;
}

/* True if slot a is farther from home than b, or as far and later. */
static bool _is_after(const struct lrh_slot *a, const struct lrh_slot *b,
		      time_t home)
{
	time_t x = _distance(a->start, home), y = _distance(b->start, home);

	return (x != y) ? (x > y) : (a->start > b->start);
}

/* The slots of a mover: those nearest to its present start first. */
static int _set_slots(struct lrh_board *board, struct lrh_mover *m,
		      const struct times *times)
{
	time_t home = m->b ? m->b->start : m->from;

	m->slot = calloc(SLOTS_MAX, sizeof(*m->slot));
	if (!m->slot)
		return -1;
	m->slot[m->slots++].start = home;
	m->clipped = times->full;
	for (size_t k = 0; k < times->cnt; k++) {
		struct lrh_slot slot = { .start = times->t[k] };
		size_t i;

		if ((slot.start < m->from) || (slot.start > m->to) ||
		    (slot.start == home))
			continue;
		if ((m->clipped |= (m->slots == SLOTS_MAX)))
			break;
		for (i = m->slots++; (i > 1) &&
		     _is_after(&m->slot[i - 1], &slot, home); i--)
			m->slot[i] = m->slot[i - 1];
		m->slot[i] = slot;
	}
	lrh_step(board->ask->meter, times->cnt + m->slots);
	return 0;
}

/* RET as lrh_board_open() */
static int _set_all_slots(struct lrh_board *board)
{
	struct times *times = calloc(1, sizeof(*times));
	int rc = times ? _collect(board, times) : -1;

	for (uint32_t i = 0; (rc == 1) && (i < board->cnt); i++) {
		rc = lrh_go_on(board->ask->meter);
		if ((rc == 1) && _set_slots(board, &board->mover[i], times))
			rc = -1;
	}
	free(times);
	return rc;
}

/* The board */

int lrh_board_open(struct lrh_board *board, const struct lrh_ask *ask,
		   time_t from, time_t to, bool shifts)
{
	uint32_t size = ask->class->nodes->size;
	int rc;

	memset(board, 0, sizeof(*board));
	board->ask = ask;
	board->shifts = shifts;
	board->lo = GARQ_FOREVER;
	board->nodes = garq_set_create(size);
	board->first = calloc((size_t) size + 1, sizeof(*board->first));
	board->kind = calloc((size_t) size + 1, sizeof(*board->kind));
	if (!board->nodes || !board->first || !board->kind)
		return -1;
	lrh_step(ask->meter, size / 8);
	if ((rc = _add_all(board, from, to)) != 1)
		return rc;
	if ((rc = _read_stays(board)) != 1)
		return rc;
	if ((rc = _set_edges(board)) != 1)
		return rc;
	return _set_all_slots(board);
}

void lrh_board_close(struct lrh_board *board)
{
	for (uint32_t i = 0; i < board->cnt; i++) {
		struct lrh_mover *m = &board->mover[i];

		for (size_t k = 0; k < m->slots; k++)
			garq_set_destroy(m->slot[k].open);
		free(m->slot);
		garq_set_destroy(m->nodes);
	}
	garq_set_destroy(board->nodes);
	free(board->stay);
	free(board->first);
	free(board->edge);
	free(board->kind);
	garq_idmap_free(&board->by_id);
}

/* Nodes */

/* RET 0, or -1 with errno ENOMEM */
static int _open_slot(struct lrh_board *board, const struct lrh_mover *m,
		      struct lrh_slot *slot)
{
	time_t end = garq_end(slot->start, m->t_e);

	slot->open = garq_set_copy(m->class);
	if (!slot->open)
		return -1;
	lrh_step(board->ask->meter, m->num_cn + board->stays);
	GARQ_SET_EACH(i, m->class) {
		bool soft;

		if (!_is_held(board, i, slot->start, end, &soft) && !soft)
			continue;
		garq_set_del(slot->open, i);
		board->partial |= soft;
	}
	return 0;
}

int lrh_board_open_nodes(struct lrh_board *board, struct lrh_mover *m,
			 size_t slot, garq_set_t *ret_nodes)
{
	struct lrh_slot *s = &m->slot[slot];
	time_t end = garq_end(s->start, m->t_e);

	if (!s->open && _open_slot(board, m, s))
		return -1;
	garq_set_zero(ret_nodes);
	garq_set_add_all(ret_nodes, s->open);
	lrh_step(board->ask->meter, lrh_board_steps(board));
	for (uint32_t i = 0; i < board->cnt; i++) {
		const struct lrh_mover *other = &board->mover[i];

		if ((other == m) || (other->where != LRH_PLACED) ||
		    !lrh_mover_meets(other, s->start, end))
			continue;
		lrh_step(board->ask->meter, lrh_board_steps(board));
		garq_set_del_all(ret_nodes, other->nodes);
	}
	return 0;
}

uint64_t lrh_board_on(const struct lrh_board *board, uint32_t node)
{
	uint64_t on = 0;

	for (uint32_t i = 0; i < board->cnt; i++)
		if ((board->mover[i].where != LRH_OUT) &&
		    garq_set_test(board->mover[i].nodes, node))
			on |= UINT64_C(1) << i;
	lrh_step(board->ask->meter, 1 + board->cnt / 8);
	return on;
}
