/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_history.h - rows no longer needed go to a file of their own.
 *
 * garq.ledger protects acknowledged changes, so it stays small: it is checked
 * and read at a start. It has the live bookings, the open offers, the knowledge
 * of Slurm's files, and the closed bookings that a start may have to know
 * (ledger_was_closed(), ledger_each_ended()). All else is history: garq.history
 * in the same folder has the same tables, so that the same functions check,
 * migrate and salvage it.
 *
 * Each row is first written to the ledger, in the transaction that it belongs
 * to. ledger_move() copies it to the history and then deletes it from the
 * ledger: a kill in between leaves it in both under one id, and the next move
 * replaces it. The history is written by one thread that nobody waits for,
 * with no lock of the ledger held: a disk that is full, a history that is
 * damaged or away, costs history alone. Meanwhile rows stay in the ledger,
 * within its bounds.
 *
 *	garq.ledger	   ledger_move()	garq.history
 *	live, open, ...
 *	answered requests ------------------>	requests, offers
 *	events ----------------------------->	events
 *	closed, old or too many of one user >	closed bookings
 *
 * The last request and the last event stay, as the ids of new rows follow them.
 * Events that wait for a mail stay (ledger_mail.h), and so does the last note
 * about the missing nodes of a live booking.
 * A closed booking is not moved before Slurm is known to have saved it nowhere
 * (ledger_saved_pass()): a start that finds its record has to find its row.
 */
#pragma once

#include <time.h>

#include "plugin/ledger/ledger.h"

/* A damaged history is renamed to LEDGER_HISTORY with this, in the place of an
 * earlier one; so is one of a newer version, or of another ledger. */
#define LEDGER_HISTORY_ASIDE ".aside"

/* In the place of LEDGER_BYTES_MAX. */
#define LEDGER_HISTORY_BYTES (INT64_C(256) << 20)

/* Bounds of a user's closed bookings that stay in the ledger: their number, as
 * many as a clock that was wrong may have ended, and their bytes. */
#define LEDGER_USER_CLOSED LEDGER_KEEP_ENDED
#define LEDGER_USER_BYTES (INT64_C(16) << 20)

/*
 * Move rows not needed to the history, if the last move was at least
 * interval seconds ago. A file of which more than half is free, and more than
 * a few MiB, gives that back to the disk. Waits for the disk. One thread calls
 * this and ledger_copy(); if the ledger is closed meanwhile, it gives up.
 * OUT said - one line for the log, "" if there is nothing to say: an error (the
 *	same one is not repeated), or that a history was put aside
 */
extern void ledger_move(ledger_t *l, time_t interval, char *said,
			size_t said_size);
