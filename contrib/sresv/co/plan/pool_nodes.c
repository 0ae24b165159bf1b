/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pool_nodes.c - what is told of nodes is read: see pool_nodes.h */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/pool_nodes.h"

#define SPANS_MAX 1000000	/* of all nodes of an answer */

void pool_nodes_forget(pool_t *pool)
{
	for (size_t i = 0; pool->each && (i < pool->name_cnt); i++)
		profile_free(&pool->each[i]);
	free(pool->each);
	pool->each = NULL;
	pool->each_wrong = false;
}

/* What one answer tells. */
typedef struct {
	planner_t *p;
	pool_t *pool;
	int64_t from, to;	/* what it knows of */
	bool *seen;		/* of each name */
	size_t seen_cnt;
	size_t span_cnt;
} told_t;

static bool _number(const json_t *from, size_t i, int64_t *ret)
{
	const json_t *value = json_array_get(from, i);

	if (!json_is_integer(value))
		return false;
	*ret = json_integer_value(value);
	return true;
}

/* A pool's nodes are known as long as its counts are. */
static bool _window(told_t *t, const json_t *counts)
{
	size_t cnt = json_array_size(counts);

	return cnt && _number(json_array_get(counts, 0), 0, &t->from) &&
	       _number(json_array_get(counts, cnt - 1), 1, &t->to) &&
	       (t->from < t->to);
}

static void _put(span_t *spans, size_t *cnt, int64_t from, int64_t to,
		 int64_t amount)
{
	if (from < to)
		spans[(*cnt)++] = (span_t) { from, to, amount };
}

/*
 * The whole window as spans of one node: 1 where it is free, 0 where not.
 * RET false: they do not ascend, or are outside
 */
static bool _spans(const told_t *t, const json_t *free_, span_t *spans,
		   size_t *ret_cnt)
{
	int64_t at = t->from;
	json_t *one;
	size_t i;

	*ret_cnt = 0;
	json_array_foreach(free_, i, one) {
		int64_t from, to;

		if (!_number(one, 0, &from) || !_number(one, 1, &to) ||
		    (from < at) || (from >= to) || (to > t->to))
			return false;
		_put(spans, ret_cnt, at, from, 0);
		_put(spans, ret_cnt, from, to, 1);
		at = to;
	}
	_put(spans, ret_cnt, at, t->to, 0);
	return true;
}

static int _by_name(const void *key, const void *name)
{
	return strcmp(key, *(char *const *) name);
}

/* RET the number of a name that was not seen yet, or SIZE_MAX */
static size_t _find(told_t *t, const json_t *name)
{
	const char *text = json_string_value(name);
	char **at = text ? bsearch(text, t->pool->names, t->pool->name_cnt,
				   sizeof(*at), _by_name) : NULL;
	size_t i = at ? (size_t) (at - t->pool->names) : SIZE_MAX;

	if (!at || t->seen[i])
		return SIZE_MAX;
	t->seen[i] = true;
	t->seen_cnt++;
	return i;
}

/* RET false: it makes no sense, or there is no memory */
static bool _merge(told_t *t, const json_t *alike, const span_t *spans,
		   size_t cnt)
{
	const json_t *names = json_object_get(alike, "names");
	json_t *name;
	size_t i;

	t->span_cnt += cnt * json_array_size(names);
	if (t->span_cnt > SPANS_MAX)
		return false;
	json_array_foreach(names, i, name) {
		size_t n = _find(t, name);

		if (n == SIZE_MAX)
			return false;
		if (!profile_merge(&t->pool->each[n], spans, cnt))
			continue;
		t->p->no_memory = t->p->no_memory || (errno == ENOMEM);
		return false;
	}
	return true;
}

static bool _read_alike(told_t *t, const json_t *alike)
{
	const json_t *free_ = json_object_get(alike, "free");
	size_t cnt = json_array_size(free_);
	span_t *spans = calloc(2 * cnt + 1, sizeof(*spans));
	bool ok = spans && json_is_array(free_) &&
		  _spans(t, free_, spans, &cnt) && _merge(t, alike, spans, cnt);

	t->p->no_memory = t->p->no_memory || !spans;
	free(spans);
	return ok;
}

static bool _read(told_t *t, const json_t *from)
{
	pool_t *pool = t->pool;
	json_t *one;
	size_t i;

	if (!pool->name_cnt || !_window(t, json_object_get(from, "free")))
		return false;
	t->seen = calloc(pool->name_cnt, sizeof(*t->seen));
	if (!pool->each)
		pool->each = calloc(pool->name_cnt, sizeof(*pool->each));
	if (!t->seen || !pool->each) {
		t->p->no_memory = true;
		return false;
	}
	json_array_foreach(json_object_get(from, "alike"), i, one)
		if (!_read_alike(t, one))
			return false;
	return t->seen_cnt == pool->name_cnt;
}

void pool_nodes_read(planner_t *p, pool_t *pool, const json_t *from)
{
	told_t t = { .p = p, .pool = pool };

	if (!pool->each_wrong && !_read(&t, from)) {
		pool_nodes_forget(pool);
		pool->each_wrong = true;
	}
	free(t.seen);
}
