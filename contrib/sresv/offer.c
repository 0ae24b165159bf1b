/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offer.c - see offer.h */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/offer.h"
#include "contrib/sresv/when.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Where the offers begin in a text, and in a comment. */
#define TABLE "offers, until "
#define COMMENT "offer until "
#define COST ", cost "
#define HELD ", held"

#define FIRST "first"

static const struct {
	const char *words;	/* the controller's */
	const char *kind;
} kinds[] = {
	{ "all that is asked for", "exact" },
	{ "in the window, less", "inside" },
	{ "later", "later" },
	{ "earlier", "earlier" },
	{ "fewer nodes", "fewer" },
	{ "shorter", "shorter" },
	{ "most node-hours then", "largest" },
};

static void _free(offer_t *o)
{
	free(o->name);
	free(o->words);
}

void offers_free(offers_t *offers)
{
	for (size_t i = 0; i < offers->cnt; i++)
		_free(&offers->list[i]);
	free(offers->list);
	*offers = (offers_t) { .cnt = 0 };
}

bool offers_add(offers_t *offers, const offer_t *o)
{
	offer_t *more = realloc(offers->list,
				(offers->cnt + 1) * sizeof(*more));
	offer_t copy = *o;

	if (!more)
		return false;
	offers->list = more;
	copy.name = strdup(o->name);
	copy.words = strdup(o->words);
	if (!copy.name || !copy.words) {
		_free(&copy);
		return false;
	}
	more[offers->cnt++] = copy;
	return true;
}

/* Cut what says that it is held off its words. RET was it there? */
static bool _cut_held(char *words)
{
	size_t len = strlen(words), cut = strlen(HELD);

	if ((len <= cut) || strcmp(words + len - cut, HELD))
		return false;
	words[len - cut] = '\0';
	return true;
}

/* --- the text of a refusal ------------------------------------------------ */

/* The next word of a line, at most size - 1 bytes. RET false if there is none */
static bool _next(const char **at, char *to, size_t size)
{
	size_t len;

	*at += strspn(*at, " ");
	len = strcspn(*at, " ");
	if (!len || (len >= size))
		return false;
	memcpy(to, *at, len);
	to[len] = '\0';
	*at += len;
	return true;
}

static bool _next_time(const char **at, time_t *ret)
{
	char word[WHEN_TEXT];

	/* Only whole ones: they don't depend on now. */
	return _next(at, word, sizeof(word)) && (strlen(word) >= 19) &&
	       when_time(word, 0, ret);
}

static bool _next_number(const char **at, double *ret)
{
	char word[32], *end;

	if (!_next(at, word, sizeof(word)) || !isdigit((unsigned char) word[0]))
		return false;
	*ret = strtod(word, &end);
	return !*end;
}

/*
 * NAME  START  END  NODES[  COST]  WORDS[, held]
 * IN/OUT line - is written into; name and words of ret point into it
 */
static bool _read_line(char *line, offer_t *ret)
{
	const char *at = line + strspn(line, " "), *rest;
	size_t len = strcspn(at, " ");
	double nodes;

	ret->name = (char *) at;
	at += len;
	if (!len || !_next_time(&at, &ret->start) ||
	    !_next_time(&at, &ret->end) || !_next_number(&at, &nodes) ||
	    (nodes < 1) || (nodes > UINT32_MAX))
		return false;
	ret->nodes = (uint32_t) nodes;
	rest = at;
	ret->has_cost = _next_number(&rest, &ret->cost);
	if (ret->has_cost)
		at = rest;
	ret->words = (char *) at + strspn(at, " ");
	ret->name[len] = '\0';
	ret->held = _cut_held(ret->words);
	return *ret->words != '\0';
}

static time_t _until(const char *at, const char *end)
{
	char word[WHEN_TEXT];
	time_t t = 0;
	size_t len = (size_t) (end - at);

	if ((end < at) || (len >= sizeof(word)))
		return 0;
	memcpy(word, at, len);
	word[len] = '\0';
	return when_time(word, 0, &t) ? t : 0;
}

/* A line that is no offer, as that of the heads, is passed. */
static bool _read_lines(char *text, offers_t *ret)
{
	const char *at = text + strlen(TABLE);
	time_t until = _until(at, at + strcspn(at, "; \n"));
	char *line, *save = NULL;

	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		offer_t o = { .until = until };

		if (_read_line(line, &o) && !offers_add(ret, &o))
			return false;
	}
	return true;
}

bool offers_read(const char *text, char **ret_why, offers_t *ret)
{
	const char *table = text;
	offers_t offers = { .cnt = 0 };
	char *why, *lines;
	bool ok;

	while (table && strncmp(table, TABLE, strlen(TABLE)))
		table = (table = strchr(table, '\n')) ? table + 1 : NULL;
	why = strndup(text, table ? (size_t) (table - text) : strlen(text));
	lines = strdup(table ? table : "");
	ok = why && lines && (!table || _read_lines(lines, &offers));
	free(lines);
	if (!ok) {
		offers_free(&offers);
		free(why);
		return false;
	}
	*ret_why = why;
	*ret = offers;
	return true;
}

/* --- the comment of a record ---------------------------------------------- */

bool offer_is_comment(const char *comment)
{
	return comment && !strncmp(comment, COMMENT, strlen(COMMENT));
}

bool offer_read_comment(const char *comment, offer_t *ret)
{
	const char *at, *cost, *more;
	char *end;

	if (!offer_is_comment(comment))
		return false;
	at = strstr(comment, ": ");
	if (!at)
		return false;
	at += 2;
	cost = NULL;
	for (more = at; (more = strstr(more, COST)); more += strlen(COST))
		cost = more;
	ret->has_cost = false;
	if (cost) {
		ret->cost = strtod(cost + strlen(COST), &end);
		ret->has_cost = !*end && (end > cost + strlen(COST));
	}
	ret->words = ret->has_cost ? strndup(at, (size_t) (cost - at)) :
				     strdup(at);
	ret->until = _until(comment + strlen(COMMENT), at - 2);
	ret->held = ret->words && _cut_held(ret->words);
	return ret->words != NULL;
}

/* --- kinds ----------------------------------------------------------------- */

const char *offer_kind(const offer_t *o)
{
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (!strcmp(kinds[i].words, o->words))
			return kinds[i].kind;
	return "";
}

static bool _is(const char *word, size_t len, const char *kind)
{
	return (strlen(kind) == len) && !strncmp(word, kind, len);
}

bool offer_kinds_ok(const char *text)
{
	for (;;) {
		size_t len = strcspn(text, ",");
		bool ok = _is(text, len, FIRST);

		for (size_t i = 0; !ok && (i < COUNT(kinds)); i++)
			ok = _is(text, len, kinds[i].kind);
		if (!ok)
			return false;
		if (!text[len])
			return true;
		text += len + 1;
	}
}

const offer_t *offers_choose(const offers_t *offers, const char *text)
{
	for (;;) {
		size_t len = strcspn(text, ",");
		bool any = _is(text, len, FIRST);

		for (size_t i = 0; i < offers->cnt; i++)
			if (any || _is(text, len, offer_kind(&offers->list[i])))
				return &offers->list[i];
		if (!text[len])
			return NULL;
		text += len + 1;
	}
}
