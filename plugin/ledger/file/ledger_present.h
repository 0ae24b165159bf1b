/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_present.h - which file is the ledger, and a copy for whoever takes
 * over; see ledger_claim.h
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#define LEDGER_FILE "garq.ledger"
#define LEDGER_COPY ".copy"	/* see ledger_copy.h */
#define LEDGER_SCHEMA 17

typedef char ledger_name_t[PATH_MAX];

/* Write PATH and a suffix, as printf() does. RET false: it is too long */
extern bool ledger_name(ledger_name_t to, const char *path, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Call fn for each file PATH<infix>N, with the number N, which is 1 or more,
 * and with all that follows N.
 * RET 0 or errno
 */
typedef void (*ledger_number_fn)(void *arg, int64_t number, const char *rest);
extern int ledger_numbers(const char *path, const char *infix,
			  ledger_number_fn fn, void *arg);

/*
 * Find the present ledger, as a claim sees it.
 * IN below - number of the claim: the copies of those that may have fenced it
 *	meanwhile are not for it; INT64_MAX: all are looked at
 * OUT ret_number - N of PATH.N; 0: it is PATH
 * RET 0 or errno
 */
extern int ledger_present(const char *path, int64_t below,
			  int64_t *ret_number);

/*
 * Rename each copy PATH.N, with above < N <= upto, to PATH.N.stray, with its
 * WAL: none of them is the ledger. RET 0 or errno
 */
extern int ledger_present_set_aside(const char *path, int64_t above,
				    int64_t upto);

/* The name of a ledger. RET false: it is too long */
extern bool ledger_present_name(ledger_name_t to, const char *path,
				int64_t number);

/*
 * Copy the present ledger to PATH.N, with its WAL, durably: PATH.N is there
 * when all of it is, and then it is the present one. Another process may write
 * the ledger meanwhile, and replace it (ledger_replace()). If there is none,
 * there is nothing to do.
 * OUT copy_failed - the error concerns the copy
 * RET 0 or errno
 */
extern int ledger_present_copy(const char *path, int64_t number,
			       bool *copy_failed);

/*
 * Give the present ledger PATH.N the name PATH again, with its WAL and copies.
 * No process uses a file of these names. Older copies are removed first, as
 * the highest of them would be the present ledger then: if that fails PATH.N
 * stays.
 * RET 0 or errno; a further call goes on after an error or a kill
 */
extern int ledger_present_rename(const char *path, int64_t number);

/*
 * Remove copies PATH.M with their files, for each M below a number, other than
 * the one to keep (0: none). What an administrator may want stays: damaged
 * ledgers, and those of older schemas.
 */
extern void ledger_present_tidy(const char *path, int64_t below, int64_t keep);
