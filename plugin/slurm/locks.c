/* SPDX-License-Identifier: GPL-2.0-or-later */
/* locks.c - see locks.h */

#include "plugin/booking/site.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/locks.h"

static const slurmctld_lock_t update_locks = {
	.conf = READ_LOCK,
	.job = READ_LOCK,
	.node = WRITE_LOCK,
	.part = READ_LOCK,
};

static const slurmctld_lock_t delete_locks = {
	.conf = READ_LOCK,
	.job = WRITE_LOCK,
	.node = WRITE_LOCK,
	.part = READ_LOCK,
};

void site_lock(bool write_jobs)
{
	lock_slurmctld(write_jobs ? delete_locks : update_locks);
	site.may_delete = write_jobs;
}

void site_unlock(bool write_jobs)
{
	unlock_slurmctld(write_jobs ? delete_locks : update_locks);
}

static const slurmctld_lock_t fed_lock = { .fed = READ_LOCK };

void jobs_lock(void)
{
	site_lock(true);
	lock_slurmctld(fed_lock);
}

void jobs_unlock(void)
{
	unlock_slurmctld(fed_lock);
	site_unlock(true);
}
