/* SPDX-License-Identifier: GPL-2.0-or-later */
/* site.c - see site.h */

#include "plugin/booking/site.h"
#include "plugin/booking/text.h"

site_t site;

bool site_durable(char **ret_text)
{
	if (site.ledger)
		return true;
	*ret_text = text_printf(
		"no reservation can be kept: %s (administrator: mend it, then restart slurmctld)",
		site.ledger_error[0] ? site.ledger_error :
				       "the ledger is not open");
	return false;
}
