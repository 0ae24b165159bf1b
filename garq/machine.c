/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.c - all that holds nodes of one machine, and where a request fits.
 *
 * The holders of each node are in nodes.h, the counts of the pools in pools.h,
 * and claims.h says how the two agree: their invariants are those of a machine,
 * verified by garq_machine_check().
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/claims.h"
#include "garq/holders.h"
#include "garq/machine.h"
#include "garq/pools.h"

struct garq_machine {
	garq_nodes_t *nodes;
	struct garq_pools *pools;
};

/* Creating */

extern garq_machine_t *garq_machine_create(uint32_t node_cnt,
					   const uint32_t *pool_of,
					   uint32_t delta, time_t horizon,
					   time_t now)
{
	garq_machine_t *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->nodes = garq_nodes_create(node_cnt);
	if (!m->nodes)
		goto fail;
	m->pools = garq_pools_create(node_cnt, pool_of, delta, horizon, now);
	if (!m->pools)
		goto fail;
	m->nodes->pools = m->pools->cnt;
	return m;
fail:
	garq_machine_destroy(m);
	return NULL;
}

extern void garq_machine_destroy(garq_machine_t *m)
{
	if (!m)
		return;
	garq_pools_destroy(m->pools);
	garq_nodes_destroy(m->nodes);
	free(m);
}

extern int garq_machine_advance(garq_machine_t *m, time_t now)
{
	return garq_pools_advance(m->pools, now);
}

/* Holding and releasing */

extern int garq_machine_hold(garq_machine_t *m, uint64_t id, uint64_t group,
			     const garq_set_t *set, time_t t_s, time_t t_e)
{
	time_t now = garq_machine_now(m);
	struct garq_part *part;

	if (garq_nodes_hold_valid(m->nodes, id, group, set, t_s, t_e) < 0)
		return -1;
	if (t_e <= now)
		return 0;
	part = garq_nodes_put(m->nodes, id, group, set, garq_later(t_s, now),
			      t_e);
	if (!part)
		return -1;
	if (garq_claims_make(m->pools, m->nodes, part) < 0) {
		garq_nodes_unput(m->nodes, part, NULL, NULL);
		errno = ENOMEM;
		return -1;
	}
	return 0;
}

extern int garq_machine_release(garq_machine_t *m, uint64_t id)
{
	struct garq_part *part = garq_nodes_parts(m->nodes, id);

	if (!part) {
		errno = ENOENT;
		return -1;
	}
	for (; part; part = garq_nodes_parts(m->nodes, id)) {
		garq_claims_leave(m->pools, m->nodes, part);
		garq_nodes_unput(m->nodes, part, garq_claims_unite,
				 m->pools);
	}
	return 0;
}

/* Looks: what node searches have read, in searches of GARQ_LOOK_STEPS() */

struct looks {
	const garq_machine_t *m;
	uint32_t *left;		/* NULL: no limit */
	uint64_t steps;		/* that are not taken from left yet */
};

/* A node search was made. */
static void _looked(struct looks *l, const struct garq_look *w)
{
	uint64_t each = GARQ_LOOK_STEPS((uint64_t) l->m->nodes->size);

	if (!l->left)
		return;
	l->steps += GARQ_LOOK_STEPS(8 * (w->read / 8));
	for (; *l->left && (l->steps >= each); l->steps -= each)
		(*l->left)--;
}

/* The searches end: a look that is used in part counts as a whole one. */
static void _looks_end(struct looks *l)
{
	if (l->left && *l->left && l->steps)
		(*l->left)--;
}

/* Placing */

static bool _request_valid(const garq_machine_t *m, const garq_request_t *rq)
{
	return rq->num_cn && (rq->duration >= 1) && (rq->t_esr <= rq->t_lsr) &&
	       (rq->eligible->size == garq_nodes_size(m->nodes));
}

/* Check rq at start. RET start if it fits, or a time before which none fits */
static time_t _look_at_start(struct looks *l, const garq_request_t *rq,
			     time_t start)
{
	const struct garq_nodes *nodes = l->m->nodes;
	struct garq_look w = garq_look(&nodes->calendar, rq->eligible->word,
				       nodes->busy, rq->num_cn);

	start = garq_look_back(&w, start, garq_end(start, rq->duration));
	_looked(l, &w);
	return start;
}

/*
 * True if another node search may be made, for a start at t. IN/OUT later - the
 * searches past the window
 */
static bool _may_look(const garq_request_t *rq, time_t t, int *later)
{
	return (!rq->looks || *rq->looks) &&
	       ((t <= rq->t_lsr) || ((*later)++ < GARQ_LOOKS));
}

/*
 * The earliest start at from or later. First search the nodes at that very
 * start: mostly they are free, and the answer needs to name them anyway. Then
 * nodes and counts take turns: the nodes show up to which start the request
 * fails too (the longer the request, the farther); the counts show where enough
 * nodes may be free next, and skip all time in which they are not. Neither
 * skips a start that fits.
 * OUT ret_found - whether the result is a start that fits
 * RET that start; a start that the counts allow, and that was not searched,
 *	since no more searches may be made; or GARQ_FOREVER: none fits
 */
static time_t _earliest(const garq_machine_t *m, const garq_request_t *rq,
			time_t from, bool *ret_found)
{
	time_t start = from, next;
	struct looks looks = { .m = m, .left = rq->looks };
	int later = 0;

	*ret_found = false;
	if (from >= GARQ_FOREVER)
		return GARQ_FOREVER;
	if (!_may_look(rq, rq->t_lsr, &later))
		return from;
	next = _look_at_start(&looks, rq, start);
	*ret_found = (next == start);
	if (next != start)
		garq_pools_ask(m->pools, rq->eligible, rq->num_cn);
	while (!*ret_found && (next < GARQ_FOREVER)) {
		bool may = _may_look(rq, next, &later);

		start = garq_pools_next(m->pools, next);
		next = garq_sooner(start, GARQ_FOREVER);
		if (!may || (next == GARQ_FOREVER))
			break;
		next = _look_at_start(&looks, rq, start);
		*ret_found = (next == start);
	}
	_looks_end(&looks);
	return next;
}

/* Fill in the eligible nodes that the last search did not find busy. */
static int _fill_free_nodes(const garq_machine_t *m, const garq_request_t *rq,
			    garq_answer_t *answer)
{
	answer->free = garq_set_copy(rq->eligible);
	if (!answer->free)
		return -1;
	for (uint32_t w = 0; w < m->nodes->calendar.words; w++)
		answer->free->word[w] &= ~m->nodes->busy[w];
	answer->fits = true;
	return 0;
}

/* Place while the group is excluded. RET 0, or -1 with errno ENOMEM */
static int _place_request(const garq_machine_t *m, const garq_request_t *rq,
			  garq_answer_t *answer)
{
	time_t from = garq_later(rq->t_esr, garq_machine_now(m)), start;
	bool found;

	start = _earliest(m, rq, from, &found);
	if (found && (start <= rq->t_lsr)) {
		answer->start = start;
		return _fill_free_nodes(m, rq, answer);
	}
	answer->has_later = found;
	answer->later = found ? start : 0;
	answer->none_before = start;
	answer->cut = !found && rq->looks && !*rq->looks &&
		      (start <= rq->t_lsr);
	return 0;
}

/* The counts exclude and include parts with the calendar. */
static void _exclude(const garq_machine_t *m, uint64_t group, bool away)
{
	garq_nodes_exclude(m->nodes, group, away, garq_claims_exclude,
			   m->pools);
}

extern int garq_machine_place(const garq_machine_t *m,
			      const garq_request_t *rq,
			      garq_answer_t *ret_answer)
{
	garq_answer_t answer = { .fits = false };
	int rc;

	if (!_request_valid(m, rq)) {
		errno = EINVAL;
		return -1;
	}
	_exclude(m, rq->group, true);
	rc = _place_request(m, rq, &answer);
	_exclude(m, rq->group, false);
	if (rc == 0)
		*ret_answer = answer;
	return rc;
}

extern void garq_machine_shortage(const garq_machine_t *m,
				  const garq_request_t *rq,
				  garq_answer_t *answer)
{
	time_t from = garq_later(rq->t_esr, garq_machine_now(m));

	answer->short_at = from;
	garq_nodes_shortage(m->nodes, rq->eligible, rq->num_cn, from,
			    garq_end(from, rq->duration), rq->group,
			    &answer->short_at, &answer->missing);
}

extern void garq_machine_away(garq_machine_t *m, uint64_t group)
{
	_exclude(m, group, true);
}

extern void garq_machine_back(garq_machine_t *m, uint64_t group)
{
	_exclude(m, group, false);
}

/* As garq_machine_each_claim(), for one part. RET false to end */
static bool _each_claim(const struct garq_part *part, garq_nodes_fn fn,
			void *arg)
{
	uint32_t i = part->overlaps ? garq_part_next(part, 0) : UINT32_MAX;

	for (; i != UINT32_MAX; i = garq_part_next(part, i + 1))
		if ((!part->shared || !garq_set_test(part->shared, i)) &&
		    !fn(arg, part->holder->id, i, part->t_s, part->t_e))
			return false;
	for (const struct garq_piece *p = part->pieces; p; p = p->next)
		if (!fn(arg, part->holder->id, p->node, p->t_s, p->t_e))
			return false;
	return true;
}

extern void garq_machine_each_claim(const garq_machine_t *m, uint64_t group,
				    garq_nodes_fn fn, void *arg)
{
	const struct garq_group *g = (group == GARQ_NO_GROUP) ? NULL :
		garq_idmap_get(&m->nodes->groups, group);

	for (const struct garq_holder *h = g ? g->holders : NULL; h;
	     h = h->next)
		for (const struct garq_part *p = h->parts; p; p = p->next)
			if (!_each_claim(p, fn, arg))
				return;
}

/* Starts, one run after the other */

/* A search with a limit of looks. */
struct starts {
	const garq_machine_t *m;
	const garq_request_t *rq;
	struct looks looks;
};

/*
 * True if num_cn nodes are free throughout [t_s, t_e). A look must be left.
 * OUT ret_next - if not: no interval of this length fits that starts before
 */
static bool _enough(struct starts *s, time_t t_s, time_t t_e,
		    time_t *ret_next)
{
	struct garq_look w = garq_look(&s->m->nodes->calendar,
				       s->rq->eligible->word, s->m->nodes->busy,
				       s->rq->num_cn);

	*ret_next = garq_look_back(&w, t_s, t_e);
	_looked(&s->looks, &w);
	return *ret_next == t_s;
}

/*
 * The first start from start on: the nodes and the counts take turns.
 * RET false: none up to *start - 1, and the window or the looks are at their
 *	end
 */
static bool _find_first_start(struct starts *s, time_t *start)
{
	const garq_request_t *rq = s->rq;
	bool asked = false;
	time_t next;

	while ((*start <= rq->t_lsr) && *s->looks.left) {
		if (_enough(s, *start, garq_end(*start, rq->duration), &next))
			return true;
		if (!asked)
			garq_pools_ask(s->m->pools, rq->eligible, rq->num_cn);
		asked = true;
		*start = garq_pools_next(s->m->pools, next);
	}
	return false;
}

/*
 * How long the nodes that are free throughout [t_s, until) stay enough, up to
 * the end: the whole rest at once, since mostly it is free; else in steps that
 * double, then by bisection. RET less if the looks are at their end
 */
static time_t _enough_until(struct starts *s, time_t t_s, time_t until,
			    time_t end)
{
	time_t step = until - t_s, mid, next;

	if (until >= end)
		return end;
	if (*s->looks.left && _enough(s, t_s, end, &next))
		return end;
	while ((until + 1 < end) && *s->looks.left) {
		mid = until + garq_sooner(step, (end - until) / 2);
		if (_enough(s, t_s, mid, &next)) {
			until = mid;
			step *= 2;
		} else {
			end = mid;
		}
	}
	return until;
}

extern bool garq_machine_starts(const garq_machine_t *m,
				const garq_request_t *rq, uint32_t *looks,
				time_t *ret_first, time_t *ret_last)
{
	struct starts s = {
		.m = m, .rq = rq, .looks = { .m = m, .left = looks },
	};
	time_t start = garq_later(rq->t_esr, garq_machine_now(m));
	time_t end = garq_end(rq->t_lsr, rq->duration), last, next;

	if (!_find_first_start(&s, &start)) {
		_looks_end(&s.looks);
		*ret_last = garq_sooner(start - 1, rq->t_lsr);
		return false;
	}
	*ret_first = start;
	do {
		last = _enough_until(&s, start, start + rq->duration, end) -
		       rq->duration;
		start = last + 1;	/* maybe other nodes take over */
	} while ((last < rq->t_lsr) && *looks &&
		 _enough(&s, start, start + rq->duration, &next));
	_looks_end(&s.looks);
	*ret_last = last;
	return true;
}

struct other {
	uint64_t id;
	const struct garq_part *part;
	bool found;
};

/* A garq_nodes_fn: stop at another holder of the node during the part. */
static bool _is_other(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	struct other *o = arg;

	o->found = (id != o->id) && (t_s < o->part->t_e) &&
		   (t_e > o->part->t_s);
	(void) node;
	return !o->found && (t_s < o->part->t_e);
}

/* A part counts parts of its own holder too, so it is compared node by node. */
extern bool garq_machine_overlaps(const garq_machine_t *m, uint64_t id,
				  uint64_t *walks)
{
	struct other o = { .id = id };

	for (o.part = garq_nodes_parts(m->nodes, id); o.part;
	     o.part = o.part->next) {
		uint32_t i = garq_part_next(o.part, 0);

		for (; o.part->overlaps && (i != UINT32_MAX);
		     i = garq_part_next(o.part, i + 1)) {
			garq_nodes_each_on(m->nodes, i, o.part->t_s, _is_other,
					   &o);
			if (walks)
				(*walks)++;
			if (o.found)
				return true;
		}
	}
	return false;
}

extern void garq_answer_free(garq_answer_t *answer)
{
	garq_set_destroy(answer->free);
	answer->free = NULL;
}

/* Queries */

extern time_t garq_machine_now(const garq_machine_t *m)
{
	return m->pools->now;
}

extern const garq_nodes_t *garq_machine_nodes(const garq_machine_t *m)
{
	return m->nodes;
}

extern uint32_t garq_machine_pools(const garq_machine_t *m)
{
	return m->pools->cnt;
}

extern uint32_t garq_machine_pool(const garq_machine_t *m, uint32_t node)
{
	return m->pools->pool_of[node];
}

extern const garq_t *garq_machine_counts(const garq_machine_t *m, uint32_t pool)
{
	return m->pools->class[pool].counts;
}

/* Verifying */

extern bool garq_machine_check(const garq_machine_t *m,
			       const char **ret_reason)
{
	const char *reason;

	if (!garq_nodes_check(m->nodes, ret_reason))
		return false;
	reason = garq_claims_check(m->pools, m->nodes);
	if (!reason)
		return true;
	*ret_reason = reason;
	return false;
}
