/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * occurrence.h - when a native record holds its nodes.
 *
 * Once, for most. Every hour, day, weekday, weekend day or week for recurring
 * ones: Slurm keeps the next occurrence in the record and moves it on when
 * that one has ended. From now on, always at the same distance, for floating
 * ones (TIME_FLOAT).
 */
#ifndef PLUGIN_OCCURRENCE_H
#define PLUGIN_OCCURRENCE_H

#include "plugin/slurm/compat.h"

/*
 * Call fn for each occurrence of rec that begins before until; the one that is
 * kept in the record is always told. Locks: node READ.
 */
extern void occurrence_each(const slurmctld_resv_t *rec, time_t now,
			    time_t until,
			    void (*fn)(void *arg, time_t start, time_t end),
			    void *arg);

#endif
