/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes.c - who holds which node: holding, releasing, verifying.
 *
 * The structure, its picture and its invariants are in holds.h; searching is in
 * nodes_search.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "garq/holds.h"

#define ROOM_MIN 4

extern garq_nodes_t *garq_nodes_create(uint32_t node_cnt)
{
	garq_nodes_t *n;

	if (!node_cnt) {
		errno = EINVAL;
		return NULL;
	}
	n = calloc(1, sizeof(*n));
	if (!n)
		return NULL;
	n->size = node_cnt;
	n->node = calloc(node_cnt, sizeof(*n->node));
	if (!n->node) {
		free(n);
		return NULL;
	}
	return n;
}

static void _holder_free(struct garq_holder *holder)
{
	free(holder->ref);
	free(holder);
}

extern void garq_nodes_destroy(garq_nodes_t *n)
{
	const struct garq_idmap_entry *entry;

	if (!n)
		return;
	for (uint32_t pos = 0; (entry = garq_idmap_next(&n->holders, &pos)); )
		_holder_free(entry->value);
	garq_idmap_free(&n->holders);
	for (uint32_t i = 0; i < n->size; i++)
		free(n->node[i].hold);
	free(n->node);
	free(n);
}

extern uint32_t garq_nodes_size(const garq_nodes_t *n)
{
	return n->size;
}

/* Holding and releasing */

/*
 * Room for cnt elements in an array of *cap.
 * RET the array, which may have moved, or NULL with errno ENOMEM
 */
static void *_room(void *array, uint32_t *cap, uint64_t cnt, size_t elem)
{
	uint64_t bigger = *cap ? *cap : ROOM_MIN;

	if (cnt <= *cap)
		return array;
	while (bigger < cnt)
		bigger *= 2;
	if (bigger > UINT32_MAX) {
		errno = ENOMEM;
		return NULL;
	}
	array = realloc(array, bigger * elem);
	if (array)
		*cap = (uint32_t) bigger;
	return array;
}

/* The first hold at or after (t_s, id), by index. */
static uint32_t _find(const struct garq_node *node, time_t t_s, uint64_t id)
{
	uint32_t lo = 0, hi = node->cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		const struct garq_hold *h = &node->hold[mid];

		if ((h->t_s < t_s) || ((h->t_s == t_s) && (h->id < id)))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Put max_end right from hold i on: what is before it has changed. */
static void _update_max_end(struct garq_node *node, uint32_t i)
{
	time_t max_end = i ? node->hold[i - 1].max_end : INT64_MIN;

	for (; i < node->cnt; i++) {
		max_end = garq_later(max_end, node->hold[i].t_e);
		/* then those after it are right as well */
		if (node->hold[i].max_end == max_end)
			return;
		node->hold[i].max_end = max_end;
	}
}

/* There is room for one more. */
static void _insert(struct garq_node *node, const struct garq_hold *hold)
{
	uint32_t i = _find(node, hold->t_s, hold->id);

	memmove(node->hold + i + 1, node->hold + i,
		(node->cnt - i) * sizeof(*hold));
	node->hold[i] = *hold;
	node->hold[i].max_end = INT64_MIN;	/* not right for any t_e */
	node->cnt++;
	_update_max_end(node, i);
}

/* Any of the holds of id that start at t_s: they all go, one for each ref. */
static void _remove(struct garq_node *node, time_t t_s, uint64_t id)
{
	uint32_t i = _find(node, t_s, id);

	node->cnt--;
	memmove(node->hold + i, node->hold + i + 1,
		(node->cnt - i) * sizeof(*node->hold));
	_update_max_end(node, i);
}

extern int garq_nodes_hold_valid(const garq_nodes_t *n, uint64_t id,
				 uint64_t group, const garq_set_t *set,
				 time_t t_s, time_t t_e)
{
	const struct garq_holder *holder = garq_idmap_get(&n->holders, id);

	if ((t_s < t_e) && (t_e <= GARQ_FOREVER) && (set->size == n->size) &&
	    (garq_set_next(set, 0) < set->size) && (group != GARQ_NO_GROUP) &&
	    (!holder || (holder->group == group)))
		return 0;
	errno = EINVAL;
	return -1;
}

static int _reserve_refs(struct garq_holder *holder, uint32_t more)
{
	void *ref = _room(holder->ref, &holder->cap,
			  (uint64_t) holder->cnt + more, sizeof(*holder->ref));

	if (!ref)
		return -1;
	holder->ref = ref;
	return 0;
}

static int _reserve_hold(struct garq_node *node)
{
	void *hold = _room(node->hold, &node->cap, (uint64_t) node->cnt + 1,
			   sizeof(*node->hold));

	if (!hold)
		return -1;
	node->hold = hold;
	return 0;
}

/* Room for one more hold on each node of set and for the refs to them. */
static int _reserve(garq_nodes_t *n, struct garq_holder *holder,
		    const garq_set_t *set)
{
	if ((garq_idmap_reserve(&n->holders) < 0) ||
	    (_reserve_refs(holder, garq_set_count(set)) < 0))
		return -1;
	for (uint32_t i = garq_set_next(set, 0); i < set->size;
	     i = garq_set_next(set, i + 1))
		if (_reserve_hold(&n->node[i]) < 0)
			return -1;
	return 0;
}

/* Cannot fail: room has been reserved. */
static void _commit(garq_nodes_t *n, struct garq_holder *holder,
		    const garq_set_t *set, const struct garq_hold *hold)
{
	for (uint32_t i = garq_set_next(set, 0); i < set->size;
	     i = garq_set_next(set, i + 1)) {
		struct garq_ref *ref = &holder->ref[holder->cnt++];

		ref->t_s = hold->t_s;
		ref->node = i;
		_insert(&n->node[i], hold);
	}
}

extern int garq_nodes_hold(garq_nodes_t *n, uint64_t id, uint64_t group,
			   const garq_set_t *set, time_t t_s, time_t t_e)
{
	struct garq_hold hold = {
		.t_s = t_s, .t_e = t_e, .id = id, .group = group,
	};
	struct garq_holder *known, *holder;

	if (garq_nodes_hold_valid(n, id, group, set, t_s, t_e) < 0)
		return -1;
	known = garq_idmap_get(&n->holders, id);
	holder = known ? known : calloc(1, sizeof(*holder));
	if (!holder)
		return -1;
	if (_reserve(n, holder, set) < 0) {
		if (!known)
			_holder_free(holder);
		return -1;
	}
	if (!known) {
		holder->group = group;
		garq_idmap_put(&n->holders, id, holder);
	}
	_commit(n, holder, set, &hold);
	return 0;
}

extern int garq_nodes_release(garq_nodes_t *n, uint64_t id)
{
	struct garq_holder *holder = garq_idmap_del(&n->holders, id);

	if (!holder) {
		errno = ENOENT;
		return -1;
	}
	for (uint32_t i = 0; i < holder->cnt; i++)
		_remove(&n->node[holder->ref[i].node], holder->ref[i].t_s, id);
	_holder_free(holder);
	return 0;
}

/* Verifying */

static const char *_check_node(const garq_nodes_t *n,
			       const struct garq_node *node)
{
	for (uint32_t i = 0; i < node->cnt; i++) {
		const struct garq_hold *h = &node->hold[i];
		const struct garq_hold *before = i ? h - 1 : NULL;
		const struct garq_holder *holder =
			garq_idmap_get(&n->holders, h->id);

		if ((h->t_s >= h->t_e) || (h->t_e > GARQ_FOREVER))
			return "a hold has an illegal interval";
		if (before && ((before->t_s > h->t_s) ||
			       ((before->t_s == h->t_s) &&
				(before->id > h->id))))
			return "the holds of a node are not in order";
		if (h->max_end != (before ? garq_later(before->max_end,
						       h->t_e) : h->t_e))
			return "a max_end is not the latest end so far";
		if (!holder || (holder->group != h->group) ||
		    (h->group == GARQ_NO_GROUP))
			return "a hold is not of the group of its holder";
	}
	return NULL;
}

static const char *_check_holder(const garq_nodes_t *n, uint64_t id,
				 const struct garq_holder *holder)
{
	if (!holder->cnt)
		return "a holder holds nothing";
	for (uint32_t i = 0; i < holder->cnt; i++) {
		const struct garq_ref *ref = &holder->ref[i];
		const struct garq_node *node = &n->node[ref->node];
		uint32_t j = _find(node, ref->t_s, id);

		if ((j == node->cnt) || (node->hold[j].t_s != ref->t_s) ||
		    (node->hold[j].id != id))
			return "a holder refers to a hold that is not there";
	}
	return NULL;
}

extern bool garq_nodes_check(const garq_nodes_t *n, const char **ret_reason)
{
	const struct garq_idmap_entry *entry;
	const char *reason = NULL;
	uint64_t holds = 0, refs = 0;

	for (uint32_t i = 0; !reason && (i < n->size); i++) {
		reason = _check_node(n, &n->node[i]);
		holds += n->node[i].cnt;
	}
	for (uint32_t pos = 0;
	     !reason && (entry = garq_idmap_next(&n->holders, &pos)); ) {
		const struct garq_holder *holder = entry->value;

		reason = _check_holder(n, entry->id, holder);
		refs += holder->cnt;
	}
	if (!reason && (holds != refs))
		reason = "there are not as many holds as refs to them";
	if (!reason)
		return true;
	*ret_reason = reason;
	return false;
}
