/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compat_access.c - access to a reservation; see compat.h */

#include "plugin/slurm/compat/compat.h"

static void _clear_users(slurmctld_resv_t *rec)
{
#ifdef COMPAT_RESV_USERNAMES
	for (int i = 0; rec->username_list && (i < rec->user_cnt); i++)
		xfree(rec->username_list[i]);
	xfree(rec->username_list);
#endif
	xfree(rec->user_list);
	xfree(rec->users);
	xfree(rec->groups);
	rec->user_cnt = 0;
}

static void _clear_accounts(slurmctld_resv_t *rec)
{
	for (int i = 0; i < rec->account_cnt; i++)
		xfree(rec->account_list[i]);
	xfree(rec->account_list);
	xfree(rec->accounts);
	rec->account_cnt = 0;
}

/* Slurm looks up assoc_list again when associations change. */
void compat_set_root(slurmctld_resv_t *rec)
{
	_clear_users(rec);
	_clear_accounts(rec);
	xfree(rec->assoc_list);
	rec->ctld_flags &= ~(RESV_CTLD_USER_NOT | RESV_CTLD_ACCT_NOT);
	rec->users = xstrdup("root");
	rec->user_list = xcalloc(1, sizeof(*rec->user_list));
#ifdef COMPAT_RESV_USERNAMES
	rec->username_list = xcalloc(1, sizeof(*rec->username_list));
	rec->username_list[0] = xstrdup("root");
#endif
	rec->user_cnt = 1;
}

#ifdef COMPAT_RESV_QOS
void compat_clear_qos(slurmctld_resv_t *rec)
{
	xfree(rec->qos);
	FREE_NULL_LIST(rec->qos_list);
	rec->ctld_flags &= ~RESV_CTLD_QOS_NOT;
}

void compat_clear_allowed_parts(slurmctld_resv_t *rec)
{
	xfree(rec->allowed_parts);
	FREE_NULL_LIST(rec->allowed_parts_list);
	rec->ctld_flags &= ~RESV_CTLD_ALLOWED_PARTS_NOT;
}
#else
void compat_clear_qos(slurmctld_resv_t *rec)
{
	(void) rec;
}

void compat_clear_allowed_parts(slurmctld_resv_t *rec)
{
	(void) rec;
}
#endif
