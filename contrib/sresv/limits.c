/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * limits.c - sresv limits: the limits of the user, and how much of each is taken.
 *
 * The controller sends lines garq-limit=1 (answer.h of the office).
 */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answered.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/verbs.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t columns[] = {
	{ SHEET_TEXT, "LIMIT", false },
	{ SHEET_TEXT, "ACCOUNT", false },
	{ SHEET_TEXT, "TAKEN", false },
	{ SHEET_TEXT, "MOST", false },
	{ SHEET_TEXT, "OPTION", false },
	{ SHEET_TEXT, "UNIT", false },
	{ SHEET_TIME, "UNTIL", false },
};

/* Whole numbers are shown as such. RET false: memory is short */
static bool _add_taken(const char *have, sheet_t *sheet)
{
	size_t len = have ? strlen(have) : 0;
	char *copy = have ? strdup(have) : NULL;

	if (have && !copy)
		return false;
	if ((len > 3) && !strcmp(copy + len - 3, ".00"))
		copy[len - 3] = '\0';
	sheet_text(sheet, copy);
	free(copy);
	return true;
}

static void _add_until(const char *until, sheet_t *sheet)
{
	if (until)
		sheet_count(sheet, strtoll(until, NULL, 10));
	else
		sheet_none(sheet);
}

/* RET false: the line is not as it should be, or memory is short */
static bool _add_line(const figures_line_t *line, sheet_t *sheet)
{
	const char *of = figures_name(line, "of");
	const char *most = figures_word(line, "most");
	const char *option = figures_word(line, "option");

	if (!of || !option)
		return false;
	sheet_text(sheet, of);
	sheet_text(sheet, figures_word(line, "account"));
	if (!_add_taken(figures_word(line, "have"), sheet))
		return false;
	sheet_text(sheet, most ? most : "no limit");
	sheet_text(sheet, option);
	if (!figures_text(line, "unit", sheet))
		return false;
	_add_until(figures_word(line, "until"), sheet);
	return true;
}

static bool _read_lines(const figures_t *f, const void *arg, sheet_t *sheet)
{
	bool ok = true;

	(void) arg;
	for (size_t i = 0; ok && (i < f->cnt); i++)
		if (!strcmp(f->lines[i].kind, ANSWER_LIMIT))
			ok = _add_line(&f->lines[i], sheet);
	return ok;
}

int verb_limits(const options_t *o)
{
	sheet_t *sheets[2] = { sheet_create("limits", columns, COUNT(columns)),
			       NULL };
	answer_t a;
	int rc;

	answered_ask(NULL, "limits", _read_lines, NULL, sheets[0], &a);
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	answer_free(&a);
	return rc;
}
