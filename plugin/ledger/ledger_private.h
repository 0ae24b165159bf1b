/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_private.h - what the files of the ledger share. */
#ifndef PLUGIN_LEDGER_PRIVATE_H
#define PLUGIN_LEDGER_PRIVATE_H

#include <pthread.h>
#include <sqlite3.h>

#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/ledger_shifts.h"

typedef enum { OP_WAITING, OP_DURABLE, OP_FAILED } op_state_t;

/* A booking as it is now, and a shift of it. */
typedef struct {
	booking_t *booking;
	time_t time;
	time_t old_start;
	time_t start;
	char *old_nodes;	/* both NULL: they are the same */
	char *nodes;
	char *why;
} moved_t;

struct ledger_op {
	ledger_op_t *next;
	/* what it says; any of them may be there */
	booking_t *booking;	/* put */
	moved_t *moved;		/* put, and note that they were moved */
	size_t moved_cnt;
	char *name;		/* drop */
	char *why;
	ledger_request_t *request;	/* note */
	/* close offers of a request, one or (0) all, with why */
	int64_t closes;
	uint32_t number;
	bool keep;		/* nobody waits: try until it is written */
	op_state_t state;	/* written under queue_lock */
	const char *taken;	/* name of a booking in it that is another one's
				 * in the ledger: nothing of it is written */
};

struct ledger {
	sqlite3 *db;
	sqlite3_stmt *other;
	sqlite3_stmt *put;
	sqlite3_stmt *drop;
	sqlite3_stmt *purge;
	sqlite3_stmt *note;
	sqlite3_stmt *offer;
	sqlite3_stmt *close;
	sqlite3_stmt *purge_requests;
	sqlite3_stmt *shift;
	sqlite3_stmt *purge_shifts;
	pthread_mutex_t db_lock;
	pthread_mutex_t queue_lock;
	ledger_op_t *head;
	ledger_op_t **tail;
	int found_schema;	/* of the file before it was opened */
	char error[256];	/* of the last commit that failed */
	bool failed;		/* has the last one? Locks: queue_lock */
	char lost[256];		/* of an operation that nobody waits for, which
				 * can never be written. Locks: db_lock */
};

/* Queue an operation. RET op */
extern ledger_op_t *ledger_queue(ledger_t *l, ledger_op_t *op);

/* Free one with all that it says. NULL is safe. */
extern void ledger_op_free(ledger_op_t *op);

/* Requests and offers, as ledger_offers.c knows them; SQLite's codes. */
extern int ledger_offers_prepare(ledger_t *l);
extern int ledger_offers_write(ledger_t *l, const ledger_request_t *r);
extern int ledger_offers_close(ledger_t *l, int64_t request, uint32_t number,
			       const char *why, time_t now);
extern void ledger_offers_purge(ledger_t *l, time_t before, int max);
extern void ledger_offers_finalize(ledger_t *l);

/* Shifts, as ledger_shifts.c knows them; SQLite's codes. */
extern void ledger_shifts_free(moved_t *moved, size_t cnt);
extern int ledger_shifts_prepare(ledger_t *l);
extern int ledger_shifts_write(ledger_t *l, const moved_t *moved);
extern void ledger_shifts_purge(ledger_t *l, time_t before, int max);
extern void ledger_shifts_finalize(ledger_t *l);

/* Have a file, or what a folder lists, on the disk. RET 0 or errno */
extern int ledger_sync(const char *path);
extern int ledger_sync_folder_of(const char *path);

/* Free it with all that is queued, and close the file. */
extern void ledger_free(ledger_t *l);

/*
 * Remove what was closed long ago, max rows at most (-1: all). If it can't be
 * done now it will be another time.
 */
extern void ledger_purge(ledger_t *l, time_t now, int max);

#endif
