/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.h - has the ledger what memory has? */
#pragma once

/*
 * Before an orderly end, when all is written: each row is where its booking is. The
 * run fails if one is not.
 */
extern void rows_check(void);

/*
 * With charges: each booking that has not begun costs its node-hours, and the
 * accounts have paid, with what the closed rows say, the sum of that. The run
 * fails if they have not.
 */
extern void rows_check_charges(void);
