/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * linear.c - sums: what their items mean.
 */
#include <errno.h>
#include <string.h>

#include "srl/draft.h"
#include "srl/error.h"

#define SHOWN 24
#define TOKEN(t) (int) (((t)->len > SHOWN) ? SHOWN : (t)->len), (t)->text

/* One dimension for all items, as soon as one of them has one. */
static bool _agrees(srl_draft_t *draft, const srl_item_t *item,
		    srl_dimension_t dimension, srl_linear_t *sum)
{
	if (sum->dimension == SRL_ANY)
		sum->dimension = dimension;
	if ((dimension == SRL_ANY) || (dimension == sum->dimension))
		return true;
	srl_error(draft->errors, item->first->place, "%s can't be added to, or "
		  "compared with, %s", srl_dimension_name(dimension),
		  srl_dimension_name(sum->dimension));
	return false;
}

extern uint32_t srl_item_part(srl_draft_t *draft, const srl_item_t *item)
{
	const srl_t *srl = draft->srl;

	for (uint32_t p = 0; p < srl->part_cnt; p++)
		if (srl_token_is(item->id, srl->parts[p].id))
			return p;
	srl_error(draft->errors, item->id->place, "there is no part %.*s: a part "
		  "has attributes of TS or QOS", TOKEN(item->id));
	return SRL_NO_PART;
}

extern srl_pair_t *srl_ts_pair(srl_draft_t *draft, const char *id,
			       const char *key)
{
	srl_pair_t *own = srl_pair_find(draft->pairs, draft->pair_cnt, id,
					SRL_TS, key);

	return own ? own : srl_pair_find(draft->pairs, draft->pair_cnt,
					 SRL_ID_CO, SRL_TS, key);
}

extern srl_pair_t *srl_attribute_pair(srl_draft_t *draft,
				      const srl_item_t *item)
{
	bool is_co = srl_token_is(item->id, SRL_ID_CO);
	uint32_t part = is_co ? 0 : srl_item_part(draft, item);
	const char *id = is_co ? SRL_ID_CO : NULL;
	char key[SRL_WORD_MAX + 1] = "";
	srl_pair_t *pair = NULL;

	if (part == SRL_NO_PART)
		return NULL;
	if (!is_co)
		id = draft->srl->parts[part].id;
	if (item->key->len <= SRL_WORD_MAX)
		memcpy(key, item->key->text, item->key->len);
	pair = (item->scope == SRL_TS) ? srl_ts_pair(draft, id, key) :
		srl_pair_find(draft->pairs, draft->pair_cnt, id, item->scope,
			      key);
	if (!pair)
		srl_error(draft->errors, item->first->place, "%s.%s.%.*s is used "
			  "here, but the request does not set it", id,
			  srl_scope_name(item->scope), TOKEN(item->key));
	return pair;
}

static bool _add_constant(srl_draft_t *draft, const srl_item_t *item,
			  double factor, srl_linear_t *sum)
{
	srl_pair_t *pair = srl_attribute_pair(draft, item);

	if (!pair || !srl_resolve(draft, pair))
		return false;
	if (pair->dimension == SRL_TEXT) {
		srl_error(draft->errors, item->first->place, "%s.%s.%s is a text: "
			  "compare it alone, with == or !=", pair->id,
			  srl_scope_name(pair->scope), pair->key);
		return false;
	}
	sum->constant += factor * pair->number;
	return _agrees(draft, item, (srl_dimension_t) pair->dimension, sum);
}

/* An end is a begin and the duration, which is fixed. */
static bool _add_end(srl_draft_t *draft, const srl_item_t *item, uint32_t part,
		     double factor, srl_linear_t *sum)
{
	srl_pair_t *pair = srl_ts_pair(draft, draft->srl->parts[part].id,
				       "duration");

	if (!pair || !srl_resolve(draft, pair))
		return false;	/* the part has an error about it */
	sum->begin[part] += factor;
	sum->constant += factor * pair->number;
	return _agrees(draft, item, SRL_TIME, sum);
}

static bool _add_all(srl_draft_t *draft, const srl_item_t *item, double factor,
		     srl_linear_t *sum)
{
	if (!srl_token_is(item->key, "cost")) {
		srl_error(draft->errors, item->key->place, "ALL.RVC has cost, "
			  "the sum over all parts, and no %.*s",
			  TOKEN(item->key));
		return false;
	}
	for (size_t p = 0; p < draft->srl->part_cnt; p++)
		sum->cost[p] += factor;
	return _agrees(draft, item, SRL_COUNT, sum);
}

static bool _no_such_key(srl_draft_t *draft, const srl_item_t *item)
{
	if (srl_token_is(item->key, "resource") ||
	    srl_token_is(item->key, "site") ||
	    srl_token_is(item->key, "cluster"))
		srl_error(draft->errors, item->key->place, "%.*s is a text: "
			  "compare it alone, with == or !=",
			  TOKEN(item->key));
	else
		srl_error(draft->errors, item->key->place, "RVC has no %.*s: it "
			  "has begin, end, cost, bandwidth, resource, site and "
			  "cluster", TOKEN(item->key));
	return false;
}

static bool _add_candidate(srl_draft_t *draft, const srl_item_t *item,
			   double factor, srl_linear_t *sum)
{
	uint32_t part;

	if (srl_token_is(item->id, SRL_ID_ALL))
		return _add_all(draft, item, factor, sum);
	part = srl_item_part(draft, item);
	if (part == SRL_NO_PART)
		return false;
	if (srl_token_is(item->key, "end"))
		return _add_end(draft, item, part, factor, sum);
	if (srl_token_is(item->key, "begin")) {
		sum->begin[part] += factor;
		return _agrees(draft, item, SRL_TIME, sum);
	}
	if (srl_token_is(item->key, "cost")) {
		sum->cost[part] += factor;
		return _agrees(draft, item, SRL_COUNT, sum);
	}
	if (srl_token_is(item->key, "bandwidth")) {
		sum->bandwidth[part] += factor;
		return _agrees(draft, item, SRL_RATE, sum);
	}
	return _no_such_key(draft, item);
}

/* A string in a sum is a moment. */
static bool _add_string(srl_draft_t *draft, const srl_item_t *item,
			double factor, srl_linear_t *sum)
{
	char text[64] = "";
	int64_t when = 0;
	const srl_token_t *t = item->first;
	const srl_reader_t *reader = draft->reader;

	while (t->kind != SRL_T_STRING)
		t++;
	if (t->len - 2 < sizeof(text))
		memcpy(text, t->text + 1, t->len - 2);
	if (!srl_utc(text, &when) &&
	    (!reader->time || !reader->time(reader->arg, text, &when) ||
	     (when < 0) || (when > SRL_TIME_MAX))) {
		srl_error(draft->errors, t->place, "%.*s is no time: in a sum a "
			  "text is one, such as \"Dec 12 18:00:00 2007\"",
			  TOKEN(t));
		return false;
	}
	sum->constant += factor * (double) when;
	return _agrees(draft, item, SRL_TIME, sum);
}

extern bool srl_linear_add(srl_draft_t *draft, const srl_expr_t *expr,
			   double sign, srl_linear_t *sum)
{
	bool fine = true;

	for (size_t i = 0; i < expr->cnt; i++) {
		const srl_item_t *item = &expr->items[i];
		double factor = sign * item->factor;

		if (item->kind == SRL_I_STRING) {
			fine &= _add_string(draft, item, factor, sum);
		} else if (item->kind == SRL_I_NUMBER) {
			sum->constant += factor;
			fine &= _agrees(draft, item, item->dimension, sum);
		} else if (item->scope == SRL_RVC) {
			fine &= _add_candidate(draft, item, factor, sum);
		} else {
			fine &= _add_constant(draft, item, factor, sum);
		}
	}
	return fine;
}

static void _put_terms(srl_term_t *terms, size_t *cnt, const double *factors,
		       size_t part_cnt, srl_metric_t metric)
{
	for (uint32_t p = 0; p < part_cnt; p++)
		if (factors[p] != 0)
			terms[(*cnt)++] = (srl_term_t) {
				factors[p], p, metric };
}

extern bool srl_linear_terms(srl_draft_t *draft, const srl_linear_t *sum,
			     srl_sum_t *ret_sum)
{
	size_t parts = draft->srl->part_cnt, cnt = 0;
	srl_term_t *terms = srl_memory_get(draft->memory, 3 * parts,
					   sizeof(*terms));

	if (!terms)
		return false;
	_put_terms(terms, &cnt, sum->begin, parts, SRL_BEGIN);
	_put_terms(terms, &cnt, sum->cost, parts, SRL_COST);
	_put_terms(terms, &cnt, sum->bandwidth, parts, SRL_BANDWIDTH);
	*ret_sum = (srl_sum_t) { terms, cnt, sum->constant };
	return true;
}
