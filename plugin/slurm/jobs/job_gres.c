/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "src/common/assoc_mgr.h"
#if __has_include("src/interfaces/gres.h")
#include "src/interfaces/gres.h"
#else
#include "src/common/gres.h"
#endif

#include "plugin/slurm/compat/given.h"
#include "plugin/slurm/jobs/job_gres.h"

#define NAME_LEN 64
#define COUNT_MAX 1000000

/* One of a text. */
typedef struct {
	char name[NAME_LEN];	/* "gpu", or "gpu:a100" */
	uint64_t cnt;
} item_t;

job_gres_t job_gres_of_desc(const job_desc_msg_t *desc, uint32_t num_cn)
{
	return (job_gres_t) {
		.per_node = desc->tres_per_node, .per_job = desc->tres_per_job,
		.per_task = desc->tres_per_task,
		.per_socket = desc->tres_per_socket,
		.cpus = desc->cpus_per_tres, .memory = desc->mem_per_tres,
		.flags = desc->bitflags, .num_cn = num_cn,
	};
}

job_gres_t job_gres_of_record(const job_record_t *job, uint32_t num_cn)
{
	return (job_gres_t) {
		.per_node = job->tres_per_node, .per_job = job->tres_per_job,
		.per_task = job->tres_per_task,
		.per_socket = job->tres_per_socket,
		.cpus = job->cpus_per_tres, .memory = job->mem_per_tres,
		.flags = job->bit_flags, .num_cn = num_cn,
	};
}

/* Read a whole number that ends a text. OUT ret - untouched after an error
 * RET false: it is none, or too large */
static bool _read_count(const char *text, uint64_t *ret)
{
	unsigned long long number;
	char *end;

	if ((*text < '0') || (*text > '9'))
		return false;
	number = strtoull(text, &end, 10);
	if (*end || (number > COUNT_MAX))
		return false;
	*ret = number;
	return true;
}

/* The number behind "=", or behind the last ":" if no type is there. */
static bool _split_count(item_t *item)
{
	char *at = strchr(item->name, '=');
	bool equal = at;

	item->cnt = 1;
	if (!at)
		at = strrchr(item->name, ':');
	if (at && _read_count(at + 1, &item->cnt))
		*at = '\0';
	else if (equal)
		return false;
	return item->name[0];
}

/*
 * Read the first one of a list.
 * IN/OUT list - what follows it
 * RET false: it is not known how to read it
 */
static bool _next_item(const char **list, item_t *ret)
{
	const char *from = *list;
	size_t len = strcspn(from, ",");

	*list = from + len + (from[len] == ',');
	if ((len <= strlen("gres:")) || strncmp(from, "gres", 4) ||
	    !strchr(":/", from[4]))
		return false;
	from += strlen("gres:");
	len -= strlen("gres:");
	if (len >= NAME_LEN)
		return false;
	memcpy(ret->name, from, len);
	ret->name[len] = '\0';
	return strcmp(ret->name, "none") && _split_count(ret);
}

static bool _can_read(const char *text)
{
	item_t item;

	for (const char *at = text; given_text(at);)
		if (!_next_item(&at, &item))
			return false;
	return true;
}

/*
 * Read what each GPU has: "gres/gpu:4", or as Slurm writes a default into a
 * record, "gpu:4". OUT ret - untouched unless it has some
 */
static bool _of_gpu(const char *text, uint64_t *ret)
{
	if (!given_text(text))
		return true;
	if (!strncmp(text, "gres", 4) && text[4])
		text += strlen("gres:");
	return !strncmp(text, "gpu", 3) && text[3] &&
	       _read_count(text + strlen("gpu:"), ret);
}

const char *job_gres_obstacle(const job_gres_t *gres)
{
	uint64_t number;

	if (job_gres_by_task(gres->per_task) || given_text(gres->per_socket))
		return "--gpus-per-task and --gpus-per-socket (give --gpus-per-node)";
	if (gres->flags & GRES_ENFORCE_BIND)
		return "--gres-flags=enforce-binding";
	if (!_can_read(gres->per_node) || !_can_read(gres->per_job))
		return "such --gres";
	if (!_of_gpu(gres->cpus, &number) || !_of_gpu(gres->memory, &number))
		return "such --cpus-per-gpu or --mem-per-gpu";
	return NULL;
}

bool job_gres_by_task(const char *per_task)
{
	for (const char *at = per_task; given_text(at);
	     at += (*at == ',')) {
		if (strncmp(at, "cpu", 3) || !strchr(":=", at[3]))
			return true;
		at += strcspn(at, ",");
	}
	return false;
}

/* IN nodes - among which the text is divided */
static bool _node_has(const node_record_t *node, const char *text,
		      uint32_t nodes)
{
	item_t item;

	for (const char *at = text; given_text(at) && _next_item(&at, &item);)
		if (gres_node_config_cnt(node->gres_list, item.name) <
		    (item.cnt + nodes - 1) / nodes)
			return false;
	return true;
}

bool job_gres_on(const job_gres_t *gres, const node_record_t *node)
{
	return _node_has(node, gres->per_node, 1) &&
	       _node_has(node, gres->per_job, MAX(gres->num_cn, 1));
}

/* The GPUs of a text, of all types. */
static uint64_t _gpus_of(const char *text, uint32_t nodes)
{
	uint64_t cnt = 0;
	item_t item;

	for (const char *at = text; given_text(at) && _next_item(&at, &item);)
		if (!strncmp(item.name, "gpu", 3) &&
		    (!item.name[3] || (item.name[3] == ':')))
			cnt += (item.cnt + nodes - 1) / nodes;
	return cnt;
}

/* OUT ret - untouched unless a list has a default of this type */
static void _find_default(list_t *list, uint16_t type, uint64_t *ret)
{
	list_itr_t *iter;
	job_defaults_t *one;

	if (!list)
		return;
	iter = list_iterator_create(list);
	while ((one = list_next(iter)))
		if ((one->type == type) && (one->value < NO_VAL64))
			*ret = one->value;
	list_iterator_destroy(iter);
}

/* IN text - of each GPU; type - JOB_DEF_*, where there is no text */
static uint64_t _of_gpus(const job_gres_t *gres, const char *text,
			 uint16_t type, const part_record_t *part)
{
	uint64_t each = 0;

	if (!given_text(text)) {
		_find_default(slurm_conf.job_defaults_list, type, &each);
		if (part)
			_find_default(part->job_defaults_list, type, &each);
	}
	(void) _of_gpu(text, &each);
	return each * (_gpus_of(gres->per_node, 1) +
		       _gpus_of(gres->per_job, MAX(gres->num_cn, 1)));
}

uint64_t job_gres_cpus(const job_gres_t *gres, const part_record_t *part)
{
	return _of_gpus(gres, gres->cpus, JOB_DEF_CPU_PER_GPU, part);
}

uint64_t job_gres_memory(const job_gres_t *gres, const part_record_t *part)
{
	return _of_gpus(gres, gres->memory, JOB_DEF_MEM_PER_GPU, part);
}

/* IN/OUT tres - cnt of them */
static void _add_tres(uint64_t *tres, int cnt, const char *name, uint64_t more)
{
	slurmdb_tres_rec_t rec = { .type = "gres", .name = (char *) name };
	int pos = assoc_mgr_find_tres_pos(&rec, true);

	if ((pos >= 0) && (pos < cnt))
		tres[pos] += more;
}

/* Those of a type count as such, too. */
static void _count_items(const char *text, uint64_t times, uint64_t *tres,
			 int cnt)
{
	item_t item;

	for (const char *at = text; given_text(at) && _next_item(&at, &item);) {
		_add_tres(tres, cnt, item.name, item.cnt * times);
		if (!strchr(item.name, ':'))
			continue;
		*strchr(item.name, ':') = '\0';
		_add_tres(tres, cnt, item.name, item.cnt * times);
	}
}

void job_gres_count(const job_gres_t *gres, uint64_t *tres, int cnt)
{
	_count_items(gres->per_node, gres->num_cn, tres, cnt);
	_count_items(gres->per_job, 1, tres, cnt);
}
