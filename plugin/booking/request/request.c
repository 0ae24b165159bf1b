/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>

#include "plugin/booking/request/request.h"
#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"

/* All texts of a request, for request_copy() and request_free(). */
static const size_t texts[] = {
	offsetof(request_t, name),
	offsetof(request_t, node_list),
	offsetof(request_t, partition),
	offsetof(request_t, features),
	offsetof(request_t, licenses),
	offsetof(request_t, gpu_type),
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

void request_set_nodes(request_t *r, uint32_t num_cn)
{
	free_null(r->sizes);
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

/* The counts of TRES=. */
typedef struct {
	bool has_nodes;
	uint64_t nodes;
	uint64_t cores;		/* these: 0: not given */
	uint64_t gpus;
	char *gpu_type;		/* owned */
	char *licenses;		/* "name:2,other:1"; owned */
} counts_t;

/* Read gres/gpu=N or gres/gpu:TYPE=N. RET as _read_count() */
static const char *_read_gpus(const char *text, counts_t *c)
{
	static const char word[] = "gres/gpu";
	size_t len = strlen(word), type_len;
	const char *type = text + len;

	if (strncasecmp(text, word, len))
		return NULL;
	if (type[0] == '=')
		return _read_count(type, "=", &c->gpus);
	type_len = strcspn(type, "=,");
	if ((type[0] != ':') || (type_len < 2) || (type[type_len] != '='))
		return NULL;
	c->gpu_type = memory_text(type + 1);
	c->gpu_type[type_len - 1] = '\0';
	return _read_count(type + type_len, "=", &c->gpus);
}

/* Read license/NAME=N. RET as _read_count() */
static const char *_read_license(const char *text, counts_t *c)
{
	static const char word[] = "license/";
	const char *name = text + strlen(word), *next;
	uint64_t cnt = 0;
	size_t len;

	if (strncasecmp(text, word, strlen(word)))
		return NULL;
	len = strcspn(name, "=,:");
	next = len ? _read_count(name + len, "=", &cnt) : NULL;
	if (!next || !cnt)
		return NULL;
	text_add(&c->licenses, "%s%.*s:%"PRIu64, c->licenses ? "," : "",
		 (int) len, name, cnt);
	return next;
}

/* Read one word. RET as _read_count(); NULL also: it is there twice, or 0 */
static const char *_read_word(const request_t *r, const char *text, counts_t *c)
{
	const char *next = c->has_nodes ? NULL :
			   _read_count(text, "node=", &c->nodes);

	if (next) {
		c->has_nodes = true;
		return next;
	}
	if (!c->cores && !r->cores)
		next = _read_count(text, "cpu=", &c->cores);
	if (next)
		return c->cores ? next : NULL;
	if (!r->licenses)
		next = _read_license(text, c);
	if (next)
		return next;
	if (!c->gpus && !r->gpus)
		next = _read_gpus(text, c);
	return c->gpus ? next : NULL;
}

/* RET false: they can't be taken over */
static bool _read_counts(const request_t *r, bool per_node, counts_t *c)
{
	const char *next = r->tres;

	while (next && next[0])
		next = _read_word(r, next, c);
	if (!next || (next == r->tres) || (per_node && c->licenses) ||
	    (per_node && (c->cores || c->gpus) && !c->has_nodes))
		return false;
	if (per_node) {
		c->cores *= c->nodes;
		c->gpus *= c->nodes;
	}
	return (c->cores <= REQUEST_NODES_MAX) &&
	       (c->gpus <= REQUEST_NODES_MAX);
}

bool request_read_tres(request_t *r, bool per_node)
{
	counts_t c = { .has_nodes = r->has_nodes, .nodes = r->num_cn };

	if (!_read_counts(r, per_node, &c)) {
		free(c.gpu_type);
		free(c.licenses);
		return false;
	}
	if (!r->has_nodes && c.has_nodes)
		request_set_nodes(r, (uint32_t) c.nodes);
	if (c.cores) {
		r->cores = memory_new(2, sizeof(*r->cores));
		r->cores[0] = (uint32_t) c.cores;
	}
	if (c.gpus) {
		r->gpus = c.gpus;
		free(r->gpu_type);
		r->gpu_type = c.gpu_type;
	}
	if (c.licenses)
		r->licenses = c.licenses;
	free(r->tres);
	r->tres = NULL;
	return true;
}

void request_begin(request_t *request, time_t now)
{
	time_t late = now - request->start;

	if (!request->has_start || (late <= 0))
		return;
	request->start += late;
	if (request->has_end)
		request->end += late;
	request->delay -= (uint32_t) MIN(late, (time_t) request->delay);
}

bool request_has(const char *text)
{
	return text && text[0];
}

bool request_by_cores(const request_t *r)
{
	return r->cores || r->gpus;
}
