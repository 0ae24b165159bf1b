/* SPDX-License-Identifier: GPL-2.0-or-later */
/* effects.c - see effects.h */

#include <inttypes.h>

#include "plugin/booking/offer/effects.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/view.h"

typedef struct {
	char *text;		/* of those that are named */
	uint32_t named;
	uint32_t others;
} effects_t;

/* Append the changes of one booking. RET false: it would stay as it is */
static bool _add_changes(const view_resv_t *v, const lrh_move_t *m,
			 char **text)
{
	uint32_t had = v->nodes ? garq_set_count(v->nodes) : 0;
	uint32_t has = m->nodes ? garq_set_count(m->nodes) : had;
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
	else if (m->nodes)
		text_add(text, "%s gets other nodes", begun ? "," : "");
	return begun || m->nodes;
}

static void _add_move(office_t *office, const lrh_move_t *m, uint32_t uid,
		      effects_t *e)
{
	const view_resv_t *v = view_find_id(office, m->id);
	char *changes = NULL;

	if (!v || !_add_changes(v, m, &changes))
		return;
	if ((e->named == EFFECTS_NAMED) || !users_sees_resv(office, v, uid)) {
		e->others++;
	} else {
		text_add(&e->text, "%s %s%s", e->named ? ";" : "", v->name,
			 changes);
		e->named++;
	}
	free(changes);
}

char *effects_text(office_t *office, const lrh_plan_t *plan, uint32_t uid)
{
	effects_t e = { .text = NULL };
	char *text;

	for (size_t i = 0; i < plan->cnt; i++)
		_add_move(office, &plan->moves[i], uid, &e);
	if (!e.named && !e.others)
		return NULL;
	text = text_printf("to make room:%s", e.text ? e.text : "");
	if (e.others)
		text_add(&text, "%s %"PRIu32" other reservation%s",
			 e.named ? "; and" : "", e.others,
			 (e.others == 1) ? " changes" : "s change");
	free(e.text);
	return text;
}
