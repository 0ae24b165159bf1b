/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_program.h - an instance as integer program, in CPLEX LP format.
 *
 * All three have a binary variable for each (part, resource, start), each part
 * once, the limit on the costs, and the objective of the request; they differ in
 * the rows that tie the parts in time and space:
 *
 *	paper	Listing 1: a row for a tie, of sums of j * x and i * x: 8 rows
 *	split	a row for each start, and one for each resource
 *	joint	a row for each (resource, start): x of a computer is the sum of
 *		the x of its links, so that the linear program is nearly integral
 */
#pragma once

#include <stdio.h>

#include "contrib/eval/co/co_instance.h"
#include "srl/plan.h"

typedef enum { CO_PAPER, CO_SPLIT, CO_JOINT } co_rows_t;

/*
 * Write the program of an instance with all of its starts (percent 100).
 * RET 0, or -1 with errno: EIO
 */
extern int co_program(const co_instance_t *in, const srl_t *srl, co_rows_t rows,
		      FILE *to);

/*
 * Read the variables that are 1, a line each, as co_program() named them.
 * RET false: not a place for each part
 */
extern bool co_program_read(const co_instance_t *in, FILE *from,
			    srl_place_of_part_t *ret_places);
