/* SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE	/* stpcpy() */

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "garq/times.h"
#include "plugin/booking/request/text.h"
#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"

#define SHOWN_MAX 60

char *text_dup(const char *text)
{
	return memory_text(text);
}

bool text_same(const char *a, const char *b)
{
	return (a && b) ? !strcmp(a, b) : (a == b);
}

bool text_same_word(const char *a, const char *b)
{
	return (a && b) ? !strcasecmp(a, b) : (a == b);
}

bool text_begins(const char *text, const char *prefix)
{
	return text && !strncmp(text, prefix, strlen(prefix));
}

uint64_t text_hash(uint64_t hash, const char *text)
{
	return text ? content_digest(hash, text, strlen(text)) : hash;
}

char *text_printf(const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = memory_vprintf(fmt, args);
	va_end(args);
	return text;
}

int text_refuse(char **ret_text, int code, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	*ret_text = memory_vprintf(fmt, args);
	va_end(args);
	return code;
}

void text_add(char **text, const char *fmt, ...)
{
	size_t len = *text ? strlen(*text) : 0;
	va_list args;
	char *more;

	va_start(args, fmt);
	more = memory_vprintf(fmt, args);
	va_end(args);
	*text = memory_grow(*text, len + strlen(more) + 1, 1);
	memcpy(*text + len, more, strlen(more) + 1);
	free(more);
}

/* Times outside struct tm, and Slurm's special values, are shown as numbers. */
const char *text_time(time_t t, char buf[TEXT_TIME])
{
	struct tm tm;

	if ((t <= 0) || (t >= (time_t) UINT32_MAX) || !localtime_r(&t, &tm) ||
	    !strftime(buf, TEXT_TIME, "%FT%T", &tm))
		snprintf(buf, TEXT_TIME, "%lld", (long long) t);
	return buf;
}

const char *text_cost(double cost, const char *unit, char buf[TEXT_COST])
{
	snprintf(buf, TEXT_COST, "%.2f%s%s", cost, unit[0] ? " " : "", unit);
	return buf;
}

const char *text_duration(time_t seconds, char buf[TEXT_TIME])
{
	long days = seconds / 86400;
	int len = 0;

	if (seconds < 0)
		len = snprintf(buf, TEXT_TIME, "INVALID");
	else if (seconds == (time_t) UINT32_MAX)
		len = snprintf(buf, TEXT_TIME, "UNLIMITED");
	else if (days)
		len = snprintf(buf, TEXT_TIME, "%ld-", days);
	if ((seconds >= 0) && (seconds != (time_t) UINT32_MAX))
		snprintf(buf + len, TEXT_TIME - (size_t) len, "%02d:%02d:%02d",
			 (int) (seconds / 3600 % 24),
			 (int) (seconds / 60 % 60), (int) (seconds % 60));
	return buf;
}

/*
 * Decode a character of UTF-8.
 * OUT ret_len - its bytes, 1 to 4
 * RET the character; 0: no valid UTF-8
 */
static uint32_t _decode(const unsigned char *s, int *ret_len)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	int len = (s[0] < 0x80) ? 1 : ((s[0] & 0xe0) == 0xc0) ? 2 :
		  ((s[0] & 0xf0) == 0xe0) ? 3 : ((s[0] & 0xf8) == 0xf0) ? 4 : 0;
	uint32_t c = (len > 1) ? s[0] & (0x7fU >> len) : s[0];

	for (int i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = (c << 6) | (s[i] & 0x3fU);
	}
	if (!len || (c < least[len]) || (c > 0x10ffff) ||
	    ((c >= 0xd800) && (c <= 0xdfff)))
		return 0;
	*ret_len = len;
	return c;
}

static bool _prints(uint32_t c)
{
	return (c >= 0x20) && ((c < 0x7f) || (c > 0x9f)) &&
	       ((c < 0x2028) || (c > 0x202e)) &&	/* separators, ... */
	       ((c < 0x2066) || (c > 0x2069)) &&	/* ... directions */
	       (c != 0x200e) && (c != 0x200f) && (c != 0x61c);
}

bool text_prints(const char *text)
{
	const unsigned char *s = (const unsigned char *) text;
	int len;

	for (; *s; s += len)
		if (!_prints(_decode(s, &len)))
			return false;
	return true;
}

/* IN keep - a character that stays, though it does not print; 0: none */
static void _clean_text(char *text, char keep)
{
	int len;

	for (char *s = text; s && *s; s += len) {
		len = 1;
		if ((*s == keep) ||
		    _prints(_decode((const unsigned char *) s, &len)))
			continue;
		memset(s, '?', (size_t) len);
	}
}

void text_clean(char *text)
{
	_clean_text(text, '\n');
}

static bool _continues(char byte)
{
	return ((unsigned char) byte & 0xc0) == 0x80;
}

const char *text_printable(const char *typed, char buf[TEXT_SHOWN])
{
	size_t len = strlen(typed), shown = (len > SHOWN_MAX) ? SHOWN_MAX : len;

	while (shown && _continues(typed[shown]))
		shown--;
	snprintf(buf, TEXT_SHOWN, "%.*s%s", (int) shown, typed,
		 (len > SHOWN_MAX) ? "..." : "");
	_clean_text(buf, '\0');
	return buf;
}

int text_columns(const char *text)
{
	int cnt = 0;

	for (; *text; text++)
		cnt += !_continues(*text);
	return cnt;
}

char *text_shell_word(const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789_./:,-+@%";
	char *text, *to;

	if (word[0] && !word[strspn(word, plain)])
		return text_dup(word);
	text = to = memory_new(strlen(word) * 4 + 3, 1);
	*to++ = '\'';
	for (; *word; word++)
		if (*word == '\'')
			to = stpcpy(to, "'\\''");
		else
			*to++ = *word;
	*to = '\'';
	return text;
}

char *text_value(const char *text)
{
	char *value = memory_new(strlen(text) * 4 + 1, 1), *to = value;

	for (; *text; text++)
		if ((*text > ' ') && (*text <= '~') && (*text != '\\'))
			*to++ = *text;
		else
			to += snprintf(to, 5, "\\x%02x", (unsigned char) *text);
	return value;
}

bool text_next_name(const char **at, text_name_t *ret)
{
	while (*at && **at) {
		const char *name = *at;
		size_t len = strcspn(name, ",");

		*at += len + (name[len] == ',');
		if (len) {
			*ret = (text_name_t) { .name = name, .len = len };
			return true;
		}
	}
	return false;
}

uint32_t text_count_names(const char *list)
{
	uint32_t cnt = 0;
	text_name_t one;

	while (text_next_name(&list, &one))
		cnt++;
	return cnt;
}

bool text_same_name(const text_name_t *a, const text_name_t *b)
{
	return (a->len == b->len) && !memcmp(a->name, b->name, a->len);
}

bool text_lists_name(const char *list, const text_name_t *name)
{
	text_name_t one;

	while (text_next_name(&list, &one))
		if (text_same_name(&one, name))
			return true;
	return false;
}

void text_add_value(char **text, const char *key, const char *value)
{
	char *shown = (value && value[0]) ? text_value(value) : NULL;

	if (shown)
		text_add(text, " %s=%s", key, shown);
	free(shown);
}

void text_add_number(char **text, const char *key, int64_t n)
{
	if (n && (n < GARQ_FOREVER))
		text_add(text, " %s=%"PRId64, key, n);
}

char *text_unit(const char *unit)
{
	char *value = text_value(unit);
	char *word = text_printf("%s%s", unit[0] ? " unit=" : "", value);

	free(value);
	return word;
}
