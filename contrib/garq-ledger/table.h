/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.h - bookings as a table, or as JSON. */
#ifndef LEDGER_TABLE_H
#define LEDGER_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "contrib/garq-ledger/rows.h"

/*
 * Write the rows: closed - with what became of each, in place of whether Slurm
 * has it.
 * RET false if memory is short
 */
extern bool table_print(FILE *out, const rows_t *rows, bool closed, bool json);

#endif
