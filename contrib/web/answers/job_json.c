/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "contrib/sresv/job/job_why.h"
#include "contrib/web/answers/job_json.h"
#include "contrib/web/json/reply.h"

static json_t *_names(const job_why_line_t *line)
{
	json_t *names = json_array();

	for (uint32_t i = 0; i < line->name_cnt; i++)
		json_array_append_new(names, reply_text(line->names[i]));
	return names;
}

static json_t *_line(const job_why_line_t *line)
{
	return json_pack("{s:s, s:o, s:o, s:o, s:o}", "kind", line->kind,
			 "text", reply_text(line->text), "at",
			 line->at ? json_integer(line->at) : json_null(),
			 "seconds", line->seconds ? json_integer(line->seconds) :
						    json_null(),
			 "bookings", _names(line));
}

static json_t *_why(const slurm_job_info_t *j, const char *reason,
		    const snapshot_t *s, time_t now)
{
	const char *name = job_why_inside(j);
	const entry_t *inside = name ? snapshot_find(s, name) : NULL;
	const job_why_seen_t seen = {
		.input = &s->seen.input, .partitions = s->seen.partitions,
		.inside = inside ? inside->r : NULL,
		.hides = s->records.settings.hides, .now = now,
	};
	json_t *list = json_array();
	job_why_t why;

	if (!list || !job_why(j, reason, &seen, &why)) {
		json_decref(list);
		return NULL;
	}
	for (size_t i = 0; i < why.cnt; i++)
		json_array_append_new(list, _line(&why.lines[i]));
	return list;
}

static json_t *_id(const slurm_job_info_t *j)
{
	char *id = job_why_id(j);
	json_t *text = id ? reply_text(id) : NULL;

	free(id);
	return text;
}

static const char *_state(const slurm_job_info_t *j)
{
	switch (j->job_state & JOB_STATE_BASE) {
	case JOB_PENDING:
		return "pending";
	case JOB_RUNNING:
		return "running";
	default:
		return "suspended";
	}
}

static json_t *_time(time_t t)
{
	return t ? json_integer(t) : json_null();
}

static json_t *_text(const char *text)
{
	return reply_text((text && text[0]) ? text : NULL);
}

json_t *job_json(const slurm_job_info_t *j, const snapshot_t *s, time_t now)
{
	bool pending = (j->job_state & JOB_STATE_BASE) == JOB_PENDING;
	char *reason = pending ? job_why_reason(j) : NULL;
	int64_t limit = job_why_limit(j);
	json_t *job = json_pack("{s:o, s:I, s:o, s:s, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"id", _id(j), "job", (json_int_t) j->job_id,
		"name", reply_text(j->name ? j->name : ""), "state", _state(j),
		"partition", _text(j->partition),
		"node_count", (json_int_t) j->num_nodes,
		"node_list", _text(j->nodes),
		"time_limit", (limit == JOB_WHY_ENDLESS) ? json_null() :
						   json_integer(limit),
		"submitted", _time(j->submit_time),
		"start", _time(j->start_time),
		"deadline", _time(j->deadline),
		"reservation", _text(j->resv_name),
		"reason", _text(reason), "why", _why(j, reason, s, now));

	free(reason);
	return job;
}
