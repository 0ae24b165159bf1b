/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.c - the constraints and objectives of a request.
 */
#include <stdio.h>
#include <string.h>

#include "srl/draft.h"
#include "srl/error.h"

#define SHOWN 24
#define TOKEN(t) (int) (((t)->len > SHOWN) ? SHOWN : (t)->len), (t)->text

static bool _read_op(srl_draft_t *draft, srl_cursor_t *cursor, srl_op_t *ret_op)
{
	static const char *const ops[] = {
		[SRL_LT] = "<", [SRL_LE] = "<=", [SRL_EQ] = "==",
		[SRL_NE] = "!=", [SRL_GE] = ">=", [SRL_GT] = ">",
	};
	srl_token_t t = srl_cursor_peek(cursor);

	for (int op = SRL_LT; op <= SRL_GT; op++) {
		if (!srl_token_is(&t, ops[op]) || (t.kind != SRL_T_COMPARE))
			continue;
		cursor->at++;
		*ret_op = (srl_op_t) op;
		return true;
	}
	if (t.kind == SRL_T_ASSIGN)
		srl_error(draft->errors, t.place, "= does not compare: write == "
			  "for equal");
	else if (t.kind == SRL_T_END)
		srl_error(draft->errors, t.place, "a constraint compares two "
			  "sides: <, <=, ==, !=, >= or > is missing here");
	else
		srl_error(draft->errors, t.place, "%.*s stands where <, <=, ==, "
			  "!=, >= or > should be", TOKEN(&t));
	return false;
}

/* Nothing may follow. */
static bool _check_end(srl_draft_t *draft, srl_cursor_t *cursor)
{
	srl_token_t t = srl_cursor_peek(cursor);

	if (t.kind == SRL_T_END)
		return true;
	srl_error(draft->errors, t.place, (t.kind == SRL_T_COMPARE) ?
		  "a constraint has one comparison: make two constraints of "
		  "this" : "the value should end here");
	return false;
}

static bool _metric_of_text(const srl_token_t *key, srl_metric_t *ret_metric)
{
	if (srl_token_is(key, "resource"))
		*ret_metric = SRL_RESOURCE;
	else if (srl_token_is(key, "site"))
		*ret_metric = SRL_SITE;
	else if (srl_token_is(key, "cluster"))
		*ret_metric = SRL_CLUSTER;
	else
		return false;
	return true;
}

/* True if an attribute is a text. A missing pair is not reported. */
static bool _is_text_attribute(srl_draft_t *draft, const srl_item_t *item)
{
	srl_metric_t metric;
	srl_pair_t *pair;

	if (item->scope == SRL_RVC)
		return _metric_of_text(item->key, &metric);
	for (size_t i = 0; i < draft->pair_cnt; i++) {
		pair = &draft->pairs[i];
		if ((pair->scope == item->scope) &&
		    srl_token_is(item->id, pair->id) &&
		    srl_token_is(item->key, pair->key))
			return srl_resolve(draft, pair) &&
				(pair->dimension == SRL_TEXT);
	}
	return false;
}

/* True if a side is one text attribute. */
static bool _is_text_side(srl_draft_t *draft, const srl_expr_t *expr)
{
	return (expr->cnt == 1) && (expr->items[0].kind == SRL_I_ATTRIBUTE) &&
		(expr->items[0].factor == 1) &&
		_is_text_attribute(draft, &expr->items[0]);
}

static bool _is_string(const srl_expr_t *expr)
{
	return (expr->cnt == 1) && (expr->items[0].kind == SRL_I_STRING) &&
		(expr->items[0].factor == 1);
}

static bool _text_side(srl_draft_t *draft, const srl_expr_t *expr,
		       srl_side_t *ret_side)
{
	const srl_item_t *item = &expr->items[0];
	srl_side_t side = { .part = SRL_NO_PART };
	srl_pair_t *pair;

	if (_is_string(expr)) {
		side.text = srl_memory_text(draft->memory, expr->first->text + 1,
					    expr->first->len - 2);
	} else if (!_is_text_side(draft, expr)) {
		srl_error(draft->errors, expr->first->place, "a text is compared "
			  "with this: it has to be a text too, in quotes");
		return false;
	} else if (item->scope == SRL_RVC) {
		_metric_of_text(item->key, &side.metric);
		side.part = srl_item_part(draft, item);
		if (side.part == SRL_NO_PART)
			return false;
	} else {
		pair = srl_attribute_pair(draft, item);
		if (!pair)
			return false;
		side.text = pair->text;
	}
	*ret_side = side;
	return true;
}

static void _report_contradiction(srl_draft_t *draft, const srl_constraint_t *c)
{
	srl_error(draft->errors, c->place, "%s never holds: nothing in it is to "
		  "be chosen, and it is false", c->name);
}

/* RET true if the constraint must be kept */
static bool _compare_texts(srl_draft_t *draft, const srl_expr_t *left,
			   const srl_expr_t *right, const srl_token_t *op,
			   srl_constraint_t *c)
{
	c->is_text = true;
	if (!_text_side(draft, left, &c->left) ||
	    !_text_side(draft, right, &c->right))
		return false;
	if ((c->op != SRL_EQ) && (c->op != SRL_NE)) {
		srl_error(draft->errors, op->place, "texts have no order: compare "
			  "them with == or !=");
		return false;
	}
	if ((c->left.part != SRL_NO_PART) || (c->right.part != SRL_NO_PART) ||
	    !c->left.text || !c->right.text)
		return true;
	if (!strcmp(c->left.text, c->right.text) != (c->op == SRL_EQ))
		_report_contradiction(draft, c);
	return false;
}

static bool _compare_sums(srl_draft_t *draft, const srl_expr_t *left,
			  const srl_expr_t *right, srl_constraint_t *c)
{
	srl_linear_t sum = { .dimension = SRL_ANY };
	const srl_expr_t *first = _is_string(left) ? right : left;

	/* A string is a time beside a time: its side comes second. */
	if (!srl_linear_add(draft, first, (first == left) ? 1 : -1, &sum) ||
	    !srl_linear_add(draft, (first == left) ? right : left,
			    (first == left) ? -1 : 1, &sum) ||
	    !srl_linear_terms(draft, &sum, &c->sum))
		return false;
	if (c->sum.cnt)
		return true;
	if (!srl_holds(c->sum.constant, c->op))
		_report_contradiction(draft, c);
	return false;
}

/* RET true if the constraint must be kept */
static bool _constraint(srl_draft_t *draft, const srl_pair_t *pair,
			srl_constraint_t *c)
{
	srl_cursor_t cursor = { pair->value, pair->end };
	srl_expr_t left, right;
	const srl_token_t *op;

	if (!srl_expr(&cursor, draft->errors, &left))
		return false;
	srl_cursor_peek(&cursor);
	op = cursor.at;
	if (!_read_op(draft, &cursor, &c->op) ||
	    !srl_expr(&cursor, draft->errors, &right) ||
	    !_check_end(draft, &cursor))
		return false;
	if (_is_text_side(draft, &left) || _is_text_side(draft, &right) ||
	    (_is_string(&left) && _is_string(&right)))
		return _compare_texts(draft, &left, &right, op, c);
	return _compare_sums(draft, &left, &right, c);
}

static const char *_pair_name(srl_draft_t *draft, const srl_pair_t *pair)
{
	char name[2 * SRL_WORD_MAX + 8];
	int len = snprintf(name, sizeof(name), "%s.%s.%s", pair->id,
			   srl_scope_name(pair->scope), pair->key);

	return srl_memory_text(draft->memory, name, (size_t) len);
}

static size_t _count_pairs(const srl_draft_t *draft, srl_scope_t scope)
{
	size_t cnt = 0;

	for (size_t i = 0; i < draft->pair_cnt; i++)
		cnt += (draft->pairs[i].scope == scope);
	return cnt;
}

extern bool srl_constraints(srl_draft_t *draft)
{
	srl_t *srl = draft->srl;

	srl->constraints = srl_memory_get(draft->memory,
					  _count_pairs(draft, SRL_CON),
					  sizeof(*srl->constraints));
	for (size_t i = 0; srl->constraints && (i < draft->pair_cnt); i++) {
		const srl_pair_t *pair = &draft->pairs[i];
		srl_constraint_t *c = &srl->constraints[srl->constraint_cnt];

		if (pair->scope != SRL_CON)
			continue;
		*c = (srl_constraint_t) {
			.name = _pair_name(draft, pair), .place = pair->place,
			.source = srl_pair_source(draft->memory, pair),
		};
		if (srl_memory_failed(draft->memory))
			break;
		srl->constraint_cnt += _constraint(draft, pair, c);
	}
	return !srl_memory_failed(draft->memory);
}

static bool _direction(srl_draft_t *draft, srl_cursor_t *cursor, bool *ret_max)
{
	srl_token_t t = srl_cursor_peek(cursor);

	if (srl_token_is(&t, "min") || srl_token_is(&t, "max")) {
		cursor->at++;
		*ret_max = t.text[1] == 'a';
		return true;
	}
	srl_error(draft->errors, t.place, "an objective is min,SUM,WEIGHT or "
		  "max,SUM,WEIGHT: it begins with min or max");
	return false;
}

static bool _take_comma(srl_draft_t *draft, srl_cursor_t *cursor)
{
	if (srl_cursor_take(cursor, SRL_T_COMMA))
		return true;
	srl_error(draft->errors, srl_cursor_peek(cursor).place, "a comma is "
		  "missing here: an objective is min,SUM,WEIGHT or "
		  "max,SUM,WEIGHT");
	return false;
}

static bool _weight(srl_draft_t *draft, srl_cursor_t *cursor,
		    double *ret_weight)
{
	srl_token_t t = srl_cursor_peek(cursor);

	if (!srl_number(cursor, draft->errors, ret_weight) ||
	    !_check_end(draft, cursor))
		return false;
	if (*ret_weight > 0)
		return true;
	srl_error(draft->errors, t.place, "a weight is more than 0: take the "
		  "objective away if it has none");
	return false;
}

/* RET true if the objective is right */
static bool _objective(srl_draft_t *draft, const srl_pair_t *pair,
		       srl_objective_t *o)
{
	srl_cursor_t cursor = { pair->value, pair->end };
	srl_linear_t sum = { .dimension = SRL_ANY };
	srl_expr_t expr;

	if (!_direction(draft, &cursor, &o->max) ||
	    !_take_comma(draft, &cursor) ||
	    !srl_expr(&cursor, draft->errors, &expr) ||
	    !_take_comma(draft, &cursor) ||
	    !_weight(draft, &cursor, &o->weight) ||
	    !srl_linear_add(draft, &expr, 1, &sum) ||
	    !srl_linear_terms(draft, &sum, &o->sum))
		return false;
	if (o->sum.cnt)
		return true;
	srl_error(draft->errors, expr.first->place, "nothing in this objective "
		  "is to be chosen: use attributes of RVC");
	return false;
}

/* Without objectives each part begins as early as it can. */
static void _default_objective(srl_draft_t *draft, uint32_t part,
			       srl_objective_t *o)
{
	char name[SRL_WORD_MAX + 16];
	int len = snprintf(name, sizeof(name), "begin of %s",
			   draft->srl->parts[part].id);
	srl_linear_t sum = { .dimension = SRL_TIME };

	sum.begin[part] = 1;
	*o = (srl_objective_t) {
		.name = srl_memory_text(draft->memory, name, (size_t) len),
		.place = draft->srl->parts[part].place, .weight = 1,
	};
	srl_linear_terms(draft, &sum, &o->sum);
}

static void _normalise(srl_t *srl)
{
	double sum = 0;

	for (size_t i = 0; i < srl->objective_cnt; i++)
		sum += srl->objectives[i].weight;
	for (size_t i = 0; i < srl->objective_cnt; i++)
		srl->objectives[i].weight /= sum;
}

extern bool srl_objectives(srl_draft_t *draft)
{
	srl_t *srl = draft->srl;
	size_t cnt = _count_pairs(draft, SRL_OBJ);

	srl->objectives = srl_memory_get(draft->memory,
					 cnt ? cnt : srl->part_cnt,
					 sizeof(*srl->objectives));
	for (size_t i = 0; srl->objectives && (i < draft->pair_cnt); i++) {
		const srl_pair_t *pair = &draft->pairs[i];
		srl_objective_t *o = &srl->objectives[srl->objective_cnt];

		if (pair->scope != SRL_OBJ)
			continue;
		*o = (srl_objective_t) {
			.name = _pair_name(draft, pair), .place = pair->place,
		};
		srl->objective_cnt += _objective(draft, pair, o);
	}
	for (uint32_t p = 0; srl->objectives && !cnt && (p < srl->part_cnt);
	     p++)
		_default_objective(draft, p,
				   &srl->objectives[srl->objective_cnt++]);
	_normalise(srl);
	return !srl_memory_failed(draft->memory);
}
