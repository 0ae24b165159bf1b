/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/text/json.h"
#include "contrib/sresv/options_values.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/text/plain.h"

/* Should a refusal be printed? --quiet suppresses it, too. */
static bool _is_wanted(const options_t *o, status_t status)
{
	return !o->quiet || ((status != STATUS_DONE) &&
			     (status != STATUS_OFFERS) &&
			     (status != STATUS_REFUSED));
}

void out_lines(FILE *to, const char *prefix, const char *lines)
{
	while (lines && *lines) {
		size_t len = strcspn(lines, "\n");

		if (len) {
			fprintf(to, "%s: ", prefix);
			plain_print(to, lines, len);
			fputc('\n', to);
		}
		lines += len + (lines[len] == '\n');
	}
}

bool out_has_color(void)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no_color && no_color[0]) && term &&
	       strcmp(term, "dumb");
}

static bool _print(const options_t *o, sheet_t *const *sheets)
{
	return sheets_print(sheets, stdout,
			    (o->lines ? SHEET_LINES : o->csv ? SHEET_CSV :
			     (o->verb == SHOW) ? SHEET_UPRIGHT : SHEET_TABLE) |
			    (o->no_heads ? 0 : SHEET_HEADS) |
			    (out_has_color() ? SHEET_COLOR : 0));
}

static bool _print_json(status_t status, const char *why,
			sheet_t *const *sheets)
{
	bool ok;

	fprintf(stdout, "{\"status\":%d,\n\"why\":", (int) status);
	json_put_lines(stdout, why);
	if (*sheets)
		fputs(",\n", stdout);
	ok = sheets_json(sheets, stdout);
	fputs("}\n", stdout);
	return ok;
}

/* What an answer without rows says to people; NULL: it needs no words. */
static const char *_none(const options_t *o)
{
	switch (o->verb) {
	case LIST:
		return o->past ? "no past reservations" :
				 "no reservations";
	case OFFERS:
		return "no open offers";
	case LOG:
		return "no events";
	case USAGE:
		return "no usage in this time";
	default:
		return NULL;
	}
}

static bool _is_empty(sheet_t *const *sheets)
{
	while (*sheets && !sheet_rows(*sheets))
		sheets++;
	return !*sheets;
}

bool out_is_written(bool ok)
{
	if (ok && !fflush(stdout) && !ferror(stdout))
		return true;
	fputs("sresv: the answer could not be written\n", stderr);
	return false;
}

int out_print(const options_t *o, status_t status, const char *why,
	      sheet_t *const *sheets)
{
	const char *option = o->columns ? "columns" : "sort";
	char *wrong = o->columns ? sheet_choose(sheets[0], o->columns) : NULL;
	const char *empty = NULL;	/* a word for an answer with no rows */
	bool ok = true;

	if (!wrong && o->sort) {
		option = "sort";
		wrong = sheet_sort(sheets[0], o->sort);
	}
	if (wrong) {
		(void) options_bad("--%s: %s", option, wrong);
		free(wrong);
		return STATUS_BAD;
	}
	if ((status == STATUS_FAILED) && (!why || !why[0]))
		why = "out of memory";
	if ((status == STATUS_DONE) && !(why && why[0]) && !o->json &&
	    !o->lines && !o->csv && !o->no_heads && !o->quiet &&
	    _is_empty(sheets))
		empty = _none(o);
	if (o->json && !o->quiet) {
		ok = _print_json(status, why, sheets);
	} else {
		if (_is_wanted(o, status))
			out_lines(stderr, "sresv", why);
		if (!o->quiet)
			ok = _print(o, sheets);
	}
	if (!out_is_written(ok))
		return STATUS_FAILED;
	out_lines(stderr, "sresv", empty);
	return (int) status;
}
