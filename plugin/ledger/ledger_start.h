/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_start.h - a start opens the ledger that the cluster had last.
 *
 * Bookings without a record of Slurm's are in the ledger alone. Therefore no
 * other file is taken for it, and no empty one is begun where there was one:
 *
 *	what there is			what a start does
 *	nothing, and no trace of a	create it: a new site
 *	  ledger
 *	the ledger			open it
 *	the ledger, damaged or without	make it of its copy (ledger_copy.h), and
 *	  the end of its log; none, an	  keep the file in the place
 *	  empty file, or one of another
 *	  cluster
 *	... and there is no copy	wait until an administrator acts
 *	... and the disk can't write	wait until it can
 *	an older one			make it of its copy if that is younger;
 *					  else open it, and say so
 *
 * A file that can't be read now (an error of the disk, no descriptor, no right)
 * is unknown, not damaged: the start ends, says why, and the next one begins
 * again. Only a file that was read to its end and found wrong is damaged, and
 * only a file that is looked for twice is missing (ledger_files_there()). All
 * files are read first, and none is changed: the ledger is opened for writing
 * when it was compared with its copy (ledger_check_fn), and a file that is not
 * opened keeps its log. A new ledger
 * is complete and on the disk before the old one gives way (ledger_replace.h).
 * A start that fails therefore leaves all files to the next one.
 *
 * A trace is a copy, the history (ledger_history.h), or a claim whose owner had
 * a ledger (ledger_claim.h). Claims also contain the identity of the ledger and
 * the number of its last epoch: they show whether a ledger is another one, or
 * an older one. A ledger that "garq-ledger salvage" has made has no owner yet,
 * and is taken: an administrator can put any file in the place.
 */
#pragma once

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_replace.h"

/*
 * A start: finish what a killed replacement left behind, if anything, open the
 * ledger at PATH as above, and keep its copy from then on. say() gets its
 * actions and findings. Waits for the disk.
 * IN former - the former ledger, by the claims
 * IN say - may be NULL
 * OUT, RET as ledger_open(), but never LEDGER_DAMAGED. LEDGER_UNREADABLE also
 *	where an administrator has to act; error says how
 */
extern ledger_status_t ledger_start(const char *path,
				    const ledger_former_t *former,
				    ledger_say_fn say, void *arg,
				    ledger_t **ret_ledger, char *error,
				    size_t error_size);
