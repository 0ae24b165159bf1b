/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * promises.h - what users were told, and whether it is so.
 *
 *	          serve            commit            answer
 *	create ----+----------------+------------------+-->
 *	  none     | ASKED          | ASKED            | KEPT
 *	  a crash: | may be there   | is there         | is there
 *
 * The terms of a promise are worked out from the request of the user, never
 * from what the office made of it. A refused request, and the loser of a crash,
 * leave no trace. Where the disk failed, users are told so: the booking is not
 * there, but may be back after a crash, since the failed write may yet be read.
 */
#pragma once

#include "test/sim/world.h"

/* The promise of this name; NULL: none. */
extern promise_t *promises_find(const char *name);

/* The same; but none if it is over by now, and drop it. */
extern promise_t *promises_find_now(const char *name);

/* A random promise that is kept, or NULL. IN native - or not */
extern promise_t *promises_any(bool native);

/* A request asks nobody any more: all that it has asked stay. */
extern void promises_keep_for(const char *request);

/* Enter a promise of this name. */
extern promise_t *promises_ask(const char *name, const terms_t *terms,
			       uint32_t uid, bool native);
extern void promises_drop(promise_t *p);

/* It has its other name, and the former one is the other now. */
extern void promises_change_name(promise_t *p);

/* It is there, or not: what was done to its record may count, or not. */
extern void promises_doubt(promise_t *p);

/* Note where it is now, in case that it is over when it is looked for next. */
extern void promises_see(promise_t *p);
extern void promises_see_all(void);

/* A new life has reconciled: what was asked for is there now, or is not. */
extern void promises_resolve(void);

/* The place that a promise has now. RET false: none */
extern bool promises_place(const promise_t *p, time_t *ret_start,
			   time_t *ret_end, mask_t *ret_nodes);

/* Compare all promises with the view; the run fails if one is broken. */
extern void promises_check(void);

/*
 * Were both promised the same nodes? Of a booking whose record Slurm purged
 * while the plugin was off, a reservation that was made then may have the nodes;
 * and of one whose stand-in lacks nodes that slurm.conf lacked.
 * Names that a controller without the plugin gives begin with "p".
 */
extern bool promises_both(const char *a, const char *b);

/*
 * Was a booking over by a clock that was ahead? Then others may have got its
 * nodes.
 * IN end - its end now
 */
extern bool promises_was_over(const char *name, time_t end);

/* These nodes leave slurm.conf. */
extern void promises_nodes_gone(mask_t nodes);
