/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resolve.h - look up the names of a request before slurmctld's locks.
 *
 * A name service may take seconds to answer. Whoever asks it while holding the
 * locks of slurmctld makes every other command wait. A handler therefore looks
 * up the names of its request first, and the office reads the values.
 *
 * Names of users that were looked up are remembered, so that the office can
 * name a user without a look-up. Locks: none of slurmctld's may be held,
 * except for resolve_known_name().
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plugin/booking/request/request.h"

/* Maximum number of names in Users= and Groups= of a request. */
#define RESOLVE_NAMES_MAX 1000

/* Maximum number of users in request_t.fellows. */
#define RESOLVE_FELLOWS_MAX 32

/*
 * Look up the users of a request of an operator, also after + or -, and check
 * that its groups exist.
 * IN/OUT request - its user_ids are set; unchanged after an error
 * OUT ret_text - which name is refused and why; free()
 * RET 0, REFUSED_USERS or REFUSED_GROUPS
 */
extern int resolve_names(request_t *request, char **ret_text);

/*
 * The same of the users of a request of uid, an ordinary user; note those that
 * share a Unix group with uid. For the thread of fellows.h. A search that takes
 * long ends as if the name service did not answer.
 * IN/OUT request - user_ids, fellows; unchanged after an error
 * RET 0 or REFUSED_USERS
 */
extern int resolve_fellows(uint32_t uid, request_t *request, char **ret_text);

/*
 * Leave in lists the users and groups that exist: names or numbers separated
 * by commas, each perhaps after "-", as Slurm's records have them. While the
 * name service does not answer, those after "-" stay, and no others.
 * IN/OUT users, groups - free(); NULL: none
 */
extern void resolve_drop_unknown(char **users, char **groups);

/* Look up the name of a user and remember it, unless that was done just now. */
extern void resolve_user(uint32_t uid);

/* Look up the users whom resolve_known_name() did not know. */
extern void resolve_unknown(void);

/*
 * The remembered name of a user; any lock may be held.
 * RET free(): the uid in digits if the name is not known, which Slurm takes for
 *	a name, too
 */
extern char *resolve_known_name(uint32_t uid);
