/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/sresv/ctl/gpus.h"
#include "contrib/sresv/text/plain.h"
#include "contrib/sresv/text/when.h"
#include "contrib/web/answers/command_line.h"
#include "plugin/booking/request/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef enum { SRESV, SCONTROL } tool_t;

typedef enum { TIME, LENGTH, DELAY, NUMBER, TEXT, GPUS } kind_t;

static const struct {
	kind_t kind;
	size_t at;		/* in a wish_t */
	const char *head[2];	/* by the tool, up to the value */
} fields[] = {
	{ TIME, offsetof(wish_t, start), { "-s ", "StartTime=" } },
	{ TIME, offsetof(wish_t, end), { "-e ", "EndTime=" } },
	{ LENGTH, offsetof(wish_t, duration), { "-t ", "Duration=" } },
	{ DELAY, offsetof(wish_t, delay), { "-d ", "MaxStartDelay=" } },
	{ NUMBER, offsetof(wish_t, nodes), { "-N ", "NodeCnt=" } },
	{ NUMBER, offsetof(wish_t, cores), { "--cores ", "CoreCnt=" } },
	{ GPUS, offsetof(wish_t, gpus), { "--gpus ", "TRES=" } },
	{ TEXT, offsetof(wish_t, nodelist), { "-w ", "Nodes=" } },
	{ TEXT, offsetof(wish_t, partition), { "-p ", "PartitionName=" } },
	{ TEXT, offsetof(wish_t, features), { "-C ", "Features=" } },
	{ TEXT, offsetof(wish_t, licenses), { "-L ", "Licenses=" } },
	{ TEXT, offsetof(wish_t, users), { "-u ", "Users=" } },
	{ TEXT, offsetof(wish_t, groups), { "--groups ", "Groups=" } },
	{ TEXT, offsetof(wish_t, accounts), { "-A ", "Accounts=" } },
	{ TEXT, offsetof(wish_t, comment), { "--comment ", "Comment=" } },
};

/* A number as it is written. RET buf; NULL: it is not given */
static const char *_number(kind_t kind, int64_t n, tool_t tool,
			   char buf[WHEN_TEXT])
{
	if (n < 0)
		return NULL;
	if (kind == TIME)
		return when_text((time_t) n, buf);
	if ((kind == LENGTH) || ((kind == DELAY) && (tool == SRESV)))
		return when_length_text(n, buf);
	/* scontrol has MaxStartDelay in minutes */
	snprintf(buf, WHEN_TEXT, "%" PRId64,
		 (kind == DELAY) ? (n + 59) / 60 : n);
	return buf;
}

static const char *_value(const wish_t *w, size_t i, tool_t tool,
			  char buf[GPUS_TRES])
{
	const char *at = (const char *) w + fields[i].at;

	if ((fields[i].kind == GPUS) && (tool == SCONTROL) && w->gpus)
		return gpus_tres(w->gpus, buf);
	if ((fields[i].kind == TEXT) || (fields[i].kind == GPUS))
		return *(const char *const *) at;
	return _number(fields[i].kind,
		       (fields[i].kind == TIME) ? *(const time_t *) at :
						  *(const int64_t *) at,
		       tool, buf);
}

/* Write the least value of a range in front of the wanted one. */
static void _put_least(FILE *f, const wishes_t *w, size_t at)
{
	char buf[WHEN_TEXT];

	if ((at == offsetof(wish_t, nodes)) && w->least_cn)
		fprintf(f, "%" PRIu32 "-", w->least_cn);
	if ((at == offsetof(wish_t, duration)) && w->least_minutes)
		fprintf(f, "%s-",
			when_length_text((int64_t) w->least_minutes * 60, buf));
}

/* Write the wishes that sresv has options for. */
static void _put_wishes(FILE *f, const wish_t *wish)
{
	const wishes_t *w = &wish->wishes;
	char buf[WHEN_TEXT];

	for (uint32_t i = 0; i < w->shape_cnt; i++)
		fprintf(f, " --or %" PRIu32 "x%s", w->shapes[i].num_cn,
			when_length_text((int64_t) w->shapes[i].minutes * 60,
					 buf));
	if (w->has_max_cost)
		fprintf(f, " --max-cost %.2f", w->max_cost);
	if (w->prefer_nodes || w->prefer_time)
		fprintf(f, " --prefer %s", w->prefer_nodes ? "nodes" : "time");
	if (w->grow)
		fputs(" --grow", f);
	if (w->tasks && (wish->cores >= w->tasks))
		fprintf(f, " --tasks %" PRIu32 " --cpus-per-task %" PRId64,
			w->tasks, wish->cores / w->tasks);
	if (w->switches)
		fprintf(f, " --switches %" PRIu32, w->switches);
	if (w->place)
		fprintf(f, " --place %s", place_word(w->place));
	if (w->standby)
		fprintf(f, " --standby=%s", standby_word(w->standby));
	if (wish->every) {
		fputs(" --every ", f);
		plain_put_word(f, wish->every);
	}
	if (wish->except)
		fprintf(f, " --except %s", wish->except);
	if (wishes_look(w))
		fputs(" --dry-run", f);
	else if (w->plan)
		fprintf(f, " --plan %s", w->token);
}

/* Return true if --tasks says the number of a field. */
static bool _is_in_tasks(const wish_t *w, size_t i, tool_t tool)
{
	return (tool == SRESV) && w->wishes.tasks &&
	       (fields[i].at == offsetof(wish_t, cores));
}

/* IN before - what stands before the name */
static char *_line(tool_t tool, const char *head, const char *before,
		   const char *name, const wish_t *w)
{
	bool dash = name && (name[0] == '-') && !before[0];
	char *text = NULL, buf[GPUS_TRES];
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fputs(head, f);
	if (name && !dash) {
		fprintf(f, " %s", before);
		plain_put_word(f, name);
	}
	for (size_t i = 0; i < COUNT(fields); i++) {
		const char *value = _value(w, i, tool, buf);

		if (!value || _is_in_tasks(w, i, tool))
			continue;
		fprintf(f, " %s", fields[i].head[tool]);
		_put_least(f, &w->wishes, fields[i].at);
		plain_put_word(f, value);
	}
	if (tool == SRESV)
		_put_wishes(f, w);
	if (dash) {
		fputs(" -- ", f);
		plain_put_word(f, name);
	}
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

char *command_line_sresv(const char *head, const char *name, const wish_t *w)
{
	return _line(SRESV, head, "", name, w);
}

char *command_line_update(const char *name, const wish_t *w)
{
	wishes_t wishes = w->wishes;
	char *front, *whole, *line;

	if (wishes_look(&wishes))
		wishes.plan = PLAN_SHOW;
	front = wishes_text(&wishes);
	whole = text_printf("%s%s", front, name);
	line = _line(SCONTROL, "scontrol update", "ReservationName=", whole, w);
	free(front);
	free(whole);
	return line;
}
