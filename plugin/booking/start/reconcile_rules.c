/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/start/reconcile_rules.h"

/* There is no record. */
static rules_outcome_t _absent(const rules_case_t *c)
{
	if (c->known || c->parked || !c->seen || !c->lacks)
		return RULES_MAKE;
	return c->stand_in ? RULES_CLOSE : RULES_CLOSE_IF_MADE;
}

/* The record is not what the booking is or was. */
static rules_outcome_t _other_record(const rules_case_t *c)
{
	if (c->known)
		return RULES_APPLY;
	/* Another id: made elsewhere; if seen, the booking was deleted. */
	return (c->other_id && !c->seen) ? RULES_APPLY : RULES_FOLLOW;
}

rules_outcome_t rules_booking(const rules_case_t *c)
{
	if (c->record == RULES_ABSENT)
		return _absent(c);
	if (c->record == RULES_NATIVE)
		return (!c->known && c->seen) ? RULES_CLOSE_NATIVE :
						RULES_REPLACE;
	if (c->other_id && c->of_closed)
		return RULES_REPLACE;
	if (c->record == RULES_SAME)
		return RULES_KEEP;
	return ((c->record == RULES_WAS) || c->marked) ? RULES_APPLY :
							 _other_record(c);
}

bool rules_deleted(bool known, bool content)
{
	return known || content;
}

bool rules_unpromised(bool marked, bool reconciled, bool crosses)
{
	return marked && (reconciled || crosses);
}
