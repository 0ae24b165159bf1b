/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * takeover.pml - a model of two controllers with one StateSaveLocation, of which
 * one takes over from the other, which may be dead, or only slow: it goes on at
 * any time, from any of its steps. test/model/run checks it with spin.
 *
 * A pointer file says which epoch is the present one; each epoch has a ledger of
 * its own. To take over, a controller writes the next epoch to the pointer,
 * which only one can do (a file made with O_EXCL, or link()), then copies the
 * last ledger that is complete, database and write-ahead log, then serves. After
 * each commit it reads the pointer again, and acknowledges only if the pointer is
 * unchanged; else it ends. A ledger is only appended to while it is the present
 * one: the log is written back into the database when the ledger is copied, and
 * by nobody else.
 *
 * The steps are what plugin/slurm/durable.c: site_open_ledger() and
 * plugin/ledger/ledger_commit.c: ledger_commit() do, or have to do. There is one
 * place for a booking. What has to hold: of two bookings of that place never both
 * are acknowledged; what is acknowledged is known to whoever takes over, and so
 * are deletions.
 *
 * A name that is defined breaks one rule, and then spin has to find an error:
 *
 *	NO_FENCE	the pointer is not read again after a commit
 *	FENCE_BEFORE	it is read before the commit, and not after it
 *	COPY_FIRST	the ledger is copied before the pointer is written
 *	COPY_HALF	the ledger of the epoch before is copied, even if whoever
 *			began that epoch has not yet copied one, or was killed
 *	NO_EXCL		two controllers can write the same epoch
 *	CHECKPOINT	the log is written back while a ledger is in use
 */

#define EPOCHS 4	/* 0: the ledger is empty */
#define FREE 0

typedef ledger_t {
	byte db;	/* the booking of the place: FREE, or its number */
	byte wal;	/* ... in the log, NOTHING if that is empty */
	bool there;	/* the copy is complete and has its name (rename()) */
};
#define NOTHING 255

ledger_t ledger[EPOCHS];	/* on the disk, like the pointer */
byte pointer = 0;

byte acked = FREE;	/* the booking that a user was told to have */
byte next = 1;		/* number of the next booking */
bool asked_delete;	/* its deletion was begun, and is not acknowledged */
byte deleted = FREE;	/* the last booking whose deletion is acknowledged */

#define HOLDER(e) (ledger[e].wal == NOTHING -> ledger[e].db : ledger[e].wal)

/* Whoever has lost the pointer, or is killed here, acknowledges nothing. */
#define ONLY_IF_UNCHANGED \
	if \
	:: pointer == epoch \
	:: pointer != epoch -> goto start \
	:: goto start \
	fi

proctype controller()
{
	byte epoch, before, db, mine;

start:	/* Also what a controller does that was killed, and started again. */
	atomic { epoch = 0; before = 0; db = 0; mine = FREE }
#ifdef COPY_FIRST
	before = pointer;
	db = HOLDER(before);
	atomic {
		pointer == before && before + 1 < EPOCHS;
		epoch = before + 1;
		ledger[epoch].db = db;
		ledger[epoch].wal = NOTHING;
		ledger[epoch].there = true;
		pointer = epoch
	}
#else
	atomic {
		pointer + 1 < EPOCHS;
		before = pointer;
#ifdef NO_EXCL
	}
	atomic {
#endif
		epoch = before + 1;
		pointer = epoch
	}
	/* The copy: first the database, then the log. */
	atomic {
#ifndef COPY_HALF
		do
		:: ledger[before].there -> break
		:: else -> before--
		od;
#endif
		db = ledger[before].db
	}
	atomic {
		ledger[epoch].db = (ledger[before].wal == NOTHING -> db :
				    ledger[before].wal);
		ledger[epoch].wal = NOTHING;
		ledger[epoch].there = true
	}
#endif
	/* Another one may have taken over before the copy was complete. */
	atomic {
		if
		:: pointer != epoch -> goto start
		:: pointer == epoch
		fi;
		assert(acked == FREE || asked_delete || HOLDER(epoch) == acked);
		assert(deleted == FREE || HOLDER(epoch) != deleted)
	}
	do
	:: atomic { HOLDER(epoch) == FREE && next < 4 ->
		mine = next;
		next++ };
#ifdef FENCE_BEFORE
		ONLY_IF_UNCHANGED;
#endif
		ledger[epoch].wal = mine;
#if !defined(NO_FENCE) && !defined(FENCE_BEFORE)
		ONLY_IF_UNCHANGED;
#endif
		atomic {
			assert(acked == FREE || asked_delete);
			acked = mine;
			asked_delete = false
		}
	:: atomic { acked != FREE && HOLDER(epoch) == acked ->
		mine = acked;
		asked_delete = true };
#ifdef FENCE_BEFORE
		ONLY_IF_UNCHANGED;
#endif
		ledger[epoch].wal = FREE;
#if !defined(NO_FENCE) && !defined(FENCE_BEFORE)
		ONLY_IF_UNCHANGED;
#endif
		atomic {
			deleted = mine;
			if
			:: acked == mine -> acked = FREE; asked_delete = false
			:: else
			fi
		}
#ifdef CHECKPOINT
	:: ledger[epoch].wal != NOTHING ->
		ledger[epoch].db = ledger[epoch].wal;
		ledger[epoch].wal = NOTHING
#endif
	:: goto start		/* killed, and started again */
	od
}

init {
	atomic {
		ledger[0].there = true;
		ledger[0].wal = NOTHING;
		ledger[1].wal = NOTHING;
		ledger[2].wal = NOTHING;
		ledger[3].wal = NOTHING;
		run controller();
		run controller()
	}
}
