/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "contrib/sresv/co/model/profile.h"

#define LATER INT64_MAX

void profile_free(profile_t *p)
{
	free(p->spans);
	*p = (profile_t) { .cnt = 0 };
}

static bool _is_profile(const span_t *spans, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		if ((spans[i].from >= spans[i].to) || (spans[i].free < 0))
			return false;
		if (i && (spans[i].from < spans[i - 1].to))
			return false;
	}
	return true;
}

/* Equal neighbours are one span. */
static void _append(profile_t *to, int64_t from, int64_t until, int64_t amount)
{
	span_t *last = to->cnt ? &to->spans[to->cnt - 1] : NULL;

	if (last && (last->to == from) && (last->free == amount))
		last->to = until;
	else
		to->spans[to->cnt++] = (span_t) { from, until, amount };
}

/* A list of spans that is read from its begin. */
typedef struct {
	const span_t *spans;
	size_t cnt, at;
} cursor_t;

/* RET the span at a moment, or NULL: none is there until *next at least */
static const span_t *_at(cursor_t *c, int64_t time, int64_t *next)
{
	while ((c->at < c->cnt) && (c->spans[c->at].to <= time))
		c->at++;
	if (c->at == c->cnt)
		return NULL;
	if (c->spans[c->at].from > time) {
		if (c->spans[c->at].from < *next)
			*next = c->spans[c->at].from;
		return NULL;
	}
	if (c->spans[c->at].to < *next)
		*next = c->spans[c->at].to;
	return &c->spans[c->at];
}

static int64_t _begin(const cursor_t *a, const cursor_t *b)
{
	int64_t x = a->cnt ? a->spans[0].from : LATER;
	int64_t y = b->cnt ? b->spans[0].from : LATER;

	return (x < y) ? x : y;
}

int profile_merge(profile_t *p, const span_t *spans, size_t cnt)
{
	cursor_t a = { p->spans, p->cnt, 0 }, b = { spans, cnt, 0 };
	profile_t both = { .cnt = 0 };
	int64_t time = _begin(&a, &b);

	if (!_is_profile(spans, cnt)) {
		errno = EBADMSG;
		return -1;
	}
	/* each bound begins one span at most */
	both.spans = malloc((2 * (p->cnt + cnt) + 1) * sizeof(*both.spans));
	if (!both.spans)
		return -1;
	while (time != LATER) {
		int64_t next = LATER;
		const span_t *x = _at(&a, time, &next);
		const span_t *y = _at(&b, time, &next);

		if (x && y)
			_append(&both, time, next,
				(x->free < y->free) ? x->free : y->free);
		else if (x || y)
			_append(&both, time, next, x ? x->free : y->free);
		time = next;
	}
	free(p->spans);
	*p = both;
	return 0;
}

int profile_add(profile_t *p, int64_t from, int64_t to, int64_t amount)
{
	profile_t sum = { .cnt = 0 };

	/* a bound inside of a span splits it */
	sum.spans = malloc((p->cnt + 3) * sizeof(*sum.spans));
	if (!sum.spans)
		return -1;
	for (size_t i = 0; i < p->cnt; i++) {
		const span_t *s = &p->spans[i];
		int64_t begin = (s->from > from) ? s->from : from;
		int64_t end = (s->to < to) ? s->to : to;

		if (begin >= end) {
			_append(&sum, s->from, s->to, s->free);
			continue;
		}
		if (s->from < begin)
			_append(&sum, s->from, begin, s->free);
		_append(&sum, begin, end, s->free + amount);
		if (end < s->to)
			_append(&sum, end, s->to, s->free);
	}
	free(p->spans);
	*p = sum;
	return 0;
}

size_t profile_steps(const profile_t *p, srl_step_t *ret)
{
	size_t cnt = 0;

	for (size_t i = 0; i < p->cnt; i++) {
		const span_t *s = &p->spans[i];

		if (i && (p->spans[i - 1].to < s->from))
			ret[cnt++] = (srl_step_t) { p->spans[i - 1].to, 0 };
		ret[cnt++] = (srl_step_t) { s->from, s->free };
	}
	/* a pool without steps is not known: something has to be there */
	ret[cnt++] = (srl_step_t) { p->cnt ? p->spans[p->cnt - 1].to : 0, 0 };
	return cnt;
}
