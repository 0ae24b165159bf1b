/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verify_file.h - write the report on the plugin's counts to a file; see
 * plugin/booking/serve/verify.h
 */
#pragma once

#include <stddef.h>

#define VERIFY_FILE "garq.counts"	/* in StateSaveLocation */

typedef struct {
	char *path;
	char *text;	/* NULL: no report */
	size_t size;	/* of text, in bytes */
} verify_report_t;

/*
 * Verify the counts, and make a report. To be called right after site_sync(),
 * under the same locks.
 * RET for verify_write()
 */
extern verify_report_t verify_report(void);

/*
 * Replace the file by a report, whole or not at all, and free the report's
 * texts. Errors are logged. Waits for the disk. Locks: none.
 * IN/OUT report - no effect without text
 */
extern void verify_write(verify_report_t *report);
