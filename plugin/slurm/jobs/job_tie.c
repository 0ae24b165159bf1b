/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <time.h>

#include "plugin/booking/park/park.h"
#include "plugin/slurm/jobs/job_tie.h"
#include "plugin/slurm/native/job_records.h"

bool jobs_tie(office_t *office, job_record_t *job, const char *name)
{
	int rc;

	jobs_untie(job);
	job->resv_name = xstrdup(name);
	/* Its nodes are chosen: it must not wait for others at its start. */
	job->wait4switch = 0;
	/*
	 * Slurm finds only linked records. A record that a job names stays
	 * linked.
	 */
	if (park_link_named(office, name, time(NULL)))
		schedule_resv_save();
	rc = validate_job_resv(job);
	park_return_named(office, name, false, time(NULL));
	if (rc == SLURM_SUCCESS)
		return true;
	error("sched/garq: %pJ can't have its booking %s: %s", job, name,
	      slurm_strerror(rc));
	jobs_untie(job);
	return false;
}
