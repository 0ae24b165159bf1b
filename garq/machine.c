/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.c - all that holds nodes of one machine, and where a request fits.
 *
 * Invariants, verified by garq_machine_check():
 *  1. Those of the counts and of the nodes; the counts are of as many nodes.
 *  2. A holder is known here if and only if it is known to the nodes. The
 *     parts of it that are counted are reservations of the counts, by numbers
 *     that are given out once; nothing else is reserved there.
 *  3. At no second from now on is more reserved in the counts than there are
 *     nodes that are held.
 * The last one follows from how parts come to be counted: one is counted only
 * when it overlaps nothing, and nothing that overlaps it later is. So no two
 * counted parts overlap, and addReserv cannot run out of nodes.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/edges.h"
#include "garq/idmap.h"
#include "garq/machine.h"
#include "garq/private.h"

/* What is counted of a holder. */
struct counted {
	uint64_t *part;		/* their numbers in the counts */
	uint32_t cnt;
	uint32_t cap;
};

struct garq_machine {
	garq_t *counts;
	garq_nodes_t *nodes;
	garq_set_t *all;		/* every node */
	struct garq_idmap holders;	/* id -> struct counted */
	uint64_t next_part;
};

/* Making one */

static void _counted_free(struct counted *counted)
{
	free(counted->part);
	free(counted);
}

extern garq_machine_t *garq_machine_create(uint32_t node_cnt, uint32_t delta,
					   time_t horizon, time_t now)
{
	garq_machine_t *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->counts = garq_create(node_cnt, delta, horizon, now);
	if (!m->counts)
		goto fail;
	m->nodes = garq_nodes_create(node_cnt);
	if (!m->nodes)
		goto fail;
	m->all = garq_set_create(node_cnt);
	if (!m->all)
		goto fail;
	for (uint32_t i = 0; i < node_cnt; i++)
		garq_set_add(m->all, i);
	return m;
fail:
	garq_machine_destroy(m);
	return NULL;
}

extern void garq_machine_destroy(garq_machine_t *m)
{
	const struct garq_idmap_entry *entry;

	if (!m)
		return;
	for (uint32_t pos = 0; (entry = garq_idmap_next(&m->holders, &pos)); )
		_counted_free(entry->value);
	garq_idmap_free(&m->holders);
	garq_set_destroy(m->all);
	garq_nodes_destroy(m->nodes);
	garq_destroy(m->counts);
	free(m);
}

extern int garq_machine_advance(garq_machine_t *m, time_t now)
{
	return garq_advance(m->counts, now);
}

/* Holding and releasing */

/* Room for one more part. RET 0, or -1 with errno ENOMEM */
static int _reserve_part(struct counted *counted)
{
	uint64_t cap = counted->cap ? (uint64_t) counted->cap * 2 : 1;
	uint64_t *part;

	if (counted->cnt < counted->cap)
		return 0;
	if (cap > UINT32_MAX) {
		errno = ENOMEM;
		return -1;
	}
	part = realloc(counted->part, cap * sizeof(*part));
	if (!part)
		return -1;
	counted->part = part;
	counted->cap = (uint32_t) cap;
	return 0;
}

/* Both views, or neither; counted has room and is changed last. */
static int _hold(garq_machine_t *m, struct counted *counted, uint64_t id,
		 uint64_t group, const garq_set_t *set, time_t t_s, time_t t_e)
{
	uint32_t cnt = garq_set_count(set);
	bool alone = (garq_nodes_free(m->nodes, set, t_s, t_e, GARQ_NO_GROUP,
				      NULL) == cnt);

	if (alone && (garq_addReserv(m->counts, m->next_part, t_s, t_e,
				     cnt) < 0))
		return -1;
	if (garq_nodes_hold(m->nodes, id, group, set, t_s, t_e) < 0) {
		if (alone)
			garq_deleteReserv(m->counts, m->next_part);
		return -1;
	}
	if (alone)
		counted->part[counted->cnt++] = m->next_part++;
	return 0;
}

extern int garq_machine_hold(garq_machine_t *m, uint64_t id, uint64_t group,
			     const garq_set_t *set, time_t t_s, time_t t_e)
{
	time_t now = garq_now(m->counts);
	struct counted *known, *counted;

	if (garq_nodes_hold_valid(m->nodes, id, group, set, t_s, t_e) < 0)
		return -1;
	if (t_e <= now)
		return 0;
	known = garq_idmap_get(&m->holders, id);
	counted = known ? known : calloc(1, sizeof(*counted));
	if (!counted)
		return -1;
	if ((garq_idmap_reserve(&m->holders) < 0) ||
	    (_reserve_part(counted) < 0) ||
	    (_hold(m, counted, id, group, set, garq_later(t_s, now),
		   t_e) < 0)) {
		if (!known)
			_counted_free(counted);
		return -1;
	}
	if (!known)
		garq_idmap_put(&m->holders, id, counted);
	return 0;
}

extern int garq_machine_release(garq_machine_t *m, uint64_t id)
{
	struct counted *counted = garq_idmap_del(&m->holders, id);

	if (!counted) {
		errno = ENOENT;
		return -1;
	}
	for (uint32_t i = 0; i < counted->cnt; i++)
		garq_deleteReserv(m->counts, counted->part[i]);
	garq_nodes_release(m->nodes, id);
	_counted_free(counted);
	return 0;
}

/* Placing */

static bool _request_valid(const garq_machine_t *m, const garq_request_t *rq)
{
	return rq->num_cn && (rq->duration >= 1) && (rq->t_esr <= rq->t_lsr) &&
	       (rq->eligible->size == garq_nodes_size(m->nodes));
}

/*
 * The counts' view: no start before *start has enough free nodes. They do not
 * know groups; with one to look away from they might say no too early, so they
 * are not asked then. RET 1 with *start moved on, 0 there is none at all
 */
static int _earliest_by_counts(const garq_machine_t *m,
			       const garq_request_t *rq, time_t *start)
{
	if (*start >= GARQ_FOREVER)
		return 0;
	if (rq->group != GARQ_NO_GROUP)
		return 1;
	return garq_suggestInterval(m->counts, *start,
				    garq_end(*start, rq->duration), rq->num_cn,
				    -1, start);
}

/*
 * The earliest start >= *start, however late. First the counts, as their no is
 * final and their start needs no second look at what is before it; then the
 * nodes at that very start, which most often are free; then all the nodes.
 * RET 1 with *start moved on; 0 there is none; -1 with errno ENOMEM
 */
static int _earliest(const garq_machine_t *m, const garq_request_t *rq,
		     time_t *start)
{
	int rc;

	if (rq->num_cn > garq_set_count(rq->eligible))
		return 0;
	rc = _earliest_by_counts(m, rq, start);
	if (rc < 1)
		return rc;
	if (garq_nodes_free(m->nodes, rq->eligible, *start,
			    garq_end(*start, rq->duration), rq->group,
			    NULL) >= rq->num_cn)
		return 1;
	return garq_nodes_earliest(m->nodes, rq->eligible, rq->num_cn,
				   rq->duration, *start, GARQ_FOREVER,
				   rq->group, start);
}

/* It fits at answer->start. RET 0, or -1 with errno ENOMEM */
static int _fits(const garq_machine_t *m, const garq_request_t *rq,
		 garq_answer_t *answer)
{
	answer->free = garq_set_create(rq->eligible->size);
	if (!answer->free)
		return -1;
	answer->fits = true;
	garq_nodes_free(m->nodes, rq->eligible, answer->start,
			garq_end(answer->start, rq->duration), rq->group,
			answer->free);
	return 0;
}

/*
 * Say what is missing if it starts at t, the earliest. Nothing is, when the
 * window is over. RET 0, or -1 with errno ENOMEM
 */
static int _fits_not(const garq_machine_t *m, const garq_request_t *rq,
		     time_t t, garq_answer_t *answer)
{
	answer->short_at = t;
	return (garq_nodes_shortage(m->nodes, rq->eligible, rq->num_cn, t,
				    garq_end(t, rq->duration), rq->group,
				    &answer->short_at, &answer->missing) < 0) ?
		-1 : 0;
}

extern int garq_machine_place(const garq_machine_t *m,
			      const garq_request_t *rq,
			      garq_answer_t *ret_answer)
{
	garq_answer_t answer = { .fits = false };
	time_t from, start;
	int found;

	if (!_request_valid(m, rq)) {
		errno = EINVAL;
		return -1;
	}
	from = start = garq_later(rq->t_esr, garq_now(m->counts));
	found = _earliest(m, rq, &start);
	if (found < 0)
		return -1;
	if (found && (start <= rq->t_lsr)) {
		answer.start = start;
		if (_fits(m, rq, &answer) < 0)
			return -1;
	} else {
		answer.has_later = (found == 1);
		answer.later = found ? start : 0;
		if (_fits_not(m, rq, from, &answer) < 0)
			return -1;
	}
	*ret_answer = answer;
	return 0;
}

extern void garq_answer_free(garq_answer_t *answer)
{
	garq_set_destroy(answer->free);
	answer->free = NULL;
}

/* Looking */

extern const garq_nodes_t *garq_machine_nodes(const garq_machine_t *m)
{
	return m->nodes;
}

extern const garq_t *garq_machine_counts(const garq_machine_t *m)
{
	return m->counts;
}

/* Verifying */

#define NO_MEMORY "there is no memory to verify it"

/* How many nodes are held, from the node intervals alone. */
struct truth {
	const garq_machine_t *m;
	struct garq_edges edges;	/* not in order until all are there */
	uint32_t node;			/* the run of holds we are in: */
	time_t t_s;
	time_t t_e;			/* == t_s: in none */
	const char *reason;
};

/* The run of holds that touch or overlap on one node is over. */
static int _run_over(struct truth *truth)
{
	if (truth->t_s == truth->t_e)
		return 0;
	if ((garq_edges_append(&truth->edges, truth->t_s, 1, 0) < 0) ||
	    (garq_edges_append(&truth->edges, truth->t_e, 0, 1) < 0)) {
		truth->reason = NO_MEMORY;
		return -1;
	}
	truth->t_s = truth->t_e;
	return 0;
}

/* A garq_nodes_fn: in order of node, then of start. */
static bool _truth_add(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	struct truth *truth = arg;

	if (!garq_idmap_get(&truth->m->holders, id)) {
		truth->reason = "the nodes know a holder that is not known";
		return false;
	}
	t_s = garq_later(t_s, garq_now(truth->m->counts));
	if ((node == truth->node) && (t_s <= truth->t_e)) {
		truth->t_e = garq_later(truth->t_e, t_e);
		return true;
	}
	if (_run_over(truth) < 0)
		return false;
	truth->node = node;
	truth->t_s = t_s;
	truth->t_e = t_e;
	return true;
}

/* held nodes are held in [t_s, t_e): the counts must say the others are free */
static bool _counts_right(const garq_machine_t *m, time_t t_s, time_t t_e,
			  uint32_t held)
{
	uint32_t others = garq_max_cn(m->counts) - held;

	return !others || (t_s >= t_e) ||
	       (garq_searchReserv(m->counts, t_s, t_e, others) == 1);
}

static const char *_check_counts(struct truth *truth)
{
	const struct garq_edges *es = &truth->edges;
	const garq_machine_t *m = truth->m;
	time_t t = garq_now(m->counts);
	uint32_t held = 0;

	garq_nodes_each(m->nodes, m->all, t, GARQ_FOREVER, GARQ_NO_GROUP,
			_truth_add, truth);
	if (truth->reason || (_run_over(truth) < 0))
		return truth->reason;
	garq_edges_sort(&truth->edges);
	for (uint32_t i = 0; i < es->cnt; i++) {
		if (!_counts_right(m, t, es->edge[i].t, held))
			return "more is counted than is held";
		t = es->edge[i].t;
		held = garq_edges_level(es, i, i + 1, held);
	}
	if (!_counts_right(m, t, GARQ_FOREVER, held))
		return "more is counted than is held";
	return NULL;
}

static const char *_check_parts(const garq_machine_t *m)
{
	const struct garq_idmap_entry *entry;
	uint64_t parts = 0;

	for (uint32_t pos = 0; (entry = garq_idmap_next(&m->holders, &pos)); ) {
		const struct counted *counted = entry->value;

		for (uint32_t i = 0; i < counted->cnt; i++)
			if (counted->part[i] >= m->next_part)
				return "a part has a number not given out";
		parts += counted->cnt;
	}
	if (parts != garq_count(m->counts))
		return "what is counted is not the parts of the holders";
	return NULL;
}

extern bool garq_machine_check(const garq_machine_t *m,
			       const char **ret_reason)
{
	struct truth truth = { .m = m };

	if (!garq_check(m->counts, ret_reason) ||
	    !garq_nodes_check(m->nodes, ret_reason))
		return false;
	if (garq_max_cn(m->counts) != garq_nodes_size(m->nodes))
		truth.reason = "the counts are not of all the nodes";
	if (!truth.reason)
		truth.reason = _check_parts(m);
	if (!truth.reason)
		truth.reason = _check_counts(&truth);
	garq_edges_free(&truth.edges);
	if (!truth.reason)
		return true;
	*ret_reason = truth.reason;
	return false;
}
