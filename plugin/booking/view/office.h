/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * office.h - the office: all that the plugin of one controller knows and keeps.
 *
 *	        events, requests, time
 *	host  ------------------------->  office_t  <------>  ledger
 *	      <-------------------------
 *	        controller.h: effects, questions
 *
 * An office is passed to each function that reads or changes its state. Nothing
 * else is kept between two calls, so two offices in one process know nothing of
 * each other.
 *
 * A file that keeps state is a part of the office (OFFICE_PARTS): its struct is
 * known in that file alone.
 *
 * There is one ledger and one set of options. Both change only while the host
 * holds all its write locks, or while no handler runs; any holder of
 * site_lock() may read them. Whoever has no lock may read what is atomic here,
 * and options between site_options_hold() and site_options_release().
 */
#ifndef PLUGIN_OFFICE_H
#define PLUGIN_OFFICE_H

#include <stdatomic.h>
#include <stddef.h>

#include "plugin/booking/request/options.h"
#include "plugin/ledger/ledger.h"

/*
 * The parts, in the order in which they begin; they end in the inverse order.
 * PART(name) is a file that defines struct name_state and name_part.
 */
#define OFFICE_VIEW_PARTS(PART) \
	PART(changes) PART(hits) PART(machine) PART(pending) PART(licenses) \
	PART(lrh) PART(seen_jobs) PART(nodes) PART(accounts) PART(owners) \
	PART(table) PART(phase) PART(turns)
#define OFFICE_PARTS(PART) \
	OFFICE_VIEW_PARTS(PART) PART(counts) PART(offers_ended) PART(offers) \
	PART(loans) PART(owed) PART(park_turn) PART(park) PART(unwritten) \
	PART(repair) PART(stand_ins) PART(lock_stats) PART(named_holds) \
	PART(tombstones) PART(revive) PART(verify) PART(jobs) PART(jobs_sync)

struct controller;
struct office_part;

typedef struct office {
	const struct office_part *const *parts;	/* see office_create() */
	const struct controller *controller;	/* the host: controller.h */
	options_t options;
	ledger_t *_Atomic ledger;	/* NULL: no booking can be made */
	char ledger_error[512];	/* why ledger is NULL; or "" */
	bool may_delete;	/* site_lock(true) is held: records may be
				 * removed (records.h's remove()) */
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

#define OFFICE_STATE(name) struct name##_state *name;
	OFFICE_PARTS(OFFICE_STATE)
#undef OFFICE_STATE
} office_t;

/* How a part begins and ends. */
typedef struct office_part {
	size_t at;	/* offset of the pointer to its state in office_t */
	size_t size;	/* of the state, which is all zero at first */
	void (*begin)(office_t *office); /* fill the state; NULL: as it is */
	void (*end)(
		office_t *office); /* free what the state owns; NULL: nothing */
} office_part_t;

#define OFFICE_PART(name, begin, end) \
	{ offsetof(office_t, name), sizeof(struct name##_state), begin, end }

#define OFFICE_PART_OF(name) &name##_part,

#define OFFICE_EXTERN(name) extern const office_part_t name##_part;
OFFICE_PARTS(OFFICE_EXTERN)
#undef OFFICE_EXTERN

/*
 * Create an office that knows nothing yet: no node, reservation, offer or
 * ledger.
 * IN controller - its host, not owned; it may be replaced later
 * IN options - copied; the view counts by them
 * IN parts - ends with NULL, and outlives the office: office_parts of
 *	plugin/booking/parts.h; or fewer, but all of OFFICE_VIEW_PARTS
 * RET office_destroy(); NULL if memory is short
 */
extern office_t *office_create(const struct controller *controller,
			       const options_t *options,
			       const office_part_t *const *parts);

/*
 * Forget all that the parts know, as if the office had just been created. Its
 * own fields stay: controller, options, ledger, counts.
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

/* Keep the options as they are, for who does not hold site_lock(). */
extern void site_options_hold(void);
extern void site_options_release(void);

/*
 * Is the ledger open, and does it answer, so that bookings can be made durable?
 * A request that needs the ledger asks this before anything is done for it.
 * OUT ret_text - if not, why, and what an administrator can do; free()
 */
extern bool site_durable(office_t *office, char **ret_text);

#endif
