/* SPDX-License-Identifier: GPL-2.0-or-later */
/* states.h - the states of a whole office */
#pragma once

#include "plugin/booking/view/office.h"

/* All of OFFICE_STATES, for office_create(); ends with NULL. */
extern const office_state_t *const office_states[];
