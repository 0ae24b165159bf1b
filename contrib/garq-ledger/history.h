/* SPDX-License-Identifier: GPL-2.0-or-later */
/* history.h - what became of the bookings: made, moved, closed; by time. */
#ifndef LEDGER_HISTORY_H
#define LEDGER_HISTORY_H

#include <stdbool.h>
#include <stdio.h>

#include "contrib/sresv/sheet.h"
#include "plugin/ledger/ledger.h"

/*
 * IN name - only of the reservations of this name; NULL: of all
 * OUT ret - sheet_destroy() on success
 * OUT error - one line
 */
extern bool history_read(ledger_t *l, const char *name, sheet_t **ret,
			 char *error, size_t error_size);

/* A table, or an object. RET false if memory is short */
extern bool history_print(FILE *out, const sheet_t *s, bool json);

#endif
