/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs_fit.c - the locks and nodes of jobs that are booked; see jobs.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/text.h"
#include "plugin/slurm/locks.h"
#include "plugin/rpc/jobs.h"
#include "plugin/slurm/job_admit.h"
#include "plugin/slurm/job_ask.h"

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

static bool _find_nodes(const jobs_ask_t *ask, garq_set_t **ret_nodes,
			char **ret_why)
{
	const char *features = ask->features;

	if (!controller->eligible(NULL, false, ask->partition,
			      (features && features[0]) ? features : NULL,
			      ask->num_cn, ret_nodes, ret_why))
		return true;
	if (!*ret_why)
		*ret_why = text_dup("no nodes can serve it");
	return false;
}

bool jobs_fit_desc(const job_desc_msg_t *desc, const jobs_ask_t *ask,
		   char **ret_why)
{
	garq_set_t *nodes = NULL;
	bool fit = jobs_admit_desc(desc, ask, ret_why) &&
		   _find_nodes(ask, &nodes, ret_why) &&
		   job_fits_desc(desc, ask->num_cn, nodes, ret_why);

	garq_set_destroy(nodes);
	return fit;
}

bool jobs_fit_record(const job_record_t *job, const jobs_ask_t *ask,
		     char **ret_why)
{
	garq_set_t *nodes = NULL;
	bool fit = jobs_admit_record(job, ask, true, ret_why) &&
		   _find_nodes(ask, &nodes, ret_why) &&
		   job_fits_record(job, ask->num_cn, nodes, ret_why);

	garq_set_destroy(nodes);
	return fit;
}
