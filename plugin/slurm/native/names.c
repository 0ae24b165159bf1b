/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/native/names.h"
#include "plugin/slurm/native/record_assocs.h"

#include "src/common/assoc_mgr.h"
#include "src/common/uid.h"

/*
 * As Slurm's _append_assoc_list(): where there is a slurmdbd, a record gets the
 * associations of its accounts, whether others are enforced or not.
 */
static bool _takes_account(char *name)
{
	slurmdb_assoc_rec_t who = { .uid = NO_VAL, .acct = name };
	slurmdb_assoc_rec_t *found = NULL;

	return !slurm_with_slurmdbd() ||
	       (!assoc_mgr_fill_in_assoc(acct_db_conn, &who, accounting_enforce,
					 &found, false) &&
		found);
}

static bool _takes_user(char *name, const char *accounts)
{
	uid_t uid;

	return (uid_from_string(name, &uid) >= 0) &&
	       record_assocs_exist(uid, accounts);
}

static bool _takes_name(name_kind_t kind, char *name, const char *accounts)
{
	gid_t gid;

	name += (name[0] == '-');
	if (kind == NAME_ACCOUNT)
		return _takes_account(name);
	if (kind == NAME_USER)
		return _takes_user(name, accounts);
	return gid_from_string(name, &gid) >= 0;
}

char *names_taken(name_kind_t kind, const char *list, const char *accounts)
{
	char *taken = NULL;
	text_name_t one;

	while (text_next_name(&list, &one)) {
		char *name = xstrndup(one.name, one.len);

		if (_takes_name(kind, name, accounts))
			(void) text_add(&taken, "%s%s", taken ? "," : "", name);
		xfree(name);
	}
	return taken;
}
