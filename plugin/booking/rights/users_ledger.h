/* SPDX-License-Identifier: GPL-2.0-or-later */
/* users_ledger.h - how much of the ledger a user may take (garq_user_ledger). */
#pragma once

#include "plugin/booking/request/request.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Check that all bookings of a limited user (users_limited()), with a new one
 * or after a change, stay within the site's bound. Bookings count until they
 * are closed. A change that makes no text longer is always allowed.
 * Locks: site_lock(), after site_sync().
 * IN v - the booking that is changed; NULL: a new one
 * IN request - its texts
 * RET 0, or REFUSED_DENIED with ret_text; free()
 */
extern int users_check_ledger(office_t *office, uint32_t uid,
			      const view_resv_t *v, const request_t *request,
			      char **ret_text);
