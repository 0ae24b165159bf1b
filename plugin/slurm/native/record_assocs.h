/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record_assocs.h - the associations of the users that a record was given.
 *
 * Slurm works them out in create_resv() and update_resv(). A record is created
 * before it has its users (record_users.h), and an update would walk through
 * all nodes and, from 23.11 on, all jobs.
 */
#pragma once

#include "plugin/slurm/compat/compat.h"

/*
 * Set which associations may use a record, by its users and accounts, as
 * _set_assoc_list() of Slurm does, where there is a slurmdbd. The function
 * takes the locks of associations itself. Locks: node WRITE.
 * IN/OUT rec - has users, and if it has accounts, too, the associations of the
 *	accounts alone
 * RET 0; or ESLURM_INVALID_ACCOUNT, nothing has changed: Slurm insists on
 *	associations, and a user has none
 */
extern int record_assocs_set(slurmctld_resv_t *rec);

/*
 * Return true if a user has the associations on which Slurm insists for a
 * record: of each of these accounts (as Accounts= has them; NULL: of any). The
 * function takes the locks of associations itself. RET true also without
 * slurmdbd
 */
extern bool record_assocs_exist(uid_t uid, const char *accounts);
