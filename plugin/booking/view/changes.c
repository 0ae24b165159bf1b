/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/view/changes.h"

/* The last changes that are known one by one. */
#define KNOWN 256

struct changes_state {
	uint64_t count;
	time_t until[KNOWN];	/* the end of change i is at i % KNOWN */
};

void changes_note_until(office_t *office, time_t t)
{
	office->changes->until[office->changes->count % KNOWN] = t;
	office->changes->count++;
}

void changes_note(office_t *office)
{
	changes_note_until(office,
			   INT64_MAX); /* also if nothing was read */
}

bool changes_meet(office_t *office, uint64_t since, time_t from)
{
	if (office->changes->count - since > KNOWN)
		return true;
	for (; since != office->changes->count; since++)
		if (office->changes->until[since % KNOWN] > from)
			return true;
	return false;
}

uint64_t changes_count(office_t *office)
{
	return office->changes->count;
}

const office_state_t changes_state = OFFICE_STATE(changes, NULL, NULL);
