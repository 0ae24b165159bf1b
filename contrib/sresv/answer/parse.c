/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/text/plain.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Slurm's times have 32 bits, which end in 2106. */
#define TIME_MAX UINT32_MAX

/* --- values ------------------------------------------------------------------- */

bool parse_number(const char *text, int64_t least, int64_t most, int64_t *ret)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(text, &end, 10);
	if (!isdigit((unsigned char) text[0]) || *end || errno ||
	    (n < least) || (n > most))
		return false;
	*ret = n;
	return true;
}

/* Accept printable ASCII only, as the value is written to terminals. */
static bool _word(char *text, void *ret)
{
	for (const char *s = text; *s; s++)
		if ((*s <= ' ') || (*s > '~'))
			return false;
	*(char **) ret = text;
	return text[0] != '\0';
}

static int _hex(char c)
{
	return isdigit((unsigned char) c) ? c - '0' :
	       ((c >= 'a') && (c <= 'f')) ? c - 'a' + 10 : -1;
}

bool parse_name(char *text)
{
	char *to = text, *word;
	bool prints = true;
	uint32_t c;
	int byte;

	if (!_word(text, &word))
		return false;
	for (const char *at = text; *at; at++) {
		if (*at != '\\') {
			*to++ = *at;
			continue;
		}
		if ((at[1] != 'x') || (_hex(at[2]) < 0) ||
		    (_hex(at[3]) < 0) ||
		    !(byte = _hex(at[2]) * 16 + _hex(at[3])))
			return false;
		*to++ = (char) byte;
		at += 3;
	}
	*to = '\0';
	for (size_t len; prints && *text; text += len)
		if (!(len = plain_char((const unsigned char *) text,
				       strlen(text), &prints, &c)))
			return false;
	return prints;
}

static bool _name(char *text, void *ret)
{
	*(char **) ret = text;
	return parse_name(text);
}

static bool _time(char *text, void *ret)
{
	int64_t n;

	if (!parse_number(text, 0, TIME_MAX, &n))
		return false;
	*(time_t *) ret = (time_t) n;
	return true;
}

static bool _nodes(char *text, void *ret)
{
	int64_t n;

	if (!parse_number(text, 1, UINT32_MAX, &n))
		return false;
	*(uint32_t *) ret = (uint32_t) n;
	return true;
}

static bool _length(char *text, void *ret)
{
	return parse_number(text, 0, TIME_MAX, ret);
}

static bool _number(char *text, void *ret)
{
	int64_t n;

	if (!parse_number(text, 0, UINT32_MAX, &n))
		return false;
	*(uint32_t *) ret = (uint32_t) n;
	return true;
}

/* IN ret - the whole offer */
static bool _cost(char *text, void *ret)
{
	offer_t *o = ret;
	char *end;

	if (!isdigit((unsigned char) text[0]) ||
	    text[strspn(text, "0123456789.")] || (strlen(text) > 100))
		return false;
	o->cost = strtod(text, &end);
	o->has_cost = true;
	return !*end;
}

static bool _held(char *text, void *ret)
{
	int64_t n;

	if (!parse_number(text, 0, 1, &n))
		return false;
	*(bool *) ret = (n == 1);
	return true;
}

/* IN ret - the whole offer */
static bool _uid(char *text, void *ret)
{
	offer_t *o = ret;

	return o->has_uid = _number(text, &o->uid);
}

/* --- lines -------------------------------------------------------------------- */

/* A key of a line, and where in a record its value goes. */
typedef struct {
	const char *key;
	bool (*read)(char *value, void *ret);
	size_t at;
	bool needed;
} line_key_t;

#define OFFER(field) offsetof(offer_t, field)

static const line_key_t offer_keys[] = {
	{ "name", _name, OFFER(name), true },
	{ "start", _time, OFFER(start), true },
	{ "end", _time, OFFER(end), true },
	{ "nodes", _nodes, OFFER(nodes), true },
	{ "kind", _word, OFFER(kind), true },
	{ "expires", _time, OFFER(until), true },
	{ "cost", _cost, 0, false },
	{ "unit", _name, OFFER(unit), false },
	{ "held", _held, OFFER(held), false },
	{ "uid", _uid, 0, false },
};

#define STANDER(field) offsetof(stander_t, field)

static const line_key_t stander_keys[] = {
	{ "name", _name, STANDER(name), true },
	{ "uid", _number, STANDER(uid), true },
	{ "place", _number, STANDER(place), true },
	{ "of", _number, STANDER(of), true },
	{ "since", _time, STANDER(since), true },
	{ "until", _time, STANDER(until), true },
	{ "mode", _word, STANDER(mode), true },
	{ "why", _name, STANDER(why), false },
	{ "nodes", _number, STANDER(nodes), true },
	{ "start", _time, STANDER(start), true },
	{ "duration", _length, STANDER(duration), true },
	{ "asked", _number, STANDER(asked), false },
	{ "agreed", _number, STANDER(agreed), false },
};

static const line_key_t native_keys[] = {
	{ "name", _name, offsetof(native_t, name), true },
	{ "by", _name, offsetof(native_t, by), false },
};

/* IN/OUT seen - bits of the keys so far: a repeated key is an error */
static bool _read_word(char *word, const line_key_t *keys, size_t cnt,
		       unsigned int *seen, void *ret)
{
	char *value = strchr(word, '=');

	if (!value)
		return false;
	*value++ = '\0';
	for (size_t i = 0; i < cnt; i++) {
		if (strcmp(keys[i].key, word))
			continue;
		if (*seen & (1u << i))
			return false;
		*seen |= 1u << i;
		return keys[i].read(value, (char *) ret + keys[i].at);
	}
	return true;
}

/* IN/OUT words - all but the first word; ret refers to them */
static bool _read_words(char *words, const line_key_t *keys, size_t cnt, void *ret)
{
	unsigned int seen = 0;
	char *save = NULL, *word;

	for (word = strtok_r(words, " ", &save); word;
	     word = strtok_r(NULL, " ", &save))
		if (!_read_word(word, keys, cnt, &seen, ret))
			return false;
	for (size_t i = 0; i < cnt; i++)
		if (keys[i].needed && !(seen & (1u << i)))
			return false;
	return true;
}

static parse_t _read_offer(char *words, offers_t *offers)
{
	offer_t o = { .name = NULL };

	if (!_read_words(words, offer_keys, COUNT(offer_keys), &o) ||
	    (o.start >= o.end))
		return PARSE_BAD;
	o.words = (char *) offer_words(o.kind);
	return offers_add(offers, &o) ? PARSE_WHOLE : PARSE_MEMORY;
}

static parse_t _read_stander(char *words, offers_t *offers)
{
	stander_t s = { .name = NULL };

	if (!_read_words(words, stander_keys, COUNT(stander_keys), &s))
		return PARSE_BAD;
	return offers_add_stander(offers, &s) ? PARSE_WHOLE : PARSE_MEMORY;
}

static parse_t _read_native(char *words, offers_t *offers)
{
	native_t n = { .name = NULL };

	if (!_read_words(words, native_keys, COUNT(native_keys), &n))
		return PARSE_BAD;
	return offers_add_native(offers, &n) ? PARSE_WHOLE : PARSE_MEMORY;
}

/* Read whether the user is an operator. */
static parse_t _read_user(char *words, offers_t *ret)
{
	static const char operator[] = "operator=", nodes[] = "nodes=";
	char *save = NULL, *word;
	int64_t n;

	for (word = strtok_r(words, " ", &save); word;
	     word = strtok_r(NULL, " ", &save)) {
		if (!strncmp(word, operator, strlen(operator))) {
			if (!parse_number(word + strlen(operator), 0, 1, &n))
				return PARSE_BAD;
			ret->asker = n ? ASKER_OPERATOR : ASKER_USER;
		} else if (!strncmp(word, nodes, strlen(nodes))) {
			if (!parse_number(word + strlen(nodes), 0, UINT32_MAX,
					  &n))
				return PARSE_BAD;
			ret->nodes = (uint32_t) n;
		}
	}
	return PARSE_WHOLE;
}

static parse_t _read_end(char *words, offers_t *ret)
{
	(void) words;
	(void) ret;
	return PARSE_WHOLE;
}

/* The kinds of lines. IN/OUT words - all but the first word */
static const struct {
	const char *word;
	parse_t (*read)(char *words, offers_t *ret);
} kinds[] = {
	{ ANSWER_OFFER, _read_offer },
	{ ANSWER_STANDING, _read_stander },
	{ ANSWER_NATIVE, _read_native },
	{ ANSWER_USER, _read_user },
	{ ANSWER_END, _read_end },
};

/*
 * Recognize "garq-offer=1 ...", but not "garq-offer: 1 of 4 nodes ...", which
 * is about a reservation of this name. RET the "=", NULL: a line for people
 */
static char *_is_for_programs(const char *line)
{
	const char *at = line + strlen(ANSWER_PREFIX);

	if (strncmp(line, ANSWER_PREFIX, strlen(ANSWER_PREFIX)))
		return NULL;
	while (islower((unsigned char) *at))
		at++;
	return (*at == '=') ? (char *) at : NULL;
}

static bool _has_control(const char *line)
{
	for (; *line; line++)
		if (((unsigned char) *line < ' ') || (*line == 0x7f))
			return true;
	return false;
}

/* IN version - the word behind "=" */
static parse_t _check_version(const char *version)
{
	int64_t n;

	if (parse_number(version, 1, ANSWER_VERSION, &n))
		return PARSE_WHOLE;
	/* digits of any length are a newer version; 0 is no version */
	return (version[0] && !version[strspn(version, "0123456789")] &&
		version[strspn(version, "0")]) ? PARSE_NEWER : PARSE_BAD;
}

/* IN equals - the first "=" of the line. OUT ret_end - set by the last line */
static parse_t _read_line(char *line, char *equals, bool *ret_end,
			  offers_t *offers)
{
	char *words = equals + strcspn(equals, " ");
	size_t kind = 0;
	parse_t rc;

	*equals = '\0';
	while ((kind < COUNT(kinds)) && strcmp(line, kinds[kind].word))
		kind++;
	if (kind == COUNT(kinds))
		return PARSE_WHOLE;
	if (_has_control(equals + 1))
		return PARSE_BAD;
	if (*words)
		*words++ = '\0';
	if ((rc = _check_version(equals + 1)) != PARSE_WHOLE)
		return rc;
	*ret_end = *ret_end || (kinds[kind].read == _read_end);
	return kinds[kind].read(words, offers);
}

/* The first error decides the result; the lines for people are always kept. */
static parse_t _read_lines(char *text, char *why, offers_t *offers)
{
	parse_t rc = PARSE_WHOLE;
	bool ended = false;

	while (*text) {
		size_t len = strcspn(text, "\n");
		bool more = (text[len] == '\n');
		char *equals;

		text[len] = '\0';
		if ((equals = _is_for_programs(text))) {
			if (rc == PARSE_WHOLE)
				rc = _read_line(text, equals, &ended, offers);
		} else {
			memcpy(why, text, len);
			why += len;
			if (more)
				*why++ = '\n';
		}
		text += len + more;
	}
	*why = '\0';
	return ((rc == PARSE_WHOLE) && !ended) ? PARSE_NONE : rc;
}

parse_t parse_answer(const char *text, char **ret_why, offers_t *ret)
{
	offers_t offers = { .cnt = 0 };
	char *copy = strdup(text), *why = strdup(text);
	parse_t rc = PARSE_MEMORY;

	if (copy && why)
		rc = _read_lines(copy, why, &offers);
	free(copy);
	if (rc != PARSE_WHOLE)
		offers_free(&offers);
	if (rc == PARSE_MEMORY)
		free(why);
	else
		*ret_why = why;
	*ret = offers;
	return rc;
}
