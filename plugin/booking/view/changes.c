/* SPDX-License-Identifier: GPL-2.0-or-later */
/* changes.c - see changes.h */

#include "plugin/booking/view/changes.h"

/* The last changes that are known one by one. */
#define KNOWN 256

static uint64_t count;
static time_t until[KNOWN];	/* the end of change i is at i % KNOWN */

void changes_note_until(time_t t)
{
	until[count % KNOWN] = t;
	count++;
}

void changes_note(void)
{
	changes_note_until(INT64_MAX);	/* whoever has read nothing, too */
}

bool changes_meet(uint64_t since, time_t from)
{
	if (count - since > KNOWN)
		return true;
	for (; since != count; since++)
		if (until[since % KNOWN] > from)
			return true;
	return false;
}

uint64_t changes_count(void)
{
	return count;
}
