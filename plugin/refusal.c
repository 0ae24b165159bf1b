/* SPDX-License-Identifier: GPL-2.0-or-later */
/* refusal.c - the words of a refusal; see admit.h */

#include <inttypes.h>
#include <string.h>

#include "plugin/admit.h"
#include "plugin/text.h"

#define BLOCKERS_MAX 8

typedef struct {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	bitstr_t *nodes;
} blocker_t;

typedef struct {
	blocker_t list[BLOCKERS_MAX];
	int cnt;
	bool more;
	int passed;	/* holds of others */
} blockers_t;

/* Looking on for other nodes of those that are listed ends after so many. */
#define PASSED_MAX 1000

static bool _collect(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	blockers_t *b = arg;
	blocker_t *one = NULL;

	for (int i = 0; (i < b->cnt) && !one; i++)
		if (b->list[i].id == id)
			one = &b->list[i];
	if (!one && (b->cnt == BLOCKERS_MAX)) {
		b->more = true;
		return ++b->passed < PASSED_MAX;
	}
	if (!one) {
		one = &b->list[b->cnt++];
		*one = (blocker_t) { .id = id, .t_s = t_s, .t_e = t_e,
				     .nodes = bit_alloc(node_record_count) };
	}
	one->t_s = MIN(one->t_s, t_s);
	one->t_e = MAX(one->t_e, t_e);
	if (node < (uint32_t) node_record_count)
		bit_set(one->nodes, node);
	return true;
}

static char *_node_why(const bitstr_t *nodes)
{
	node_record_t *node;
	bitoff_t i = bit_ffs((bitstr_t *) nodes);

	if ((i < 0) || !(node = node_record_table_ptr[i]))
		return "not there";
	if (IS_NODE_DRAIN(node))
		return "drained";
	if (IS_NODE_NO_RESPOND(node))
		return "not responding";
	return "down";
}

static void _append(char **text, const blocker_t *b)
{
	char start[TEXT_TIME], end[TEXT_TIME];
	char *nodes = bitmap2node_name(b->nodes);
	view_holder_t who;

	if (!view_holder(b->id, &who))
		xstrfmtcat(*text, "something on %s", nodes);
	else if (who.kind == VIEW_RESV)
		xstrfmtcat(*text, "reservation %s (%s to %s, %s)", who.name,
			   text_time(b->t_s, start), text_time(b->t_e, end),
			   nodes);
	else if (who.kind == VIEW_JOB)
		xstrfmtcat(*text, "job %u (until %s, %s)", who.job_id,
			   text_time(b->t_e, end), nodes);
	else
		xstrfmtcat(*text, "%s is %s", nodes, _node_why(b->nodes));
	xfree(nodes);
}

static void _append_blockers(char **text, const shape_t *shape,
			     const refusal_t *r)
{
	garq_set_t *eligible = view_set(shape->eligible);
	blockers_t b = { .cnt = 0 };

	if (!eligible)
		return;
	garq_nodes_each(garq_machine_nodes(view_machine()), eligible, r->t_s,
			r->t_e, r->group, _collect, &b);
	for (int i = 0; i < b.cnt; i++) {
		xstrcat(*text, i ? "; " : "\nin the way: ");
		_append(text, &b.list[i]);
		FREE_NULL_BITMAP(b.list[i].nodes);
	}
	if (b.more)
		xstrcat(*text, "; and others");
	garq_set_destroy(eligible);
}

/* More nodes than there are: no time will do. */
static char *_too_many(const shape_t *shape)
{
	int cnt = bit_set_count(shape->eligible);

	return xstrdup_printf(
		"%u nodes are asked for, %d can serve the request: ask for %d or fewer, another partition or other features",
		shape->num_cn, cnt, cnt);
}

char *admit_text(const char *name, const shape_t *shape,
		 const refusal_t *refusal)
{
	const garq_answer_t *a = &refusal->answer;
	const char *plural = (shape->num_cn == 1) ? "" : "s";
	char when[TEXT_TIME], length[TEXT_TIME];
	char *text = NULL;

	if (name && name[0])
		xstrfmtcat(text, "%s: ", name);
	if (shape->num_cn > (uint32_t) bit_set_count(shape->eligible)) {
		char *why = _too_many(shape);
		xstrcat(text, why);
		xfree(why);
		return text;
	}
	if (shape->t_lsr > shape->t_esr)
		xstrfmtcat(text, "no start until %s fits%s",
			   text_time(shape->t_lsr, when),
			   a->missing ? "; " : ": that time has passed");
	if (a->missing) {
		xstrfmtcat(text, "%u of %u node%s %s missing from %s on",
			   a->missing, shape->num_cn, plural,
			   (a->missing == 1) ? "is" : "are",
			   text_time(a->short_at, when));
		_append_blockers(&text, shape, refusal);
	}
	text_duration(shape->duration, length);
	if (a->has_later)
		xstrfmtcat(text, "\nearliest start for %u node%s, %s long: %s",
			   shape->num_cn, plural, length,
			   text_time(a->later, when));
	else if (a->none_before < GARQ_FOREVER)
		xstrfmtcat(text,
			   "\nno start for %u node%s, %s long, before %s; later ones were not looked for",
			   shape->num_cn, plural, length,
			   text_time(a->none_before, when));
	else
		xstrfmtcat(text,
			   "\nno later start for %u node%s, %s long: something in the way has no end",
			   shape->num_cn, plural, length);
	return text;
}
