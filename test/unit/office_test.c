/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * office_test.c - two offices in one process, each with a host of its own, know
 * nothing of each other: each is as it would be alone, whatever is done with the
 * other one meanwhile. SEED=n replays a run.
 */

#include <stdlib.h>

#include "contrib/fake/fake.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_util.h"

#define NODES 6
#define NOW 1000000
#define HOUR 3600
#define NAMES 5
#define STEPS 60

static const options_t options = { .delta = 300, .horizon = 30 };
static const uint32_t classes[NODES];

static const time_t now = NOW;

static office_t *_new_office(void)
{
	fake_t *fake = fake_need(malloc(sizeof(*fake)));
	office_t *office;

	fake_begin(fake, NODES, FAKE_FROM_0, &now);
	office = office_create(&fake->host, &options, office_states);
	view_build(office, NODES, classes, NOW);
	return office;
}

static void _end_office(office_t *office)
{
	fake_t *fake = fake_of(office);

	office_destroy(office);
	fake_end(fake);
	free(fake);
}

static view_resv_t *_make(office_t *office, const char *name)
{
	fake_record_t *rec = fake_new(fake_of(office));

	fake_copy(rec->name, sizeof(rec->name), name);
	fake_link(fake_of(office), rec);
	return office->host->list->refresh(office, rec, NOW);
}

static void _remove(office_t *office, view_resv_t *v)
{
	fake_record_t *rec = v->rec;

	office->host->list->link(office, v);
	booking_destroy(office->host->list->forget(office, v->name, NOW));
	fake_delete(fake_of(office), rec);
}

static void _move(office_t *office, view_resv_t *v, rng_t *rng)
{
	fake_record_t *rec = v->rec;

	rec->start = rec->first = NOW + HOUR * rng_between(rng, 1, 20);
	rec->end = rec->start + HOUR;
	garq_set_zero(rec->nodes);
	garq_set_add(rec->nodes, (uint32_t) rng_below(rng, NODES));
	garq_set_add(rec->nodes, (uint32_t) rng_below(rng, NODES));
	office->host->list->refresh_moved(office, v, NOW);
}

static void _change_resv(office_t *office, rng_t *rng)
{
	const char name[] = { (char) ('a' + rng_below(rng, NAMES)), '\0' };
	view_resv_t *v = view_find(office, name);

	if (!v) {
		v = _make(office, name);
	} else if (rng_one_in(rng, 3)) {
		_remove(office, v);
		return;
	}
	_move(office, v, rng);
	if (rng_one_in(rng, 2))
		office->host->list->link(office, v);
	else
		office->host->list->unlink(office, v);
	if (!v->booking) {
		booking_t *b = booking_create();

		b->creator = (uint32_t) rng_below(rng, 3);
		(void) view_set_booking(office, v, b);
	}
	if (rng_one_in(rng, 3))
		hits_meet(office, v);
}

static void _change(office_t *office, rng_t *rng)
{
	switch (rng_below(rng, 4)) {
	case 0:
		changes_note_until(office, NOW + (time_t) rng_below(rng, 9));
		break;
	case 1:
		counts_add(office, COUNT_SHIFTS, rng_below(rng, 9));
		break;
	default:
		_change_resv(office, rng);
	}
}

static void _add_resv(view_resv_t *v, void *arg)
{
	text_add(arg, " %s %d %d", v->name, (int) (v->start - NOW), v->linked);
}

/* All that the changes have left. RET free() */
static char *_told(office_t *office)
{
	view_resv_t *due[NAMES];
	uint64_t steps = 0;
	char *text = NULL;
	uint32_t cnt;

	text_add(&text, "%"PRIu64" %u %u %u", changes_count(office),
		 view_count(office), view_bookings(office),
		 view_linked_cnt(office));
	view_each(office, _add_resv, &text);
	cnt = hits_due(office, NOW, due, NAMES, &steps);
	for (uint32_t i = 0; i < cnt; i++)
		_add_resv(due[i], &text);
	counts_add_lines(office, &text);
	for (time_t t = NOW; t < NOW + 24 * HOUR; t += HOUR)
		text_add(&text, " %u",
			 garq_usage(garq_machine_counts(view_machine(office),
							0), t));
	ck_assert_ptr_nonnull(text);
	return text;
}

START_TEST(each_is_as_it_would_be_alone)
{
	uint64_t seed = test_seed();
	rng_t of[2] = { { seed }, { seed + 1 } };
	office_t *both[2] = { _new_office(), _new_office() };

	for (int n = 0; n < 2 * STEPS; n++)
		_change(both[n % 2], &of[n % 2]);
	for (int i = 0; i < 2; i++) {
		rng_t again = { seed + (uint64_t) i };
		office_t *alone = _new_office();
		char *told = _told(both[i]), *want;

		for (int n = 0; n < STEPS; n++)
			_change(alone, &again);
		want = _told(alone);
		ck_assert_str_eq(told, want);
		free(told);
		free(want);
		_end_office(alone);
		_end_office(both[i]);
	}
}
END_TEST

START_TEST(a_cleared_office_is_like_a_new_one)
{
	rng_t rng = { test_seed() };
	office_t *used = _new_office(), *new = _new_office();
	char *told, *want = _told(new);

	for (int n = 0; n < STEPS; n++)
		_change(used, &rng);
	office_clear(used);
	ck_assert_uint_eq(view_count(used), 0);
	view_build(used, NODES, classes, NOW);
	told = _told(used);
	ck_assert_str_eq(told, want);
	free(told);
	free(want);
	_end_office(used);
	_end_office(new);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("office");
	TCase *tc = tcase_create("office");

	tcase_add_loop_test(tc, each_is_as_it_would_be_alone, 0, 20);
	tcase_add_test(tc, a_cleared_office_is_like_a_new_one);
	suite_add_tcase(s, tc);
	return test_run(s);
}
