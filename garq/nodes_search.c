/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_search.c - which nodes are free, when are enough of them free.
 *
 * All questions are walks over the calendar (calendar.h). The structure is in
 * holders.h.
 */

#include "garq/holders.h"

/* The nodes of set that n has: as a set of n's own, or set itself. */
static const uint64_t *_eligible(const garq_nodes_t *n, const garq_set_t *set)
{
	uint32_t words = n->calendar.words;

	if (set->size == n->size)
		return set->word;
	for (uint32_t w = 0; w < words; w++)
		n->eligible[w] = ((uint64_t) w * 64 < set->size) ?
			set->word[w] : 0;
	if (n->size % 64)
		n->eligible[words - 1] &= UINT64_MAX >> (64 - n->size % 64);
	return n->eligible;
}

/*
 * Exclude a group until the question is answered. The calendar is restored
 * afterwards, so the question is const for its caller.
 */
static void _exclude(const garq_nodes_t *n, uint64_t group, bool away)
{
	garq_nodes_exclude((garq_nodes_t *) n, group, away, NULL, NULL);
}

/* True if the interval is empty: nothing is held from GARQ_FOREVER on. */
static bool _is_empty_interval(time_t t_s, time_t t_e)
{
	return (t_s >= t_e) || (t_s >= GARQ_FOREVER);
}

/* Fill ret_free with the eligible nodes that are not busy. */
static void _put_free(const garq_nodes_t *n, const uint64_t *eligible,
		      const uint64_t *busy, garq_set_t *ret_free)
{
	for (uint32_t w = 0; (uint64_t) w * 64 < ret_free->size; w++)
		ret_free->word[w] = (w < n->calendar.words) ?
			eligible[w] & ~busy[w] : 0;
}

/*
 * How many eligible nodes are free throughout [t_s, t_e); n->busy has the
 * others. IN want - as soon as fewer than that are left, this is the answer,
 * and it may be too many; 0: count them all
 */
static uint32_t _count_nodes_left(const garq_nodes_t *n,
				  const uint64_t *eligible, uint32_t want,
				  time_t t_s, time_t t_e)
{
	struct garq_look w = garq_look(&n->calendar, eligible, n->busy, want);

	if (!_is_empty_interval(t_s, t_e))
		garq_look_back(&w, t_s, garq_sooner(t_e, GARQ_FOREVER));
	return w.left;
}

extern uint32_t garq_nodes_free(const garq_nodes_t *n,
				const garq_set_t *eligible, time_t t_s,
				time_t t_e, uint64_t group,
				garq_set_t *ret_free)
{
	const uint64_t *among = _eligible(n, eligible);
	uint32_t left;

	_exclude(n, group, true);
	left = _count_nodes_left(n, among, 0, t_s, t_e);
	_exclude(n, group, false);
	if (ret_free)
		_put_free(n, among, n->busy, ret_free);
	return left;
}

/*
 * The end of the shortest interval from t_s on in which too few nodes are free;
 * in [t_s, t_e) they are. By bisection: nodes that are free throughout an
 * interval are free throughout any part of it.
 */
static time_t _few_until(const garq_nodes_t *n, const uint64_t *eligible,
			 uint32_t num_cn, time_t t_s, time_t t_e)
{
	time_t enough = t_s;

	while (enough + 1 < t_e) {
		time_t mid = enough + (time_t) (((uint64_t) t_e -
						 (uint64_t) enough) / 2);

		if (_count_nodes_left(n, eligible, num_cn, t_s, mid) < num_cn)
			t_e = mid;
		else
			enough = mid;
	}
	return t_e;
}

extern int garq_nodes_shortage(const garq_nodes_t *n,
			       const garq_set_t *eligible, uint32_t num_cn,
			       time_t t_s, time_t t_e, uint64_t group,
			       time_t *ret_at, uint32_t *ret_missing)
{
	const uint64_t *among = _eligible(n, eligible);
	uint32_t left;

	if ((t_s >= t_e) || !num_cn)
		return 0;
	t_e = (t_s < GARQ_FOREVER) ? garq_sooner(t_e, GARQ_FOREVER) : t_s + 1;
	_exclude(n, group, true);
	left = _count_nodes_left(n, among, num_cn, t_s, t_e);
	if (left < num_cn) {
		t_e = _few_until(n, among, num_cn, t_s, t_e);
		left = _count_nodes_left(n, among, 0, t_s, t_e);
	}
	_exclude(n, group, false);
	if (left >= num_cn)
		return 0;
	*ret_at = t_e - 1;
	*ret_missing = num_cn - left;
	return 1;
}

/* The conflicting holders */

struct each {
	const uint64_t *set;
	uint64_t group;
	garq_nodes_fn fn;
	void *arg;
};

static bool _each_node(void *arg, struct garq_part *part)
{
	const struct each *e = arg;
	uint32_t words = part->first + part->words;

	if (part->holder->group == e->group)
		return true;
	for (uint32_t w = part->first; w < words; w++) {
		uint64_t word = part->word[w - part->first] & e->set[w];

		for (; word; word &= word - 1)
			if (!e->fn(e->arg, part->holder->id,
				   w * 64 + (uint32_t) __builtin_ctzll(word),
				   part->t_s, part->t_e))
				return false;
	}
	return true;
}

extern void garq_nodes_each(const garq_nodes_t *n, const garq_set_t *set,
			    time_t t_s, time_t t_e, uint64_t group,
			    garq_nodes_fn fn, void *arg)
{
	struct each e = {
		.set = _eligible(n, set), .group = group, .fn = fn,
		.arg = arg,
	};

	if (!_is_empty_interval(t_s, t_e))
		garq_calendar_each(&n->calendar, t_s,
				   garq_sooner(t_e, GARQ_FOREVER),
				   GARQ_ANY_NODE, _each_node, &e);
}

struct each_on {
	uint32_t node;
	garq_nodes_fn fn;
	void *arg;
};

static bool _each_on(void *arg, struct garq_part *part)
{
	const struct each_on *e = arg;

	return e->fn(e->arg, part->holder->id, e->node, part->t_s, part->t_e);
}

extern void garq_nodes_each_on(const garq_nodes_t *n, uint32_t node,
			       time_t from, garq_nodes_fn fn, void *arg)
{
	struct each_on e = { node, fn, arg };

	if ((node < n->size) && (from < GARQ_FOREVER))
		garq_calendar_each(&n->calendar, from, GARQ_FOREVER, node,
				   _each_on, &e);
}

struct followed {
	garq_set_t *done;
	bool ended;
	garq_nodes_follow_fn fn;
	void *arg;
};

static enum garq_follow _followed(void *arg, struct garq_part *part,
				  uint32_t node)
{
	struct followed *f = arg;
	enum garq_follow next = f->fn(f->arg, part->holder->id, node,
				      part->t_s, part->t_e);

	if (f->done && (next == GARQ_FOLLOW_DONE))
		garq_set_add(f->done, node);
	f->ended |= (next == GARQ_FOLLOW_END);
	return next;
}

extern void garq_nodes_follow(const garq_nodes_t *n, const garq_set_t *set,
			      garq_set_t *done, time_t from,
			      garq_nodes_follow_fn fn, void *arg)
{
	struct followed f = { .done = done, .fn = fn, .arg = arg };

	for (uint32_t w = 0; w < n->calendar.words; w++)
		n->busy[w] = set->word[w] & (done ? ~done->word[w] : UINT64_MAX);
	if (from < GARQ_FOREVER)
		garq_calendar_follow(&n->calendar, n->busy, from, _followed,
				     &f);
	if (done && !f.ended)
		garq_set_add_all(done, set);
}
