/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_proof_test.c - proofs that a request has no room, beside all schedules of
 * small random worlds.
 *
 *	SEED=n ROUNDS=n test/unit/lrh_proof_test
 *
 * replays a failure, or takes so many worlds of each kind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lrh/proof.h"
#include "test/unit/fail_alloc.h"
#include "test/unit/test_util.h"

#define WORLDS 3000
#define PART 50000
#define END 16			/* seconds of a small world */
#define HOLDERS 4
#define PIECES (2 * HOLDERS)
#define STEPS 1000000

/* --- worlds --------------------------------------------------------------- */

struct world {
	lrh_world_t w;
	lrh_piece_t piece[PIECES];
	bool may_leave[HOLDERS];
};

/* The kinds of worlds: */
enum { RIGID, FLEXIBLE, ELASTIC, KINDS };

static bool _lies_free(const struct world *w, const lrh_piece_t *p)
{
	for (time_t t = p->start; t < p->start + p->t_e; t++) {
		uint32_t used = p->num_cn;

		for (size_t i = 0; i < w->w.cnt; i++) {
			const lrh_piece_t *q = &w->piece[i];

			if ((q->start <= t) && (t < q->start + q->t_e))
				used += q->num_cn;
		}
		if (used > w->w.nodes)
			return false;
	}
	return true;
}

/* Where it does not lie beside those before it the world has one less. */
static void _add_piece(struct world *w, rng_t *r, int kind, uint32_t holder)
{
	lrh_piece_t p = {
		.holder = holder,
		.num_cn = (uint32_t) rng_between(r, 1, w->w.nodes),
		.start = rng_between(r, 0, 9), .t_e = rng_between(r, 1, 5),
	};

	p.t_esr = p.t_lsr = p.start;
	p.least_cn = p.num_cn;
	p.least_t_e = p.t_e;
	if ((kind != RIGID) && !rng_one_in(r, 4)) {
		p.t_esr = rng_between(r, test_max(0, p.start - 3), p.start);
		p.t_lsr = rng_between(r, p.start, p.start + 3);
	}
	if ((kind == ELASTIC) && !rng_one_in(r, 3)) {
		p.least_cn = (uint32_t) rng_between(r, 0, p.num_cn);
		p.least_t_e = rng_between(r, 1, p.t_e);
	}
	if (_lies_free(w, &p))
		w->piece[w->w.cnt++] = p;
}

static void _make_world(struct world *w, rng_t *r, int kind)
{
	memset(w, 0, sizeof(*w));
	w->w.nodes = (uint32_t) rng_between(r, 1, 5);
	w->w.holders = (uint32_t) rng_between(r, 0, HOLDERS);
	for (uint32_t h = 0; h < w->w.holders; h++) {
		w->may_leave[h] = !rng_one_in(r, 5);
		_add_piece(w, r, kind, h);
		if (rng_one_in(r, 4))
			_add_piece(w, r, RIGID, h);
	}
	w->w.num_cn = (uint32_t) rng_between(r, 1, w->w.nodes +
					     rng_one_in(r, 20));
	w->w.t_esr = rng_between(r, 0, 9);
	w->w.t_lsr = w->w.t_esr + (rng_one_in(r, 2) ? 0 : rng_between(r, 1, 5));
	w->w.t_e = rng_between(r, 1, 5);
	w->w.piece = w->piece;
	w->w.may_leave = w->may_leave;
	w->w.steps = STEPS;
}

/* --- all schedules -------------------------------------------------------- */

static bool _put_piece(uint32_t *used, uint32_t nodes, time_t start, time_t t_e,
		 uint32_t num_cn)
{
	bool ok = true;

	for (time_t t = start; t < start + t_e; t++) {
		used[t] += num_cn;
		ok = ok && (used[t] <= nodes);
	}
	return ok;
}

static void _take_piece(uint32_t *used, time_t start, time_t t_e,
			uint32_t num_cn)
{
	for (time_t t = start; t < start + t_e; t++)
		used[t] -= num_cn;
}

/* Do the pieces from i on fit, without the holders of away, and the request? */
static bool _has_room_from(const lrh_world_t *w, size_t i, unsigned int away,
		       bool still, uint32_t *used)
{
	const lrh_piece_t *p = &w->piece[i];
	bool last = (i == w->cnt), fits = false;
	time_t from = last ? w->t_esr : still ? p->start : p->t_esr;
	time_t to = last ? w->t_lsr : still ? p->start : p->t_lsr;
	time_t t_e = last ? w->t_e : still ? p->t_e : p->least_t_e;
	uint32_t num_cn = last ? w->num_cn : still ? p->num_cn : p->least_cn;

	if (!last && (away & (1u << p->holder)))
		return _has_room_from(w, i + 1, away, still, used);
	for (time_t s = from; !fits && (s <= to); s++) {
		fits = _put_piece(used, w->nodes, s, t_e, num_cn) &&
		       (last || _has_room_from(w, i + 1, away, still, used));
		_take_piece(used, s, t_e, num_cn);
	}
	return fits;
}

/* still: nobody moves or gives up anything */
static bool _has_room(const lrh_world_t *w, unsigned int away, bool still)
{
	uint32_t used[2 * END] = { 0 };

	return _has_room_from(w, 0, away, still, used);
}

static unsigned int _set_of(const lrh_world_t *w, const bool *is, bool value)
{
	unsigned int set = 0;

	for (uint32_t h = 0; h < w->holders; h++)
		if (is[h] == value)
			set |= 1u << h;
	return set;
}

/* The fewest that may leave and make room, whoever moves. */
static uint32_t _fewest(const lrh_world_t *w)
{
	unsigned int may = _set_of(w, w->may_leave, true);
	uint32_t least = LRH_NONE_LEAVES;

	for (unsigned int set = 0; set < (1u << w->holders); set++) {
		uint32_t cnt = (uint32_t) __builtin_popcount(set);

		if (!(set & ~may) && (cnt < least) && _has_room(w, set, false))
			least = cnt;
	}
	return least;
}

/* --- the proof, by seconds ------------------------------------------------ */

static uint64_t _shared(time_t start, time_t t_e, const lrh_barrier_t *b)
{
	uint64_t cnt = 0;

	for (time_t t = start; t < start + t_e; t++)
		cnt += ((b->t_s <= t) && (t < b->t_e));
	return cnt;
}

/* What a piece takes of the nodes at each second, or of the node-seconds. */
static uint64_t _piece_takes(const lrh_piece_t *p, const lrh_barrier_t *b)
{
	uint64_t least = UINT64_MAX;

	for (time_t s = p->t_esr; s <= p->t_lsr; s++) {
		uint64_t shared = _shared(s, p->least_t_e, b);

		least = (shared < least) ? shared : least;
	}
	if (b->each)
		return (least == (uint64_t) (b->t_e - b->t_s)) ? p->least_cn :
								 0;
	return least * p->least_cn;
}

/* Do the needed holders, but one, rule out these starts? spared: NONE: all */
static bool _rules_out(const lrh_world_t *w, const lrh_proof_t *p,
		       const lrh_barrier_t *b, time_t start, uint32_t spared)
{
	uint64_t shared = _shared(start, w->t_e, b);
	uint64_t all = (uint64_t) w->nodes, sum;

	if (!b->each)
		all *= (uint64_t) (b->t_e - b->t_s);
	ck_assert_uint_eq(all, b->all);
	sum = w->num_cn * (b->each ? (shared > 0) : shared);
	if (spared == LRH_NONE_LEAVES)
		ck_assert_uint_le(b->asked, sum);
	for (size_t i = 0; i < w->cnt; i++)
		if (p->needed[w->piece[i].holder] &&
		    (w->piece[i].holder != spared))
			sum += _piece_takes(&w->piece[i], b);
	return sum > all;
}

static bool _rule_out_all(const lrh_world_t *w, const lrh_proof_t *p,
			  uint32_t spared)
{
	bool all = true;

	for (size_t i = 0; i < p->cnt; i++)
		for (time_t s = p->barrier[i].first; s <= p->barrier[i].last;
		     s++)
			all = all && _rules_out(w, p, &p->barrier[i], s,
						spared);
	return all;
}

/* The barriers rule out all starts by their own figures. */
static void _check_barriers(const lrh_world_t *w, const lrh_proof_t *p)
{
	time_t next = w->t_esr;

	for (size_t i = 0; i < p->cnt; i++) {
		const lrh_barrier_t *b = &p->barrier[i];
		uint64_t held = 0;

		ck_assert_int_eq(b->first, next);
		ck_assert(b->first <= b->last);
		ck_assert_uint_gt(b->held + b->asked, b->all);
		for (size_t k = 0; k < w->cnt; k++)
			if (p->needed[w->piece[k].holder])
				held += _piece_takes(&w->piece[k], b);
		ck_assert_uint_eq(b->held, held);
		next = b->last + 1;
	}
	ck_assert_int_eq(next, w->t_lsr + 1);
	ck_assert(_rule_out_all(w, p, LRH_NONE_LEAVES));
}

/* --- the rounds ----------------------------------------------------------- */

struct tally {
	uint64_t none, proven, smallest;
};

/* The certificate is a cut: with the needed holders alone there is no room. */
static void _check_proof(const lrh_world_t *w, const lrh_proof_t *p)
{
	if (!p->proven) {
		ck_assert_uint_eq(p->cnt, 0);
		ck_assert_uint_eq(p->least_cnt, 0);
		return;
	}
	ck_assert_uint_gt(p->least_cnt, 0);
	_check_barriers(w, p);
	ck_assert(!_has_room(w, _set_of(w, p->needed, false), false));
}

static void _check_leaves(const lrh_world_t *w, const lrh_proof_t *p)
{
	unsigned int set = _set_of(w, p->leaves, true);

	ck_assert_uint_eq(p->leave_cnt, __builtin_popcount(set));
	if (!p->found)
		return;
	ck_assert_uint_ge(p->leave_cnt, p->least_cnt);
	ck_assert(!(set & ~_set_of(w, w->may_leave, true)));
	ck_assert(_has_room(w, set, true));
	for (uint32_t h = 0; h < w->holders; h++)
		if (p->leaves[h])
			ck_assert(!_has_room(w, set & ~(1u << h), true));
}

static void _compare(const lrh_world_t *w, int kind, struct tally *tally)
{
	bool room = _has_room(w, 0, false);
	uint32_t fewest;
	lrh_proof_t p;

	ck_assert_int_eq(lrh_prove(w, &p), 0);
	_check_proof(w, &p);
	_check_leaves(w, &p);
	ck_assert(!room || !p.proven);
	fewest = _fewest(w);
	ck_assert_uint_le(p.least_cnt, fewest);
	tally->none += !room;
	tally->proven += p.proven;
	tally->smallest += p.proven && p.found &&
			   (p.leave_cnt == p.least_cnt);
	for (uint32_t h = 0; h < w->holders; h++)
		if (p.needed[h])
			ck_assert(!_rule_out_all(w, &p, h));
	if (kind == RIGID) {	/* where nobody moves all of it is exact */
		ck_assert(p.proven == !room);
		ck_assert_uint_eq(p.least_cnt, fewest);
		ck_assert(p.found == (fewest != LRH_NONE_LEAVES));
		ck_assert(!p.found || (p.leave_cnt == fewest));
	}
	lrh_proof_free(&p);
}

START_TEST(random_worlds)
{
	int parts = test_part_cnt(WORLDS, PART), kind = _i / parts;
	test_part_t part = test_part(WORLDS, PART, _i % parts);
	struct tally tally = { 0 };
	struct world w;

	for (uint64_t i = 0; i < part.rounds; i++) {
		_make_world(&w, &part.rng, kind);
		_compare(&w.w, kind, &tally);
	}
	printf("kind %d: %" PRIu64 " of %" PRIu64 " have no room, %" PRIu64
	       " proven, %" PRIu64 " of these with the smallest set\n",
	       kind, tally.none, part.rounds, tally.proven, tally.smallest);
	ck_assert((part.rounds < 500) || (tally.proven * 10 > tally.none * 8));
}
END_TEST

/* --- larger worlds, and few steps ----------------------------------------- */

#define MANY 200

static void _make_large(lrh_world_t *w, lrh_piece_t *piece, bool *may_leave,
			rng_t *r)
{
	*w = (lrh_world_t) {
		.nodes = 100, .num_cn = (uint32_t) rng_between(r, 1, 100),
		.t_esr = rng_between(r, 0, 500), .t_e = rng_between(r, 1, 300),
		.piece = piece, .cnt = MANY, .holders = MANY,
		.may_leave = may_leave,
	};
	w->t_lsr = w->t_esr + rng_between(r, 0, 300);
	for (uint32_t h = 0; h < MANY; h++) {
		time_t start = rng_between(r, 0, 900);
		time_t t_e = rng_between(r, 1, 200);
		uint32_t num_cn = (uint32_t) rng_between(r, 1, 20);

		may_leave[h] = !rng_one_in(r, 4);
		piece[h] = (lrh_piece_t) {
			.holder = h, .num_cn = num_cn, .least_cn = num_cn,
			.t_esr = start - rng_between(r, 0, test_min(start, 99)),
			.t_lsr = start + rng_between(r, 0, 99),
			.start = start, .t_e = t_e, .least_t_e = t_e,
		};
	}
}

/* However few steps there are, what is said is true. */
START_TEST(steps_end_a_large_world)
{
	rng_t r = { test_seed() + (uint64_t) _i };
	lrh_piece_t piece[MANY];
	bool may_leave[MANY];
	lrh_world_t w;
	lrh_proof_t p, same;

	_make_large(&w, piece, may_leave, &r);
	w.steps = (uint64_t) 1 << rng_between(&r, 0, 22);
	ck_assert_int_eq(lrh_prove(&w, &p), 0);
	ck_assert_int_eq(lrh_prove(&w, &same), 0);
	ck_assert_uint_eq(p.steps, same.steps);
	ck_assert(p.found == same.found);
	ck_assert_mem_eq(p.leaves, same.leaves, MANY);
	ck_assert_mem_eq(p.needed, same.needed, MANY);
	ck_assert_uint_le(p.steps, w.steps + UINT64_C(6) * MANY * MANY * 4);
	if (p.proven)
		_check_barriers(&w, &p);
	if (p.found)
		ck_assert_uint_ge(p.leave_cnt, p.least_cnt);
	lrh_proof_free(&p);
	lrh_proof_free(&same);
}
END_TEST

/* --- by hand -------------------------------------------------------------- */

static lrh_piece_t _piece_of(uint32_t holder, uint32_t num_cn, time_t t_esr,
			  time_t t_lsr, time_t t_e)
{
	return (lrh_piece_t) {
		.holder = holder, .num_cn = num_cn, .least_cn = num_cn,
		.t_esr = t_esr, .t_lsr = t_lsr, .start = t_esr, .t_e = t_e,
		.least_t_e = t_e,
	};
}

static const bool everybody[] = { true, true, true, true };

/* The picture of proof.h. */
START_TEST(a_middle_that_is_held_anyway)
{
	const lrh_piece_t piece[] = { _piece_of(0, 3, 0, 2, 4) };
	const lrh_world_t w = {
		.nodes = 4, .num_cn = 2, .t_esr = 2, .t_lsr = 3, .t_e = 2,
		.piece = piece, .cnt = 1, .holders = 1,
		.may_leave = everybody, .steps = STEPS,
	};
	lrh_proof_t p;

	ck_assert_int_eq(lrh_prove(&w, &p), 0);
	ck_assert(p.proven && p.needed[0] && p.found && p.leaves[0]);
	ck_assert_uint_eq(p.cnt, 1);
	ck_assert_int_eq(p.barrier[0].t_s, 2);
	ck_assert_int_eq(p.barrier[0].t_e, 4);
	ck_assert(p.barrier[0].each);
	ck_assert_uint_eq(p.barrier[0].held, 3);
	ck_assert_uint_eq(p.least_cnt, 1);
	lrh_proof_free(&p);
}
END_TEST

/* No second is held in any case, but three do not go into two places. */
START_TEST(too_much_in_sum)
{
	const lrh_piece_t piece[] = {
		_piece_of(0, 1, 0, 4, 2), _piece_of(1, 1, 0, 4, 2),
		_piece_of(2, 1, 0, 4, 2),
	};
	lrh_world_t w = {
		.nodes = 1, .num_cn = 1, .t_esr = 2, .t_lsr = 2, .t_e = 2,
		.piece = piece, .cnt = 3, .holders = 3,
		.may_leave = everybody, .steps = STEPS,
	};
	lrh_proof_t p;

	ck_assert_int_eq(lrh_prove(&w, &p), 0);
	ck_assert(p.proven && !p.barrier[0].each);
	ck_assert(p.needed[0] && p.needed[1] && p.needed[2]);
	ck_assert_uint_eq(p.barrier[0].all, 6);
	ck_assert_uint_eq(p.barrier[0].held, 6);
	ck_assert_uint_eq(p.barrier[0].asked, 2);
	ck_assert_uint_eq(p.least_cnt, 1);
	lrh_proof_free(&p);
	w.nodes = 2;	/* there is room: nothing is claimed */
	ck_assert_int_eq(lrh_prove(&w, &p), 0);
	ck_assert(!p.proven);
	lrh_proof_free(&p);
}
END_TEST

START_TEST(more_than_there_are)
{
	const lrh_world_t w = {
		.nodes = 4, .num_cn = 5, .t_esr = 2, .t_lsr = 90, .t_e = 2,
		.may_leave = everybody, .steps = STEPS,
	};
	lrh_proof_t p;

	ck_assert_int_eq(lrh_prove(&w, &p), 0);
	ck_assert(p.proven && !p.found);
	ck_assert_uint_eq(p.least_cnt, LRH_NONE_LEAVES);
	lrh_proof_free(&p);
}
END_TEST

START_TEST(numbers_out_of_range)
{
	const lrh_piece_t good[] = {
		_piece_of(0, 1, 0, 4, 2), _piece_of(1, 1, 0, 4, 2),
	};
	lrh_piece_t piece[2];
	const lrh_world_t fine = {
		.nodes = 1, .num_cn = 1, .t_esr = 2, .t_lsr = 2, .t_e = 2,
		.piece = piece, .cnt = 2, .holders = 2,
		.may_leave = everybody, .steps = STEPS,
	};
	lrh_world_t w = fine;
	lrh_proof_t p;

#define WRONG(field, value)					\
	do {							\
		memcpy(piece, good, sizeof(good));		\
		w = fine;					\
		field = value;					\
		assert_error(lrh_prove(&w, &p), EINVAL);	\
	} while (0)

	WRONG(w.num_cn, 0);
	WRONG(w.t_e, 0);
	WRONG(w.t_lsr, 1);
	WRONG(w.holders, 1);
	WRONG(w.nodes, LRH_PROOF_NODES + 1);
	WRONG(piece[1].t_esr, 1);
	WRONG(piece[1].least_t_e, 3);
	WRONG(piece[1].least_cn, 2);
	WRONG(piece[1].num_cn, 0);
	WRONG(w.t_e, LRH_PROOF_TIME + 1);
	WRONG(w.cnt, LRH_PROOF_PIECES + 1);
	WRONG(piece[1].holder, 2);
	WRONG(piece[0].holder, piece[1].holder--);
#undef WRONG
}
END_TEST

START_TEST(memory_is_short)
{
	const lrh_piece_t piece[] = { _piece_of(0, 3, 0, 2, 4) };
	const lrh_world_t w = {
		.nodes = 4, .num_cn = 2, .t_esr = 2, .t_lsr = 3, .t_e = 2,
		.piece = piece, .cnt = 1, .holders = 1,
		.may_leave = everybody, .steps = STEPS,
	};
	lrh_proof_t p;
	int n = 0;

	do {
		int rc, err, failures;

		fail_alloc_arm(++n, false);
		rc = lrh_prove(&w, &p);
		err = errno;
		failures = fail_alloc_disarm();
		if (!failures)
			break;
		ck_assert_int_eq(rc, -1);
		ck_assert_int_eq(err, ENOMEM);
	} while (n < 100);
	ck_assert(n > 10);
	lrh_proof_free(&p);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_proof");
	TCase *tc = test_case(s, "by hand", 0);

	tcase_add_test(tc, a_middle_that_is_held_anyway);
	tcase_add_test(tc, too_much_in_sum);
	tcase_add_test(tc, more_than_there_are);
	tcase_add_test(tc, numbers_out_of_range);
	tcase_add_test(tc, memory_is_short);
	tc = test_case(s, "random", 1800);
	tcase_add_loop_test(tc, random_worlds, 0,
			    KINDS * test_part_cnt(WORLDS, PART));
	tcase_add_loop_test(tc, steps_end_a_large_world, 0, test_some(100));
	return test_run(s);
}
