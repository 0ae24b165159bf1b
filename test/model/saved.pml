/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * saved.pml - a model of one booking, its row in the ledger, and its record in
 * Slurm's file; with parking, loans, saves, kills, and a controller without the
 * plugin in between. test/model/run checks it with spin.
 *
 * A step is one "atomic": what the code does under one lock, or in one
 * transaction. Between any two steps any other may happen, or a kill. All steps
 * of a kind stand in one "do"; a step is possible if what stands before its
 * first "->" is true. Who takes which step, in the code:
 *
 *	user		create, update, remove: plugin/booking/{create,update,
 *			remove}.c, park.c: park_update(), park_delete()
 *	look		park.c: park_update_all(); loan.c: loan_all(),
 *			loan_all_end(), loan_to_request()
 *	writer		plugin/ledger/ledger_queue.c, ledger_put.c: _carry(),
 *			ledger_saved.c: ledger_saved_write()
 *	saver		Slurm: dump_all_resv_state(), in Slurm's own thread and
 *			in site_save() (plugin/slurm/durable.c)
 *	agent		plugin/slurm/read_back.c: read_back(), read_back_last()
 *	operator	kill; start and stop, with the plugin and without it;
 *			plugin/slurm/saved/saved_state.c: saved_state_read(),
 *			plugin/booking/start/reconcile.c: reconcile(), and
 *			reconcile_rules.c: rules_booking(), rules_deleted()
 *
 * What has to hold is asserted at the end of reconcile(), below: the booking
 * that was acknowledged is there, unless somebody deleted it; one whose deletion
 * was acknowledged, or proven, is not.
 *
 * A name that is defined breaks one rule, and then spin has to find an error:
 *
 *	OLD_CLOCK	times are compared to find out which state is newer
 *	OLD_LENT	a record on loan counts as linked for its own sake
 *	OLD_UNLINK_FIRST	a record is unlinked before its row says "parked"
 *	SEEN_ONE	one file proves that later ones have the record
 *	SEEN_TWO	two files do
 *	ANY_FILE	a file of site_save() counts as one of Slurm's thread
 *	KEEP_SEEN	what is proven of a record stays when it is parked
 *	LATE_AT_START	at a start Slurm may save before the ledger is written
 *	FORGET_CLOSED	a record without a live booking is adopted, always
 *	NO_CLOSE	a missing record is made again, always
 *	LAST_START	a start judges the file that Slurm reads, also after a
 *			start that came to no end
 *	NOTE_WHILE_KEPT	files are noted while the file of a start is kept
 *	NO_LINK_BACK	a start leaves it at resv_state.old
 *	ACK_BEFORE_COMMIT	a request is acknowledged before it is durable
 *
 * What Slurm has to do for the rules to be right; with these names it does not:
 *
 *	NO_TURN		at the end its thread may be late by two saves
 *	STRAY_SAVE	a file that another controller has packed before a
 *			takeover may be written at any time
 */

#ifndef KILLS
#define KILLS 2		/* number of kills */
#endif
#ifndef STOPS
#define STOPS 1		/* number of planned stops */
#endif

#if defined(SEEN_ONE)
#define SEEN 1
#elif defined(SEEN_TWO)
#define SEEN 2
#else
#define SEEN 3		/* plugin/ledger/record/content.h: CONTENT_SEEN */
#endif

mtype = { NONE, LIVE, CLOSED };			/* a row */
mtype = { DOWN, LOADED, RUNNING, STOPPING, PLAIN };	/* slurmctld */
mtype = { PUT, DROP, SAVED };			/* operations */

/* On the disk. */
mtype row = NONE;
bool row_parked;
byte row_seen;
bool file_has;		/* Slurm's file has the record */
bool file_known;	/* the ledger remembers the file's digest */
bool file_gone;		/* a save was cut short: there is only the one before */
bool old_has, old_known;	/* ... that is, resv_state.old ... */
bool old_gone;		/* ... unless that was cut short twice */
bool kept;		/* a start has kept the file that it found, ... */
bool kept_has, kept_known;	/* ... and is not over */

/* In the memory of slurmctld. */
mtype ctld = RUNNING;
bool linked;		/* the record is in Slurm's list */
bool have;		/* the view has the booking */
bool parked;		/* booking_t.parked */
bool on_loan;
bool unneeded;		/* one look has found that nothing needs the record */
chan queue = [3] of { mtype, bool, bool };	/* operation, parked, remade */
bool packed[2], packed_has[2];	/* savers: 0 Slurm's thread, 1 site_save() */
#define NOBODY 2
byte writes = NOBODY;		/* the saver that has the lock of the files */
bool unread = true;	/* the file is not the one that was read last */
bool reading;		/* a file has been read and is not yet noted ... */
bool to_note;		/* ... or even queued for that */
bool read_has, read_in_turn, read_last;
bool read_current;	/* ... and is still Slurm's file */
bool read_before;	/* a file was read since the start */
bool saved_since;	/* site_save() was called since then */
byte last_saves;	/* of read_back_last() */
bool late;		/* Slurm's thread has packed before the first of them */

/* What the user knows, and what was done elsewhere. */
bool create_asked, created, delete_asked, deleted;
bool start_known, start_has;	/* of the file that the start judges */
bool plain_lost;	/* a controller without the plugin was cut short twice */
bool plain_asked, plain_deleted;	/* ... in memory, in the file */
bool was_proven, must_close;
byte kills, stops;

#ifdef OLD_CLOCK
byte clock = 1, row_changed, file_begun, packed_begun[2];
bool put_back;
#endif

#define IS_UNPARKED (linked && !on_loan)	/* view_is_unparked() */
#ifdef OLD_LENT
#define WAS_LINKED linked
#else
#define WAS_LINKED IS_UNPARKED
#endif

/* ---- the ledger ---- */

inline acknowledge()
{
	created = created || (row == LIVE && create_asked);
	deleted = deleted || (row == CLOSED && delete_asked)
}

/* One operation: those queued together are one transaction, or fewer. */
inline write_one()
{
	queue ? op, op_parked, op_remade;
	if
	:: op == PUT ->
		if
#ifdef KEEP_SEEN
		:: row != LIVE || op_remade -> row_seen = 0
#else
		:: row != LIVE || op_parked || op_remade -> row_seen = 0
#endif
		:: else
		fi;
		row = LIVE;
		row_parked = op_parked
	:: op == DROP ->
		row = CLOSED;
		row_seen = 0
	:: op == SAVED ->
		if
		:: row != LIVE || row_parked
		:: else ->
			if
			:: !read_has -> row_seen = 0
			:: read_has && read_last -> row_seen = SEEN
			:: read_has && !read_last && read_in_turn &&
			   !(read_current && file_known) && row_seen < SEEN ->
				row_seen++
			:: else
			fi
		fi;
		file_known = file_known || read_current;
		reading = false; read_has = false; read_in_turn = false;
		read_last = false; read_current = false
	fi;
#ifdef OLD_CLOCK
	if
	:: op != SAVED -> row_changed = clock
	:: else
	fi;
#endif
	acknowledge();
	op = 0; op_parked = false; op_remade = false
}

inline write_all()
{
	do
	:: len(queue) > 0 -> write_one()
	:: else -> break
	od
}

active proctype writer()
{
	mtype op; bool op_parked, op_remade;

	do
	:: atomic { nempty(queue) -> write_one() }
	od
}

/* ---- the office ---- */

active proctype user()
{
	bool was_linked;

	do
	/* Create: the record is needed now, or parked at once. */
	:: atomic { ctld == RUNNING && !create_asked && !have && nfull(queue) ->
		create_asked = true;
		have = true;
		if
		:: linked = true; parked = false
		:: linked = false; parked = true
		fi;
		queue ! PUT, parked, false;
#ifdef ACK_BEFORE_COMMIT
		created = true
#endif
	   }
	/* Update, of what is no concern here: park_fetch(), park_update(). */
	:: atomic { ctld == RUNNING && have && nfull(queue) ->
		was_linked = WAS_LINKED;
		if
		:: was_linked -> parked = false; unneeded = false
		:: else -> parked = true
		fi;
		queue ! PUT, parked, false;
		was_linked = false
	   }
	/* Delete. */
	:: atomic { ctld == RUNNING && have && created && !delete_asked &&
		    nfull(queue) ->
		delete_asked = true;
		have = false; linked = false; on_loan = false;
		parked = false; unneeded = false;
		queue ! DROP, false, false;
#ifdef ACK_BEFORE_COMMIT
		deleted = true
#endif
	   }
	od
}

active proctype look()
{
	do
	/* _link_needed() */
	:: atomic { ctld == RUNNING && have && parked && nfull(queue) ->
		parked = false; unneeded = false;
		linked = true; on_loan = false;
		queue ! PUT, false, false
	   }
	/* _park_if_unneeded(): the first look, ... */
	:: atomic { ctld == RUNNING && have && IS_UNPARKED && !parked &&
		    nfull(queue) ->
		parked = true;
		queue ! PUT, true, false;
#ifdef OLD_UNLINK_FIRST
		linked = false
#else
		unneeded = true
#endif
	   }
	/* ... and the next one, after site_write(). */
	:: atomic { unneeded && !(queue ?? [PUT, _, _]) ->
		unneeded = false;
		linked = false
	   }
	:: atomic { ctld == RUNNING && have && !linked ->
		linked = true; on_loan = true
	   }
	:: atomic { on_loan -> on_loan = false; linked = false }
	od
}

/* ---- Slurm's file ---- */

proctype saver(bit me)
{
	do
	/* Pack the list, under the lock of the reservations. */
	:: atomic { ctld != DOWN && !packed[me] &&
		    (me == 0 || ctld == RUNNING ||
		     (ctld == STOPPING && last_saves < 2)) ->
		packed[me] = true;
		packed_has[me] = linked;
#ifdef OLD_CLOCK
		packed_begun[me] = clock;
#endif
		saved_since = saved_since || (me == 1)
	   }
	/* Write it: later, with other locks. First the file becomes the old one. */
#ifdef NO_TURN
	:: atomic { packed[me] && writes == NOBODY ->
#else
	:: atomic { packed[me] && writes == NOBODY &&
		    !(me == 1 && last_saves == 1 && late) ->
#endif
		writes = me;
		old_has = file_has && !file_gone;
		old_known = file_known && !file_gone;
		old_gone = file_gone;
		file_gone = true
	   }
	:: atomic { writes == me ->
		writes = NOBODY;
		file_gone = false;
		file_has = packed_has[me];
		packed[me] = false;
		packed_has[me] = false;
#ifdef OLD_CLOCK
		file_begun = packed_begun[me];
		packed_begun[me] = 0;
#endif
		file_known = false;
		read_current = false;
		unread = true;
		if
		:: me == 0 -> late = false
		:: me == 1 && ctld == STOPPING -> last_saves++
		:: else
		fi;
		if
		:: plain_asked && ctld == PLAIN && !file_has ->
			plain_deleted = true;
			must_close = was_proven
		:: else
		fi
	   }
	od
}

active proctype agent()
{
	do
#ifdef STRAY_SAVE
	:: atomic { ctld != DOWN && writes == NOBODY && file_has ->
		file_has = false; file_known = false;
		read_current = false; unread = true
	   }
#endif
	/* read_back(): site_save() writes no file meanwhile. */
	:: atomic { ctld == RUNNING && unread && !file_gone && !reading &&
		    !packed[1] ->
		unread = false;
		reading = true; to_note = true;
		read_has = file_has;
		read_current = true;
#ifdef ANY_FILE
		read_in_turn = read_before;
#else
		read_in_turn = read_before && !saved_since;
#endif
		read_before = true;
		saved_since = false
	   }
	:: atomic { to_note && nfull(queue) ->
		to_note = false;
#ifndef NOTE_WHILE_KEPT
		kept = false; kept_has = false; kept_known = false;
#endif
		queue ! SAVED, false, false
	   }
	/* read_back_last(), after two calls of site_save(). */
	:: atomic { ctld == STOPPING && last_saves == 2 && !file_gone &&
		    !reading ->
		last_saves = 3;
		reading = true;
		read_has = file_has;
		read_current = true;
		read_last = true;
#ifndef NOTE_WHILE_KEPT
		kept = false; kept_has = false; kept_known = false;
#endif
		queue ! SAVED, false, false
	   }
	od
}

/* ---- start and stop ---- */

inline forget()
{
	ctld = DOWN; writes = NOBODY;
	linked = false; have = false; parked = false; on_loan = false;
	unneeded = false;
	do
	:: len(queue) > 0 -> queue ? _, _, _
	:: else -> break
	od;
	packed[0] = false; packed_has[0] = false;
	packed[1] = false; packed_has[1] = false;
	unread = true; reading = false; to_note = false; read_has = false; read_in_turn = false;
	read_last = false; read_current = false; read_before = false;
	saved_since = false; last_saves = 0; late = false;
	start_known = false; start_has = false;
	plain_asked = false; was_proven = false
}

#ifdef OLD_CLOCK
#define IS_DELETED (!row_parked && row_changed < file_begun)
#define IS_CLOSED (row_changed >= file_begun)
#elif defined(NO_CLOSE)
#define IS_DELETED false
#define IS_CLOSED true
#else
/* rules_booking(): RULES_CLOSE; the record was missing */
#define IS_DELETED (!start_known && !start_has && !row_parked && \
		    row_seen >= SEEN)
#ifdef FORGET_CLOSED
#define IS_CLOSED false
#else
#define IS_CLOSED true	/* rules_deleted(): a record of this id and content */
#endif
#endif

/* Slurm: _open_resv_state_file() */
inline load()
{
	if
	:: !file_gone -> linked = file_has
	:: file_gone && !old_gone -> linked = old_has
	:: file_gone && old_gone ->
		/* Two saves were cut short: Slurm has lost all it knew. */
		linked = false; must_close = false
	fi
}

/* init(): saved_state_read() */
inline begin()
{
#ifndef NO_LINK_BACK
	if
	:: file_gone && !old_gone ->
		file_gone = false; file_has = old_has; file_known = old_known
	:: else
	fi;
#endif
	if
#ifndef LAST_START
	:: kept
#endif
	:: else ->
		kept = true;
		kept_has = (file_gone -> old_has && !old_gone : file_has);
		kept_known = (!file_gone -> file_known :
			      old_gone || old_known)
	fi;
	start_has = kept_has;
	start_known = kept_known
}

/* Slurm's _validate_one_reservation(): it may purge the record, and save that. */
inline purge()
{
	if
	:: linked -> linked = false
	:: true
	fi
}

inline reconcile()
{
	remade = false;
	if
	:: row == LIVE && linked -> have = true		/* RULES_KEEP */
	:: row == LIVE && !linked && IS_DELETED ->	/* RULES_CLOSE */
		queue ! DROP, false, false
	:: row == LIVE && !linked && !(IS_DELETED) ->	/* RULES_MAKE */
		have = true; remade = true
	:: row == CLOSED && linked && IS_CLOSED -> linked = false
	:: row == CLOSED && linked && !(IS_CLOSED) -> have = true  /* _adopt_record() */
	:: row == NONE && linked -> have = true			/* _adopt_record() */
	:: else
	fi;
	if
	:: have ->	/* park_begin() */
		if
		:: parked = true; linked = false
		:: parked = false; linked = true
		fi;
		queue ! PUT, parked, remade
	:: else
	fi;
	remade = false;
#ifndef LATE_AT_START
	write_all();	/* ledger_retry() */
	if		/* saved_state_end_start(), at once or later */
	:: kept = false; kept_has = false; kept_known = false
	:: true
	fi;
#endif
	start_known = false; start_has = false;
	ctld = RUNNING;

	/* An acknowledged booking is not lost, ... */
	assert(!created || delete_asked || plain_deleted || have);
	/* ... a deletion that was acknowledged holds, ... */
	assert(!deleted || !have);
	/* ... and so does one elsewhere that was proven. */
	assert(!must_close || !have)
}

active proctype operator()
{
	bool remade;
	mtype op; bool op_parked, op_remade;

	run saver(0);
	run saver(1);
	do
	:: atomic { ctld != DOWN && kills < KILLS ->
		kills++;
		plain_lost = file_gone && old_gone &&
			     (plain_lost || ctld == PLAIN);
		/* With the plugin no two saves that are cut short lose all. */
		assert(!(file_gone && old_gone) || plain_lost);
		forget()
	   }
	:: atomic { ctld == DOWN -> begin(); load(); purge(); ctld = LOADED }
	:: atomic { ctld == LOADED -> reconcile() }
	/* fini(): park_end(), site_write(); then read_back_last(). */
	:: atomic { ctld == RUNNING && stops < STOPS && !reading && !packed[1] ->
		stops++;
		write_all();
		if
		:: have ->
			parked = false; unneeded = false; on_loan = false;
			linked = true;
			queue ! PUT, false, false
		:: else
		fi;
		write_all();
		late = packed[0];
		ctld = STOPPING
	   }
	:: atomic { ctld == STOPPING && last_saves == 3 && !reading &&
		    !packed[0] -> forget() }
	/* A controller without the plugin. */
	:: atomic { ctld == DOWN ->
		load();
		ctld = PLAIN;
		plain_deleted = plain_deleted || (file_gone && old_gone)
	   }
	:: atomic { ctld == PLAIN && linked ->
		linked = false;
		plain_asked = true;
		was_proven = row == LIVE && !row_parked &&
			     row_seen >= SEEN && !kept
	   }
	:: atomic { ctld == PLAIN && !packed[0] &&
		    !(plain_asked && file_has) ->
		forget() }
#ifdef OLD_CLOCK
	:: atomic { clock < 3 -> clock++ }
	:: atomic { !put_back -> put_back = true; clock = 1 }
#endif
	od
}
