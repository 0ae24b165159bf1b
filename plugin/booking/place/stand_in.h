/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stand_in.h - bookings whose native record Slurm can't make as it was booked.
 *
 * At a start the record of a booking may have to be made again, and Slurm may
 * refuse that: a user or an account is gone, or the name service is down; a
 * node, partition or license is not in slurm.conf any more. Or Slurm itself
 * purges the record when it reads its state or its configuration. The promise
 * of the booking is kept as far as it can be, in this order:
 *
 *	whole	the record is as booked
 *	part	the record is for the owner, without all that is gone: nodes,
 *		some of several users, groups or accounts, licenses, the
 *		partition (part.h)
 *	stand-in	nothing can be made for the owner. The record is for root
 *		alone, with those of the nodes and licenses that exist
 *
 * Each has the name, id and time of the booking, protects its nodes, and is
 * parked, linked, counted, deleted and ended as the record of any booking. A
 * remark (host.h) shows users the missing items and the reason. A part is
 * used, moved, repaired and updated as a whole one. A stand-in is never moved,
 * repaired or updated.
 *
 * booking_t.part and booking_t.stand_in mark such bookings. host.h's read()
 * then leaves the booked values as they are, and reads no more than the place
 * of a part; so the ledger keeps the booked values. At a start a stand-in or a
 * part in Slurm's state is known by its remark, and its content counts for
 * nothing.
 *
 * A booking that is not whole is tried again at a start, after a
 * reconfiguration, and after pauses that double from STAND_IN_PAUSE to
 * STAND_IN_PAUSE_MAX; a part also after its record has changed. Name services
 * can be slow, or hang: a thread of the host looks up the users and groups of
 * due bookings with no lock held, and only then tries again. One look tries at
 * most STAND_IN_TRIES bookings (timing.h), those that begin first; the next
 * look tries the rest. Records that Slurm has purged get stand-ins under the
 * locks under which that is noticed, and are then tried the same way. A try
 * first takes the nodes of the booking that exist, unless other reservations
 * have got them meanwhile, then makes as much of the record as can be made; as
 * it is the same record, jobs in it stay in it. A booking by count some of
 * whose nodes are gone gets others, if these are free.
 *
 * After a try the next look reports the stand-in or the part to the site's
 * program (garq_notify) and the history, again if a later try has another
 * reason, and the booking's whole record once it is there.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync(),
 * where nothing else is said.
 */
#pragma once

#include "plugin/booking/place/part.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Maximum number of records that reconcile() makes again at once. Each costs
 * two messages to accounting, of which Slurm keeps about 10,000 while slurmdbd
 * does not take them; then it drops records of jobs. All others wait as
 * stand-ins, which cost none, and are tried at once, STAND_IN_TRIES in a look.
 */
#ifndef REMAKE_AT_START
#define REMAKE_AT_START 2000
#endif

/*
 * While accounting is behind, because slurmdbd is slow or down, records that
 * begin later than this are not made again: seconds.
 */
#define STAND_IN_NEAR 3600

/*
 * Return true if accounting is behind, and start lies so far ahead that the
 * record can be made later.
 */
extern bool stand_in_has_to_wait(office_t *office, time_t start, time_t now);

/*
 * Maximum number of stand-ins that one look reports to the site's program: very
 * many at once would push each other out of its queue (plugin/notify.h).
 */
#ifndef STAND_IN_TELLS
#define STAND_IN_TELLS 100
#endif

#define STAND_IN_PAUSE 60		/* seconds */
#define STAND_IN_PAUSE_MAX 3600		/* seconds */

/*
 * Return true if rec, which has the name of b, is a stand-in for b, or a part
 * of b. The remark decides, unless the booking itself has that for its Comment.
 */
extern bool stand_in_is(office_t *office, const record_t *rec,
			const booking_t *b);

/*
 * Why Slurm can't make the record of b, with the attribute that it refuses.
 * IN rc, err - of host.h's recreate(), apply(), ...; err may be NULL
 * RET free()
 */
extern char *stand_in_reason(office_t *office, const booking_t *b, int rc,
			     const char *err);

/*
 * Make a stand-in for b, and mark b. Once the booking is attached to the
 * record, stand_in_register() has to follow.
 * RET the record, which is linked; never NULL
 */
extern record_t *stand_in_make(office_t *office, booking_t *b, const char *why);

/* The same, but make the record that b has a stand-in. */
extern void stand_in_convert(office_t *office, booking_t *b, record_t *rec,
			     const char *why);

/*
 * rec, from Slurm's state, is a stand-in for b or a part of it: keep it as a
 * stand-in, and mark b.
 */
extern void stand_in_keep(office_t *office, booking_t *b, record_t *rec);

/* Count the stand-in of v, whose booking is marked. It is due at once. */
extern void stand_in_register(office_t *office, view_resv_t *v);

/*
 * Before a start users were told that v, which has a booking, is a stand-in or
 * a part. They are told now if it is neither any more; else once it is neither.
 */
extern void stand_in_recall(office_t *office, view_resv_t *v, time_t now);

/*
 * Slurm itself has removed the record of b. Unless the booking has ended, the
 * caller has stand_in_keep_lost() called before it releases the locks.
 * IN b - owned by this module from then on, if true
 * IN waiting - of the entry that b had, for unwritten_move(); NULL: it had none
 * RET false: the booking has ended, or has begun and has PURGE_COMP
 */
extern bool stand_in_record_lost(office_t *office, booking_t *b,
				 const view_waiting_t *waiting, time_t now);

/*
 * Make linked stand-ins in the place of lost records, of which there are some:
 * each file that Slurm saves from then on has the name, until the ledger has
 * the booking as one of which no file proves a deletion. They are due at once.
 * No name is looked up.
 */
extern void stand_in_keep_lost(office_t *office, time_t now);

/* slurm.conf may have changed: all stand-ins and parts are due at the next look. */
extern void stand_in_retry_soon(office_t *office);

/* Return true if the last look left due stand-ins to the next one. */
extern bool stand_in_left(office_t *office);

/*
 * Let the stand-ins that are due take the nodes that exist again. They stay
 * due, since no name is looked up.
 */
extern void stand_in_protect(office_t *office, time_t now);

/* The names in bookings that are due. */
typedef struct {
	char *name;		/* of the booking */
	char *users;		/* as the booking has them, or NULL; the caller */
	char *groups;		/* leaves in both lists those that exist */
} stand_in_name_t;

typedef struct {
	uint32_t cnt;
	stand_in_name_t of[STAND_IN_TRIES];
} stand_in_names_t;

/*
 * After a reconfiguration stand-ins take nodes first, as stand_in_protect().
 * OUT ret - stand_in_names_free(), with or without locks
 */
extern void stand_in_due(office_t *office, time_t now, stand_in_names_t *ret);
extern void stand_in_names_free(stand_in_names_t *names);

/*
 * Try the stand-ins that are due.
 * IN names - of stand_in_due(): stand-ins that are not among them stay due.
 *	NULL: Slurm looks up all names, while the locks are held; all take their
 *	own nodes that are there again before any gets others in their place
 * RET true if anything changed that Slurm looks at
 */
extern bool stand_in_retry_due(office_t *office, time_t now,
			       const stand_in_names_t *names);

/*
 * Return true if the booking of a job has got its own record back since the
 * last call. Then jobs_sync() has to compare jobs with their bookings as after
 * a start.
 */
extern bool stand_in_jobs_restored(office_t *office);

/* Number of stand-ins and parts: those of the last look and those registered since. */
extern uint32_t stand_in_count(office_t *office);

/* What a try has made. */
typedef enum {
	STAND_IN_NONE,		/* nothing for the owner */
	STAND_IN_PART,
	STAND_IN_SAME,		/* the part that the record was before */
	STAND_IN_WHOLE,
} stand_in_made_t;

/*
 * Try a linked stand-in or part: give the record the nodes of the booking that
 * there are, and make of it as much of the booking as Slurm takes. The booking
 * is as before, with its mark.
 * IN there - the users and groups that exist; NULL: they have to be looked up
 *	first, so the record gets its nodes and nothing else
 * OUT ret_took - true if the record has other nodes now; untouched means false
 * OUT ret_why - missing items and the reason, free(); NULL: the record is whole
 */
extern stand_in_made_t stand_in_try(office_t *office, view_resv_t *v,
				    const part_names_t *there, time_t now,
				    bool *ret_took, char **ret_why);
