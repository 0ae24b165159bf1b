/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <strings.h>

#include "plugin/slurm/watch/reason_until.h"

#define WORD "until"
#define WORD_LEN (sizeof(WORD) - 1)

/* RET what follows the word and its blanks, or NULL */
static const char *_after_word(const char *text)
{
	if (strncasecmp(text, WORD, WORD_LEN) ||
	    !isblank((unsigned char) text[WORD_LEN]))
		return NULL;
	text += WORD_LEN;
	while (isblank((unsigned char) *text))
		text++;
	return text;
}

static bool _is_date(const struct tm *tm)
{
	return (tm->tm_year >= 1970) && (tm->tm_year <= 9999) &&
	       (tm->tm_mon >= 1) && (tm->tm_mon <= 12) &&
	       (tm->tm_mday >= 1) && (tm->tm_mday <= 31) &&
	       ((unsigned int) tm->tm_hour <= 23) &&
	       ((unsigned int) tm->tm_min <= 59) &&
	       ((unsigned int) tm->tm_sec <= 60);
}

static bool _is_word_end(char c)
{
	return !isalnum((unsigned char) c) && (c != '-') && (c != ':');
}

/* RET the time that text begins with, or 0 */
static time_t _read_time(const char *text)
{
	struct tm tm = { .tm_isdst = -1 };
	int date = 0, minute = 0, second = 0, end;
	char between = 'T';
	time_t t;

	(void) sscanf(text, "%4d-%2d-%2d%n%c%2d:%2d%n:%2d%n", &tm.tm_year,
		      &tm.tm_mon, &tm.tm_mday, &date, &between, &tm.tm_hour,
		      &tm.tm_min, &minute, &tm.tm_sec, &second);
	if (!minute || ((between != 'T') && (between != ' ')))
		minute = second = tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	end = second ? second : minute ? minute : date;
	if (!end || !_is_word_end(text[end]) || !_is_date(&tm))
		return 0;
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	t = mktime(&tm);
	return (t > 0) ? t : 0;
}

time_t reason_until(const char *reason)
{
	char before = ' ';

	for (; reason && *reason; before = *reason++) {
		const char *text = isalnum((unsigned char) before) ?
				   NULL : _after_word(reason);
		time_t t = text ? _read_time(text) : 0;

		if (t)
			return t;
	}
	return 0;
}
