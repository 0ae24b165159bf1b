/* SPDX-License-Identifier: GPL-2.0-or-later */
/* booking.c - see booking.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking.h"

booking_t *booking_create(void)
{
	booking_t *b = calloc(1, sizeof(*b));

	if (b) {
		b->duration_min = BOOKING_NO_DURATION;
		b->creator = (uint32_t) -1;
	}
	return b;
}

bool booking_set(char **field, const char *text)
{
	char *copy = NULL;

	if (text && text[0] && !(copy = strdup(text)))
		return false;
	free(*field);
	*field = copy;
	return true;
}

booking_t *booking_copy(const booking_t *b)
{
	booking_t *copy = booking_create();

	if (!copy)
		return NULL;
	*copy = *b;
	copy->name = copy->asked_nodes = copy->partition = NULL;
	copy->features = copy->users = copy->groups = NULL;
	copy->accounts = copy->licenses = copy->nodes = NULL;
	if (booking_set(&copy->name, b->name) &&
	    booking_set(&copy->asked_nodes, b->asked_nodes) &&
	    booking_set(&copy->partition, b->partition) &&
	    booking_set(&copy->features, b->features) &&
	    booking_set(&copy->users, b->users) &&
	    booking_set(&copy->groups, b->groups) &&
	    booking_set(&copy->accounts, b->accounts) &&
	    booking_set(&copy->licenses, b->licenses) &&
	    booking_set(&copy->nodes, b->nodes))
		return copy;
	booking_destroy(copy);
	return NULL;
}

void booking_destroy(booking_t *b)
{
	if (!b)
		return;
	free(b->name);
	free(b->asked_nodes);
	free(b->partition);
	free(b->features);
	free(b->users);
	free(b->groups);
	free(b->accounts);
	free(b->licenses);
	free(b->nodes);
	free(b);
}
