/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/ledger/ledger_charge.h"
#include "plugin/ledger/ledger_private.h"

static const char each_sql[] =
	"SELECT payer, month, sum(charge) FROM booking"
	" WHERE closed IS NOT NULL AND payer IS NOT NULL GROUP BY payer, month"
	" UNION ALL SELECT account, month, amount FROM spent";

bool ledger_each_charge(ledger_t *l, ledger_charge_fn fn, void *arg,
			char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, each_sql);

	while (ledger_rows_next(&rows)) {
		const char *account =
			(const char *) sqlite3_column_text(rows.s, 0);

		if (account)
			fn(arg, account,
			   (uint32_t) sqlite3_column_int64(rows.s, 1),
			   sqlite3_column_int64(rows.s, 2));
		else
			rows.rc = SQLITE_CORRUPT;
	}
	return ledger_rows_end(&rows, error, error_size);
}
