/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * moved.pml - a model of a booking X that is moved, from place 1 to place 2,
 * while another booking Y is asked for; the ledger fails to write, or slurmctld
 * is killed. test/model/run checks it with spin.
 *
 * The steps, each under one lock or in one transaction, are in the code:
 *
 *	move		plugin/booking/place/shift.c, update.c; view_pending_hold()
 *	create		plugin/booking/serve/create.c, at the place that is free
 *	commit		plugin/ledger/ledger_commit.c: all that is queued is one
 *			transaction; ledger_queue_settle(): written or failed
 *	undo		plugin/booking/serve/update.c: X goes back to its old place
 *	settle		plugin/booking/view/view_pending.c: view_pending_settle(),
 *			view_pending_sweep()
 *	kill, start	what the ledger does not have is forgotten
 *
 * What has to hold: never are X and Y, both acknowledged, at the same place.
 *
 * A name that is defined breaks one rule, and then spin has to find an error:
 *
 *	FREE_AT_ONCE	the old place of X is free before the move is durable
 *	FREE_IF_WRITTEN	... is free when the move is in a transaction, which may
 *			fail yet
 *	ACK_BEFORE_COMMIT	Y is acknowledged before it is durable
 */

#define NOWHERE 0

mtype = { IDLE, QUEUED, WRITING, DURABLE, FAILED };	/* an operation */

/* In the ledger. */
byte x_row = 1, y_row = NOWHERE;

/* In memory. */
byte x_at = 1, y_at = NOWHERE;
mtype move = IDLE, make = IDLE;
bool held;		/* place 1 is taken, for X to come back */

byte y_acked = NOWHERE;	/* X is acknowledged, where the view has it */
byte kills, failures;

/* Is a place free, as the machine sees it? */
#define IS_FREE(p) (x_at != p && y_at != p && !(p == 1 && held))

/* X and Y share a place in memory, or what the ledger has would do that. */
#define SHARED (y_acked != NOWHERE && (x_at == y_acked || x_row == y_acked))

active proctype office()
{
	do
	:: atomic { move == IDLE && x_at == 1 && IS_FREE(2) ->
		x_at = 2;
		move = QUEUED;
#ifndef FREE_AT_ONCE
		held = true
#endif
	   }
	:: atomic { make == IDLE && y_at == NOWHERE ->
		if
		:: IS_FREE(1) -> y_at = 1; make = QUEUED
		:: IS_FREE(2) -> y_at = 2; make = QUEUED
		:: !IS_FREE(1) && !IS_FREE(2)	/* refused */
		fi;
#ifdef ACK_BEFORE_COMMIT
		y_acked = y_at;
#endif
	   }
	:: atomic { move == FAILED ->		/* undo */
		x_at = 1; move = IDLE; held = false
	   }
	:: atomic { move == DURABLE -> move = IDLE; held = false }
	:: atomic { make == DURABLE -> make = IDLE; y_acked = y_at }
	:: atomic { make == FAILED -> make = IDLE; y_at = NOWHERE }
	od
}

active proctype commit()
{
	do
	:: atomic { move == QUEUED || make == QUEUED ->
		if
		:: move == QUEUED -> move = WRITING
#ifdef FREE_IF_WRITTEN
			; held = false
#endif
		:: else
		fi;
		if
		:: make == QUEUED -> make = WRITING
		:: else
		fi
	   }
	:: atomic { (move == WRITING || make == WRITING) ->
		if
		:: move == WRITING -> move = DURABLE; x_row = x_at
		:: else
		fi;
		if
		:: make == WRITING -> make = DURABLE; y_row = y_at
		:: else
		fi
	   }
	:: atomic { (move == WRITING || make == WRITING) && failures < 2 ->
		failures++;
		if
		:: move == WRITING -> move = FAILED
		:: else
		fi;
		if
		:: make == WRITING -> make = FAILED
		:: else
		fi
	   }
	od
}

active proctype operator()
{
	do
	:: atomic { kills < 2 ->
		kills++;
		x_at = x_row; y_at = y_row;
		move = IDLE; make = IDLE; held = false;
		/* What was acknowledged is in the ledger. */
		assert(y_acked == NOWHERE || y_acked == y_row)
	   }
	:: atomic { SHARED -> assert(false) }
	od
}
