/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows.h - a linear program as text, in one of two languages.
 *
 * Calls come in this order: variables (ZIMPL wants them first), the objective,
 * rows, binaries (LP wants them last), close. For srl/ and its evaluation.
 */
#pragma once

#include "srl/program.h"

typedef struct {
	srl_format_t format;
	srl_sink_t sink;
	void *arg;
	bool failed;		/* the sink wanted no more */
	unsigned int row;	/* number of the row, for its name */
	unsigned int terms;	/* of this row */
	size_t len;
	char text[4096];
} srl_rows_t;

extern void srl_rows_variables(srl_rows_t *rows);
extern void srl_rows_variable(srl_rows_t *rows, uint32_t part, uint32_t lane,
			      uint32_t start);

/* Minimise what srl_rows_term() says until the end. */
extern void srl_rows_objective(srl_rows_t *rows);
extern void srl_rows_objective_end(srl_rows_t *rows);

/* A row of terms; op is SRL_LE, SRL_EQ or SRL_GE. */
extern void srl_rows_begin(srl_rows_t *rows, const char *name);
extern void srl_rows_term(srl_rows_t *rows, double factor, uint32_t part,
			  uint32_t lane, uint32_t start);
extern void srl_rows_end(srl_rows_t *rows, srl_op_t op, double right);

extern void srl_rows_binaries(srl_rows_t *rows);
extern void srl_rows_binary(srl_rows_t *rows, uint32_t part, uint32_t lane,
			    uint32_t start);

/* RET 0, or -1 with errno EIO */
extern int srl_rows_close(srl_rows_t *rows);
