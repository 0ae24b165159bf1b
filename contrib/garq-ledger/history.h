/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * history.h - the events of bookings (made, moved, closed), in order of time.
 */
#ifndef LEDGER_HISTORY_H
#define LEDGER_HISTORY_H

#include <stdbool.h>
#include <stdio.h>

#include "contrib/sresv/sheet.h"
#include "plugin/ledger/ledger.h"

/*
 * IN name - only reservations of this name; NULL: all
 * OUT ret - for sheet_destroy(); set on success
 * OUT error - one line
 */
extern bool history_read(ledger_t *l, const char *name, sheet_t **ret,
			 char *error, size_t error_size);

/* Print a table, or a JSON object. RET false if memory is short */
extern bool history_print(FILE *out, const sheet_t *s, bool json);

#endif
