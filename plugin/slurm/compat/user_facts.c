/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/given.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/compat/user_facts.h"

#include "src/common/assoc_mgr.h"

bool user_is_operator(uint32_t uid)
{
	return validate_operator(uid);
}

bool user_is_private(view_kind_t kind)
{
	static const uint16_t data[] = {
		[VIEW_RESV] = PRIVATE_DATA_RESERVATIONS,
		[VIEW_PENDING] = PRIVATE_DATA_RESERVATIONS,
		[VIEW_JOB] = PRIVATE_DATA_JOBS,
		[VIEW_NODE_DOWN] = PRIVATE_DATA_NODES,
	};

	return slurm_conf.private_data & data[kind];
}

list_t *user_associations(uint32_t uid)
{
	slurmdb_assoc_rec_t who = { .uid = uid };
	list_t *found = list_create(NULL);

	(void) assoc_mgr_get_user_assocs(acct_db_conn, &who, 0, found);
	return found;
}

bool user_has_association(uint32_t uid)
{
	assoc_mgr_lock_t locks = { .assoc = READ_LOCK };
	list_t *list;
	bool has;

	assoc_mgr_lock(&locks);
	list = user_associations(uid);
	has = (list_count(list) > 0);
	FREE_NULL_LIST(list);
	assoc_mgr_unlock(&locks);
	return has;
}

bool user_is_coordinator(uint32_t uid, const char *account)
{
#ifdef COMPAT_COORD_LOCKED
	return assoc_mgr_is_user_acct_coord(acct_db_conn, uid,
					    (char *) account, false);
#else
	return assoc_mgr_is_user_acct_coord(acct_db_conn, uid,
					    (char *) account);
#endif
}

static int _say_account(void *item, void *arg)
{
	char **text = arg;

	text_add(text, "%s%s", *text ? "," : "",
		 ((slurmdb_assoc_rec_t *) item)->acct);
	return 0;
}

static int _say_coord(void *item, void *arg)
{
	char **text = arg;

	text_add(text, "%s%s", *text ? "," : "",
		 ((slurmdb_coord_rec_t *) item)->name);
	return 0;
}

static void _say_coordinated(uint32_t uid, char **names)
{
	slurmdb_user_rec_t *user;
	list_itr_t *iter;

	if (!assoc_mgr_user_list)
		return;
	iter = list_iterator_create(assoc_mgr_user_list);
	while ((user = list_next(iter)))
		if ((user->uid == uid) && user->coord_accts)
			(void) list_for_each(user->coord_accts, _say_coord,
					     names);
	list_iterator_destroy(iter);
}

char *user_accounts(uint32_t uid, bool coordinated, bool *ret_known)
{
	assoc_mgr_lock_t locks = { .assoc = READ_LOCK, .user = READ_LOCK };
	char *names = NULL;
	list_t *list;

	assoc_mgr_lock(&locks);
	*ret_known = assoc_mgr_assoc_list && list_count(assoc_mgr_assoc_list);
	if (coordinated) {
		_say_coordinated(uid, &names);
	} else {
		list = user_associations(uid);
		(void) list_for_each(list, _say_account, &names);
		FREE_NULL_LIST(list);
	}
	assoc_mgr_unlock(&locks);
	return names;
}

/* RET the account of a job that names none; free(); NULL: unknown */
char *user_default_account(uint32_t uid)
{
	assoc_mgr_lock_t locks = { .assoc = READ_LOCK, .qos = READ_LOCK,
				   .tres = READ_LOCK, .user = READ_LOCK };
	slurmdb_assoc_rec_t who = { .uid = uid }, *found = NULL;
	char *name = NULL;

	assoc_mgr_lock(&locks);
	(void) assoc_mgr_fill_in_assoc(acct_db_conn, &who, accounting_enforce,
				       &found, true);
	if (found)
		name = text_dup(found->acct);
	assoc_mgr_unlock(&locks);
	return name;
}

/*
 * A user may use a partition if one of the user's accounts may. The lists of
 * accounts are read as texts: from 23.02 on the arrays of names are empty.
 */
static bool _account_may_use(part_record_t *part, uint32_t uid)
{
	bool some = given_text(part->allow_accounts) ||
		    given_text(part->deny_accounts);
	assoc_mgr_lock_t locks = { .assoc = READ_LOCK };
	slurmdb_assoc_rec_t *one;
	list_itr_t *iter;
	bool ok = false;
	list_t *list;

	if (!some)
		return true;
	assoc_mgr_lock(&locks);
	list = user_associations(uid);
	if (!list_count(list))
		ok = !part_policy_valid_acct(part, NULL, NULL);
	iter = list_iterator_create(list);
	while (!ok && (one = list_next(iter)))
		ok = !part_policy_valid_acct(part, one->acct, NULL);
	list_iterator_destroy(iter);
	FREE_NULL_LIST(list);
	assoc_mgr_unlock(&locks);
	return ok;
}

static bool _may_use(part_record_t *part, uint32_t uid)
{
	return (part->state_up == PARTITION_UP) &&
	       !(part->flags & (PART_FLAG_HIDDEN | PART_FLAG_ROOT_ONLY)) &&
	       validate_group(part, uid) && _account_may_use(part, uid);
}

bool user_may_use(uint32_t uid, const char *partition)
{
	part_record_t *part = find_part_record((char *) partition);

	return part && _may_use(part, uid);
}

garq_set_t *user_out_of_reach(uint32_t uid, const garq_set_t *nodes)
{
	bitstr_t *rest = nodes_to_bitmap(nodes);
	list_itr_t *iter = list_iterator_create(part_list);
	part_record_t *part;
	garq_set_t *set;

	for (part = list_next(iter); part && (bit_ffs(rest) >= 0);
	     part = list_next(iter))
		if (part->node_bitmap && bit_overlap_any(rest,
							 part->node_bitmap) &&
		    _may_use(part, uid))
			bit_and_not(rest, part->node_bitmap);
	list_iterator_destroy(iter);
	set = nodes_from_bitmap(rest);
	FREE_NULL_BITMAP(rest);
	return set;
}
