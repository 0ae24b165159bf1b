/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view.h - the cluster as the office counts it.
 *
 * Everything in the cluster that holds nodes is a holder in one garq_machine_t:
 * reservations (bookings and those that Slurm manages alone), running jobs up
 * to their time limits, nodes that are down, drained or not there. The licenses
 * of reservations are counted beside it (licenses.h). The view is told what
 * there is by whoever watches the cluster (view_feed.h): plugin/slurm/watch.h,
 * or a test.
 *
 * Not thread-safe: Slurm's node write lock protects the view. "now" is the
 * caller's time(NULL).
 */
#ifndef PLUGIN_VIEW_H
#define PLUGIN_VIEW_H

#include <sys/queue.h>

#include "garq/machine.h"
#include "lrh/lrh.h"
#include "plugin/ledger/booking.h"
#include "plugin/booking/licenses.h"
#include "plugin/booking/options.h"
#include "plugin/booking/record.h"

/* A reservation as last seen. */
typedef struct view_resv {
	char *name;
	record_t *rec;		/* the native record */
	booking_t *booking;	/* owned; NULL: Slurm manages it alone; see
				 * view_set_booking() */
	uint64_t id;		/* its holder id, and the group of its jobs */
	bool linked;		/* rec is in resv_list; if not it is parked */
	LIST_ENTRY(view_resv) among_linked;
	TAILQ_ENTRY(view_resv) among_all;
	struct view_resv *same_hash;	/* the next whose name has the hash */
	bool has_owner;		/* it is in the list of owner */
	uint32_t owner;		/* uid */
	TAILQ_ENTRY(view_resv) of_owner;
	/* for park.c and loan.c */
	uint32_t requests;	/* requests under way that name it */
	uint32_t needed_at;	/* the look that found it to be needed */
	uint32_t unneeded_at;	/* the look that found it not to be, or 0 */
	bool on_loan;		/* linked on loan only; see loan.h */
	bool saved;		/* in Slurm's state as it is now */
	/* what was seen */
	uint32_t resv_id;
	uint32_t duration;
	uint64_t flags;
	time_t start;
	time_t end;
	time_t held_until;	/* occurrences that begin before are held */
	garq_set_t *nodes;	/* NULL: holds none */
	char *licenses;		/* as the record has them */
	record_attrs_t attrs;	/* all else that the record says; owned */
	lic_holder_t held_licenses;
	bool drifts;		/* may change without Slurm saying so */
	uint32_t repair_round;	/* the round in which other nodes were looked
				 * for; for repair.c */
	char *lost_nodes;	/* nodes that failed: it is degraded; or NULL;
				 * for repair.c */
	time_t retry_at;	/* when a stand-in is tried again; for */
	uint32_t retry_pause;	/* stand_in.c, as the seconds until then */
	uint32_t walk;		/* the watcher's walk that saw it last */
	uint32_t jobs_walk;	/* the walk that saw a job of it last */
} view_resv_t;

/* Who holds nodes, for the user to read. */
typedef enum { VIEW_RESV, VIEW_JOB, VIEW_NODE_DOWN } view_kind_t;
#define VIEW_KINDS (VIEW_NODE_DOWN + 1)
typedef struct {
	view_kind_t kind;
	const char *name;	/* VIEW_RESV */
	uint32_t job_id;	/* VIEW_JOB */
	uint32_t node;		/* VIEW_NODE_DOWN: index */
	uint32_t user_id;	/* VIEW_JOB */
} view_holder_t;

/* Start with nothing seen; the watcher sees everything with its next look. */
extern void view_init(const options_t *options);

/* Free all. */
extern void view_fini(void);

/* Forget what was seen, keep the bookings; the next look sees everything. */
extern void view_reset(const options_t *options);

/* The machine; NULL before the first look, or without memory. */
extern const garq_machine_t *view_machine(void);

/* Number of nodes in the machine, and the size of all sets of the view. */
extern uint32_t view_size(void);

/* The time of the last look, which is the office's clock; 0 before the first. */
extern time_t view_now(void);

/*
 * The bookings, with their windows, for lrh.h. They are of view_machine(). Their
 * ids are holder ids; the next new booking has view_next_id().
 */
extern lrh_t *view_lrh(void);
extern uint64_t view_next_id(void);

/*
 * What the booking of v says of its window has changed, or what of it may be
 * shifted. (What its record says is noted as it is seen.)
 */
extern void view_lrh_update(view_resv_t *v);

/*
 * Have nodes become free since this was asked last? OUT - all of it is between
 */
extern bool view_freed_take(time_t *ret_from, time_t *ret_until);

/* The counts of licenses. */
extern const lic_counts_t *view_licenses(void);

/*
 * Look away from the licenses of a reservation (its holder id; none has
 * GARQ_NO_GROUP) for as long as a question lasts; and at them again. If there is
 * no memory for that, the next look sees everything anew.
 */
extern void view_exclude_licenses(uint64_t group);
extern void view_include_licenses(uint64_t group);

/* A reservation by its name, by its holder id, by its native id, or NULL. */
extern view_resv_t *view_find(const char *name);
extern view_resv_t *view_find_id(uint64_t id);
extern view_resv_t *view_find_resv_id(uint32_t resv_id);

/* The creator of a booking that was adopted. */
#define VIEW_NOBODY ((uint32_t) -1)

/*
 * It is this booking from now on, or (NULL) Slurm's own: the only way to set
 * v->booking. Its creator stays what it is.
 * IN b - owned by v from then on. RET that of before, owned by the caller
 */
extern booking_t *view_set_booking(view_resv_t *v, booking_t *b);

/* Call fn for each booking that uid has created; it must not change them. */
extern void view_each_of_owner(uint32_t uid,
			       void (*fn)(const view_resv_t *v, void *arg),
			       void *arg);

/* How many there are; how many of them drift. */
extern uint32_t view_count(void);
extern int view_drifting(void);

/*
 * Call fn for each reservation that was seen, in the order in which they were
 * made. fn must not add or remove one.
 */
extern void view_each(void (*fn)(view_resv_t *v, void *arg), void *arg);

/* The same for those that are linked; fn may unlink the one it is given. */
extern void view_each_linked(void (*fn)(view_resv_t *v, void *arg), void *arg);

/* Has it a job that waits, runs or is suspended? As of the last look. */
extern bool view_has_jobs(const view_resv_t *v);

/* Whom does a holder id of the machine stand for? RET false if nobody */
extern bool view_holder(uint64_t id, view_holder_t *ret);

/* Since when has node been unavailable; 0 if it is available. */
extern time_t view_down_since(uint32_t node);

#endif
