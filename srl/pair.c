/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pair.c - a file of SRL as (attribute, value) pairs.
 */
#include <string.h>

#include "srl/error.h"
#include "srl/pair.h"

static const char *const scope_names[] = {
	[SRL_TS] = "TS", [SRL_QOS] = "QOS", [SRL_MISC] = "MISC",
	[SRL_CON] = "CON", [SRL_OBJ] = "OBJ", [SRL_RVC] = "RVC",
};

extern bool srl_scope(const srl_token_t *name, srl_scope_t *ret_scope)
{
	for (int s = SRL_TS; s <= SRL_RVC; s++) {
		if (!srl_token_is(name, scope_names[s]))
			continue;
		*ret_scope = (srl_scope_t) s;
		return true;
	}
	return false;
}

extern const char *srl_scope_name(srl_scope_t scope)
{
	return scope_names[scope];
}

/* Words and dots without blanks between, from t on; kinds ends with 0. */
static size_t _matching(const srl_token_t *t)
{
	static const srl_token_kind_t kinds[] = {
		SRL_T_WORD, SRL_T_DOT, SRL_T_WORD, SRL_T_DOT, SRL_T_WORD,
	};
	size_t n = 0;

	while ((n < 5) && (t[n].kind == kinds[n]) &&
	       (!n || !t[n].blank_before))
		n++;
	return n;
}

static bool _is_head(const srl_token_t *t)
{
	return (_matching(t) == 5) && (t[5].kind == SRL_T_ASSIGN);
}

static bool _is_operator(srl_token_kind_t kind)
{
	switch (kind) {
	case SRL_T_COMPARE: case SRL_T_PLUS: case SRL_T_MINUS:
	case SRL_T_TIMES: case SRL_T_SLASH: case SRL_T_COMMA:
		return true;
	default:
		return false;
	}
}

static bool _continues(const srl_token_t *t)
{
	if ((t->kind == SRL_T_NEWLINE) || _is_operator(t->kind))
		return true;
	return (t->kind != SRL_T_END) && (t->place.column > 1) && !_is_head(t);
}

/* RET the token behind the last of a pair that has t */
static const srl_token_t *_end_of(const srl_token_t *t)
{
	const srl_token_t *end = t;

	for (; t->kind != SRL_T_END; t++) {
		if ((t->kind == SRL_T_NEWLINE) && !_continues(t + 1))
			break;
		if (t->kind != SRL_T_NEWLINE)
			end = t + 1;
	}
	return end;
}

#define SHOWN 24	/* characters of a token in a message */
#define TOKEN(t) (int) (((t)->len > SHOWN) ? SHOWN : (t)->len), (t)->text

static void _wrong_head(const srl_token_t *t, srl_errors_t *errors)
{
	static const char *const wanted[] = {
		"an id that begins with a letter", "a dot and a scope",
		"a scope: TS, QOS, MISC, CON or OBJ", "a dot and a key", "a key",
	};
	size_t n = _matching(t);
	const srl_token_t *bad = t + n;

	if ((n == 5) && (bad->kind == SRL_T_COMPARE))
		srl_error(errors, bad->place, "a pair has one = between attribute "
			  "and value, not %.*s", TOKEN(bad));
	else if (n == 5)
		srl_error(errors, bad->place, "= and a value should be here, "
			  "behind the attribute");
	else if ((bad->kind == SRL_T_NEWLINE) || (bad->kind == SRL_T_END))
		srl_error(errors, bad->place, "the line ends where %s should "
			  "be: write id.scope.key = value", wanted[n]);
	else
		srl_error(errors, bad->place, "%.*s stands where %s should be: "
			  "write id.scope.key = value", TOKEN(bad), wanted[n]);
}

static bool _check_length(const srl_token_t *t, srl_errors_t *errors)
{
	if (t->len <= SRL_WORD_MAX)
		return true;
	srl_error(errors, t->place, "%.*s... is too long: at most %d "
		  "characters", TOKEN(t), SRL_WORD_MAX);
	return false;
}

static bool _check_head(const srl_token_t *t, srl_scope_t *ret_scope,
			srl_errors_t *errors)
{
	if (!_is_head(t)) {
		_wrong_head(t, errors);
		return false;
	}
	if (!srl_scope(&t[2], ret_scope)) {
		srl_error(errors, t[2].place, "%.*s is no scope: use TS, QOS, "
			  "MISC, CON or OBJ", TOKEN(&t[2]));
		return false;
	}
	if (*ret_scope == SRL_RVC) {
		srl_error(errors, t[2].place, "RVC is known after probing: it "
			  "can be used in values of CON and OBJ, not be set");
		return false;
	}
	return _check_length(&t[0], errors) && _check_length(&t[4], errors);
}

static bool _read_pair(srl_memory_t *memory, const srl_token_t *t,
		       const srl_token_t *end, srl_errors_t *errors,
		       srl_pair_t *ret_pair)
{
	srl_pair_t p = { .state = SRL_P_NEW, .end = end, .value = t + 6 };

	if (!_check_head(t, &p.scope, errors))
		return false;
	p.place = t[0].place;
	p.key_place = t[4].place;
	while ((p.value < end) && (p.value->kind == SRL_T_NEWLINE))
		p.value++;
	if (p.value >= end) {
		srl_error(errors, t[6].place, "the value of %.*s.%.*s.%.*s is "
			  "missing", TOKEN(&t[0]), TOKEN(&t[2]), TOKEN(&t[4]));
		return false;
	}
	p.id = srl_memory_text(memory, t[0].text, t[0].len);
	p.key = srl_memory_text(memory, t[4].text, t[4].len);
	*ret_pair = p;
	return p.id && p.key;
}

static bool _is_new(srl_pair_t *pairs, size_t cnt, const srl_pair_t *p,
		    srl_errors_t *errors)
{
	const srl_pair_t *old = srl_pair_find(pairs, cnt, p->id, p->scope,
					      p->key);

	if (!old)
		return true;
	srl_error(errors, p->place, "%s.%s.%s is there already, in line %u: "
		  "use another key, or take one away", p->id,
		  scope_names[p->scope], p->key, old->place.line);
	return false;
}

static size_t _count_lines(const srl_token_t *t)
{
	size_t cnt = 0;

	for (; t->kind != SRL_T_END; t++)
		cnt += (t->kind == SRL_T_NEWLINE);
	return cnt + 1;
}

extern srl_pair_t *srl_pairs(srl_memory_t *memory, const srl_token_t *tokens,
			     srl_errors_t *errors, size_t *ret_cnt)
{
	size_t room = _count_lines(tokens), cnt = 0;
	srl_pair_t *pairs;
	const srl_token_t *end;

	if (room > SRL_PAIRS_MAX)
		room = SRL_PAIRS_MAX;
	pairs = srl_memory_get(memory, room, sizeof(*pairs));
	for (const srl_token_t *t = tokens; pairs && (t->kind != SRL_T_END);
	     t = end) {
		end = t + 1;
		if (t->kind == SRL_T_NEWLINE)
			continue;
		if (cnt == room) {
			srl_error(errors, t->place, "a request has at most %d "
				  "pairs", SRL_PAIRS_MAX);
			break;
		}
		end = _end_of(t);
		if (_read_pair(memory, t, end, errors, &pairs[cnt]) &&
		    _is_new(pairs, cnt, &pairs[cnt], errors))
			cnt++;
	}
	*ret_cnt = cnt;
	return srl_memory_failed(memory) ? NULL : pairs;
}

extern srl_pair_t *srl_pair_find(srl_pair_t *pairs, size_t cnt, const char *id,
				 srl_scope_t scope, const char *key)
{
	for (size_t i = 0; i < cnt; i++)
		if ((pairs[i].scope == scope) && !strcmp(pairs[i].id, id) &&
		    !strcmp(pairs[i].key, key))
			return &pairs[i];
	return NULL;
}

static bool _is_text(const srl_token_t *t, srl_errors_t *errors)
{
	if (t->kind == SRL_T_OPEN_STRING) {
		srl_error(errors, t->place, "the quote that begins here is not "
			  "closed in its line");
		return false;
	}
	if ((t->kind == SRL_T_OTHER) && ((unsigned char) *t->text < ' ')) {
		srl_error(errors, t->place, "a control character can't be in a "
			  "text");
		return false;
	}
	if (t->kind == SRL_T_NEWLINE) {
		srl_error(errors, t[1].place, "the text of the line before goes "
			  "on here: begin a pair in the first column, as "
			  "id.scope.key = value");
		return false;
	}
	return true;
}

extern const char *srl_pair_text(srl_memory_t *memory, const srl_pair_t *pair,
				 srl_errors_t *errors)
{
	const srl_token_t *first = pair->value, *last = pair->end - 1;

	for (const srl_token_t *t = first; t <= last; t++)
		if (!_is_text(t, errors))
			return NULL;
	if ((first == last) && (first->kind == SRL_T_STRING))
		return srl_memory_text(memory, first->text + 1, first->len - 2);
	return srl_memory_text(memory, first->text, (size_t)
			       (last->text + last->len - first->text));
}

extern const char *srl_pair_source(srl_memory_t *memory, const srl_pair_t *pair)
{
	size_t len = 0, room = 0;
	char *text;

	for (const srl_token_t *t = pair->value; t < pair->end; t++)
		room += t->len + 1;
	text = srl_memory_get(memory, room + 1, 1);
	for (const srl_token_t *t = pair->value; text && (t < pair->end); t++) {
		if (t->kind == SRL_T_NEWLINE)
			continue;
		if (len && t->blank_before)
			text[len++] = ' ';
		memcpy(text + len, t->text, t->len);
		len += t->len;
	}
	return text;
}
