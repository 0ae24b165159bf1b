/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - make and compare texts for users and the log.
 *
 * Every text that a function returns is from malloc() and owned by the caller.
 * It is NULL for the given reason alone: never since memory is short (memory.h).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define TEXT_TIME 32	/* bytes for text_time() and text_duration() */

/* Free what p points to, and set p to NULL. */
#define free_null(p) \
	do { \
		free(p); \
		(p) = NULL; \
	} while (0)

/* Copy a text. NULL: RET NULL */
extern char *text_dup(const char *text);

/* A text as printf() would print it. */
extern char *text_printf(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

/* Set *ret_text as printf() would, for a refusal. RET code */
extern int text_refuse(char **ret_text, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Append to a text as printf() would. IN/OUT text - *text may be NULL before */
extern void text_add(char **text, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The hash of a text (NULL: ""); of bytes: content_digest().
 * IN hash - TEXT_HASH, or the hash of the texts before it
 */
#define TEXT_HASH UINT64_C(0xcbf29ce484222325)
extern uint64_t text_hash(uint64_t hash, const char *text);

/* Return true if both texts are equal, or both NULL. */
extern bool text_same(const char *a, const char *b);

/* As text_same(), but ignore upper and lower case. */
extern bool text_same_word(const char *a, const char *b);

/* Return true if text begins with prefix. NULL does not. */
extern bool text_begins(const char *text, const char *prefix);

/* A name in a list of names that are separated by commas; not terminated. */
typedef struct {
	const char *name;
	size_t len;
} text_name_t;

/*
 * The next name of a list; empty ones are passed over.
 * IN/OUT at - the list, then behind the name before; *at may be NULL
 * RET false: there is no other, and ret is as before
 */
extern bool text_next_name(const char **at, text_name_t *ret);

/* RET the number of names that text_next_name() gives of a list; NULL: 0 */
extern uint32_t text_count_names(const char *list);

extern bool text_same_name(const text_name_t *a, const text_name_t *b);

/* Return true if a list has the name. NULL has none. */
extern bool text_lists_name(const char *list, const text_name_t *name);

/* A time (seconds since the epoch) as scontrol prints it. RET buf */
extern const char *text_time(time_t t, char buf[TEXT_TIME]);

/* A cost and its unit, which may be "": "12.50 EUR". RET buf */
#define TEXT_COST 352
extern const char *text_cost(double cost, const char *unit,
			     char buf[TEXT_COST]);

/* A length of time (seconds) as scontrol prints it. RET buf */
extern const char *text_duration(time_t seconds, char buf[TEXT_TIME]);

/*
 * Return true if a text is fit for a terminal: UTF-8 without control characters
 * (C0, C1, DEL), line separators, and characters that change the direction of
 * writing.
 */
extern bool text_prints(const char *text);

/*
 * Make lines fit for a terminal and the log: each byte of a character that
 * text_prints() refuses becomes "?", but for the ends of lines. Names that were
 * given without the plugin may have such characters.
 * IN/OUT text - not written to where all of it prints; NULL is safe
 */
extern void text_clean(char *text);

/*
 * Make what a user typed fit for a line of text: 60 bytes and "..." at most,
 * with "?" for each that text_prints() refuses.
 * IN typed - not NULL. RET buf
 */
#define TEXT_SHOWN 64
extern const char *text_printable(const char *typed, char buf[TEXT_SHOWN]);

/* The characters of a text in UTF-8: columns, where none is wide or combines. */
extern int text_columns(const char *text);

/* A word as a shell reads it, in apostrophes if it is not plain. */
extern char *text_shell_word(const char *word);

/*
 * A text as the value of a line for programs (answer.h): "\xHH" stands for each
 * byte that is no printable ASCII, for a space and for a backslash.
 */
extern char *text_value(const char *text);

/* Append " key=value" for such a line. IN value - NULL or "": append nothing */
extern void text_add_value(char **text, const char *key, const char *value);

/* The same of a number. IN n - 0, or GARQ_FOREVER: append nothing */
extern void text_add_number(char **text, const char *key, int64_t n);

/* " unit=EUR" for such a line. IN unit - as text_cost(). RET "" if it is "" */
extern char *text_unit(const char *unit);
