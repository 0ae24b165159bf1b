/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * claims_check.c - verify that the counts agree with the held nodes.
 *
 * The invariants are in claims.h. The number of held nodes of each pool is
 * found from the parts alone, and compared with the profile of its counts.
 */
#include "garq/claims.h"
#include "garq/edges.h"
#include "garq/garq.h"
#include "garq/limits.h"

#define NO_MEMORY GARQ_CHECK_NO_MEMORY

struct check {
	const struct garq_pools *pools;
	const garq_nodes_t *n;
	struct garq_edges held[GARQ_POOLS_MAX];	/* in any order at first */
	uint32_t cnt[GARQ_POOLS_MAX];	/* expected number of reservations */
	garq_set_t *meeting;		/* nodes of parts that are not whole */
	const char *reason;
};

static void _each_part(struct check *c,
		       void (*fn)(struct check *c, struct garq_part *p))
{
	const struct garq_idmap_entry *entry;

	for (uint32_t pos = 0;
	     !c->reason && (entry = garq_idmap_next(&c->n->holders, &pos)); ) {
		const struct garq_holder *holder = entry->value;

		for (struct garq_part *p = holder->parts; p; p = p->next)
			fn(c, p);
	}
}

/* Record that num_cn nodes of a pool are held in [t_s, t_e), from now on. */
static void _record_held(struct check *c, uint32_t pool, time_t t_s, time_t t_e,
			 uint32_t num_cn)
{
	t_s = garq_later(t_s, c->pools->now);
	if (!num_cn || (t_s >= t_e))
		return;
	if ((garq_edges_append(&c->held[pool], t_s, num_cn, 0) < 0) ||
	    (garq_edges_append(&c->held[pool], t_e, 0, num_cn) < 0))
		c->reason = NO_MEMORY;
}

static void _check_pieces(struct check *c, const struct garq_part *part)
{
	const garq_set_t *shared = part->shared;

	for (uint32_t i = shared ? garq_set_next(shared, 0) : 0;
	     shared && (i < shared->size); i = garq_set_next(shared, i + 1))
		if (!garq_part_has(part, i))
			c->reason = "a part shares a node that it has not";
	for (const struct garq_piece *p = part->pieces; p; p = p->next)
		if (!shared || !garq_set_test(shared, p->node) ||
		    (p->t_s < part->t_s) || (p->t_e > part->t_e) ||
		    (p->t_s >= p->t_e))
			c->reason = "a piece is not of its part";
}

/* True if a part is counted as a whole; others are added up node by node. */
static bool _is_whole(const struct garq_part *part)
{
	return !part->overlaps;
}

/* Add a part that is counted as a whole; collect the nodes of other parts. */
static void _add_part(struct check *c, struct garq_part *part)
{
	const struct garq_pools *pools = c->pools;

	_check_pieces(c, part);
	if (_is_whole(part) && part->shared)
		c->reason = "a part that meets no other is counted in pieces";
	if (!c->reason)
		c->reason = garq_pools_check_part(pools, part, c->cnt);
	for (uint32_t i = 0; _is_whole(part) && (i < pools->cnt); i++)
		_record_held(c, i, part->t_s, part->t_e,
			     garq_class_count(&pools->class[i], part));
	if (_is_whole(part))
		return;
	for (uint32_t i = garq_part_next(part, 0); i != UINT32_MAX;
	     i = garq_part_next(part, i + 1))
		garq_set_add(c->meeting, i);
}

/* A maximal interval during which parts that are no whole hold one node. */
struct run {
	struct check *c;
	uint32_t node;
	time_t t_s;
	time_t t_e;		/* == t_s: empty */
};

static void _end_run(struct run *run)
{
	_record_held(run->c, run->c->pools->pool_of[run->node], run->t_s,
		     run->t_e, 1);
	run->t_s = run->t_e;
}

static bool _add_run(void *arg, struct garq_part *part)
{
	struct run *run = arg;

	if (_is_whole(part))
		return true;
	if (part->t_s > run->t_e) {
		_end_run(run);
		run->t_s = run->t_e = part->t_s;
	}
	run->t_e = garq_later(run->t_e, part->t_e);
	return true;
}

static void _add_node(struct check *c, uint32_t node)
{
	struct run run = { c, node, INT64_MIN, INT64_MIN };

	garq_calendar_each(&c->n->calendar, INT64_MIN, GARQ_FOREVER, node,
			   _add_run, &run);
	_end_run(&run);
}

/*
 * Compare expected edges with the profile of a pool, walking along both. One
 * step of the profile may correspond to several edges.
 */
struct compare {
	const struct garq_edges *held;
	uint32_t i;
	uint32_t level;
	uint32_t size;
	bool less;
	bool same;
};

static bool _is_right(const struct compare *x, uint32_t num_free)
{
	return (x->level == x->size - num_free) ||
	       (x->less && (x->level > x->size - num_free));
}

static bool _compare_interval(void *arg, time_t t_s, time_t t_e,
			      uint32_t num_free)
{
	struct compare *x = arg;

	(void) t_s;
	while ((x->i < x->held->cnt) && (x->held->edge[x->i].t <= t_s)) {
		x->level = garq_edges_level(x->held, x->i, x->i + 1, x->level);
		x->i++;
	}
	x->same = _is_right(x, num_free);
	while (x->same && (x->i < x->held->cnt) &&
	       (x->held->edge[x->i].t < t_e)) {
		x->level = garq_edges_level(x->held, x->i, x->i + 1, x->level);
		x->i++;
		x->same = _is_right(x, num_free);
	}
	return x->same;
}

static const char *_compare(struct check *c, uint32_t pool)
{
	const struct garq_class *class = &c->pools->class[pool];
	struct compare x = {
		.held = &c->held[pool], .size = class->size,
		.less = c->pools->less, .same = true,
	};

	garq_edges_sort(&c->held[pool]);
	garq_profile(class->counts, garq_now(class->counts), GARQ_FOREVER,
		     _compare_interval, &x);
	return x.same ? NULL : "what is counted is not what is held";
}

extern const char *garq_claims_check(const struct garq_pools *pools,
				     const garq_nodes_t *n)
{
	struct check c = {
		.pools = pools, .n = n, .meeting = garq_set_create(n->size),
	};

	if (!c.meeting)
		return NO_MEMORY;
	_each_part(&c, _add_part);
	for (uint32_t i = garq_set_next(c.meeting, 0);
	     !c.reason && (i < n->size); i = garq_set_next(c.meeting, i + 1))
		_add_node(&c, i);
	if (!c.reason)
		c.reason = garq_pools_check(pools, c.cnt);
	for (uint32_t i = 0; !c.reason && (i < pools->cnt); i++)
		c.reason = _compare(&c, i);
	for (uint32_t i = 0; i < pools->cnt; i++)
		garq_edges_free(&c.held[i]);
	garq_set_destroy(c.meeting);
	return c.reason;
}
