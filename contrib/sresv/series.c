/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/sresv/options_values.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/series.h"
#include "contrib/sresv/text/nearest.h"
#include "plugin/booking/request/series.h"
#include "plugin/booking/request/text.h"

static bool _is_of(const reserve_info_t *r, const char *series, time_t from)
{
	const char *date = series_date(r->name);
	size_t len = strlen(series);

	return date && !strncmp(r->name, series, len) &&
	       (r->name + len + 1 == date) && (r->start_time >= from);
}

static int _by_date(const void *x, const void *y)
{
	return strcmp(*(char *const *) x, *(char *const *) y);
}

/* RET a line, free(); NULL: no name is near */
static char *_near(const reserve_info_msg_t *all, const char *name)
{
	nearest_t meant = nearest(name);

	for (uint32_t i = 0; all && (i < all->record_count); i++)
		nearest_try(&meant, all->reservation_array[i].name);
	return meant.word ? text_printf("did you mean %s?", meant.word) : NULL;
}

char *series_hint(const reserve_info_msg_t *all, const char *name)
{
	for (uint32_t i = 0; all && (i < all->record_count); i++) {
		const reserve_info_t *r = &all->reservation_array[i];

		if (_is_of(r, name, 0))
			return text_printf("%s is one of a series: --series is for all of it",
					   r->name);
	}
	return _near(all, name);
}

/* The names, by date. IN names - with room for all, and a NULL. RET their number */
static size_t _collect(const reserve_info_msg_t *all, const char *series,
		       time_t from, char **names)
{
	size_t cnt = 0;

	for (uint32_t i = 0; i < all->record_count; i++)
		if (_is_of(&all->reservation_array[i], series, from))
			names[cnt++] = all->reservation_array[i].name;
	names[cnt] = NULL;
	qsort(names, cnt, sizeof(*names), _by_date);
	return cnt;
}

static void _explain_none(const options_t *o, answer_t *a)
{
	char *line = text_printf("there is no reservation %s-DATE%s",
				 o->names[0], o->from ? " from then on" : "");

	a->status = STATUS_UNKNOWN;
	answer_say(a, line);
	free(line);
}

int series_run(const options_t *o, int (*verb)(const options_t *o))
{
	static sheet_t *const none[] = { NULL };
	reserve_info_msg_t *all = NULL;
	options_t each = *o;
	time_t from = 0;
	answer_t a;
	int rc = -1;

	if (o->from && !value_time(o->from, "from", time(NULL), &from))
		return STATUS_BAD;
	ctl_load(&all, &a);
	each.names = all ? calloc((size_t) all->record_count + 1,
				  sizeof(*each.names)) : NULL;
	if (all && !each.names)
		ctl_out_of_memory(&a);
	else if (all && _collect(all, o->names[0], from, each.names))
		rc = verb(&each);
	else if (all)
		_explain_none(o, &a);
	if (rc < 0)
		rc = out_print(o, a.status, a.why, none);
	if (all)
		slurm_free_reservation_info_msg(all);
	free(each.names);
	answer_free(&a);
	return rc;
}
