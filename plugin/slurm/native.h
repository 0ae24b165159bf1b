/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native.h - Slurm's own reservation records; the files that write them.
 *
 * What the office has done to them is said in plugin/booking/records.h: each
 * native_...() of the same name does that. Slurm makes a record with OVERLAP and
 * IGNORE_JOBS set, which skips its search through all other reservations and
 * jobs: admission has been decided. Those flags are then cleared, so the record
 * protects its nodes like any other. What users see of the pinned list
 * (SPEC_NODES) is what they asked for (native_mask()).
 *
 * Locks: conf READ, job READ (delete: WRITE), node WRITE, part READ.
 */
#ifndef PLUGIN_NATIVE_H
#define PLUGIN_NATIVE_H

#include "plugin/booking/records.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/refusals.h"

extern int native_create(const request_t *request, const placement_t *placement,
			 bool window, record_t **ret_rec, char **ret_err);
extern int native_recreate(const booking_t *b, record_t **ret_rec,
			   char **ret_err);
extern int native_update(record_t *record, const request_t *request,
			 const change_t *change, bool window, char **ret_err);
extern int native_apply(record_t *record, const booking_t *b, char **ret_err);
extern int native_delete(const char *name);
extern void native_shift(record_t *record, time_t start);
extern void native_bind(record_t *record, const garq_set_t *nodes);
extern void native_pin(record_t *record);
extern void native_unpin(record_t *record, const booking_t *b);
extern void native_end(record_t *record, time_t now);
extern void native_end_jobs(record_t *record, time_t now);
extern bool native_read(const record_t *record, booking_t *b);
extern record_t *native_make_stand_in(const booking_t *b,
				      const garq_set_t *nodes,
				      const char *remark);
extern void native_to_stand_in(record_t *record, const char *remark);
extern void native_set_nodes(record_t *record, const garq_set_t *nodes);
extern int native_from_stand_in(record_t *record, const booking_t *b,
				char **ret_err);

/*
 * When it starts. Slurm moves start_time, for its accounting, when one that has
 * begun is changed; users are shown the first.
 */
static inline time_t native_start(const slurmctld_resv_t *rec)
{
	return rec->start_time_first ? rec->start_time_first : rec->start_time;
}

/*
 * Make a record look as it was asked for while fn runs (which packs it for
 * users or saves it), then as it was. Needs node WRITE.
 */
typedef struct {
	slurmctld_resv_t *rec;
	uint64_t flags;
	uint32_t max_start_delay;
	char **remark;
	char *was_remark;
} native_mask_t;

/* lost_nodes - nodes that failed, which the remark says; or NULL */
extern native_mask_t native_mask(slurmctld_resv_t *rec, const booking_t *b,
				 const char *lost_nodes);
extern void native_unmask(const native_mask_t *mask);

/* What users read of a record beside its fields: Comment, where Slurm has it. */
extern char **native_remark(slurmctld_resv_t *rec);

/* Does it look otherwise than it is? */
static inline bool native_is_masked(const slurmctld_resv_t *rec,
				    const booking_t *b, const char *lost_nodes)
{
	return lost_nodes ||
	       (!b->asked_nodes && (rec->flags & RESERVE_FLAG_SPEC_NODES)) ||
	       booking_is_flexible(b);
}

#endif
