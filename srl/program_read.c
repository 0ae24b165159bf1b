/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * program_read.c - a solver's answer as a plan.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "srl/program.h"

/* RET the run of a lane that has a second, run_cnt if none has */
static uint32_t _find_run(const srl_lane_t *lane, int64_t begin)
{
	uint32_t run = 0;

	while ((run < lane->run_cnt) && (lane->runs[run].last < begin))
		run++;
	return ((run < lane->run_cnt) && (lane->runs[run].first <= begin)) ?
		run : (uint32_t) lane->run_cnt;
}

/* RET false if a variable can't be, or its part has a place already */
static bool _take_variable(const srl_t *srl, const srl_world_t *world,
			   const srl_grid_t *grid, const unsigned int at[3],
			   srl_place_of_part_t *places, bool *placed)
{
	const srl_lane_t *lane;
	uint32_t run;

	if ((at[0] >= srl->part_cnt) || (at[1] >= world->lane_cnt) ||
	    (at[2] >= grid->cnt) || placed[at[0]])
		return false;
	lane = &world->lanes[at[1]];
	run = _find_run(lane, grid->starts[at[2]]);
	if ((lane->part != at[0]) || (run == lane->run_cnt))
		return false;
	placed[at[0]] = true;
	places[at[0]] = (srl_place_of_part_t) {
		at[1], run, grid->starts[at[2]],
	};
	return true;
}

extern int srl_program_read(const srl_t *srl, const srl_world_t *world,
			    const srl_grid_t *grid, const char *text,
			    srl_place_of_part_t *ret_places)
{
	srl_place_of_part_t places[SRL_PARTS_MAX];
	bool placed[SRL_PARTS_MAX] = { false };
	size_t cnt = 0;

	for (const char *line = text; line; line = strchr(line, '\n')) {
		unsigned int at[3];

		line += (*line == '\n');
		if (sscanf(line, "x#%9u#%9u#%9u", &at[0], &at[1], &at[2]) != 3)
			continue;
		if (!_take_variable(srl, world, grid, at, places, placed))
			break;
		cnt++;
	}
	if (cnt != srl->part_cnt) {
		errno = EINVAL;
		return -1;
	}
	memcpy(ret_places, places, cnt * sizeof(*places));
	return 0;
}
