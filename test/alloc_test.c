/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * alloc_test.c - memory runs out at every place where it can.
 *
 * For each n, on a new world: the n-th allocation of an operation fails, alone
 * or with all that follow it. The operation has to fail with ENOMEM, nothing
 * may have changed, and with memory the same operation then has to do what it
 * always does. Linked with --wrap of malloc, calloc, realloc, aligned_alloc.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "garq/machine.h"
#include "garq/slots.h"
#include "test/test_util.h"

#define FOREVER GARQ_FOREVER
#define NOW ((time_t) 1000)
#define NODE_CNT 6

/* Failing on purpose */

extern void *__real_malloc(size_t size);
extern void *__real_calloc(size_t cnt, size_t size);
extern void *__real_realloc(void *p, size_t size);
extern void *__real_aligned_alloc(size_t align, size_t size);
extern void *__wrap_malloc(size_t size);
extern void *__wrap_calloc(size_t cnt, size_t size);
extern void *__wrap_realloc(void *p, size_t size);
extern void *__wrap_aligned_alloc(size_t align, size_t size);

static struct {
	bool armed;
	int fail_at;		/* this allocation from now on fails */
	bool all;		/* and all after it */
	int allocs;
	int failures;
} mem;

static bool _fails(void)
{
	if (!mem.armed)
		return false;
	mem.allocs++;
	if ((mem.allocs != mem.fail_at) &&
	    !(mem.all && (mem.allocs > mem.fail_at)))
		return false;
	mem.failures++;
	errno = ENOMEM;
	return true;
}

extern void *__wrap_malloc(size_t size)
{
	return _fails() ? NULL : __real_malloc(size);
}

extern void *__wrap_calloc(size_t cnt, size_t size)
{
	return _fails() ? NULL : __real_calloc(cnt, size);
}

extern void *__wrap_realloc(void *p, size_t size)
{
	return _fails() ? NULL : __real_realloc(p, size);
}

extern void *__wrap_aligned_alloc(size_t align, size_t size)
{
	return _fails() ? NULL : __real_aligned_alloc(align, size);
}

static void _arm(int fail_at, bool all)
{
	mem.fail_at = fail_at;
	mem.all = all;
	mem.allocs = 0;
	mem.failures = 0;
	mem.armed = true;
}

/* Worlds to fail in */

struct world {
	garq_t *g;
	garq_nodes_t *n;
	garq_machine_t *m;
	garq_set_t *all;
	garq_set_t *some;
	garq_set_t *made;
	garq_answer_t answer;
	time_t start;
	uint32_t missing;
};

static void _nothing(struct world *w)
{
	w->all = test_set(NODE_CNT, "0-5");
	w->some = test_set(NODE_CNT, "0,2-4");
}

/* Whoever wants memory for edges has to ask for more. */
static void _drain(const garq_t *counts)
{
	struct garq_pool *pool = &((garq_t *) counts)->pool;
	struct garq_edges *far = &((garq_t *) counts)->far;

	memset(pool->free, 0, sizeof(pool->free));
	pool->rest_lines = 0;
	if (far->cnt) {
		far->edge = realloc(far->edge, far->cnt * sizeof(*far->edge));
		ck_assert_ptr_nonnull(far->edge);
		far->cap = far->cnt;
	}
}

static void _garq(struct world *w)
{
	_nothing(w);
	w->g = garq_create(100, 60, 600, NOW);
	ck_assert_ptr_nonnull(w->g);
}

/*
 * Each in a slot of its own, more in one, and some past the horizon: 40, which
 * is when the table has to grow.
 */
static void _full_garq(struct world *w)
{
	_garq(w);
	for (int i = 0; i < 10; i++) {
		time_t t = NOW + 5 + 60 * i;

		ck_assert_int_eq(garq_addReserv(w->g, i, t, t + 10, 5), 0);
		ck_assert_int_eq(garq_addReserv(w->g, 100 + i, 1100 + i,
						1130 + i, 3), 0);
		t += 650;
		ck_assert_int_eq(garq_addReserv(w->g, 200 + i, t, t + 10, 5),
				 0);
		ck_assert_int_eq(garq_addReserv(w->g, 300 + i, t + 14, t + 24,
						5), 0);
	}
	ck_assert_uint_eq(garq_count(w->g), 40);
	_drain(w->g);
}

static void _nodes(struct world *w)
{
	_nothing(w);
	w->n = garq_nodes_create(NODE_CNT);
	ck_assert_ptr_nonnull(w->n);
}

/* 12 holders fill the first maps. */
static void _full_nodes(struct world *w)
{
	_nodes(w);
	for (uint64_t id = 0; id < 12; id++) {
		garq_set_t *set = garq_set_create(NODE_CNT);

		ck_assert_ptr_nonnull(set);
		garq_set_add(set, (uint32_t) (id / 4));
		ck_assert_int_eq(garq_nodes_hold(w->n, id, 1 + id, set,
						 1000 + 10 * (time_t) id,
						 1015 + 10 * (time_t) id), 0);
		garq_set_destroy(set);
	}
}

/* Two pools, and the nodes that are held have some of both. */
static const uint32_t pool_of[NODE_CNT] = { 5, 5, 9, 5, 9, 5 };

static void _machine(struct world *w)
{
	_nothing(w);
	w->m = garq_machine_create(NODE_CNT, pool_of, 60, 600, NOW);
	ck_assert_ptr_nonnull(w->m);
}

static void _full_machine(struct world *w)
{
	_machine(w);
	for (uint64_t id = 0; id < 12; id++) {
		time_t t = NOW + 5 + 70 * (time_t) id;

		ck_assert_int_eq(garq_machine_hold(w->m, id, 1 + id, w->some, t,
						   t + 20), 0);
	}
	ck_assert_int_eq(garq_machine_hold(w->m, 3, 4, w->all, NOW + 30,
					   NOW + 40), 0);
	/* overlaps: counted in pieces */
	ck_assert_int_eq(garq_machine_hold(w->m, 3, 4, w->all, NOW + 790,
					   NOW + 900), 0);
	for (time_t t = NOW + 905; t < NOW + 960; t += 10)
		ck_assert_int_eq(garq_machine_hold(w->m, 3, 4, w->all, t,
						   t + 5), 0);
	for (uint32_t i = 0; i < garq_machine_pools(w->m); i++)
		_drain(garq_machine_counts(w->m, i));
}

static void _world_free(struct world *w)
{
	garq_answer_free(&w->answer);
	garq_set_destroy(w->made);
	garq_set_destroy(w->all);
	garq_set_destroy(w->some);
	garq_machine_destroy(w->m);
	garq_nodes_destroy(w->n);
	garq_destroy(w->g);
}

/* What a world says when asked: one number that differs if an answer does */

static void _mix(uint64_t *sum, uint64_t x)
{
	rng_t r = { *sum ^ x };

	*sum = rng_next(&r);
}

static void _look_garq(const garq_t *g, uint64_t *sum)
{
	time_t start = 0;

	_mix(sum, (uint64_t) garq_now(g));
	_mix(sum, garq_count(g));
	for (time_t t = NOW; t < NOW + 2000; t++)
		_mix(sum, garq_usage(g, t));
	_mix(sum, garq_usage(g, FOREVER));
	for (uint32_t cn = 1; cn <= garq_max_cn(g); cn += 7) {
		_mix(sum, (uint64_t) garq_suggestInterval(g, NOW, NOW + 30, cn,
							  -1, &start));
		_mix(sum, (uint64_t) start);
	}
}

static bool _look_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	uint64_t *sum = arg;

	_mix(sum, id);
	_mix(sum, node);
	_mix(sum, (uint64_t) t_s);
	_mix(sum, (uint64_t) t_e);
	return true;
}

/* Counts of a time that no test moves on to: some may be at it, some not. */
#define LATER (NOW + 500)

static void _look_machine(const struct world *w, uint64_t *sum)
{
	garq_request_t rq = {
		.eligible = w->all, .t_esr = NOW, .t_lsr = NOW, .duration = 20,
	};

	_mix(sum, (uint64_t) garq_machine_now(w->m));
	for (uint32_t i = 0; i < garq_machine_pools(w->m); i++) {
		const garq_t *counts = garq_machine_counts(w->m, i);

		_mix(sum, garq_count(counts));
		for (time_t t = LATER; t < NOW + 2000; t++)
			_mix(sum, garq_usage(counts, t));
		_mix(sum, garq_usage(counts, FOREVER));
	}
	for (rq.num_cn = 1; rq.num_cn <= NODE_CNT; rq.num_cn++) {
		garq_answer_t a;

		ck_assert_int_eq(garq_machine_place(w->m, &rq, &a), 0);
		_mix(sum, a.fits ? 1 : (uint64_t) a.none_before);
		garq_answer_free(&a);
	}
	garq_nodes_each(garq_machine_nodes(w->m), w->all, INT64_MIN, FOREVER, 0,
			_look_hold, sum);
}

static uint64_t _look(const struct world *w)
{
	uint64_t sum = 0;

	if (w->g)
		_look_garq(w->g, &sum);
	if (w->n)
		garq_nodes_each(w->n, w->all, INT64_MIN, FOREVER, 0, _look_hold,
				&sum);
	if (w->m)
		_look_machine(w, &sum);
	if (w->made)
		_mix(&sum, 1 + garq_set_count(w->made));
	_mix(&sum, (uint64_t) w->start);
	_mix(&sum, w->missing);
	_mix(&sum, w->answer.fits);
	_mix(&sum, (uint64_t) w->answer.start);
	_mix(&sum, (uint64_t) w->answer.later);
	_mix(&sum, w->answer.free ? garq_set_count(w->answer.free) : 99);
	return sum;
}

static void _assert_world_intact(const struct world *w)
{
	if (w->g)
		assert_intact(garq_check, w->g);
	if (w->n)
		assert_intact(garq_nodes_check, w->n);
	if (w->m)
		assert_intact(garq_machine_check, w->m);
}

/* Operations: RET true if they succeeded */

static bool _set_create(struct world *w)
{
	w->made = garq_set_create(NODE_CNT);
	return w->made != NULL;
}

static bool _set_copy(struct world *w)
{
	w->made = garq_set_copy(w->some);
	return w->made != NULL;
}

static bool _create(struct world *w)
{
	w->g = garq_create(100, 60, 600, NOW);
	return w->g != NULL;
}

/* There is no edge yet at the seconds that are added here. */
static bool _add(struct world *w)
{
	return garq_addReserv(w->g, 77, 1112, 1333, 50) == 0;
}

static bool _add_in_a_slot(struct world *w)
{
	return garq_addReserv(w->g, 77, 1112, 1114, 50) == 0;
}

static bool _add_up_to_far(struct world *w)
{
	return garq_addReserv(w->g, 77, 1112, 1808, 50) == 0;
}

static bool _add_far(struct world *w)
{
	return garq_addReserv(w->g, 77, 1708, 1808, 50) == 0;
}

static bool _add_forever(struct world *w)
{
	return garq_addReserv(w->g, 77, 1112, FOREVER, 50) == 0;
}

/* Reservation 3 of the full world is [1185, 1195) with 5 nodes. */
static bool _update(struct world *w)
{
	return garq_update(w->g, 3, 1112, 1114, 50) == 0;
}

static bool _update_far(struct world *w)
{
	return garq_update(w->g, 3, 1708, FOREVER, 50) == 0;
}

static bool _take(struct world *w)
{
	return garq_take(w->g, 77, 1112, 1333, 100) == 0;
}

static bool _take_forever(struct world *w)
{
	return garq_take(w->g, 77, 1112, FOREVER, 100) == 0;
}

/* Up to where no slot has an edge array that is large enough. */
static bool _advance(struct world *w)
{
	return garq_advance(w->g, 1250) == 0;
}

static bool _advance_far(struct world *w)
{
	return garq_advance(w->g, 1640) == 0;
}

static bool _nodes_create(struct world *w)
{
	w->n = garq_nodes_create(NODE_CNT);
	return w->n != NULL;
}

static bool _hold(struct world *w)
{
	return garq_nodes_hold(w->n, 77, 1, w->all, 1010, 1050) == 0;
}

static bool _hold_more(struct world *w)
{
	return garq_nodes_hold(w->n, 3, 4, w->all, 1010, 1050) == 0;
}

static bool _machine_create(struct world *w)
{
	w->m = garq_machine_create(NODE_CNT, pool_of, 60, 600, NOW);
	return w->m != NULL;
}

static bool _machine_hold(struct world *w)
{
	return garq_machine_hold(w->m, 77, 1, w->some, 1030, 1070) == 0;
}

static bool _machine_hold_over(struct world *w)
{
	return garq_machine_hold(w->m, 77, 1, w->all, 1000, 1070) == 0;
}

static bool _machine_hold_more(struct world *w)
{
	return garq_machine_hold(w->m, 3, 4, w->all, 5000, 5010) == 0;
}

static bool _machine_advance(struct world *w)
{
	return garq_machine_advance(w->m, 1400) == 0;
}

static bool _place(struct world *w, uint32_t num_cn, time_t t_esr,
		   time_t t_lsr, time_t duration)
{
	garq_request_t rq = {
		.eligible = w->all, .num_cn = num_cn, .t_esr = t_esr,
		.t_lsr = t_lsr, .duration = duration,
	};

	return garq_machine_place(w->m, &rq, &w->answer) == 0;
}

static bool _place_fits(struct world *w)
{
	return _place(w, 2, 1000, 1000, 30) && w->answer.fits;
}

/* min: so many allocations it makes at least, or else it proves nothing */
static const struct {
	const char *name;
	void (*make)(struct world *w);
	bool (*op)(struct world *w);
	int min;
} cases[] = {
	{ "set create", _nothing, _set_create, 1 },
	{ "set copy", _nothing, _set_copy, 1 },
	{ "create", _nothing, _create, 3 },
	{ "add, first", _garq, _add, 2 },
	{ "add, full", _full_garq, _add, 1 },
	{ "add in a slot, first", _garq, _add_in_a_slot, 2 },
	{ "add in a slot, full", _full_garq, _add_in_a_slot, 1 },
	{ "add up to far, first", _garq, _add_up_to_far, 3 },
	{ "add up to far, full", _full_garq, _add_up_to_far, 1 },
	{ "add far, first", _garq, _add_far, 2 },
	{ "add far, full", _full_garq, _add_far, 1 },
	{ "add forever, first", _garq, _add_forever, 2 },
	{ "update", _full_garq, _update, 1 },
	{ "update to far", _full_garq, _update_far, 1 },
	{ "take, first", _garq, _take, 2 },
	{ "take, full", _full_garq, _take, 1 },
	{ "take forever", _full_garq, _take_forever, 1 },
	{ "advance, pulling edges", _full_garq, _advance, 1 },
	{ "advance past the horizon", _full_garq, _advance_far, 1 },
	{ "nodes create", _nothing, _nodes_create, 2 },
	{ "hold, first", _nodes, _hold, 9 },
	{ "hold, full", _full_nodes, _hold, 4 },
	{ "hold more", _full_nodes, _hold_more, 3 },
	{ "machine create", _nothing, _machine_create, 6 },
	{ "machine hold, first", _machine, _machine_hold, 10 },
	{ "machine hold, full", _full_machine, _machine_hold, 3 },
	{ "machine hold, over others", _full_machine, _machine_hold_over, 3 },
	{ "machine hold more", _full_machine, _machine_hold_more, 1 },
	{ "machine advance", _full_machine, _machine_advance, 1 },
	{ "place, fits", _full_machine, _place_fits, 1 },
};
#define CASE_CNT ((int) (sizeof(cases) / sizeof(cases[0])))

/* What a world says after an operation that had all the memory it wanted. */
static uint64_t _look_after(int i)
{
	struct world w = { .start = 0 };
	uint64_t sum;

	cases[i].make(&w);
	ck_assert_msg(cases[i].op(&w), "%s", cases[i].name);
	_assert_world_intact(&w);
	sum = _look(&w);
	_world_free(&w);
	return sum;
}

/* RET true if the n-th allocation was made, and failed */
static bool _fail_at(int i, int n, bool all, uint64_t after)
{
	struct world w = { .start = 0 };
	uint64_t before;
	bool ok, failed;
	int err;

	cases[i].make(&w);
	before = _look(&w);
	_arm(n, all);
	errno = 0;
	ok = cases[i].op(&w);
	err = errno;
	mem.armed = false;
	failed = (mem.failures > 0);
	ck_assert_msg(ok != failed, "%s: allocation %d", cases[i].name, n);
	_assert_world_intact(&w);
	if (failed) {
		ck_assert_int_eq(err, ENOMEM);
		ck_assert_msg(_look(&w) == before,
			      "%s: allocation %d: something changed",
			      cases[i].name, n);
		ck_assert(cases[i].op(&w));
		_assert_world_intact(&w);
	}
	ck_assert_msg(_look(&w) == after, "%s: allocation %d: another result",
		      cases[i].name, n);
	_world_free(&w);
	return failed;
}

START_TEST(failure_changes_nothing)
{
	uint64_t after = _look_after(_i);
	int n = 1;

	while (_fail_at(_i, n, false, after))
		n++;
	ck_assert_msg(n - 1 >= cases[_i].min, "%s: only %d allocations",
		      cases[_i].name, n - 1);
	for (n = 1; _fail_at(_i, n, true, after); n++)
		;
	ck_assert_msg(n - 1 >= cases[_i].min, "%s: only %d allocations",
		      cases[_i].name, n - 1);
}
END_TEST

/* What was taken can always be given back. */
START_TEST(freeing_needs_no_memory)
{
	struct world w = { .start = 0 }, v = { .start = 0 };
	bool ok = true;

	_full_garq(&w);
	_full_machine(&v);
	_arm(1, true);
	for (uint64_t id = 0; id < 400; id++)
		if ((id % 100) < 10)
			ok = ok && (garq_deleteReserv(w.g, id) == 0);
	for (uint64_t id = 0; id < 12; id++)
		ok = ok && (garq_machine_release(v.m, id) == 0);
	mem.armed = false;
	ck_assert(ok);
	ck_assert_int_eq(mem.allocs, 0);
	_assert_world_intact(&w);
	_assert_world_intact(&v);
	ck_assert_uint_eq(garq_count(w.g), 0);
	ck_assert_uint_eq(garq_count(garq_machine_counts(v.m, 0)), 0);
	ck_assert_uint_eq(garq_count(garq_machine_counts(v.m, 1)), 0);
	_world_free(&w);
	_world_free(&v);
}
END_TEST

/*
 * Where others overlap what goes, it needs memory to count them. Without it, it
 * goes as well: less is counted then, and the answers are the same.
 */
START_TEST(leaving_without_memory)
{
	for (int n = 1; ; n++) {
		struct world w = { .start = 0 };
		bool ok;

		_full_machine(&w);
		ck_assert_int_eq(garq_machine_hold(w.m, 50, 50, w.all, NOW,
						   NOW + 3000), 0);
		ck_assert_int_eq(garq_machine_hold(w.m, 51, 51, w.some,
						   NOW + 1500, NOW + 4000), 0);
		for (uint32_t i = 0; i < garq_machine_pools(w.m); i++)
			_drain(garq_machine_counts(w.m, i));
		_arm(n, true);
		ok = (garq_machine_release(w.m, 50) == 0) &&
			(garq_machine_release(w.m, 3) == 0);
		mem.armed = false;
		ck_assert(ok);
		_assert_world_intact(&w);
		ck_assert_uint_eq(garq_nodes_free(
			garq_machine_nodes(w.m), w.all, NOW + 1500, NOW + 1501,
			GARQ_NO_GROUP, NULL), 2);
		/* nothing is left behind */
		for (uint64_t id = 0; id < 52; id++)
			(void) garq_machine_release(w.m, id);
		_assert_world_intact(&w);
		for (uint32_t i = 0; i < garq_machine_pools(w.m); i++)
			ck_assert_uint_eq(garq_count(garq_machine_counts(
				w.m, i)), 0);
		_world_free(&w);
		if (!mem.failures) {
			ck_assert_int_gt(n, 4);
			break;
		}
	}
}
END_TEST

/*
 * Nor does a booking that becomes smaller, if its seconds have edges, or it is
 * left with room by what goes; and it can always be left as it was.
 */
START_TEST(shrinking_needs_no_memory)
{
	struct world w = { .start = 0 };
	bool ok = true;

	_full_garq(&w);
	ck_assert_int_eq(garq_take(w.g, 500, 1000, 2000, 30), 0);
	_drain(w.g);
	_arm(1, true);
	/* other number of nodes; inside its own slot; up to the slot's end */
	ok = ok && (garq_update(w.g, 3, 1185, 1195, 2) == 0);
	ok = ok && (garq_update(w.g, 3, 1187, 1191, 2) == 0);
	ok = ok && (garq_update(w.g, 2, 1125, 1130, 5) == 0);
	for (uint64_t id = 100; id < 110; id++)
		ok = ok && (garq_update(w.g, id, 1104 + (time_t) id - 100,
					1126 + (time_t) id - 100, 1) == 0);
	ok = ok && (garq_give_back(w.g, 500) == 0);
	mem.armed = false;
	ck_assert(ok);
	ck_assert_int_eq(mem.allocs, 0);
	_assert_world_intact(&w);
	_world_free(&w);
}
END_TEST

static bool _ignore(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	(void) arg;
	(void) num_free;
	return t_s < t_e;
}

/* Searching by count asks for none at all. */
START_TEST(searching_needs_no_memory)
{
	struct world w = { .start = 0 };
	time_t start, starts[9];
	uint32_t num_free;
	int rc;

	_full_garq(&w);
	_arm(1, true);
	rc = garq_searchReserv(w.g, 1000, 3000, 90) +
		garq_suggestInterval(w.g, 1000, 3000, 90, -1, &start) +
		garq_suggestInterval(w.g, 1000, 3000, 1, -1, &start) +
		garq_least_free(w.g, 1000, 3000, &num_free) +
		garq_profile(w.g, 1000, 3000, _ignore, NULL) +
		(garq_starts(w.g, 1000, 1010, 96, -1, 9, starts) == 9);
	mem.armed = false;
	ck_assert_int_eq(rc, 3);
	ck_assert_int_eq(mem.allocs, 0);
	_world_free(&w);
}
END_TEST

/* Nor does searching by nodes. */
START_TEST(searching_nodes_needs_no_memory)
{
	struct world w = { .start = 0 };
	int rc;

	_full_nodes(&w);
	_arm(1, true);
	rc = garq_nodes_earliest(w.n, w.all, 5, 30, 1000, FOREVER, 0,
				 &w.start) +
		garq_nodes_earliest(w.n, w.all, 6, 30, 1000, FOREVER, 3,
				    &w.start) +
		garq_nodes_shortage(w.n, w.all, 6, 1000, 1200, 4, &w.start,
				    &w.missing) +
		(garq_nodes_free(w.n, w.all, 1000, 1200, 5, NULL) == 3);
	mem.armed = false;
	ck_assert_int_eq(rc, 4);
	ck_assert_int_eq(mem.allocs, 0);
	_assert_world_intact(&w);
	_world_free(&w);
}
END_TEST

/* A refusal is always told; and who was looked away from is there again. */
START_TEST(refusing_needs_no_memory)
{
	struct world w = { .start = 0 };
	bool ok = true;
	uint64_t before;

	_full_machine(&w);
	before = _look(&w);
	_arm(1, true);
	for (uint64_t group = 0; group < 14; group++) {
		garq_request_t rq = {
			.eligible = w.all, .num_cn = 3, .t_esr = 1000,
			.t_lsr = 1004, .duration = 600, .group = group,
		};
		garq_answer_t a = { .fits = true };

		ok = ok && !garq_machine_place(w.m, &rq, &a) && !a.fits &&
			a.has_later;
		rq.num_cn = NODE_CNT + 1;
		ok = ok && !garq_machine_place(w.m, &rq, &a) && !a.fits &&
			!a.has_later;
	}
	mem.armed = false;
	ck_assert(ok);
	ck_assert_int_eq(mem.allocs, 0);
	_assert_world_intact(&w);
	ck_assert(_look(&w) == before);
	_world_free(&w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("alloc");
	TCase *tc = tcase_create("out of memory");

	tcase_set_timeout(tc, 120);
	tcase_add_loop_test(tc, failure_changes_nothing, 0, CASE_CNT);
	tcase_add_test(tc, freeing_needs_no_memory);
	tcase_add_test(tc, leaving_without_memory);
	tcase_add_test(tc, shrinking_needs_no_memory);
	tcase_add_test(tc, searching_needs_no_memory);
	tcase_add_test(tc, searching_nodes_needs_no_memory);
	tcase_add_test(tc, refusing_needs_no_memory);
	suite_add_tcase(s, tc);
	return test_run(s);
}
