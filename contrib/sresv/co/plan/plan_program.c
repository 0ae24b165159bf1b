/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/plan_program.h"

#define STARTS 397		/* the paper's largest grid */
#define STARTS_MAX 100000

static int _by_time(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

/* The span of all starts. RET false if there are none */
static bool _span(const srl_world_t *world, int64_t *first, int64_t *last)
{
	*first = SRL_TIME_MAX;
	*last = -1;
	for (size_t i = 0; i < world->lane_cnt; i++) {
		const srl_lane_t *lane = &world->lanes[i];

		if (!lane->run_cnt)
			continue;
		if (lane->runs[0].first < *first)
			*first = lane->runs[0].first;
		if (lane->runs[lane->run_cnt - 1].last > *last)
			*last = lane->runs[lane->run_cnt - 1].last;
	}
	return *last >= 0;
}

static size_t _add_runs(const srl_world_t *world, int64_t *starts, size_t cnt)
{
	for (size_t i = 0; i < world->lane_cnt; i++)
		for (size_t r = 0; r < world->lanes[i].run_cnt; r++)
			if (cnt < STARTS_MAX)
				starts[cnt++] = world->lanes[i].runs[r].first;
	return cnt;
}

/* Sort, and leave out what is there twice. */
static size_t _unique(int64_t *starts, size_t cnt)
{
	size_t left = 0;

	qsort(starts, cnt, sizeof(*starts), _by_time);
	for (size_t i = 0; i < cnt; i++)
		if (!left || (starts[left - 1] != starts[i]))
			starts[left++] = starts[i];
	return left;
}

/* RET the starts, for free(), or NULL with errno ENOMEM or E2BIG */
static int64_t *_grid(const srl_world_t *world, int64_t step, size_t *ret_cnt)
{
	int64_t first, last, *starts;
	size_t cnt = 0;

	if (!_span(world, &first, &last))
		first = last = 0;
	if (!step)
		step = (last - first) / (STARTS - 1) + 1;
	if ((last - first) / step >= STARTS_MAX) {
		errno = E2BIG;
		return NULL;
	}
	starts = malloc(STARTS_MAX * sizeof(*starts));
	if (!starts)
		return NULL;
	for (int64_t t = first; t <= last; t += step)
		starts[cnt++] = t;
	cnt = _add_runs(world, starts, cnt);
	*ret_cnt = _unique(starts, cnt);
	return starts;
}

static bool _sink(void *arg, const char *text, size_t len)
{
	return fwrite(text, 1, len, arg) == len;
}

static status_t _failed(const char *file, FILE *err)
{
	const char *why = strerror(errno);

	if (errno == E2BIG)
		why = "there would be more than 100,000 starts; --grid can be longer";
	else if (errno == ENOTSUP)
		why = "the program does not know != of times or prices";
	fprintf(err, "sresv: %s can't be written: %s\n", file, why);
	return (errno == ENOTSUP) ? STATUS_BAD : STATUS_FAILED;
}

status_t plan_program(const srl_t *srl, const srl_world_t *world, int64_t step,
		      srl_format_t format, const char *file, FILE *err)
{
	srl_grid_t grid;
	int64_t *starts = _grid(world, step, &grid.cnt);
	FILE *to = starts ? fopen(file, "w") : NULL;
	bool ok = to;
	int why;

	grid.starts = starts;
	if (ok)
		ok = !srl_program(srl, world, &grid, format, _sink, to);
	why = errno;
	if (to && fclose(to) && ok) {
		why = errno;
		ok = false;
	}
	free(starts);
	errno = why;
	return ok ? STATUS_DONE : _failed(file, err);
}
