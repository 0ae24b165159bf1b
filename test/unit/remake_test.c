/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * remake_test.c - bookings that are made again, some of which cross each other or what
 * others have made meanwhile: none that was alone has to share afterwards. SEED=n
 * replays a run.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/remake.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define ROUNDS 400
#define MAX_CNT 12
#define STRANGERS 2

static booking_t *before[MAX_CNT];	/* as the ledger has them */
static booking_t *after[MAX_CNT];	/* as they are made */
static booking_t *stranger[STRANGERS];
static size_t cnt;

static booking_t *_any(rng_t *rng, const char *kind, size_t i)
{
	booking_t *b;
	char name[8], nodes[4] = "";
	char first = (char) ('a' + rng_below(rng, 8));

	snprintf(name, sizeof(name), "%s%zu", kind, i);
	b = world_some(name, (uint32_t) (kind[0] * 100 + i));
	b->num_cn = 1 + (uint32_t) rng_below(rng, 2);
	nodes[0] = first;
	if (b->num_cn == 2)
		nodes[1] = (char) (first == 'h' ? 'a' : first + 1);
	booking_set(&b->nodes, nodes);
	if (rng_one_in(rng, 4))
		booking_set(&b->asked_nodes, nodes);
	b->start = NOW + HOUR * (1 + (time_t) rng_below(rng, 6));
	b->end = b->start + HOUR * (1 + (time_t) rng_below(rng, 3));
	b->t_esr = b->t_lsr = b->not_before = b->start;
	return b;
}

static bool _cross(const booking_t *a, const booking_t *b)
{
	return (a->start < b->end) && (b->start < a->end) &&
	       strpbrk(a->nodes, b->nodes);
}

/* Does it cross any of these but itself? */
static bool _crosses(const booking_t *b, booking_t *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(list[i]->name, b->name) != 0 && _cross(b, list[i]))
			return true;
	return false;
}

static const booking_t *_made(const char *name)
{
	for (size_t i = 0; i < cnt; i++)
		if (after[i] && !strcmp(after[i]->name, name))
			return after[i];
	return NULL;
}

/* What did not cross does not cross now, and what crossed nobody is where it was. */
static void _compare(void)
{
	for (size_t i = 0; i < cnt; i++) {
		const booking_t *b = before[i], *made = _made(b->name);

		ck_assert_ptr_nonnull(made);
		if (!_crosses(b, before, cnt) &&
		    !_crosses(b, stranger, STRANGERS))
			ck_assert_str_eq(made->nodes, b->nodes);
		for (size_t j = 0; j < i; j++)
			ck_assert_msg(!_cross(made, _made(before[j]->name)) ||
				      _cross(b, before[j]), "%s on %s and %s on %s",
				      b->name, made->nodes, before[j]->name,
				      _made(before[j]->name)->nodes);
		for (size_t j = 0; j < STRANGERS; j++)
			ck_assert(!_cross(made, stranger[j]) ||
				  _cross(b, stranger[j]));
	}
}

static uint32_t _make(booking_t **list)
{
	uint32_t moved = 0;
	size_t n = 0;
	remakes_t r;
	booking_t *b;

	remakes_begin(office, &r, list, cnt, NOW);
	while ((b = remakes_next(office, &r))) {
		moved += remake_find_room(office, &r, b, false, NOW) ==
			 REMAKE_MOVED;
		after[n++] = booking_copy(b);
		world_add(b, NULL);
	}
	ck_assert_uint_eq(n, cnt);
	return moved;
}

/* RET how many have other nodes */
static uint32_t _round(rng_t *rng)
{
	booking_t *list[MAX_CNT];
	uint32_t moved;

	cnt = 1 + rng_below(rng, MAX_CNT);
	for (size_t i = 0; i < STRANGERS; i++) {
		stranger[i] = _any(rng, "s", i);
		world_add(booking_copy(stranger[i]), NULL);
	}
	for (size_t i = 0; i < cnt; i++) {
		before[i] = _any(rng, "b", i);
		list[i] = booking_copy(before[i]);
	}
	moved = _make(list);
	_compare();
	for (size_t i = 0; i < cnt; i++) {
		booking_destroy(before[i]);
		booking_destroy(after[i]);
	}
	for (size_t i = 0; i < STRANGERS; i++)
		booking_destroy(stranger[i]);
	return moved;
}

START_TEST(none_that_was_alone_has_to_share)
{
	rng_t rng = { test_seed() };
	uint32_t moved = 0;

	for (int i = 0; i < ROUNDS; i++) {
		world_setup();
		moved += _round(&rng);
		world_teardown();
	}
	ck_assert_uint_gt(moved, ROUNDS / 4);
}
END_TEST

/* A garq_nodes_fn */
static bool _count(void *arg, uint64_t id, uint32_t node, time_t t_s, time_t t_e)
{
	uint32_t *seen = arg;

	(void) id;
	(void) node;
	(void) t_s;
	(void) t_e;
	(*seen)++;
	return true;
}

/* While they are made their places are held, and not afterwards. */
START_TEST(nothing_stays_held)
{
	booking_t *list[3];
	uint32_t seen = 0;

	world_setup();
	world_add(world_some("here", 1), NULL);
	cnt = 3;
	for (uint32_t i = 0; i < cnt; i++)	/* two on the same nodes */
		list[i] = world_some(i ? i > 1 ? "d" : "c" : "b", 2 + i);
	booking_set(&list[1]->nodes, "cd");
	ck_assert_uint_eq(_make(list), 2);
	for (uint32_t i = 0; i < view_size(office); i++)
		garq_nodes_each_on(garq_machine_nodes(view_machine(office)), i,
				   NOW, _count, &seen);
	ck_assert_uint_eq(seen, 4 * 2);	/* of four bookings with two nodes */
	for (size_t i = 0; i < cnt; i++)
		booking_destroy(after[i]);
	world_teardown();
}
END_TEST

int main(void)
{
	Suite *s = suite_create("remake");
	TCase *tc = test_case(s, "made again", 120);

	tcase_add_test(tc, none_that_was_alone_has_to_share);
	tcase_add_test(tc, nothing_stays_held);
	return test_run(s);
}
