/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>

#include "garq/times.h"
#include "lrh/proof.h"

#define BARRIERS_MAX 512

/* The most holders that the exact search lets leave; the greedy one has no
 * limit. */
#define LEAVE_MAX 6

struct barrier {
	time_t t_s, t_e;
	bool each;
	int64_t free;		/* of the holders that have not left */
	time_t first, last;	/* the starts that are ruled out; none if
				 * last < first */
};

/* A barrier that rules out the starts from from on. */
struct link {
	const struct barrier *b;
	time_t from, to;
};

struct weight {
	uint32_t holder;
	uint64_t weight;
};

/*
 * The barriers of a world, some of whose holders have left. still: holders lie
 * where they are, at their full size; else anywhere in their windows, at the
 * least.
 */
struct search {
	const lrh_world_t *w;
	bool still;
	struct barrier *barrier;
	size_t cnt;
	bool whole;		/* no interval was left out */
	size_t *first_piece;	/* of each holder; holders + 1 of them */
	bool *gone;
	bool *kept;		/* a search without it has found nothing */
	struct link *chain;
	size_t chain_cnt;
	struct weight *weights;	/* LEAVE_MAX + 1 lists */
	uint64_t limit, steps;
};

static bool _is_cut(const struct search *s)
{
	return s->steps >= s->limit;
}

/* --- barriers ------------------------------------------------------------- */

/* The seconds of [start, start + t_e) in the interval of b. */
static time_t _shared(time_t start, time_t t_e, const struct barrier *b)
{
	time_t from = garq_later(start, b->t_s);

	return garq_later(garq_sooner(start + t_e, b->t_e) - from, 0);
}

/*
 * What a piece takes of b, or more: one of the two ends of a window shares the
 * fewest seconds with an interval.
 */
static int64_t _piece_takes(struct search *s, const lrh_piece_t *p,
		      const struct barrier *b)
{
	time_t shared = s->still ? _shared(p->start, p->t_e, b) :
			garq_sooner(_shared(p->t_esr, p->least_t_e, b),
			     _shared(p->t_lsr, p->least_t_e, b));
	int64_t num_cn = s->still ? p->num_cn : p->least_cn;

	s->steps++;
	if (b->each)
		return (shared == b->t_e - b->t_s) ? num_cn : 0;
	return num_cn * shared;
}

static int64_t _holder_takes(struct search *s, uint32_t holder,
			     const struct barrier *b)
{
	int64_t sum = 0;

	for (size_t i = s->first_piece[holder];
	     i < s->first_piece[holder + 1]; i++)
		sum += _piece_takes(s, &s->w->piece[i], b);
	return sum;
}

/* OUT b->first, b->last - by b->free */
static void _set_starts(const lrh_world_t *w, struct barrier *b)
{
	int64_t more = (b->free < 0) ? 1 : b->free / w->num_cn + 1;
	time_t longest = garq_sooner(w->t_e, b->t_e - b->t_s);
	bool none = b->each ? (b->free >= w->num_cn) : (more > longest);
	time_t shared = b->each ? 1 : more;	/* seconds that are too many */

	b->first = none ? 1 : b->t_s - w->t_e + shared;
	b->last = none ? 0 : b->t_e - shared;
}

static bool _rules_out_some(const lrh_world_t *w, const struct barrier *b)
{
	return (b->first <= b->last) && (b->first <= w->t_lsr) &&
	       (b->last >= w->t_esr);
}

/* Keep the barrier of an interval, if it is one. */
static void _try_interval(struct search *s, time_t t_s, time_t t_e, bool each)
{
	struct barrier *b = &s->barrier[s->cnt];

	s->whole = s->whole && (s->cnt < BARRIERS_MAX) && !_is_cut(s);
	if (!s->whole)
		return;
	*b = (struct barrier) { .t_s = t_s, .t_e = t_e, .each = each };
	b->free = (int64_t) s->w->nodes * (each ? 1 : t_e - t_s);
	for (size_t i = 0; i < s->w->cnt; i++)
		b->free -= _piece_takes(s, &s->w->piece[i], b);
	_set_starts(s->w, b);
	s->cnt += _rules_out_some(s->w, b);
}

/*
 * The points at which the pieces begin or end at the earliest or the latest.
 * Pieces that move crowd each other outside of the request's time, too.
 */
static size_t _find_points(const struct search *s, time_t *at)
{
	const lrh_world_t *w = s->w;
	size_t cnt = 0, kept = 0;

	at[cnt++] = w->t_esr;
	at[cnt++] = w->t_lsr + w->t_e;
	for (size_t i = 0; i < w->cnt; i++) {
		const lrh_piece_t *p = &w->piece[i];
		time_t first = s->still ? p->start : p->t_esr;
		time_t last = s->still ? p->start : p->t_lsr;
		time_t t_e = s->still ? p->t_e : p->least_t_e;
		const time_t ends[] = { first, last, first + t_e, last + t_e };

		for (size_t j = 0; j < sizeof(ends) / sizeof(ends[0]); j++)
			if (!s->still || ((ends[j] > w->t_esr) &&
					  (ends[j] < w->t_lsr + w->t_e)))
				at[cnt++] = ends[j];
	}
	qsort(at, cnt, sizeof(*at), garq_by_time);
	for (size_t i = 0; i < cnt; i++)
		if (!i || (at[i] != at[kept - 1]))
			at[kept++] = at[i];
	return kept;
}

/* Those of single seconds first, then of longer and longer intervals. */
static int _find_barriers(struct search *s)
{
	time_t *at = malloc((4 * s->w->cnt + 2) * sizeof(*at));
	uint64_t limit = s->limit;
	size_t cnt;

	if (!at)
		return -1;
	s->limit /= 2;	/* the rest is for the search */
	s->whole = true;
	cnt = _find_points(s, at);
	for (size_t i = 0; i + 1 < cnt; i++)
		_try_interval(s, at[i], at[i + 1], true);
	for (size_t n = 1; !s->still && s->whole && (n < cnt); n++)
		for (size_t i = 0; i + n < cnt; i++)
			_try_interval(s, at[i], at[i + n], false);
	s->limit = limit;
	free(at);
	return 0;
}

/* --- holders leave ------------------------------------------------------- */

static void _set_gone(struct search *s, uint32_t holder, bool gone)
{
	if (s->gone[holder] == gone)
		return;
	s->gone[holder] = gone;
	for (size_t i = 0; i < s->cnt; i++) {
		struct barrier *b = &s->barrier[i];
		int64_t takes = _holder_takes(s, holder, b);

		if (!takes)
			continue;
		b->free += gone ? takes : -takes;
		_set_starts(s->w, b);
	}
}

static const struct barrier *_best_at(struct search *s, time_t t)
{
	const struct barrier *best = NULL;

	s->steps += s->cnt;
	for (size_t i = 0; i < s->cnt; i++) {
		const struct barrier *b = &s->barrier[i];

		if ((b->first <= t) && (t <= b->last) &&
		    (!best || (garq_sooner(b->last, s->w->t_lsr) >
			       garq_sooner(best->last, s->w->t_lsr))))
			best = b;
	}
	return best;
}

/*
 * Chain barriers from the first start to the last one.
 * RET false: a start is not ruled out
 */
static bool _is_covered(struct search *s)
{
	s->chain_cnt = 0;
	for (time_t t = s->w->t_esr; t <= s->w->t_lsr; ) {
		struct link *link = &s->chain[s->chain_cnt];

		link->b = _best_at(s, t);
		if (!link->b)
			return false;
		link->from = t;
		link->to = garq_sooner(link->b->last, s->w->t_lsr);
		t = link->to + 1;
		s->chain_cnt++;
	}
	return true;
}

/* What the request takes of a barrier, or more, from a start of the link. */
static uint64_t _request_takes(const lrh_world_t *w, const struct link *link)
{
	if (link->b->each)
		return w->num_cn;
	return (uint64_t) w->num_cn *
	       (uint64_t) garq_sooner(_shared(link->from, w->t_e, link->b),
			       _shared(link->to, w->t_e, link->b));
}

static int _by_weight(const void *a, const void *b)
{
	const struct weight *x = a, *y = b;

	if (x->weight != y->weight)
		return (x->weight < y->weight) ? 1 : -1;
	return (x->holder > y->holder) - (x->holder < y->holder);
}

static bool _can_leave(const struct search *s, uint32_t holder)
{
	return s->w->may_leave[holder] && !s->gone[holder] && !s->kept[holder];
}

/*
 * Sort the holders by their share of the links, most first.
 * IN all - with holders that have to stay. RET their number
 */
static size_t _weigh_holders(struct search *s, const struct link *link,
			     size_t links, bool all, struct weight *ret)
{
	size_t cnt = 0;

	for (uint32_t h = 0; h < s->w->holders; h++) {
		struct weight *one = &ret[cnt];

		if (all ? s->gone[h] : !_can_leave(s, h))
			continue;
		*one = (struct weight) { .holder = h };
		for (size_t i = 0; i < links; i++)
			one->weight += (uint64_t) _holder_takes(s, h,
								link[i].b);
		cnt += (one->weight > 0);
	}
	qsort(ret, cnt, sizeof(*ret), _by_weight);
	return cnt;
}

/* The fewest that must leave until a link does not rule out all its starts. */
static uint32_t _fewest(struct search *s, const struct link *link,
			struct weight *room)
{
	int64_t missing = (int64_t) _request_takes(s->w, link) - link->b->free;
	size_t cnt = _weigh_holders(s, link, 1, false, room);

	for (size_t i = 0; i < cnt; i++) {
		missing -= (int64_t) room[i].weight;
		if (missing <= 0)
			return (uint32_t) i + 1;
	}
	return LRH_NONE_LEAVES;
}

/* The fewest that must leave until a start is not ruled out, or less. */
static uint32_t _fewest_of_chain(struct search *s, struct weight *room)
{
	uint32_t least = LRH_NONE_LEAVES;

	for (size_t i = 0; i < s->chain_cnt; i++) {
		uint32_t one = _fewest(s, &s->chain[i], room);

		least = (one < least) ? one : least;
	}
	return least;
}

/*
 * Let cnt holders leave, or fewer, until a start is not ruled out: one of those
 * that the chain consists of has to, so each of them is tried.
 * RET false: no such set, or no step was left; all are back
 */
static bool _let_leave(struct search *s, uint32_t cnt)
{
	struct weight *list = &s->weights[cnt * s->w->holders];
	bool found = false;
	size_t tried = 0, of;

	if (!_is_covered(s))
		return true;
	if (_is_cut(s) || (_fewest_of_chain(s, list) > cnt))
		return false;
	of = _weigh_holders(s, s->chain, s->chain_cnt, false, list);
	while (!found && (tried < of) && !_is_cut(s)) {
		uint32_t holder = list[tried++].holder;

		_set_gone(s, holder, true);
		found = _let_leave(s, cnt - 1);
		if (!found)
			_set_gone(s, holder, false);
		s->kept[holder] = true;
	}
	for (size_t i = 0; i < tried; i++)
		s->kept[list[i].holder] = false;
	return found;
}

/*
 * Let the largest leave, one after the other, then those back that can be.
 * RET false: that does not help, or no step was left
 */
static bool _let_leave_greedily(struct search *s)
{
	bool left = true;

	while (left && _is_covered(s)) {
		left = !_is_cut(s) &&
		       _weigh_holders(s, s->chain, s->chain_cnt, false,
				      s->weights);
		if (left)
			_set_gone(s, s->weights[0].holder, true);
	}
	for (uint32_t h = 0; left && (h < s->w->holders); h++) {
		if (!s->gone[h])
			continue;
		_set_gone(s, h, false);
		if (_is_covered(s))
			_set_gone(s, h, true);
	}
	return left;
}

/* The number of holders without which there is room, or fewer. */
static uint32_t _find_least(struct search *s)
{
	uint32_t cnt, all = 0;

	for (uint32_t h = 0; h < s->w->holders; h++)
		all += s->w->may_leave[h];
	if (!_is_covered(s))
		return 0;
	cnt = _fewest_of_chain(s, s->weights);
	while ((cnt <= LEAVE_MAX) && (cnt <= all) && !_let_leave(s, cnt) &&
	       !_is_cut(s))
		cnt++;
	for (uint32_t h = 0; h < s->w->holders; h++)
		_set_gone(s, h, false);
	return (cnt > all) ? LRH_NONE_LEAVES : cnt;
}

/* OUT ret->found, leaves, leave_cnt */
static void _find_leaves(struct search *s, lrh_proof_t *ret)
{
	uint32_t cnt = ret->least_cnt;

	if (!s->whole || (cnt == LRH_NONE_LEAVES))
		return;
	while (!ret->found && (cnt <= LEAVE_MAX) && !_is_cut(s))
		ret->found = _let_leave(s, cnt++);
	s->limit *= 2;
	if (!ret->found)
		ret->found = _let_leave_greedily(s);
	for (uint32_t h = 0; ret->found && (h < s->w->holders); h++) {
		ret->leaves[h] = s->gone[h];
		ret->leave_cnt += s->gone[h];
	}
}

/* --- the proof ------------------------------------------------------------ */

/* Go on with the barriers of the chain alone. */
static void _keep_chain(struct search *s)
{
	size_t cnt = 0;

	for (size_t i = 0; i < s->cnt; i++)
		for (size_t j = 0; j < s->chain_cnt; j++)
			if (s->chain[j].b == &s->barrier[i]) {
				s->barrier[cnt++] = s->barrier[i];
				break;
			}
	s->cnt = cnt;
}

/* The smallest go first: of one barrier the fewest holders are left. */
static void _drop_needless(struct search *s)
{
	size_t cnt = _weigh_holders(s, s->chain, s->chain_cnt, true,
				    s->weights);

	for (uint32_t h = 0; h < s->w->holders; h++)
		s->kept[h] = true;
	for (size_t i = 0; i < cnt; i++)
		s->kept[s->weights[i].holder] = false;
	_keep_chain(s);
	for (uint32_t h = 0; h < s->w->holders; h++)
		if (s->kept[h])
			_set_gone(s, h, true);
	while (cnt-- && !_is_cut(s)) {
		_set_gone(s, s->weights[cnt].holder, true);
		if (!_is_covered(s))
			_set_gone(s, s->weights[cnt].holder, false);
	}
}

/*
 * Choose a barrier that rules out all starts, if there is one, by the fewest
 * holders. OUT s->chain
 */
static void _choose_single(struct search *s)
{
	const lrh_world_t *w = s->w;
	size_t least = SIZE_MAX;
	struct link best = s->chain[0];

	for (size_t i = 0; i < s->cnt; i++) {
		struct link link = { &s->barrier[i], w->t_esr, w->t_lsr };
		int64_t all = (int64_t) w->nodes *
			      (link.b->each ? 1 : link.b->t_e - link.b->t_s);
		size_t n = 0, cnt;

		if ((link.b->first > w->t_esr) || (link.b->last < w->t_lsr) ||
		    _is_cut(s))
			continue;
		all -= (int64_t) _request_takes(w, &link);
		cnt = _weigh_holders(s, &link, 1, true, s->weights);
		while ((n < cnt) && (all >= 0))
			all -= (int64_t) s->weights[n++].weight;
		if (n < least) {
			least = n;
			best = link;
		}
	}
	s->chain[0] = best;
}

static void _set_barrier(const struct search *s, const struct link *link,
			 lrh_barrier_t *ret)
{
	const struct barrier *b = link->b;

	*ret = (lrh_barrier_t) {
		.t_s = b->t_s, .t_e = b->t_e, .each = b->each,
		.all = (uint64_t) s->w->nodes *
		       (b->each ? 1 : (uint64_t) (b->t_e - b->t_s)),
		.asked = _request_takes(s->w, link),
		.first = link->from, .last = link->to,
	};
	ret->held = (uint64_t) ((int64_t) ret->all - b->free);
}

/* All starts are ruled out. RET 0, or -1: memory is short */
static int _tell_proof(struct search *s, lrh_proof_t *ret)
{
	s->limit *= 2;
	(void) _is_covered(s);
	if (s->chain_cnt == 1)
		_choose_single(s);
	_drop_needless(s);
	(void) _is_covered(s);
	ret->barrier = malloc(s->chain_cnt * sizeof(*ret->barrier));
	if (!ret->barrier)
		return -1;
	for (size_t i = 0; i < s->chain_cnt; i++)
		_set_barrier(s, &s->chain[i], &ret->barrier[i]);
	ret->cnt = s->chain_cnt;
	for (uint32_t h = 0; h < s->w->holders; h++)
		ret->needed[h] = !s->gone[h];
	ret->proven = true;
	return 0;
}

/* --- the whole ------------------------------------------------------------ */

static void _search_close(struct search *s)
{
	free(s->barrier);
	free(s->first_piece);
	free(s->gone);
	free(s->kept);
	free(s->chain);
	free(s->weights);
}

/* RET 0, or -1; _search_close() in either case */
static int _search_open(struct search *s, const lrh_world_t *w, bool still,
		 uint64_t limit)
{
	size_t holders = (size_t) w->holders + 1;

	*s = (struct search) { .w = w, .still = still, .limit = limit };
	s->barrier = malloc((BARRIERS_MAX + 1) * sizeof(*s->barrier));
	s->first_piece = malloc((holders + 1) * sizeof(*s->first_piece));
	s->gone = calloc(holders, sizeof(*s->gone));
	s->kept = calloc(holders, sizeof(*s->kept));
	s->chain = malloc((BARRIERS_MAX + 1) * sizeof(*s->chain));
	s->weights = malloc((LEAVE_MAX + 2) * holders * sizeof(*s->weights));
	if (!s->barrier || !s->first_piece || !s->gone || !s->kept ||
	    !s->chain || !s->weights)
		return -1;
	for (size_t i = 0, h = 0; h < holders; h++) {
		while ((i < w->cnt) && (w->piece[i].holder < h))
			i++;
		s->first_piece[h] = i;
	}
	return _find_barriers(s);
}

/* Find the barriers and the least number of leavers. RET 0 or -1 */
static int _prove_moving(const lrh_world_t *w, lrh_proof_t *ret)
{
	struct search s;
	int rc = _search_open(&s, w, false, w->steps / 4);

	if (!rc) {
		ret->least_cnt = _find_least(&s);
		if (ret->least_cnt)
			rc = _tell_proof(&s, ret);
	}
	ret->steps += s.steps;
	_search_close(&s);
	return rc;
}

/* What makes room where nobody moves. RET 0 or -1 */
static int _make_room(const lrh_world_t *w, lrh_proof_t *ret)
{
	struct search s;
	int rc = _search_open(&s, w, true, w->steps / 4);

	if (!rc)
		_find_leaves(&s, ret);
	ret->steps += s.steps;
	_search_close(&s);
	return rc;
}

static bool _is_valid_piece(const lrh_piece_t *p, uint32_t holders)
{
	return (p->holder < holders) && p->num_cn &&
	       (p->num_cn <= LRH_PROOF_NODES) &&
	       (p->least_cn <= p->num_cn) && (p->t_esr >= 0) &&
	       (p->t_esr <= p->start) && (p->start <= p->t_lsr) &&
	       (p->t_lsr <= LRH_PROOF_TIME) && (p->least_t_e >= 1) &&
	       (p->least_t_e <= p->t_e) && (p->t_e <= LRH_PROOF_TIME);
}

static bool _is_valid(const lrh_world_t *w)
{
	bool ok = (w->nodes <= LRH_PROOF_NODES) && w->num_cn &&
		  (w->num_cn <= LRH_PROOF_NODES) && (w->t_esr >= 0) &&
		  (w->t_esr <= w->t_lsr) && (w->t_lsr <= LRH_PROOF_TIME) &&
		  (w->t_e >= 1) && (w->t_e <= LRH_PROOF_TIME) &&
		  (w->cnt <= LRH_PROOF_PIECES);

	for (size_t i = 0; ok && (i < w->cnt); i++)
		ok = _is_valid_piece(&w->piece[i], w->holders) &&
		     (!i || (w->piece[i - 1].holder <= w->piece[i].holder));
	return ok;
}

extern void lrh_proof_free(lrh_proof_t *proof)
{
	free(proof->barrier);
	free(proof->needed);
	free(proof->leaves);
	*proof = (lrh_proof_t) { .proven = false };
}

extern int lrh_prove(const lrh_world_t *w, lrh_proof_t *ret_proof)
{
	lrh_proof_t proof = { .proven = false };

	if (!_is_valid(w)) {
		errno = EINVAL;
		return -1;
	}
	proof.needed = calloc((size_t) w->holders + 1, sizeof(bool));
	proof.leaves = calloc((size_t) w->holders + 1, sizeof(bool));
	if (!proof.needed || !proof.leaves || _prove_moving(w, &proof) ||
	    _make_room(w, &proof)) {
		lrh_proof_free(&proof);
		errno = ENOMEM;
		return -1;
	}
	*ret_proof = proof;
	return 0;
}
