/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reasons.c - see reasons.h */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/reasons.h"
#include "plugin/booking/request/answer.h"

#define COLUMNS 7

static const struct {
	const char *kind, *name;
	size_t width;
	sheet_column_t columns[COLUMNS];
	const char *keys[COLUMNS];
} forms[REASONS_SHEETS] = {
	{ ANSWER_MISSING, "missing", 4,
	  { { SHEET_COUNT, "COUNT", true }, { SHEET_COUNT, "OF", true },
	    { SHEET_TIME, "FROM", true }, { SHEET_TEXT, "LICENSE", true } },
	  { "count", "of", "from", "license" } },
	{ ANSWER_BLOCKER, "in_the_way", 7,
	  { { SHEET_TEXT, "KIND", true }, { SHEET_TEXT, "NAME", true },
	    { SHEET_COUNT, "JOB", true }, { SHEET_TIME, "START", true },
	    { SHEET_TIME, "END", true }, { SHEET_TEXT, "NODE_LIST", true },
	    { SHEET_TEXT, "LICENSE", true } },
	  { "kind", "name", "job", "start", "end", "on", "license" } },
	{ ANSWER_EARLIEST, "earliest", 2,
	  { { SHEET_TIME, "START", true },
	    { SHEET_TIME, "NONE_BEFORE", true } },
	  { "start", "none-before" } },
};

static bool _add_line(const figures_line_t *line, sheet_t *const *sheets)
{
	bool ok = true;

	for (size_t i = 0; i < REASONS_SHEETS; i++)
		if (!strcmp(line->kind, forms[i].kind))
			ok = figures_row(line, forms[i].keys, forms[i].columns,
					 forms[i].width, sheets[i]);
	return ok;
}

bool reasons_read(const char *said, sheet_t *ret[REASONS_SHEETS + 1])
{
	char *text = said ? strdup(said) : NULL;
	figures_t f = { .cnt = 0 };
	bool ok = !said || (text && figures_read(text, &f));

	for (size_t i = 0; i < REASONS_SHEETS; i++) {
		ret[i] = sheet_create(forms[i].name, forms[i].columns,
				      forms[i].width);
		ok = ok && ret[i];
	}
	ret[REASONS_SHEETS] = NULL;
	for (size_t i = 0; ok && (i < f.cnt); i++)
		ok = _add_line(&f.lines[i], ret);
	figures_free(&f);
	free(text);
	return ok;
}
