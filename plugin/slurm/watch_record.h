/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_record.h - a native record as the values that the office knows it by.
 */
#ifndef PLUGIN_WATCH_RECORD_H
#define PLUGIN_WATCH_RECORD_H

#include "plugin/booking/view_feed.h"
#include "plugin/slurm/compat.h"

/*
 * What a record says, but for its nodes. Texts are those of the record.
 * OUT ret_seen - watch_record_free(), before the record changes
 * RET false if memory is short; then there is nothing to free
 */
extern bool watch_record_read(slurmctld_resv_t *rec, view_seen_t *ret_seen);

extern void watch_record_free(view_seen_t *seen);

#endif
