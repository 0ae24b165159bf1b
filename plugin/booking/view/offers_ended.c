/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offers_ended.c - the names of offers whose holds have ended; see offers.h */

#include <stdlib.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/offers.h"

typedef struct ended {
	char *name;
	STAILQ_ENTRY(ended) next;
} ended_t;
static STAILQ_HEAD(, ended) all_ended = STAILQ_HEAD_INITIALIZER(all_ended);

void offers_add_ended(char *name)
{
	ended_t *ended = name ? calloc(1, sizeof(*ended)) : NULL;

	if (!ended) {
		free(name);
		return;
	}
	ended->name = name;
	STAILQ_INSERT_TAIL(&all_ended, ended, next);
}

bool offers_any_ended(void)
{
	return !STAILQ_EMPTY(&all_ended);
}

bool offers_has_ended(const char *name)
{
	const ended_t *ended;

	STAILQ_FOREACH(ended, &all_ended, next)
		if (text_same(ended->name, name))
			return true;
	return false;
}

char *offers_next_ended(void)
{
	ended_t *ended = STAILQ_FIRST(&all_ended);
	char *name;

	if (!ended)
		return NULL;
	name = ended->name;
	STAILQ_REMOVE_HEAD(&all_ended, next);
	free(ended);
	return name;
}
