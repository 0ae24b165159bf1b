/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * asked_alike_test.c - what a query and a probe say of a start is what a booking
 * gets, in random worlds; the form of an elastic booking is the best one that
 * there is room for; and no offer for a change is the present place.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/offer/book.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/offer/probe_shift.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

#define WORLDS 10000
#define PART 5000
#define BOOKINGS 6

/* --- random worlds ------------------------------------------------------- */

struct game {
	rng_t r;
	uint64_t shifted;	/* admitted as others give way */
	uint64_t refused;
	uint64_t own;		/* changes whose offers were looked at */
	uint64_t less;		/* admitted in another form than all of it */
	uint64_t given;		/* admitted as elastic bookings give some */
};

/* A row of nodes that are free then. RET NULL: chance has found none */
static garq_set_t *_free_row(struct game *g, time_t start, time_t end)
{
	uint32_t cnt = (uint32_t) rng_between(&g->r, 1, 4);
	uint32_t first = (uint32_t) rng_below(&g->r, NODES - cnt + 1);
	garq_set_t *nodes = set_of(first, cnt);

	ck_assert_ptr_nonnull(nodes);
	if (garq_nodes_free(garq_machine_nodes(view_machine(office)), nodes,
			    start, end, GARQ_NO_GROUP, NULL) == cnt)
		return nodes;
	garq_set_destroy(nodes);
	return NULL;
}

/* A booking of an hour or some, which may begin later. */
static void _book(struct game *g, int i)
{
	char name[] = { (char) ('a' + i), '\0' };
	time_t start = NOW + rng_between(&g->r, 1, 6) * HOUR;
	time_t end = start + rng_between(&g->r, 1, 3) * HOUR;
	garq_set_t *nodes = _free_row(g, start, end);
	view_resv_t *v;
	booking_t *b;
	view_seen_t seen = {
		.start = start, .end = end, .nodes = nodes,
		.flags = BOOKING_FLAG_SPEC_NODES,
		.attrs = { .first_start = start, .whole_nodes = true },
	};

	if (!nodes)
		return;
	seen.attrs.node_cnt = garq_set_count(nodes);
	v = view_table_add(office, name);
	b = booking_of(1000);
	ck_assert(v && b);
	b->num_cn = seen.attrs.node_cnt;
	b->start = b->t_esr = b->not_before = start;
	b->end = end;
	if (rng_one_in(&g->r, 2)) {
		b->least_cn = (uint32_t) rng_between(&g->r, 0, b->num_cn);
		b->least_minutes = (uint32_t) rng_between(&g->r, 0,
							  (end - start) / 60);
	}
	b->t_lsr = start + (rng_one_in(&g->r, 3) ? 0 :
			    rng_between(&g->r, 1, 4) * HOUR);
	view_see(office, v, &seen, NOW);
	ck_assert_ptr_null(view_set_booking(office, v, b));
	garq_set_destroy(nodes);
}

static void _begin(struct game *g)
{
	static const options_shift_t shift[] = {
		OPTIONS_SHIFT_YES, OPTIONS_SHIFT_YES, OPTIONS_SHIFT_PAPER,
		OPTIONS_SHIFT_NO,
	};

	setup_states(office_states);
	fake.users.is_operator = test_is_operator;
	office->options = options;
	office->options.shift = shift[rng_below(&g->r, COUNT(shift))];
	office->options.shift_budget = OPTIONS_SHIFT_BUDGET;
	office->options.moves = 64;
	office->options.offers = (uint32_t) rng_between(&g->r, 1, 6);
	office->options.policy = (osp_rank_t) rng_below(&g->r, 4);
	for (int i = 0; i < BOOKINGS; i++)
		_book(g, i);
}

static shape_t _shape(struct game *g)
{
	uint32_t cnt = (uint32_t) rng_between(&g->r, 1, NODES);
	shape_t s = {
		.num_cn = cnt, .pinned = rng_one_in(&g->r, 2),
		.t_esr = NOW + rng_between(&g->r, 2, 14) * (HOUR / 2),
		.duration = rng_between(&g->r, 1, 6) * (HOUR / 2),
	};

	s.eligible = s.pinned ?
		set_of((uint32_t) rng_below(&g->r, NODES - cnt + 1), cnt) :
		set_of(0, NODES);
	ck_assert_ptr_nonnull(s.eligible);
	s.t_lsr = s.t_esr + (rng_one_in(&g->r, 2) ? 0 :
			     rng_between(&g->r, 1, 4) * HOUR);
	return s;
}

static const verb_t any_verb = { .word = "create" };

/* RET the node-seconds that a booking gives; none of its least is touched */
static uint64_t _given(const lrh_move_t *m, const shape_t *s, time_t start,
		       const garq_set_t *nodes)
{
	const view_resv_t *v = view_find_id(office, m->id);
	const garq_set_t *its = m->nodes ? m->nodes : v->nodes;
	const booking_t *b = v->booking;
	uint32_t has = garq_set_count(v->nodes), num_cn = garq_set_count(its);
	time_t length = m->end - m->start;

	ck_assert(!m->nodes || garq_set_is_subset(m->nodes, v->nodes));
	ck_assert((m->start >= v->start) && (m->end <= v->end));
	ck_assert_uint_ge(num_cn, b->least_cn ? b->least_cn : has);
	ck_assert_int_ge(length, b->least_minutes ?
			 (time_t) b->least_minutes * 60 : v->end - v->start);
	ck_assert_int_le(m->start, b->t_lsr);
	ck_assert((m->start >= start + s->duration) || (m->end <= start) ||
		  !garq_set_meets(its, nodes));
	return ((uint64_t) has * (uint64_t) (v->end - v->start)) -
	       ((uint64_t) num_cn * (uint64_t) length);
}

/* Who gives keeps its least, and all of them give no more than is got; what is got
 * is free of all others then. */
static void _check_given(struct game *g, const shape_t *s, const placement_t *p)
{
	uint64_t given = 0;
	garq_set_t *rest = garq_set_copy(p->nodes);

	for (size_t i = 0; i < p->plan.cnt; i++)
		if (p->plan.moves[i].end) {
			garq_set_del_all(rest, view_find_id(office,
					 p->plan.moves[i].id)->nodes);
			given += _given(&p->plan.moves[i], s, p->start,
					p->nodes);
		}
	g->given += (given > 0);
	ck_assert_uint_le(given, (uint64_t) s->num_cn * (uint64_t) s->duration);
	if (given)
		ck_assert_uint_eq(garq_nodes_free(
			garq_machine_nodes(view_machine(office)), rest,
			p->start, p->start + s->duration, GARQ_NO_GROUP, NULL),
			garq_set_count(rest));
	ck_assert(garq_set_is_subset(p->nodes, s->eligible));
	garq_set_destroy(rest);
}

static ask_t _ask(const shape_t *s, request_t *request)
{
	return (ask_t) { .verb = &any_verb, .request = request, .now = NOW,
			 .shape = *s };
}

/*
 * IN/OUT s - its form becomes the booked one
 * RET the start that a booking gets; 0: it is refused
 */
static time_t _book_form(struct game *g, shape_t *s, const wishes_t *wishes)
{
	request_t request = { .wishes = *wishes };
	ask_t a = _ask(s, &request);
	refusal_t refusal = { .rc = 0 };
	placement_t p;
	time_t start = 0;
	int rc = book_admit(office, &a, &p, &refusal);

	ck_assert((rc == 0) || (rc == REFUSED_BUSY));
	if (rc) {
		g->refused++;
		refusal_free(&refusal);
		return 0;
	}
	g->shifted += (p.plan.cnt > 0);
	g->less += (a.shape.num_cn != s->num_cn) ||
		   (a.shape.duration != s->duration);
	start = p.start;
	ck_assert_uint_eq(garq_set_count(p.nodes), a.shape.num_cn);
	_check_given(g, &a.shape, &p);
	s->num_cn = a.shape.num_cn;
	s->duration = a.shape.duration;
	placement_free(&p);
	return start;
}

static time_t _create(struct game *g, const shape_t *s)
{
	static const wishes_t none;
	shape_t form = *s;

	return _book_form(g, &form, &none);
}

/* --- forms --------------------------------------------------------------- */

static wishes_t _wishes(struct game *g, const shape_t *s)
{
	wishes_t w = { .prefer_nodes = rng_one_in(&g->r, 2) };

	if (s->pinned)
		return w;
	if (rng_one_in(&g->r, 2))
		w.least_cn = (uint32_t) rng_between(&g->r, 1, s->num_cn);
	if (rng_one_in(&g->r, 2))
		w.least_minutes = (uint32_t) rng_between(&g->r, 1,
							 s->duration / 60);
	while (rng_one_in(&g->r, 3) && (w.shape_cnt < WISHES_SHAPES))
		w.shapes[w.shape_cnt++] = (wished_shape_t) {
			(uint32_t) rng_between(&g->r, 1, NODES),
			(uint32_t) rng_between(&g->r, 1, 300),
		};
	return w;
}

static bool _has_room(const shape_t *s, uint32_t num_cn, time_t duration)
{
	shape_t form = *s;
	refusal_t refusal = { .rc = 0 };
	placement_t p;

	form.num_cn = num_cn;
	form.duration = duration;
	if (admit(office, &form, GARQ_NO_GROUP, NULL, NULL, NOW, &p,
		  &refusal)) {
		refusal_free(&refusal);
		return false;
	}
	placement_free(&p);
	return true;
}

/* RET whether the form is one of those that are of use */
static bool _is_of_use(const shape_t *s, const wishes_t *w, const shape_t *form)
{
	uint32_t least_cn = w->least_cn ? w->least_cn : s->num_cn;
	time_t least = w->least_minutes ? (time_t) w->least_minutes * 60 :
					  s->duration;

	for (uint32_t i = 0; i < w->shape_cnt; i++)
		if ((form->num_cn == w->shapes[i].num_cn) &&
		    (form->duration == (time_t) w->shapes[i].minutes * 60))
			return true;
	return (form->num_cn >= least_cn) && (form->num_cn <= s->num_cn) &&
	       (form->duration >= least) && (form->duration <= s->duration);
}

/*
 * No form that is better has room: not all of it, no shape that stands before,
 * and none with a minute more, or a node more, on the side that is preferred, or
 * on the other one.
 */
static void _check_best(const shape_t *s, const wishes_t *w, bool booked,
			const shape_t *form)
{
	bool all = booked && (form->num_cn == s->num_cn) &&
		   (form->duration == s->duration);
	bool is_shape = false;

	ck_assert(!booked || _is_of_use(s, w, form));
	ck_assert(all || !_has_room(s, s->num_cn, s->duration));
	for (uint32_t i = 0; !all && !is_shape && (i < w->shape_cnt); i++) {
		time_t duration = (time_t) w->shapes[i].minutes * 60;

		is_shape = booked && (form->num_cn == w->shapes[i].num_cn) &&
			   (form->duration == duration);
		ck_assert(is_shape || !_has_room(s, w->shapes[i].num_cn,
						 duration));
	}
	if (all || is_shape)
		return;
	if (!booked) {
		ck_assert(!_has_room(s, w->least_cn ? w->least_cn : s->num_cn,
				     w->least_minutes ?
				     (time_t) w->least_minutes * 60 :
				     s->duration));
		return;
	}
	ck_assert((form->num_cn == s->num_cn) ||
		  !_has_room(s, form->num_cn + 1, form->duration));
	ck_assert((form->duration == s->duration) ||
		  !_has_room(s, form->num_cn,
			     MIN(form->duration + 60, s->duration)));
	/* the side that is preferred, with the least of the other */
	if (w->prefer_nodes && w->least_minutes)
		ck_assert((form->num_cn == s->num_cn) ||
			  !_has_room(s, form->num_cn + 1,
				     (time_t) w->least_minutes * 60));
	if (!w->prefer_nodes && w->least_cn)
		ck_assert((form->duration == s->duration) ||
			  !_has_room(s, w->least_cn,
				     MIN(form->duration + 60, s->duration)));
}

/* A query in these words names just the form and the start of the booking. */
static void _query_form(const shape_t *s, const wishes_t *wishes,
			time_t booked, const shape_t *form)
{
	request_t request = { .wishes = *wishes };
	ask_t a = _ask(s, &request);
	wish_t wish = { .verb = "query", .group = GARQ_NO_GROUP, .ask = &a,
			.wishes = &request.wishes };
	osp_offers_t offers = { .cnt = 0 };
	osp_query_t q;

	ck_assert_int_eq(offering_find(office, s, &wish, NOW, &q, &offers), 0);
	if (booked) {
		ck_assert_uint_eq(offers.cnt, 1);
		ck_assert_int_eq(offers.list[0].t_s, booked);
		ck_assert_int_eq(offers.list[0].t_e, booked + form->duration);
		ck_assert_uint_eq(offers.list[0].num_cn, form->num_cn);
	}
	for (size_t i = 0; !booked && (i < offers.cnt); i++) {
		ck_assert_uint_ge(offers.list[i].num_cn, wishes->least_cn);
		ck_assert_int_ge(offers.list[i].t_e - offers.list[i].t_s,
				 (time_t) wishes->least_minutes * 60);
	}
	osp_offers_free(&offers);
	free(a.note);
}

static void _elastic(struct game *g, const shape_t *s)
{
	wishes_t w = _wishes(g, s);
	shape_t form = *s;
	time_t booked = _book_form(g, &form, &w);

	if (office->options.shift == OPTIONS_SHIFT_NO)
		_check_best(s, &w, booked != 0, &form);
	_query_form(s, &w, booked, &form);
}

/* --- questions ----------------------------------------------------------- */

static void _query(const shape_t *s, time_t booked)
{
	request_t request = { .has_start = true };
	ask_t a = _ask(s, &request);
	wish_t wish = { .verb = "query", .group = GARQ_NO_GROUP, .ask = &a };
	osp_offers_t offers = { .cnt = 0 };
	osp_query_t q;

	ck_assert_int_eq(offering_find(office, s, &wish, NOW, &q, &offers), 0);
	for (size_t i = 0; i < offers.cnt; i++) {
		const osp_offer_t *o = &offers.list[i];
		bool whole = (o->num_cn == s->num_cn) &&
			     (o->t_e - o->t_s == s->duration) &&
			     (o->t_s >= s->t_esr) && (o->t_s <= s->t_lsr);

		ck_assert_msg(whole == (booked != 0),
			      "a query offers what a booking does not get");
		ck_assert_int_eq(o->kind == OSP_EXACT, booked != 0);
	}
	if (booked) {
		ck_assert_uint_eq(offers.cnt, 1);
		ck_assert_int_eq(offers.list[0].t_s, booked);
	}
	osp_offers_free(&offers);
	free(a.note);
}

/* RET whether a probe of the window tells this start */
static bool _is_told(const probe_t *p, time_t t)
{
	for (uint32_t i = 0; i < p->run_cnt; i++)
		if ((p->runs[i].first <= t) && (t <= p->runs[i].last))
			return true;
	for (uint32_t i = 0; i < p->shift_cnt; i++)
		if (p->shifts[i].first == t)
			return true;
	return false;
}

/* A probe of one start says what a booking gets, ... */
static void _probe_one(const shape_t *s, time_t booked)
{
	probe_t p;

	p = probe_find(office, s, s->t_lsr, NOW);
	ck_assert_int_eq(probe_shift_find(office, s, s->t_lsr, NOW, &p), 0);
	ck_assert_msg(_is_told(&p, s->t_esr) == (booked != 0),
		      "a probe says otherwise than a booking");
	probe_free(&p);
}

/* ... one of a window says so of each start that it tells. */
static void _probe_all(struct game *g, const shape_t *s)
{
	shape_t at = *s;
	probe_t p;

	p = probe_find(office, s, s->t_lsr, NOW);
	ck_assert_int_eq(probe_shift_find(office, s, s->t_lsr, NOW, &p), 0);
	for (uint32_t i = 0; i < p.shift_cnt; i++) {
		at.t_esr = at.t_lsr = p.shifts[i].first;
		ck_assert_int_eq(_create(g, &at), p.shifts[i].first);
	}
	at.t_esr = at.t_lsr = s->t_esr;
	if (!p.shift_cut && (office->options.shift != OPTIONS_SHIFT_PAPER))
		ck_assert(_is_told(&p, s->t_esr) == (_create(g, &at) != 0));
	probe_free(&p);
}

/* Offers for a booking that is asked to begin at another time, or to be larger. */
static void _change(struct game *g)
{
	char name[] = { (char) ('a' + rng_below(&g->r, BOOKINGS)), '\0' };
	const view_resv_t *v = view_find(office, name);
	wish_t wish = { .verb = "update", .name = name, .refused = true };
	osp_offers_t offers = { .cnt = 0 };
	shape_t s = _shape(g);
	osp_query_t q;

	if (v) {
		wish.group = v->id;
		wish.own = v;
		g->own++;
		ck_assert_int_eq(offering_find(office, &s, &wish, NOW, &q,
					       &offers),
				 0);
		ck_assert_uint_le(offers.cnt, office->options.offers);
	}
	for (size_t i = 0; i < offers.cnt; i++) {
		const osp_offer_t *o = &offers.list[i];

		ck_assert((o->t_s != v->booking->start) ||
			  (o->t_e != v->booking->end) ||
			  (o->num_cn != v->booking->num_cn) ||
			  !garq_set_is_subset(v->nodes, s.eligible));
	}
	osp_offers_free(&offers);
	garq_set_destroy(s.eligible);
}

START_TEST(whoever_asks_is_told_the_same)
{
	test_part_t part = test_part(WORLDS, PART, _i);
	struct game g = { .r = part.rng };

	for (uint64_t i = 0; i < part.rounds; i++) {
		shape_t s;
		time_t booked;

		_begin(&g);
		s = _shape(&g);
		booked = _create(&g, &s);
		_query(&s, booked);
		_elastic(&g, &s);
		if (s.t_esr == s.t_lsr)
			_probe_one(&s, booked);
		else
			_probe_all(&g, &s);
		_change(&g);
		garq_set_destroy(s.eligible);
		teardown();
	}
	if (getenv("VERBOSE"))
		printf("others give way %"PRIu64", refused %"PRIu64
		       ", changes %"PRIu64"\n", g.shifted, g.refused, g.own);
	ck_assert((part.rounds < 100) ||
		  (g.shifted && g.refused && g.own && g.less && g.given));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("asked_alike");
	TCase *c = test_case(s, "random", 600);

	tcase_add_loop_test(c, whoever_asks_is_told_the_same, 0,
			    test_part_cnt(WORLDS, PART));
	return test_run(s);
}
