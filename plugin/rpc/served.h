/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * served.h - a request about a reservation on its way from the message to the
 * reply.
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/slurm/compat/compat.h"

typedef struct {
	slurm_msg_t *msg;
	request_t asked;	/* as the message has it */
	request_t request;	/* the copy that the office may change */
	const verb_t *verb;	/* by the message and the name */
	bool program;
	bool again;		/* as of ask_t */
	bool write;		/* site_lock(write) is held */
	ask_t ask;
} served_t;

/*
 * Look up the users of a request of an ordinary user, if it names others; each
 * of these counts as a request (rate_limit.h). Locks: none
 * IN/OUT request - as fellows_find()
 * RET 0, REFUSED_USERS or REFUSED_RATE, with ret_text
 */
extern int served_find_fellows(uint32_t uid, request_t *request,
			       char **ret_text);

/*
 * Decide about a request, whose names were looked up; it has its effects if it
 * is not refused. served_make_durable() has to follow. Locks: none; takes
 * site_lock().
 */
extern void served_decide(served_t *s);

/*
 * Make a decision durable before the answer, or undo it. The office decides
 * under slurmctld's locks and must not wait for the disk there; this waits
 * afterwards, for no longer than LEDGER_PATIENCE. Does nothing without an
 * operation. Locks: none; an undo takes site_lock().
 * IN/OUT a - after serve(); its op is taken over; after an undo, its code and
 *	text say why
 */
extern void served_make_durable(ask_t *a);

/* The booked one of several forms: "NAME is booked: 4 nodes ...". RET free();
 * NULL: there was one */
extern char *served_note(const ask_t *a);

extern void served_free(served_t *s);
