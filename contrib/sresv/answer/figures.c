/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answer/parse.h"
#include "plugin/booking/request/answer.h"

static bool _read_word(char *word, figures_line_t *line)
{
	char *value = strchr(word, '=');

	if (!value)
		return false;
	*value++ = '\0';
	for (const char *s = value; *s; s++)
		if ((*s <= ' ') || (*s > '~'))
			return false;
	if (line->cnt < FIGURES_WORDS) {
		line->key[line->cnt] = word;
		line->value[line->cnt++] = value;
	}
	return true;
}

/* IN words - all of a line but the first word */
static bool _read_line(char *words, const char *kind, figures_t *ret)
{
	figures_line_t line = { .kind = kind }, *more;
	char *rest = NULL;

	for (char *word = strtok_r(words, " ", &rest); word;
	     word = strtok_r(NULL, " ", &rest))
		if (!_read_word(word, &line))
			return false;
	more = reallocarray(ret->lines, ret->cnt + 1, sizeof(*more));
	if (!more)
		return false;
	ret->lines = more;
	ret->lines[ret->cnt++] = line;
	return true;
}

bool figures_read(char *text, figures_t *ret)
{
	char *rest = NULL;
	bool ended = false;

	*ret = (figures_t) { .cnt = 0 };
	for (char *line = strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		char *words = strchr(line, ' '), *version = strchr(line, '=');

		if (strncmp(line, ANSWER_PREFIX, strlen(ANSWER_PREFIX)) ||
		    !version || (words && (words < version)))
			continue;
		if (words)
			*words++ = '\0';
		*version++ = '\0';
		if (strcmp(version, "1"))
			continue;
		if (!strcmp(line, ANSWER_END))
			ended = true;
		else if (!_read_line(words ? words : version + 1, line, ret))
			return false;
	}
	return ended;
}

void figures_free(figures_t *f)
{
	free(f->lines);
	*f = (figures_t) { .cnt = 0 };
}

const char *figures_word(const figures_line_t *line, const char *key)
{
	for (size_t i = 0; i < line->cnt; i++)
		if (!strcmp(line->key[i], key))
			return line->value[i];
	return NULL;
}

bool figures_number(const figures_line_t *line, const char *key, int64_t *ret)
{
	const char *value = figures_word(line, key);

	return value && parse_number(value, 0, INT64_MAX, ret);
}

const char *figures_name(const figures_line_t *line, const char *key)
{
	const char *value = figures_word(line, key);

	return (value && value[0] &&
		!value[strspn(value, "abcdefghijklmnopqrstuvwxyz-")]) ? value :
									NULL;
}

bool figures_text(const figures_line_t *line, const char *key, sheet_t *s)
{
	const char *value = figures_word(line, key);
	char *text = value ? strdup(value) : NULL;
	bool ok = !value || (text && parse_name(text));

	if (ok)
		sheet_text(s, text);
	free(text);
	return ok;
}

static bool _add_cell(const figures_line_t *line, const char *key,
		      sheet_type_t type, sheet_t *s)
{
	const char *value = figures_word(line, key);
	int64_t number;

	if (type == SHEET_TEXT)
		return figures_text(line, key, s);
	if (!value) {
		sheet_none(s);
	} else if (type == SHEET_REAL) {
		sheet_real(s, strtod(value, NULL));
	} else {
		if (!figures_number(line, key, &number))
			return false;
		sheet_count(s, number);
	}
	return true;
}

bool figures_row(const figures_line_t *line, const char *const *keys,
		 const sheet_column_t *columns, size_t cnt, sheet_t *s)
{
	bool ok = line->cnt;

	for (size_t i = 0; ok && (i < cnt); i++)
		ok = _add_cell(line, keys[i], columns[i].type, s);
	return ok;
}
