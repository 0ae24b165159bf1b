/* SPDX-License-Identifier: GPL-2.0-or-later */
/* capacity.c - how many nodes are free, over a span; see web.h */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/web/answers/web.h"

#define COLUMNS 200
#define SPAN (31 * 86400)

typedef struct {
	gantt_view_t view;
	const char *partition;	/* NULL: all nodes */
	bool from_given;
} wanted_t;

static bool _read(const request_t *q, const snapshot_t *s, wanted_t *ret)
{
	int64_t from = web_now(s), to, columns = COLUMNS;

	*ret = (wanted_t) {
		.partition = request_param(q, "partition"),
		.from_given = request_param(q, "from") != NULL,
	};
	if (!web_time(q, "from", &from))
		return false;
	to = from + SPAN;
	if (!web_time(q, "to", &to) ||
	    !request_number(q, "columns", 1, WEB_COLUMNS, &columns) ||
	    (to <= from) || (to - from > SNAPSHOT_AHEAD))
		return false;
	if (columns > to - from)
		columns = to - from;
	ret->view = (gantt_view_t) {
		.from = from, .to = to, .now = web_now(s),
		.columns = (uint32_t) columns, .rows_max = 1,
		.by_bookings = true,
	};
	return true;
}

static const partition_info_t *_partition(const snapshot_t *s, const char *name)
{
	const partition_info_msg_t *all = s->seen.partitions;

	for (uint32_t i = 0; all && (i < all->record_count); i++)
		if (all->partition_array[i].name &&
		    !strcmp(all->partition_array[i].name, name))
			return &all->partition_array[i];
	return NULL;
}

/*
 * The nodes of an input, without those of other partitions.
 * RET for free(); NULL: memory is short
 */
static gantt_node_t *_nodes_of(const gantt_input_t *in,
			       const partition_info_t *p)
{
	gantt_node_t *nodes = calloc((size_t) in->node_cnt + 1, sizeof(*nodes));

	for (const int32_t *x = p->node_inx; nodes && x && (x[0] >= 0); x += 2)
		for (int64_t i = x[0]; i <= x[1]; i++)
			if (i < in->node_cnt)
				nodes[i] = in->nodes[i];
	return nodes;
}

static void _put(FILE *f, const gantt_t *g, const char *partition)
{
	const gantt_view_t *v = &g->view;

	fputc('{', f);
	web_put_time(f, "from", v->from);
	fputc(',', f);
	web_put_time(f, "to", v->to);
	fprintf(f, ",\"columns\":%" PRIu32 ",\"node_count\":%" PRIu32
		",\"partition\":", v->columns, g->node_cnt);
	web_put_text(f, partition);
	fputs(",\"starts\":[", f);
	for (uint32_t i = 0; i < v->columns; i++)
		fprintf(f, "%s%lld", i ? "," : "",
			(long long) gantt_column(v, i));
	fputs("],\"free\":[", f);
	for (uint32_t i = 0; i < v->columns; i++)
		fprintf(f, "%s%" PRIu32, i ? "," : "", g->free[i]);
	fputs("]}\n", f);
}

static void _draw(const snapshot_t *s, const wanted_t *wanted, reply_t *r)
{
	gantt_input_t in = s->seen.input;
	gantt_node_t *nodes = NULL;
	gantt_t *g = NULL;
	char *text = NULL;
	size_t size;
	FILE *f;

	if (wanted->partition &&
	    (nodes = _nodes_of(&in, _partition(s, wanted->partition))))
		in.nodes = nodes;
	if (!wanted->partition || nodes)
		g = gantt_make(&in, &wanted->view);
	if (!g || !g->free) {
		reply_json(r, 500, NULL);
	} else if ((f = web_begin(r, &text, &size))) {
		_put(f, g, wanted->partition);
		web_written(r, f, &text);
	}
	gantt_free(g);
	free(nodes);
}

static void _capacity(web_t *w, const request_t *q, const snapshot_t *s,
		      reply_t *r)
{
	answer_t denied = { .status = STATUS_DENIED,
			    .why = (char *) "the nodes are not shown to you" };
	char etag[REPLY_ETAG], revision[48];
	wanted_t wanted;

	if (!_read(q, s, &wanted)) {
		reply_bad(r, "from, to or columns is not as it should be: at most 366 days, and 2000 columns");
		return;
	}
	if (!s->seen.nodes) {
		reply_failed(r, &denied, NULL, NULL);
		return;
	}
	if (wanted.partition && !_partition(s, wanted.partition)) {
		reply_unknown(r, "there is no such partition");
		return;
	}
	/* what is down counts from now on, and so the answer is of this moment */
	snprintf(etag, sizeof(etag), "\"%s.%lld\"",
		 web_revision(w, s->revision, revision),
		 (long long) (wanted.from_given ? wanted.view.now / 60 :
						  wanted.view.from));
	if (!web_same(q, r, etag))
		_draw(s, &wanted, r);
}

void web_capacity(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = {
		"from", "to", "columns", "partition", NULL
	};
	shared_t *shared;

	if (!web_params(q, keys, r) || !(shared = web_snapshot(w, r)))
		return;
	_capacity(w, q, shared_data(shared), r);
	shared_drop(shared);
}
