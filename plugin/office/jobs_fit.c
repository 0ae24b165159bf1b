/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs_fit.c - would Slurm start the job, on each node it may get? See jobs.h */

#include "plugin/booking/text.h"
#include "plugin/office/jobs.h"

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

bool jobs_fit_nodes(const job_desc_msg_t *desc, const jobs_ask_t *ask,
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
