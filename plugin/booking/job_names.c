/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_names.c - see job_names.h */

#include <string.h>

#include "plugin/booking/controller.h"
#include "plugin/booking/job_names.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/text.h"

bool jobs_name(const char *name)
{
	return text_begins(name, JOBS_PREFIX);
}

bool jobs_names(const char *names)
{
	for (const char *at = names; at && *at; at += (*at == ',')) {
		if (jobs_name(at))
			return true;
		at += strcspn(at, ",");
	}
	return false;
}

bool jobs_has_nodes(const char *name)
{
	return jobs_name(name) && controller->job_has_nodes(name);
}

int jobs_deny(char **ret_text)
{
	*ret_text = text_dup("this is the booking of a job: use scancel, or scontrol update JobId=");
	return REFUSED_DENIED;
}
