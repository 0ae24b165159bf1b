/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reasons.h - why a request has no room: garq-missing, garq-proof and others of
 * answer.h.
 */
#pragma once

#include "contrib/sresv/text/sheet.h"

/* The sheets are missing, in_the_way and earliest. */
#define REASONS_SHEETS 3

/* The sheets are proof, barriers and holders. */
#define PROOF_SHEETS 3

/*
 * Read the reasons, or the proof, of an answer to a program.
 * IN said - the whole answer, or NULL
 * OUT ret - each for sheet_destroy(), whatever the result; without rows where the
 *	answer has none; then a NULL
 * RET false: a line is not as it should be, or memory is short
 */
extern bool reasons_read(const char *said, sheet_t *ret[REASONS_SHEETS + 1]);
extern bool reasons_read_proof(const char *said,
			       sheet_t *ret[PROOF_SHEETS + 1]);
