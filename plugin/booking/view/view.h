/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view.h - the cluster as the office counts it.
 *
 * All that holds nodes is a holder in one garq_machine_t: reservations
 * (bookings and native ones), running jobs up to their time limits, and nodes
 * that are down, drained or missing. The licenses of reservations are counted
 * beside it (licenses.h). A watcher of the cluster feeds the view
 * (view_feed.h): that of the host, or a test.
 *
 * Times are seconds since the epoch; "now" is the caller's time(NULL). Not
 * thread-safe: the locks of site_lock() protect the view.
 */
#pragma once

#include <sys/queue.h>

#include "garq/machine.h"
#include "lrh/lrh.h"
#include "plugin/booking/request/options.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/licenses.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/record.h"
#include "plugin/ledger/record/booking.h"

/* A reservation as last seen. */
typedef struct view_resv {
	char *name;
	record_t *rec;		/* the native record */
	booking_t *booking;	/* owned; NULL: a native reservation; see
				 * view_set_booking() */
	uint64_t id;		/* its holder id, and the group of its jobs */
	bool linked;		/* rec is in Slurm's list; false: parked */
	LIST_ENTRY(view_resv) among_linked;
	LIST_ENTRY(view_resv) among_busy;	/* if is_busy */
	TAILQ_ENTRY(view_resv) among_all;
	struct view_resv *same_hash;	/* next entry whose name has the hash */
	bool grows;		/* its booking is one of view_growing() */
	bool has_owner;		/* this is in the list of owner */
	uint32_t owner;		/* uid of the booking's creator */
	TAILQ_ENTRY(view_resv) of_owner;
	struct view_account *accounts;	/* for view_accounts.c */
	uint64_t asked;		/* the last request that made or changed it; see
				 * view_ask() */
	/* for park.c and loan.c */
	uint32_t requests;	/* requests in progress that have its name */
	uint32_t needed_at;	/* last look at which its record was needed */
	uint32_t unneeded_at;	/* first look since without need; or 0 */
	uint32_t queued_at;	/* the present look, if its caller queues its
				 * booking; else 0 */
	bool on_loan;		/* linked on loan only; see loan.h */
	bool saved;		/* Slurm's saved state has the record */
	/* for reconcile.c, at a start */
	bool has_row;		/* the ledger has a live booking of its name and
				 * id */
	bool was_closed;	/* it is the record of a closed one ... */
	bool was_counted;	/* ... which had no list of nodes */
	/* for unwritten.c */
	uint32_t unwritten;	/* operations of it that may not be durable */
	bool unanswered;	/* the request that makes it has no answer yet */
	/* the record as last seen */
	uint32_t resv_id;
	uint32_t duration;	/* minutes, or BOOKING_NO_DURATION */
	uint64_t flags;		/* BOOKING_FLAG_* */
	time_t start;
	time_t end;
	time_t held_until;	/* occurrences that begin before are held */
	bool away;		/* its place is not held; see view_leave() */
	garq_set_t *nodes;	/* owned; NULL: none */
	char *licenses;		/* as the record has them; owned */
	record_attrs_t attrs;	/* all other attributes; owned */
	lic_holder_t held_licenses;
	bool drifts;		/* may change without a new stamp of Slurm */
	/* for hits.c and repair.c */
	bool is_hit;		/* it may lack nodes */
	bool hit_waits;		/* ... and was looked at */
	uint32_t hit_nr;	/* its place among those that are hit or wait */
	bool hit_last;		/* see hits_put_off() */
	bool hit_by_job;	/* see hits_set_by_job() */
	time_t hit_at;		/* it lacked none before */
	time_t placed_at;	/* its place was seen to change then; 0: not since
				 * the view was made */
	uint64_t hit_seen;	/* number of the relief before the last look; 0:
				 * none yet */
	time_t repaired_at;	/* the last try ... */
	time_t repair_at;	/* ... the next one, and the pause after that,
				 * seconds */
	uint32_t repair_pause;
	char *lost_nodes;	/* for degraded.c: nodes that a degraded booking
				 * lacks; owned; else NULL */
	char *lost_why;		/* ... and why; owned; or NULL */
	time_t retry_at;	/* for stand_in.c: when to try again; 0: now ... */
	uint32_t retry_pause;	/* ... and the pause after that, seconds */
	booking_told_t told;	/* what the users of the booking were told */
	uint32_t walk;		/* the watcher's last walk with this record */
	uint32_t jobs_walk;	/* the last walk with a job that names it */
	uint32_t reach_walk;	/* the last one begun when its record was within
				 * the reach of jobs (view_is_out_of_reach()) */
	uint64_t linked_in;	/* the hold in which it was linked; or 0 */
	bool is_busy;		/* in the list of view_each_with_jobs() */
	/* for use.c */
	uint32_t cpus;		/* of its record ... */
	bool cpus_known;	/* ... which was seen */
	time_t use_from;	/* jobs that ended before count already */
	LIST_ENTRY(view_resv) among_changed;	/* if use_changed: its CPU time
				 * is not written */
	bool use_changed;
	int64_t use_running;	/* CPU time of its jobs that run */
} view_resv_t;

/*
 * The native id by which a request finds again the reservation that it has made
 * or changed: that of the booking, as its stand-in may have another one.
 */
extern uint32_t view_native_id(const view_resv_t *v);

/* Return true if v is linked for its own sake, not on loan (loan.h). */
extern bool view_is_unparked(const view_resv_t *v);

/* Return true if v has cores of its nodes, not all of them. */
extern bool view_is_by_cores(const view_resv_t *v);

/* What is said of v above for unwritten.c, for an entry that takes its place. */
typedef struct {
	uint64_t id;		/* holder id of v */
	uint64_t asked;
	uint32_t unwritten;
	bool unanswered;
} view_waiting_t;

static inline view_waiting_t view_waiting(const view_resv_t *v)
{
	return (view_waiting_t) {
		.id = v->id, .asked = v->asked, .unwritten = v->unwritten,
		.unanswered = v->unanswered,
	};
}

/* A holder of nodes, for texts. */
typedef enum { VIEW_RESV, VIEW_JOB, VIEW_NODE_DOWN, VIEW_PENDING } view_kind_t;
#define VIEW_KINDS (VIEW_PENDING + 1)
typedef struct {
	view_kind_t kind;
	const char *name;	/* VIEW_RESV; VIEW_PENDING: the booking that
				 * has left (view_pending.h) */
	uint32_t job_id;	/* VIEW_JOB */
	uint32_t node;		/* VIEW_NODE_DOWN: index */
	uint32_t user_id;	/* VIEW_JOB */
	uint64_t group;		/* its own id; VIEW_JOB: or that of its
				 * reservation */
} view_holder_t;

/*
 * The group of all native reservations that do not keep off a booking that
 * names their nodes (booking_flags_keep_off()). Their jobs are of other
 * groups.
 */
#define VIEW_GROUP_OPEN (UINT64_C(6) << 56)

/* Return true if a holder of the machine belongs to this group. */
extern bool view_is_open(office_t *office, uint64_t id);

/*
 * Exclude this group from the machine, and include it again
 * (garq_machine_away()): meanwhile the locks are not given up.
 */
extern void view_open_away(office_t *office);
extern void view_open_back(office_t *office);

/* Start with an empty view, which the next look of the watcher fills; all
 * bookings of an earlier one are freed. */
extern void view_init(office_t *office, const options_t *options);

/* Empty the machine, but keep the bookings; the next look sees all again. */
extern void view_reset(office_t *office, const options_t *options);

/* The machine; NULL before the first look. */
extern const garq_machine_t *view_machine(office_t *office);

/* Number of nodes in the machine, which is the size of all node sets. */
extern uint32_t view_size(office_t *office);

/* The time of the last look, the office's clock; 0 before the first look. */
extern time_t view_now(office_t *office);

/*
 * The bookings in view_machine() with their windows, for plans (lrh/lrh.h);
 * NULL as view_machine(). Their ids are holder ids.
 */
extern lrh_t *view_lrh(office_t *office);

/* The holder id that the next new reservation will have. */
extern uint64_t view_next_id(office_t *office);

/*
 * Update view_lrh() after a change of the window of a booking, or of whether it
 * may move. (Changes of the record are noted when the record is seen.)
 */
extern void view_lrh_update(office_t *office, view_resv_t *v);

/*
 * A booking by cores; each of them in turn, in no order.
 * IN/OUT pos - 0 for the first one
 * RET NULL: there are no more
 */
extern view_resv_t *view_next_by_cores(office_t *office, uint32_t *pos);

/*
 * The nodes that a booking by count could ask for today.
 * RET owned by the view; NULL: the host gives none (there is no such partition)
 */
extern const garq_set_t *view_lrh_eligible(office_t *office,
					   const view_resv_t *v);

/*
 * Return true if nodes have become free since the last view_freed_take().
 * OUT ret_from, ret_until - an interval that contains all of their free time
 */
extern bool view_freed(office_t *office, time_t *ret_from, time_t *ret_until);

/* The same; and it is taken note of. */
extern bool view_freed_take(office_t *office, time_t *ret_from,
			    time_t *ret_until);

/* Nodes have become free during [from, until), or were not used yet. */
extern void view_freed_add(office_t *office, time_t from, time_t until);

/* The counts of licenses; NULL as view_machine(). */
extern const lic_counts_t *view_licenses(office_t *office);

/*
 * The licenses that count for v, as a text: those of its record; those that are
 * booked while the record is a part or a stand-in. NULL: none
 */
static inline const char *view_licenses_of(const view_resv_t *v)
{
	const booking_t *b = v->booking;

	return (b && (b->part || b->stand_in)) ? b->licenses : v->licenses;
}

/* The booking of v was marked: count view_licenses_of() from now on. */
extern void view_licenses_claim(office_t *office, view_resv_t *v);

/*
 * Exclude the licenses of a reservation from the counts until
 * view_include_licenses().
 * IN group - its holder id; GARQ_NO_GROUP: no effect
 */
extern void view_exclude_licenses(office_t *office, uint64_t group);
extern void view_include_licenses(office_t *office, uint64_t group);

/* A reservation by its name, its holder id or its native id; NULL: none. */
extern view_resv_t *view_find(office_t *office, const char *name);
extern view_resv_t *view_find_id(office_t *office, uint64_t id);
extern view_resv_t *view_find_resv_id(office_t *office, uint32_t resv_id);

/* Give v, and its booking, another name, which no other has. The record has it
 * already. */
extern void view_rename(office_t *office, view_resv_t *v, const char *name);

/* The creator of an adopted booking. */
#define VIEW_NOBODY ((uint32_t) -1)

/*
 * A request has made or changed v: number it in v->asked. A request that can't
 * be made durable is taken back only while v->asked is still its number: a
 * later request may have been acknowledged, for which v has to be as it is,
 * even if the record shows no difference.
 * RET the number
 */
extern uint64_t view_ask(office_t *office, view_resv_t *v);

/*
 * Attach a booking to v, or detach it: v->booking is set only here. The creator
 * of an attached booking must not change.
 * IN b - owned by v from then on; NULL: v is a native reservation
 * RET the booking of v before, owned by the caller; or NULL
 */
extern booking_t *view_set_booking(office_t *office, view_resv_t *v,
				   booking_t *b);

/* Call fn for each booking whose creator is uid; fn must not change them. */
extern void view_each_of_owner(office_t *office, uint32_t uid,
			       void (*fn)(const view_resv_t *v, void *arg),
			       void *arg);

/*
 * Note that the Accounts of the booking of v, or of the request that it is held
 * for, may have changed. view_set_booking() and booking_reread() (reread.h) do
 * that themselves.
 */
extern void view_accounts_update(office_t *office, view_resv_t *v);

/*
 * Call fn for each booking that names the account in Accounts, or will do so
 * once this named hold is confirmed. fn must not change them.
 */
extern void view_each_of_account(office_t *office, const text_name_t *account,
				 void (*fn)(const view_resv_t *v, void *arg),
				 void *arg);

/*
 * Return true if view_each_of_account() finds the same bookings as a walk
 * through all of them.
 * OUT ret_reason - the fault, if false
 */
extern bool view_accounts_check(office_t *office, const char **ret_reason);

/*
 * Number of reservations; of bookings; of bookings of jobs (job_names.h); of
 * those that could grow when they were attached; of reservations that drift
 * (view_resv_t.drifts); of reservations with lost nodes. These calls walk
 * nothing.
 */
extern uint32_t view_count(office_t *office);
extern uint32_t view_bookings(office_t *office);
extern uint32_t view_bookings_of_jobs(office_t *office);
extern uint32_t view_growing(office_t *office);
extern int view_drifting(office_t *office);
extern uint32_t view_with_lost(office_t *office);

/* IN lost, why - the new v->lost_nodes and lost_why, or NULL; owned by v then */
extern void view_set_lost(office_t *office, view_resv_t *v, char *lost,
			  char *why);

/*
 * Call fn for each reservation, in the order in which they were first seen. fn
 * must not add or remove one.
 */
extern void view_each(office_t *office, void (*fn)(view_resv_t *v, void *arg),
		      void *arg);

/* The same for linked reservations, in no certain order; fn may unlink v. */
extern void view_each_linked(office_t *office,
			     void (*fn)(view_resv_t *v, void *arg), void *arg);

/*
 * v is about to move: its place is free in the machine until its record is
 * seen (refresh_moved() of host.h). All bookings of a plan leave before
 * any is seen at its new place: while two share nodes the machine counts each
 * of these nodes separately.
 */
extern void view_leave(office_t *office, view_resv_t *v);

/* The place of a booking: the fields of a view_resv_t and of its booking that a
 * move changes. */
typedef struct {
	time_t start, end;	/* of the record */
	time_t first_start;
	time_t booked_start, booked_end;
	time_t not_before;
	uint32_t num_cn;
	garq_set_t *nodes;	/* owned */
	units_t units;		/* owned */
	char *cores;		/* owned */
} view_place_t;

/* RET the place of v, which has a booking; view_place_free() */
extern view_place_t view_place(const view_resv_t *v);
extern void view_place_free(view_place_t *place);

/* A booking that counts as not there, or as elsewhere. */
typedef struct {
	uint64_t id;
	bool moved;		/* it counts as elsewhere, and ... */
	view_place_t was;	/* ... is here; owned */
} view_lifted_t;

/* All zero: none. */
typedef struct {
	view_lifted_t *list;	/* owned */
	size_t cnt;
	time_t freed_from, freed_until;	/* view_freed() before that */
} view_lift_t;

/*
 * For a question: a booking counts as not there, with its licenses, until all
 * of the list are back where they were. No search pauses meanwhile (turns.h).
 */
extern void view_lift(office_t *office, view_lift_t *lift, view_resv_t *v);

/*
 * The same for a booking that counts as moved, also more than once. It has its
 * licenses, and its record is as before. All bookings of a plan leave before
 * any comes to its new place: view_leave().
 * IN to - its place then; owned by the list from then on
 */
extern void view_move(office_t *office, view_lift_t *lift, view_resv_t *v,
		      const view_place_t *to);
extern void view_return(office_t *office, view_lift_t *lift);

/* RET the number of linked reservations */
extern uint32_t view_linked_cnt(office_t *office);

/*
 * Return true if the last walk through all jobs, or a look since, saw a job of
 * v that waits, runs or is suspended.
 */
extern bool view_has_jobs(office_t *office, const view_resv_t *v);

/* There is a job, waiting or running, that names this reservation, or may be. */
extern void view_jobs_mark_resv(office_t *office, view_resv_t *v);

/*
 * The same for a request that names this reservation, and may have come to
 * nothing: only a walk finds out, and none would come where no job changes.
 */
extern void view_jobs_mark_named(office_t *office, view_resv_t *v);

/*
 * Return true if certainly no job, finished ones included, has the record of v.
 * A job gets a record that is in Slurm's list while the plugin does not hold
 * the locks, and keeps it. The record must therefore be parked since before the
 * last walk began, and that walk must have found no job with it; or it was
 * never linked except within one hold.
 */
extern bool view_is_out_of_reach(office_t *office, const view_resv_t *v);

/* Call fn for each reservation that has jobs. fn must not add or remove one. */
extern void view_each_with_jobs(office_t *office,
				void (*fn)(view_resv_t *v, void *arg),
				void *arg);

/*
 * The holder of an id of the machine.
 * OUT ret - its texts are owned by the view
 * RET false: there is no such holder
 */
extern bool view_holder(office_t *office, uint64_t id, view_holder_t *ret);

/*
 * Since when a node (index) has been unavailable, and from when on it counts as
 * back (GARQ_FOREVER: never); 0: it is available.
 */
extern time_t view_down_since(office_t *office, uint32_t node);
extern time_t view_back_at(office_t *office, uint32_t node);

/* Return true if that time was said of it; else it is garq_return's. */
extern bool view_back_is_said(office_t *office, uint32_t node);

/* Return true if all nodes of a set are available. */
extern bool view_are_up(office_t *office, const garq_set_t *nodes);

/*
 * Return true if nodes have gone down or come back that the view does not have
 * yet. The next looks go on with these.
 */
extern bool view_nodes_are_behind(office_t *office);
