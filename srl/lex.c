/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lex.c - a file of SRL as tokens with their places.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "srl/lex.h"

struct lexer {
	const char *at, *end;
	srl_place_t place;
	srl_token_t *tokens;
	size_t cnt, room;
};

static bool _is_digit(char c)
{
	return (c >= '0') && (c <= '9');
}

static bool _is_letter(char c)
{
	return ((c >= 'a') && (c <= 'z')) || ((c >= 'A') && (c <= 'Z')) ||
		(c == '_');
}

static bool _is_word(char c)
{
	return _is_letter(c) || _is_digit(c);
}

static bool _is_blank(char c)
{
	return (c == ' ') || (c == '\t') || (c == '\r');
}

/* The byte at n from here, 0 behind the end. */
static char _peek_byte(const struct lexer *lx, size_t n)
{
	return ((size_t) (lx->end - lx->at) > n) ? lx->at[n] : '\0';
}

static size_t _digits(const struct lexer *lx, size_t n)
{
	while (_is_digit(_peek_byte(lx, n)))
		n++;
	return n;
}

/* A dot and an exponent belong to a number only with digits behind them. */
static size_t _number(const struct lexer *lx)
{
	size_t n = _digits(lx, 0), sign;

	if ((_peek_byte(lx, n) == '.') && _is_digit(_peek_byte(lx, n + 1)))
		n = _digits(lx, n + 1);
	if ((_peek_byte(lx, n) != 'e') && (_peek_byte(lx, n) != 'E'))
		return n;
	sign = (_peek_byte(lx, n + 1) == '+') || (_peek_byte(lx, n + 1) == '-');
	if (_is_digit(_peek_byte(lx, n + 1 + sign)))
		n = _digits(lx, n + 1 + sign);
	return n;
}

static size_t _word_len(const struct lexer *lx)
{
	size_t n = 1;

	while (_is_word(_peek_byte(lx, n)))
		n++;
	return n;
}

static size_t _string(const struct lexer *lx, srl_token_kind_t *ret_kind)
{
	size_t n = 1, left = (size_t) (lx->end - lx->at);

	while ((n < left) && (lx->at[n] != '"') && (lx->at[n] != '\n'))
		n++;
	*ret_kind = ((n < left) && (lx->at[n] == '"')) ?
		SRL_T_STRING : SRL_T_OPEN_STRING;
	return (*ret_kind == SRL_T_STRING) ? n + 1 : n;
}

/* A character of UTF-8 is one token; broken bytes are one each. */
static size_t _character_len(const struct lexer *lx)
{
	unsigned char c = (unsigned char) *lx->at;
	size_t n = 1, want = 1;

	if (c >= 0xc0)
		want = (c >= 0xf0) ? 4 : (c >= 0xe0) ? 3 : 2;
	while ((n < want) && ((_peek_byte(lx, n) & 0xc0) == 0x80))
		n++;
	return n;
}

static srl_token_kind_t _sign_kind(char c)
{
	switch (c) {
	case '=': return SRL_T_ASSIGN;
	case '<': case '>': return SRL_T_COMPARE;
	case '+': return SRL_T_PLUS;
	case '-': return SRL_T_MINUS;
	case '*': return SRL_T_TIMES;
	case '/': return SRL_T_SLASH;
	case '.': return SRL_T_DOT;
	case ',': return SRL_T_COMMA;
	case '\n': return SRL_T_NEWLINE;
	default: return SRL_T_OTHER;
	}
}

static size_t _next_token(const struct lexer *lx, srl_token_kind_t *ret_kind)
{
	char c = *lx->at;
	bool key = lx->cnt && (lx->tokens[lx->cnt - 1].kind == SRL_T_DOT) &&
		(lx->tokens[lx->cnt - 1].text + 1 == lx->at);

	if (_is_letter(c) || (key && _is_digit(c))) {
		*ret_kind = SRL_T_WORD;
		return _word_len(lx);
	}
	if (_is_digit(c)) {
		*ret_kind = SRL_T_NUMBER;
		return _number(lx);
	}
	if (c == '"')
		return _string(lx, ret_kind);
	if (strchr("=<>!", c) && c && (_peek_byte(lx, 1) == '=')) {
		*ret_kind = SRL_T_COMPARE;
		return 2;
	}
	*ret_kind = _sign_kind(c);
	return (*ret_kind == SRL_T_OTHER) ? _character_len(lx) : 1;
}

static int _add_token(struct lexer *lx, srl_token_kind_t kind, size_t len,
		      bool blank_before)
{
	if (lx->cnt == lx->room) {
		size_t room = lx->room ? 2 * lx->room : 256;
		srl_token_t *more = reallocarray(lx->tokens, room,
						 sizeof(*more));

		if (!more)
			return -1;
		lx->tokens = more;
		lx->room = room;
	}
	lx->tokens[lx->cnt++] = (srl_token_t) {
		.kind = kind, .text = lx->at, .len = (uint32_t) len,
		.blank_before = blank_before, .place = lx->place,
	};
	return 0;
}

/* Columns are counted in characters: bytes that go on with one are none. */
static void _skip_bytes(struct lexer *lx, size_t len)
{
	for (const char *to = lx->at + len; lx->at < to; lx->at++) {
		if (*lx->at == '\n') {
			lx->place.line++;
			lx->place.column = 1;
		} else if ((*lx->at & 0xc0) != 0x80) {
			lx->place.column++;
		}
	}
}

static bool _skip_blanks(struct lexer *lx)
{
	size_t n = 0, left = (size_t) (lx->end - lx->at);

	while ((n < left) && _is_blank(lx->at[n]))
		n++;
	if ((n < left) && (lx->at[n] == '#'))
		while ((n < left) && (lx->at[n] != '\n'))
			n++;
	_skip_bytes(lx, n);
	return n || (lx->place.column == 1);
}

extern srl_token_t *srl_lex(const char *text, size_t len, size_t *ret_cnt)
{
	struct lexer lx = { text, text + len, { 1, 1 }, NULL, 0, 0 };
	srl_token_kind_t kind = SRL_T_NEWLINE;

	while (kind != SRL_T_END) {
		bool blank = _skip_blanks(&lx);
		size_t n = 0;

		kind = SRL_T_END;
		if (lx.at < lx.end)
			n = _next_token(&lx, &kind);
		if (_add_token(&lx, kind, n, blank) < 0) {
			free(lx.tokens);
			errno = ENOMEM;
			return NULL;
		}
		_skip_bytes(&lx, n);
	}
	*ret_cnt = lx.cnt;
	return lx.tokens;
}

extern bool srl_token_is(const srl_token_t *token, const char *text)
{
	return (strlen(text) == token->len) &&
		!memcmp(text, token->text, token->len);
}
