/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * office.h - the office: all that the plugin of one controller knows and keeps.
 *
 *	        events, requests, time
 *	host  ------------------------->  office_t  <------>  ledger
 *	      <-------------------------
 *	        host.h: effects, questions
 *
 * An office is passed to each function that reads or changes its state. Nothing
 * else is kept between two calls, so two offices in one process know nothing of
 * each other.
 *
 * A file that keeps something has a state in the office, one of OFFICE_STATES.
 * The struct of it is known in that file alone.
 *
 * There is one ledger and one set of options. Both change only while the host
 * holds all its write locks, or while no handler runs; any holder of
 * site_lock() may read them. Code without a lock may read the atomic fields
 * here, and options between site_options_hold() and site_options_release().
 */
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "plugin/booking/request/budget.h"
#include "plugin/booking/request/options.h"
#include "plugin/booking/request/tariff.h"
#include "plugin/ledger/ledger.h"

/*
 * The states, in the order in which they begin; they end in the inverse order.
 * STATE(name) is a file that defines struct name_state and the object
 * name_state.
 */
#define OFFICE_VIEW_STATES(STATE) \
	STATE(changes) STATE(hits) STATE(machine) STATE(pending) \
	STATE(licenses) STATE(lrh) STATE(seen_jobs) STATE(use) \
	STATE(seen_nodes) \
	STATE(sizes) STATE(accounts) STATE(spent) STATE(owners) STATE(table) \
	STATE(phase) STATE(turns)
#define OFFICE_STATES(STATE) \
	OFFICE_VIEW_STATES(STATE) STATE(counts) STATE(offers_ended) \
	STATE(offers) STATE(standing) STATE(loans) STATE(park_turn) \
	STATE(park) STATE(unwritten) STATE(choose) STATE(repair) \
	STATE(stand_ins) STATE(lock_stats) STATE(named_holds) \
	STATE(tombstones) STATE(revive) STATE(verify) STATE(jobs) \
	STATE(jobs_sync)

struct host;
struct office_state;

/* The files of the site, whose content the office has. */
typedef enum { OFFICE_TARIFF, OFFICE_BUDGET, OFFICE_FILES } office_file_id_t;

#define OFFICE_FAULT 512

typedef struct {
	char fault[OFFICE_FAULT];	/* of the file; the content stays. "":
					 * it has none */
} office_file_t;

typedef struct office {
	const struct office_state *const *states;	/* see office_create() */
	const struct host *host;	/* host.h */
	options_t options;
	tariff_t *tariff;	/* garq_tariff; NULL: none; owned */
	budgets_t *budgets;	/* garq_budget; the same */
	office_file_t files[OFFICE_FILES];	/* where these come from */
	ledger_t *_Atomic ledger;	/* NULL: no booking can be made */
	char ledger_error[512];	/* why ledger is NULL; or "" */
	bool may_delete;	/* site_lock(true) is held: records may be
				 * removed (host.h's remove()) */
	bool ready;		/* the ledger and the host were reconciled */
	bool unowned;		/* the ledger is not read yet: nothing is known
				 * of the bookings ... */
	bool unusable;		/* ... as it can't be used; else another
				 * controller has it */
	bool federated;		/* siblings of a federation submit jobs, by
				 * requests that the plugin does not see */
	atomic_bool abi_differs; /* the plugin does not fit the host, and must
				 * not touch its records */
	/* requests since the start, for the log */
	uint64_t booked_cnt;
	uint64_t refused_cnt;	/* refused: no room */
	uint64_t untried_cnt;	/* admissions refused before all ways to make
				 * room had been tried (steps.h, garq_moves) */
	uint64_t stale_cnt;	/* decisions that others have made stale
				 * (turns.h) */
	uint64_t native_cnt;	/* left to Slurm */
	uint64_t fault_cnt;	/* broken rules since the start: invariant.h */
	bool shift_stopped;	/* ... one since the last reconfigure */

	/*
	 * How much there is of what an office mostly has none of. The file that
	 * keeps a thing counts it; no file is asked for what there is none of.
	 * office_clear() clears them.
	 */
	struct {
		uint32_t offer_sets;	/* requests with offers (offers.h) */
		uint32_t held_offers;	/* open ones whose place is held */
		uint32_t ended_holds;	/* to be deleted (holds.h) */
		uint32_t standing;	/* requests (standing.h) */
		uint32_t lost_records;	/* removed by the host (stand_in.h) */
		uint32_t pending;	/* places kept until a change is durable
					 * (view_pending.h) */
		uint32_t unwritten;	/* changes (unwritten.h) */
		time_t hold_end;	/* no named hold ends before; 0: no hold
					 * (named_hold.h) */
		bool rebuilding;	/* since loan_rebuild_begin() */
		bool urgent;	/* stand_in_protect() is due before the next
				 * request is served */
	} has;
	int64_t request_id;	/* highest one of a request in the ledger */
	time_t caught_up;	/* the last catch_up(); 0: none yet */

#define OFFICE_MEMBER(name) struct name##_state *name;
	OFFICE_STATES(OFFICE_MEMBER)
#undef OFFICE_MEMBER
} office_t;

/* The number of files of the site that have a fault. */
extern uint32_t office_faulty_files(const office_t *office);

/* How a state begins and ends. */
typedef struct office_state {
	size_t at;	/* offset of its pointer in office_t */
	size_t size;	/* of its struct, which is all zero at first */
	/* Fill the struct. NULL: it stays zero */
	void (*begin)(office_t *office);
	/* Free what the struct owns. NULL: nothing */
	void (*end)(office_t *office);
} office_state_t;

#define OFFICE_STATE(name, begin, end) \
	{ offsetof(office_t, name), sizeof(struct name##_state), begin, end }

#define OFFICE_STATE_OF(name) &name##_state,

#define OFFICE_EXTERN(name) extern const office_state_t name##_state;
OFFICE_STATES(OFFICE_EXTERN)
#undef OFFICE_EXTERN

/*
 * Create an office that knows nothing yet: no node, reservation, offer or
 * ledger.
 * IN host - not owned; it may be replaced later
 * IN options - copied; the view counts by them
 * IN states - ends with NULL, and outlives the office: office_states of
 *	plugin/booking/states.h; or fewer, but all of OFFICE_VIEW_STATES
 * RET office_destroy()
 */
extern office_t *office_create(const struct host *host,
			       const options_t *options,
			       const office_state_t *const *states);

/*
 * Forget all that the states know, as if the office had just been created. Its
 * fields host, options, ledger and counts stay.
 * Locks: site_lock(true)
 */
extern void office_clear(office_t *office);

/*
 * Free an office and all that it owns: not the records of the host, nor the
 * ledger. NULL: no effect. No other thread may use the office.
 */
extern void office_destroy(office_t *office);

/* Replace the options. Locks: all write locks of the host, or no handler */
extern void site_set_options(const options_t *options);

/* Keep the options as they are, for a caller without site_lock(). */
extern void site_options_hold(void);
extern void site_options_release(void);
