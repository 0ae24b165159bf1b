/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * program.h - the integer program of the paper, as text.
 *
 * Paper, section 5 and Listing 1. A binary variable for each (part, resource,
 * start): x = 1 iff the part begins there and then. Starts are given as a grid:
 * the program knows no intervals, so each run stands for the starts of the grid
 * in it.
 *
 * Beyond the paper: a row for each pool and moment at which a part can begin
 * there, so that parts in one pool fit together; constraints on texts and
 * strict ones; links in both directions.
 */
#pragma once

#include "srl/plan.h"

typedef enum {
	SRL_PROGRAM_LP,		/* CPLEX LP format: GLPK, CBC, HiGHS, SCIP */
	SRL_PROGRAM_ZIMPL,
} srl_format_t;

/* Where the text goes, piece by piece. RET false to stop: then errno EIO */
typedef bool (*srl_sink_t)(void *arg, const char *text, size_t len);

/* The starts the program may choose from: all parts' alike. */
typedef struct {
	const int64_t *starts;	/* ascending, each once */
	size_t cnt;
} srl_grid_t;

/*
 * Write the program.
 *
 * Variables are called x#p#l#j: part p, lane l of the world, start number j of
 * the grid, all from 0.
 *
 * RET 0, or -1 with errno: ENOMEM, EIO, ENOTSUP (!= of sums of times or prices)
 */
extern int srl_program(const srl_t *srl, const srl_world_t *world,
		       const srl_grid_t *grid, srl_format_t format,
		       srl_sink_t sink, void *arg);

/*
 * Read a solution: the names of the variables that are 1, a line each. RET 0,
 * or -1 with errno EINVAL: not a place for each part
 */
extern int srl_program_read(const srl_t *srl, const srl_world_t *world,
			    const srl_grid_t *grid, const char *text,
			    srl_place_of_part_t *ret_places);
