/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide_words.c - the names of phases, requests and outcomes: see decide.h */

#include <string.h>

#include "contrib/sresv/co/book/decide.h"

static const char *const phases[] = {
	[DECIDE_PLANNING] = "planning", [DECIDE_MOVING] = "moving",
	[DECIDE_HOLDING] = "holding", [DECIDE_VOTING] = "voting",
	[DECIDE_DECIDING] = "deciding", [DECIDE_DECIDED] = "decided",
	[DECIDE_DONE] = "done", [DECIDE_ABORTING] = "aborting",
	[DECIDE_UNDOING] = "undoing", [DECIDE_ABORTED] = "aborted",
};

extern const char *decide_phase_name(decide_phase_t phase)
{
	return phases[phase];
}

extern bool decide_phase_read(const char *name, decide_phase_t *ret)
{
	for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++) {
		if (strcmp(phases[i], name))
			continue;
		*ret = (decide_phase_t) i;
		return true;
	}
	return false;
}

extern const char *decide_op_name(decide_op_t op)
{
	static const char *const names[] = {
		[DECIDE_HOLD] = "hold", [DECIDE_CONFIRM] = "confirm",
		[DECIDE_DROP] = "drop", [DECIDE_LOOK] = "look",
	};

	return names[op];
}

extern const char *decide_outcome_name(decide_outcome_t outcome)
{
	static const char *const names[] = {
		[DECIDE_YES] = "yes", [DECIDE_NO] = "no",
		[DECIDE_GONE] = "gone", [DECIDE_LOST] = "lost",
		[DECIDE_LATER] = "later",
		[DECIDE_IS_HELD] = "held", [DECIDE_IS_BOOKED] = "booked",
	};

	return names[outcome];
}

extern const char *decide_reason_name(decide_reason_t reason)
{
	static const char *const names[] = {
		[DECIDE_NO_REASON] = "",
		[DECIDE_DENIED] = "refused, and no other plan is left",
		[DECIDE_SILENT] = "its cluster does not answer",
		[DECIDE_NO_VOTE] = "its hold was not extended",
		[DECIDE_TOO_LATE] = "too little time is left of its hold",
		[DECIDE_LOST_PART] = "it was lost",
		[DECIDE_CANCELLED] = "cancelled",
		[DECIDE_RECOVERED] = "it was not decided",
	};

	return names[reason];
}
