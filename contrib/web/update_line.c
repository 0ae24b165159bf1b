/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_line.c - see update_line.h */

#include <stdlib.h>

#include "contrib/sresv/when.h"
#include "contrib/web/update_line.h"
#include "contrib/web/wish_json.h"

static void _put(FILE *f, const char *key, const char *value)
{
	if (!value)
		return;
	fprintf(f, " %s=", key);
	wish_json_put_word(f, value);
}

static void _put_time(FILE *f, const char *key, time_t t)
{
	char text[WHEN_TEXT];

	if (t >= 0)
		_put(f, key, when_text(t, text));
}

char *update_line(const char *name, const wish_t *w)
{
	char *text = NULL, length[WHEN_TEXT];
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fputs("scontrol update", f);
	_put(f, "ReservationName", name);
	_put_time(f, "StartTime", w->start);
	_put_time(f, "EndTime", w->end);
	if (w->duration >= 0)
		_put(f, "Duration", when_length_text(w->duration, length));
	if (w->delay >= 0)
		fprintf(f, " MaxStartDelay=%lld",
			(long long) (w->delay + 59) / 60);
	if (w->nodes >= 0)
		fprintf(f, " NodeCnt=%lld", (long long) w->nodes);
	_put(f, "Nodes", w->nodelist);
	_put(f, "PartitionName", w->partition);
	_put(f, "Features", w->features);
	_put(f, "Licenses", w->licenses);
	_put(f, "Users", w->users);
	_put(f, "Groups", w->groups);
	_put(f, "Accounts", w->accounts);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}
