/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * takeover.pml - a model of two controllers with one StateSaveLocation, of which
 * one takes over from the other, which may be dead, or only slow: it goes on at
 * any time, from any of its steps. test/model/run checks it with spin.
 *
 * The steps are those of plugin/ledger/claim/ledger_claim.h. A controller claims the
 * ledger by a file with the next number, which only one can make (link()). Then
 * it writes into the claim of each controller that may still run that this claim
 * is over. It uses the present ledger as it is if all who ever had that file are
 * known to have ended; else it copies database and write-ahead log, again if the
 * log was begun anew meanwhile, and serves from the copy. If all others are known to
 * have ended, it removes older copies, and gives the present one the name of the
 * first ledger again. After each commit a controller reads its own claim, and
 * acknowledges only if that is not over; else it ends.
 *
 * There is one place for a booking. What has to hold: of two bookings of that
 * place never both are acknowledged; what is acknowledged is known to whoever
 * takes over, and so are deletions.
 *
 * A name that is defined breaks one rule, and then spin has to find an error:
 *
 *	NO_FENCE	the claim is not read again after a commit
 *	FENCE_BEFORE	it is read before the commit, and not after it
 *	COPY_FIRST	the ledger is copied before the others' claims are over
 *	COPY_HALF	the ledger of the claim before is copied, even if whoever
 *			made that claim has not yet copied one, or was killed
 *	MARK_LAST	only the claim before is marked as over, not those before it
 *	NO_EXCL		two controllers can make the same claim
 *	IN_PLACE	the ledger is not copied, though its owner may still run
 *	FORGET_OLDER	only the last owner of a ledger has to have ended
 *	NO_RECHECK	the copy is not made again if the log was begun anew
 *	KEEP_OLDER	older copies are left when the ledger gets its name again
 *	SEE_HIGHER	copies of later claims are looked at, too
 *	RENAME_USED	the ledger gets its name again while another one may copy it,
 *			or serve from it
 */

#define CLAIMS 4	/* 0: the ledger is empty, and nobody's */
#define CHECKPOINTS 1
#define FREE 0
#define NOTHING 255

typedef ledger_t {
	byte db;	/* the booking of the place: FREE, or its number */
	byte wal;	/* ... in the log, NOTHING if that is empty */
	byte begun;	/* how often the log was begun anew: its header */
	bool there;	/* the file is complete and has its name (rename()) */
};

ledger_t ledger[CLAIMS];	/* on the disk, like the claims */
bool over[CLAIMS];		/* written by those who claim later */
bool ended[CLAIMS];		/* its owner is known to have ended */
byte last = 0;			/* the highest claim */

byte acked = FREE;	/* the booking that a user was told to have */
byte next = 1;		/* number of the next booking */
bool asked_delete;	/* its deletion was begun, and is not acknowledged */
byte deleted = FREE;	/* the last booking whose deletion is acknowledged */
byte checkpoints;
bool left;		/* the first claim is of an owner that was killed */

#define HOLDER(f) (ledger[f].wal == NOTHING -> ledger[f].db : ledger[f].wal)

/* A controller that is killed is known to have ended, or not, if that was on
 * another machine. */
#define KILLED \
	atomic { \
		if \
		:: ended[claim] = true \
		:: true \
		fi; \
		goto start \
	}

/* Whoever has lost the claim, or is killed here, acknowledges nothing. */
#define ONLY_IF_HELD \
	if \
	:: !over[claim] \
	:: over[claim] -> KILLED \
	:: KILLED \
	fi

#define MARK \
	i = claim; \
	do \
	:: atomic { i > 1 -> \
		i--; \
		if \
		:: !ended[i] -> over[i] = true \
		:: else \
		fi; \
		MARK_END } \
	:: i <= 1 -> break \
	od
#ifdef MARK_LAST
#define MARK_END i = 1
#else
#define MARK_END skip
#endif

/* The copy: first the database, then the log. */
#define COPY \
	do \
	:: atomic { begun = ledger[file].begun; db = ledger[file].db }; \
	   atomic { \
		if \
		:: RECHECK(ledger[file].there && begun == ledger[file].begun) -> \
			db = (ledger[file].wal == NOTHING -> db : \
			      ledger[file].wal); \
			break \
		:: else -> PRESENT \
		fi } \
	od
#ifdef NO_RECHECK
#define RECHECK(same) true
#else
#define RECHECK(same) same
#endif

/* Which ledger is the present one? Have all who had it ended? */
#define PRESENT \
	file = HIGHEST; \
	do \
	:: FOUND(ledger[file].there) -> break \
	:: else -> file-- \
	od
#define FIND \
	PRESENT; \
	whole = true; \
	i = 1; \
	do \
	:: i < claim -> \
		whole = whole && ended[i]; \
		i++ \
	:: else -> break \
	od; \
	alone = true; \
	i = FIRST_OWNER; \
	do \
	:: i < claim -> \
		alone = alone && (i == 0 || ended[i]); \
		i++ \
	:: else -> break \
	od
#ifdef SEE_HIGHER
#define HIGHEST CLAIMS - 1
#else
#define HIGHEST claim - 1
#endif
#ifdef COPY_HALF
#define FOUND(there) true
#else
#define FOUND(there) there
#endif
#ifdef FORGET_OLDER
#define FIRST_OWNER claim - 1
#else
#define FIRST_OWNER file
#endif

/* The present ledger gets the name of the first one, whose content goes. */
#ifdef KEEP_OLDER
#define REMOVE_OLDER skip
#else
#define REMOVE_OLDER \
	i = file; \
	do \
	:: atomic { i > 1 -> i--; ledger[i].there = false } \
	:: i <= 1 -> break \
	od
#endif
#define RENAME \
	atomic { \
		ledger[0].db = ledger[file].db; \
		ledger[0].wal = ledger[file].wal; \
		ledger[0].begun = ledger[0].begun + 1; \
		ledger[file].there = false; \
		PRESENT; \
		i = 0 \
	}
#ifdef RENAME_USED
#define WHOLE true
#else
#define WHOLE whole
#endif

proctype controller()
{
	byte claim, file, db, begun, mine, i;
	bool alone, whole;

start:	/* Also what a controller does that was killed, and started again. */
	atomic { claim = 0; file = 0; db = 0; begun = 0; mine = FREE; i = 0;
		 alone = false; whole = false }
	atomic {
		last + 1 < CLAIMS;
		claim = last + 1;
#ifdef NO_EXCL
	}
	atomic {
#endif
		last = claim
	}
	if
	:: KILLED
	:: true
	fi;
#ifndef COPY_FIRST
	MARK;
#endif
	atomic { FIND; i = 0 }
#ifdef IN_PLACE
	alone = true;
#endif
	if
	:: alone && (file == 0 || !WHOLE)
	:: alone && file > 0 && WHOLE ->
		REMOVE_OLDER;
		if
		:: KILLED
		:: true
		fi;
		RENAME
	:: !alone ->
		COPY;
#ifdef COPY_FIRST
		MARK;
#endif
		atomic {
			file = claim;
			ledger[file].db = db;
			ledger[file].wal = NOTHING;
			ledger[file].there = true;
			db = 0;
			begun = 0
		}
	fi;
	/* Another one may have taken over before the copy was complete. */
	atomic {
		if
		:: over[claim] -> KILLED
		:: !over[claim]
		fi;
		assert(acked == FREE || asked_delete || HOLDER(file) == acked);
		assert(deleted == FREE || HOLDER(file) != deleted)
	}
	do
	:: atomic { HOLDER(file) == FREE && next < 4 ->
		mine = next;
		next++ };
#ifdef FENCE_BEFORE
		ONLY_IF_HELD;
#endif
		ledger[file].wal = mine;
#if !defined(NO_FENCE) && !defined(FENCE_BEFORE)
		ONLY_IF_HELD;
#endif
		atomic {
			assert(acked == FREE || asked_delete);
			acked = mine;
			asked_delete = false
		}
	:: atomic { acked != FREE && HOLDER(file) == acked ->
		mine = acked;
		asked_delete = true };
#ifdef FENCE_BEFORE
		ONLY_IF_HELD;
#endif
		ledger[file].wal = FREE;
#if !defined(NO_FENCE) && !defined(FENCE_BEFORE)
		ONLY_IF_HELD;
#endif
		atomic {
			deleted = mine;
			if
			:: acked == mine -> acked = FREE; asked_delete = false
			:: else
			fi
		}
	:: atomic { ledger[file].wal != NOTHING &&
		    checkpoints < CHECKPOINTS -> checkpoints++ };
		ledger[file].db = ledger[file].wal;
		atomic {
			ledger[file].wal = NOTHING;
			ledger[file].begun++
		}
	:: KILLED
	od
}

init {
	atomic {
		ledger[0].there = true;
		ledger[0].wal = NOTHING;
		ledger[1].wal = NOTHING;
		ledger[2].wal = NOTHING;
		ledger[3].wal = NOTHING;
		/* A copy may be left of a claim whose owner was killed elsewhere. */
		if
		:: true
		:: left = true; last = 1; ledger[1].there = true;
		   ledger[1].db = next; acked = next; next++
		fi;
		run controller();
		run controller()
	}
	/* Later that is known. */
	left -> ended[1] = true
}
