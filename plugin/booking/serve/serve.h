/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * serve.h - the one way of every request.
 *
 *	no locks	serve_verb()	by its name, the verb of a request
 *			serve_early()	what needs no look at the cluster
 *	site_lock()	serve_name()	by its name, the verb of an update
 *			serve_users()	ids to look up, with the locks released
 *			serve()		the steps of the verb: wishes, may,
 *					ledger, check, target, native, shape,
 *					limits, release of the user's held
 *					offers, plan
 *	no locks	the caller commits op, and answers; or
 *	site_lock(true)	verb_t.undo
 *
 * What each verb does at each step, and which wishes it serves, is said in its
 * row (verb_t in ask.h). A new verb is a file with a row, and a line in
 * serve_verb() or, if a wish of an update asks for it, behind serve_name(); a
 * new kind of reservation is a row in kind.c.
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/serve/verbs.h"

/*
 * RET the verb that a create request with this name asks for: create_verb, if
 *	the name is NULL or an ordinary one. Locks: none.
 */
extern const verb_t *serve_verb(const char *name, bool program);

/*
 * Take the wishes in front of the name of a present reservation or offer, and
 * find which verb an update asks for (verb_t.update). Before serve_users(); the
 * other verbs stay.
 * RET a->rc
 */
extern int serve_name(office_t *office, ask_t *a);

/* Make the checks that need no look at the cluster. RET a->rc. Locks: none. */
extern int serve_early(office_t *office, ask_t *a);

/*
 * The users that an accepted offer or a confirmed hold names, of an ordinary
 * user only if there are others: the caller looks up their ids with no lock
 * held, and gives them to serve() as a->known.
 * RET free(); NULL: there are none
 */
extern char *serve_users(office_t *office, const ask_t *a);

/*
 * Serve a request. If a->op is set, the caller commits it before the answer,
 * and calls verb_t.undo, or (a->stays) verb_t.unwritten, if the commit fails;
 * an operation without a->name, or with a->rc, has only offers, and is not
 * undone.
 * IN/OUT a - all zero but for the request; ask_free(); verb may change
 * RET a->rc
 * Locks: site_lock(), synced; site_lock(true) where serve_deletes()
 */
extern int serve(office_t *office, ask_t *a);

/*
 * Return true if native records may be deleted: by the verb, or as holds exist
 * (holds.h) or may be made. Then site_lock(true) is taken.
 * IN verb - NULL: for no request. Locks: none; a change in between is handled
 *	by the next turn of the agent.
 */
extern bool serve_deletes(const office_t *office, const verb_t *verb);
