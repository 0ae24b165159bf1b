/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run_job.c - what sresv co run submits: see run.h */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/sresv/co/run.h"
#include "contrib/sresv/co/run_time.h"

/* RET the text of a script for free(), or NULL: *ret_why says why not */
static char *_read(const char *path, const char **ret_why)
{
	FILE *f = fopen(path, "r");
	char *text = f ? malloc(RUN_SCRIPT_MAX + 1) : NULL;
	size_t len = text ? fread(text, 1, RUN_SCRIPT_MAX + 1, f) : 0;

	*ret_why = NULL;
	if (!text || ferror(f))
		*ret_why = strerror(errno);
	else if (len > RUN_SCRIPT_MAX)
		*ret_why = "it has more than 4 MiB, which no controller takes";
	else if (memchr(text, '\0', len))
		*ret_why = "it is no script, but binary";
	else if ((len < 2) || memcmp(text, "#!", 2))
		*ret_why = "its first line is not #! and an interpreter";
	else
		text[len] = '\0';
	if (f)
		fclose(f);
	if (!*ret_why)
		return text;
	free(text);
	return NULL;
}

/* RET PART=CLUSTER/RESERVATION of all parts, with blanks between, for free() */
static char *_members(const journal_co_t *co)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	for (uint32_t i = 0; f && (i < co->part_cnt); i++) {
		const journal_place_t *p = commit_place_of(co, i);

		if (p)
			fprintf(f, "%s%s=%s/%s", i ? " " : "", p->id,
				p->cluster.name, p->member);
	}
	if (!f || !fclose(f))
		return f ? text : NULL;
	free(text);
	return NULL;
}

/* A list of arguments. RET NULL: one is not UTF-8, or there is no memory */
static json_t *_args(char *const *args)
{
	json_t *list = json_array();

	for (; list && *args; args++) {
		if (!json_array_append_new(list, json_string(*args)))
			continue;
		json_decref(list);
		return NULL;
	}
	return list;
}

static json_t *_pack(const run_host_t *host, const journal_place_t *place,
		     const char *name, const char *text, char *const *args)
{
	char *members = _members(host->co);
	json_t *list = members ? _args(args) : NULL;
	json_t *job = list ? json_pack(
		"{sssssoss*sIs{ssssss}}", "name", name, "script", text,
		"args", list, "partition", place->shape.partition, "nodes",
		(json_int_t) place->shape.nodes, "env", "CO_ID", host->co->id,
		"CO_PART", place->id, "CO_MEMBERS", members) : NULL;

	free(members);
	return job;
}

/*
 * Give a job, or a component, the length of its part as limit, if its script asks for
 * none. RET false: it asks for more than the part has, or there is no memory; printed
 */
static bool _set_time(const run_host_t *host, json_t *to,
		      const journal_place_t *place, const char *script,
		      size_t component)
{
	int64_t left = run_time_left(place, (int64_t) time(NULL)), minutes;
	FILE *err = host->args->err;

	if (!run_time_given(script, component, &minutes)) {
		minutes = run_time_default(left);
		if (!json_object_set_new(to, "minutes", json_integer(minutes)))
			return true;
		fputs("sresv: there is no memory\n", err);
		return false;
	}
	if ((minutes == RUN_TIME_UNREAD) || (left <= 0))
		return true;
	if (minutes > left / 60) {
		fprintf(err, "sresv: part %s: its job asks for more time (%s) than the part has, %lld minutes, and might wait for ever; give it at most --time=%lld, or none\n",
			place->id, (minutes == RUN_TIME_NONE) ? "no limit" :
			"#SBATCH --time", (long long) left / 60,
			(long long) run_time_default(left));
		return false;
	}
	if (minutes * 60 + RUN_LATE > left)
		fprintf(err, "sresv: part %s: its job asks for all of the part, %lld minutes: if others have its nodes behind it, the job waits for ever once it is a second late; --time=%lld is safe\n",
			place->id, (long long) minutes,
			(long long) run_time_default(left));
	return true;
}

bool run_add_component(const run_host_t *host, json_t *job,
		       const journal_place_t *place)
{
	const char *script = json_string_value(json_object_get(job, "script"));
	json_t *list = json_object_get(job, "components"), *one;

	if (!list) {
		list = json_array();
		if (json_object_set_new(job, "components", list))
			return false;
	}
	one = json_pack("{sssssIss*}", "reservation", place->member, "part",
			place->id, "nodes", (json_int_t) place->shape.nodes,
			"partition", place->shape.partition);
	return !json_array_append_new(list, one) &&
	       _set_time(host, one, place, script, json_array_size(list));
}

json_t *run_job(const run_host_t *host, const journal_place_t *place,
		const char *script, char *const *args)
{
	const char *slash = strrchr(script, '/'), *why;
	char *text = _read(script, &why);
	json_t *job = NULL;

	if (text)
		job = _pack(host, place, slash ? slash + 1 : script, text,
			    args);
	if (text && !job)
		why = "it, or an argument, is not UTF-8, or there is no memory";
	if (!job)
		fprintf(host->args->err, "sresv: part %s: %s: %s\n", place->id,
			script, why);
	if (job && !_set_time(host, job, place, text, 0)) {
		json_decref(job);
		job = NULL;
	}
	free(text);
	return job;
}
