/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "garq/times.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/memory/memory.h"

/*
 * The cores of a node that a booking can't give up for others, as its jobs run
 * on them. IN wanted - of the node: those beyond this are given up
 */
static cores_t _must_keep(office_t *office, uint32_t node, uint64_t group,
			  want_t wanted)
{
	const view_resv_t *v = view_find_id(office, group);
	cores_t used;

	if (!v || (v->start > view_now(office)))
		return cores_all(0, 0);
	used = view_cores_used(office, node, group);
	return cores_first(&used, wanted);
}

bool share_suffices(office_t *office, uint32_t node, uint64_t group,
		    want_t wanted, const cores_t *cores)
{
	cores_t missing = _must_keep(office, node, group, wanted);

	cores_del_all(&missing, cores);
	return cores_none(&missing) && cores_suffice(cores, &wanted);
}

/* From this start on a node serves the shape, or does not. */
typedef struct {
	time_t start;
	uint32_t node;
	bool serves;
} turn_t;

typedef struct {
	office_t *office;
	const garq_request_t *rq;
	const view_draft_t *draft;
	const char *gpu_type;
	want_t *wanted;		/* of shape_wanted(); owned */
	view_hold_t *holds;	/* owned */
	uint32_t cnt;
	uint32_t size;		/* of the list of holds */
	const view_hold_t **by_node;	/* the same, by node; owned */
	uint32_t *first;	/* of each node among these, and cnt; owned */
	time_t known_to;	/* holders from here on were not looked at */
	turn_t *turns;		/* owned */
	uint32_t turn_cnt;
	garq_set_t *serving;	/* at the start that is looked at; owned */
	uint32_t serving_cnt;
} search_t;

/* RET the next of the list, which is not set yet */
static view_hold_t *_add_hold(search_t *s)
{
	if (s->cnt == s->size) {
		s->size = MAX(2 * s->size, 64);
		s->holds = memory_grow(s->holds, s->size, sizeof(*s->holds));
	}
	return &s->holds[s->cnt++];
}

/* A garq_nodes_fn */
static bool _note_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	search_t *s = arg;
	view_hold_t *h;

	if (view_draft_leaves(s->draft, id))
		return true;
	if (s->cnt == SHARE_HOLDS) {
		s->known_to = t_s;
		return false;
	}
	h = _add_hold(s);
	*h = (view_hold_t) { .node = node, .t_s = t_s, .t_e = t_e };
	h->whole = !view_cores_of(s->office, id, node, &h->cores);
	return true;
}

/* Sort the holders by node. */
static void _sort_holds(search_t *s, uint32_t size)
{
	uint32_t *next;

	s->first = memory_new((size_t) size + 1, sizeof(*s->first));
	s->by_node = memory_new(s->cnt, sizeof(const view_hold_t *));
	for (uint32_t i = 0; i < s->cnt; i++)
		s->first[s->holds[i].node + 1]++;
	for (uint32_t i = 0; i < size; i++)
		s->first[i + 1] += s->first[i];
	next = memory_copy(s->first, size, sizeof(*next));
	for (uint32_t i = 0; i < s->cnt; i++)
		s->by_node[next[s->holds[i].node]++] = &s->holds[i];
	free(next);
}

/* The same of a draft. */
static void _note_drafted(search_t *s, time_t until)
{
	const view_draft_t *draft = s->draft;

	for (uint32_t i = 0; draft && (i < draft->in_cnt); i++) {
		const view_hold_t *h = &draft->in[i];

		if (garq_set_test(s->rq->eligible, h->node) &&
		    (h->t_s < until) && (h->t_e > s->rq->t_esr))
			*_add_hold(s) = *h;
	}
}

/* The holders from the earliest start on, that begin before a time. */
static void _read_holds(search_t *s, time_t until)
{
	s->known_to = until;
	garq_nodes_each(garq_machine_nodes(view_machine(s->office)),
			s->rq->eligible, s->rq->t_esr, until, s->rq->group,
			_note_hold, s);
	_note_drafted(s, until);
	_sort_holds(s, s->rq->eligible->size);
}

/* --- one node ------------------------------------------------------------- */

/* A holder excludes the starts from here on, or does not any more. */
typedef struct {
	time_t start;
	const view_hold_t *hold;
	bool begins;
} edge_t;

typedef struct {
	cores_t all;		/* of the node; GPUs: if some are wanted */
	want_t wanted;
	cores_t must;		/* of _must_keep() */
	want_t free;
	uint32_t blocked;	/* of must: those that others have */
	uint32_t whole;		/* holders that have all of it */
	uint16_t used[UNITS_CORES];	/* holders of each core */
	uint16_t used_gpus[UNITS_GPUS];
} node_t;

/* Edges, or turns: both begin with their start. */
/* Cores of a word, or GPUs, get a holder more or less.
 * IN/OUT used - holders of each */
static void _pass_word(node_t *n, uint64_t word, uint64_t must, bool begins,
		       uint16_t *used, uint32_t *cnt)
{
	for (; word; word &= word - 1) {
		int i = __builtin_ctzll(word);

		if (!begins)
			used[i]--;
		if (!used[i]) {
			*cnt += begins ? -1 : 1;
			if ((must >> i) & 1)
				n->blocked += begins ? 1 : -1;
		}
		if (begins)
			used[i]++;
	}
}

static void _pass_edge(node_t *n, const edge_t *e)
{
	const cores_t *has = &e->hold->cores;

	if (e->hold->whole) {
		n->whole += e->begins ? 1 : -1;
		return;
	}
	for (uint32_t w = 0; w < UNITS_WORDS; w++)
		_pass_word(n, has->word[w] & n->all.word[w], n->must.word[w],
			   e->begins, &n->used[w * 64], &n->free.cores);
	_pass_word(n, has->gpus & n->all.gpus, n->must.gpus, e->begins,
		   n->used_gpus, &n->free.gpus);
}

static bool _serves(const node_t *n)
{
	return !n->whole && !n->blocked && (n->free.cores >= n->wanted.cores) &&
	       (n->free.gpus >= n->wanted.gpus);
}

static void _add_turn(search_t *s, time_t start, uint32_t node, bool serves)
{
	s->turns[s->turn_cnt++] = (turn_t) { start, node, serves };
}

/* The edges of the holders of one node, in order. RET how many */
static uint32_t _edges_of(const search_t *s, const view_hold_t *const *holds,
			  uint32_t cnt, edge_t *ret)
{
	const garq_request_t *rq = s->rq;
	uint32_t edges = 0;

	for (uint32_t i = 0; i < cnt; i++) {
		const view_hold_t *h = holds[i];
		time_t from = MAX(h->t_s - rq->duration + 1, rq->t_esr);

		if (h->t_e <= from)
			continue;
		ret[edges++] = (edge_t) { from, h, true };
		ret[edges++] = (edge_t) { h->t_e, h, false };
	}
	qsort(ret, edges, sizeof(*ret), garq_by_time);
	return edges;
}

/* Note from when on a node serves, and from when on it does not. */
static void _follow_node(search_t *s, const view_hold_t *const *holds,
			 uint32_t cnt)
{
	uint32_t node = holds[0]->node, edges;
	edge_t *edge = memory_new(2 * (size_t) cnt, sizeof(*edge));
	node_t n = {
		.all = view_cores_all(s->office, node, s->gpu_type),
		.wanted = s->wanted[node],
	};
	bool serves = false;

	if (!n.wanted.gpus)
		n.all.gpus = 0;
	n.free = cores_want(&n.all);
	n.must = _must_keep(s->office, node, s->rq->group, n.wanted);
	edges = _edges_of(s, holds, cnt, edge);
	if (!edges || (edge[0].start > s->rq->t_esr)) {
		serves = _serves(&n);
		if (serves)
			_add_turn(s, s->rq->t_esr, node, true);
	}
	for (uint32_t i = 0; i < edges; ) {
		time_t start = edge[i].start;

		for (; (i < edges) && (edge[i].start == start); i++)
			_pass_edge(&n, &edge[i]);
		if (serves != _serves(&n))
			_add_turn(s, start, node, serves = !serves);
	}
	free(edge);
}

static void _follow_nodes(search_t *s)
{
	/* each edge makes one turn at most, and each node one more */
	s->turns = memory_new(3 * (size_t) s->cnt, sizeof(*s->turns));
	for (uint32_t i = 0; i < s->rq->eligible->size; i++)
		if (s->first[i] < s->first[i + 1])
			_follow_node(s, &s->by_node[s->first[i]],
				     s->first[i + 1] - s->first[i]);
}

/* --- all nodes ------------------------------------------------------------ */

/* The nodes that nobody has. */
static void _begin_serving(search_t *s)
{
	const garq_set_t *eligible = s->rq->eligible;

	s->serving = memory_there(garq_set_copy(eligible));
	for (uint32_t i = 0; i < s->cnt; i++)
		garq_set_del(s->serving, s->holds[i].node);
	GARQ_SET_EACH(i, s->serving)
		if (!view_cores_suffice(s->office, i, &s->wanted[i],
					s->gpu_type))
			garq_set_del(s->serving, i);
	s->serving_cnt = garq_set_count(s->serving);
}

static void _pass_turn(search_t *s, const turn_t *t)
{
	if (t->serves)
		garq_set_add(s->serving, t->node);
	else
		garq_set_del(s->serving, t->node);
	s->serving_cnt += t->serves ? 1 : -1;
}

/* RET the first start at which enough nodes serve; GARQ_FOREVER: none */
static time_t _first_start(search_t *s, garq_answer_t *ret_answer)
{
	time_t start = s->rq->t_esr;
	uint32_t i = 0;

	qsort(s->turns, s->turn_cnt, sizeof(*s->turns), garq_by_time);
	for (;;) {
		for (; (i < s->turn_cnt) && (s->turns[i].start <= start); i++)
			_pass_turn(s, &s->turns[i]);
		if (s->serving_cnt >= s->rq->num_cn)
			return start;
		if (start == s->rq->t_esr) {
			ret_answer->missing = s->rq->num_cn - s->serving_cnt;
			ret_answer->short_at = start;
		}
		if (i == s->turn_cnt)
			return GARQ_FOREVER;
		start = s->turns[i].start;
	}
}

static void _end_search(search_t *s)
{
	free(s->wanted);
	free(s->first);
	free(s->by_node);
	free(s->holds);
	free(s->turns);
	garq_set_destroy(s->serving);
}

/* IN start - the first one that was found, or GARQ_FOREVER */
static void _to_answer(search_t *s, time_t start, garq_answer_t *ret)
{
	bool all = s->known_to == GARQ_FOREVER;
	time_t last = all ? GARQ_FOREVER - s->rq->duration :
			    s->known_to - s->rq->duration;

	ret->none_before = all ? GARQ_FOREVER : MAX(last + 1, s->rq->t_esr);
	if (start > last)
		return;
	ret->none_before = start;
	ret->fits = (start <= s->rq->t_lsr);
	ret->has_later = !ret->fits;
	if (ret->has_later) {
		ret->later = start;
		return;
	}
	ret->start = start;
	ret->free = s->serving;
	s->serving = NULL;
}

/* Search among the holders that begin before a time. OUT, as share_place() */
static void _search(office_t *office, const shape_t *shape,
		    const garq_request_t *rq, const view_draft_t *draft,
		    time_t until, garq_answer_t *ret)
{
	search_t s = {
		.office = office, .rq = rq, .draft = draft,
		.gpu_type = shape->gpu_type,
	};

	s.wanted = shape_wanted(shape, rq->eligible->size);
	_read_holds(&s, until);
	(void) steps_take_looks(rq, s.cnt);
	_follow_nodes(&s);
	_begin_serving(&s);
	_to_answer(&s, _first_start(&s, ret), ret);
	_end_search(&s);
}

/* --- the earliest start alone --------------------------------------------- */

view_rest_t share_rest(office_t *office, const shape_t *shape,
		       const garq_set_t *nodes, const view_span_t *span)
{
	view_span_t typed = *span;

	typed.gpu_type = shape->gpu_type;
	return view_rest(office, nodes, &typed);
}

static bool _serves_now(const view_rest_t *rest, uint32_t node, want_t wanted)
{
	cores_t left;

	if (!rest->at[node])
		return view_cores_suffice(rest->office, node, &wanted,
					  rest->span.gpu_type);
	left = view_rest_on(rest, node);
	return share_suffices(rest->office, node, rest->span.group, wanted,
			      &left);
}

/*
 * The nodes that serve a shape during a span; none, if there are more holders
 * than may be looked at. RET owned by the caller
 */
static garq_set_t *_serving(office_t *office, const shape_t *shape,
			    const garq_set_t *eligible, const view_span_t *span,
			    uint32_t *ret_holds)
{
	view_rest_t rest = share_rest(office, shape, eligible, span);
	garq_set_t *serving = memory_there(garq_set_copy(eligible));
	want_t *wanted = shape_wanted(shape, eligible->size);

	GARQ_SET_EACH(i, eligible)
		if (rest.cut || !_serves_now(&rest, i, wanted[i]))
			garq_set_del(serving, i);
	*ret_holds = rest.holds;
	free(wanted);
	view_rest_free(&rest);
	return serving;
}

uint32_t share_most(office_t *office, const shape_t *shape,
		    const garq_set_t *eligible, const view_span_t *span)
{
	uint32_t holds, cnt;
	garq_set_t *serving = _serving(office, shape, eligible, span, &holds);

	cnt = garq_set_count(serving);
	garq_set_destroy(serving);
	return cnt;
}

/*
 * Mostly a request fits at once, and nobody has to sort the holders of all its
 * window. RET false: it does not, and nothing is set
 */
static bool _fits_first(office_t *office, const shape_t *shape,
			const garq_request_t *rq, const view_draft_t *draft,
			garq_answer_t *ret)
{
	view_span_t span = {
		.t_s = rq->t_esr, .t_e = garq_end(rq->t_esr, rq->duration),
		.group = rq->group, .draft = draft, .most = SHARE_HOLDS,
	};
	uint32_t holds;
	garq_set_t *serving = _serving(office, shape, rq->eligible, &span,
				       &holds);
	bool fits = garq_set_count(serving) >= rq->num_cn;

	(void) steps_take_looks(rq, holds);
	if (fits) {
		ret->fits = true;
		ret->start = ret->none_before = rq->t_esr;
		ret->free = serving;
	} else {
		garq_set_destroy(serving);
	}
	return fits;
}

/* --- any start ------------------------------------------------------------ */

void share_place_in(office_t *office, const shape_t *shape,
		    const garq_request_t *rq, const view_draft_t *draft,
		    garq_answer_t *ret_answer)
{
	*ret_answer = (garq_answer_t) { .none_before = GARQ_FOREVER };
	if (rq->num_cn > garq_set_count(rq->eligible))
		return;
	ret_answer->none_before = rq->t_esr;
	ret_answer->cut = !steps_take_looks(rq, 0);
	if (ret_answer->cut)
		return;
	if (_fits_first(office, shape, rq, draft, ret_answer))
		return;
	_search(office, shape, rq, draft, garq_end(rq->t_lsr, rq->duration),
		ret_answer);
}

void share_place(office_t *office, const shape_t *shape,
		 const garq_request_t *rq, const view_draft_t *draft,
		 garq_answer_t *ret_answer)
{
	/* mostly it fits, and nobody has to look behind the window */
	share_place_in(office, shape, rq, draft, ret_answer);
	if (ret_answer->fits || ret_answer->cut ||
	    (rq->num_cn > garq_set_count(rq->eligible)))
		return;
	*ret_answer = (garq_answer_t) { .none_before = rq->t_esr };
	_search(office, shape, rq, draft, GARQ_FOREVER, ret_answer);
}
