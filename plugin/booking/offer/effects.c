/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>

#include "plugin/booking/offer/effects.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view.h"

typedef struct {
	char *text;		/* of those that are named */
	uint32_t named;
	uint32_t others;
} effects_t;

/* Its nodes after a move; NULL: the same, maybe with other cores of them. */
static const garq_set_t *_new_nodes(const view_resv_t *v, const lrh_move_t *m)
{
	return (m->nodes && v->nodes && garq_set_equal(m->nodes, v->nodes)) ?
	       NULL : m->nodes;
}

bool effects_any(office_t *office, const lrh_move_t *m)
{
	const view_resv_t *v = view_find_id(office, m->id);

	return v && ((m->start != v->start) || _new_nodes(v, m) ||
		     (m->end && (m->end != v->end)));
}

/* Append the changes of one booking, which has some. */
static void _add_changes(const view_resv_t *v, const lrh_move_t *m,
			 char **text)
{
	uint32_t had = v->nodes ? garq_set_count(v->nodes) : 0;
	const garq_set_t *nodes = _new_nodes(v, m);
	uint32_t has = nodes ? garq_set_count(nodes) : had;
	char to[TEXT_TIME], from[TEXT_TIME];
	bool begun = false;

	if (m->start != v->start) {
		text_add(text, " starts %s, not %s", text_time(m->start, to),
			 text_time(v->start, from));
		begun = true;
	}
	if (m->end && (m->end != v->end)) {
		text_add(text, "%s ends %s, not %s", begun ? "," : "",
			 text_time(m->end, to), text_time(v->end, from));
		begun = true;
	}
	if (has != had)
		text_add(text, "%s has %"PRIu32" of its %"PRIu32" nodes",
			 begun ? "," : "", has, had);
	else if (nodes)
		text_add(text, "%s gets other nodes", begun ? "," : "");
}

/* Append a booking as a line for a program. */
static void _add_line(office_t *office, const view_resv_t *v,
		      const lrh_move_t *m, char **text)
{
	const garq_set_t *set = _new_nodes(v, m);
	char *nodes = set ? office->host->nodes->list(office, set) : NULL;

	text_add(text, "%s" ANSWER_MOVE "=%d", *text ? "\n" : "",
		 ANSWER_VERSION);
	text_add_value(text, "booking", v->name);
	text_add(text, " start=%lld end=%lld was-start=%lld was-end=%lld",
		 (long long) m->start,
		 (long long) (m->end ? m->end : m->start + (v->end - v->start)),
		 (long long) v->start, (long long) v->end);
	if (nodes)
		text_add(text, " on=%s was-on=%s", nodes, v->attrs.node_list);
	free(nodes);
}

/* IN program - append a line, not words */
static void _add_move(office_t *office, const lrh_move_t *m, uint32_t uid,
		      bool program, effects_t *e)
{
	const view_resv_t *v = view_find_id(office, m->id);

	if (!effects_any(office, m))
		return;
	if ((e->named == EFFECTS_NAMED) || !users_sees_resv(office, v, uid)) {
		e->others++;
		return;
	}
	if (program) {
		_add_line(office, v, m, &e->text);
	} else {
		text_add(&e->text, "%s %s", e->named ? ";" : "", v->name);
		_add_changes(v, m, &e->text);
	}
	e->named++;
}

char *effects_lines(office_t *office, const lrh_plan_t *plan, uint32_t uid,
		    uint32_t *ret_others)
{
	effects_t e = { .text = NULL };

	for (size_t i = 0; i < plan->cnt; i++)
		_add_move(office, &plan->moves[i], uid, true, &e);
	*ret_others = e.others;
	return e.text;
}

char *effects_text(office_t *office, const lrh_plan_t *plan, const char *lead,
		   uint32_t uid)
{
	effects_t e = { .text = NULL };
	char *text;

	for (size_t i = 0; i < plan->cnt; i++)
		_add_move(office, &plan->moves[i], uid, false, &e);
	if (!e.named && !e.others)
		return NULL;
	text = text_printf("%s:%s", lead, e.text ? e.text : "");
	if (e.others)
		text_add(&text, "%s %"PRIu32" other reservation%s",
			 e.named ? "; and" : "", e.others,
			 (e.others == 1) ? " changes" : "s change");
	free(e.text);
	return text;
}
