/* SPDX-License-Identifier: GPL-2.0-or-later */
/* site_durable.c - check that the ledger answers; see office.h */

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"

bool site_durable(office_t *office, char **ret_text)
{
	char why[256];

	if (office->ledger && ledger_answers(office->ledger, why, sizeof(why)))
		return true;
	if (office->ledger) {
		*ret_text = text_printf("nothing was done: %s; ask again later",
					why);
		return false;
	}
	*ret_text = text_printf(
		"no reservation can be kept: %s (administrator: mend it, then restart slurmctld)",
		office->ledger_error[0] ? office->ledger_error :
				       "the ledger is not open");
	return false;
}
