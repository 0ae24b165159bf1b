/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "srl/nodes_fit.h"

#define DEPTH_MAX 4096		/* of a recursion */
#define MAY_WORK 8		/* nodes, whose pools and times are looked at */

struct srl_fitter {
	const srl_world_t *world;
	srl_meter_t *meter;	/* may be NULL */
	size_t n;		/* nodes of the world that are told apart */
	const srl_want_t *wants;
	size_t cnt;
	size_t order[SRL_PARTS_MAX];	/* the wants by their begin */
	size_t fixed;		/* number of them, in that order, with nodes */
	int64_t tries;		/* that are left */

	/* [want * n + nodes] */
	int64_t *may;		/* that are in its pool, and free for its length */
	int64_t *given;		/* of the wants that are fixed */
	int64_t *arc;		/* may, less the nodes of the fixed wants */
	int64_t *flow;		/* of one moment */
	size_t *sorted;		/* nodes to be tried, best first */
	size_t *use;		/* [nodes]: later wants that may have them */

	/* of a flow, [nodes] */
	int64_t *left;
	size_t *from;		/* the want that has reached them; SIZE_MAX: none */

	/* of a flow, [want] */
	bool there[SRL_PARTS_MAX];	/* at the moment, and not fixed */
	size_t via[SRL_PARTS_MAX];	/* nodes by which it was reached */
};

extern srl_fitter_t *srl_fitter_create(const srl_world_t *world, size_t cnt_max,
				       srl_meter_t *meter)
{
	srl_fitter_t *f = calloc(1, sizeof(*f));
	size_t n = world->nodes_cnt + 1, all = n * cnt_max;

	if (!f)
		return NULL;
	f->world = world;
	f->meter = meter;
	f->n = world->nodes_cnt;
	f->may = calloc(all, sizeof(*f->may));
	f->given = calloc(all, sizeof(*f->given));
	f->arc = calloc(all, sizeof(*f->arc));
	f->flow = calloc(all, sizeof(*f->flow));
	f->sorted = calloc(all, sizeof(*f->sorted));
	f->use = calloc(n, sizeof(*f->use));
	f->left = calloc(n, sizeof(*f->left));
	f->from = calloc(n, sizeof(*f->from));
	if (f->may && f->given && f->arc && f->flow && f->sorted && f->use &&
	    f->left && f->from)
		return f;
	srl_fitter_destroy(f);
	errno = ENOMEM;
	return NULL;
}

extern void srl_fitter_destroy(srl_fitter_t *f)
{
	if (!f)
		return;
	free(f->may);
	free(f->given);
	free(f->arc);
	free(f->flow);
	free(f->sorted);
	free(f->use);
	free(f->left);
	free(f->from);
	free(f);
}

extern int64_t srl_fitter_given(const srl_fitter_t *f, size_t want,
				size_t nodes)
{
	return f->given[want * f->n + nodes];
}

/* Count work. RET false: stopped, the answer does not matter any more */
static bool _count_work(const srl_fitter_t *f, size_t units)
{
	return !f->meter || srl_work(f->meter, units);
}

/* --- what a want may have ------------------------------------------------------- */

extern bool srl_nodes_in(const srl_nodes_t *nodes, uint32_t pool)
{
	size_t lo = 0, hi = nodes->pool_cnt;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (nodes->pools[mid] < pool)
			lo = mid + 1;
		else
			hi = mid;
	}
	return (lo < nodes->pool_cnt) && (nodes->pools[lo] == pool);
}

extern bool srl_nodes_free(const srl_nodes_t *nodes, int64_t begin,
			   int64_t end)
{
	size_t lo = 0, hi = nodes->free_cnt;

	while (lo < hi) {	/* the first span that ends after begin */
		size_t mid = lo + (hi - lo) / 2;

		if (nodes->free[mid].to <= begin)
			lo = mid + 1;
		else
			hi = mid;
	}
	return (lo < nodes->free_cnt) && (nodes->free[lo].from <= begin) &&
	       (nodes->free[lo].to >= end);
}

static void _find_may(srl_fitter_t *f)
{
	for (size_t w = 0; w < f->cnt; w++) {
		const srl_want_t *want = &f->wants[w];

		if (!_count_work(f, f->n * MAY_WORK))
			return;
		for (size_t u = 0; u < f->n; u++) {
			const srl_nodes_t *nodes = &f->world->nodes[u];
			bool may = srl_nodes_in(nodes, want->pool) &&
				   srl_nodes_free(nodes, want->begin,
						  want->end);

			f->may[w * f->n + u] = may ? nodes->cnt : 0;
		}
	}
}

static bool _is_there(const srl_want_t *want, int64_t at)
{
	return (want->begin <= at) && (at < want->end);
}

static bool _wants_meet(const srl_want_t *a, const srl_want_t *b)
{
	return (a->begin < b->end) && (b->begin < a->end);
}

/* How many of some nodes the wants that are fixed have at a moment. */
static int64_t _used_at(const srl_fitter_t *f, size_t u, int64_t at)
{
	int64_t used = 0;

	for (size_t i = 0; i < f->fixed; i++) {
		size_t w = f->order[i];

		if (_is_there(&f->wants[w], at))
			used += f->given[w * f->n + u];
	}
	return used;
}

/* The most that they have during a want; it grows only where one of them begins. */
static int64_t _used_during(const srl_fitter_t *f, size_t u,
			    const srl_want_t *want)
{
	int64_t most = _used_at(f, u, want->begin);

	(void) _count_work(f, f->fixed);
	for (size_t i = 0; i < f->fixed; i++) {
		const srl_want_t *other = &f->wants[f->order[i]];
		int64_t used;

		if (!_is_there(want, other->begin) ||
		    !f->given[f->order[i] * f->n + u])
			continue;
		used = _used_at(f, u, other->begin);
		(void) _count_work(f, f->fixed);
		most = (used > most) ? used : most;
	}
	return most;
}

static void _find_arcs(srl_fitter_t *f)
{
	for (size_t i = f->fixed; i < f->cnt; i++) {
		size_t w = f->order[i];

		if (!_count_work(f, f->n))
			return;
		for (size_t u = 0; u < f->n; u++) {
			int64_t may = f->may[w * f->n + u];

			f->arc[w * f->n + u] = may ?
				may - _used_during(f, u, &f->wants[w]) : 0;
		}
	}
}

/* --- the flow of a moment ------------------------------------------------------- */

/* Follow the way from a want to nodes that are left back. RET how much fits through */
static int64_t _push_flow(srl_fitter_t *f, size_t want, size_t nodes,
			  int64_t most)
{
	int64_t fits = (f->left[nodes] < most) ? f->left[nodes] : most, room;
	size_t u, w;

	for (u = nodes;; u = f->via[w]) {
		w = f->from[u];
		room = f->arc[w * f->n + u] - f->flow[w * f->n + u];
		fits = (room < fits) ? room : fits;
		if (w == want)
			break;
		room = f->flow[w * f->n + f->via[w]];
		fits = (room < fits) ? room : fits;
	}
	f->left[nodes] -= fits;
	for (u = nodes;; u = f->via[w]) {
		w = f->from[u];
		f->flow[w * f->n + u] += fits;
		if (w == want)
			break;
		f->flow[w * f->n + f->via[w]] -= fits;
	}
	return fits;
}

/*
 * Breadth first: a want reaches the nodes that it may have more of, and they
 * the wants that have some of them. RET the first nodes of which some are
 * left, or n
 */
static size_t _reach_nodes(srl_fitter_t *f, size_t want)
{
	size_t queue[SRL_PARTS_MAX], head = 0, tail = 0;
	bool seen[SRL_PARTS_MAX] = { false };

	for (size_t u = 0; u < f->n; u++)
		f->from[u] = SIZE_MAX;
	seen[want] = true;
	queue[tail++] = want;
	while (head < tail) {
		size_t w = queue[head++];

		if (!_count_work(f, f->n))
			return f->n;
		for (size_t u = 0; u < f->n; u++) {
			if ((f->from[u] != SIZE_MAX) ||
			    (f->arc[w * f->n + u] <= f->flow[w * f->n + u]))
				continue;
			f->from[u] = w;
			if (f->left[u] > 0)
				return u;
			(void) _count_work(f, f->cnt);
			for (size_t v = 0; v < f->cnt; v++) {
				if (seen[v] || !f->there[v] ||
				    !f->flow[v * f->n + u])
					continue;
				seen[v] = true;
				f->via[v] = u;
				queue[tail++] = v;
			}
		}
	}
	return f->n;
}

static void _begin_flow(srl_fitter_t *f, int64_t at)
{
	(void) _count_work(f, f->n * (f->cnt + f->fixed));
	for (size_t w = 0; w < f->cnt; w++)
		f->there[w] = _is_there(&f->wants[w], at);
	for (size_t i = 0; i < f->fixed; i++)
		f->there[f->order[i]] = false;
	for (size_t u = 0; u < f->n; u++)
		f->left[u] = f->world->nodes[u].cnt - _used_at(f, u, at);
	memset(f->flow, 0, f->cnt * f->n * sizeof(*f->flow));
}

/*
 * True if all parts of a moment find nodes, beside those whose nodes are fixed.
 */
static bool _moment_flows(srl_fitter_t *f, int64_t at)
{
	_begin_flow(f, at);
	for (size_t w = 0; w < f->cnt; w++) {
		int64_t missing = f->there[w] ? f->wants[w].amount : 0;

		while (missing > 0) {
			size_t u = _reach_nodes(f, w);

			if (u == f->n)
				return false;
			missing -= _push_flow(f, w, u, missing);
		}
	}
	return true;
}

/* What is there grows only where a want begins. */
static bool _all_flow(srl_fitter_t *f)
{
	_find_arcs(f);
	for (size_t i = f->fixed; i < f->cnt; i++)
		if (!_moment_flows(f, f->wants[f->order[i]].begin))
			return false;
	return true;
}

/* --- one want after the other --------------------------------------------------- */

static srl_fit_t _place_want(srl_fitter_t *f, size_t depth);

/* RET the number of later wants for which these nodes are of use */
static size_t _count_uses(const srl_fitter_t *f, size_t k, size_t u)
{
	size_t use = 0;

	for (size_t i = k + 1; i < f->cnt; i++)
		use += f->may[f->order[i] * f->n + u] &&
		       _wants_meet(&f->wants[f->order[k]],
				   &f->wants[f->order[i]]);
	return use;
}

/* List the nodes that want number k of the order may have. RET their number */
static size_t _sort_nodes(srl_fitter_t *f, size_t k)
{
	size_t *list = f->sorted + k * f->n, cnt = 0;

	(void) _count_work(f, 2 * f->n * f->cnt);
	for (size_t u = 0; u < f->n; u++)
		f->use[u] = _count_uses(f, k, u);
	for (size_t use = 0; use < f->cnt; use++)
		for (size_t u = 0; u < f->n; u++)
			if ((f->use[u] == use) &&
			    (f->arc[f->order[k] * f->n + u] > 0))
				list[cnt++] = u;
	return cnt;
}

/* The nodes from a place in the list on, for the missing nodes of a want. */
typedef struct {
	size_t k;		/* of the order */
	size_t cnt;		/* of its list */
	size_t at;
	int64_t missing;
	size_t depth;
} spread_t;

static int64_t _room_from(const srl_fitter_t *f, const spread_t *s, size_t at)
{
	const size_t *list = f->sorted + s->k * f->n;
	int64_t room = 0;

	for (; at < s->cnt; at++)
		room += f->arc[f->order[s->k] * f->n + list[at]];
	return room;
}

static srl_fit_t _spread(srl_fitter_t *f, const spread_t *s)
{
	size_t w = f->order[s->k], u;
	int64_t arc, take, least;
	srl_fit_t fit = SRL_FIT_NO;

	if (!s->missing) {
		f->fixed = s->k + 1;
		fit = (f->tries-- <= 0) ? SRL_FIT_OPEN :
		      !_all_flow(f) ? SRL_FIT_NO : _place_want(f, s->depth + 1);
		f->fixed = s->k;
		return fit;
	}
	if (s->depth >= DEPTH_MAX)
		return SRL_FIT_OPEN;
	u = f->sorted[s->k * f->n + s->at];
	arc = f->arc[w * f->n + u];
	take = (arc < s->missing) ? arc : s->missing;
	least = s->missing - _room_from(f, s, s->at + 1);
	for (; (take >= 0) && (take >= least) && (fit == SRL_FIT_NO) &&
	     _count_work(f, s->cnt - s->at); take--) {
		const spread_t rest = { s->k, s->cnt, s->at + 1,
					s->missing - take, s->depth + 1 };

		f->given[w * f->n + u] = take;
		fit = _spread(f, &rest);
	}
	if (fit != SRL_FIT_YES)
		f->given[w * f->n + u] = 0;
	return fit;
}

static srl_fit_t _place_want(srl_fitter_t *f, size_t depth)
{
	spread_t s = { .k = f->fixed, .depth = depth };
	size_t w;

	if (s.k == f->cnt)
		return SRL_FIT_YES;
	w = f->order[s.k];
	s.cnt = _sort_nodes(f, s.k);
	s.missing = f->wants[w].amount;
	memset(f->given + w * f->n, 0, f->n * sizeof(*f->given));
	if (_room_from(f, &s, 0) < s.missing)
		return SRL_FIT_NO;
	return _spread(f, &s);
}

/* --- the answer ------------------------------------------------------------------ */

static void _sort_wants(srl_fitter_t *f)
{
	for (size_t i = 0; i < f->cnt; i++) {
		size_t k = i;

		for (; k && (f->wants[f->order[k - 1]].begin > f->wants[i].begin);
		     k--)
			f->order[k] = f->order[k - 1];
		f->order[k] = i;
	}
}

/* True if all are there at the moment at which the last one begins. */
static bool _is_one_moment(const srl_fitter_t *f)
{
	int64_t last = f->wants[f->order[f->cnt - 1]].begin;
	bool all = true;

	for (size_t w = 0; all && (w < f->cnt); w++)
		all = _is_there(&f->wants[w], last);
	return all;
}

static srl_fit_t _fit_wants(srl_fitter_t *f)
{
	_sort_wants(f);
	_find_may(f);
	memset(f->given, 0, f->cnt * f->n * sizeof(*f->given));
	if (!_all_flow(f))
		return SRL_FIT_NO;
	if (!_is_one_moment(f))
		return _place_want(f, 0);
	memcpy(f->given, f->flow, f->cnt * f->n * sizeof(*f->given));
	return SRL_FIT_YES;
}

/* Once stopped, nothing that was found is sure. */
extern srl_fit_t srl_fit(srl_fitter_t *f, const srl_want_t *wants, size_t cnt)
{
	srl_fit_t fit;

	f->wants = wants;
	f->cnt = cnt;
	f->fixed = 0;
	f->tries = SRL_FIT_TRIES;
	if (!cnt)
		return SRL_FIT_YES;
	fit = _fit_wants(f);
	return _count_work(f, 0) ? fit : SRL_FIT_OPEN;
}

extern size_t srl_wants_together(srl_want_t *list, size_t cnt, size_t all)
{
	for (size_t done = 0; done < cnt; done++) {
		for (size_t i = cnt; i < all; i++) {
			srl_want_t other = list[i];

			if (!_wants_meet(&list[done], &other))
				continue;
			list[i] = list[cnt];
			list[cnt++] = other;
		}
	}
	return cnt;
}
