/* SPDX-License-Identifier: GPL-2.0-or-later */
/* users_access.c - for whom, and on which nodes; see users.h */

#include <errno.h>
#include <string.h>

#include "src/common/assoc_mgr.h"
#include "src/common/uid.h"

#include "plugin/booking/flags.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/text.h"
#include "plugin/office/revise.h"
#include "plugin/office/users.h"
#include "plugin/slurm/nodes.h"
#include "plugin/slurm/refusals.h"

/* Flags that say nothing about the nodes or jobs of others. */
#define USERS_FLAGS \
	(BOOKING_FLAG_STATIC | BOOKING_FLAG_NO_STATIC | \
	 BOOKING_FLAG_PART_NODES | BOOKING_FLAG_NO_PART_NODES | \
	 BOOKING_FLAG_PURGE_COMP | BOOKING_FLAG_NO_PURGE_COMP | \
	 BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_NO_MAGNETIC | \
	 BOOKING_FLAG_USER_DEL | BOOKING_FLAG_NO_USER_DEL | \
	 BOOKING_FLAG_DUR_PLUS | BOOKING_FLAG_DUR_MINUS | \
	 BOOKING_FLAG_NO_HOLD_JOBS | BOOKING_FLAG_REPLACE_DOWN)

static int _deny(char **ret_text, const char *why)
{
	*ret_text = text_dup(why);
	return REFUSED_DENIED;
}

static int _check_flags(const request_t *request, char **ret_text)
{
	reserve_info_t bad = {
		.flags = (request->flags & ~USERS_FLAGS) |
			 request->other_flags,
	};
	char *names;

	if (!bad.flags)
		return 0;
	names = text_take(reservation_flags_string(&bad));
	*ret_text = text_printf("Flags=%s: only operators may set this",
				   names[0] ? names : "(unknown)");
	free_null(names);
	return REFUSED_DENIED;
}

/* What no limit holds, or lets others in. */
static int _check_kind(const request_t *request, bool native,
		       char **ret_text)
{
	if (request_has(request->licenses))
		return _deny(ret_text, "Licenses: only operators may reserve them");
	if (request_has(request->qos) || request_has(request->allowed_parts))
		return _deny(ret_text,
			     "QOS and AllowedPartitions: only operators may give them");
	if (native)
		return _deny(ret_text,
			     "only operators may reserve other than whole nodes: give NodeCnt or Nodes");
	return 0;
}

/* Accounts */

/* RET uid's associations; they are assoc_mgr's, under its lock */
static list_t *_associations(uint32_t uid)
{
	slurmdb_assoc_rec_t who = { .uid = uid };
	list_t *found = list_create(NULL);

	(void) assoc_mgr_get_user_assocs(acct_db_conn, &who, 0, found);
	return found;
}

static int _is_of_account(void *item, void *account)
{
	return text_same(((slurmdb_assoc_rec_t *) item)->acct, account);
}

static int _say_account(void *item, void *arg)
{
	const char *account = ((slurmdb_assoc_rec_t *) item)->acct;
	char **text = arg;

	text_add(text, "%s%s", *text ? "," : "", account);
	return 0;
}

/* RET the first name in list that is no account of his, or NULL; in copy */
static char *_foreign(char *copy, bool changes, list_t *his)
{
	char *last = NULL;
	int cnt = 0;

	for (char *one = strtok_r(copy, ",", &last); one;
	     one = strtok_r(NULL, ",", &last)) {
		char *name = one + (changes && (*one == '+'));

		/* Slurm looks up each: no more of them than he has. */
		if ((++cnt > list_count(his)) ||
		    !list_find_first(his, _is_of_account, name))
			return one;
	}
	return NULL;
}

/* Locks: assoc_mgr's */
static int _check_names(const char *accounts, bool changes, list_t *his,
			char **ret_text)
{
	char *copy = text_dup(accounts), *mine = NULL, *shown, *bad;

	if (!assoc_mgr_assoc_list || !list_count(assoc_mgr_assoc_list)) {
		free_null(copy);
		return _deny(ret_text,
			     "Accounts: nothing tells here who belongs to them (there is no slurmdbd): leave it out");
	}
	bad = _foreign(copy, changes, his);
	if (bad) {
		(void) list_for_each(his, _say_account, &mine);
		shown = text_printable(bad);
		*ret_text = text_printf(
			"Accounts=%s: name, each once, accounts that you belong to (%s)",
			shown, mine ? mine : "there is none");
		free_null(shown);
	}
	free_null(mine);
	free_null(copy);
	return bad ? REFUSED_DENIED : 0;
}

static int _check_accounts(const char *accounts, bool changes, uint32_t uid,
			   char **ret_text)
{
	assoc_mgr_lock_t locks = { .assoc = READ_LOCK };
	list_t *his;
	int rc;

	if (!request_has(accounts))
		return 0;
	assoc_mgr_lock(&locks);
	his = _associations(uid);
	rc = _check_names(accounts, changes, his, ret_text);
	FREE_NULL_LIST(his);
	assoc_mgr_unlock(&locks);
	return rc;
}

/* Users and groups */

/* One name, and it is his: Slurm looks up as many as there are. */
static bool _is_himself(const char *users, bool changes, uint32_t uid)
{
	uid_t found;

	users += (changes && (*users == '+'));
	return (*users != '-') && !strchr(users, ',') &&
	       !uid_from_string(users, &found) && (found == uid);
}

static int _check_whose(const request_t *request, bool changes,
			uint32_t uid, char **ret_text)
{
	if (request_has(request->groups))
		return _deny(ret_text,
			     "Groups: only operators may reserve for others");
	if (request_has(request->users) &&
	    !_is_himself(request->users, changes, uid)) {
		char *name = text_take(uid_to_string(uid));

		*ret_text = text_printf(
			"Users: only operators may reserve for others: give Users=%s",
			name);
		free_null(name);
		return REFUSED_DENIED;
	}
	return _check_accounts(request->accounts, changes, uid, ret_text);
}

/* It draws the jobs of all who may use it. */
static int _check_magnetic(uint64_t flags, const char *accounts,
			   char **ret_text)
{
	if (!(flags & BOOKING_FLAG_MAGNETIC) || !request_has(accounts))
		return 0;
	return _deny(ret_text,
		     "Flags=MAGNETIC: only operators may draw jobs of others: not with Accounts");
}

int users_check_create(request_t *request, uint32_t uid, char **ret_text)
{
	int rc;

	if ((rc = _check_flags(request, ret_text)) ||
	    (rc = _check_kind(request, request_is_native(request), ret_text)) ||
	    (rc = _check_whose(request, false, uid, ret_text)) ||
	    (rc = _check_magnetic(request->flags, request->accounts, ret_text)))
		return rc;
	if (request_has(request->users) || request_has(request->accounts))
		return 0;
	free(request->users);
	request->users = text_take(uid_to_string(uid));
	return request->users ? 0 : ENOMEM;
}

int users_check_update(const view_resv_t *v, const request_t *request,
		       uint32_t uid, char **ret_text)
{
	uint64_t flags = request->flags;
	int rc;

	if (!users_own(v, uid))
		return users_deny(request->name, "UPDATE", uid, ret_text);
	if ((rc = _check_flags(request, ret_text)) ||
	    (rc = _check_kind(request, revise_is_native(request), ret_text)) ||
	    (rc = _check_whose(request, true, uid, ret_text)))
		return rc;
	if (!request_has(request->accounts) && !(flags & BOOKING_FLAG_MAGNETIC))
		return 0;
	if (!(flags & BOOKING_FLAG_NO_MAGNETIC))
		flags |= v->flags;
	return _check_magnetic(flags, request->accounts ? request->accounts :
						       v->says.accounts,
			       ret_text);
}

/* Nodes */

/*
 * Slurm says which accounts may use it; a user may with one of his. The arrays
 * of their names are in the record from 23.02 on, too, but empty.
 */
static bool _account_may_use(part_record_t *part, uint32_t uid)
{
	bool some = request_has(part->allow_accounts) ||
		    request_has(part->deny_accounts);
	assoc_mgr_lock_t locks = { .assoc = READ_LOCK };
	slurmdb_assoc_rec_t *one;
	list_itr_t *iter;
	bool ok = false;
	list_t *his;

	if (!some)
		return true;
	assoc_mgr_lock(&locks);
	his = _associations(uid);
	if (!list_count(his))
		ok = !part_policy_valid_acct(part, NULL, NULL);
	iter = list_iterator_create(his);
	while (!ok && (one = list_next(iter)))
		ok = !part_policy_valid_acct(part, one->acct, NULL);
	list_iterator_destroy(iter);
	FREE_NULL_LIST(his);
	assoc_mgr_unlock(&locks);
	return ok;
}

static bool _may_use(part_record_t *part, uint32_t uid)
{
	return (part->state_up == PARTITION_UP) &&
	       !(part->flags & (PART_FLAG_HIDDEN | PART_FLAG_ROOT_ONLY)) &&
	       validate_group(part, uid) && _account_may_use(part, uid);
}

/* Those that are in no partition that he may use. RET FREE_NULL_BITMAP() */
static bitstr_t *_out_of_reach(uint32_t uid, const garq_set_t *nodes)
{
	bitstr_t *rest = view_bitmap(nodes);
	list_itr_t *iter = list_iterator_create(part_list);
	part_record_t *part;

	while ((bit_ffs(rest) >= 0) && (part = list_next(iter)))
		if (part->node_bitmap && bit_overlap_any(rest,
							 part->node_bitmap) &&
		    _may_use(part, uid))
			bit_and_not(rest, part->node_bitmap);
	list_iterator_destroy(iter);
	return rest;
}

static int _check_listed(uint32_t uid, const garq_set_t *nodes, char **ret_text)
{
	bitstr_t *rest = _out_of_reach(uid, nodes);
	char *names, *shown;
	int rc = 0;

	if (bit_ffs(rest) >= 0) {
		names = text_take(bitmap2node_name(rest));
		shown = text_printable(names);
		*ret_text = text_printf(
			"Nodes=%s: in no partition that you may use", shown);
		free_null(shown);
		free_null(names);
		rc = REFUSED_DENIED;
	}
	FREE_NULL_BITMAP(rest);
	return rc;
}

int users_check_nodes(uint32_t uid, const char *partition,
		      const shape_t *shape, char **ret_text)
{
	part_record_t *part = request_has(partition) ?
			      find_part_record((char *) partition) :
			      default_part_loc;

	if ((request_has(partition) || !shape->pinned) &&
	    (!part || !_may_use(part, uid))) {
		*ret_text = text_printf(
			"PartitionName=%s: you may not use it, or it is not up: give another one",
			part ? part->name : "");
		return REFUSED_DENIED;
	}
	if (!shape->pinned)
		return 0;
	return _check_listed(uid, shape->eligible, ret_text);
}
