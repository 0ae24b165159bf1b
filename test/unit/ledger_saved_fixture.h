/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_saved_fixture.h - files that Slurm has saved, as the ledger is told of
 * them (ledger_fixture.h)
 */
#pragma once

#include "plugin/ledger/record/content.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/unit/ledger_fixture.h"

/* A file with up to two sorted names; NULL: none. RET for ledger_put_saved() */
extern ledger_file_t *file(int64_t digest, ledger_file_kind_t kind,
			   const char *first, const char *second);

/* Note such a file in the ledger. */
extern void saved(ledger_t *l, int64_t digest, ledger_file_kind_t kind,
		  const char *first, const char *second);

/* The one live booking. RET booking_destroy() */
extern booking_t *row(ledger_t *l);

/* Assert in how many files in turn the one live booking was seen. */
extern void assert_seen(ledger_t *l, uint32_t want);

/* A ledger where b, named "r", was seen CONTENT_SEEN times. RET ledger_close() */
extern ledger_t *with_seen(booking_t *b);
