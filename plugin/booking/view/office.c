/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/view/office.h"
#include "plugin/memory/memory.h"

/* Pointers to all structs are alike, but one may not be read as another. */
static void *_state_of(const office_t *office, const office_state_t *state)
{
	void *kept;

	memcpy(&kept, (const char *) office + state->at, sizeof(kept));
	return kept;
}

static void _set_state(office_t *office, const office_state_t *state,
		       void *kept)
{
	memcpy((char *) office + state->at, &kept, sizeof(kept));
}

static void _states_begin(office_t *office)
{
	for (size_t i = 0; office->states[i]; i++)
		if (office->states[i]->begin)
			office->states[i]->begin(office);
}

static void _states_end(office_t *office)
{
	size_t cnt = 0;

	while (office->states[cnt])
		cnt++;
	while (cnt-- > 0)
		if (office->states[cnt]->end)
			office->states[cnt]->end(office);
}

office_t *office_create(const struct host *host,
			const options_t *options,
			const office_state_t *const *states)
{
	office_t *office = memory_new(1, sizeof(*office));

	office->host = host;
	office->options = *options;
	office->states = states;
	for (size_t i = 0; states[i]; i++)
		_set_state(office, states[i], memory_new(1, states[i]->size));
	_states_begin(office);
	return office;
}

void office_clear(office_t *office)
{
	_states_end(office);
	for (size_t i = 0; office->states[i]; i++)
		memset(_state_of(office, office->states[i]), 0,
		       office->states[i]->size);
	memset(&office->has, 0, sizeof(office->has));
	office->request_id = 0;
	office->caught_up = 0;
	_states_begin(office);
}

void office_destroy(office_t *office)
{
	if (!office)
		return;
	_states_end(office);
	for (size_t i = 0; office->states[i]; i++)
		free(_state_of(office, office->states[i]));
	tariff_destroy(office->tariff);
	budgets_destroy(office->budgets);
	free(office);
}

uint32_t office_faulty_files(const office_t *office)
{
	uint32_t cnt = 0;

	for (size_t i = 0; i < OFFICE_FILES; i++)
		cnt += (office->files[i].fault[0] != '\0');
	return cnt;
}
