/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/view/view.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/ids.h"

#define SLURM_ID_MAX 9999U

/* From this many reservations on, a search for a free id costs too much. */
#define SLURM_IDS_FULL 9000U

static uint32_t last_above = SLURM_ID_MAX;

static uint32_t _next_of_slurm(office_t *office)
{
	uint32_t id = top_suffix;

	if (view_count(office) >= SLURM_IDS_FULL)
		return 0;
	for (uint32_t i = 0; i < SLURM_ID_MAX; i++) {
		id = (id >= SLURM_ID_MAX) ? 1 : id + 1;
		if (!view_find_resv_id(office, id))
			return id;
	}
	return 0;
}

static uint32_t _next_above(office_t *office)
{
	do {
		last_above = (last_above == UINT32_MAX) ? SLURM_ID_MAX + 1 :
							  last_above + 1;
	} while (view_find_resv_id(office, last_above));
	return last_above;
}

/* Make a name as Slurm does, from the first account, user or group. */
static void _make_name(office_t *office, resv_desc_msg_t *desc, uint32_t id)
{
	const char *whose = "resv";

	if (desc->accounts && desc->accounts[0])
		whose = desc->accounts;
	else if (desc->users && desc->users[0])
		whose = desc->users;
	else if (desc->groups && desc->groups[0])
		whose = desc->groups;
	whose += (whose[0] == '-');
	do {
		xfree(desc->name);
		desc->name = xstrdup_printf("%.*s_%u",
					    (int) strcspn(whose, ","), whose,
					    id++);
	} while (view_find(office, desc->name));
}

static ids_choice_t _choose(office_t *office, uint32_t wanted)
{
	ids_choice_t c = { .before = top_suffix, .after = top_suffix };

	if (wanted && !view_find_resv_id(office, wanted)) {
		c.id = wanted;
		if (wanted <= SLURM_ID_MAX)
			c.after = MAX(top_suffix, wanted);
	} else if ((c.id = _next_of_slurm(office))) {
		c.after = c.id;
	} else {
		c.id = _next_above(office);
	}
	return c;
}

uint32_t ids_take(office_t *office, uint32_t wanted)
{
	ids_choice_t c = _choose(office, wanted);

	top_suffix = c.after;
	return c.id;
}

ids_choice_t ids_choose(office_t *office, resv_desc_msg_t *desc,
			uint32_t wanted)
{
	ids_choice_t c = _choose(office, wanted);

	if (c.id <= SLURM_ID_MAX)
		top_suffix = c.id - 1;
	if (!desc->name || !desc->name[0])
		_make_name(office, desc, c.id);
	return c;
}

void ids_end(office_t *office, const ids_choice_t *c, slurmctld_resv_t *rec)
{
	uint32_t was = rec ? rec->resv_id : c->id;
	const view_resv_t *holder;

	top_suffix = rec ? c->after : c->before;
	if (was == c->id)
		return;
	rec->resv_id = c->id;
	accounting_renumbered(rec, was);
	/* Whose id that was may have lost its row to the new record. */
	if ((holder = view_find_resv_id(office, was)) && holder->rec)
		accounting_again(holder->rec);
}
