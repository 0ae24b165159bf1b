/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/offer.h"
#include "contrib/sresv/text/when.h"
#include "osp/kinds.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define FIRST "first"

static const struct {
	const char *kind;
	const char *words;
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
	free(o->unit);
}

static void _free_stander(stander_t *s)
{
	free(s->name);
	free(s->mode);
	free(s->why);
}

void offers_drop_standers(offers_t *offers)
{
	for (size_t i = 0; i < offers->stander_cnt; i++)
		_free_stander(&offers->standers[i]);
	free(offers->standers);
	offers->standers = NULL;
	offers->stander_cnt = 0;
}

static void _free_native(native_t *n)
{
	free(n->name);
	free(n->by);
}

bool offers_add_native(offers_t *offers, const native_t *n)
{
	native_t *more = realloc(offers->natives, (offers->native_cnt + 1) *
							    sizeof(*more));
	native_t copy = { strdup(n->name), n->by ? strdup(n->by) : NULL };

	if (more)
		offers->natives = more;
	if (!more || !copy.name || (n->by && !copy.by)) {
		_free_native(&copy);
		return false;
	}
	more[offers->native_cnt++] = copy;
	return true;
}

const native_t *offers_native(const offers_t *offers, const char *name)
{
	for (size_t i = 0; i < offers->native_cnt; i++)
		if (!strcmp(offers->natives[i].name, name))
			return &offers->natives[i];
	return NULL;
}

void offers_free(offers_t *offers)
{
	for (size_t i = 0; i < offers->native_cnt; i++)
		_free_native(&offers->natives[i]);
	free(offers->natives);
	for (size_t i = 0; i < offers->cnt; i++)
		_free(&offers->list[i]);
	free(offers->list);
	offers_drop_standers(offers);
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
	copy.unit = o->unit ? strdup(o->unit) : NULL;
	if (!copy.name || !copy.kind || !copy.words ||
	    (o->unit && !copy.unit)) {
		_free(&copy);
		return false;
	}
	more[offers->cnt++] = copy;
	return true;
}

bool offers_add_stander(offers_t *offers, const stander_t *s)
{
	stander_t *more = realloc(offers->standers, (offers->stander_cnt + 1) *
							    sizeof(*more));
	stander_t copy = *s;

	if (!more)
		return false;
	offers->standers = more;
	copy.name = strdup(s->name);
	copy.mode = strdup(s->mode);
	copy.why = s->why ? strdup(s->why) : NULL;
	if (!copy.name || !copy.mode || (s->why && !copy.why)) {
		_free_stander(&copy);
		return false;
	}
	more[offers->stander_cnt++] = copy;
	return true;
}

const stander_t *offers_stander(const offers_t *offers, const char *name)
{
	for (size_t i = 0; i < offers->stander_cnt; i++)
		if (!strcmp(offers->standers[i].name, name))
			return &offers->standers[i];
	return NULL;
}

/* Is it this offer, or an offer of the request of this name? */
static bool _is_of(const char *offer, const char *name)
{
	size_t len = strlen(name);
	const char *dot = strrchr(offer, '.');

	return !strcmp(offer, name) ||
	       (dot && ((size_t) (dot - offer) == len) &&
		!strncmp(offer, name, len));
}

void offers_keep(offers_t *offers, const char *name)
{
	size_t kept = 0;

	for (size_t i = 0; i < offers->cnt; i++) {
		if (_is_of(offers->list[i].name, name))
			offers->list[kept++] = offers->list[i];
		else
			_free(&offers->list[i]);
	}
	offers->cnt = kept;
}

/* --- kinds ----------------------------------------------------------------- */

const char *offer_words(const char *kind)
{
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (!strcmp(kinds[i].kind, kind))
			return kinds[i].words;
	return kind;
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
		fprintf(f, " with at least %lld node%s: a range of --nodes allows fewer",
			(long long) least->nodes,
			(least->nodes == 1) ? "" : "s");
	else if (brief)
		fprintf(f, " at least %s long: a range of --duration allows shorter ones",
			length);
	else
		fprintf(f, " with at least %lld nodes and %s long: ranges of --nodes and --duration allow less",
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
