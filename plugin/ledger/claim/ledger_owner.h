/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_owner.h - who opens a ledger, whose it was, and how that ends. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct ledger_claim ledger_claim_t;	/* ledger_claim.h */

typedef enum {
	LEDGER_OK,
	LEDGER_DAMAGED,		/* not a ledger, or SQLite finds damage: see
				 * ledger_replace.h */
	LEDGER_NEWER,		/* written by a newer version: left untouched */
	LEDGER_UNREADABLE,	/* permissions, disk */
	LEDGER_BUSY,		/* another process has it */
	LEDGER_NONE,		/* ledger_open_there(): there is none */
} ledger_status_t;

/* The process that has opened the ledger. */
typedef struct {
	const char *host;	/* name of the machine */
	const char *boot;	/* another one after each of its starts */
	int64_t pid;
} ledger_owner_t;

/*
 * The ledger that was the present one before, as the claims (ledger_claim.h)
 * have it: all 0 if there was none.
 */
typedef struct {
	bool there;
	uint32_t identity;	/* 0: not known; an older version had it */
	int64_t epoch;		/* the last one that was begun; 0: not known */
} ledger_former_t;
