/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * binding.h - a question to the binder (bind.h), and its answer: bookings, and
 * the nodes of each.
 *
 * Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "lrh/lrh_private.h"

/* A booking that a plan places. */
struct lrh_lie {
	uint64_t id;			/* unique among all bookings */
	const struct lrh_booking *booking;	/* as it was; NULL: not known */
	const struct lrh_class *class;	/* nodes that may serve it */
	bool pinned;			/* it needs all of class */
	time_t t_s;			/* its new time, t_s < t_e */
	time_t t_e;
	const uint32_t *share;		/* how many of class->pool[i]; NULL if
					 * pinned */
	const garq_set_t *wish;		/* the nodes that it gets if they are
					 * free, as many as the shares have;
					 * NULL: any */
	garq_set_t *nodes;		/* OUT; owned by the binding; NULL, or
					 * the answer to an earlier call */
};

/*
 * The bookings that change: those that were asked for, and others that must
 * give way.
 */
struct lrh_binding {
	struct lrh_lie *lie;		/* the first cnt_asked: the caller's */
	size_t cnt_asked;
	size_t cnt;			/* the binder's own keep their time, and
					 * get other nodes */
	size_t room;			/* entries that lie has room for */
};

/* Free lies and nodes; an all zero binding is empty. */
extern void lrh_binding_free(struct lrh_binding *b);

/* Keep the caller's lies, and free those that the binder added. */
extern void lrh_binding_forget_others(struct lrh_binding *b);
