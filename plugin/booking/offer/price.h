/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * price.h - what a reservation costs at the site's prices (garq_delta,
 * garq_bcost, garq_tau): OSP paper, equation 3.
 */
#ifndef PLUGIN_PRICE_H
#define PLUGIN_PRICE_H

#include <time.h>

#include "osp/osp.h"
#include "plugin/booking/view/office.h"

/* The site's prices, for osp.h. */
extern osp_price_t price_params(office_t *office);

/*
 * The cost of nodes for [t_s, t_e), in seconds.
 * IN part - of each of num_cn nodes; 1: whole ones
 */
extern double price_of(office_t *office, time_t t_s, time_t t_e,
		       uint32_t num_cn, double part);

#endif
