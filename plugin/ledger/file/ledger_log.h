/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_log.h - the frames of a log of SQLite's (a WAL) that can be read.
 *
 * SQLite reads a log up to the last commit whose frames have the right
 * checksums, and does not report that more was written. Only the log of the
 * copy (ledger_copy.h) shows the end that a damaged log has lost. The format is
 * that of https://www.sqlite.org/fileformat2.html, section 4, and does not
 * change.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define LEDGER_LOG_HEAD 32	/* bytes before the first frame */
#define LEDGER_FRAME_HEAD 24	/* bytes before the page of a frame */

typedef struct {
	bool begun;		/* it has a head; if not, the rest is nothing */
	uint32_t salt[2];	/* others after each restart of the log */
	int64_t frames;		/* up to the last commit */
} ledger_log_t;

/*
 * Read the log of the file PATH. OUT ret - all 0: there is none. RET 0 or
 * errno: it can't be read to its end now, so nothing is known of it
 */
extern int ledger_log_read(const char *path, ledger_log_t *ret);

/*
 * RET the size of a page of the log with this head, in bytes; 0: it is no head
 */
extern uint32_t ledger_log_page_size(const uint8_t head[LEDGER_LOG_HEAD]);
