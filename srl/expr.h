/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expr.h - the syntax of linear expressions.
 */
#pragma once

#include "srl/lex.h"
#include "srl/unit.h"

typedef enum {
	SRL_I_NUMBER,
	SRL_I_ATTRIBUTE,
	SRL_I_STRING,
} srl_item_kind_t;

typedef struct {
	srl_item_kind_t kind;
	double factor;		/* with the sign; a number's is its value */
	srl_dimension_t dimension;	/* of a number: SRL_ANY without a unit */
	srl_scope_t scope;	/* of an attribute, with the tokens id and key */
	const srl_token_t *id;
	const srl_token_t *key;
	const srl_token_t *first;	/* where the item begins */
} srl_item_t;

typedef struct {
	srl_item_t items[SRL_TERMS_MAX];
	size_t cnt;		/* >= 1 */
	const srl_token_t *first;
} srl_expr_t;

/* What is left of a value: tokens from at to before end. */
typedef struct {
	const srl_token_t *at, *end;
} srl_cursor_t;

/* The next token; the end has the kind SRL_T_END here, and its place. */
extern srl_token_t srl_cursor_peek(srl_cursor_t *cursor);

/* Go on, if the next token is of this kind. */
extern bool srl_cursor_take(srl_cursor_t *cursor, srl_token_kind_t kind);

/*
 * Read an expression as far as it goes.
 *
 * RET false if it is wrong: errors say why
 */
extern bool srl_expr(srl_cursor_t *cursor, srl_errors_t *errors,
		     srl_expr_t *ret_expr);

/* Read a number without a sign. RET as srl_expr() */
extern bool srl_number(srl_cursor_t *cursor, srl_errors_t *errors,
		       double *ret_number);
