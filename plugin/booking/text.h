/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - texts for users and the log: made, added to, compared; how times
 * and what users typed look in them.
 *
 * Every text is from malloc() and owned by whoever got it. A text that memory
 * does not suffice for is NULL, which each reader takes for "no text": a refusal
 * stays a refusal without its words.
 */
#ifndef PLUGIN_TEXT_H
#define PLUGIN_TEXT_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define TEXT_TIME 32	/* bytes that text_time() needs */

/* Free what p points to, and forget it. */
#define free_null(p) \
	do { \
		free(p); \
		(p) = NULL; \
	} while (0)

/* A copy. RET NULL of NULL */
extern char *text_dup(const char *text);

/* A text as printf() would print it. */
extern char *text_printf(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

/*
 * Append to a text as printf() would.
 * IN/OUT text - *text may be NULL; it stays as it is if memory is short
 */
extern void text_add(char **text, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Are both the same, or both NULL? */
static inline bool text_same(const char *a, const char *b)
{
	return (a && b) ? !strcmp(a, b) : (a == b);
}

/* The same, where upper and lower case make no difference. */
static inline bool text_same_word(const char *a, const char *b)
{
	return (a && b) ? !strcasecmp(a, b) : (a == b);
}

/* Does text begin with prefix? NULL does not. */
static inline bool text_begins(const char *text, const char *prefix)
{
	return text && !strncmp(text, prefix, strlen(prefix));
}

/* A time as scontrol prints it. RET buf */
extern const char *text_time(time_t t, char buf[TEXT_TIME]);

/* A length of time (seconds) as scontrol prints it. RET buf */
extern const char *text_duration(time_t seconds, char buf[TEXT_TIME]);

/*
 * What a user typed, fit for one line: at most 60 characters, those that do
 * not print replaced by "?".
 */
extern char *text_printable(const char *typed);

#endif
