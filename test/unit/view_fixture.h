/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_fixture.h - the office's view of eight nodes, fed by hand without a Slurm. */
#pragma once

#include "plugin/booking/request/options.h"
#include "plugin/booking/view/view_feed.h"

#define NODES 8
#define NOW 1000000
#define HOUR 3600

extern const options_t options;
extern const uint32_t classes[NODES];
extern int asked_cnt;	/* questions for eligible nodes */

/*
 * Begin with a complete view of NODES idle nodes at NOW; end it.
 * IN states - of the office; setup(): those of the view alone
 */
extern void setup_states(const office_state_t *const *states);
extern void setup(void);
extern void teardown(void);

/* The nodes from first on. RET owned */
extern garq_set_t *set_of(uint32_t first, uint32_t cnt);

/* See v as a reservation of these nodes from start on for an hour; its record is
 * never looked into. */
extern void see(view_resv_t *v, time_t start, uint32_t first, uint32_t cnt);

/* RET owned */
extern booking_t *booking_of(uint32_t creator);

/* Number of nodes that somebody holds at t. */
extern uint32_t held_at(time_t t);
