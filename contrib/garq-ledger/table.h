/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.h - bookings as a table, or as JSON. */
#ifndef LEDGER_TABLE_H
#define LEDGER_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "contrib/garq-ledger/rows.h"

/*
 * Write the rows. closed - print the time and reason of closing instead of
 * whether Slurm has the booking.
 * RET false if memory is short
 */
extern bool table_print(FILE *out, const rows_t *rows, bool closed, bool json);

#endif
