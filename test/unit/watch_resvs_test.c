/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_resvs_test.c - whatever Slurm or the plugin do to Slurm's list of
 * reservations, the view has what is in it a second later. SEED=n replays a run.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/states.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/watch_list.h"
#include "plugin/slurm/watch/watch_private.h"
#include "plugin/slurm/watch/watch_record.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NODES 20
#define MOST 60		/* records */
#define STEPS 3000
#define NOW 1000000

time_t last_resv_update;

/* Slurm's list, in its order. */
static slurmctld_resv_t *all[MOST];
static int cnt;
static uint32_t serial;
static time_t now;

/* --- slurmctld --- */

list_t *resv_list = (list_t *) all;

int list_count(list_t *list)
{
	ck_assert_ptr_eq(list, resv_list);
	return cnt;
}

list_itr_t *list_iterator_create(list_t *list)
{
	(void) list;
	return calloc(1, sizeof(int));
}

void *list_next(list_itr_t *iter)
{
	int *next = (int *) iter;

	return (*next < cnt) ? all[(*next)++] : NULL;
}

void list_iterator_destroy(list_itr_t *iter)
{
	free(iter);
}

/* Of what is not in Slurm's list any more. */
static void *unseen[MOST];
static int unseen_cnt;

list_t *list_create(ListDelF fn)
{
	(void) fn;
	unseen_cnt = 0;
	return (list_t *) unseen;
}

void list_destroy(list_t *list)
{
	(void) list;
}

static void _append(const list_t *list, void *what)
{
	ck_assert_ptr_eq(list, unseen);
	ck_assert_int_lt(unseen_cnt, MOST);
	unseen[unseen_cnt++] = what;
}

/* Until 22.05 it says what was appended. */
#ifdef COMPAT_LIST_T
void list_append(list_t *list, void *what)
{
	_append(list, what);
}

void list_push(list_t *list, void *what)
{
	(void) list;
	(void) what;
	ck_abort();
}
#else
void *list_append(list_t *list, void *what)
{
	_append(list, what);
	return what;
}

void *list_push(list_t *list, void *what)
{
	(void) list;
	(void) what;
	ck_abort();
}
#endif

/* Of Slurm's list: nothing is fetched here. */
void *list_peek(list_t *list)
{
	(void) list;
	ck_abort();
}

void *list_pop(list_t *list)
{
	(void) list;
	return unseen_cnt ? unseen[--unseen_cnt] : NULL;
}

void *list_remove(list_itr_t *iter)
{
	(void) iter;
	ck_abort();
}

void *list_remove_first(list_t *list, ListFindF fn, void *key)
{
	(void) list;
	(void) fn;
	(void) key;
	ck_abort();
}

void record_gpus_resize(slurmctld_resv_t *rec)
{
	(void) rec;
}

void record_units_place(slurmctld_resv_t *rec)
{
	(void) rec;
}

void record_gpus_renew(slurmctld_resv_t *rec, const units_t *units)
{
	(void) rec;
	(void) units;
}

units_t record_units_read(const slurmctld_resv_t *rec)
{
	(void) rec;
	return (units_t) { .cnt = 0 };
}

bool compat_has_watts(const slurmctld_resv_t *rec)
{
	(void) rec;
	return false;
}

bool compat_license_is_plain(const licenses_t *l)
{
	(void) l;
	return true;
}

garq_set_t *nodes_from_bitmap(const bitstr_t *nodes)
{
	garq_set_t *set = garq_set_create(NODES);

	set->word[0] = (uint64_t) nodes[NODES_BITS_HEAD];
	return set;
}

bool nodes_same(const garq_set_t *set, const bitstr_t *nodes)
{
	return set && (set->word[0] == (uint64_t) nodes[NODES_BITS_HEAD]);
}

/* --- records --- */

static void _any_place(slurmctld_resv_t *rec, rng_t *rng)
{
	uint64_t nodes = 1 + rng_below(rng, (1 << NODES) - 1);
	char list[24];

	rec->node_bitmap[NODES_BITS_HEAD] = (bitstr_t) nodes;
	snprintf(list, sizeof(list), "%"PRIx64, nodes);
	free(rec->node_list);
	rec->node_list = strdup(list);
	rec->start_time = now + 100 + (time_t) rng_below(rng, 1000);
	rec->end_time = rec->start_time + 1 + (time_t) rng_below(rng, 1000);
}

static slurmctld_resv_t *_new(const char *name, uint32_t id, rng_t *rng)
{
	slurmctld_resv_t *rec = calloc(1, sizeof(*rec));

	rec->name = strdup(name);
	rec->resv_id = id;
	rec->node_bitmap = calloc(NODES_BITS_HEAD + 1, sizeof(bitstr_t));
	rec->flags = RESERVE_FLAG_SPEC_NODES;
	_any_place(rec, rng);
	return rec;
}

static void _free(slurmctld_resv_t *rec)
{
	free(rec->name);
	free(rec->node_list);
	free(rec->node_bitmap);
	free(rec);
}

/* --- what happens --- */

static void _add(slurmctld_resv_t *rec)
{
	all[cnt++] = rec;
}

static void _remove(int i)
{
	_free(all[i]);
	memmove(&all[i], &all[i + 1], (size_t) (--cnt - i) * sizeof(*all));
}

/* Another record has the name of one, and maybe its number. */
static void _replace(int i, rng_t *rng)
{
	uint32_t id = rng_one_in(rng, 2) ? all[i]->resv_id : ++serial;
	slurmctld_resv_t *rec = _new(all[i]->name, id, rng);

	_remove(i);
	_add(rec);
}

/* RET the record that was made or changed; NULL: one was removed */
static slurmctld_resv_t *_change(rng_t *rng, char *ret_name, size_t size)
{
	uint64_t what = cnt ? rng_below(rng, 5) : 0;
	int i = cnt ? (int) rng_below(rng, (uint64_t) cnt) : 0;
	char name[16];

	if (what < 2 && cnt < MOST) {
		snprintf(name, sizeof(name), "r%"PRIu32, ++serial);
		_add(_new(name, serial, rng));
		return all[cnt - 1];
	}
	snprintf(ret_name, size, "%s", all[i]->name);
	if (what == 2) {
		_remove(i);
		return NULL;
	}
	if (what == 3) {
		_replace(i, rng);
		return all[cnt - 1];
	}
	_any_place(all[i], rng);
	return all[i];
}

static void _by_slurm(rng_t *rng)
{
	char name[16];

	(void) _change(rng, name, sizeof(name));
	last_resv_update = now;
}

static void _by_plugin(rng_t *rng)
{
	slurmctld_resv_t *rec;
	char name[16];

	if ((rec = _change(rng, name, sizeof(name))))
		(void) watch_refresh(office, rec, now);
	else
		(void) watch_forget(office, name, now);
}

static void _none(office_t *office, booking_t *b,
		  const view_waiting_t *waiting, time_t at)
{
	(void) office;
	(void) b;
	(void) waiting;
	(void) at;
	ck_abort();
}

static void _look(void)
{
	static const view_events_t events = { .gone = _none };

	watch_resvs(office, now, &events);
}

static void _compare(void)
{
	ck_assert_uint_eq(view_linked_cnt(office), (uint32_t) cnt);
	for (int i = 0; i < cnt; i++) {
		const slurmctld_resv_t *rec = all[i];
		const view_resv_t *v = view_find(office, rec->name);

		ck_assert_ptr_nonnull(v);
		ck_assert(v->linked);
		ck_assert_ptr_eq(v->rec, rec);
		ck_assert_uint_eq(v->resv_id, rec->resv_id);
		ck_assert_int_eq(v->start, rec->start_time);
		ck_assert_int_eq(v->end, rec->end_time);
		ck_assert(nodes_same(v->nodes, rec->node_bitmap));
		ck_assert_str_eq(v->attrs.node_list, rec->node_list);
	}
}

static void _setup(void)
{
	static const uint32_t classes[NODES];
	static const options_t options = { .delta = 300, .horizon = 30 };

	now = NOW;
	cnt = 0;
	serial = 0;
	test_office_begin(8, &options, office_states);
	view_build(office, NODES, classes, now);
	watch_resvs_reset();
}

static void _teardown(void)
{
	while (cnt)
		_remove(0);
	watch_list_clear();
	test_office_end();
}

START_TEST(a_second_later_the_view_has_it)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < STEPS; i++) {
		_look();
		for (uint64_t n = rng_below(&rng, 4); n; n--)
			if (rng_one_in(&rng, 2))
				_by_slurm(&rng);
			else
				_by_plugin(&rng);
		if (rng_one_in(&rng, 2))
			_look();
		now += 1 + (time_t) rng_below(&rng, 3);
		_look();
		_compare();
		ck_assert(!watch_walk_waits(now));
	}
	ck_assert_uint_gt(serial, STEPS / 4);
}
END_TEST

/* Slurm never does that: the text stays, and the nodes are others. */
START_TEST(nodes_that_no_text_tells_of_are_found)
{
	rng_t rng = { test_seed() };
	int walks = 0, left = MOST;

	for (int i = 0; i < MOST; i++)
		_add(_new("r", 0, &rng));
	for (int i = 0; i < MOST; i++) {
		snprintf(all[i]->name, 2, "%c", '0' + i);
		all[i]->resv_id = ++serial;
	}
	_look();
	for (int i = 0; i < MOST; i++)
		all[i]->node_bitmap[NODES_BITS_HEAD] ^= 1 << 3;
	for (; left && (walks < 2 * MOST); walks++) {
		left = 0;
		last_resv_update = now++;
		_look();
		for (int i = 0; i < MOST; i++)
			left += !nodes_same(
				view_find(office, all[i]->name)->nodes,
				all[i]->node_bitmap);
	}
	ck_assert_int_gt(walks, 1);
	ck_assert_int_le(walks, 16);
	_compare();
}
END_TEST

START_TEST(a_walk_waits_for_the_next_second)
{
	rng_t rng = { test_seed() };

	now += 5;
	_look();
	do
		_by_plugin(&rng);
	while (last_resv_update != now);
	ck_assert(!watch_walk_waits(now));
	now++;
	ck_assert(watch_walk_waits(now));
	_look();
	ck_assert(!watch_walk_waits(now));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("watch_resvs");
	TCase *tc = test_case(s, "list", 120);

	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, a_second_later_the_view_has_it);
	tcase_add_test(tc, nodes_that_no_text_tells_of_are_found);
	tcase_add_test(tc, a_walk_waits_for_the_next_second);
	return test_run(s);
}
