/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pools.c - the counts of a machine: a garq_t for each pool of its nodes.
 *
 * The structure, its picture and its invariants are in pools.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/limits.h"
#include "garq/pools.h"
#include "garq/slots.h"

_Static_assert(GARQ_POOLS_MAX <= 32, "a part has 32 bits for them");

/* Creating */

/* A class of nodes as the caller gave it. */
struct given {
	uint32_t class;
	uint32_t first;		/* its first node */
	uint32_t cnt;
	uint32_t pool;
};

static int _by_class(const void *a, const void *b)
{
	const struct given *x = a, *y = b;

	if (x->class != y->class)
		return (x->class > y->class) ? 1 : -1;
	return (x->first > y->first) - (x->first < y->first);
}

/* Largest class first. */
static int _by_size(const void *a, const void *b)
{
	const struct given *x = a, *y = b;

	if (x->cnt != y->cnt)
		return (x->cnt < y->cnt) ? 1 : -1;
	return (x->first > y->first) - (x->first < y->first);
}

/* Make one entry per class, in order of class. RET the number of classes */
static uint32_t _list_classes(struct given *given, const uint32_t *class,
			      uint32_t node_cnt)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < node_cnt; i++)
		given[i] = (struct given) {
			.class = class ? class[i] : 0, .first = i, .cnt = 1,
		};
	qsort(given, node_cnt, sizeof(*given), _by_class);
	for (uint32_t i = 0; i < node_cnt; i++) {
		if (cnt && (given[cnt - 1].class == given[i].class))
			given[cnt - 1].cnt++;
		else
			given[cnt++] = given[i];
	}
	return cnt;
}

static uint32_t _find_pool(const struct given *given, uint32_t cnt,
			   uint32_t class)
{
	struct given key = { .class = class };
	uint32_t lo = 0, hi = cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (given[mid].class < key.class)
			lo = mid + 1;
		else
			hi = mid;
	}
	return given[lo].pool;
}

/* Decide which pool each node is in. RET the number of pools; 0 with ENOMEM */
static uint32_t _divide(uint32_t *pool_of, const uint32_t *class,
			uint32_t node_cnt)
{
	struct given *given = malloc(node_cnt * sizeof(*given));
	uint32_t cnt;

	if (!given)
		return 0;
	cnt = _list_classes(given, class, node_cnt);
	qsort(given, cnt, sizeof(*given), _by_size);
	for (uint32_t i = 0; i < cnt; i++)
		given[i].pool = (i < GARQ_POOLS_MAX) ? i : GARQ_POOLS_MAX - 1;
	qsort(given, cnt, sizeof(*given), _by_class);
	for (uint32_t i = 0; i < node_cnt; i++)
		pool_of[i] = _find_pool(given, cnt, class ? class[i] : 0);
	free(given);
	return (cnt < GARQ_POOLS_MAX) ? cnt : GARQ_POOLS_MAX;
}

/* RET 0, or -1 with errno as garq_create() */
static int _class_init(struct garq_pools *pools, uint32_t pool, uint32_t delta,
		       time_t horizon)
{
	struct garq_class *class = &pools->class[pool];

	class->nodes = garq_set_create(pools->node_cnt);
	if (!class->nodes)
		return -1;
	for (uint32_t i = 0; i < pools->node_cnt; i++)
		if (pools->pool_of[i] == pool)
			garq_set_add(class->nodes, i);
	class->size = garq_set_count(class->nodes);
	class->counts = garq_create(class->size, delta, horizon, pools->now);
	return class->counts ? 0 : -1;
}

extern struct garq_pools *garq_pools_create(uint32_t node_cnt,
					    const uint32_t *pool_of,
					    uint32_t delta, time_t horizon,
					    time_t now)
{
	struct garq_pools *pools;

	if (!node_cnt) {
		errno = EINVAL;
		return NULL;
	}
	pools = calloc(1, sizeof(*pools));
	if (!pools)
		return NULL;
	pools->node_cnt = node_cnt;
	pools->now = now;
	pools->pool_of = malloc(node_cnt * sizeof(*pools->pool_of));
	if (!pools->pool_of)
		goto fail;
	pools->cnt = _divide(pools->pool_of, pool_of, node_cnt);
	if (!pools->cnt)
		goto fail;
	pools->class = calloc(pools->cnt, sizeof(*pools->class));
	if (!pools->class)
		goto fail;
	for (uint32_t i = 0; i < pools->cnt; i++)
		if (_class_init(pools, i, delta, horizon) < 0)
			goto fail;
	return pools;
fail:
	garq_pools_destroy(pools);
	return NULL;
}

extern void garq_pools_destroy(struct garq_pools *pools)
{
	if (!pools)
		return;
	for (uint32_t i = 0; pools->class && (i < pools->cnt); i++) {
		garq_destroy(pools->class[i].counts);
		garq_set_destroy(pools->class[i].nodes);
	}
	free(pools->class);
	free(pools->pool_of);
	free(pools);
}

/*
 * If memory runs out in the counts of one pool, the pools before it have
 * advanced and the others have not. Those that have are not asked until all
 * have.
 */
extern int garq_pools_advance(struct garq_pools *pools, time_t now)
{
	for (uint32_t i = 0; i < pools->cnt; i++)
		if (garq_advance(pools->class[i].counts, now) < 0)
			return -1;
	pools->now = garq_now(pools->class[0].counts);
	return 0;
}

/* Counting */

extern uint32_t garq_class_count(const struct garq_class *class,
				 const struct garq_part *part)
{
	uint32_t cnt = 0;

	for (uint32_t w = 0; w < part->words; w++) {
		uint64_t word = part->word[w] &
				class->nodes->word[part->first + w];

		if (part->shared)
			word &= ~part->shared->word[part->first + w];
		if (word)
			cnt += (uint32_t) __builtin_popcountll(word);
	}
	return cnt;
}

extern void garq_pools_take(struct garq_pools *pools, struct garq_part *part)
{
	for (uint32_t bits = part->pools; bits; bits &= bits - 1) {
		uint32_t i = (uint32_t) __builtin_ctz(bits);

		(void) garq_deleteReserv(pools->class[i].counts,
					 garq_part_handles(part)[i]);
	}
	part->pools = 0;
}

extern int garq_pools_put(struct garq_pools *pools, struct garq_part *part)
{
	for (uint32_t i = 0; i < pools->cnt; i++) {
		struct garq_class *class = &pools->class[i];
		uint32_t cnt = garq_class_count(class, part);

		if (!cnt || (part->t_e <= garq_now(class->counts)))
			continue;
		if (garq_addReserv(class->counts, part->t_s, part->t_e, cnt,
				   &garq_part_handles(part)[i]) < 0) {
			garq_pools_take(pools, part);
			return -1;
		}
		part->pools |= UINT32_C(1) << i;
	}
	return 0;
}

extern int garq_pools_put_piece(struct garq_pools *pools,
				struct garq_piece *piece)
{
	garq_t *counts = pools->class[pools->pool_of[piece->node]].counts;

	piece->handle = GARQ_NO_HANDLE;
	if (piece->t_e <= garq_now(counts))
		return 0;
	return garq_addReserv(counts, piece->t_s, piece->t_e, 1,
			      &piece->handle);
}

extern void garq_pools_take_piece(struct garq_pools *pools,
				  struct garq_piece *piece)
{
	(void) garq_deleteReserv(
		pools->class[pools->pool_of[piece->node]].counts,
		piece->handle);
	piece->handle = GARQ_NO_HANDLE;
}

/* Verifying */

static bool _is_counted(const garq_t *g, uint32_t handle, time_t t_s,
			time_t t_e, uint32_t num_cn)
{
	struct garq_reserv r;

	if (!garq_handles_has(&g->handles, handle))
		return false;
	r = garq_handles_get(&g->handles, handle);
	return (r.t_s == t_s) && (r.t_e == t_e) && (r.num_cn == num_cn);
}

extern const char *garq_pools_check_part(const struct garq_pools *pools,
					 struct garq_part *part,
					 uint32_t *cnt)
{
	for (uint32_t bits = part->pools; bits; bits &= bits - 1) {
		uint32_t pool = (uint32_t) __builtin_ctz(bits);
		const struct garq_class *class = &pools->class[pool];

		if ((pool >= pools->cnt) ||
		    !_is_counted(class->counts, garq_part_handles(part)[pool],
				 part->t_s, part->t_e,
				 garq_class_count(class, part)))
			return "a pool has not what is counted of a part";
		cnt[pool]++;
	}
	for (const struct garq_piece *p = part->pieces; p; p = p->next) {
		uint32_t pool = pools->pool_of[p->node];
		const garq_t *g = pools->class[pool].counts;

		if (_is_counted(g, p->handle, p->t_s, p->t_e, 1))
			cnt[pool]++;
		else if (p->t_e > garq_now(g))
			return "a pool has not what is counted of a piece";
	}
	return NULL;
}

extern const char *garq_pools_check(const struct garq_pools *pools,
				    const uint32_t *cnt)
{
	const char *reason = NULL;
	uint32_t nodes = 0;

	for (uint32_t i = 0; i < pools->cnt; i++) {
		const struct garq_class *class = &pools->class[i];

		if (!garq_check(class->counts, &reason))
			return reason;
		if ((garq_max_cn(class->counts) != class->size) ||
		    (garq_set_count(class->nodes) != class->size))
			return "the counts are not of all nodes of a pool";
		if (garq_now(class->counts) < pools->now)
			return "a pool has another now";
		if (garq_count(class->counts) != cnt[i])
			return "a pool counts what nobody holds";
		nodes += class->size;
	}
	for (uint32_t i = 0; i < pools->node_cnt; i++)
		if ((pools->pool_of[i] >= pools->cnt) ||
		    !garq_set_test(pools->class[pools->pool_of[i]].nodes, i))
			return "a node is not in its pool";
	return (nodes == pools->node_cnt) ? NULL : "a node is in two pools";
}
