/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_alloc_test.c - memory runs out at every place where offers want some.
 *
 * For each n the n-th allocation of a question fails, alone or with all that
 * follow it: the result is ENOMEM, output arguments are unchanged, and the same
 * question then gets its usual answer. As garq_alloc_test.c.
 */
#include <stdlib.h>
#include <string.h>

#include "test/unit/fail_alloc.h"
#include "test/unit/osp_model.h"

static const osp_price_t price = { .delta = 3, .bcost = 0.05, .tau = 4 };

/* Questions: all functions, on a world and a query. */

typedef int (*question_fn)(struct osp_model *m, const osp_query_t *q,
			   osp_offers_t *ret);

static int _query(struct osp_model *m, const osp_query_t *q, osp_offers_t *ret)
{
	return osp_query(&m->space, q, &price, OSP_RANK_LONGEST, 10, ret);
}

static int _inside(struct osp_model *m, const osp_query_t *q, osp_offers_t *ret)
{
	return osp_inside(&m->space, q, &price, ret);
}

/* Open a space; it is closed only if that succeeds. */
static int _open(struct osp_model *m, const osp_query_t *q, osp_offers_t *ret)
{
	osp_machine_space_t space;
	int rc;

	if (!m->machine)
		return _query(m, q, ret);
	if (osp_space_machine(&space, m->m, m->set, m->machine_space.group,
			      m->end) < 0)
		return -1;
	rc = osp_query(&space.space, q, &price, OSP_RANK_COST, 10, ret);
	osp_space_machine_close(&space);
	return rc;
}

static const question_fn questions[] = { _query, _inside, _open };
#define QUESTIONS COUNT(questions)

static bool _same(const osp_offers_t *a, const osp_offers_t *b)
{
	for (size_t i = 0; (i < a->cnt) && (i < b->cnt); i++)
		if ((a->list[i].t_s != b->list[i].t_s) ||
		    (a->list[i].t_e != b->list[i].t_e) ||
		    (a->list[i].num_cn != b->list[i].num_cn) ||
		    (a->list[i].kind != b->list[i].kind))
			return false;
	return a->cnt == b->cnt;
}

/* RET true if the n-th allocation was made, and failed */
static bool _fail_at(question_fn ask, struct osp_model *m, const osp_query_t *q,
		     int n, bool all, const osp_offers_t *want)
{
	osp_offers_t offers = { NULL, 77 };
	int rc, err, failures;

	fail_alloc_arm(n, all);
	errno = 0;
	rc = ask(m, q, &offers);
	err = errno;
	failures = fail_alloc_disarm();
	if (failures) {
		ck_assert_msg((rc == -1) && (err == ENOMEM),
			      "allocation %d: %d, errno %d", n, rc, err);
		ck_assert(!offers.list && (offers.cnt == 77));
		return true;
	}
	ck_assert_int_eq(rc, 0);
	ck_assert(_same(&offers, want));
	osp_offers_free(&offers);
	return false;
}

/* RET the number of allocations */
static int _fail_all(question_fn ask, struct osp_model *m, const osp_query_t *q)
{
	osp_offers_t want;
	int n = 1;

	ck_assert_int_eq(ask(m, q, &want), 0);
	while (_fail_at(ask, m, q, n, false, &want))
		n++;
	for (int i = 1; i < n; i++)
		ck_assert(_fail_at(ask, m, q, i, true, &want));
	osp_offers_free(&want);
	return n - 1;
}

#define GAMES 300

START_TEST(failure_changes_nothing)
{
	rng_t r = { test_seed() + (uint64_t) _i };
	int most = 0;

	for (int game = 0; game < GAMES; game++) {
		struct osp_model m;
		osp_query_t q;
		int n;

		if (_i & 1)
			osp_model_machine(&m, &r);
		else
			osp_model_garq(&m, &r);
		q = osp_model_query(&m, &r, rng_one_in(&r, 3));
		n = _fail_all(questions[_i / 2], &m, &q);
		most = (n > most) ? n : most;
		osp_model_free(&m);
	}
	/* with fewer the test would prove little */
	ck_assert_int_ge(most, 6);
}
END_TEST

/* A garq_profile_fn: the profile is never below the free nodes. */
static bool _not_below(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	const struct osp_model *m = arg;

	for (; t_s < t_e; t_s++)
		ck_assert_uint_ge(num_free, osp_model_most(m, t_s, t_s + 1));
	return true;
}

/*
 * RET the number of pools ahead of the others, as memory ran out while
 *	advancing
 */
static int _ahead(struct osp_model *m, rng_t *r)
{
	int ahead = 0;

	fail_alloc_arm((int) rng_between(r, 1, 4), false);
	garq_machine_advance(m->m, m->now + 20);
	if (!fail_alloc_disarm())
		return 0;
	for (uint32_t i = 0; i < garq_machine_pools(m->m); i++)
		ahead += garq_now(garq_machine_counts(m->m, i)) != m->now;
	ck_assert_int_eq(m->space.profile(m->space.arg, m->now, m->end,
					  _not_below, m), 0);
	return ahead;
}

START_TEST(pools_that_are_ahead)
{
	rng_t r = { test_seed() };
	int ahead = 0;

	for (int game = 0; game < 10 * GAMES; game++) {
		struct osp_model m;

		osp_model_machine(&m, &r);
		ahead += _ahead(&m, &r);
		osp_model_free(&m);
	}
	ck_assert_int_gt(ahead, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("osp_alloc");
	TCase *tc = test_case(s, "out of memory", 120);

	tcase_add_loop_test(tc, failure_changes_nothing, 0, 2 * QUESTIONS);
	tcase_add_test(tc, pools_that_are_ahead);
	return test_run(s);
}
