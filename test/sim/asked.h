/* SPDX-License-Identifier: GPL-2.0-or-later */
/* asked.h - a request on its way, and what it promises if it is granted. */
#pragma once

#include "test/sim/plugin.h"
#include "test/sim/promises.h"

typedef enum {
	ASKED_CREATE,
	ASKED_QUERY,
	ASKED_UPDATE,
	ASKED_REMOVE,
	ASKED_ACCEPT,
	ASKED_CONSENT,
} asked_kind_t;

typedef struct {
	asked_kind_t kind;
	uint32_t uid;
	char name[32];		/* in the request: also of an offer */
	char resv[32];		/* the reservation; "": none, or not known */
	char to[32];		/* the name that it gets; "": it keeps its own */
	request_t request;
	char asks[32];		/* a consent: the request, */
	bool agrees;
	bool native;		/* no booking is to come of it */
	bool is_change;		/* of a promise that is kept */
	uint32_t owner;		/* of an accepted offer: who had asked */
	terms_t terms;		/* what is promised then */
	int rc;			/* of the serving */
	ask_t ask;
} asked_t;

/* Choose a random request. */
extern void asked_make(asked_t *a);

/*
 * The three moments of a request: about to be served, with the view synced;
 * served; and answered. IN undone - the disk failed, and users were told so
 */
extern void asked_note(asked_t *a);
extern void asked_served(asked_t *a);
extern void asked_answered(asked_t *a, bool undone);
