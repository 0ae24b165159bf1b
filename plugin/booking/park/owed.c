/* SPDX-License-Identifier: GPL-2.0-or-later */
/* owed.c - see owed.h */

#include <stdatomic.h>

#include "plugin/booking/park/owed.h"

static atomic_bool any;

void owed_note(booking_t *b)
{
	b->owed = true;
	atomic_store(&any, true);
}

void owed_none(void)
{
	atomic_store(&any, false);
}

bool owed_any(void)
{
	return atomic_load(&any);
}
