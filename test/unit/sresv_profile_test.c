/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sresv_profile_test.c - profiles of pools, against arrays of seconds.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/model/profile.h"
#include "test/unit/test_util.h"

#define SECONDS 40
#define ROUNDS 20000
#define UNSEEN -1

/* The naive model: what is free at each second, or UNSEEN. */
typedef struct {
	int64_t free[SECONDS];
} model_t;

static uint64_t seed;

static int64_t _random(int64_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (int64_t) ((seed >> 33) % (uint64_t) below);
}

static size_t _some_spans(span_t *spans)
{
	int64_t at = _random(10);
	size_t cnt = 0;

	while ((at < SECONDS - 1) && (cnt < 8)) {
		int64_t to = at + 1 + _random(9);

		if (to > SECONDS)
			to = SECONDS;
		spans[cnt++] = (span_t) { at, to, _random(4) };
		at = to + (_random(3) ? 0 : _random(5));
	}
	return cnt;
}

static void _model_merge(model_t *m, const span_t *spans, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++)
		for (int64_t t = spans[i].from; t < spans[i].to; t++)
			if ((m->free[t] == UNSEEN) ||
			    (spans[i].free < m->free[t]))
				m->free[t] = spans[i].free;
}

/* The steps say at each second what the model says. */
static void _compare(const profile_t *p, const model_t *m)
{
	srl_step_t steps[200];
	size_t cnt = profile_steps(p, steps);
	const srl_pool_t pool = { .steps = steps, .step_cnt = cnt };

	bool same = (cnt >= 1) && (cnt <= 2 * p->cnt + 1) &&
		    !srl_pool_free(&pool, SECONDS, SECONDS + 1);

	for (size_t i = 1; i < cnt; i++)
		same = same && (steps[i - 1].time < steps[i].time);
	for (int64_t t = 0; t < SECONDS; t++)
		same = same && (srl_pool_free(&pool, t, t + 1) ==
				((m->free[t] == UNSEEN) ? 0 : m->free[t]));
	ck_assert(same);
}

START_TEST(a_profile_is_what_the_seconds_say)
{
	seed = test_seed();
	for (size_t round = 0; round < ROUNDS; round++) {
		profile_t p = { .cnt = 0 };
		model_t m;

		for (size_t i = 0; i < SECONDS; i++)
			m.free[i] = UNSEEN;
		for (int64_t i = _random(4); i >= 0; i--) {
			span_t spans[8];
			size_t cnt = _some_spans(spans);

			ck_assert_int_eq(profile_merge(&p, spans, cnt), 0);
			_model_merge(&m, spans, cnt);
		}
		if (_random(2)) {
			int64_t from = _random(SECONDS), amount = _random(3);
			int64_t to = from + 1 + _random(SECONDS);

			ck_assert_int_eq(profile_add(&p, from, to, amount), 0);
			for (int64_t t = from; (t < to) && (t < SECONDS); t++)
				if (m.free[t] != UNSEEN)
					m.free[t] += amount;
		}
		_compare(&p, &m);
		profile_free(&p);
	}
}
END_TEST

START_TEST(nonsense_changes_nothing)
{
	static const span_t good = { 1, 5, 3 };
	static const span_t bad[][2] = {
		{ { 5, 5, 1 }, { 6, 7, 1 } }, { { 5, 4, 1 }, { 6, 7, 1 } },
		{ { 1, 3, 1 }, { 2, 4, 1 } }, { { 1, 3, -1 }, { 3, 4, 1 } },
		{ { 6, 7, 1 }, { 1, 2, 1 } },
	};
	profile_t p = { .cnt = 0 };

	ck_assert_int_eq(profile_merge(&p, &good, 1), 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_error(profile_merge(&p, bad[i], 2), EBADMSG);
	ck_assert_uint_eq(p.cnt, 1);
	ck_assert_int_eq(p.spans[0].free, 3);
	profile_free(&p);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_profile");
	TCase *tc = test_case(s, "profile", 0);

	tcase_add_test(tc, a_profile_is_what_the_seconds_say);
	tcase_add_test(tc, nonsense_changes_nothing);
	return test_run(s);
}
