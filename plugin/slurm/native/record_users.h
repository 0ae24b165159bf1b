/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record_users.h - set the users of Slurm's records from ids looked up before.
 *
 * create_resv() and update_resv() look up each name in Users=, with
 * slurmctld's locks held. If the ids of a request are known (resolve.h), Slurm
 * is therefore not told Users=: the plugin puts names and ids into the record
 * itself, and works out the associations of a new record itself
 * (record_assocs.h).
 *
 * Slurm itself still looks up requests without ids, and all those with Groups=.
 * Locks: node WRITE.
 */
#pragma once

#include "plugin/booking/request/request.h"
#include "plugin/slurm/compat/compat.h"

/* Users of a record, or kept out of it. */
typedef struct {
	char *text;		/* xfree(); NULL: none */
	uid_t *ids;		/* xfree() */
	int cnt;
	bool not;		/* all others may use the record */
	char **names;		/* xfree(), and each of cnt; NULL where Slurm
				 * keeps none in its records */
} record_users_t;

extern void record_users_free(record_users_t *u);

/*
 * Take Users= out of a create message. Without accounts, root stands in for the
 * users, because Slurm wants somebody. If root has no association, which Slurm
 * may insist on, Slurm must look up the users.
 * IN request - that desc was made of
 * OUT ret - for record_users_created(); all zero if Slurm must look up
 * RET 0, or REFUSED_USERS: names with and without "-"
 */
extern int record_users_take(const request_t *request, resv_desc_msg_t *desc,
			     record_users_t *ret);

/*
 * Give a new record its users, which move into it, and notify accounting.
 * RET 0, or a code if a user has no association: the caller deletes the record
 */
extern int record_users_created(slurmctld_resv_t *rec, record_users_t *users);

/*
 * Before Slurm updates a record: move Users= from desc into the record.
 * OUT ret_had - the old users, for record_users_updated()
 * RET 0 or REFUSED_USERS: names with and without a sign; nothing has changed
 */
extern int record_users_give(slurmctld_resv_t *rec, const request_t *request,
			     resv_desc_msg_t *desc, record_users_t *ret_had,
			     bool *ret_given);

/*
 * Before Slurm updates a record whose users are replaced (users_whole): empty
 * the record's list if the new one is of excluded users, since Slurm begins
 * such a list only where there is none.
 * OUT ret_had - the old users, for record_users_updated()
 * RET false: nothing has changed
 */
extern bool record_users_empty(slurmctld_resv_t *rec, const request_t *request,
			       record_users_t *ret_had);

/* After the update: drop the old users, or restore them. */
extern void record_users_updated(slurmctld_resv_t *rec, record_users_t *had,
				 bool changed);
