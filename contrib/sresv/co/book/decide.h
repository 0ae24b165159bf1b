/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decide.h - all or nothing: the protocol of a co-reservation.
 *
 *	           denied, and rounds are left
 *	      +----------------------------------+
 *	      v                                  |
 *	 PLANNING --> MOVING --> HOLDING --> VOTING --> DECIDING --> DECIDED --> DONE
 *	      |          |          |           |           |           |
 *	      +----------+----------+-----------+           +-----+-----+
 *	                                  v                       v
 *	                              ABORTING --> ABORTED <-- UNDOING
 *
 *	MOVING    the parts that leave their place are dropped
 *	HOLDING   each part is held for a short time
 *	VOTING    each hold is asked for again, for the time that a recovery takes
 *	DECIDING  part 1 is confirmed: its booking is the decision
 *	DECIDED   the coordinator confirms the other parts, and asks for lost holds
 *	ABORTING  all are dropped
 *	UNDOING   the same where part 1 may be a booking: it is dropped first, since
 *	          a recovery that finds it completes the others
 *
 * doc/CO.md is the contract with the controllers.
 *
 * No clock and no I/O: a value is told what has happened, and asked what is to be
 * done next. Time is that of a monotonic clock, of any origin and unit. A caller asks
 * decide_next() until it says DECIDE_WAIT, and carries out each effect before it
 * asks again: DECIDE_WRITE has to be on the disk when the caller goes on.
 *
 * Rules that hold at each moment:
 *  1 no other part is confirmed before part 1 is known to be a booking
 *  2 part 1 is confirmed only while all parts are held for at least the margin
 *  3 when part 1 is confirmed, nothing of this co-reservation is anywhere but at
 *    the places of its parts: each place that was left has answered its drop
 *  4 what was dropped is never asked for again under the same name: a tombstone is
 *    there
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define DECIDE_PARTS_MAX 64

typedef enum {
	DECIDE_PLANNING,
	DECIDE_MOVING,
	DECIDE_HOLDING,
	DECIDE_VOTING,
	DECIDE_DECIDING,
	DECIDE_DECIDED,
	DECIDE_DONE,
	DECIDE_ABORTING,
	DECIDE_UNDOING,
	DECIDE_ABORTED,
} decide_phase_t;

/* What a cluster is asked. */
typedef enum {
	DECIDE_HOLD,		/* with ttl: create, or extend what is held */
	DECIDE_CONFIRM,
	DECIDE_DROP,
	DECIDE_LOOK,		/* what is there of the part? */
} decide_op_t;

/* What came of it. */
typedef enum {
	DECIDE_YES,		/* it is done */
	DECIDE_NO,		/* refused, and nothing has changed */
	DECIDE_GONE,		/* there is nothing of this name */
	DECIDE_LOST,		/* no answer: it may have happened, or may still */
	DECIDE_LATER,		/* refused for a while, and nothing has changed: this
				 * user has asked for too much in a minute */
	DECIDE_IS_HELD,		/* DECIDE_LOOK only */
	DECIDE_IS_BOOKED,	/* DECIDE_LOOK only */
} decide_outcome_t;

typedef enum {
	DECIDE_WAIT,		/* for an answer, or until effect.until */
	DECIDE_WRITE,		/* to the journal: effect.phase */
	DECIDE_SEND,		/* effect.part, op, ttl: decide_answer() follows */
	DECIDE_PLAN,		/* solve: decide_plan() or decide_abort() */
	DECIDE_RESULT,		/* the end: effect.result */
} decide_effect_kind_t;

typedef enum {
	DECIDE_BOOKED,		/* all are bookings */
	DECIDE_NOTHING,		/* nothing is held or booked */
	DECIDE_LEFT,		/* nothing will be booked, but a cluster has not
				 * answered a drop: what it holds ends by itself */
	DECIDE_DOUBT,		/* only a recovery can tell */
} decide_result_t;

/* Why it was aborted: the first reason. */
typedef enum {
	DECIDE_NO_REASON,
	DECIDE_DENIED,		/* no more rounds, or no other plan */
	DECIDE_SILENT,		/* a cluster did not answer */
	DECIDE_NO_VOTE,		/* a hold was not extended */
	DECIDE_TOO_LATE,	/* less than the margin is left of a hold */
	DECIDE_LOST_PART,	/* a hold was lost, and its place is taken */
	DECIDE_CANCELLED,
	DECIDE_RECOVERED,	/* a recovery found it undecided */
} decide_reason_t;

typedef struct {
	decide_effect_kind_t kind;
	decide_phase_t phase;
	decide_result_t result;
	decide_op_t op;
	uint32_t part;
	int64_t ttl;
	int64_t until;
} decide_effect_t;

/* Lengths, in the unit of the clock. */
typedef struct {
	int64_t hold_ttl;	/* while planning */
	int64_t recovery_ttl;	/* from the vote on */
	int64_t margin;		/* to confirm part 1 */
	int64_t pause;		/* before a request is sent again */
	int64_t patience;	/* before a phase gives up a silent cluster */
	uint32_t rounds;	/* plans, at least 1 */
} decide_rules_t;

/* As doc/CO.md has them, in milliseconds. */
#define DECIDE_RULES { .hold_ttl = 120000, .recovery_ttl = 3600000, \
		       .margin = 15000, .pause = 1000, .patience = 30000, \
		       .rounds = 10 }

typedef enum {
	DECIDE_PART_NEW,	/* never asked for at this place */
	DECIDE_PART_ASKED,	/* a hold was sent */
	DECIDE_PART_HELD,
	DECIDE_PART_VOTED,
	DECIDE_PART_BOOKED,
	DECIDE_PART_DENIED,	/* a hold was refused: a late one may be not */
	DECIDE_PART_MISSING,	/* it was lost after the decision */
	DECIDE_PART_LAST_TRY,	/* and was asked for anew: confirm it, or it is lost */
	DECIDE_PART_DROPPED,
} decide_part_state_t;

typedef struct {
	decide_part_state_t state;
	bool waiting;		/* for an answer */
	bool silent;		/* the last answer was lost */
	bool moving;		/* it leaves its place */
	decide_op_t op;		/* sent last */
	int64_t sent;		/* when */
	int64_t again;		/* not before */
	int64_t until;		/* the hold lasts at least that long */
} decide_part_t;

/* A value without pointers: it may be copied, and compared by its members. */
typedef struct {
	decide_rules_t rules;
	uint32_t part_cnt;	/* part 1 is parts[0] */
	decide_phase_t phase;
	decide_reason_t reason;
	uint32_t culprit;	/* the part that the reason is about */
	uint32_t round;		/* plans so far */
	bool written;		/* the phase is in the journal */
	bool look;		/* part 1 is to be looked at first */
	bool no_shapes;		/* what is lost can't be asked for again */
	bool ended;		/* the result was told */
	int64_t since;		/* the phase began */
	decide_part_t parts[DECIDE_PARTS_MAX];
} decide_t;

/* A new co-reservation of 1 .. DECIDE_PARTS_MAX parts. It asks for a plan. */
extern void decide_begin(decide_t *ret, const decide_rules_t *rules,
			 uint32_t part_cnt, int64_t now);

/*
 * Go on after a crash with what the journal has: the phase that was written last.
 * What is not decided is aborted, never begun again.
 */
extern void decide_resume(decide_t *ret, const decide_rules_t *rules,
			  uint32_t part_cnt, decide_phase_t phase, int64_t now);

/*
 * Go on without a journal. found - for each part what a look at all clusters,
 * which all have answered, has found: DECIDE_IS_HELD, DECIDE_IS_BOOKED or
 * DECIDE_GONE. If part 1 is a booking, what is held is confirmed; what is missing
 * can't be asked for again, since only the journal knows it. Else all is dropped
 */
extern void decide_found(decide_t *ret, const decide_rules_t *rules,
			 uint32_t part_cnt, const decide_outcome_t *found,
			 int64_t now);

/*
 * The answer to DECIDE_PLAN. moved - for each part: it has another place, or never
 * had one. Its next DECIDE_HOLD, after its drop, is for the new place and under a
 * name that was never used on that cluster
 */
extern void decide_plan(decide_t *d, const bool *moved, int64_t now);

/* Stop, at any moment before the result; or drop what is DONE. */
extern void decide_abort(decide_t *d, decide_reason_t reason, int64_t now);

/*
 * The answer to a DECIDE_SEND.
 *
 * lasts - how long a hold lasts, by the clock of its cluster, with DECIDE_YES to
 *	DECIDE_HOLD; the time is counted from before the request was sent. How long
 *	to wait before it is asked again, with DECIDE_LATER: the cluster is not
 *	silent, so no patience is lost, but holds run out meanwhile
 */
extern void decide_answer(decide_t *d, uint32_t part, decide_outcome_t outcome,
			  int64_t lasts, int64_t now);

/* What is to be done now? Time passes by calling it with another now. */
extern void decide_next(decide_t *d, int64_t now, decide_effect_t *ret);

/* Has a part a place that it may hold? It must not be forgotten then. */
extern bool decide_may_hold(const decide_t *d, uint32_t part);

/* Words for people, and for the journal. */
extern const char *decide_phase_name(decide_phase_t phase);
extern bool decide_phase_read(const char *name, decide_phase_t *ret);
extern const char *decide_op_name(decide_op_t op);
extern const char *decide_outcome_name(decide_outcome_t outcome);
extern const char *decide_reason_name(decide_reason_t reason);
