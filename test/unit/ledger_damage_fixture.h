/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_damage_fixture.h - a ledger of many pages with its copy, their damage,
 * and all rows as a text.
 */
#pragma once

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/ledger_replace.h"
#include "test/unit/ledger_old.h"

#define LIVE 50			/* bookings; each fifth has long texts */
#define CLOSED 20
#define REFUSED 120		/* requests, two offers of each */
#define SHIFTS 60
#define PAGE 4096

/* How a page is damaged. */
enum { ZEROS, GARBAGE, ANOTHER, KINDS };

/* The lines that the ledger has reported, one after the other. */
extern char said[1 << 15];
extern void say(void *arg, const char *line);

/* As old_setup(); clears said, and skips syncs. */
extern void damage_setup(void);

/* Start, as a controller does; clears said. RET ledger_close() */
extern ledger_t *started(void);

/* Make the big ledger, still open. IN l - an empty one. RET l */
extern ledger_t *big_in(ledger_t *l);

/* Without a copy. RET ledger_close() */
extern ledger_t *big_open(void);

/* Make the big ledger and close it: all of it is in PATH. */
extern void big(void);

/* The n-th booking of a kind, with texts longer than a page in each fifth. */
extern void put_booking(ledger_t *l, int n, const char *format);

/* Overwrite page number (from 1) of a file. ANOTHER: with a later page */
extern void overwrite(const char *file, uint32_t number, int kind);

/* Number of pages of a file; a page that is cut counts. */
extern uint32_t page_cnt(const char *file);

/* The first leaf page past page number after that has text in it; 0: none. */
extern uint32_t leaf_with(const char *file, const char *text, uint32_t after);

/* Copy a file. A file that is missing is missing then. */
extern void copy_file(const char *from, const char *to);

/* Copy a file with its WAL. */
extern void copy(const char *from, const char *to);

/* All rows of all tables of a file with its WAL, as one text. RET free() */
extern char *rows_of(const char *file);
