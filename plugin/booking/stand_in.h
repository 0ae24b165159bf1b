/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stand_in.h - bookings whose native record Slurm can't make.
 *
 * At a start the record of a booking may have to be made again, and Slurm may
 * refuse that: a user is gone or the name service is down; a node, partition or
 * license is not in slurm.conf any more. Or Slurm itself purges the record when
 * it reads its state or its configuration. The promise of the booking is kept
 * all the same: a stand-in is a record for root alone, with the name, id and
 * time of the booking and those of its nodes and licenses that exist. A remark
 * (records.h) tells users the reason. A stand-in protects its nodes, and is
 * parked, linked, counted, deleted and ended as the record of any booking. The
 * booking counts for the limits of its creator, and is never moved, repaired or
 * updated.
 *
 * booking_t.stand_in marks a booking with a stand-in. records.h's read() then
 * leaves the booking as it is, so the ledger keeps what was booked. The mark is
 * not in the ledger: at a start a stand-in in Slurm's state is known by its
 * remark.
 *
 * A stand-in is tried again at a start, after a reconfiguration, and after
 * pauses that double from STAND_IN_PAUSE to STAND_IN_PAUSE_MAX. Name services
 * can be slow, or hang: a thread of the host looks up the users and groups of
 * what is due with no lock held, and only then tries again. One look tries at most
 * STAND_IN_TRIES bookings (timing.h), those that begin first; the next look tries
 * the rest. Records that Slurm has purged get stand-ins under the locks under
 * which that is noticed, and are then tried the same way. A try first takes the
 * nodes that exist again. When all nodes are there, and no other reservation has
 * got one of them or the licenses meanwhile, the record becomes what the booking
 * says; as it is the same record, jobs in it stay in it.
 *
 * After a try that failed, the next look tells the site's program (garq_notify)
 * of the stand-in, again if a later try has another reason, and of the booking's
 * own record once it is there.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync(),
 * where nothing else is said.
 */
#ifndef PLUGIN_STAND_IN_H
#define PLUGIN_STAND_IN_H

#include "plugin/booking/timing.h"
#include "plugin/booking/view.h"

/*
 * Maximum number of records that reconcile() makes again at once. Each costs two
 * messages to accounting, of which Slurm keeps about 10,000 while slurmdbd does
 * not take them; then it drops records of jobs. All others wait as stand-ins,
 * which cost none, and are tried at once, STAND_IN_TRIES in a look.
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
 * Is accounting behind, and does start lie so far ahead that the record can be
 * made later?
 */
extern bool stand_in_has_to_wait(time_t start, time_t now);

/*
 * Maximum number of stand-ins that one look tells the site's program: very many
 * at once would push each other out of its queue (plugin/notify.h).
 */
#ifndef STAND_IN_TELLS
#define STAND_IN_TELLS 100
#endif

#define STAND_IN_PAUSE 60		/* seconds */
#define STAND_IN_PAUSE_MAX 3600		/* seconds */

/*
 * Is rec, which has the name of b, a stand-in for b? The remark tells, unless
 * the booking itself has that for its Comment.
 */
extern bool stand_in_is(const record_t *rec, const booking_t *b);

/*
 * Why Slurm can't make the record of b, with the attribute that it refuses.
 * IN rc, err - of records.h's recreate(), apply(), ...; err may be NULL
 * RET free(); NULL if memory is short
 */
extern char *stand_in_reason(const booking_t *b, int rc, const char *err);

/*
 * Make a stand-in for b, and mark b. Once the booking is attached to the
 * record, stand_in_register() has to follow.
 * RET the record, which is linked; never NULL
 */
extern record_t *stand_in_make(booking_t *b, const char *why);

/* The same, but make the record that b has a stand-in. */
extern void stand_in_convert(booking_t *b, record_t *rec, const char *why);

/*
 * Count the stand-in of v, whose booking is marked, and schedule its next try.
 * If it was tried, the site is told by the next look.
 * IN tried - the last try was just now; else the stand-in is due
 */
extern void stand_in_register(view_resv_t *v, bool tried, time_t now);

/*
 * Slurm has removed the record of b by itself. Unless the booking is over, the
 * caller has stand_in_keep_lost() called before it releases the locks.
 * IN b - owned by this module from then on, if true
 * IN waiting - of the entry that b had, for unwritten_move(); NULL: it had none
 * RET false: the booking is over, also if it has begun and has PURGE_COMP
 */
extern bool stand_in_record_lost(booking_t *b, const view_waiting_t *waiting,
				 time_t now);

/*
 * Make linked stand-ins in the place of the lost records: each file that Slurm
 * saves from then on has the name, until the ledger has the booking as one of
 * which no file proves a deletion. They are due at once. No name is looked up.
 */
extern void stand_in_keep_lost(time_t now);

/* slurm.conf may have changed: all stand-ins are due at the next look. */
extern void stand_in_retry_soon(void);

/* Did the last look leave stand-ins that are due to the next one? */
extern bool stand_in_left(void);

/* Is stand_in_protect() to be called before the next request is served? */
extern bool stand_in_urgent(void);

/*
 * Let the stand-ins that are due take the nodes that exist again. They stay due,
 * since no name is looked up.
 */
extern void stand_in_protect(time_t now);

/* The names in bookings that are due. */
typedef struct {
	uint32_t cnt;
	struct {
		char *name;	/* of the booking */
		char *users;	/* as the booking has them, or NULL */
		char *groups;
		bool known;	/* IN: all of them exist */
	} of[STAND_IN_TRIES];
} stand_in_names_t;

/*
 * After a reconfiguration stand-ins take nodes first, as stand_in_protect().
 * OUT ret - stand_in_names_free(), with or without locks
 */
extern void stand_in_due(time_t now, stand_in_names_t *ret);
extern void stand_in_names_free(stand_in_names_t *names);

/*
 * Try the stand-ins that are due.
 * IN names - of stand_in_due(): stand-ins that are not among them stay due.
 *	NULL: Slurm looks up all names, while the locks are held
 * RET has anything changed that Slurm looks at?
 */
extern bool stand_in_retry_due(time_t now, const stand_in_names_t *names);

/*
 * Has the booking of a job got its own record back since the last call? Then
 * jobs_sync() has to compare jobs with their bookings as after a start.
 */
extern bool stand_in_jobs_restored(void);

/* Number of stand-ins: those of the last look and those registered since. */
extern uint32_t stand_in_count(void);

/* Free the bookings of lost records; all others belong to the view. */
extern void stand_in_fini(void);

/* What is known of the users and groups of a booking that is tried. */
typedef enum {
	NAMES_ASK,		/* Slurm looks them up */
	NAMES_KNOWN,		/* they exist, so that Slurm's look-up is fast */
	NAMES_UNKNOWN,		/* not all of them exist */
	NAMES_LATER,		/* they have to be looked up first */
} stand_in_known_t;

/* The reason, if any, not to ask Slurm yet. RET free(); NULL: none */
extern char *stand_in_check_names(const booking_t *b, stand_in_known_t known);

/*
 * Try a linked stand-in: make its record what the booking says, or at least
 * give the record more nodes of the booking.
 * OUT ret_took - has the record other nodes now? Untouched: no
 * RET NULL: the record is the booking's; else why not, free()
 */
extern char *stand_in_try(view_resv_t *v, stand_in_known_t known, time_t now,
			  bool *ret_took);

#endif
