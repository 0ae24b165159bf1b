/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answer/starts.h"
#include "plugin/booking/request/answer.h"

static bool _is_run(const figures_line_t *line, starts_run_t *ret)
{
	ret->moves = !strcmp(line->kind, ANSWER_PREFIX "shift");
	return (ret->moves || !strcmp(line->kind, ANSWER_PREFIX "run")) &&
	       figures_number(line, "first", &ret->first) &&
	       figures_number(line, "last", &ret->last);
}

bool starts_read(char *text, starts_t *ret)
{
	figures_t f;
	bool whole = false, ok = figures_read(text, &f);

	*ret = (starts_t) {
		.list = ok ? calloc(f.cnt + 1, sizeof(*ret->list)) : NULL,
	};
	for (size_t i = 0; ret->list && (i < f.cnt); i++) {
		const figures_line_t *line = &f.lines[i];

		if (!strcmp(line->kind, ANSWER_PREFIX "probe"))
			whole = figures_number(line, "until", &ret->until);
		else if (_is_run(line, &ret->list[ret->cnt]))
			ret->cnt++;
	}
	figures_free(&f);
	return whole;
}

/* The run of these starts that another one goes on, or NULL. */
static starts_run_t *_before(starts_t *to, const starts_run_t *run)
{
	for (size_t i = 0; i < to->cnt; i++)
		if ((to->list[i].moves == run->moves) &&
		    (to->list[i].first <= run->first) &&
		    (to->list[i].last + 1 >= run->first))
			return &to->list[i];
	return NULL;
}

bool starts_add(starts_t *to, const starts_t *more)
{
	starts_run_t *list = reallocarray(to->list, to->cnt + more->cnt + 1,
					  sizeof(*list));

	if (!list)
		return false;
	to->list = list;
	for (size_t i = 0; i < more->cnt; i++) {
		const starts_run_t *run = &more->list[i];
		starts_run_t *same = _before(to, run);

		if (!same)
			list[to->cnt++] = *run;
		else if (run->last > same->last)
			same->last = run->last;
	}
	to->until = more->until;
	return true;
}
