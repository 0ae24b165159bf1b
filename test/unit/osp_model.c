/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_model.c - a small world that allows exhaustive search.
 */
#include <string.h>

#include "test/unit/osp_model.h"

#define BOOKINGS 14
#define AWAY UINT64_C(77)	/* the group that may be excluded */

static void _times(struct osp_model *model, rng_t *r)
{
	memset(model, 0, sizeof(*model));
	model->now = rng_one_in(r, 3) ? rng_between(r, 0, 20) : 0;
	model->end = rng_between(r, model->now + 1, MODEL_SECONDS);
}

static void _interval(rng_t *r, time_t *t_s, time_t *t_e)
{
	*t_s = rng_between(r, 0, MODEL_SECONDS - 2);
	*t_e = rng_between(r, *t_s + 1,
			   test_min(MODEL_SECONDS, *t_s + (rng_one_in(r, 4) ?
							   60 : 12)));
}

extern void osp_model_garq(struct osp_model *model, rng_t *r)
{
	_times(model, r);
	model->max_cn = (uint32_t) rng_between(r, 1, MODEL_NODES);
	/* the horizon may end before the world does */
	model->g = garq_create(model->max_cn, (uint32_t) rng_between(r, 1, 9),
			       rng_between(r, 10, 80), 0);
	ck_assert_ptr_nonnull(model->g);
	for (uint64_t id = rng_below(r, BOOKINGS); id > 0; id--) {
		uint32_t cn = (uint32_t) rng_between(r, 1, model->max_cn);
		time_t t_s, t_e;

		_interval(r, &t_s, &t_e);
		if (test_add(model->g, t_s, t_e, cn) < 0)
			continue;
		for (time_t t = t_s; t < t_e; t++)
			model->used[t] += cn;
	}
	ck_assert_int_eq(garq_advance(model->g, model->now), 0);
	osp_space_garq(&model->space, model->g, model->end);
}

static garq_set_t *_set(uint32_t bits)
{
	garq_set_t *set = garq_set_create(MODEL_NODES);

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < MODEL_NODES; i++)
		if ((bits >> i) & 1)
			garq_set_add(set, i);
	return set;
}

/* Hold random nodes, even held ones: holders may overlap. */
static void _hold(struct osp_model *model, rng_t *r, uint64_t id, bool away)
{
	uint64_t group = rng_one_in(r, 5) ? AWAY : id;
	uint32_t bits = 1 + (uint32_t) rng_below(r, (1 << MODEL_NODES) - 1);
	garq_set_t *set;
	time_t t_s, t_e;

	if (rng_one_in(r, 2))
		bits = UINT32_C(1) << rng_below(r, MODEL_NODES);
	set = _set(bits);
	_interval(r, &t_s, &t_e);
	ck_assert_int_eq(garq_machine_hold(model->m, id, group, set, t_s, t_e),
			 0);
	if (!away || (group != AWAY))
		for (time_t t = t_s; t < t_e; t++)
			model->held[t] |= bits;
	garq_set_destroy(set);
}

extern void osp_model_machine(struct osp_model *model, rng_t *r)
{
	uint32_t pool_of[MODEL_NODES];
	bool away = rng_one_in(r, 3);

	_times(model, r);
	model->machine = true;
	for (uint32_t i = 0; i < MODEL_NODES; i++)
		pool_of[i] = (uint32_t) rng_below(r, 3);
	model->eligible = rng_one_in(r, 2) ? (1 << MODEL_NODES) - 1 :
		(uint32_t) rng_below(r, 1 << MODEL_NODES);
	model->max_cn = (uint32_t) __builtin_popcount(model->eligible);
	model->set = _set(model->eligible);
	model->m = garq_machine_create(MODEL_NODES, pool_of,
				       (uint32_t) rng_between(r, 1, 9),
				       rng_between(r, 10, 80), 0);
	ck_assert_ptr_nonnull(model->m);
	for (uint64_t id = rng_below(r, BOOKINGS); id > 0; id--)
		_hold(model, r, id, away);
	ck_assert_int_eq(garq_machine_advance(model->m, model->now), 0);
	ck_assert_int_eq(osp_space_machine(&model->machine_space, model->m,
					   model->set,
					   away ? AWAY : GARQ_NO_GROUP,
					   model->end), 0);
	model->space = model->machine_space.space;
}

extern void osp_model_free(struct osp_model *model)
{
	if (model->machine)
		osp_space_machine_close(&model->machine_space);
	garq_set_destroy(model->set);
	garq_machine_destroy(model->m);
	garq_destroy(model->g);
}

extern uint32_t osp_model_most(const struct osp_model *model, time_t t_s,
			       time_t t_e)
{
	uint32_t used = 0, held = 0;

	for (time_t t = t_s; t < t_e; t++) {
		if (model->used[t] > used)
			used = model->used[t];
		held |= model->held[t];
	}
	if (!model->machine)
		return model->max_cn - used;
	return (uint32_t) __builtin_popcount(model->eligible & ~held);
}

extern osp_query_t osp_model_query(const struct osp_model *model, rng_t *r,
				   bool soft)
{
	osp_query_t q = {
		.ti_s = rng_between(r, 0, MODEL_SECONDS - 1),
		.num_cn = (uint32_t) rng_between(r, 1, model->max_cn + 1),
	};

	q.ti_e = q.ti_s + rng_between(r, 1, 20 + 10 * rng_one_in(r, 5));
	q.dur = rng_between(r, 1, q.ti_e - q.ti_s);
	if (rng_one_in(r, 3))
		q.dur = q.ti_e - q.ti_s;
	if (rng_one_in(r, 3))
		q.least_dur = rng_between(r, 1, q.dur);
	if (rng_one_in(r, 3))
		q.least_cn = (uint32_t) rng_between(r, 1, q.num_cn);
	if (!soft)
		return q;
	if (rng_one_in(r, 2))
		q.dur = 0;
	if (q.dur || rng_one_in(r, 2))
		q.num_cn = 0;
	return q;
}
