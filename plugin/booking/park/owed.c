/* SPDX-License-Identifier: GPL-2.0-or-later */
/* owed.c - see owed.h */

#include <stdatomic.h>

#include "plugin/booking/park/owed.h"

struct owed_state {
	atomic_bool any;
};

void owed_note(office_t *office, booking_t *b)
{
	b->owed = true;
	atomic_store(&office->owed->any, true);
}

void owed_none(office_t *office)
{
	atomic_store(&office->owed->any, false);
}

bool owed_any(office_t *office)
{
	return atomic_load(&office->owed->any);
}

const office_state_t owed_state = OFFICE_STATE(owed, NULL, NULL);
