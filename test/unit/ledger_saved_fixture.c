/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "test/unit/ledger_saved_fixture.h"

ledger_file_t *file(int64_t digest, ledger_file_kind_t kind,
		    const char *first, const char *second)
{
	ledger_file_t *f = calloc(1, sizeof(*f));

	ck_assert_ptr_nonnull(f);
	f->digest = digest;
	f->kind = kind;
	ck_assert_ptr_nonnull(f->names = calloc(2, sizeof(char *)));
	if (first)
		f->names[f->cnt++] = strdup(first);
	if (second)
		f->names[f->cnt++] = strdup(second);
	return f;
}

void saved(ledger_t *l, int64_t digest, ledger_file_kind_t kind,
	   const char *first, const char *second)
{
	commit(l, ledger_put_saved(l, file(digest, kind, first, second)));
}

booking_t *row(ledger_t *l)
{
	found_t f = found_all(l);
	booking_t *b;

	ck_assert_int_eq(f.cnt, 1);
	b = f.list[0];
	f.cnt = 0;
	return b;
}

void assert_seen(ledger_t *l, uint32_t want)
{
	booking_t *b = row(l);

	ck_assert_uint_eq(b->seen, want);
	booking_destroy(b);
}

ledger_t *with_seen(booking_t *b)
{
	ledger_t *l = opened();

	put(l, b);
	for (int64_t i = 1; i <= CONTENT_SEEN; i++)
		saved(l, i, LEDGER_FILE_IN_TURN, "q", "r");
	assert_seen(l, CONTENT_SEEN);
	return l;
}
