/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/user_facts.h"
#include "plugin/slurm/native/record_assocs.h"

#include "src/common/assoc_mgr.h"

/* Until 23.11 Slurm insists on an association for each pair of user and account. */
#define PAIRS_MUST_EXIST (SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(23, 11, 0))

/* The associations of a user: which of them are taken, and where to. */
typedef struct {
	const char *account;	/* those of it; NULL: all */
	const char *sign;	/* "-": they are kept out; "" */
	char **text;		/* IN/OUT each with a comma after it */
	bool any;		/* OUT one was taken */
} taken_t;

/* A ListForF */
static int _take_assoc(void *item, void *arg)
{
	const slurmdb_assoc_rec_t *assoc = item;
	taken_t *t = arg;

	if (t->account && xstrcasecmp(t->account, assoc->acct))
		return 0;
	xstrfmtcat(*t->text, "%s%u,", t->sign, assoc->id);
	t->any = true;
	return 0;
}

/*
 * IN account - or NULL: of all accounts
 * RET false if the user has none, and Slurm insists on associations
 */
static bool _add_user(uid_t uid, const char *account, const char *sign,
		      char **text)
{
	taken_t taken = { .account = account, .sign = sign, .text = text };
	list_t *found = user_associations(uid);

	(void) list_for_each(found, _take_assoc, &taken);
	FREE_NULL_LIST(found);
	return taken.any || (!(account && PAIRS_MUST_EXIST) &&
			     !(accounting_enforce & ACCOUNTING_ENFORCE_ASSOCS));
}

/*
 * True if a record serves only users of its list in accounts of its list. A
 * record that keeps users or accounts out has all associations of each user and
 * of each account.
 */
static bool _has_pairs(const slurmctld_resv_t *rec)
{
	return rec->account_cnt &&
	       !(rec->ctld_flags & (RESV_CTLD_USER_NOT | RESV_CTLD_ACCT_NOT));
}

/* OUT text - as taken_t has it. RET as _add_user() */
static bool _add_users(const slurmctld_resv_t *rec, const char *sign,
		       char **text)
{
	bool ok = true;

	for (int i = 0; ok && (i < rec->user_cnt); i++) {
		uid_t uid = rec->user_list[i];

		if (!_has_pairs(rec))
			ok = _add_user(uid, NULL, sign, text);
		else for (int j = 0; ok && (j < rec->account_cnt); j++)
			ok = _add_user(uid, rec->account_list[j], sign, text);
	}
	return ok;
}

/*
 * Join the associations of users with those of accounts, in Slurm's form: ",3,"
 * and ",-4,". Those that are kept out come last.
 * IN/OUT rec - its list is that of the accounts, or of who stood in for the
 *	users
 * IN users - as taken_t has it, or NULL
 * IN last - users are kept out
 */
static void _join_assocs(slurmctld_resv_t *rec, const char *users, bool last)
{
	const char *accounts =
		(rec->assoc_list && rec->account_cnt && !_has_pairs(rec)) ?
		rec->assoc_list + 1 : "";
	char *text = NULL;

	users = users ? users : "";
	if (users[0] || accounts[0])
		xstrfmtcat(text, ",%s%s", last ? accounts : users,
			   last ? users : accounts);
	xfree(rec->assoc_list);
	rec->assoc_list = text;
}

int record_assocs_set(slurmctld_resv_t *rec)
{
	assoc_mgr_lock_t locks = { .assoc = READ_LOCK, .user = READ_LOCK };
	bool not = rec->ctld_flags & RESV_CTLD_USER_NOT, ok;
	char *users = NULL;

	assoc_mgr_lock(&locks);
	ok = _add_users(rec, not ? "-" : "", &users);
	assoc_mgr_unlock(&locks);
	if (ok)
		_join_assocs(rec, users, not);
	xfree(users);
	return ok ? 0 : ESLURM_INVALID_ACCOUNT;
}

bool record_assocs_exist(uid_t uid, const char *accounts)
{
	assoc_mgr_lock_t locks = { .assoc = READ_LOCK, .user = READ_LOCK };
	char *copy = xstrdup(accounts), *last = NULL, *ids = NULL;
	bool pairs = accounts && (accounts[0] != '-'), ok = true;

	if (!slurm_with_slurmdbd())
		goto done;
	assoc_mgr_lock(&locks);
	if (!pairs)
		ok = _add_user(uid, NULL, "", &ids);
	else for (char *name = strtok_r(copy, ",", &last); name && ok;
		  name = strtok_r(NULL, ",", &last))
		ok = _add_user(uid, name, "", &ids);
	assoc_mgr_unlock(&locks);
done:
	xfree(copy);
	xfree(ids);
	return ok;
}
