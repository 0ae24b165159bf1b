/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reread.h - a booking becomes what its record says. */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Read the record of v into its booking, by records->read() (host.h). No
 * other function does that to an attached booking: its accounts may be others
 * then, and view_each_of_account() must find it by these. The requested number
 * of nodes stays, as Slurm takes nodes out of records on its own; and so do
 * cores and GPUs that its nodes lack. An elastic booking that has another
 * length since keeps its size from now on: the office has not made it so.
 * Locks: site_lock().
 * IN v - has a booking
 */
extern void booking_reread(office_t *office, view_resv_t *v);

/* The same for a record that the office has moved. */
extern void booking_reread_moved(office_t *office, view_resv_t *v);

/* The same for a record that a request has changed: num_cn is read, too. */
extern void booking_reread_asked(office_t *office, view_resv_t *v);
