/* SPDX-License-Identifier: GPL-2.0-or-later */
/* price.c - see price.h */

#include "plugin/booking/offer/price.h"
#include "plugin/booking/request/options.h"

osp_price_t price_params(office_t *office)
{
	return (osp_price_t) {
		.delta = office->options.delta,
		.bcost = office->options.bcost,
		.tau = office->options.tau,
	};
}

double price_of(office_t *office, time_t t_s, time_t t_e, uint32_t num_cn,
		double part)
{
	osp_price_t price = price_params(office);

	return part * osp_cost(&price, t_s, t_e, num_cn);
}
