/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * show_offers.h - open offers as scontrol show reservation prints them.
 *
 * They are shown as records of reservations that have no nodes yet; what they
 * are is in Comment, or in BurstBuffer where Slurm has no Comment (22.05).
 */
#ifndef PLUGIN_SHOW_OFFERS_H
#define PLUGIN_SHOW_OFFERS_H

#include "plugin/booking/offers.h"
#include "plugin/slurm/compat.h"

/*
 * Append records of the open offers that uid may see. Locks: those of view.h.
 * IN/OUT records - show_offers_free() takes each of them
 */
extern void show_offers(uint32_t uid, time_t now, list_t *records);
extern void show_offers_free(void *record);

/*
 * Say of the records of held offers, which are there for everybody, what they
 * are, to those who may see the offers: while they are packed, up to
 * show_holds_end().
 */
extern void show_holds(uint32_t uid);
extern void show_holds_end(void);

#endif
