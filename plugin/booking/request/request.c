/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request.c - see request.h */

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "plugin/booking/request/request.h"
#include "plugin/memory/memory.h"

/* All texts of a request, for request_copy() and request_free(). */
static const size_t texts[] = {
	offsetof(request_t, name),
	offsetof(request_t, node_list),
	offsetof(request_t, partition),
	offsetof(request_t, features),
	offsetof(request_t, licenses),
	offsetof(request_t, tres),
	offsetof(request_t, burst_buffer),
	offsetof(request_t, users),
	offsetof(request_t, groups),
	offsetof(request_t, accounts),
	offsetof(request_t, qos),
	offsetof(request_t, allowed_parts),
	offsetof(request_t, comment),
};
#define TEXT_CNT (sizeof(texts) / sizeof(texts[0]))

static char **_text_at(request_t *r, size_t i)
{
	return (char **) ((char *) r + texts[i]);
}

void request_free(request_t *r)
{
	for (size_t i = 0; i < TEXT_CNT; i++)
		free(*_text_at(r, i));
	free(r->sizes);
	free(r->cores);
	free(r->user_ids);
	memset(r, 0, sizeof(*r));
}

void request_set(char **field, const char *text)
{
	char *copy = memory_text(text);

	free(*field);
	*field = copy;
}

size_t request_bytes(const request_t *r)
{
	request_t from = *r;
	size_t bytes = 0;

	for (size_t i = 0; i < TEXT_CNT; i++)
		bytes += *_text_at(&from, i) ? strlen(*_text_at(&from, i)) : 0;
	return bytes;
}

/* IN counts - ends with a 0; or NULL */
static uint32_t *_copy_counts(const uint32_t *counts)
{
	size_t cnt = 0;

	if (!counts)
		return NULL;
	while (counts[cnt++])
		;
	return memory_copy(counts, cnt, sizeof(*counts));
}

request_t request_copy(const request_t *r)
{
	request_t copy = *r;

	for (size_t i = 0; i < TEXT_CNT; i++)
		*_text_at(&copy, i) = memory_text(*_text_at(&copy, i));
	copy.sizes = _copy_counts(r->sizes);
	copy.cores = _copy_counts(r->cores);
	copy.user_ids = !r->user_id_cnt ? NULL :
		memory_copy(r->user_ids, r->user_id_cnt, sizeof(uint32_t));
	return copy;
}

void request_set_user(request_t *r, const char *name, uint32_t uid)
{
	request_set(&r->users, name);
	free(r->user_ids);
	r->user_ids = memory_copy(&uid, 1, sizeof(uid));
	r->user_id_cnt = 1;
}

void request_clear_nodes(request_t *r)
{
	free(r->sizes);
	r->sizes = NULL;
	r->has_nodes = false;
	r->num_cn = 0;
}

void request_set_nodes(request_t *r, uint32_t num_cn)
{
	request_clear_nodes(r);
	r->has_nodes = true;
	r->num_cn = num_cn;
}

/* Read NAME=N of a text, up to a comma or the end. RET the rest; or NULL */
static const char *_read_count(const char *text, const char *name,
			       uint64_t *ret)
{
	size_t len = strlen(name);
	unsigned long cnt;
	char *end;

	if (strncasecmp(text, name, len) || !isdigit((unsigned char) text[len]))
		return NULL;
	cnt = strtoul(text + len, &end, 10);
	if ((*end && (*end != ',')) || (cnt > REQUEST_NODES_MAX))
		return NULL;
	*ret = cnt;
	return *end ? end + 1 : end;
}

bool request_read_tres(request_t *r, bool per_node)
{
	bool has_nodes = r->has_nodes;
	uint64_t nodes = r->num_cn, cores = 0;
	const char *next = r->tres;

	while (next && next[0]) {
		const char *text = next;

		next = has_nodes ? NULL : _read_count(text, "node=", &nodes);
		has_nodes |= (next != NULL);
		if (!next && !cores && !r->cores)
			next = _read_count(text, "cpu=", &cores);
		if (next && !cores && !strncasecmp(text, "cpu", 3))
			return false;
	}
	if (!next || (next == r->tres) || (per_node && cores && !has_nodes))
		return false;
	if (per_node)
		cores *= nodes;
	if (cores > REQUEST_NODES_MAX)
		return false;
	if (!r->has_nodes && has_nodes)
		request_set_nodes(r, (uint32_t) nodes);
	if (cores) {
		r->cores = memory_new(2, sizeof(*r->cores));
		r->cores[0] = (uint32_t) cores;
	}
	free(r->tres);
	r->tres = NULL;
	return true;
}
