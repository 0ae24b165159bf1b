/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replace.h - files that readers see whole: as they were, or as they are. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct {
	FILE *file;		/* what to write to */
	char *path;
	char *new;		/* a file beside it */
} replace_t;

/*
 * Begin to write a file in the place of path. "-": standard output.
 * RET false: errno says why; nothing has to be ended
 */
extern bool replace_begin(replace_t *ret, const char *path);

/*
 * Put the new file in the place of the old one, with mode 0644 as far as the
 * umask allows; or drop it.
 * IN ok - false: what was written is not whole
 * RET false: the old file is there as it was; errno says why, unless ok is false
 */
extern bool replace_end(replace_t *r, bool ok);
