/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine_check_test.c - do garq_nodes_check() and garq_machine_check() notice
 * what is broken?
 *
 * As check_test.c: each invariant is broken by hand.
 */
#include <stdlib.h>

#include "garq/holders.h"
#include "garq/machine.h"
#include "garq/slots.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER
#define NOW ((time_t) 1000)
#define NODE_CNT 4

/* garq_nodes_check() */

/* Parts in the second sheet of slots: two inside slot 18, one over 18 to 19. */
static garq_nodes_t *_nodes(void)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);
	garq_set_t *set = test_set(NODE_CNT, "0-1");

	ck_assert_ptr_nonnull(n);
	ck_assert_int_eq(garq_nodes_hold(n, 1, 1, set, 5400, 5450), 0);
	ck_assert_int_eq(garq_nodes_hold(n, 2, 2, set, 5410, 5430), 0);
	ck_assert_int_eq(garq_nodes_hold(n, 3, 2, set, 5410, 5900), 0);
	garq_set_destroy(set);
	set = test_set(NODE_CNT, "2");
	ck_assert_int_eq(garq_nodes_hold(n, 4, 3, set, 6000, 6900), 0);
	garq_set_destroy(set);
	assert_intact(garq_nodes_check, n);
	return n;
}

static struct garq_holder *_holder(garq_nodes_t *n, uint64_t id)
{
	return garq_idmap_get(&n->holders, id);
}

static struct garq_part *_part(garq_nodes_t *n, uint64_t id)
{
	return _holder(n, id)->parts;
}

/* The sheet of slots 16 .. 31. */
static struct garq_sheet *_sheet(garq_nodes_t *n)
{
	struct garq_sheet *sheet = n->calendar.top;

	for (uint32_t l = GARQ_CALENDAR_LEVELS - 1; l > 0; l--)
		sheet = sheet->below[(l == 1) ? 1 : 0].sheet;
	return sheet;
}

#define ENTRY 2		/* of slot 18 in its sheet */

static struct garq_slot_parts *_slot(garq_nodes_t *n)
{
	return _sheet(n)->below[ENTRY].parts;
}

static void _break_empty(garq_nodes_t *n)
{
	_part(n, 1)->t_e = 5400;
}

static void _break_end(garq_nodes_t *n)
{
	_part(n, 1)->t_e = FOREVER + 1;
}

static void _break_words(garq_nodes_t *n)
{
	_part(n, 1)->word[0] = 0;
}

static void _break_node(garq_nodes_t *n)
{
	_part(n, 1)->word[0] |= 1 << NODE_CNT;
}

static void _break_time(garq_nodes_t *n)
{
	_part(n, 1)->t_s++;
}

static void _break_overlaps(garq_nodes_t *n)
{
	_part(n, 1)->overlaps--;
}

static void _break_overlaps_no_more(garq_nodes_t *n)
{
	_part(n, 1)->overlaps++;
}

static void _break_part_of(garq_nodes_t *n)
{
	_part(n, 1)->holder = _holder(n, 2);
}

static void _break_part_lost(garq_nodes_t *n)
{
	struct garq_holder *holder = _holder(n, 1);
	struct garq_part *part = holder->parts;

	holder->parts = NULL;
	part->next = _holder(n, 2)->parts;
	_holder(n, 2)->parts = part;
}

static void _break_id(garq_nodes_t *n)
{
	_holder(n, 1)->id = 77;
}

static void _break_group(garq_nodes_t *n)
{
	_holder(n, 1)->group = 7;
}

static void _break_other_group(garq_nodes_t *n)
{
	_holder(n, 1)->group = 2;
}

static void _break_unlinked(garq_nodes_t *n)
{
	struct garq_holder *holder = _holder(n, 3);

	ck_assert_ptr_eq(holder->next, _holder(n, 2));
	holder->next->prev = &holder->next->next;
}

static void _break_holder_lost(garq_nodes_t *n)
{
	garq_idmap_del(&n->holders, 4);
}

static void _break_uses(garq_nodes_t *n)
{
	_sheet(n)->uses++;
}

static void _break_latest(garq_nodes_t *n)
{
	_sheet(n)->latest[ENTRY]--;
}

static void _break_latest_above(garq_nodes_t *n)
{
	n->calendar.top->latest[0]++;
}

static void _break_any(garq_nodes_t *n)
{
	*garq_sheet_any(&n->calendar, _sheet(n), ENTRY) |= 8;
}

static void _break_any_above(garq_nodes_t *n)
{
	*garq_sheet_any(&n->calendar, n->calendar.top, 0) = 0;
}

static void _break_cover(garq_nodes_t *n)
{
	/* slots 20 to 22 */
	*garq_sheet_cover(&n->calendar, _sheet(n), 5) = 0;
}

static void _break_slot_order(garq_nodes_t *n)
{
	struct garq_slot_parts *slot = _slot(n);
	struct garq_slot_part part = slot->part[1];

	slot->part[1] = slot->part[2];
	slot->part[2] = part;
}

static void _break_slot_time(garq_nodes_t *n)
{
	_slot(n)->part[1].t_e++;
}

static void _break_slot_words(garq_nodes_t *n)
{
	_slot(n)->part[1].words++;
}

static void _break_slot_cnt(garq_nodes_t *n)
{
	_slot(n)->cnt--;
}

static void _break_width(garq_nodes_t *n)
{
	n->calendar.width++;
}

static const struct {
	const char *what;
	void (*break_it)(garq_nodes_t *n);
} nodes_cases[] = {
	{ "an empty part", _break_empty },
	{ "a part past forever", _break_end },
	{ "a part without nodes", _break_words },
	{ "a part of a node that is not there", _break_node },
	{ "time of a part", _break_time },
	{ "a part that overlaps", _break_overlaps },
	{ "a part that overlaps no more", _break_overlaps_no_more },
	{ "holder of a part", _break_part_of },
	{ "a holder of nothing", _break_part_lost },
	{ "id of a holder", _break_id },
	{ "group of a holder", _break_group },
	{ "another group of a holder", _break_other_group },
	{ "links of a group", _break_unlinked },
	{ "a holder lost", _break_holder_lost },
	{ "uses of a sheet", _break_uses },
	{ "latest of a slot", _break_latest },
	{ "latest at the top", _break_latest_above },
	{ "any of a slot", _break_any },
	{ "any at the top", _break_any_above },
	{ "cover of a slot", _break_cover },
	{ "order in a slot", _break_slot_order },
	{ "time in a slot", _break_slot_time },
	{ "words in a slot", _break_slot_words },
	{ "number in a slot", _break_slot_cnt },
	{ "width of the slots", _break_width },
};

/* Broken objects are kept until the end: neither freed nor a leak. */
static void *broken[64];

static void _keep(void *what)
{
	int i = 0;

	while (broken[i])
		i++;
	broken[i] = what;
}

START_TEST(nodes_check_notices)
{
	garq_nodes_t *n = _nodes();
	const char *reason = NULL;
	bool intact;

	nodes_cases[_i].break_it(n);
	intact = garq_nodes_check(n, &reason);
	_keep(n);
	assert_broken(intact, reason, nodes_cases[_i].what);
}
END_TEST

/* garq_machine_check() */

static garq_machine_t *_machine(void)
{
	static const uint32_t pool_of[NODE_CNT] = { 0, 0, 0, 1 };
	garq_machine_t *m = garq_machine_create(NODE_CNT, pool_of, 60, 600,
						NOW);
	garq_set_t *set = test_set(NODE_CNT, "0-1");

	ck_assert_ptr_nonnull(m);
	ck_assert_int_eq(garq_machine_hold(m, 1, 1, set, 1030, 1090), 0);
	garq_set_del(set, 1);
	garq_set_add(set, 3);
	ck_assert_int_eq(garq_machine_hold(m, 2, 2, set, 1080, 1100), 0);
	garq_set_destroy(set);
	assert_intact(garq_machine_check, m);
	return m;
}

static garq_t *_counts(garq_machine_t *m)
{
	return (garq_t *) garq_machine_counts(m, 0);
}

static garq_nodes_t *_nodes_of(garq_machine_t *m)
{
	return (garq_nodes_t *) garq_machine_nodes(m);
}

static void _break_counts(garq_machine_t *m)
{
	_counts(m)->far_level++;
}

static void _break_nodes(garq_machine_t *m)
{
	_nodes_of(m)->calendar.top->uses++;
}

static void _break_size(garq_machine_t *m)
{
	_counts(m)->max_cn++;
}

static void _break_stranger_counted(garq_machine_t *m)
{
	ck_assert_int_eq(test_add(_counts(m), 2000, 3000, 1), 0);
}

static void _break_counted_lost(garq_machine_t *m)
{
	ck_assert_int_eq(garq_deleteReserv(_counts(m), 0), 0);
}

static void _recount(garq_machine_t *m, time_t t_s, time_t t_e, uint32_t num_cn)
{
	ck_assert_int_eq(garq_deleteReserv(_counts(m), 0), 0);
	ck_assert_int_eq(test_add(_counts(m), t_s, t_e, num_cn), 0);
}

static void _break_counted_too_early(garq_machine_t *m)
{
	_recount(m, 1029, 1090, 2);
}

static void _break_counted_too_long(garq_machine_t *m)
{
	_recount(m, 1030, 1091, 2);
}

static void _break_counted_too_many(garq_machine_t *m)
{
	_recount(m, 1030, 1090, 3);
}

static void _break_counted_too_few(garq_machine_t *m)
{
	_recount(m, 1030, 1090, 1);
}

static void _break_not_said(garq_machine_t *m)
{
	_part(_nodes_of(m), 1)->pools = 0;
}

static void _break_pool_of_part(garq_machine_t *m)
{
	_part(_nodes_of(m), 1)->pools = 2;
}

/* Count node 0 with both holders. */
static void _break_counted_twice(garq_machine_t *m)
{
	struct garq_part *part = _part(_nodes_of(m), 2);

	ck_assert_uint_eq(part->pools, 2);
	garq_set_del(part->shared, 0);
	ck_assert_int_eq(garq_addReserv(_counts(m), 1080, 1100, 1,
					garq_part_handles(part)), 0);
	part->pools |= 1;
}

static void _break_shared(garq_machine_t *m)
{
	garq_set_add(_part(_nodes_of(m), 2)->shared, 2);
}

static void _break_piece(garq_machine_t *m)
{
	_part(_nodes_of(m), 2)->pieces->t_e--;
}

static void _break_piece_of(garq_machine_t *m)
{
	_part(_nodes_of(m), 2)->pieces->node = 3;
}

/* Valid in itself, but not what is held. */
static void _break_piece_lost(garq_machine_t *m)
{
	struct garq_part *part = _part(_nodes_of(m), 2);
	struct garq_piece *piece = part->pieces;

	ck_assert_int_eq(garq_deleteReserv(_counts(m), piece->handle), 0);
	part->pieces = piece->next;
	free(piece);
}

static void _break_now(garq_machine_t *m)
{
	_counts(m)->now--;
}

static const struct {
	const char *what;
	void (*break_it)(garq_machine_t *m);
} machine_cases[] = {
	{ "its counts", _break_counts },
	{ "its nodes", _break_nodes },
	{ "number of nodes", _break_size },
	{ "counted, not held", _break_stranger_counted },
	{ "a part not counted any more", _break_counted_lost },
	{ "counted before it holds", _break_counted_too_early },
	{ "counted after it holds", _break_counted_too_long },
	{ "more counted than held", _break_counted_too_many },
	{ "less counted than held", _break_counted_too_few },
	{ "counted, and not said so", _break_not_said },
	{ "counted in another pool", _break_pool_of_part },
	{ "counted twice", _break_counted_twice },
	{ "nodes that are shared", _break_shared },
	{ "time of a piece", _break_piece },
	{ "node of a piece", _break_piece_of },
	{ "a piece lost", _break_piece_lost },
	{ "now of a pool", _break_now },
};

START_TEST(machine_check_notices)
{
	garq_machine_t *m = _machine();
	const char *reason = NULL;
	bool intact;

	machine_cases[_i].break_it(m);
	intact = garq_machine_check(m, &reason);
	_keep(m);
	assert_broken(intact, reason, machine_cases[_i].what);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("machine_check");
	TCase *tc = test_case(s, "notices", 0);

	tcase_add_loop_test(tc, nodes_check_notices, 0, COUNT(nodes_cases));
	tcase_add_loop_test(tc, machine_check_notices, 0, COUNT(machine_cases));
	return test_run(s);
}
