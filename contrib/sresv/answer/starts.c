/* SPDX-License-Identifier: GPL-2.0-or-later */
/* starts.c - see starts.h */

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
