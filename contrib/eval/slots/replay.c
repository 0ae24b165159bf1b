/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.c - run a script on a structure: see replay.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "contrib/eval/base/quartile.h"
#include "contrib/eval/slots/replay.h"

extern double eval_tick_ns(void)
{
	static double ns;
	double begin, spent;
	uint64_t from;

	if (ns > 0)
		return ns;
	begin = eval_clock_ns();
	from = eval_ticks();
	do
		spent = eval_clock_ns() - begin;
	while (spent < 5e7);
	ns = spent / (double) (eval_ticks() - from);
	return ns;
}

extern double eval_tick_overhead(void)
{
	double d[1001];

	for (int i = 0; i < 1001; i++) {
		uint64_t from = eval_ticks();

		d[i] = (double) (eval_ticks() - from);
	}
	eval_sort(d, 1001);
	return eval_quartile(d, 1001, 2);
}

/* RET the structure's answer; OUT ret_start - see suggest */
static int _do(const struct eval_structure *structure, void *s,
	       const struct eval_script *script, const struct eval_op *op,
	       time_t *ret_start)
{
	switch (op->kind) {
	case EVAL_SEARCH:
		return structure->search(s, &op->b);
	case EVAL_ADD:
		return structure->add(s, &op->b);
	case EVAL_DELETE:
	case EVAL_CANCEL:
		return structure->delete(s, &op->b);
	default:
		return structure->suggest(s, &op->b, script->setup.max_limit,
					  ret_start);
	}
}

static int _check(const struct eval_structure *structure,
		  const struct eval_op *op, int rc, time_t start)
{
	bool query = (op->kind == EVAL_SEARCH) || (op->kind == EVAL_SUGGEST);
	int want = (query && op->yes) ? 1 : 0;

	if ((rc < 0) && (errno == ENOMEM)) {
		perror(structure->name);
		return -1;
	}
	if ((rc == want) && ((op->kind != EVAL_SUGGEST) || !op->yes ||
			     (start == op->start)))
		return 0;
	fprintf(stderr, "%s: wrong answer to the %s of request %" PRIu64
		": %d, start %lld; it is %d, start %lld\n", structure->name,
		eval_kind_name(op->kind), op->b.id, rc, (long long) start,
		want, (long long) op->start);
	errno = EPROTO;
	return -1;
}

/* Readings of the meters before a call, and the sums of what calls cost. */
struct meter {
	struct eval_tally *tally;
	double overhead;	/* ticks */
	double tick_ns;
	uint64_t accesses;
	uint64_t ticks;
};

static void _begin(struct meter *m)
{
	m->accesses = eval_accesses();
	m->ticks = eval_ticks();
}

/* RET spent, or an estimate without the interruption. */
static uint64_t _undisturbed(struct meter *m, uint64_t spent, uint32_t *fastest)
{
	if (!*fastest || (spent < *fastest)) {
		*fastest = (spent < UINT32_MAX) ? (uint32_t) spent : UINT32_MAX;
		return spent;
	}
	if (((double) spent - 8.0 * *fastest) * m->tick_ns < 5000)
		return spent;
	m->tally->interrupted++;
	return *fastest;
}

static void _charge(struct meter *m, enum eval_kind kind, uint32_t *fastest)
{
	uint64_t spent = eval_ticks() - m->ticks;
	uint64_t accesses = eval_accesses() - m->accesses;

	m->tally->ops[kind]++;
	m->tally->accesses[kind] += accesses;
	if (accesses > m->tally->most[kind])
		m->tally->most[kind] = accesses;
	if (fastest)
		spent = _undisturbed(m, spent, fastest);
	m->tally->ns[kind] += ((double) spent - m->overhead) * m->tick_ns;
}

static int _pass(const struct eval_structure *structure, void *s, time_t now,
		 struct meter *m, uint32_t *fastest)
{
	int rc;

	_begin(m);
	rc = structure->advance(s, now);
	_charge(m, EVAL_PASS, fastest);
	if (rc < 0)
		perror(structure->name);
	return rc;
}

/* Sample the heap; *sum and *samples are for the mean. */
static void _sample(struct eval_tally *tally, double *sum, uint64_t *samples)
{
	size_t heap = eval_heap() - tally->heap_begin;

	*sum += (double) heap;
	(*samples)++;
	if (heap > tally->heap_max)
		tally->heap_max = heap;
}

static int _ops(const struct eval_structure *structure, void *s,
		const struct eval_script *script, uint32_t ops,
		uint32_t sample, uint32_t *fastest, struct eval_tally *tally)
{
	struct meter m = { tally, eval_tick_overhead(), eval_tick_ns(), 0, 0 };
	time_t now = script->begin;
	uint64_t samples = 0;
	double sum = 0;

	for (uint32_t i = 0; i < ops; i++) {
		const struct eval_op *op = &script->op[i];
		uint32_t *fast = fastest ? &fastest[2 * (size_t) i] : NULL;
		time_t start = op->start;
		int rc;

		if ((op->now != now) &&
		    (_pass(structure, s, op->now, &m, fast) < 0))
			return -1;
		now = op->now;
		_begin(&m);
		rc = _do(structure, s, script, op, &start);
		_charge(&m, op->kind, fast ? fast + 1 : NULL);
		if (_check(structure, op, rc, start) < 0)
			return -1;
		if (sample && (i % sample == 0))
			_sample(tally, &sum, &samples);
	}
	tally->heap_mean = samples ? (size_t) (sum / (double) samples) : 0;
	return 0;
}

extern int eval_replay(const struct eval_structure *structure,
		       const struct eval_script *script, uint32_t ops,
		       uint32_t sample, uint32_t *fastest,
		       struct eval_tally *ret_tally)
{
	struct eval_tally tally = { .heap_begin = eval_heap() };
	void *s = structure->create(&script->setup, script->begin);
	size_t empty = eval_heap() - tally.heap_begin;
	int rc;

	if (!s) {
		perror(structure->name);
		return -1;
	}
	rc = _ops(structure, s, script, ops, sample, fastest, &tally);
	structure->destroy(s);
	if (rc < 0)
		return -1;
	tally.heap_begin = empty;
	tally.accesses[EVAL_DELETE] += tally.accesses[EVAL_PASS];
	tally.ns[EVAL_DELETE] += tally.ns[EVAL_PASS];
	*ret_tally = tally;
	return 0;
}
