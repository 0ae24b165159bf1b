/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_charge.c - see ledger_charge.h */

#include <stdio.h>

#include "plugin/ledger/ledger_charge.h"
#include "plugin/ledger/ledger_private.h"

static const char each_sql[] =
	"SELECT payer, month, sum(charge) FROM booking"
	" WHERE closed IS NOT NULL AND payer IS NOT NULL GROUP BY payer, month"
	" UNION ALL SELECT account, month, amount FROM spent";

/* RET SQLite's code */
static int _each_charge(ledger_t *l, ledger_charge_fn fn, void *arg)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, each_sql, -1, &s, NULL);

	while (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		const char *account = (const char *) sqlite3_column_text(s, 0);

		rc = account ? SQLITE_OK : SQLITE_CORRUPT;
		if (account)
			fn(arg, account,
			   (uint32_t) sqlite3_column_int64(s, 1),
			   sqlite3_column_int64(s, 2));
	}
	sqlite3_finalize(s);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

bool ledger_each_charge(ledger_t *l, ledger_charge_fn fn, void *arg,
			char *error, size_t error_size)
{
	int rc;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	if ((rc = _each_charge(l, fn, arg)))
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	pthread_mutex_unlock(&l->db_lock);
	return rc == SQLITE_OK;
}
