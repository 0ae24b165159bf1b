/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures.h - the answer to ReservationName=stats: lines of words, each KEY=VALUE
 * (plugin/booking/request/answer.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contrib/sresv/text/sheet.h"

#define FIGURES_WORDS 24	/* of a line; further ones are not read */

typedef struct {
	const char *kind;	/* "garq-locks" */
	const char *key[FIGURES_WORDS];
	const char *value[FIGURES_WORDS];	/* printable ASCII */
	size_t cnt;
} figures_line_t;

typedef struct {
	figures_line_t *lines;	/* owned; refer to the text */
	size_t cnt;
} figures_t;

/* What is said if it can't be read. */
#define FIGURES_NONE \
	"the figures of the controller's sched/garq can't be read: it is newer or older than this sresv"

/*
 * Read an answer. Lines for people, and of versions that are not known, are left
 * out.
 * IN/OUT text - cut into words; ret refers to it
 * OUT ret - figures_free(), whatever the result
 * RET false: it is not whole, a line is not as it should be, or memory is short
 */
extern bool figures_read(char *text, figures_t *ret);
extern void figures_free(figures_t *f);

/* The value of a key; NULL: the line has none. */
extern const char *figures_word(const figures_line_t *line, const char *key);

/*
 * The value of a key as a number of 0 or more.
 * OUT ret - untouched on failure
 * RET false: the line has none
 */
extern bool figures_number(const figures_line_t *line, const char *key,
			   int64_t *ret);

/* The same as a word of small letters and "-". RET NULL: the line has none */
extern const char *figures_name(const figures_line_t *line, const char *key);

/*
 * Add a cell with the value of a key as a text, without its escapes; empty if the
 * line has none.
 * RET false: it has invalid escapes, or memory is short
 */
extern bool figures_text(const figures_line_t *line, const char *key,
			 sheet_t *s);

/*
 * Add a row with the values of the line: a cell for each column, of the key at
 * the same place; empty if the line has none.
 * RET false: a value is not of the column's type, or memory is short
 */
extern bool figures_row(const figures_line_t *line, const char *const *keys,
			const sheet_column_t *columns, size_t cnt, sheet_t *s);
