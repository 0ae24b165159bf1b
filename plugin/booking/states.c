/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/states.h"

const office_state_t *const office_states[] = {
	OFFICE_STATES(OFFICE_STATE_OF) NULL
};
