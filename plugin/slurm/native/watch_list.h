/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_list.h - a walk through Slurm's list of reservations.
 *
 * It is bound by memory: a record and what the view has of it lie in a dozen
 * places each. They are therefore requested some records before they are read.
 *
 * Locks: those of watch.h.
 */
#pragma once

#include "plugin/booking/view/view.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Read a record. It must neither change Slurm's list nor remove entries of the
 * view.
 * IN known - the entry that has the record's number; NULL: none
 */
typedef void (*watch_list_fn)(slurmctld_resv_t *rec, view_resv_t *known,
			      void *arg);

/* Call fn for each record. */
extern void watch_list_each(watch_list_fn fn, void *arg);

/*
 * Put a record in front of Slurm's list, where it is found, and from where it
 * is taken out again, without a walk. One that stays has to be put at the end:
 * Slurm runs the prologs and epilogs of reservations, and tries the MAGNETIC
 * ones, in this order.
 */
extern void watch_list_push(slurmctld_resv_t *rec);

/* Put a record at the end, if it is in front. */
extern void watch_list_settle(slurmctld_resv_t *rec);

/* Give memory back. */
extern void watch_list_clear(void);
