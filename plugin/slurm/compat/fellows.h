/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fellows.h - the users with whom an ordinary user shares a Unix group, looked
 * up by a thread that waits for the name service as long as it takes.
 *
 *	fellows_find()	a request queues a search, and waits for its answer,
 *			NAMES_PATIENCE seconds (timing.h) at most
 *	fellows_serve()	the thread (plugin/lookups.h) does the first search
 *
 * The number of searches is bounded: one of each user, for which one request
 * waits, and FELLOWS_USERS of all users. While one of them takes longer than
 * NAMES_PATIENCE, no request waits. An answer for which no request waited is
 * kept for FELLOWS_KEPT seconds, for the user's next request with the same
 * names. Each answer is used once, as a user may leave a group at any time.
 *
 * Locks: none of slurmctld's may be held.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plugin/booking/request/request.h"

/* Users whose searches are under way, or kept. */
#define FELLOWS_USERS 64

#define FELLOWS_KEPT 60		/* seconds */

/*
 * Look up the users of a request of uid, an ordinary user.
 * IN/OUT request - user_ids, fellows (resolve_fellows()); unchanged after an
 *	error, and where they are not known yet
 * OUT ret_text - the name that is refused, and the reason; free()
 * RET 0 or REFUSED_USERS
 */
extern int fellows_find(uint32_t uid, request_t *request, char **ret_text);

/* Do the search that was queued first. RET true if others are queued */
extern bool fellows_serve(void);

/* IN wake - makes the thread call fellows_serve() now; any lock may be held */
extern void fellows_wake_by(void (*wake)(void));
