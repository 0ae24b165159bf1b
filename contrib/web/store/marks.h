/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * marks.h - texts that the user has marked as read, in a file of the user: they
 * outlive the server, and each server of the user has them.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#define MARKS_MOST 2000 /* in the file; older ones are dropped */
#define MARKS_TEXT 512 /* bytes of a mark */

/*
 * The path of the file: garq/read.json in XDG_STATE_HOME, or else in
 * .local/state of HOME.
 * RET for free(); NULL: neither is an absolute path, or memory is short
 */
extern char *marks_path(void);

/* RET the marks in the file, an array of texts, oldest first; without a file, or
 *	with another content, an empty one. NULL: memory is short */
extern json_t *marks_read(const char *path);

/*
 * Add marks to those in the file, which is replaced as a whole; it and missing
 * folders are made for the user alone. If two servers add at the same moment,
 * the marks of one server may be lost.
 * IN more - an array of texts
 * RET all marks, as marks_read(); NULL with errno
 */
extern json_t *marks_add(const char *path, const json_t *more);
