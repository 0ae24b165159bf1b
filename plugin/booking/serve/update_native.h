/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update_native.h - updates that the host makes.
 *
 * Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"

/*
 * verb_t.native: have the host change a native reservation, or a booking that
 * becomes native.
 * OUT a - visible and save; on success op and before, if the reservation is or
 *	was a booking; after an error text or NULL
 * RET 0 or a code (refused.h); after an error the record is restored
 */
extern int update_native(office_t *office, ask_t *a);
