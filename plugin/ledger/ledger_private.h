/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_private.h - declarations shared by the ledger's files. */
#pragma once

#include <pthread.h>
#include <sqlite3.h>
#include <sys/types.h>
#include <time.h>

#include "plugin/ledger/record/content.h"
#include "plugin/ledger/ledger.h"
#include "plugin/ledger/record/ledger_request.h"

typedef struct ledger_file ledger_file_t;	/* of ledger_saved.h */

typedef enum {
	OP_WAITING,		/* queued */
	OP_WRITING,		/* in the transaction under way */
	OP_DURABLE,
	OP_TAKEN,		/* see taken: it is never written */
} op_state_t;

/* The contents of an event that are not in the row of its booking. */
typedef struct {
	time_t time;
	const char *verb;	/* NULL: nobody asked for the change */
	bool has_uid;
	uint32_t uid;
	const char *why;	/* or NULL */
	bool always;		/* also if no start, end or nodes changed */
} ledger_cause_t;

struct ledger_op {
	ledger_op_t *next;
	/* parts of an operation; any of them may be set */
	booking_t *booking;	/* put this booking ... */
	booking_t *was;		/* ... that had the name of this one, whose row
				 * is closed with why; or NULL */
	ledger_moved_t *moved;	/* put these; all of them is owned */
	size_t moved_cnt;
	ledger_note_t *note;	/* put this event; all of it is owned */
	char *name;		/* drop the booking of this name */
	char *why;
	bool revoke;		/* close booking with why ... */
	bool revoker;		/* ... as uid asked for */
	bool all_native;	/* clear parked in all live bookings */
	ledger_request_t *request;	/* note this request */
	/* close offers of request closes, one or (number 0) all, with why */
	int64_t closes;
	uint32_t number;
	bool reopen;		/* booking was closed: it is live again */
	ledger_file_t *file;	/* Slurm has saved this */
	bool reconciled;	/* the file has been reconciled with Slurm */
	bool ask_ended;		/* read ended bookings that end after this: */
	time_t after;
	char *buried;		/* leave a tombstone of this name: */
	uint32_t uid;
	time_t until;
	ledger_standing_t *standing;	/* put this */
	booking_use_row_t *uses;	/* put these */
	size_t use_cnt;
	enum { OP_MAIL_NONE, OP_MAIL_ON, OP_MAIL_OFF, OP_MAIL_DROP } mail;
	ledger_mailed_t *mailed;	/* of OP_MAIL_DROP; all is owned */
	size_t mailed_cnt;
	bool keep;		/* no thread waits: retry until written */
	bool given_up;		/* no thread waits: never retry */
	bool failed;		/* a try could not write it */
	op_state_t state;	/* Locks: queue_lock */
	const char *taken;	/* a name that another live booking has: nothing
				 * of the operation is written; or NULL */
};

typedef struct ledger_copy ledger_copy_t;	/* of ledger_copy.c */

/*
 * Pages in the log from which on they are copied to the file: a request may
 * wait for that, so checkpoints are small and frequent.
 */
#define LEDGER_LOG_PAGES 100

/* Old rows that may be purged are purged at this number of them: a purge takes
 * as long as a commit. */
#define LEDGER_PURGE_AT 64

/* Number of files that, saved by Slurm since a booking was closed, prove that
 * neither of the two files that Slurm keeps has its record. */
#define LEDGER_PASSED (CONTENT_FILES + 1)

/*
 * The file and its log, as they were left (ledger_place.h); ino 0: not known.
 */
typedef struct {
	struct {
		dev_t dev;
		ino_t ino;
		off_t size;
		struct timespec time;	/* of the last change */
	} file[2];
} ledger_place_t;

/* Statements that are compiled, each by its text (ledger_statement.h). */
#define LEDGER_STATEMENTS 48
typedef struct {
	struct {
		const char *text;
		sqlite3_stmt *s;
	} of[LEDGER_STATEMENTS];
} ledger_statements_t;

struct ledger {
	char *path;
	bool is_there;		/* it is not created */
	ledger_place_t place;	/* see ledger_place.h. Locks: db_lock */
	bool untouched;		/* at ledger_hold(). Locks: db_lock */
	bool doubted;		/* see ledger_place_check(). Locks: db_lock */
	bool dropped;		/* a transaction failed: SQLite has dropped pages.
				 * Locks: db_lock */
	ledger_copy_t *copy;	/* NULL: none is kept. Locks: db_lock */
	bool unplaced;		/* PATH.salvaged may be there. Locks: db_lock */
	bool (*renew)(ledger_t *l);	/* see ledger_renew.h; NULL: never */
	sqlite3 *db;		/* Locks: db_lock */
	ledger_statements_t sql;
	pthread_mutex_t db_lock;
	pthread_mutex_t queue_lock;
	ledger_op_t *head;
	ledger_op_t **tail;
	ledger_claim_t *claim;	/* NULL: nobody else can have the file */
	ledger_lost_fn lost_claim;
	uint32_t again_cnt;	/* of the claim, at ledger_look_at_claim() */
	bool fenced;		/* the claim is lost. Locks: queue_lock */
	int64_t epoch;		/* 0: nobody owns the ledger yet */
	int64_t bytes_max;	/* see LEDGER_BYTES_MAX */
	int keep_days;		/* see LEDGER_CLOSED_DAYS */
	int purge_at;		/* see LEDGER_PURGE_AT; tests have another */
	int to_purge;		/* rows that the next purge may remove */
	int64_t serial;		/* of the last row of a booking written */
	int64_t passed[LEDGER_PASSED];	/* serial when each of the last files
					 * of Slurm was noted, oldest first; see
					 * ledger_saved_pass() */
	bool in_batch;		/* see ledger_guard_batch(). Locks: db_lock */
	int64_t ended_before;	/* serial of the last row that is not among the
				 * LEDGER_KEEP_ENDED that ended last */
	bool passes;		/* the transaction under way notes a file */
	const ledger_file_t *file;	/* the one being written */
	const struct ledger_events_ask *ask;	/* of events being read */
	const ledger_cause_t *cause;	/* of the row that is being written;
					 * NULL: it gets no event. Locks:
					 * db_lock */
	ledger_ended_t *reading;	/* by the transaction under way */
	ledger_ended_t *ended_rows;	/* read, and not taken. Locks:
					 * queue_lock */
	bool unproven;		/* see ledger_saved_unproven(). Locks:
				 * queue_lock */
	bool reconciled;	/* see ledger_reconciled() */
	int unread;		/* code of the first read that failed; 0: none. See
				 * ledger_was_read(). Locks: db_lock */
	int found_schema;	/* schema of the file before it was opened */
	uint32_t identity;	/* SQLite's application_id of the file */
	/* Locks of all that follows: queue_lock */
	char error[256];	/* message of the last failed commit */
	char lost[256];		/* message of a discarded operation that nobody
				 * waited for */
	char notice[1024];	/* see ledger_take_notice() */
	ledger_tries_t tries;
	bool left;		/* operations that failed are queued again */
	uint32_t groups;	/* ledger_group_begin() without its end */
	uint64_t begun, ended;	/* numbers of the last tries to write */
	uint64_t busy_since;	/* begin of the transaction under way, on
				 * ledger_clock_ms(); 0: there is none */
	/* the writer; see ledger_writer.c */
	pthread_t writer;
	pthread_cond_t wake;	/* the writer is asked, or has to stop */
	pthread_cond_t tried;	/* a try has ended, or the writer */
	bool has_writer, asked, stop, gone;
	bool left_behind;	/* the writer must free the ledger */
	uint32_t patience;	/* seconds */
	uint32_t waiting;	/* threads that wait for an operation ... */
	uint32_t waiting_max;	/* ... and the maximum of them */
	uint32_t borrowers;	/* threads with ledger_borrow() ... */
	bool freed;		/* ... of which the last frees the ledger */
	struct ledger_past *pasts;	/* questions that are not read yet */
	uint32_t past_cnt;	/* ... and all that wait */
	/* of ledger_move(), for its thread alone; without a lock */
	ledger_t *history;	/* NULL: not open */
	bool history_begun;	/* the history is this ledger's */
	time_t moved;		/* monotonic; 0: never */
	char said[320];		/* by the last move */
};

/*
 * Judges a file that is sound, before anything of it is changed. RET LEDGER_OK:
 * go on; else the file is closed as it was, and this is the result
 */
typedef ledger_status_t (*ledger_check_fn)(void *arg, sqlite3 *db);

/*
 * ledger_open() for a ledger that has to be there: nothing is created.
 * IN check - may be NULL; called twice where it finds damage
 * RET LEDGER_NONE: the file is missing or empty, or a database without tables;
 *	error says which: "is missing", ...
 */
extern ledger_status_t ledger_open_there(const char *path,
					 ledger_check_fn check, void *arg,
					 ledger_t **ret_ledger, char *error,
					 size_t error_size);

/*
 * Open l->path, or create it: the part of ledger_open() that ledger_renew.c
 * repeats. Damage may be what the disk can't read now.
 * OUT l->db - for ledger_close_db(), also after an error; NULL: it was not
 *	opened
 * RET, OUT as ledger_open()
 */
extern ledger_status_t ledger_open_file(ledger_t *l, ledger_check_fn check,
					void *arg, char *error,
					size_t error_size);

/* IN rc - SQLite's code */
extern ledger_status_t ledger_status(int rc);

/* Finalize all statements of a database, and close it. NULL is safe. */
extern void ledger_close_db(sqlite3 *db);

/* Live bookings, written by ledger_put.c. RET SQLite's codes */
extern int ledger_put_prepare(ledger_t *l);
extern int ledger_put_write(ledger_t *l, const booking_t *b, bool reopen,
			    time_t now);

/*
 * Find which rows of bookings that ended are needed no more, when the ledger
 * is opened and now and then: a clock that is wrong ends bookings however old
 * they are.
 */
extern int ledger_find_ended(ledger_t *l);

/* Files that Slurm saved, kept by ledger_saved.c. RET SQLite's codes */
extern int ledger_saved_prepare(ledger_t *l);
extern int ledger_saved_write(ledger_t *l, const ledger_file_t *file);

/*
 * After each transaction. Rows of closed bookings up to passed[0] may be
 * purged from then on: without its row a booking would be adopted by a start
 * that finds its record in an older file, and no clock shows how old files
 * are.
 */
extern void ledger_saved_pass(ledger_t *l, bool written);

/* Note how a read has ended, for ledger_was_read(). Locks: db_lock */
static inline void ledger_note_read(ledger_t *l, int rc)
{
	if (!l->unread && (rc != SQLITE_OK) && (rc != SQLITE_DONE))
		l->unread = rc;
}

/*
 * ledger_each_ended() within a transaction. The bookings are kept until it
 * ends; then the argument of ledger_ended_publish() decides whether they may be
 * taken.
 */
extern void ledger_ended_read(ledger_t *l, time_t after);
extern void ledger_ended_publish(ledger_t *l, bool written);
extern void ledger_ended_finalize(ledger_t *l);

/* Requests and offers, kept by ledger_offers.c. RET SQLite's codes */
extern int ledger_offers_prepare(ledger_t *l);
extern int ledger_offers_write(ledger_t *l, const ledger_request_t *r);
extern int ledger_offers_close(ledger_t *l, int64_t request, uint32_t number,
			       const char *why, time_t now);
extern void ledger_offers_purge(ledger_t *l, time_t before, int64_t keep,
				int max);

/*
 * Events, kept by ledger_events.c. The triggers come before other statements:
 * they make SQLite compile those again. RET SQLite's codes
 */
extern int ledger_events_prepare(ledger_t *l);
extern int ledger_events_write(ledger_t *l, const ledger_note_t *note);
/* Repeat the notes about missing nodes, and the like, of a booking under its
 * new name. Both names have their rows. */
extern int ledger_events_renamed(ledger_t *l, const char *from, const char *to,
				 time_t now);
extern void ledger_events_purge(ledger_t *l, time_t before, int64_t keep,
				int max);

/*
 * SQL: the kind of a note about an event of a table; NULL: it is none. The last
 * note of a kind stands.
 */
#define LEDGER_EVENT_NOTE(table) \
	"(CASE WHEN " table ".verb IN ('degraded', 'mended') THEN 1" \
	" WHEN " table ".verb IN ('part', 'stand-in', 'restored') THEN 2" \
	" WHEN " table ".verb = 'begins' THEN 3" \
	" WHEN " table ".verb = 'unused' THEN 4" \
	" WHEN " table ".verb = 'offers-end' THEN 5 END)"

/* SQL: the verbs of events by which a booking is gone. */
#define LEDGER_EVENT_ENDS \
	"('" LEDGER_EVENT_ENDED "','" LEDGER_EVENT_CLOSED "')"

#define LEDGER_EVENT_COLUMNS \
	"time, name, owner, users, resv_id, verb, uid, why, old_start," \
	" old_end, old_nodes, start, \"end\", nodes"

struct ledger_event;
struct ledger_value;

/*
 * Call fn for each row of a query for these columns, id, own and recipient.
 * RET, OUT as ledger_each_event()
 */
extern bool ledger_read_events(ledger_t *l, const char *sql,
			       const struct ledger_value *values,
			       void (*fn)(void *arg,
					  const struct ledger_event *event),
			       void *arg, char *error, size_t error_size);

/* Mail, kept by ledger_mail.c. RET SQLite's codes */
extern int ledger_mail_write(ledger_t *l, const ledger_op_t *op, time_t now);

/*
 * Wait on l->tried until done returns true, for as long as the patience lasts.
 * Locks: queue_lock, released meanwhile
 */
typedef bool (*ledger_done_fn)(const ledger_t *l, const void *what);
extern void ledger_wait_until(ledger_t *l, ledger_done_fn done,
			      const void *what);

/*
 * Open the history if it is not open, for the thread of ledger_move().
 * RET the history; NULL with a line in error
 */
extern ledger_t *ledger_open_history(ledger_t *l, char *error,
				     size_t error_size);

/* Tombstones, kept by ledger_tombs.c. RET SQLite's codes */
extern int ledger_tombs_prepare(ledger_t *l);
extern int ledger_tombs_write(ledger_t *l, const char *name, uint32_t uid,
			      time_t until, time_t now);

/* Requests that stand by, kept by ledger_offers.c. RET SQLite's codes */
extern int ledger_standing_write(ledger_t *l, const ledger_standing_t *of);

/* CPU time, kept by ledger_use.c. RET SQLite's codes */
extern int ledger_use_prepare(ledger_t *l);
extern int ledger_use_write(ledger_t *l, const ledger_op_t *op);

/* Milliseconds on CLOCK_MONOTONIC, never 0. */
static inline uint64_t ledger_clock_ms(void)
{
	struct timespec t;

	(void) clock_gettime(CLOCK_MONOTONIC, &t);
	return ((uint64_t) t.tv_sec * 1000) + ((uint64_t) t.tv_nsec / 1000000) +
	       1;
}

/*
 * Write all that is queued, in this thread; waits for the disk, and for the
 * thread that writes at the moment. The outcome is in the operations.
 */
extern void ledger_try(ledger_t *l);

/*
 * An error of a statement, as memory that is short, may have SQLite roll all
 * of the transaction back, and each later statement is a transaction of its
 * own then. From now on the statements of a batch of ledger_try() are durable
 * only by the end of the batch: a statement that would commit on its own fails.
 */
extern void ledger_guard_batch(ledger_t *l);

/*
 * Commit a transaction that changes nothing. A COMMIT whose sync failed leaves
 * a whole transaction in the log, which the next start would read: this one is
 * written over it. Locks: db_lock
 * RET true if it is durable, so that the failed one is gone
 */
extern bool ledger_write_over(ledger_t *l);

/* True if a ledger that is borrowed was closed. */
extern bool ledger_is_freed(ledger_t *l);

/*
 * Keep the writer out of the file, for a step of that thread. A disk that does
 * not answer to the thread has the same consequences as one that does not
 * answer to the writer.
 */
extern void ledger_hold(ledger_t *l);
extern void ledger_release(ledger_t *l);

/* This thread begins or ends to wait for the disk. Locks: db_lock */
extern void ledger_set_busy(ledger_t *l, bool busy);

#define LEDGER_FREE_MAX (INT64_C(8) << 20)	/* bytes that a file may have
						 * free */
#define LEDGER_SHRINK_USED (INT64_C(4) << 20)	/* bytes; see ledger_shrink() */

/*
 * Give free pages back to the disk, if they are more than LEDGER_FREE_MAX and
 * most of the file. VACUUM writes all that is in use, about 10 ms of work for
 * a megabyte, while commits wait: with more than LEDGER_SHRINK_USED in use, a
 * file with live bookings stays large, and shrinks when it is opened again.
 * Errors are ignored: the pages stay free. Locks: db_lock, or nobody else has
 * l
 * IN used_max - leave the file alone if more bytes are in use
 */
extern void ledger_shrink(ledger_t *l, int64_t used_max);

/* Free a ledger with its queue, and close the files; during ledger_copy(), at
 * the end of that. */
extern void ledger_free(ledger_t *l);

/*
 * Remove bookings closed more than keep_days ago, and all else older than
 * LEDGER_KEEP_DAYS, max rows at most (-1: all) of each kind. Remove rows beyond
 * the bounds of their table, or while the file is beyond bytes_max all but the
 * last LEDGER_ROWS_MIN, and packed requests that are not needed, max rows at
 * most (-1: none, which a start has no time for). Errors are ignored: the next
 * purge removes the rows.
 */
extern void ledger_purge(ledger_t *l, time_t now, int max);
