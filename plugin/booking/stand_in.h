/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stand_in.h - bookings whose native record Slurm can't make.
 *
 * At a start a booking's record may have to be made again, and Slurm may refuse
 * that: a user of it is gone or the name service is out, a node, partition or
 * license is not in slurm.conf any more. Or Slurm itself purges the record, when
 * it reads its state or its configuration. What was promised is kept all the
 * same: a stand-in has the booking's name, id and time, the nodes of it that
 * exist and the licenses that there are, for root alone. Its remark tells users
 * the reason (Comment, BurstBuffer until Slurm 22.05). A stand-in protects its
 * nodes, is parked, linked and counted, is deleted and ends as any booking, and
 * counts for the limits of its creator. It is never moved, repaired or updated.
 *
 * booking_t.stand_in says that a booking has one. records.h's read() then leaves
 * the booking alone, so the ledger keeps what was booked. The mark is not in the
 * ledger: at a start a stand-in in Slurm's state is known by its remark.
 *
 * Each is tried again at a start, after a reconfiguration, and by the agent,
 * after pauses that double from STAND_IN_PAUSE to STAND_IN_PAUSE_MAX. Name
 * services can be slow: one look makes at most STAND_IN_TRIES tries
 * (plugin/booking/timing.h), and leaves the rest to the next. A try first takes
 * nodes that exist again; when all are there, and nobody has reserved one of
 * them or the licenses meanwhile, the same record becomes what the booking says,
 * so that jobs in it stay in it.
 *
 * Locks: site_lock(), after site_sync().
 */
#ifndef PLUGIN_STAND_IN_H
#define PLUGIN_STAND_IN_H

#include "plugin/booking/view.h"

#define STAND_IN_PAUSE 60	/* seconds */
#define STAND_IN_PAUSE_MAX 3600

/*
 * Is the record of this booking's name a stand-in for it? A booking whose own
 * comment is the remark of one is none.
 */
extern bool stand_in_is(const record_t *rec, const booking_t *b);

/*
 * Why Slurm can't make b.
 * IN rc, err - of records.h's recreate() and its like. RET free()
 */
extern char *stand_in_reason(const booking_t *b, int rc, const char *err);

/*
 * Make a stand-in for b, which can't fail, and mark b. It has to be entered
 * (stand_in_register()) once it has its booking.
 * RET the record, in Slurm's list
 */
extern record_t *stand_in_make(booking_t *b, const char *why);

/* The same of the record that b has. */
extern void stand_in_convert(booking_t *b, record_t *rec, const char *why);

/*
 * The record of v is a stand-in for its booking, which is marked.
 * IN tried - just now; else it is due
 */
extern void stand_in_register(view_resv_t *v, bool tried, time_t now);

/*
 * Slurm has removed the native record of a booking by itself, and nothing says
 * that it was to end now: stand_in_retry_due() makes it again, or a stand-in.
 * IN b - owned from then on if it is kept
 * RET false: it is over
 */
extern bool stand_in_record_lost(booking_t *b, time_t now);

/*
 * slurm.conf may be another one: all are due at the next stand_in_retry_due().
 */
extern void stand_in_retry_soon(void);

/* Is something to be done before others are served? */
extern bool stand_in_urgent(void);

/* Try those that are due. RET has anything changed that Slurm looks at */
extern bool stand_in_retry_due(time_t now);

/*
 * Is the booking of a job what it was again, since this was asked last? Then
 * jobs_sync() is to compare jobs with their bookings as after a start.
 */
extern bool stand_in_jobs_restored(void);

/* As of the last look, with those entered since. */
extern uint32_t stand_in_count(void);

/* Forget all: the bookings are those of the view, which is freed. */
extern void stand_in_fini(void);

/*
 * Try one: its record becomes what the booking says, or has more nodes of it.
 * OUT ret_took - it has other nodes now
 * RET NULL: it is done; else why not, free()
 */
extern char *stand_in_try(view_resv_t *v, time_t now, bool *ret_took);

#endif
