/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * remind.h - tell the users of a booking that it begins soon (garq_mail_begin),
 * and that no job has run in it yet (garq_mail_unused): an event that has its
 * mail, and the site's program.
 *
 * Each is told once for each start. A start of slurmctld tells it again, and the
 * ledger leaves out the mail (ledger_mail.h). Not told: holds, bookings of jobs,
 * bookings that were made less than that time before, those without CPUs.
 */
#ifndef PLUGIN_REMIND_H
#define PLUGIN_REMIND_H

#include <time.h>

#include "plugin/booking/view/office.h"

#define REMIND_BEGINS "begins"
#define REMIND_UNUSED "unused"

/* Tell all that is due, by the last look. Locks: site_lock() */
extern void remind_all(office_t *office, time_t now);

#endif
