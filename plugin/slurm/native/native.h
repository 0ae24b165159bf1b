/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native.h - write Slurm's own reservation records.
 *
 * The contract of each function is the member of the same name in
 * host.h (native_delete(): remove()). The office has decided
 * about admission, so Slurm makes a record with OVERLAP and IGNORE_JOBS set,
 * which skips Slurm's search through all other reservations and jobs. These
 * flags are then cleared, so that the record protects its nodes like any other.
 * Records are pinned to their nodes (SPEC_NODES); users see the flags that they
 * asked for (native_mask()).
 *
 * Locks: conf READ, job READ (native_delete(), native_end() and
 * native_end_jobs(): WRITE), node WRITE, part READ.
 */
#pragma once

#include "plugin/booking/request/placement.h"
#include "plugin/booking/request/request.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/record.h"
#include "plugin/ledger/record/booking.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/native/native_flags.h"

extern int native_create(office_t *office, const request_t *request,
			 const placement_t *placement, bool window,
			 record_t **ret_rec, char **ret_err);
extern int native_recreate(office_t *office, const booking_t *b,
			   record_t **ret_rec, char **ret_err);
extern int native_update(record_t *record, const request_t *request,
			 const change_t *change, bool window, char **ret_err);
extern int native_apply(record_t *record, const booking_t *b, char **ret_err);
extern int native_delete(const char *name);
extern bool native_drop(record_t *record);
extern void native_shift(record_t *record, time_t start, time_t end);
extern void native_reset_start(record_t *record);
extern void native_bind(record_t *record, const garq_set_t *nodes,
			const units_t *units);
extern void native_pin(record_t *record, pin_t pin);
extern void native_rename(record_t *record, const char *name);
extern void native_end(record_t *record, time_t now);
extern void native_end_jobs(record_t *record, time_t now);
extern void native_read(const record_t *record, booking_t *b);
extern record_t *native_make_stand_in(office_t *office, const booking_t *b,
				      const garq_set_t *nodes,
				      const char *remark);
extern void native_to_stand_in(record_t *record, const char *remark);
extern void native_set_nodes(record_t *record, const garq_set_t *nodes,
			     const units_t *units);
extern void native_set_remark(record_t *record, const char *remark);
extern int native_from_stand_in(record_t *record, const booking_t *b,
				char **ret_err);

extern void native_mark(record_t *record, bool unwritten);
extern bool native_is_marked(const record_t *record);

/*
 * Return true if Slurm has more to undo at the end of a record than its jobs'
 * references to it: the record has begun, has marked its nodes, or may be the
 * reason for which other jobs wait or run (MAINT, TIME_FLOAT, MAGNETIC, FLEX).
 */
extern bool native_concerns_others(const slurmctld_resv_t *rec, time_t now);

/* Free a record that is not in Slurm's list, and that no job has. */
extern void native_free(slurmctld_resv_t *rec);

/*
 * Return true if an update changes only the place of a record, and nobody else
 * has to know of that. Slurm's function would walk through all nodes and, from
 * 23.11 on, through all jobs.
 * IN request, change, window - of native_update()
 */
extern bool native_is_place(const slurmctld_resv_t *rec,
			    const request_t *request, const change_t *change,
			    bool window);

/* Carry out such an update. It can't fail. */
extern void native_place(slurmctld_resv_t *rec, const request_t *request,
			 const change_t *change);

/* native_set_nodes() with a bitmap. IN nodes - owned by the record */
extern void native_set_bitmap(slurmctld_resv_t *rec, bitstr_t *nodes,
			      const units_t *units);

/* The same with the nodes that it has. */
extern void native_set_units(slurmctld_resv_t *rec, const units_t *units);

/*
 * The start of a reservation as users see it, in seconds since the epoch. When
 * a started reservation changes, Slurm moves start_time for its accounting and
 * keeps the first start in start_time_first.
 */
static inline time_t native_start(const slurmctld_resv_t *rec)
{
	return rec->start_time_first ? rec->start_time_first : rec->start_time;
}

/*
 * A mask shows a record as the user asked for it (unpinned, with its window)
 * while Slurm packs the record for users; native_unmask() restores the record.
 * A hold shows whose it is and until when. Both need node WRITE without a
 * break.
 */
typedef struct {
	slurmctld_resv_t *rec;
	uint64_t flags;
	uint32_t max_start_delay;
	char **remark;
	char *was_remark;
	uid_t *shown_to;	/* of a hold: its requester, ... */
	uid_t *users;		/* ... in the place of these and of assocs */
	int user_cnt;
	char *assocs;
} native_mask_t;

/* What the remark says of a booking's nodes. */
typedef struct {
	const char *lost_nodes;	/* those that it lacks, and why; NULL: none */
	const char *lost_why;
	const char *awaited;	/* those that are down now; NULL: none */
	const char *wish;	/* of choose_wish_text(); or NULL */
} native_told_t;

/* RET for native_unmask() */
extern native_mask_t native_mask(slurmctld_resv_t *rec, const booking_t *b,
				 const native_told_t *told);
/* The same for a record that is no booking's. */
extern native_mask_t native_mask_counted(slurmctld_resv_t *rec);
extern void native_unmask(const native_mask_t *mask);

/*
 * The field that holds the plugin's remark for users: Comment, or BurstBuffer
 * where Slurm has no Comment. RET the field (xmalloc'd text), in the record
 */
extern char **native_remark(slurmctld_resv_t *rec);

/* Return true if native_mask() would change the record. */
static inline bool native_is_masked(const slurmctld_resv_t *rec,
				    const booking_t *b,
				    const native_told_t *told)
{
	return told->lost_nodes || told->awaited || told->wish ||
	       booking_is_named_hold(b) ||
	       (rec->flags & NATIVE_UNWRITTEN) ||
	       (!b->asked_nodes && (rec->flags & RESERVE_FLAG_SPEC_NODES)) ||
	       booking_is_flexible(b);
}
