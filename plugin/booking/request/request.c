/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request.c - see request.h */

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "plugin/booking/request/request.h"

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

static char **_text(request_t *r, size_t i)
{
	return (char **) ((char *) r + texts[i]);
}

void request_free(request_t *r)
{
	for (size_t i = 0; i < TEXT_CNT; i++)
		free(*_text(r, i));
	free(r->sizes);
	free(r->cores);
	free(r->user_ids);
	memset(r, 0, sizeof(*r));
}

int request_set(char **field, const char *text)
{
	char *copy = NULL;

	if (text && !(copy = strdup(text)))
		return ENOMEM;
	free(*field);
	*field = copy;
	return 0;
}

size_t request_bytes(const request_t *r)
{
	request_t from = *r;
	size_t bytes = 0;

	for (size_t i = 0; i < TEXT_CNT; i++)
		bytes += *_text(&from, i) ? strlen(*_text(&from, i)) : 0;
	return bytes;
}

/* IN counts - ends with a 0; or NULL */
static int _copy_counts(const uint32_t *counts, uint32_t **ret)
{
	size_t cnt = 0;

	*ret = NULL;
	if (!counts)
		return 0;
	while (counts[cnt++])
		;
	if (!(*ret = calloc(cnt, sizeof(**ret))))
		return ENOMEM;
	memcpy(*ret, counts, cnt * sizeof(**ret));
	return 0;
}

static int _copy_ids(const request_t *r, request_t *copy)
{
	size_t size = r->user_id_cnt * sizeof(*r->user_ids);

	if (!r->user_ids || !size)
		return 0;
	if (!(copy->user_ids = malloc(size)))
		return ENOMEM;
	memcpy(copy->user_ids, r->user_ids, size);
	return 0;
}

int request_copy(const request_t *r, request_t *ret)
{
	request_t from = *r, copy = *r;
	int rc = 0;

	for (size_t i = 0; i < TEXT_CNT; i++)
		*_text(&copy, i) = NULL;
	copy.sizes = copy.cores = copy.user_ids = NULL;
	for (size_t i = 0; !rc && (i < TEXT_CNT); i++)
		rc = request_set(_text(&copy, i), *_text(&from, i));
	if (!rc && !(rc = _copy_counts(r->sizes, &copy.sizes)))
		rc = _copy_counts(r->cores, &copy.cores);
	if (!rc)
		rc = _copy_ids(r, &copy);
	if (rc)
		request_free(&copy);
	*ret = copy;
	return rc;
}

int request_set_user(request_t *r, const char *name, uint32_t uid)
{
	uint32_t *ids = malloc(sizeof(*ids));

	if (!ids || request_set(&r->users, name)) {
		free(ids);
		return ENOMEM;
	}
	ids[0] = uid;
	free(r->user_ids);
	r->user_ids = ids;
	r->user_id_cnt = 1;
	return 0;
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

void request_read_tres(request_t *r)
{
	static const char node[] = "node=";
	const size_t len = sizeof(node) - 1;
	unsigned long cnt;
	char *end;

	if (r->has_nodes || !r->tres || strncasecmp(r->tres, node, len))
		return;
	cnt = strtoul(r->tres + len, &end, 10);
	if ((end == r->tres + len) || *end || (cnt > REQUEST_NODES_MAX))
		return;
	request_set_nodes(r, (uint32_t) cnt);
	free(r->tres);
	r->tres = NULL;
}
