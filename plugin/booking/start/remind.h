/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * remind.h - events that remind the users of a booking: it begins soon
 * (garq_mail_begin); no job has run in it yet (garq_mail_unused). Mail and the
 * site's program follow.
 *
 * Each comes once for each start. slurmctld's next start brings it again, and
 * the ledger leaves out the mail (ledger_mail.h). There is none for holds, for
 * bookings of jobs, and where the booking was made later than that.
 */
#pragma once

#include <time.h>

#include "plugin/booking/view/office.h"

#define REMIND_BEGINS "begins"
#define REMIND_UNUSED "unused"

/* Make all events that are due, by the last look. Locks: site_lock() */
extern void remind_all(office_t *office, time_t now);
