/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site_files.h - the office's tariff and budgets are those of files
 * (garq_tariff, garq_budget).
 *
 * They are read at the start, and by the thread of copier.h after that and
 * after a reconfiguration, so that nobody waits for the disk under slurmctld's
 * locks. A file with a fault changes nothing: the content in force stays, over
 * a start, too, as the thread keeps the text of each good file beside the
 * ledger (SITE_FILES_KEPT). The fault is logged, and office->files has it until
 * the file is mended. Without the option there is no content, and none is kept.
 */
#pragma once

#include <stdbool.h>

/* The names in StateSaveLocation, for "tariff" and "budget". */
#define SITE_FILES_KEPT "garq.%s.kept"

/* Read the files of the options. At the start, before any request is served. */
extern void site_files_begin(void);

/* Ask for site_files_turn(). Locks: any */
extern void site_files_due(void);

/* Read the files again if that is due. Locks: none */
extern void site_files_turn(void);
