/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/clock.h"
#include "contrib/eval/gap/gap_profile.h"
#include "contrib/eval/gap/gap_search.h"
#include "contrib/eval/base/random.h"

#define REMOVED_MAX 40	/* requests that a step removes at most */
#define TRIED_MAX 96	/* ... and that it tries to insert */
#define COLD 0.001	/* the last temperature, in the mean of a request */
#define WARM 0.1	/* the first one */
#define CLOCK_EVERY 64	/* steps between looks at the clock */

struct place {
	bool in;
	time_t start;
};

struct change {
	uint32_t who;
	struct place was;
};

struct candidate {
	double key;
	uint32_t who;
};

struct search {
	const struct flex_work *w;
	struct gap_profile profile;
	struct place *now, *best;	/* by number of the request */
	bool *is_removed;		/* ... by this step */
	uint64_t value, most;		/* of these */
	struct change *change;		/* of this step, in order */
	uint32_t changes;
	struct candidate candidate[TRIED_MAX];
	uint32_t candidates;
	uint64_t dice;
	double mean;			/* node-seconds of a request */
	double heat;
};

static uint64_t _work(const struct search *s, uint32_t i)
{
	const struct flex_request *rq = &s->w->request[i];

	return (uint64_t) rq->num_cn * (uint64_t) rq->t_e;
}

extern uint64_t gap_value(const struct flex_work *w,
			  const struct flex_fate *fate)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < w->cnt; i++)
		if (fate[i].in)
			sum += (uint64_t) w->request[i].num_cn *
				(uint64_t) w->request[i].t_e;
	return sum;
}

/* Put a request in or take it out, without a note. */
static void _put(struct search *s, uint32_t i, time_t start)
{
	const struct flex_request *rq = &s->w->request[i];

	gap_profile_add(&s->profile, start, start + rq->t_e, rq->num_cn);
	s->now[i] = (struct place) { true, start };
	s->value += _work(s, i);
}

static void _take(struct search *s, uint32_t i)
{
	const struct flex_request *rq = &s->w->request[i];
	time_t start = s->now[i].start;

	gap_profile_remove(&s->profile, start, start + rq->t_e, rq->num_cn);
	s->now[i].in = false;
	s->value -= _work(s, i);
}

static void _note(struct search *s, uint32_t i)
{
	s->change[s->changes++] = (struct change) { i, s->now[i] };
}

static void _undo(struct search *s)
{
	/* out first: what was there fits only without the others */
	for (uint32_t c = 0; c < s->changes; c++)
		if (s->now[s->change[c].who].in)
			_take(s, s->change[c].who);
	while (s->changes) {
		const struct change *c = &s->change[--s->changes];

		if (c->was.in && !s->now[c->who].in)
			_put(s, c->who, c->was.start);
	}
}

/* A step */

static bool _meets(const struct search *s, uint32_t i, time_t from, time_t to)
{
	const struct flex_request *rq = &s->w->request[i];

	if (s->now[i].in)
		return (s->now[i].start < to) &&
			(s->now[i].start + rq->t_e > from);
	return (rq->t_esr < to) && (rq->t_lsr + rq->t_e > from);
}

/* What goes first: large ones, urgent ones, or any, each with noise. */
static double _key(struct search *s, uint32_t i, int by)
{
	const struct flex_request *rq = &s->w->request[i];
	double noise = eval_random_unit(&s->dice);

	if (by == 0)
		return -(double) _work(s, i) * (0.3 + noise);
	if (by == 1)
		return -(double) rq->num_cn * (0.3 + noise);
	if (by == 2)
		return (double) rq->t_lsr + 14400 * noise;
	return noise;
}

/* Keep TRIED_MAX of all that are added, each with the same probability. */
static void _candidate(struct search *s, uint32_t i, int by, uint32_t *seen)
{
	uint32_t at = s->candidates;

	(*seen)++;
	if (at == TRIED_MAX) {
		at = (uint32_t) eval_random_below(&s->dice, *seen);
		if (at >= TRIED_MAX)
			return;
	} else {
		s->candidates++;
	}
	s->candidate[at] = (struct candidate) { _key(s, i, by), i };
}

static int _by_key(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->key != y->key)
		return (x->key > y->key) - (x->key < y->key);
	return (x->who > y->who) - (x->who < y->who);
}

/* Remove up to REMOVED_MAX requests that are in use in [from, to). */
static void _ruin(struct search *s, time_t from, time_t to)
{
	uint32_t most = 1 + (uint32_t) eval_random_below(&s->dice, REMOVED_MAX);
	uint32_t at = (uint32_t) eval_random_below(&s->dice, s->w->cnt);

	for (uint32_t n = 0; most && (n < s->w->cnt); n++) {
		uint32_t i = (at + n) % s->w->cnt;

		if (!s->now[i].in || !_meets(s, i, from, to) ||
		    eval_random_below(&s->dice, 2))
			continue;
		_note(s, i);
		_take(s, i);
		s->is_removed[i] = true;
		most--;
	}
}

/* What has been removed, and the refused requests of [from, to), in an order. */
static void _collect(struct search *s, uint32_t first, time_t from, time_t to)
{
	int by = (int) eval_random_below(&s->dice, 4);
	uint32_t seen = 0;

	s->candidates = 0;
	for (uint32_t c = 0; c < s->changes; c++)
		_candidate(s, s->change[c].who, by, &seen);
	/* the removed ones are among the refused ones: not twice */
	for (uint32_t i = 0; i < s->w->cnt; i++)
		if (!s->now[i].in && !s->is_removed[i] && _meets(s, i, from, to))
			_candidate(s, i, by, &seen);
	for (uint32_t c = 0; c < s->candidates; c++)
		if (s->candidate[c].who == first)
			s->candidate[c].key = -INFINITY;
	qsort(s->candidate, s->candidates, sizeof(*s->candidate), _by_key);
}

static bool _find(struct search *s, uint32_t i, bool is_late, time_t *ret_start)
{
	const struct flex_request *rq = &s->w->request[i];

	return (is_late ? gap_profile_last : gap_profile_first)
		(&s->profile, rq->t_esr, rq->t_lsr, rq->t_e, rq->num_cn,
		 ret_start);
}

/* Insert candidates; the request first (w->cnt: none) goes before all others. */
static void _recreate(struct search *s, uint32_t first, time_t from, time_t to)
{
	/* none of them at its last start, a half, or a quarter */
	uint32_t late = (uint32_t) eval_random_below(&s->dice, 3);

	_collect(s, first, from, to);
	for (uint32_t c = 0; c < s->candidates; c++) {
		uint32_t i = s->candidate[c].who;
		bool is_late = late && !eval_random_below(&s->dice, late * 2);
		time_t start;

		if (!_find(s, i, is_late, &start))
			continue;
		_note(s, i);
		_put(s, i, start);
	}
}

static bool _keep(struct search *s, uint64_t before)
{
	double loss;

	if (s->value >= before)
		return true;
	loss = (double) (before - s->value) / s->mean;
	return eval_random_unit(&s->dice) < exp(-loss / s->heat);
}

static void _step(struct search *s)
{
	uint32_t who = (uint32_t) eval_random_below(&s->dice, s->w->cnt);
	const struct flex_request *rq;
	uint64_t before = s->value;

	/* a refused one, mostly */
	for (int tries = 0; s->now[who].in && (tries < 8); tries++)
		who = (uint32_t) eval_random_below(&s->dice, s->w->cnt);
	rq = &s->w->request[who];
	s->changes = 0;
	_ruin(s, rq->t_esr, rq->t_lsr + rq->t_e);
	_recreate(s, eval_random_below(&s->dice, 2) ? who : s->w->cnt,
		  rq->t_esr, rq->t_lsr + rq->t_e);
	for (uint32_t c = 0; c < s->changes; c++)
		s->is_removed[s->change[c].who] = false;
	if (!_keep(s, before))
		_undo(s);
	if (s->value <= s->most)
		return;
	s->most = s->value;
	memcpy(s->best, s->now, s->w->cnt * sizeof(*s->best));
}

static void _run(struct search *s, const struct gap_limits *limits,
		 uint64_t *ret_steps)
{
	double begin = eval_worked_ns(), done = 0;
	uint64_t n;

	for (n = 0; !limits->enough || (s->most < limits->enough); n++) {
		if (limits->steps)
			done = (double) n / (double) limits->steps;
		else if (!(n % CLOCK_EVERY))
			done = (eval_worked_ns() - begin) / 1e9 /
				limits->seconds;
		if (done >= 1)
			break;
		s->heat = WARM * pow(COLD / WARM, done);
		_step(s);
	}
	*ret_steps = n;
}

static int _open(struct search *s, struct flex_fate *fate)
{
	s->now = calloc((size_t) s->w->cnt + 1, sizeof(*s->now));
	s->best = calloc((size_t) s->w->cnt + 1, sizeof(*s->best));
	s->is_removed = calloc((size_t) s->w->cnt + 1, sizeof(*s->is_removed));
	/* each request is removed at most once and inserted at most once */
	s->change = calloc(2 * (size_t) s->w->cnt + 1, sizeof(*s->change));
	if (!s->now || !s->best || !s->is_removed || !s->change ||
	    (gap_profile_open(&s->profile, s->w->max_cn, s->w->cnt) < 0))
		return -1;
	for (uint32_t i = 0; i < s->w->cnt; i++) {
		s->mean += (double) _work(s, i) / s->w->cnt;
		if (fate[i].in)
			_put(s, i, fate[i].start);
	}
	s->most = s->value;
	memcpy(s->best, s->now, s->w->cnt * sizeof(*s->best));
	return 0;
}

extern int gap_search(const struct flex_work *w, const struct gap_limits *limits,
		      struct flex_fate *fate, uint64_t *ret_steps)
{
	struct search s = { .w = w, .dice = limits->seed };
	int rc = _open(&s, fate);

	*ret_steps = 0;
	if (!rc && w->cnt)
		_run(&s, limits, ret_steps);
	for (uint32_t i = 0; !rc && (i < w->cnt); i++) {
		fate[i].in = s.best[i].in;
		fate[i].start = s.best[i].start;
	}
	gap_profile_close(&s.profile);
	free(s.now);
	free(s.best);
	free(s.is_removed);
	free(s.change);
	return rc;
}
