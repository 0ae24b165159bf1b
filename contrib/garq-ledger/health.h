/* SPDX-License-Identifier: GPL-2.0-or-later */
/* health.h - is a ledger sound, and a new ledger from a damaged one. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "contrib/sresv/text/sheet.h"

typedef struct {
	sheet_t *sheets[3];	/* the ledger in figures; findings */
	bool sound;
} health_t;

/*
 * Look at a ledger of any schema. It is to be a snapshot: SQLite may write to
 * it.
 * OUT ret - for health_free(); set on success
 * OUT error - one line
 * RET false if it can't be looked at (memory, disk); damage is no failure
 */
extern bool health_check(const char *path, health_t *ret, char *error,
			 size_t error_size);

/*
 * Make a new ledger TO of the copy COPY (ledger_copy.h); if that can't be used,
 * of all rows of PATH and COPY that can be read (recover.h). The new ledger has
 * no owner, so a start takes it, wherever an administrator puts it. PATH is a
 * snapshot, beside which files are left; COPY is only read, and need not exist.
 * OUT ret, error - as for health_check()
 * RET false if there is no new ledger
 */
extern bool health_salvage(const char *path, const char *copy, const char *to,
			   health_t *ret, char *error, size_t error_size);

/*
 * May a salvaged ledger be written there? Not over a file, and not to a name
 * that the next start of slurmctld would take for its own salvage.
 * OUT error - one line that names the file
 */
extern bool health_may_write(const char *to, char *error, size_t error_size);

/* Print tables, or one JSON object. RET false if memory is short */
extern bool health_print(FILE *out, const health_t *h, bool json);

/* Print the findings as lines only. RET as health_print() */
extern bool health_print_lines(FILE *out, const health_t *h);

extern void health_free(health_t *h);
