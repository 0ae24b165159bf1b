/* SPDX-License-Identifier: GPL-2.0-or-later */
/* office.c - see office.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/view/office.h"

static void **_part_state(office_t *office, const office_part_t *part)
{
	return (void **) ((char *) office + part->at);
}

static void _parts_begin(office_t *office)
{
	for (size_t i = 0; office->parts[i]; i++)
		if (office->parts[i]->begin)
			office->parts[i]->begin(office);
}

static void _parts_end(office_t *office)
{
	size_t cnt = 0;

	while (office->parts[cnt])
		cnt++;
	while (cnt-- > 0)
		if (office->parts[cnt]->end)
			office->parts[cnt]->end(office);
}

static void _office_free(office_t *office)
{
	for (size_t i = 0; office->parts[i]; i++)
		free(*_part_state(office, office->parts[i]));
	free(office);
}

office_t *office_create(const struct controller *controller,
			const options_t *options,
			const office_part_t *const *parts)
{
	office_t *office = calloc(1, sizeof(*office));
	void *state;

	if (!office)
		return NULL;
	office->controller = controller;
	office->options = *options;
	office->parts = parts;
	for (size_t i = 0; parts[i]; i++) {
		if (!(state = calloc(1, parts[i]->size))) {
			_office_free(office);
			return NULL;
		}
		*_part_state(office, parts[i]) = state;
	}
	_parts_begin(office);
	return office;
}

void office_clear(office_t *office)
{
	_parts_end(office);
	for (size_t i = 0; office->parts[i]; i++)
		memset(*_part_state(office, office->parts[i]), 0,
		       office->parts[i]->size);
	_parts_begin(office);
}

void office_destroy(office_t *office)
{
	if (!office)
		return;
	_parts_end(office);
	_office_free(office);
}
