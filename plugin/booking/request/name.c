/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>

#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/job.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/text.h"

#define NAME_MAX_LEN 255

#define PART_PREFIX "co-"
#define PART_ID_MIN 6
#define PART_ID_MAX 16
#define PARTS_MAX 64
#define PART_WORD_MAX 63

bool name_is_job(const char *name)
{
	return text_begins(name, JOBS_PREFIX);
}

/* A number of one or two digits, without a 0 in front. RET 0: there is none */
static unsigned _number(const char **at)
{
	unsigned n = 0;

	for (int i = 0; (i < 2) && isdigit((unsigned char) **at); i++, ++*at) {
		if (!n && (**at == '0'))
			return 0;
		n = (n * 10) + (unsigned) (**at - '0');
	}
	return n;
}

static bool _is_word(const char *text)
{
	size_t len = strlen(text);

	if (!len || (len > PART_WORD_MAX) || isdigit((unsigned char) text[0]))
		return false;
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char) text[i]) && (text[i] != '_'))
			return false;
	return true;
}

/* IN at - behind the prefix */
static bool _is_part(const char *at)
{
	size_t len = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789");
	unsigned i, n;

	if ((len < PART_ID_MIN) || (len > PART_ID_MAX) || (at[len] != '.'))
		return false;
	at += len + 1;
	i = _number(&at);
	if (!i || !text_begins(at, "of"))
		return false;
	at += strlen("of");
	n = _number(&at);
	return (i <= n) && (n <= PARTS_MAX) && (*at == '.') && _is_word(at + 1);
}

bool name_is_part(const char *name)
{
	return text_begins(name, PART_PREFIX) &&
	       _is_part(name + strlen(PART_PREFIX));
}

/* A word that ends with ":" is the beginning of names. */
static const struct {
	name_form_t form;
	bool program;		/* for programs alone, in small letters */
	const char *word;
} words[] = {
	{ NAME_OFFERS, false, OFFERS_LIST },
	{ NAME_OFFERS, true, ANSWER_OFFERS },
	{ NAME_QUERY, false, OFFERS_QUERY },
	{ NAME_PROBE, false, PROBE_NAME },
	{ NAME_PROBE, true, ANSWER_PROBE },
	{ NAME_WHY, false, WHY_NAME },
	{ NAME_WHY, false, WHY_OF },
	{ NAME_LIMITS, false, LIMITS_NAME },
	{ NAME_STANDING, false, STANDING_NAME },
	{ NAME_LOG, false, LOG_NAME },
	{ NAME_LOG, false, LOG_OF },
	{ NAME_PAST, false, PAST_NAME },
	{ NAME_USAGE, false, USAGE_NAME },
	{ NAME_USAGE, false, USAGE_OF },
	{ NAME_STATS, false, LOCK_STATS_NAME },
	{ NAME_STATS, false, LOCK_STATS_RESET },
	{ NAME_HOLD, false, HOLD_OF },
};

/* True if a name is this word in small letters or capitals, or begins so. */
static bool _is_or_begins(const char *name, const char *word)
{
	size_t len = strlen(word);

	return (word[len - 1] == ':') ? !strncasecmp(name, word, len) :
					!strcasecmp(name, word);
}

name_form_t name_form(const char *name, bool program)
{
	for (size_t i = 0; name && (i < sizeof(words) / sizeof(words[0])); i++)
		if (words[i].program ?
		    program && !strcmp(name, words[i].word) :
		    _is_or_begins(name, words[i].word))
			return words[i].form;
	return name_is_job(name) ? NAME_JOB : name_is_part(name) ? NAME_PART :
	       (name && strchr(name, ':')) ? NAME_WORDS : NAME_PLAIN;
}

/* True if a name makes a line for programs. IN name - begins with
 * ANSWER_PREFIX */
static bool _is_answer(const char *name)
{
	name += strlen(ANSWER_PREFIX);
	while (islower((unsigned char) *name))
		name++;
	return *name == '=';
}

bool name_ok(const char *name, char **ret_text)
{
	size_t len = name ? strlen(name) : 0;
	const char *why = NULL;
	char shown[TEXT_SHOWN];

	if (len > NAME_MAX_LEN)
		*ret_text = text_printf(
			"ReservationName has %zu bytes: at most %d are allowed",
			len, NAME_MAX_LEN);
	else if (name && !text_prints(name))
		why = "it has a character that does not print, or that is not UTF-8";
	else if (name && strchr(name, ','))
		why = "commas separate names";
	else if (text_begins(name, ANSWER_PREFIX) && _is_answer(name))
		why = "answers for programs begin with that";
	if (why)
		*ret_text = text_printf(
			"ReservationName=%s: choose another name, %s",
			text_printable(name, shown), why);
	return !why && (len <= NAME_MAX_LEN);
}
