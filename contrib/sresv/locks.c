/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * locks.c - sresv stats --locks: how long sched/garq held slurmctld's locks.
 *
 * The controller sends lines garq-locks=1 (plugin/booking/answer.h), with a
 * line for each verb and part of a hold.
 */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/out.h"
#include "contrib/sresv/parse.h"
#include "contrib/sresv/verbs.h"
#include "plugin/booking/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t columns[] = {
	{ SHEET_TEXT, "VERB", false },
	{ SHEET_TEXT, "PART", false },
	{ SHEET_TEXT, "UNIT", false },
	{ SHEET_COUNT, "COUNT", false },
	{ SHEET_COUNT, "SUM", true },
	{ SHEET_COUNT, "P50", false },
	{ SHEET_COUNT, "P99", false },
	{ SHEET_COUNT, "MAX", false },
};

static const char *const numbers[] = { "count", "sum", "p50", "p99", "max" };

/* What a line says; values are as in numbers. */
typedef struct {
	const char *verb, *part;
	int64_t value[COUNT(numbers)];
	uint32_t given;		/* bits of numbers */
} line_t;

static bool _read_word(char *word, line_t *line)
{
	char *value = strchr(word, '=');

	if (!value)
		return false;
	*value++ = '\0';
	if (!strcmp(word, "verb"))
		line->verb = value;
	else if (!strcmp(word, "part"))
		line->part = value;
	for (size_t i = 0; i < COUNT(numbers); i++)
		if (!strcmp(word, numbers[i])) {
			if (!parse_number(value, 0, INT64_MAX, &line->value[i]))
				return false;
			line->given |= 1u << i;
		}
	return true;
}

/* Only letters and "-": the words go to a terminal. */
static bool _is_word(const char *text)
{
	return text && text[0] &&
	       !text[strspn(text, "abcdefghijklmnopqrstuvwxyz-")];
}

/* RET false: the line is not as it should be */
static bool _read_line(char *words, sheet_t *sheet)
{
	line_t line = { .verb = NULL };
	char *rest = NULL;

	for (char *word = strtok_r(words, " ", &rest); word;
	     word = strtok_r(NULL, " ", &rest))
		if (!_read_word(word, &line))
			return false;
	if (!_is_word(line.verb) || !_is_word(line.part) ||
	    (line.given != (1u << COUNT(numbers)) - 1))
		return false;
	sheet_text(sheet, line.verb);
	sheet_text(sheet, line.part);
	sheet_text(sheet, strcmp(line.part, "steps") ? "us" : "steps");
	for (size_t i = 0; i < COUNT(numbers); i++)
		sheet_count(sheet, line.value[i]);
	return true;
}

/* RET false: the answer is not as it should be */
static bool _read(char *text, sheet_t *sheet)
{
	static const char locks[] = ANSWER_LOCKS "=1 ";
	static const char end[] = ANSWER_END "=1";
	char *rest = NULL;
	bool ended = false;

	for (char *line = strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		if (!strcmp(line, end))
			ended = true;
		else if (!strncmp(line, locks, strlen(locks)) &&
			 !_read_line(line + strlen(locks), sheet))
			return false;
	}
	return ended;
}

int verb_locks(const options_t *o)
{
	sheet_t *sheets[2] = { sheet_create("locks", columns, COUNT(columns)) };
	static const wish_t none = WISH_NONE;
	char *text = NULL;
	answer_t a;
	int rc;

	ctl_ask(&none, o->reset ? "stats:reset" : "stats", &text, &a);
	if ((a.status == STATUS_DONE) && !_read(text, sheets[0])) {
		a.status = STATUS_FAILED;
		answer_say(&a, "the figures of the controller's sched/garq can't be read: it is newer or older than this sresv");
	}
	if (a.status != STATUS_DONE) {
		sheet_destroy(sheets[0]);
		sheets[0] = sheet_create("locks", columns, COUNT(columns));
	}
	if (!sheets[0])
		a.status = STATUS_FAILED;
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	free(text);
	answer_free(&a);
	return rc;
}
