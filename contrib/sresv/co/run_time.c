/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "contrib/sresv/co/run_time.h"

#define LINE_MAX_ 4096		/* of what is looked at of a line */
#define UNITS 4			/* days, hours, minutes, seconds */
#define DIGITS 9		/* of a number */

/* --- times as Slurm writes them --------------------------------------------------- */

/* RET false: the text is no number, or a number that is too long */
static bool _number(const char **at, int64_t *ret)
{
	const char *digit = *at;
	int64_t n = 0;

	for (; isdigit((unsigned char) *digit) && (digit < *at + DIGITS); digit++)
		n = (n * 10) + (*digit - '0');
	if ((digit == *at) || isdigit((unsigned char) *digit))
		return false;
	*at = digit;
	*ret = n;
	return true;
}

/*
 * [days-]number[:number[:number]]: with days from hours on, else minutes, minutes and
 * seconds, or hours, minutes and seconds. RET false: it is no such time
 */
static bool _units(const char *text, int64_t units[UNITS])
{
	int64_t list[UNITS - 1] = { 0 };
	bool days = strchr(text, '-') != NULL;
	size_t cnt = 0, first;

	memset(units, 0, UNITS * sizeof(*units));
	if (days && (!_number(&text, &units[0]) || (*text++ != '-')))
		return false;
	do {
		text += (cnt > 0);
		if (!_number(&text, &list[cnt++]))
			return false;
	} while ((*text == ':') && (cnt < UNITS - 1));
	first = (days || (cnt == 3)) ? 1 : 2;
	for (size_t i = 0; i < cnt; i++)
		units[first + i] = list[i];
	return !*text;
}

static int64_t _minutes(const char *text)
{
	int64_t u[UNITS];

	if (!strcasecmp(text, "infinite") || !strcasecmp(text, "unlimited") ||
	    !strcmp(text, "-1"))
		return RUN_TIME_NONE;
	if (!_units(text, u))
		return RUN_TIME_UNREAD;
	if (!u[0] && !u[1] && !u[2] && !u[3])
		return RUN_TIME_NONE;
	return (u[0] * 24 + u[1]) * 60 + u[2] + (u[3] + 59) / 60;
}

/* --- scripts ------------------------------------------------------------------------ */

/* Cut the next word of a line, whose quotes go. RET NULL: there is none */
static char *_word(char **line)
{
	char *from = *line, *to, *word, quote = '\0';

	from += strspn(from, " \t\r");
	if (!*from || (*from == '#'))
		return NULL;
	for (word = to = from; *from; from++) {
		if (!quote && strchr(" \t\r", *from))
			break;
		if (*from == quote)
			quote = '\0';
		else if (!quote && ((*from == '"') || (*from == '\'')))
			quote = *from;
		else
			*to++ = *from;
	}
	*line = *from ? from + 1 : from;
	*to = '\0';
	return word;
}

/* Look for the limit in the words behind #SBATCH; the last one counts. */
static void _read_words(char *line, const char **ret)
{
	char *word;

	while ((word = _word(&line))) {
		if (!strcmp(word, "-t") || !strcmp(word, "--time"))
			*ret = _word(&line);
		else if (!strncmp(word, "--time=", 7))
			*ret = word + 7;
		else if (!strncmp(word, "-t", 2))
			*ret = word + 2;
	}
}

static bool _is_word(const char *line, const char *word)
{
	char copy[LINE_MAX_], *at = copy, *first;

	strncpy(copy, line, sizeof(copy) - 1);
	copy[sizeof(copy) - 1] = '\0';
	first = _word(&at);
	return first && !strcmp(first, word);
}

/* One line of the script. RET false: sbatch looks no further */
static bool _read_line(char *line, size_t component, size_t *at, bool *found,
		       int64_t *ret)
{
	const char *text = NULL;

	if (!strncmp(line, "#SBATCH", 7)) {
		if (_is_word(line + 7, "hetjob") || _is_word(line + 7, "packjob"))
			(*at)++;
		else if (*at == component)
			_read_words(line + 7, &text);
		if (text) {
			*found = true;
			*ret = _minutes(text);
		}
		return true;
	}
	if (!strncmp(line, "#PBS", 4) && strstr(line, "walltime") && !*found) {
		*found = true;
		*ret = RUN_TIME_UNREAD;
	}
	line += strspn(line, " \t\r\v\f");
	return !*line || (*line == '#');
}

bool run_time_given(const char *script, size_t component, int64_t *ret_minutes)
{
	bool found = false, more = true;
	size_t at = 0;

	while (more && *script) {
		size_t len = strcspn(script, "\n");
		char line[LINE_MAX_];

		if (len >= sizeof(line))
			return found;
		memcpy(line, script, len);
		line[len] = '\0';
		more = _read_line(line, component, &at, &found, ret_minutes);
		script += len + (script[len] == '\n');
	}
	return found;
}

int64_t run_time_left(const journal_place_t *place, int64_t now)
{
	int64_t begin = (place->shape.start > now) ? place->shape.start : now;

	return place->shape.start + place->shape.length - begin;
}

int64_t run_time_default(int64_t left)
{
	return (left >= 60 + RUN_LATE) ? (left - RUN_LATE) / 60 : 1;
}
