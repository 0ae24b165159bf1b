/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offer.c - see offer.h */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/offer.h"
#include "contrib/sresv/when.h"
#include "osp/kinds.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* How the comment of an offer begins, and how it ends. */
#define COMMENT "offer until "
#define COST ", cost "
#define HELD ", held"

#define FIRST "first"

static const struct {
	const char *kind;
	const char *words;	/* the controller's words in comments */
} kinds[] = {
#define KIND_ROW(constant, token, words) { token, words },
	OSP_KIND_TABLE(KIND_ROW)
#undef KIND_ROW
};

const char offer_kinds_known[] = FIRST
#define KIND_TOKEN(constant, token, words) ", " token
	OSP_KIND_TABLE(KIND_TOKEN)
#undef KIND_TOKEN
	;

static void _free(offer_t *o)
{
	free(o->name);
	free(o->kind);
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
	copy.kind = strdup(o->kind);
	copy.words = strdup(o->words);
	if (!copy.name || !copy.kind || !copy.words) {
		_free(&copy);
		return false;
	}
	more[offers->cnt++] = copy;
	return true;
}

/* --- kinds ----------------------------------------------------------------- */

const char *offer_words(const char *kind)
{
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (!strcmp(kinds[i].kind, kind))
			return kinds[i].words;
	return kind;
}

/* The kind of these words; "" if they are unknown. */
static const char *_kind_of(const char *words)
{
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (!strcmp(kinds[i].words, words))
			return kinds[i].kind;
	return "";
}

/* --- the comment of a record ---------------------------------------------- */

/* Cut the note that an offer is held off its words. RET true if it was there */
static bool _cut_held(char *words)
{
	size_t len = strlen(words), cut = strlen(HELD);

	if ((len <= cut) || strcmp(words + len - cut, HELD))
		return false;
	words[len - cut] = '\0';
	return true;
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
	ret->kind = ret->words ? strdup(_kind_of(ret->words)) : NULL;
	if (ret->kind)
		return true;
	free(ret->words);
	return false;
}

/* --- choosing ------------------------------------------------------------- */

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

static bool _is_enough(const offer_t *o, const offer_least_t *least)
{
	return (o->nodes >= least->nodes) &&
	       (o->end - o->start >= least->seconds);
}

const offer_t *offers_choose(const offers_t *offers, const char *text,
			     const offer_least_t *least)
{
	for (;;) {
		size_t len = strcspn(text, ",");
		bool any = _is(text, len, FIRST);

		for (size_t i = 0; i < offers->cnt; i++) {
			const offer_t *o = &offers->list[i];

			if ((any || _is(text, len, o->kind)) &&
			    _is_enough(o, least))
				return o;
		}
		if (!text[len])
			return NULL;
		text += len + 1;
	}
}

/* Name the limit that excludes all offers of these kinds. */
static void _write_lack(FILE *f, const offers_t *offers, const char *text,
			const offer_least_t *least)
{
	offer_least_t nodes = { .nodes = least->nodes };
	offer_least_t time = { .seconds = least->seconds };
	bool few = !offers_choose(offers, text, &nodes);
	bool brief = !few && !offers_choose(offers, text, &time);
	char length[WHEN_TEXT];

	when_length_text(least->seconds, length);
	if (few)
		fprintf(f, " with at least %lld node%s: --min-nodes allows fewer",
			(long long) least->nodes,
			(least->nodes == 1) ? "" : "s");
	else if (brief)
		fprintf(f, " at least %s long: --min-time allows shorter ones",
			length);
	else
		fprintf(f, " with at least %lld nodes and %s long: --min-nodes and --min-time allow less",
			(long long) least->nodes, length);
}

char *offers_why_none(const offers_t *offers, const char *text,
		      const offer_least_t *least)
{
	static const offer_least_t any = { .nodes = 0 };
	char *line = NULL;
	size_t size;
	FILE *f = offers->cnt ? open_memstream(&line, &size) : NULL;

	if (!f)
		return NULL;
	fprintf(f, "%zu offer%s, none", offers->cnt,
		(offers->cnt == 1) ? "" : "s");
	if (strcmp(text, FIRST))
		fputs(" of a kind that --accept names", f);
	if (offers_choose(offers, text, &any))
		_write_lack(f, offers, text, least);
	if (!fclose(f))
		return line;
	free(line);
	return NULL;
}
