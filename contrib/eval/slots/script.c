/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * script.c - the operations on a structure: see script.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/events.h"
#include "contrib/eval/base/random.h"
#include "contrib/eval/slots/script.h"
#include "garq/grow.h"

struct maker {
	struct eval_script *script;
	const struct eval_setup *setup;
	uint32_t *used;		/* used nodes, by slot from base on */
	uint32_t *starts;	/* stored reservations that start in the slot */
	time_t base;
	int64_t slots;
	int64_t oldest;		/* no stored reservation starts before it */
	struct eval_booking *stored;	/* by number of the request */
	struct eval_events ends;	/* of those that are stored now */
	uint64_t random;
};

/* Kinds of events. */
enum { ENDS, CANCELLED };

extern const char *eval_kind_name(enum eval_kind kind)
{
	static const char *const name[] = {
		[EVAL_SEARCH] = "search", [EVAL_ADD] = "add",
		[EVAL_DELETE] = "delete", [EVAL_SUGGEST] = "interval search",
		[EVAL_CANCEL] = "cancel",
		[EVAL_PASS] = "passing of time",
	};

	return name[kind];
}

extern void eval_script_free(struct eval_script *script)
{
	free(script->op);
	free(script->handle);
	memset(script, 0, sizeof(*script));
}

extern uint32_t eval_script_part(const struct eval_script *script,
				 uint32_t cnt)
{
	for (uint32_t i = 0; i < script->cnt; i++)
		if ((script->op[i].kind == EVAL_SEARCH) &&
		    (script->op[i].b.id >= cnt))
			return i;
	return script->cnt;
}

/* The model */

static int64_t _slot(const struct maker *m, time_t t)
{
	return (t - m->base) / m->setup->delta;
}

static bool _free(const struct maker *m, time_t t_s, time_t t_e, uint32_t num_cn)
{
	for (int64_t k = _slot(m, t_s); k < _slot(m, t_e); k++)
		if (m->used[k] + num_cn > m->setup->max_cn)
			return false;
	return true;
}

static void _use(struct maker *m, const struct eval_booking *b,
		 uint32_t change)
{
	for (int64_t k = _slot(m, b->t_s); k < _slot(m, b->t_e); k++)
		m->used[k] += change;
}

/* The rule of the ring, see eval.h: may [.., t_e) be searched and stored? */
static bool _on_ring(struct maker *m, time_t now, time_t t_e)
{
	while ((m->oldest < _slot(m, now)) && !m->starts[m->oldest])
		m->oldest++;
	return t_e <= m->base + m->oldest * m->setup->delta + m->setup->horizon;
}

/* Operations */

static int _op(struct eval_script *s, const struct eval_op *op)
{
	if (GARQ_GROW(s->op, (size_t) s->cnt + 1, 4096, &s->cap) < 0)
		return -1;
	s->op[s->cnt++] = *op;
	return 0;
}

/* Delete the reservations that have ended, or are cancelled, by now. */
static int _pass(struct maker *m, time_t now)
{
	const struct eval_event *first;

	while ((first = eval_events_first(&m->ends)) && (first->t <= now)) {
		struct eval_event end = eval_events_pop(&m->ends);
		struct eval_op op = {
			.kind = (end.kind == CANCELLED) ? EVAL_CANCEL :
				EVAL_DELETE,
			.now = end.t,
			.b = m->stored[end.number],
		};

		_use(m, &op.b, -op.b.num_cn);
		m->starts[_slot(m, op.b.t_s)]--;
		if (_op(m->script, &op) < 0)
			return -1;
	}
	return 0;
}

/* When the reservation of op is going to be deleted. */
static struct eval_event _end(struct maker *m, const struct eval_op *op)
{
	struct eval_event end = { op->b.t_e, ENDS, (uint32_t) op->b.id };

	if (m->setup->cancel &&
	    (eval_random_below(&m->random, 100) < m->setup->cancel)) {
		end.kind = CANCELLED;
		end.t = op->now + (time_t) eval_random_below(
			&m->random, (uint64_t) (op->b.t_e - op->now));
	}
	return end;
}

static int _add(struct maker *m, struct eval_op op)
{
	struct eval_event end = _end(m, &op);

	op.kind = EVAL_ADD;
	_use(m, &op.b, op.b.num_cn);
	m->starts[_slot(m, op.b.t_s)]++;
	m->stored[end.number] = op.b;
	if (eval_events_push(&m->ends, &end) < 0)
		return -1;
	if (m->ends.cnt > m->script->live_max)
		m->script->live_max = m->ends.cnt;
	return _op(m->script, &op);
}

/* Search an interval after a refusal; op is the refused search. */
static int _suggest(struct maker *m, struct eval_op op)
{
	const struct eval_setup *setup = m->setup;
	time_t duration = op.b.t_e - op.b.t_s, t = op.b.t_s;

	op.kind = EVAL_SUGGEST;
	for (; t + duration <= op.b.t_s + setup->max_limit; t += setup->delta)
		if ((op.yes = _free(m, t, t + duration, op.b.num_cn)))
			break;
	op.start = t;
	if (_op(m->script, &op) < 0)
		return -1;
	if (!op.yes || !setup->take)
		return 0;
	op.b.t_s = t;
	op.b.t_e = t + duration;
	return _add(m, op);
}

static int _request(struct maker *m, uint32_t i, const struct eval_request *r)
{
	struct eval_script *s = m->script;
	time_t limit = r->t_s + s->setup.max_limit;
	struct eval_op op = {
		.kind = EVAL_SEARCH,
		.b = { i, r->t_s, r->t_e, r->num_cn, &s->handle[i] },
		.now = r->submit,
	};

	if (_pass(m, r->submit) < 0)
		return -1;
	if (!_on_ring(m, r->submit, (r->t_e > limit) ? r->t_e : limit)) {
		s->too_far++;
		return 0;
	}
	op.yes = _free(m, r->t_s, r->t_e, r->num_cn);
	if (_op(s, &op) < 0)
		return -1;
	if (op.yes) {
		s->accepted++;
		return _add(m, op);
	}
	s->refused++;
	if (r->t_e > limit) {
		s->too_long++;
		return 0;
	}
	return _suggest(m, op);
}

static int _make(struct maker *m, const struct eval_workload *w)
{
	for (uint32_t i = 0; i < w->cnt; i++)
		if (_request(m, i, &w->request[i]) < 0)
			return -1;
	return _pass(m, INT64_MAX);
}

/* Make room for all slots from the first submit to the last possible end. */
static int _reserve(struct maker *m, const struct eval_workload *w)
{
	time_t end = m->base;

	for (uint32_t i = 0; i < w->cnt; i++)
		if (w->request[i].t_e > end)
			end = w->request[i].t_e;
	m->slots = _slot(m, end + m->setup->max_limit) + 2;
	m->used = calloc((size_t) m->slots, sizeof(*m->used));
	m->starts = calloc((size_t) m->slots, sizeof(*m->starts));
	m->stored = calloc((size_t) w->cnt + 1, sizeof(*m->stored));
	m->script->handle = calloc((size_t) w->cnt + 1,
				   sizeof(*m->script->handle));
	return (m->used && m->starts && m->stored && m->script->handle) ? 0 :
		-1;
}

extern int eval_script_make(const struct eval_workload *w,
			    const struct eval_setup *setup,
			    struct eval_script *ret_script)
{
	struct eval_script s = {
		.setup = *setup, .begin = w->cnt ? w->request[0].submit : 0,
	};
	struct maker m = {
		.script = &s, .setup = setup, .random = setup->seed,
	};
	int rc;

	m.base = s.begin / setup->delta * setup->delta;
	rc = (_reserve(&m, w) < 0) ? -1 : _make(&m, w);
	free(m.used);
	free(m.starts);
	free(m.stored);
	eval_events_free(&m.ends);
	if (rc < 0) {
		eval_script_free(&s);
		return -1;
	}
	*ret_script = s;
	return 0;
}
