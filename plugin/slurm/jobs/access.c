/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/jobs/access.h"
#include "plugin/slurm/compat/given.h"

static bool _is_listed(const slurmctld_resv_t *rec, uint32_t uid)
{
	for (int i = 0; i < rec->user_cnt; i++)
		if (rec->user_list[i] == uid)
			return true;
	return false;
}

/* True if accounts, groups, QOS or partitions also admit jobs. */
static bool _others_decide(const slurmctld_resv_t *rec)
{
	compat_extras_t extras = compat_resv_extras(rec);

	return given_text(rec->accounts) || given_text(rec->groups) ||
	       given_extra(extras.qos) || given_extra(extras.allowed_parts);
}

bool access_may_use(const record_t *record, uint32_t uid)
{
	const slurmctld_resv_t *rec = record;

	if (validate_operator(uid))
		return true;
	if (rec->ctld_flags & RESV_CTLD_USER_NOT)
		return !_is_listed(rec, uid);
	return !rec->user_cnt || _is_listed(rec, uid) || _others_decide(rec);
}
