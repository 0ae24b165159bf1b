/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * booking.h - a booking: the request, and its present place.
 *
 * Plain data, no Slurm header: the ledger keeps exactly this. Times are seconds
 * since the epoch; strings are owned by the booking, NULL where not given.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* duration_min of a booking whose length was given by its end (NO_VAL) */
#define BOOKING_NO_DURATION 0xfffffffeU

/* The flag (RESERVE_FLAG_SPEC_NODES) of records that the plugin has pinned. */
#define BOOKING_PINNED (UINT64_C(1) << 15)

/*
 * The CPU time of a booking, in seconds of one CPU; plugin/booking/view/use.h
 * keeps it.
 */
typedef struct {
	int64_t asked;		/* of its first place; 0: not known */
	int64_t held;		/* of the CPUs that its record has had ... */
	time_t held_until;	/* ... until then; 0: it had not begun */
	uint32_t cpus;		/* that the record has since then; 0: none, or
				 * the booking is closed */
	int64_t used;		/* of jobs in it that have ended, ... */
	time_t used_until;	/* ... the last of them then; 0: none has */
} booking_use_t;

/* What the users of a booking were told; for stand_in.c and remind.c of the
 * office. */
typedef struct {
	bool stand_in;		/* of a stand-in or a part */
	bool stale;		/* ... not yet, or of an older reason */
	time_t begin;		/* of this start, before it; 0: of none */
	time_t unused;		/* of this start, as unused; 0: of none */
} booking_told_t;

/*
 * What a booking costs its account, in hundredths of the site's unit;
 * plugin/booking/rights/charge.h keeps it.
 */
typedef struct {
	uint32_t month;		/* in which it counts (request/budget.h) */
	int64_t amount;		/* all of it, >= 0 */
	int64_t settled;	/* of amount: for the time before since, ... */
	time_t since;		/* ... which a change has ended; 0: its start */
} booking_charge_t;

typedef struct {
	char *name;		/* unique among live bookings */
	/* the request */
	time_t t_esr;		/* the window of its start: earliest ... */
	time_t t_lsr;		/* ... and latest; rigid: t_lsr == t_esr */
	time_t not_before;	/* t_esr .. t_lsr: where it stands among those
				 * that shift, see lrh/lrh.h; rigid: t_esr */
	char *asked_nodes;	/* Nodes= as given, "ALL"; NULL: by NodeCnt */
	uint32_t num_cn;	/* nodes asked for */
	/* what an elastic booking keeps, and gets, as others come and go; 0: as
	 * much as it has */
	uint32_t least_cn;	/* nodes */
	uint32_t least_minutes;
	uint32_t most_cn;
	uint32_t most_minutes;
	bool tight;		/* rather where it leaves the smallest rests
				 * than at the first start (admit.h) */
	uint32_t switches;	/* leaf switches that it wishes for at most; 0:
				 * any number */
	char *partition;
	char *features;
	char *users;
	char *groups;
	char *accounts;
	char *licenses;
	char *comment;		/* this and the next two: where Slurm has them */
	char *allowed_parts;
	char *qos;
	uint64_t flags;		/* RESERVE_FLAG_* of the native record */
	uint32_t duration_min;	/* minutes, or BOOKING_NO_DURATION */
	uint32_t purge_comp_time;	/* seconds */
	uint32_t max_start_delay;	/* Slurm's own, with garq_window=none */
	/* the present place */
	time_t start;
	time_t end;
	char *nodes;		/* node list expression, e.g. n[1-4] */
	char *cores;		/* those of its nodes (view/units_text.h); NULL:
				 * it has whole nodes */
	uint32_t resv_id;	/* of the native record */
	bool parked;		/* not among Slurm's own records: only the
				 * ledger knows it durably */
	bool stand_in;		/* its native record is a stand-in, see
				 * stand_in.h */
	bool part;		/* ... or has only a part of it: users, groups,
				 * accounts, licenses, partition, asked_nodes,
				 * num_cn and comment are as booked */
	/* knowledge of Slurm's saved state, see content.h. Only the ledger
	 * writes these two: a put takes neither from the booking */
	uint32_t seen;		/* 0 .. CONTENT_SEEN */
	char *was;		/* contents that it had before; or NULL */
	bool remade;		/* the record was recreated since the last put,
				 * which resets seen; not in the ledger */
	uint64_t overruled;	/* content of the record that a start has brought
				 * to this booking since the last put, which adds
				 * it to was; 0: none; not in the ledger */
	/* nodes that it lacks, and why, as its users were told, and what else
	 * they were, while it has no entry in the view: else view_resv_t has all
	 * three; not in the ledger */
	char *lost_nodes;
	char *lost_why;
	booking_told_t told;
	/* whether it is held: see booking_is_named_hold(); 0 and NULL: it never
	 * was */
	time_t hold_until;	/* it ends at this time; 0: it is no hold (any
				 * more) */
	uint32_t hold_ttl;	/* seconds for which it was held last; kept when
				 * the hold becomes a booking */
	char *held;		/* the request, which a confirmation grants */
	/* whose it is */
	uint32_t creator;	/* uid; (uint32_t) -1: adopted */
	time_t created;
	time_t changed;		/* last commit to the ledger; for people */
	booking_use_t use;
	char *payer;		/* the account that is charged; NULL: none */
	booking_charge_t charge;
} booking_t;

/* The CPU time of the booking that these three identify. */
typedef struct {
	char *name;		/* owned */
	time_t created;
	uint32_t creator;
	booking_use_t use;
} booking_use_row_t;

/* Count the CPUs of a record until now, or the end of its booking. */
extern void booking_use_settle(booking_use_t *use, time_t start, time_t end,
			       time_t now);

extern void booking_use_rows_free(booking_use_row_t *rows, size_t cnt);

/* RET an empty booking owned by the caller */
extern booking_t *booking_create(void);

/* RET a deep copy owned by the caller */
extern booking_t *booking_copy(const booking_t *b);

/* booking_destroy(NULL) is safe. */
extern void booking_destroy(booking_t *b);

/*
 * RET about how many bytes its row takes in the ledger: its texts, and BOOKING_ROW
 * for all else. The ledger's own addition (was) is not counted
 */
#define BOOKING_ROW 256
extern size_t booking_bytes(const booking_t *b);

/*
 * Put a copy of text (may be NULL, "" counts as NULL) in a string of a booking.
 */
extern void booking_set(char **field, const char *text);

/* Return true if b is held under a name (booking/named_hold.h). */
static inline bool booking_is_named_hold(const booking_t *b)
{
	return b->hold_until && b->held;
}

/*
 * Return true if b holds the place of an offer (booking/holds.h), which has the
 * request. The row of b shows this because the row of the offer may be lost.
 */
static inline bool booking_is_offer_hold(const booking_t *b)
{
	return b->hold_until && !b->held;
}

static inline bool booking_is_flexible(const booking_t *b)
{
	return b->t_lsr > b->t_esr;
}

/* Return true if b may have fewer nodes, or less time, or more. */
static inline bool booking_is_elastic(const booking_t *b)
{
	return b->least_cn || b->least_minutes || b->most_cn || b->most_minutes;
}

/* Nobody is charged for b. */
extern void booking_uncharge(booking_t *b);

/*
 * A booking that has not begun gets another size, and pays as much for each
 * node-second as before.
 * IN had, has - node-seconds before and after, >= 0
 */
extern void booking_charge_size(booking_t *b, double had, double has);

/* From now on b keeps the size that it has. */
static inline void booking_keep_size(booking_t *b)
{
	b->least_cn = b->least_minutes = b->most_cn = b->most_minutes = 0;
}
