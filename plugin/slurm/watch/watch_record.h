/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_record.h - read a native record into the values that the office uses.
 */
#pragma once

#include "plugin/booking/view/view_feed.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Read all of a record but its nodes. Locks: node READ.
 * OUT ret_seen - watch_record_free(); its texts are the record's, valid until
 *	the record changes
 */
extern void watch_record_read(slurmctld_resv_t *rec, view_seen_t *ret_seen);

extern void watch_record_free(view_seen_t *seen);
