/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lex.h - a file of SRL as tokens with their places.
 *
 * Nothing is an error here: what belongs to no other kind is SRL_T_OTHER, since
 * texts without quotes may have it.
 */
#pragma once

#include "srl/srl.h"

typedef enum {
	SRL_T_END,		/* of the file: the last token, always there */
	SRL_T_NEWLINE,
	SRL_T_WORD,		/* letter or _, then letters, digits, _; behind
				 * a dot it may begin with a digit */
	SRL_T_NUMBER,		/* 12, 1.5, 1e3: no sign */
	SRL_T_STRING,		/* "...", in one line, with its quotes */
	SRL_T_OPEN_STRING,	/* a string without its second quote */
	SRL_T_COMPARE,		/* < <= == != >= > */
	SRL_T_ASSIGN,		/* = */
	SRL_T_PLUS,
	SRL_T_MINUS,
	SRL_T_TIMES,
	SRL_T_SLASH,
	SRL_T_DOT,
	SRL_T_COMMA,
	SRL_T_OTHER,		/* one character */
} srl_token_kind_t;

typedef struct {
	srl_token_kind_t kind;
	const char *text;	/* into the file */
	uint32_t len;		/* bytes */
	bool blank_before;	/* a blank, or the line begins */
	srl_place_t place;
} srl_token_t;

/*
 * The tokens of a text, without blanks and comments.
 *
 * RET an array, to be freed with free(), whose last token is SRL_T_END; NULL
 * with errno ENOMEM. The tokens point into text
 */
extern srl_token_t *srl_lex(const char *text, size_t len, size_t *ret_cnt);

/* Return true if a token is this text. */
extern bool srl_token_is(const srl_token_t *token, const char *text);
