/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offers_ended.c - the names of offers whose holds have ended; see offers.h */

#include <stdlib.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/open/offers.h"
#include "plugin/memory/memory.h"

typedef struct ended {
	char *name;
	STAILQ_ENTRY(ended) next;
} ended_t;
struct offers_ended_state {
	STAILQ_HEAD(, ended) all_ended;
};

void offers_add_ended(office_t *office, char *name)
{
	ended_t *ended = memory_new(1, sizeof(*ended));

	ended->name = name;
	STAILQ_INSERT_TAIL(&office->offers_ended->all_ended, ended, next);
	office->has.ended_holds++;
}

bool offers_has_ended(office_t *office, const char *name)
{
	const ended_t *ended;

	STAILQ_FOREACH(ended, &office->offers_ended->all_ended, next)
		if (text_same(ended->name, name))
			return true;
	return false;
}

char *offers_next_ended(office_t *office)
{
	ended_t *ended = STAILQ_FIRST(&office->offers_ended->all_ended);
	char *name;

	if (!ended)
		return NULL;
	name = ended->name;
	STAILQ_REMOVE_HEAD(&office->offers_ended->all_ended, next);
	office->has.ended_holds--;
	free(ended);
	return name;
}

static void _begin_state(office_t *office)
{
	STAILQ_INIT(&office->offers_ended->all_ended);
}

const office_state_t offers_ended_state =
	OFFICE_STATE(offers_ended, _begin_state, NULL);
