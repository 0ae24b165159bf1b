/* SPDX-License-Identifier: GPL-2.0-or-later */
/* changes.c - see changes.h */

#include "plugin/booking/changes.h"

static uint64_t count;

void changes_note(void)
{
	count++;
}

uint64_t changes_count(void)
{
	return count;
}
