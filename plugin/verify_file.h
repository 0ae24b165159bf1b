/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verify_file.h - the file that says what the plugin counts; see verify.h */
#ifndef PLUGIN_VERIFY_FILE_H
#define PLUGIN_VERIFY_FILE_H

#include <stddef.h>

#define VERIFY_FILE "garq.counts"	/* in StateSaveLocation */

typedef struct {
	char *path;
	char *text;	/* NULL: there is nothing to write */
	size_t size;
} verify_report_t;

/*
 * Check what is counted, and make a report of it. Right after site_sync(), under
 * the same locks.
 * OUT ret_report - for verify_write(), also if memory was short
 */
extern void verify_report(verify_report_t *ret_report);

/*
 * Write a report in the place of the last one, whole or not at all, and free
 * what it holds. Without locks. A report that was never made ({ 0 }) is none.
 */
extern void verify_write(verify_report_t *report);

#endif
