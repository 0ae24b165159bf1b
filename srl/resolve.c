/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resolve.c - the values of attributes of TS, QOS and MISC.
 */
#include <string.h>

#include "srl/draft.h"
#include "srl/error.h"

/* What the value of a key is; of other keys it is a quantity or a text. */
static const struct {
	srl_scope_t scope;
	const char *key;
	srl_dimension_t dimension;
} known[] = {
	{ SRL_TS, "est", SRL_TIME },
	{ SRL_TS, "let", SRL_TIME },
	{ SRL_TS, "duration", SRL_TIME },
	{ SRL_QOS, "type", SRL_TEXT },
	{ SRL_QOS, "cpus", SRL_COUNT },
	{ SRL_QOS, "nodes", SRL_COUNT },
	{ SRL_QOS, "netbw", SRL_RATE },
	{ SRL_QOS, "diskspace", SRL_BYTES },
	{ SRL_QOS, "arch", SRL_TEXT },
	{ SRL_QOS, "partition", SRL_TEXT },
	{ SRL_QOS, "features", SRL_TEXT },
	{ SRL_QOS, "licenses", SRL_TEXT },
	{ SRL_QOS, "from", SRL_TEXT },
	{ SRL_QOS, "to", SRL_TEXT },
};

/* RET SRL_ANY for other keys */
static srl_dimension_t _wanted(const srl_pair_t *pair)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if ((known[i].scope == pair->scope) &&
		    !strcmp(known[i].key, pair->key))
			return known[i].dimension;
	return SRL_ANY;
}

static bool _refers(const srl_pair_t *pair)
{
	for (const srl_token_t *t = pair->value; t + 1 < pair->end; t++)
		if ((t->kind == SRL_T_WORD) && (t[1].kind == SRL_T_DOT))
			return true;
	return false;
}

static bool _is_moment(const srl_pair_t *pair)
{
	return (pair->scope == SRL_TS) && strcmp(pair->key, "duration");
}

/* Epoch seconds and references are sums; any other moment is written as text. */
static bool _is_sum(const srl_pair_t *pair)
{
	if (!_is_moment(pair))
		return true;
	return _refers(pair) || ((pair->end == pair->value + 1) &&
				 (pair->value->kind == SRL_T_NUMBER));
}

static bool _moment(srl_draft_t *draft, const char *text, srl_place_t place,
		    double *ret_time)
{
	const srl_reader_t *reader = draft->reader;
	int64_t when = 0;

	if (!srl_utc(text, &when) &&
	    (!reader->time || !reader->time(reader->arg, text, &when) ||
	     (when < 0) || (when > SRL_TIME_MAX))) {
		srl_error(draft->errors, place, "%.60s is no time: write seconds "
			  "since the epoch, or a time in UTC such as Dec 12 "
			  "18:00:00 2007", text);
		return false;
	}
	*ret_time = (double) when;
	return true;
}

static bool _is_constant(const srl_linear_t *sum)
{
	for (int i = 0; i < SRL_PARTS_MAX; i++)
		if ((sum->begin[i] != 0) || (sum->cost[i] != 0) ||
		    (sum->bandwidth[i] != 0))
			return false;
	return true;
}

/* True if a sum is of constants, and of the dimension that the key has. */
static bool _sum_fits(srl_draft_t *draft, const srl_pair_t *pair,
		      const srl_linear_t *sum, srl_dimension_t wanted)
{
	if (!_is_constant(sum)) {
		srl_error(draft->errors, pair->value->place, "RVC is known after "
			  "probing: use it in CON and OBJ, not for %s.%s",
			  srl_scope_name(pair->scope), pair->key);
		return false;
	}
	if ((sum->dimension == SRL_ANY) || (wanted == SRL_ANY) ||
	    (sum->dimension == wanted))
		return true;
	srl_error(draft->errors, pair->value->place, "%s.%s is in %s, not in "
		  "%s", srl_scope_name(pair->scope), pair->key,
		  srl_dimension_name(wanted),
		  srl_dimension_name(sum->dimension));
	return false;
}

static bool _read_sum(srl_draft_t *draft, srl_pair_t *pair,
		      srl_dimension_t wanted)
{
	srl_cursor_t cursor = { pair->value, pair->end };
	srl_linear_t sum = { .dimension = SRL_ANY };
	srl_token_t rest;
	srl_expr_t expr;

	if (!srl_expr(&cursor, draft->errors, &expr))
		return false;
	rest = srl_cursor_peek(&cursor);
	if (rest.kind != SRL_T_END) {
		srl_error(draft->errors, rest.place, "the value of %s.%s should "
			  "end here: it is a number, with a unit, or a sum",
			  srl_scope_name(pair->scope), pair->key);
		return false;
	}
	if (!srl_linear_add(draft, &expr, 1, &sum) ||
	    !_sum_fits(draft, pair, &sum, wanted))
		return false;
	pair->number = sum.constant;
	pair->dimension = (wanted == SRL_ANY) ? sum.dimension : wanted;
	return true;
}

/* "12", "12 GB" and nothing else: then a key that we don't know is a quantity. */
static bool _is_quantity(const srl_pair_t *pair)
{
	const srl_token_t *t = pair->value;
	double factor;
	srl_dimension_t dimension;

	if (t->kind != SRL_T_NUMBER)
		return false;
	if (pair->end == t + 1)
		return true;
	for (const srl_token_t *n = t + 1; n < pair->end; n++)
		if (n->kind == SRL_T_NEWLINE)
			return false;
	return srl_unit(t[1].text, (size_t) (pair->end[-1].text +
					     pair->end[-1].len - t[1].text),
			&factor, &dimension);
}

static bool _read_text(srl_draft_t *draft, srl_pair_t *pair,
		       srl_dimension_t wanted)
{
	pair->text = srl_pair_text(draft->memory, pair, draft->errors);
	pair->dimension = wanted;
	if (!pair->text)
		return false;
	if (wanted != SRL_TIME)
		return true;
	return _moment(draft, pair->text, pair->value->place, &pair->number);
}

static bool _read_value(srl_draft_t *draft, srl_pair_t *pair)
{
	srl_dimension_t wanted = _wanted(pair);

	if ((wanted == SRL_ANY) && (pair->scope == SRL_TS)) {
		srl_error(draft->errors, pair->key_place, "TS has no %s: it has "
			  "est, let and duration; MISC may have any key",
			  pair->key);
		return false;
	}
	if ((wanted == SRL_ANY) && !_is_quantity(pair))
		wanted = SRL_TEXT;
	if ((wanted == SRL_TEXT) || !_is_sum(pair))
		return _read_text(draft, pair, wanted);
	return _read_sum(draft, pair, wanted);
}

extern bool srl_resolve(srl_draft_t *draft, srl_pair_t *pair)
{
	bool fine;

	if (pair->state == SRL_P_AT_WORK) {
		srl_error(draft->errors, pair->place, "%s.%s.%s is said in "
			  "terms of itself: give it a number", pair->id,
			  srl_scope_name(pair->scope), pair->key);
		return false;
	}
	if (pair->state != SRL_P_NEW)
		return pair->state == SRL_P_READ;
	pair->state = SRL_P_AT_WORK;
	fine = _read_value(draft, pair);
	pair->state = fine ? SRL_P_READ : SRL_P_WRONG;
	return fine;
}
