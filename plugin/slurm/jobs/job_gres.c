/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_gres.c - see job_gres.h */

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

/* The number behind the last ":" or "=" of a name; none: it is one of them. */
static bool _split_count(item_t *item)
{
	char *at = item->name + strcspn(item->name, "="), *end;

	if (!*at)
		at = strrchr(item->name, ':');
	item->cnt = 1;
	if (!at)
		return item->name[0] != '\0';
	if ((*at == ':') && ((at[1] < '0') || (at[1] > '9')))
		return true;	/* a type */
	item->cnt = strtoull(at + 1, &end, 10);
	*at = '\0';
	return item->name[0] && (end != at + 1) && !*end &&
	       (item->cnt <= COUNT_MAX);
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

static bool _text_ok(const char *text)
{
	item_t item;

	for (const char *at = text; given_text(at);)
		if (!_next_item(&at, &item))
			return false;
	return true;
}

bool job_gres_ok(const job_gres_t *gres)
{
	return _text_ok(gres->per_node) && _text_ok(gres->per_job);
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
