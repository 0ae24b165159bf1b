/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * script.h - the operations on each structure, and their expected answers.
 *
 *	request --> search --yes--> add ........ its end has passed --> delete
 *			\--no---> suggest	\.. before that --> cancel
 *
 * The script is made once for a workload, with the simplest model (the nodes
 * used in each slot from the first to the last of the log, in one array that is
 * not reused), so that all structures do the same operations and all their
 * answers are checked. A suggestion is not taken unless take is set: the
 * operations are then the same with the interval search as without, and its
 * cost is the difference.
 *
 * Time passes between operations: it is at the end of a reservation when that
 * is deleted, and at its submit time when a request comes. A reservation that
 * is cancelled is deleted at a random time before its end.
 */
#pragma once

#include "contrib/eval/slots/eval.h"
#include "contrib/eval/base/workload.h"

enum eval_kind {
	EVAL_SEARCH,
	EVAL_ADD,
	EVAL_DELETE,
	EVAL_SUGGEST,
	EVAL_CANCEL,
	EVAL_KINDS,
	EVAL_PASS = EVAL_KINDS,	/* of time; no operation of a script */
	EVAL_KINDS_AND_PASS
};

/* "search", "add", "delete", "interval search", "cancel", "passing of time" */
extern const char *eval_kind_name(enum eval_kind kind);

struct eval_op {
	enum eval_kind kind;
	bool yes;		/* expected answer of a search and a suggest */
	struct eval_booking b;	/* the id is the number of the request */
	time_t now;
	time_t start;		/* the suggested start, if yes */
};

struct eval_script {
	struct eval_op *op;
	uint32_t cnt;
	size_t cap;
	uint32_t *handle;	/* of each request */
	struct eval_setup setup;
	time_t begin;		/* now at the first operation */
	uint32_t accepted;
	uint32_t refused;
	uint32_t too_long;	/* refused, and longer than MAX_LIMIT: no suggest */
	uint32_t too_far;	/* left out: would not fit on the ring */
	uint32_t live_max;	/* most reservations that are stored at a time */
};

/*
 * OUT ret_script - to be freed with eval_script_free()
 * RET 0, or -1 with errno ENOMEM
 */
extern int eval_script_make(const struct eval_workload *w,
			    const struct eval_setup *setup,
			    struct eval_script *ret_script);

extern void eval_script_free(struct eval_script *script);

/* Number of operations of the first cnt requests, without later deletions. */
extern uint32_t eval_script_part(const struct eval_script *script,
				 uint32_t cnt);
