/* SPDX-License-Identifier: GPL-2.0-or-later */
/* promises_terms.h - which terms a promise has, and what fits them. */
#pragma once

#include "plugin/booking/view/view.h"
#include "test/sim/world.h"

/*
 * Does slurm.conf lack nodes of p? When they are back p has them again, unless a
 * controller without the plugin saved its record without them, or they left while
 * a controller ran, or p had moved to them and the disk failed.
 */
extern bool promises_may_lack_nodes(const promise_t *p);

/* RET what is wrong with v by these terms; NULL: nothing */
extern const char *promises_wrong(const promise_t *p, const terms_t *terms,
				  const view_resv_t *v);

/*
 * The same by any terms that are right: those of p, and while a change has no
 * answer, or it is not known which change a crash has undone, the others.
 */
extern const char *promises_wrong_by_all(const promise_t *p,
					 const view_resv_t *v);

/* May p be over, by any terms that may be right after a crash? */
extern bool promises_may_be_over(const promise_t *p);

/*
 * After a crash: keep the terms that fit the place in which p is.
 * IN v - its place; NULL: it is not there, and keeps the terms that it has
 */
extern void promises_resolve_change(promise_t *p, const view_resv_t *v);

/* A change failed with the disk: a crash may bring these terms. */
extern void promises_may_become(promise_t *p, const terms_t *terms);
