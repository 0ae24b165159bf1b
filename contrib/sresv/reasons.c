/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/reasons.h"
#include "plugin/booking/request/answer.h"

#define COLUMNS 8

/* The lines of a kind, and their sheet. */
typedef struct {
	const char *kind, *name;
	size_t width;
	sheet_column_t columns[COLUMNS];
	const char *keys[COLUMNS];
} form_t;

static const form_t reasons[REASONS_SHEETS] = {
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

static const form_t proof[PROOF_SHEETS] = {
	{ ANSWER_PROOF, "proof", 6,
	  { { SHEET_FLAG, "PROVEN", false }, { SHEET_FLAG, "ROOM", false },
	    { SHEET_COUNT, "COUNT", false }, { SHEET_COUNT, "LEAST", false },
	    { SHEET_FLAG, "SMALLEST", false },
	    { SHEET_FLAG, "HOPELESS", false } },
	  { "proven", "room", "cnt", "least", "smallest", "hopeless" } },
	{ ANSWER_BARRIER, "barriers", 8,
	  { { SHEET_TIME, "START", false }, { SHEET_TIME, "END", false },
	    { SHEET_TEXT, "UNIT", false }, { SHEET_COUNT, "ALL", false },
	    { SHEET_COUNT, "HELD", false }, { SHEET_COUNT, "ASKED", false },
	    { SHEET_TIME, "FIRST", false }, { SHEET_TIME, "LAST", false } },
	  { "start", "end", "unit", "all", "held", "asked", "first", "last" } },
	{ ANSWER_HOLDER, "holders", 6,
	  { { SHEET_TEXT, "KIND", false }, { SHEET_TEXT, "NAME", false },
	    { SHEET_COUNT, "JOB", false }, { SHEET_TEXT, "NODE", false },
	    { SHEET_FLAG, "PROOF", false }, { SHEET_FLAG, "LEAVES", false } },
	  { "kind", "name", "job", "on", "proof", "leaves" } },
};

static bool _add_line(const figures_line_t *line, const form_t *forms,
		      size_t cnt, sheet_t *const *sheets)
{
	bool ok = true;

	for (size_t i = 0; i < cnt; i++)
		if (!strcmp(line->kind, forms[i].kind))
			ok = figures_row(line, forms[i].keys, forms[i].columns,
					 forms[i].width, sheets[i]);
	return ok;
}

/* OUT ret - cnt of them, then a NULL. RET as reasons_read() */
static bool _read_sheets(const char *said, const form_t *forms, size_t cnt,
		  sheet_t **ret)
{
	char *text = said ? strdup(said) : NULL;
	figures_t f = { .cnt = 0 };
	bool ok = !said || (text && figures_read(text, &f));

	for (size_t i = 0; i < cnt; i++) {
		ret[i] = sheet_create(forms[i].name, forms[i].columns,
				      forms[i].width);
		ok = ok && ret[i];
	}
	ret[cnt] = NULL;
	for (size_t i = 0; ok && (i < f.cnt); i++)
		ok = _add_line(&f.lines[i], forms, cnt, ret);
	figures_free(&f);
	free(text);
	return ok;
}

bool reasons_read(const char *said, sheet_t *ret[REASONS_SHEETS + 1])
{
	return _read_sheets(said, reasons, REASONS_SHEETS, ret);
}

bool reasons_read_proof(const char *said, sheet_t *ret[PROOF_SHEETS + 1])
{
	return _read_sheets(said, proof, PROOF_SHEETS, ret);
}
