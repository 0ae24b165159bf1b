/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * soak.h - months of one life without an end: do memory and the ledger stay as
 * large as they are?
 *
 * Each month of 30 days has the largest heap that was in use at the end of a day,
 * and the largest ledger with its history, in bytes.
 */
#pragma once

#include <stdbool.h>

/* The end of a day, in a life. */
extern void soak_day(void);

/*
 * Print the months, and compare: without the first six months, in which histories
 * fill, none of the second half may have more than a quarter above the largest of
 * the first half. RET is that so? Also if there are fewer than 12 months
 */
extern bool soak_report(void);
