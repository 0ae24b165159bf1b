/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/offer/limits.h"
#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/offer/open_offers.h"
#include "plugin/booking/offer/past.h"
#include "plugin/booking/offer/probe.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/offer/questions.h"
#include "plugin/booking/offer/standing_list.h"
#include "plugin/booking/offer/usage.h"
#include "plugin/booking/offer/why.h"

const verb_t *question_named(const char *name, bool program)
{
	static const verb_t *const table[] = { &open_offers_verb, &stats_verb,
					       &probe_verb, &query_verb,
					       &limits_verb,
					       &standing_verb, &log_verb,
					       &past_verb, &usage_verb,
					       &why_verb };

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (ask_is_named(table[i], name, program))
			return table[i];
	return NULL;
}
