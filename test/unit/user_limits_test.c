/* SPDX-License-Identifier: GPL-2.0-or-later */
/* user_limits_test.c - what a user may book: tables, and against counting second by second */

#include <check.h>
#include <stdio.h>

#include "plugin/booking/request/user_limits.h"
#include "test/unit/test_util.h"

#define NOW 1000000
#define HOUR 3600
#define DAY 86400

/* Limits: bookings, nodes, minutes, days, node-hours. */
typedef struct {
	uint32_t bookings, nodes, duration, lead, nodehours;
} site_limits_t;

static options_t options(site_limits_t l)
{
	options_t o = options_default();

	o.user_bookings = l.bookings;
	o.user_nodes = l.nodes;
	o.user_duration = l.duration;
	o.user_lead = l.lead;
	o.user_nodehours = l.nodehours;
	return o;
}

typedef struct {
	site_limits_t limits;
	limits_have_t have;
	limits_ask_t ask;
	limits_verdict_t want;
} case_t;

#define NEW(cn, len, start) \
	{ .adds = true, .num_cn = (cn), .length = (len), .rest = (len), \
	  .t_lsr = (start) }
#define SERIES(cnt, cn, len) \
	{ .adds = true, .dates = (cnt), .num_cn = (cn), .length = (len), \
	  .rest = (len), .t_lsr = NOW }
#define CHANGE(cn, len, left) \
	{ .num_cn = (cn), .length = (len), .rest = (left), .t_lsr = NOW }

static const case_t cases[] = {
	/* no limits */
	{ { 0, 0, 0, 0, 0 }, { 1000, 1u << 31, NOW, 0 },
	  NEW(1000, 365 * DAY, NOW + 3650 * (time_t) DAY), { .over = 0 } },
	/* each at its limit, and one over */
	{ { 3, 0, 0, 0, 0 }, { 2, 0, 0, 0 }, NEW(1, 60, NOW), { .over = 0 } },
	{ { 3, 0, 0, 0, 0 }, { 3, 0, 0, 0 }, NEW(1, 60, NOW),
	  { .over = LIMITS_BOOKINGS } },
	{ { 3, 0, 0, 0, 0 }, { 3, 0, 0, 0 }, CHANGE(1, 60, 60),
	  { .over = 0 } },
	{ { 0, 4, 0, 0, 0 }, { 0, 0, 0, 0 }, NEW(4, 60, NOW), { .over = 0 } },
	{ { 0, 4, 0, 0, 0 }, { 0, 0, 0, 0 }, NEW(5, 60, NOW),
	  { .over = LIMITS_NODES, .num_cn = 4 } },
	{ { 0, 0, 60, 0, 0 }, { 0, 0, 0, 0 }, NEW(1, HOUR, NOW), { .over = 0 } },
	{ { 0, 0, 60, 0, 0 }, { 0, 0, 0, 0 }, NEW(1, HOUR + 1, NOW),
	  { .over = LIMITS_DURATION, .length = HOUR } },
	{ { 0, 0, 0, 2, 0 }, { 0, 0, 0, 0 }, NEW(1, 60, NOW + 2 * DAY),
	  { .over = 0 } },
	{ { 0, 0, 0, 2, 0 }, { 0, 0, 0, 0 }, NEW(1, 60, NOW + 2 * DAY + 1),
	  { .over = LIMITS_LEAD, .t_lsr = NOW + 2 * DAY } },
	{ { 0, 0, 0, 0, 10 }, { 1, 6 * HOUR, 0, 0 }, NEW(4, HOUR, NOW),
	  { .over = 0 } },
	{ { 0, 0, 0, 0, 10 }, { 1, 6 * HOUR + 1, 0, 0 }, NEW(4, HOUR, NOW),
	  { .over = LIMITS_NODEHOURS, .left = 4 * HOUR - 1, .left_cn = 3,
	    .left_rest = HOUR - 60 } },
	/* a series counts as all of its dates */
	{ { 3, 0, 0, 0, 0 }, { 1, 0, 0, 0 }, SERIES(2, 1, 60), { .over = 0 } },
	{ { 3, 0, 0, 0, 0 }, { 1, 0, 0, 0 }, SERIES(3, 1, 60),
	  { .over = LIMITS_BOOKINGS } },
	{ { 0, 0, 0, 0, 10 }, { 1, 4 * HOUR, 0, 0 }, SERIES(3, 2, HOUR),
	  { .over = 0 } },
	{ { 0, 0, 0, 0, 10 }, { 1, 4 * HOUR + 1, 0, 0 }, SERIES(3, 2, HOUR),
	  { .over = LIMITS_NODEHOURS, .left = 2 * HOUR - 1, .left_cn = 1,
	    .left_rest = HOUR - 60 } },
	/* a booking that has begun counts from now on, and keeps its length */
	{ { 0, 0, 60, 0, 1 }, { 0, 0, 0, 0 }, CHANGE(2, 2 * HOUR, 1800),
	  { .over = LIMITS_DURATION, .length = HOUR } },
	/* nothing is left, or less: the limit was lowered */
	{ { 0, 0, 0, 0, 10 }, { 1, 10 * HOUR, 0, 0 }, NEW(1, 60, NOW),
	  { .over = LIMITS_NODEHOURS } },
	{ { 0, 0, 0, 0, 10 }, { 1, 99 * HOUR, 0, 0 }, NEW(1, 60, NOW),
	  { .over = LIMITS_NODEHOURS } },
	/* all limits: the permitted values respect the others, too */
	{ { 1, 4, 60, 1, 2 }, { 1, 0, 0, 0 }, NEW(8, 2 * HOUR, NOW + 2 * DAY),
	  { .over = LIMITS_BOOKINGS | LIMITS_NODES | LIMITS_DURATION |
		    LIMITS_LEAD | LIMITS_NODEHOURS,
	    .num_cn = 4, .length = HOUR, .t_lsr = NOW + DAY,
	    .left = 2 * HOUR, .left_cn = 2, .left_rest = HOUR / 2 } },
	/* the largest values do not overflow */
	{ { 0, 0, 0, 0, 100000000 }, { 0, 0, 0, 0 },
	  NEW(UINT32_MAX, UINT32_MAX, NOW),
	  { .over = LIMITS_NODEHOURS,
	    .left = UINT64_C(360000000000), .left_cn = 83, .left_rest = 60 } },
};

START_TEST(checks)
{
	const case_t *c = &cases[_i];
	options_t o = options(c->limits);
	limits_verdict_t v = limits_check(&o, &c->have, &c->ask, NOW);

	ck_assert_uint_eq(v.over, c->want.over);
	ck_assert_uint_eq(v.num_cn, c->want.num_cn);
	ck_assert_int_eq(v.length, c->want.length);
	ck_assert_int_eq(v.t_lsr, c->want.t_lsr);
	ck_assert_uint_eq(v.left, c->want.left);
	ck_assert_uint_eq(v.left_cn, c->want.left_cn);
	ck_assert_int_eq(v.left_rest, c->want.left_rest);
}
END_TEST

/* The same by counting: each second of each node. */
static bool may(const options_t *o, const limits_have_t *have,
		const limits_ask_t *ask)
{
	uint32_t dates = ask->dates ? ask->dates : 1;
	uint64_t quarters = 4 * have->node_seconds;

	for (time_t t = 0; t < ask->rest; t++)
		for (uint32_t n = 0; n < ask->num_cn * dates; n++)
			quarters += (ask->part > 0) ? (uint64_t) (4 * ask->part) : 4;
	return (!o->user_bookings || !ask->adds ||
		(have->cnt + dates <= o->user_bookings)) &&
	       (!o->user_nodes || (ask->num_cn <= o->user_nodes)) &&
	       (!o->user_duration ||
		(ask->length <= (time_t) o->user_duration * 60)) &&
	       (!o->user_lead ||
		(ask->t_lsr - NOW <= (time_t) o->user_lead * DAY)) &&
	       (!o->user_nodehours ||
		(quarters <= (uint64_t) o->user_nodehours * HOUR * 4));
}

static options_t some_options(rng_t *rng)
{
	return options((site_limits_t) {
		.bookings = (uint32_t) rng_below(rng, 4),
		.nodes = (uint32_t) rng_below(rng, 5),
		.duration = (uint32_t) rng_below(rng, 30),
		.lead = (uint32_t) rng_below(rng, 4),
		.nodehours = (uint32_t) rng_below(rng, 4),
	});
}

static limits_have_t some_have(rng_t *rng)
{
	return (limits_have_t) {
		.cnt = (uint32_t) rng_below(rng, 4),
		.node_seconds = rng_below(rng, 3 * HOUR),
	};
}

/* Replace values over a limit by those that the answer permits. */
static void follow(const limits_verdict_t *v, bool fewer, limits_have_t *have,
		   limits_ask_t *ask)
{
	time_t past = ask->length - ask->rest;

	if (v->over & LIMITS_BOOKINGS)
		have->cnt = 0;
	if (v->over & LIMITS_NODES)
		ask->num_cn = v->num_cn;
	if (v->over & LIMITS_DURATION) {
		ask->length = v->length;
		ask->rest = test_min(ask->rest, ask->length);
	}
	if (v->over & LIMITS_LEAD)
		ask->t_lsr = v->t_lsr;
	if ((v->over & LIMITS_NODEHOURS) && fewer)
		ask->num_cn = v->left_cn;
	else if (v->over & LIMITS_NODEHOURS)
		ask->rest = v->left_rest;
	ask->length = test_min(ask->length, past + ask->rest);
}

/* Assert that the answer permits the largest possible values. */
static void is_most(const options_t *o, const limits_verdict_t *v, bool fewer,
		    const limits_have_t *have, const limits_ask_t *first,
		    const limits_ask_t *ask)
{
	limits_ask_t more = *ask;

	if (v->over & LIMITS_NODES)
		more.num_cn = v->num_cn + 1;
	else if ((v->over & LIMITS_NODEHOURS) && fewer &&
		 (v->left_cn < first->num_cn))
		more.num_cn++;
	else if (v->over & LIMITS_DURATION)
		more.length = v->length + 1;
	else if (v->over & LIMITS_LEAD)
		more.t_lsr++;
	else if ((v->over & LIMITS_NODEHOURS) && !fewer &&
		 (v->left_rest + 60 <= first->rest))
		more.rest += 60;
	else
		return;
	ck_assert(!may(o, have, &more));
}

/* Assert that nothing passes where the answer says that nothing is left. */
static bool is_nothing(const options_t *o, const limits_verdict_t *v,
		       const limits_have_t *have, bool fewer,
		       const limits_ask_t *first)
{
	limits_ask_t ask = *first;

	if (!(v->over & LIMITS_NODEHOURS) ||
	    (fewer ? v->left_cn : (uint32_t) v->left_rest))
		return false;
	if (fewer)
		ask.num_cn = 1;
	else
		ask.rest = 60;
	ck_assert(!may(o, have, &ask));
	return true;
}

START_TEST(what_would_pass_passes)
{
	rng_t rng = { test_seed() };
	int refused = 0;

	for (int i = 0; i < 4000; i++) {
		options_t o = some_options(&rng);
		limits_have_t have = some_have(&rng);
		limits_ask_t ask = {
			.adds = rng_one_in(&rng, 2),
			.dates = (uint32_t) rng_below(&rng, 4),
			.num_cn = (uint32_t) rng_between(&rng, 1, 7),
			.part = (double) rng_below(&rng, 5) / 4,
			.length = rng_between(&rng, 1, 2400),
			.t_lsr = NOW + rng_between(&rng, -600, 5 * DAY),
		};
		limits_ask_t first;
		limits_verdict_t v;
		bool fewer = rng_one_in(&rng, 2);

		/* without other bookings the series is allowed */
		if (o.user_bookings && (ask.dates > o.user_bookings))
			ask.dates = o.user_bookings;
		ask.rest = rng_one_in(&rng, 3) ?
			rng_between(&rng, 1, ask.length) : ask.length;
		v = limits_check(&o, &have, &ask, NOW);
		ck_assert_msg((v.over == 0) == may(&o, &have, &ask),
			      "case %d: over %#x", i, v.over);
		if (!v.over)
			continue;
		refused++;
		if (is_nothing(&o, &v, &have, fewer, &ask))
			continue;
		first = ask;
		follow(&v, fewer, &have, &ask);
		ck_assert_msg(may(&o, &have, &ask),
			      "case %d: over %#x: %u nodes, %lld of %lld s",
			      i, v.over, ask.num_cn, (long long) ask.rest,
			      (long long) ask.length);
		is_most(&o, &v, fewer, &have, &first, &ask);
	}
	ck_assert_int_gt(refused, 1000);
}
END_TEST

/* IN late - seconds of the offer that limits do not count */
static limits_ask_t ask_of(const osp_offer_t *f, time_t late)
{
	return (limits_ask_t) {
		.adds = true,
		.num_cn = f->num_cn,
		.length = f->t_e - f->t_s - late,
		.rest = f->t_e - f->t_s - late,
		.t_lsr = f->t_s,
	};
}

/* Is any part of an offer permitted? */
static bool some_may(const options_t *o, const limits_have_t *have,
		     const limits_open_t *open, const osp_offer_t *offer)
{
	osp_offer_t least = *offer;
	limits_ask_t ask;

	if (open->any_cn)
		least.num_cn = 1;
	if (open->any_dur)
		least.t_e = least.t_s + open->least_dur + open->late;
	ask = ask_of(&least, open->late);
	return may(o, have, &ask);
}

START_TEST(offers_are_cut_to_what_passes)
{
	rng_t rng = { test_seed() };
	int cut = 0, dropped = 0;

	for (int i = 0; i < 4000; i++) {
		options_t o = some_options(&rng);
		limits_have_t have = some_have(&rng);
		osp_offer_t offer = {
			.t_s = NOW + rng_between(&rng, 0, 5 * DAY),
			.num_cn = (uint32_t) rng_between(&rng, 1, 7),
		}, f;
		limits_open_t open = {
			.any_cn = rng_one_in(&rng, 2),
			.any_dur = rng_one_in(&rng, 2),
		};
		limits_ask_t ask;
		bool fits;

		offer.t_e = offer.t_s + rng_between(&rng, 1, 2400);
		open.least_dur = rng_between(&rng, 1, offer.t_e - offer.t_s);
		open.late = rng_one_in(&rng, 2) ? 60 : 0;
		offer.t_e += open.late;
		f = offer;
		fits = limits_fit(&o, &have, &open, NOW, &f);
		if (!fits) {
			dropped++;
			ck_assert_msg(!some_may(&o, &have, &open, &offer),
				      "case %d", i);
		}
		ask = ask_of(&f, open.late);
		cut += (f.t_e != offer.t_e) || (f.num_cn != offer.num_cn);
		ck_assert_int_eq(f.t_s, offer.t_s);
		ck_assert(open.any_cn ? (f.num_cn <= offer.num_cn) :
					(f.num_cn == offer.num_cn));
		ck_assert(open.any_dur ? (f.t_e <= offer.t_e) :
					 (f.t_e == offer.t_e));
		ck_assert_int_ge(f.t_e - f.t_s, open.least_dur + open.late);
		ck_assert_msg(!fits || may(&o, &have, &ask), "case %d", i);
	}
	ck_assert_int_gt(cut, 100);
	ck_assert_int_gt(dropped, 100);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("limits");
	TCase *t = tcase_create("limits");

	tcase_add_loop_test(t, checks, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(t, what_would_pass_passes);
	tcase_add_test(t, offers_are_cut_to_what_passes);
	suite_add_tcase(s, t);
	return test_run(s);
}
