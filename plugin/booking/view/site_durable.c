/* SPDX-License-Identifier: GPL-2.0-or-later */
/* site_durable.c - does the ledger answer? see site.h */

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/site.h"

bool site_durable(char **ret_text)
{
	char why[256];

	if (site.ledger && ledger_answers(site.ledger, why, sizeof(why)))
		return true;
	if (site.ledger) {
		*ret_text = text_printf("nothing was done: %s; ask again later",
					why);
		return false;
	}
	*ret_text = text_printf(
		"no reservation can be kept: %s (administrator: mend it, then restart slurmctld)",
		site.ledger_error[0] ? site.ledger_error :
				       "the ledger is not open");
	return false;
}
