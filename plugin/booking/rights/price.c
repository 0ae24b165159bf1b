/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/rights/price.h"
#include "plugin/booking/place/shape.h"

/* osp_price_t.paid */
static double _paid_by_tariff(const void *arg, time_t start, time_t t_s,
			      time_t t_e)
{
	const price_by_t *by = arg;

	return tariff_paid(by->office->tariff, by->rules,
			   start - view_now(by->office), t_s, t_e);
}

osp_price_t price_params(const price_by_t *by)
{
	const options_t *o = &by->office->options;

	return (osp_price_t) {
		.delta = o->delta, .bcost = o->bcost, .tau = o->tau,
		.paid = by->office->tariff ? _paid_by_tariff : NULL, .arg = by,
	};
}

uint32_t price_rules(office_t *office, const view_resv_t *v)
{
	const booking_t *b = v->booking;

	return shape_rules(office, (b && b->asked_nodes) ? v->nodes : NULL,
			   v->attrs.partition, v->attrs.features,
			   b ? b->t_lsr - b->t_esr : 0);
}

double price_of(office_t *office, uint32_t rules, time_t t_s, time_t t_e,
		uint32_t num_cn, double part)
{
	price_by_t by = { office, rules };
	osp_price_t price = price_params(&by);

	return part * osp_cost(&price, t_s, t_e, num_cn);
}

double price_of_job(office_t *office, uint32_t rules, time_t t_s, time_t t_e,
		    uint32_t num_cn, double part)
{
	price_by_t by = { office, rules };
	osp_price_t price = price_params(&by);
	double paid = price.paid ? price.paid(&by, t_s, t_s, t_e) :
				   (double) (t_e - t_s);

	return part * osp_cost_job(&price, (time_t) (paid + 0.5), num_cn);
}

/*
 * Both ends of a booking of whole slots enter another slot at the same second.
 */
static time_t _same_slots(time_t delta, time_t t, time_t duration)
{
	time_t begins = t - t % delta + delta;
	time_t ends = t + delta - (t + duration - 1) % delta;

	return garq_sooner(begins, ends) - 1;
}

time_t price_same_until(office_t *office, uint32_t rules, time_t t,
			time_t duration)
{
	time_t delta = office->options.delta, now = view_now(office);
	time_t lead = garq_later(t - now, 0);

	if (office->options.bcost <= 0)
		return GARQ_FOREVER;
	if (!office->tariff)
		return ((duration - 1) % delta) ?
			       _same_slots(delta, t, duration) : GARQ_FOREVER;
	return garq_sooner(_same_slots(delta, t, duration),
			   garq_end(now, tariff_next_lead(office->tariff, rules,
							  lead)) - 1);
}

time_t price_find(office_t *office, time_t t, time_t last,
		  price_fits_fn fits, void *arg)
{
	time_t delta = office->options.delta;
	time_t slots = (last - t) / delta / PRICE_STARTS + 1;

	for (; t <= last; t += slots * delta - t % delta)
		if (fits(arg, t))
			return t;
	return GARQ_FOREVER;
}

const char *price_unit(office_t *office)
{
	return (office->options.bcost > 0) ? office->options.unit : NULL;
}
