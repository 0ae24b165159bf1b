/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "test/unit/lrh_small_world.h"

void small_begin(struct small_world *w, uint32_t nodes,
		 const uint32_t *pool_of)
{
	w->m = garq_machine_create(nodes, pool_of, 60, 30 * 86400, 0);
	ck_assert_ptr_nonnull(w->m);
	w->l = lrh_create(w->m);
	ck_assert_ptr_nonnull(w->l);
	w->nodes = nodes;
	w->options = (lrh_options_t) { .policy = LRH_ALL };
}

void small_end(struct small_world *w)
{
	const char *reason = NULL;

	ck_assert_msg(lrh_check(w->l, &reason), "%s", reason);
	ck_assert_msg(garq_machine_check(w->m, &reason), "%s", reason);
	lrh_destroy(w->l);
	garq_machine_destroy(w->m);
}

/* RET the plan, whose sets and moves are gone */
static lrh_plan_t _ask(struct small_world *w, lrh_request_t *rq)
{
	lrh_plan_t plan, seen;

	rq->not_before = rq->t_esr;
	ck_assert_int_eq(lrh_plan(w->l, rq, &w->options, &plan), 0);
	ck_assert_ptr_null(plan.unsound);
	if (plan.fits)
		ck_assert_int_eq(lrh_apply(w->l, w->m, rq, &plan), 0);
	seen = plan;
	lrh_plan_free(&plan);
	garq_set_destroy((garq_set_t *) rq->eligible);
	return seen;
}

lrh_plan_t small_ask(struct small_world *w, uint64_t id, time_t t_esr,
		     time_t t_lsr, time_t t_e, uint32_t num_cn,
		     const char *nodes)
{
	lrh_request_t rq = {
		.id = id, .num_cn = num_cn, .t_esr = t_esr, .t_lsr = t_lsr,
		.t_e = t_e,
		.eligible = nodes ? test_set(w->nodes, nodes) :
				    test_set_all(w->nodes),
	};

	return _ask(w, &rq);
}

lrh_plan_t small_ask_named(struct small_world *w, uint64_t id, time_t t_esr,
			   time_t t_lsr, time_t t_e, const char *nodes)
{
	lrh_request_t rq = {
		.id = id, .t_esr = t_esr, .t_lsr = t_lsr, .t_e = t_e,
		.eligible = test_set(w->nodes, nodes), .pinned = true,
	};

	rq.num_cn = garq_set_count(rq.eligible);
	return _ask(w, &rq);
}

void small_hold(struct small_world *w, uint64_t id, const char *nodes,
		time_t t_s, time_t t_e)
{
	garq_set_t *set = test_set(w->nodes, nodes);

	ck_assert_int_eq(garq_machine_hold(w->m, id, id, set, t_s, t_e), 0);
	garq_set_destroy(set);
}

bool small_has(const struct small_world *w, uint64_t id, const char *nodes,
	       time_t t)
{
	const garq_nodes_t *n = garq_machine_nodes(w->m);
	garq_set_t *all = test_set_all(w->nodes);
	garq_set_t *set = test_set(w->nodes, nodes);
	garq_set_t *others = test_set_all(w->nodes);
	garq_set_t *any = test_set_all(w->nodes);
	bool has;

	/* what is free without the holder alone is the holder's */
	garq_nodes_free(n, all, t, t + 1, id, others);
	garq_nodes_free(n, all, t, t + 1, GARQ_NO_GROUP, any);
	garq_set_del_all(others, any);
	has = garq_set_equal(others, set);
	garq_set_destroy(all);
	garq_set_destroy(set);
	garq_set_destroy(others);
	garq_set_destroy(any);
	return has;
}
