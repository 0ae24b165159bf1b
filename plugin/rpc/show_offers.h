/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * show_offers.h - open offers as scontrol show reservation prints them.
 *
 * An offer is shown as a reservation without a node list; its Comment (in
 * 22.05, which has no Comment, BurstBuffer) describes the offer. Locks:
 * site_lock().
 */
#ifndef PLUGIN_SHOW_OFFERS_H
#define PLUGIN_SHOW_OFFERS_H

#include "plugin/booking/offers.h"
#include "plugin/slurm/compat.h"

/*
 * Append records of the open offers that uid may see, but for held offers.
 * IN now - seconds since the epoch
 * IN/OUT records - free each appended record by show_offers_free()
 */
extern void show_offers(uint32_t uid, time_t now, list_t *records);
extern void show_offers_free(void *record);

/*
 * Describe the held offers that uid may see in the remarks of their records,
 * which all users see. show_holds_end() clears these remarks, before
 * site_lock() is released.
 */
extern void show_holds(uint32_t uid);
extern void show_holds_end(void);

#endif
