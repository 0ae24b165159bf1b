/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "plugin/booking/place/job_names.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"

bool job_names_match_any(const char *names)
{
	text_name_t one;

	while (text_next_name(&names, &one))
		if (name_is_job(one.name))
			return true;
	return false;
}

bool jobs_has_nodes(office_t *office, const char *name)
{
	return name_is_job(name) &&
	       office->host->jobs->have_nodes(office, name);
}

typedef struct {
	text_name_t name;
	uint32_t job_id;	/* that names it; 0: none */
} named_by_t;

static bool _pass_by(const job_seen_t *job, void *arg)
{
	named_by_t *by = arg;

	if (!text_lists_name(job->booking, &by->name))
		return true;
	by->job_id = job->job_id;
	return false;
}

uint32_t jobs_naming(office_t *office, const char *name)
{
	named_by_t by = { .name = { name, strlen(name) } };

	office->host->jobs->each(office, _pass_by, &by);
	return by.job_id;
}

int job_names_refuse(char **ret_text)
{
	return text_refuse(ret_text, REFUSED_DENIED,
		"this is the booking of a job: use scancel, or scontrol update JobId=");
}
