/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_ask.h - a question to the binder, as its two phases see it.
 *
 * Private to the binder.
 */
#pragma once

#include "lrh/binding.h"
#include "lrh/meter.h"

#define LRH_NONE UINT32_MAX

/* The question, and the work space of the first phase. */
struct lrh_bind {
	const struct lrh *l;
	uint64_t away;
	const lrh_options_t *options;
	struct lrh_meter *meter;
	struct lrh_binding *b;
	struct lrh_lie **order;		/* the caller's lies by (start, id) */
	struct garq_idmap lies;		/* known bookings among these, by id */
	uint32_t size;			/* nodes of the machine */
	/* used by the first phase */
	time_t *until;			/* per node: end of its last new hold */
	garq_set_t *free;
	garq_set_t *taken;
};

/* True if the nodes of holder id are excluded. */
static inline bool lrh_bind_ignores(const struct lrh_bind *bind, uint64_t id)
{
	return ((bind->away != GARQ_NO_GROUP) && (id == bind->away)) ||
	       (garq_idmap_cnt(&bind->lies) && garq_idmap_get(&bind->lies, id));
}

/* True if (a, id_a) comes before (b, id_b), in order of start. */
static inline bool lrh_bind_before(time_t a, uint64_t id_a, time_t b,
				   uint64_t id_b)
{
	return (a != b) ? (a < b) : (id_a < id_b);
}

/* A number of nodes per pool, by the pool's number. */
struct lrh_need {
	uint32_t pool[GARQ_POOLS_MAX];
	uint32_t sum;
};

static inline struct lrh_need lrh_need(const struct lrh_class *class,
				       const uint32_t *share)
{
	struct lrh_need need = { .sum = 0 };

	for (uint32_t i = 0; i < class->cnt; i++) {
		need.pool[class->pool[i].pool] = share[i];
		need.sum += share[i];
	}
	return need;
}
