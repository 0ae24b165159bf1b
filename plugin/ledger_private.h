/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_private.h - what the files of the ledger share. */
#ifndef PLUGIN_LEDGER_PRIVATE_H
#define PLUGIN_LEDGER_PRIVATE_H

#include <pthread.h>
#include <sqlite3.h>

#include "plugin/ledger.h"

typedef enum { OP_WAITING, OP_DURABLE, OP_FAILED } op_state_t;

struct ledger_op {
	ledger_op_t *next;
	booking_t *booking;	/* NULL: drop name */
	char *name;
	char *why;
	bool keep;		/* nobody waits: try until it is written */
	op_state_t state;	/* written under queue_lock */
};

struct ledger {
	sqlite3 *db;
	sqlite3_stmt *put;
	sqlite3_stmt *drop;
	sqlite3_stmt *purge;
	pthread_mutex_t db_lock;
	pthread_mutex_t queue_lock;
	ledger_op_t *head;
	ledger_op_t **tail;
	int found_schema;	/* of the file before it was opened */
	char error[256];	/* of the last commit that failed */
};

/* Free it with all that is queued, and close the file. */
extern void ledger_free(ledger_t *l);

/*
 * Remove what was closed long ago, max rows at most (-1: all). If it can't be
 * done now it will be another time.
 */
extern void ledger_purge(ledger_t *l, time_t now, int max);

#endif
