/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * user_facts.h - rights, names, accounts and partitions of users, from Slurm.
 *
 * The functions only report facts, and the office decides. The contract of
 * each function is the member of that name in host.h (without "user_"
 * where that has no such member), but for user_associations(),
 * user_has_association() and user_is_coordinator(). Locks: conf READ, part
 * READ; the functions take the locks of associations themselves, but for
 * user_associations().
 */
#pragma once

#include "garq/nodeset.h"
#include "plugin/booking/view/view.h"
#include "plugin/slurm/compat/compat.h"

extern bool user_is_operator(uint32_t uid);
extern bool user_is_private(view_kind_t kind);
/*
 * The associations of a user. Locks: of associations READ, besides.
 * RET a list, FREE_NULL_LIST(); Slurm owns the associations
 */
extern list_t *user_associations(uint32_t uid);
/* Return true if the user has an association, as far as the host knows any. */
extern bool user_has_association(uint32_t uid);
/* Return true if the user coordinates an account. False without slurmdbd. */
extern bool user_is_coordinator(uint32_t uid, const char *account);
extern char *user_accounts(uint32_t uid, bool coordinated, bool *ret_known);
extern char *user_default_account(uint32_t uid);
extern bool user_may_use(uint32_t uid, const char *partition);
extern garq_set_t *user_out_of_reach(uint32_t uid, const garq_set_t *nodes);
