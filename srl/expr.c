/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expr.c - the syntax of linear expressions.
 */
#include <stdio.h>
#include <string.h>

#include "srl/error.h"
#include "srl/expr.h"
#include "srl/pair.h"

#define SHOWN 24
#define TOKEN(t) (int) (((t)->len > SHOWN) ? SHOWN : (t)->len), (t)->text

extern srl_token_t srl_cursor_peek(srl_cursor_t *cursor)
{
	srl_token_t t;

	while ((cursor->at < cursor->end) &&
	       (cursor->at->kind == SRL_T_NEWLINE))
		cursor->at++;
	t = *cursor->at;
	if (cursor->at == cursor->end)
		t.kind = SRL_T_END;
	return t;
}

extern bool srl_cursor_take(srl_cursor_t *cursor, srl_token_kind_t kind)
{
	if (srl_cursor_peek(cursor).kind != kind)
		return false;
	cursor->at++;
	return true;
}

/* Digits by hand: strtod() would take the comma of a locale for the point. */
static double _decimal_value(const char *text, size_t len)
{
	double value = 0, scale = 1;
	int exponent = 0, sign = 1;
	bool point = false;

	for (size_t i = 0; i < len; i++) {
		if ((text[i] == 'e') || (text[i] == 'E')) {
			sign = (text[i + 1] == '-') ? -1 : 1;
			i += (text[i + 1] == '-') || (text[i + 1] == '+');
			while ((++i < len) && (exponent < 400))
				exponent = 10 * exponent + (text[i] - '0');
			break;
		}
		if (text[i] == '.') {
			point = true;
			continue;
		}
		value = 10 * value + (text[i] - '0');
		scale *= point ? 10 : 1;
	}
	value /= scale;
	for (; exponent; exponent--)
		value = (sign > 0) ? value * 10 : value / 10;
	return value;
}

extern bool srl_number(srl_cursor_t *cursor, srl_errors_t *errors,
		       double *ret_number)
{
	srl_token_t t = srl_cursor_peek(cursor);
	double value;

	if (t.kind != SRL_T_NUMBER) {
		srl_error(errors, t.place, "a number is missing here");
		return false;
	}
	cursor->at++;
	value = _decimal_value(t.text, t.len);
	if (!(value <= SRL_NUMBER_MAX)) {
		srl_error(errors, t.place, "%.*s is too large: at most %g",
			  TOKEN(&t), SRL_NUMBER_MAX);
		return false;
	}
	*ret_number = value;
	return true;
}

/* "Mbit" "/" "s" are three tokens, without blanks between. */
static bool _read_unit(srl_cursor_t *cursor, srl_errors_t *errors,
		       srl_item_t *item)
{
	srl_token_t t = srl_cursor_peek(cursor);
	const srl_token_t *next = cursor->at + 1;
	size_t len = t.len;
	double factor;

	if (t.kind != SRL_T_WORD)
		return true;
	cursor->at++;
	if ((next + 1 < cursor->end) && (next->kind == SRL_T_SLASH) &&
	    (next[1].kind == SRL_T_WORD) && !next->blank_before &&
	    !next[1].blank_before) {
		len += 1 + next[1].len;
		cursor->at += 2;
	}
	if (!srl_unit(t.text, len, &factor, &item->dimension)) {
		srl_error(errors, t.place, "%.*s is no unit: use s, min, h, d, "
			  "bit/s, kbit/s, Mbit/s, Gbit/s, MB, GB, TB, GiB ...",
			  (int) ((len > SHOWN) ? SHOWN : len), t.text);
		return false;
	}
	item->factor *= factor;
	return true;
}

static bool _dotted(srl_cursor_t *cursor, srl_token_kind_t kind,
		    const char *what, srl_errors_t *errors,
		    const srl_token_t **ret_token)
{
	const srl_token_t *t = cursor->at;

	if ((t >= cursor->end) || (t->kind != kind) || t->blank_before) {
		srl_error(errors, t->place, "%s should be here: an attribute is "
			  "id.scope.key, a text is in quotes", what);
		return false;
	}
	*ret_token = t;
	cursor->at++;
	return true;
}

static bool _attribute(srl_cursor_t *cursor, srl_errors_t *errors,
		       srl_item_t *item)
{
	const srl_token_t *scope, *dot;

	item->kind = SRL_I_ATTRIBUTE;
	item->id = cursor->at++;
	if (!_dotted(cursor, SRL_T_DOT, "a dot", errors, &dot) ||
	    !_dotted(cursor, SRL_T_WORD, "a scope", errors, &scope) ||
	    !_dotted(cursor, SRL_T_DOT, "a dot", errors, &dot) ||
	    !_dotted(cursor, SRL_T_WORD, "a key", errors, &item->key))
		return false;
	if (!srl_scope(scope, &item->scope)) {
		srl_error(errors, scope->place, "%.*s is no scope: use TS, QOS, "
			  "MISC or RVC here", TOKEN(scope));
		return false;
	}
	if ((item->scope != SRL_CON) && (item->scope != SRL_OBJ))
		return true;
	srl_error(errors, scope->place, "a value can't refer to %s: use TS, "
		  "QOS, MISC or RVC here", srl_scope_name(item->scope));
	return false;
}

/* number [unit], or number * attribute */
static bool _quantity(srl_cursor_t *cursor, srl_errors_t *errors,
		      srl_item_t *item)
{
	double number;

	item->kind = SRL_I_NUMBER;
	item->dimension = SRL_ANY;
	if (!srl_number(cursor, errors, &number))
		return false;
	item->factor *= number;
	if (!srl_cursor_take(cursor, SRL_T_TIMES))
		return _read_unit(cursor, errors, item);
	if (srl_cursor_peek(cursor).kind == SRL_T_WORD)
		return _attribute(cursor, errors, item);
	srl_error(errors, srl_cursor_peek(cursor).place, "an attribute should be "
		  "here: a product is a number times an attribute");
	return false;
}

static bool _scaled(srl_cursor_t *cursor, srl_errors_t *errors,
		    srl_item_t *item)
{
	double number;

	if (!_attribute(cursor, errors, item))
		return false;
	if (!srl_cursor_take(cursor, SRL_T_TIMES))
		return true;
	if (!srl_number(cursor, errors, &number))
		return false;
	item->factor *= number;
	return true;
}

static void _no_term(const srl_token_t *t, srl_errors_t *errors)
{
	if (t->kind == SRL_T_END)
		srl_error(errors, t->place, "the value ends where an attribute "
			  "or a number should be");
	else if (t->kind == SRL_T_OPEN_STRING)
		srl_error(errors, t->place, "the quote that begins here is not "
			  "closed in its line");
	else if ((t->kind == SRL_T_OTHER) && strchr("()[]{}", *t->text) &&
		 *t->text)
		srl_error(errors, t->place, "brackets are not understood: write "
			  "the sum without them");
	else
		srl_error(errors, t->place, "%.*s stands where an attribute or "
			  "a number should be", TOKEN(t));
}

static bool _read_term(srl_cursor_t *cursor, srl_errors_t *errors,
		       srl_item_t *item)
{
	srl_token_t t = srl_cursor_peek(cursor);

	item->first = cursor->at;
	if (t.kind == SRL_T_WORD)
		return _scaled(cursor, errors, item);
	if (t.kind == SRL_T_NUMBER)
		return _quantity(cursor, errors, item);
	if (t.kind != SRL_T_STRING) {
		_no_term(&t, errors);
		return false;
	}
	item->kind = SRL_I_STRING;
	cursor->at++;
	return true;
}

/* One signed term; the sign of the first may be left out. */
static bool _signed(srl_cursor_t *cursor, srl_errors_t *errors,
		    srl_item_t *item)
{
	*item = (srl_item_t) { .factor = 1 };
	if (srl_cursor_take(cursor, SRL_T_MINUS))
		item->factor = -1;
	else
		srl_cursor_take(cursor, SRL_T_PLUS);
	return _read_term(cursor, errors, item);
}

static bool _goes_on(srl_cursor_t *cursor)
{
	srl_token_kind_t next = srl_cursor_peek(cursor).kind;

	return (next == SRL_T_PLUS) || (next == SRL_T_MINUS);
}

extern bool srl_expr(srl_cursor_t *cursor, srl_errors_t *errors,
		     srl_expr_t *ret_expr)
{
	srl_cursor_peek(cursor);
	ret_expr->first = cursor->at;
	ret_expr->cnt = 0;
	do {
		if (ret_expr->cnt == SRL_TERMS_MAX) {
			srl_error(errors, srl_cursor_peek(cursor).place, "a sum "
				  "has at most %d terms", SRL_TERMS_MAX);
			return false;
		}
		if (!_signed(cursor, errors, &ret_expr->items[ret_expr->cnt]))
			return false;
		ret_expr->cnt++;
	} while (_goes_on(cursor));
	return true;
}
