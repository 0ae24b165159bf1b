/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_test.c - tests of garq.c, advance.c, suggest.c: one fact an assertion.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/garq.h"
#include "test/test_util.h"

#define FOREVER GARQ_FOREVER
#define YEAR ((time_t) 365 * 86400)

/* now, at which most tests begin; in the middle of its slot for most deltas */
#define NOW ((time_t) 1000)

/* Slots of delta seconds, 10 of them, from NOW on. */
static garq_t *_make(uint32_t max_cn, uint32_t delta)
{
	garq_t *g = garq_create(max_cn, delta, 10 * (time_t) delta, NOW);

	ck_assert_ptr_nonnull(g);
	return g;
}

static void _add(garq_t *g, uint64_t id, time_t t_s, time_t t_e,
		 uint32_t num_cn)
{
	ck_assert_int_eq(garq_addReserv(g, id, t_s, t_e, num_cn), 0);
	assert_intact(garq_check, g);
}

/* suggestInterval that is to find a start */
static time_t _suggest(const garq_t *g, time_t t_s, time_t t_e,
		       uint32_t num_cn)
{
	time_t start = -1;

	ck_assert_int_eq(garq_suggestInterval(g, t_s, t_e, num_cn, -1,
					      &start), 1);
	return start;
}

/* Create */

static const struct {
	const char *what;
	uint32_t max_cn;
	uint32_t delta;
	time_t horizon;
	time_t now;
} bad_create[] = {
	{ "no nodes", 0, 60, 600, 0 },
	{ "delta 0", 1, 0, 600, 0 },
	{ "delta too long", 1, GARQ_DELTA_MAX + 1, YEAR, 0 },
	{ "horizon less than a slot", 1, 60, 59, 0 },
	{ "horizon 0", 1, 1, 0, 0 },
	{ "horizon negative", 1, 60, -600, 0 },
	{ "too many slots", 1, 1, (time_t) GARQ_SLOTS_MAX + 1, 0 },
	{ "horizon without end", 1, 86400, INT64_MAX, 0 },
	{ "now negative", 1, 60, 600, -1 },
	{ "now is no time", 1, 60, 600, FOREVER },
}, good_create[] = {
	{ "smallest", 1, GARQ_DELTA_MIN, 1, 0 },
	{ "most nodes", UINT32_MAX, 60, 600, 0 },
	{ "longest slot", 1, GARQ_DELTA_MAX, GARQ_DELTA_MAX, 0 },
	{ "horizon not in whole slots", 1, 60, 601, 0 },
	{ "a year of 5 minutes", 1024, 300, YEAR, 1700000000 },
	{ "last legal now", 1, 60, 600, FOREVER - 1 },
};

START_TEST(create_refuses)
{
	errno = 0;
	ck_assert_msg(!garq_create(bad_create[_i].max_cn, bad_create[_i].delta,
				   bad_create[_i].horizon, bad_create[_i].now),
		      "%s", bad_create[_i].what);
	ck_assert_int_eq(errno, EINVAL);
}
END_TEST

START_TEST(create_takes)
{
	garq_t *g = garq_create(good_create[_i].max_cn, good_create[_i].delta,
				good_create[_i].horizon, good_create[_i].now);

	ck_assert_msg(g != NULL, "%s", good_create[_i].what);
	ck_assert_uint_eq(garq_max_cn(g), good_create[_i].max_cn);
	ck_assert_uint_eq(garq_delta(g), good_create[_i].delta);
	ck_assert_int_eq(garq_horizon(g), good_create[_i].horizon);
	ck_assert_int_eq(garq_now(g), good_create[_i].now);
	ck_assert_uint_eq(garq_count(g), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(destroy_null_is_safe)
{
	garq_destroy(NULL);
}
END_TEST

/* Arguments of search, add and suggest */

static const struct {
	const char *what;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
	int err;
} bad_interval[] = {
	{ "empty", 2000, 2000, 1, EINVAL },
	{ "reversed", 2000, 1999, 1, EINVAL },
	{ "past forever", 2000, FOREVER + 1, 1, EINVAL },
	{ "past forever by far", 2000, INT64_MAX, 1, EINVAL },
	{ "no nodes", 2000, 3000, 0, EINVAL },
	{ "empty and over", 10, 10, 1, EINVAL },
	{ "over, no nodes", 10, 20, 0, EINVAL },
	{ "over", 10, 20, 1, ERANGE },
	{ "ends now", 10, NOW, 1, ERANGE },
	{ "over, too many", 10, 20, 5, ERANGE },
	{ "over, as long ago as can be", INT64_MIN, 0, 1, ERANGE },
};

START_TEST(search_refuses)
{
	garq_t *g = _make(4, 60);

	assert_error(garq_searchReserv(g, bad_interval[_i].t_s,
				       bad_interval[_i].t_e,
				       bad_interval[_i].num_cn),
		     bad_interval[_i].err);
	garq_destroy(g);
}
END_TEST

START_TEST(add_refuses)
{
	garq_t *g = _make(4, 60);

	assert_error(garq_addReserv(g, 1, bad_interval[_i].t_s,
				    bad_interval[_i].t_e,
				    bad_interval[_i].num_cn),
		     bad_interval[_i].err);
	ck_assert_uint_eq(garq_count(g), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(suggest_refuses)
{
	garq_t *g = _make(4, 60);
	time_t start = 77;

	/* the past is moved, not refused: see suggest_moves_the_past_to_now */
	if (bad_interval[_i].err == EINVAL)
		assert_error(garq_suggestInterval(g, bad_interval[_i].t_s,
						  bad_interval[_i].t_e,
						  bad_interval[_i].num_cn, -1,
						  &start), EINVAL);
	ck_assert_int_eq(start, 77);
	garq_destroy(g);
}
END_TEST

START_TEST(add_errors_in_order)
{
	garq_t *g = _make(4, 60);

	_add(g, 1, 2000, 3000, 4);
	assert_error(garq_addReserv(g, 1, 20, 10, 1), EINVAL);
	assert_error(garq_addReserv(g, 1, 10, 20, 1), ERANGE);
	assert_error(garq_addReserv(g, 1, 2000, 3000, 1), EEXIST);
	assert_error(garq_addReserv(g, 1, 4000, 5000, 5), EEXIST);
	assert_error(garq_addReserv(g, 2, 2999, 3001, 1), ENOSPC);
	assert_error(garq_addReserv(g, 2, 4000, 5000, 5), ENOSPC);
	ck_assert_uint_eq(garq_count(g), 1);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(too_many_is_a_no)
{
	garq_t *g = _make(4, 60);
	time_t start = 77;

	ck_assert_int_eq(garq_searchReserv(g, 2000, 3000, 4), 1);
	ck_assert_int_eq(garq_searchReserv(g, 2000, 3000, 5), 0);
	ck_assert_int_eq(garq_searchReserv(g, 2000, 3000, UINT32_MAX), 0);
	ck_assert_int_eq(garq_suggestInterval(g, 2000, 3000, 5, -1, &start), 0);
	ck_assert_int_eq(start, 77);
	garq_destroy(g);
}
END_TEST

/* The seed's example */

static const uint32_t figure_3_delta[] = { 1, 4, 7 };

/*
 * Figure 3: 3 nodes; User5 asks for 2 in [11, 13) while [10, 12) is full and
 * one node is left in [12, 13); it is refused, and 13 is suggested.
 *
 *	      8    9    10   11   12   13   14   15   16   17
 *	User1 |=========|
 *	User3      |==============|
 *	User2           |==============|
 *	User2           |==============|
 *	User5                ?????????? -> |=========|
 *	User4 (3)                                    |=========|
 */
START_TEST(seed_figure_3)
{
	uint32_t delta = figure_3_delta[_i];
	garq_t *g = garq_create(3, delta, 28, 0);
	time_t start;

	_add(g, 1, 8, 10, 1);
	_add(g, 2, 10, 13, 2);
	_add(g, 3, 9, 12, 1);
	_add(g, 4, 15, 17, 3);
	ck_assert_int_eq(garq_searchReserv(g, 11, 13, 2), 0);
	ck_assert_int_eq(_suggest(g, 11, 13, 2), 13);
	ck_assert_int_eq(garq_suggestInterval(g, 11, 13, 2, 1, &start), 0);
	ck_assert_int_eq(garq_suggestInterval(g, 11, 13, 2, 2, &start), 1);
	assert_error(garq_addReserv(g, 5, 11, 13, 2), ENOSPC);
	_add(g, 5, 13, 15, 2);
	ck_assert_int_eq(_suggest(g, 11, 13, 2), 17);
	ck_assert_int_eq(_suggest(g, 11, 14, 1), 12);
	garq_destroy(g);
}
END_TEST

/*
 * Figure 8: rv of the slots of figure 3, with delta = 1; and what is told of
 * it by least_free and by starts.
 */
START_TEST(seed_figure_8)
{
	static const uint32_t rv[] = { 1, 2, 3, 3, 2, 0, 0, 3, 3, 0 };
	garq_t *g = garq_create(3, figure_3_delta[_i], 28, 0);
	time_t starts[4] = { 0 };
	uint32_t num_free = 7;

	_add(g, 1, 8, 10, 1);
	_add(g, 2, 10, 13, 2);
	_add(g, 3, 9, 12, 1);
	_add(g, 4, 15, 17, 3);
	for (time_t t = 8; t < 18; t++)
		ck_assert_uint_eq(garq_usage(g, t), rv[t - 8]);
	ck_assert_int_eq(garq_least_free(g, 12, 13, &num_free), 0);
	ck_assert_uint_eq(num_free, 1);
	ck_assert_int_eq(garq_least_free(g, 11, 13, &num_free), 0);
	ck_assert_uint_eq(num_free, 0);
	ck_assert_int_eq(garq_starts(g, 11, 13, 2, -1, 4, starts), 2);
	ck_assert_int_eq(starts[0], 13);
	ck_assert_int_eq(starts[1], 17);
	ck_assert_int_eq(_suggest(g, 11, 13, 3), 13);
	ck_assert_int_eq(_suggest(g, 11, 14, 2), 17);
	garq_destroy(g);
}
END_TEST

/* Exact to the second, for every delta */

static const uint32_t deltas[] = { 1, 2, 5, 7, 60, 300, 3600 };

START_TEST(half_open_intervals_touch)
{
	garq_t *g = _make(1, deltas[_i]);

	_add(g, 1, 1102, 1107, 1);
	ck_assert_int_eq(garq_searchReserv(g, 1101, 1102, 1), 1);
	ck_assert_int_eq(garq_searchReserv(g, 1101, 1103, 1), 0);
	ck_assert_int_eq(garq_searchReserv(g, 1106, 1107, 1), 0);
	ck_assert_int_eq(garq_searchReserv(g, 1107, 1108, 1), 1);
	_add(g, 2, 1100, 1102, 1);
	_add(g, 3, 1107, 1109, 1);
	ck_assert_int_eq(_suggest(g, 1100, 1101, 1), 1109);
	garq_destroy(g);
}
END_TEST

START_TEST(usage_at_the_edges)
{
	garq_t *g = _make(9, deltas[_i]);

	_add(g, 1, 1102, 1107, 4);
	_add(g, 2, 1105, 1109, 5);
	ck_assert_uint_eq(garq_usage(g, 1101), 0);
	ck_assert_uint_eq(garq_usage(g, 1102), 4);
	ck_assert_uint_eq(garq_usage(g, 1104), 4);
	ck_assert_uint_eq(garq_usage(g, 1105), 9);
	ck_assert_uint_eq(garq_usage(g, 1106), 9);
	ck_assert_uint_eq(garq_usage(g, 1107), 5);
	ck_assert_uint_eq(garq_usage(g, 1109), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(gap_of_one_second)
{
	garq_t *g = _make(2, deltas[_i]);

	_add(g, 1, 1000, 1103, 2);
	_add(g, 2, 1104, 1300, 1);
	ck_assert_int_eq(_suggest(g, 1000, 1001, 2), 1103);
	ck_assert_int_eq(_suggest(g, 1000, 1002, 2), 1300);
	ck_assert_int_eq(_suggest(g, 1000, 1002, 1), 1103);
	garq_destroy(g);
}
END_TEST

START_TEST(delete_where_another_begins)
{
	garq_t *g = _make(1, deltas[_i]);

	_add(g, 1, 1102, 1107, 1);
	_add(g, 2, 1107, 1112, 1);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, 1106), 0);
	ck_assert_uint_eq(garq_usage(g, 1107), 1);
	ck_assert_int_eq(garq_deleteReserv(g, 2), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, 1107), 0);
	garq_destroy(g);
}
END_TEST

/* Ids */

START_TEST(delete_unknown)
{
	garq_t *g = _make(4, 60);

	assert_error(garq_deleteReserv(g, 1), ENOENT);
	_add(g, 1, 2000, 3000, 4);
	assert_error(garq_deleteReserv(g, 0), ENOENT);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	assert_error(garq_deleteReserv(g, 1), ENOENT);
	garq_destroy(g);
}
END_TEST

START_TEST(any_id_is_good)
{
	garq_t *g = _make(4, 60);

	_add(g, 0, 2000, 3000, 1);
	_add(g, UINT64_MAX, 2000, 3000, 1);
	_add(g, UINT64_C(1) << 32, 2000, 3000, 1);
	ck_assert_uint_eq(garq_count(g), 3);
	assert_error(garq_addReserv(g, 0, 2000, 3000, 1), EEXIST);
	ck_assert_int_eq(garq_deleteReserv(g, UINT64_MAX), 0);
	ck_assert_uint_eq(garq_usage(g, 2000), 2);
	garq_destroy(g);
}
END_TEST

START_TEST(ended_stays_known_until_deleted)
{
	garq_t *g = _make(4, 60);

	_add(g, 1, 1100, 1200, 4);
	ck_assert_int_eq(garq_advance(g, 1200), 0);
	ck_assert_uint_eq(garq_count(g), 1);
	assert_error(garq_addReserv(g, 1, 2000, 3000, 4), EEXIST);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	ck_assert_uint_eq(garq_count(g), 0);
	_add(g, 1, 2000, 3000, 4);
	garq_destroy(g);
}
END_TEST

START_TEST(a_hundred_thousand_ids)
{
	garq_t *g = garq_create(1000, 300, YEAR, NOW);
	uint64_t id, cnt = 100000;

	for (id = 0; id < cnt; id++)
		ck_assert_int_eq(garq_addReserv(g, id, NOW + (time_t) id * 300,
						NOW + (time_t) id * 300 + 450,
						1), 0);
	ck_assert_uint_eq(garq_count(g), cnt);
	assert_intact(garq_check, g);
	for (id = 0; id < cnt; id += 2)
		ck_assert_int_eq(garq_deleteReserv(g, id), 0);
	assert_intact(garq_check, g);
	for (id = 1; id < cnt; id += 2)
		ck_assert_int_eq(garq_deleteReserv(g, id), 0);
	ck_assert_uint_eq(garq_count(g), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

/* The past */

START_TEST(what_lies_before_now_is_not_looked_at)
{
	garq_t *g = _make(4, 60);

	_add(g, 1, 1010, 1020, 4);
	ck_assert_int_eq(garq_advance(g, 1019), 0);
	ck_assert_int_eq(garq_searchReserv(g, 1010, 1030, 1), 0);
	ck_assert_uint_eq(garq_usage(g, 1018), 0);
	ck_assert_uint_eq(garq_usage(g, 1019), 4);
	ck_assert_int_eq(garq_advance(g, 1020), 0);
	ck_assert_int_eq(garq_searchReserv(g, 1010, 1030, 4), 1);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(part_before_now_holds_nothing)
{
	garq_t *g = _make(4, 60);

	_add(g, 1, INT64_MIN, 1050, 3);
	ck_assert_uint_eq(garq_usage(g, 999), 0);
	ck_assert_uint_eq(garq_usage(g, 1000), 3);
	ck_assert_int_eq(garq_advance(g, 1030), 0);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	ck_assert_uint_eq(garq_usage(g, 1030), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(clock_set_back_is_ignored)
{
	garq_t *g = _make(4, 60);

	_add(g, 1, 1010, 1020, 4);
	ck_assert_int_eq(garq_advance(g, 1015), 0);
	ck_assert_int_eq(garq_advance(g, 1010), 0);
	ck_assert_int_eq(garq_advance(g, -1), 0);
	ck_assert_int_eq(garq_now(g), 1015);
	ck_assert_uint_eq(garq_usage(g, 1012), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(suggest_moves_the_past_to_now)
{
	garq_t *g = _make(4, 60);
	time_t start = 77;

	ck_assert_int_eq(_suggest(g, 10, 20, 4), NOW);
	ck_assert_int_eq(garq_suggestInterval(g, 10, 20, 4, 990, &start), 1);
	start = 77;
	ck_assert_int_eq(garq_suggestInterval(g, 10, 20, 4, 989, &start), 0);
	ck_assert_int_eq(start, 77);
	ck_assert_int_eq(_suggest(g, INT64_MIN, 20, 4), NOW);
	garq_destroy(g);
}
END_TEST

/* Limits of the start */

START_TEST(suggest_max_limit_bounds_the_start)
{
	garq_t *g = _make(4, 60);
	time_t start = 77;

	_add(g, 1, 2000, 2010, 4);
	ck_assert_int_eq(garq_suggestInterval(g, 2003, 2500, 1, 6, &start), 0);
	ck_assert_int_eq(start, 77);
	ck_assert_int_eq(garq_suggestInterval(g, 2003, 2500, 1, 7, &start), 1);
	ck_assert_int_eq(start, 2010);
	ck_assert_int_eq(garq_suggestInterval(g, 2010, 2500, 1, 0, &start), 1);
	ck_assert_int_eq(start, 2010);
	ck_assert_int_eq(garq_suggestInterval(g, 1999, 2500, 1, 0, &start), 0);
	ck_assert_int_eq(garq_suggestInterval(g, 1999, 2000, 1, 0, &start), 1);
	ck_assert_int_eq(start, 1999);
	ck_assert_int_eq(garq_suggestInterval(g, 2003, 2500, 1, INT64_MAX,
					      &start), 1);
	ck_assert_int_eq(start, 2010);
	garq_destroy(g);
}
END_TEST

/* Moving on */

START_TEST(advance_through_every_slot)
{
	uint32_t delta = deltas[_i];
	garq_t *g = _make(5, delta);
	time_t t_e = NOW + 35 * (time_t) delta + 3;

	_add(g, 1, NOW + 5, t_e, 2);
	_add(g, 2, t_e - 1, t_e + 5 * (time_t) delta, 3);
	for (time_t now = NOW; now < t_e; now += (delta + 2) / 3) {
		ck_assert_int_eq(garq_advance(g, now), 0);
		assert_intact(garq_check, g);
	}
	ck_assert_uint_eq(garq_usage(g, t_e - 1), 5);
	ck_assert_uint_eq(garq_usage(g, t_e), 3);
	garq_destroy(g);
}
END_TEST

START_TEST(advance_by_more_than_the_horizon)
{
	uint32_t delta = deltas[_i];
	garq_t *g = _make(5, delta);
	time_t far = NOW + 1000 * (time_t) delta;

	_add(g, 1, 1100, FOREVER, 1);
	_add(g, 2, 1200, far + 1, 1);
	_add(g, 3, far - 10, far + 20, 1);
	_add(g, 4, far + 5 * (time_t) delta, far + 100 * (time_t) delta, 1);
	ck_assert_int_eq(garq_advance(g, far), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, far), 3);
	ck_assert_uint_eq(garq_usage(g, far + 1), 2);
	ck_assert_uint_eq(garq_usage(g, far + 100 * (time_t) delta), 1);
	garq_destroy(g);
}
END_TEST

START_TEST(advance_past_forever_stops_before_it)
{
	garq_t *g = _make(5, 60);

	_add(g, 1, 1100, FOREVER, 5);
	ck_assert_int_eq(garq_advance(g, INT64_MAX), 0);
	ck_assert_int_eq(garq_now(g), FOREVER - 1);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 1), 5);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

/* Past the horizon */

START_TEST(beyond_the_horizon_is_right)
{
	garq_t *g = _make(2, 60);	/* up to about 1600 */
	time_t start;

	_add(g, 1, 5000, 6000, 2);
	_add(g, 2, 6000, 7000, 1);
	_add(g, 3, 1500, 4500, 1);
	ck_assert_int_eq(garq_searchReserv(g, 4999, 5001, 1), 0);
	ck_assert_int_eq(garq_searchReserv(g, 4500, 5000, 2), 1);
	ck_assert_int_eq(garq_searchReserv(g, 4499, 5000, 2), 0);
	ck_assert_int_eq(garq_searchReserv(g, 6000, 7000, 1), 1);
	ck_assert_int_eq(_suggest(g, 1500, 1501, 2), 4500);
	ck_assert_int_eq(_suggest(g, 1500, 2001, 2), 7000);
	ck_assert_int_eq(_suggest(g, 5500, 5501, 1), 6000);
	ck_assert_int_eq(garq_suggestInterval(g, 5500, 5501, 1, 499, &start),
			 0);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	assert_intact(garq_check, g);
	ck_assert_int_eq(_suggest(g, 5500, 5501, 2), 5500);
	garq_destroy(g);
}
END_TEST

START_TEST(end_at_the_end_of_the_horizon)
{
	garq_t *g = garq_create(1, 60, 600, 0);

	_add(g, 1, 590, 600, 1);
	_add(g, 2, 600, 610, 1);
	ck_assert_int_eq(garq_searchReserv(g, 599, 600, 1), 0);
	ck_assert_int_eq(garq_searchReserv(g, 600, 601, 1), 0);
	ck_assert_int_eq(_suggest(g, 580, 591, 1), 610);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	assert_intact(garq_check, g);
	ck_assert_int_eq(garq_advance(g, 30), 0);
	ck_assert_int_eq(garq_advance(g, 60), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, 599), 0);
	ck_assert_uint_eq(garq_usage(g, 600), 1);
	garq_destroy(g);
}
END_TEST

/* Without end */

START_TEST(forever_goes_on_for_years)
{
	garq_t *g = garq_create(4, 300, 86400, NOW);
	time_t start = 77;

	_add(g, 1, 5000, FOREVER, 3);
	for (int year = 1; year <= 50; year++) {
		ck_assert_int_eq(garq_advance(g, NOW + year * YEAR), 0);
		ck_assert_uint_eq(garq_usage(g, garq_now(g)), 3);
	}
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 1), 3);
	ck_assert_uint_eq(garq_usage(g, INT64_MAX), 3);
	ck_assert_int_eq(garq_suggestInterval(g, NOW, NOW + 1, 2, -1, &start),
			 0);
	ck_assert_int_eq(start, 77);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 1), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(suggest_without_end)
{
	garq_t *g = _make(4, 60);
	time_t start = 77;

	_add(g, 1, 1200, 5000, 2);
	ck_assert_int_eq(_suggest(g, 1100, FOREVER, 3), 5000);
	ck_assert_int_eq(_suggest(g, 1100, FOREVER, 2), 1100);
	_add(g, 2, 5000, FOREVER, 2);
	ck_assert_int_eq(garq_suggestInterval(g, 1100, FOREVER, 3, -1, &start),
			 0);
	garq_destroy(g);
}
END_TEST

START_TEST(moved_past_forever_does_not_end)
{
	garq_t *g = _make(4, 60);

	_add(g, 1, 1200, FOREVER - 10, 4);
	ck_assert_int_eq(_suggest(g, 1200, 1300, 1), FOREVER - 10);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	_add(g, 1, 1200, FOREVER - 1, 4);
	ck_assert_int_eq(_suggest(g, 1200, 1300, 1), FOREVER - 1);
	garq_destroy(g);
}
END_TEST

START_TEST(slots_reach_past_forever)
{
	garq_t *g = garq_create(4, 60, 600, FOREVER - 100);
	time_t start;

	_add(g, 1, FOREVER - 50, FOREVER, 2);
	_add(g, 2, FOREVER - 80, FOREVER - 1, 1);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 2), 3);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 1), 2);
	ck_assert_int_eq(_suggest(g, FOREVER - 60, FOREVER - 50, 2),
			 FOREVER - 60);
	ck_assert_int_eq(_suggest(g, FOREVER - 60, FOREVER - 49, 2),
			 FOREVER - 1);
	ck_assert_int_eq(garq_suggestInterval(g, FOREVER - 60, FOREVER - 49, 3,
					      -1, &start), 0);
	ck_assert_int_eq(garq_advance(g, FOREVER - 1), 0);
	assert_intact(garq_check, g);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("garq");
	TCase *tc = tcase_create("create");

	tcase_add_loop_test(tc, create_refuses, 0,
			    sizeof(bad_create) / sizeof(bad_create[0]));
	tcase_add_loop_test(tc, create_takes, 0,
			    sizeof(good_create) / sizeof(good_create[0]));
	tcase_add_test(tc, destroy_null_is_safe);
	suite_add_tcase(s, tc);

	tc = tcase_create("arguments");
	tcase_add_loop_test(tc, search_refuses, 0,
			    sizeof(bad_interval) / sizeof(bad_interval[0]));
	tcase_add_loop_test(tc, add_refuses, 0,
			    sizeof(bad_interval) / sizeof(bad_interval[0]));
	tcase_add_loop_test(tc, suggest_refuses, 0,
			    sizeof(bad_interval) / sizeof(bad_interval[0]));
	tcase_add_test(tc, add_errors_in_order);
	tcase_add_test(tc, too_many_is_a_no);
	suite_add_tcase(s, tc);

	tc = tcase_create("seconds");
	tcase_add_loop_test(tc, seed_figure_3, 0, 3);
	tcase_add_loop_test(tc, seed_figure_8, 0, 3);
	tcase_add_loop_test(tc, half_open_intervals_touch, 0, 7);
	tcase_add_loop_test(tc, usage_at_the_edges, 0, 7);
	tcase_add_loop_test(tc, gap_of_one_second, 0, 7);
	tcase_add_loop_test(tc, delete_where_another_begins, 0, 7);
	tcase_add_test(tc, suggest_max_limit_bounds_the_start);
	suite_add_tcase(s, tc);

	tc = tcase_create("ids");
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, delete_unknown);
	tcase_add_test(tc, any_id_is_good);
	tcase_add_test(tc, ended_stays_known_until_deleted);
	tcase_add_test(tc, a_hundred_thousand_ids);
	suite_add_tcase(s, tc);

	tc = tcase_create("time");
	tcase_add_test(tc, what_lies_before_now_is_not_looked_at);
	tcase_add_test(tc, part_before_now_holds_nothing);
	tcase_add_test(tc, clock_set_back_is_ignored);
	tcase_add_test(tc, suggest_moves_the_past_to_now);
	tcase_add_loop_test(tc, advance_through_every_slot, 0, 7);
	tcase_add_loop_test(tc, advance_by_more_than_the_horizon, 0, 7);
	tcase_add_test(tc, advance_past_forever_stops_before_it);
	tcase_add_test(tc, beyond_the_horizon_is_right);
	tcase_add_test(tc, end_at_the_end_of_the_horizon);
	tcase_add_test(tc, forever_goes_on_for_years);
	tcase_add_test(tc, suggest_without_end);
	tcase_add_test(tc, moved_past_forever_does_not_end);
	tcase_add_test(tc, slots_reach_past_forever);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
