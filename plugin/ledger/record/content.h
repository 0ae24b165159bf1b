/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * content.h - the content of a booking as a number, and the contents it had.
 *
 * Slurm saves its reservations some time after they change, so its file may
 * hold a record as it was before. A row of the ledger lists the contents that
 * its booking had since Slurm's file was known to hold the present one: a
 * record with one of these contents is older than the row, any other was
 * changed by somebody else. No clock is asked.
 */
#pragma once

#include "plugin/ledger/record/booking.h"

/*
 * How many files that Slurm wrote, all different and read one after another,
 * prove something of each later one. Slurm's thread writes a file before it
 * begins the next. The first of them may have been read before the change was
 * noted, the second begun before it; the third, if a record is in all of them,
 * or the fourth in any case, was begun after it.
 */
#define CONTENT_SEEN 3	/* files that hold the record: so do all later ones */
#define CONTENT_FILES 4	/* later files hold no earlier content of the record */

/* Maximum number of contents that a row lists; and in the place of others. */
#define CONTENT_WAS_MAX 16
#define CONTENT_ANY "*"

/*
 * The digest of all that a native record holds of a booking, except for its id
 * and for whether its nodes are pinned, which the plugin changes on its own.
 */
extern uint64_t content_of(const booking_t *b);

/* Return true if content is that of b, or may be one that b had. */
extern bool content_is_known(const booking_t *b, uint64_t content);

/*
 * Add a content in front of a list.
 * IN was - the list of a row; NULL: empty
 * RET free(). A list that gets too long says of every content that it may have
 *	been one
 */
extern char *content_add(const char *was, uint64_t content);

/* The digest of bytes, for content_digest(CONTENT_EMPTY, ...) and further ones. */
#define CONTENT_EMPTY UINT64_C(0xcbf29ce484222325)
extern uint64_t content_digest(uint64_t before, const void *bytes, size_t size);
extern uint64_t content_number(uint64_t digest, int64_t number);

/* With its end, so that texts that follow one another stay apart; NULL: "" */
extern uint64_t content_text(uint64_t digest, const char *text);
