/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/spent.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/ledger/ledger_use.h"
#include "test/sim/host.h"
#include "test/sim/rows.h"
#include "test/sim/world.h"

#define ROUNDED 10	/* hundredths: each change rounds once */

/* What the rows say that the accounts of users have paid, hundredths. */
typedef struct {
	int64_t paid[WORLD_USERS];
} sums_t;

static void _add_paid(sums_t *sums, const char *account, int64_t amount)
{
	uint32_t i = account ? (uint32_t) strtoul(account + 1, NULL, 10) : 0;

	if (account && (i < WORLD_USERS))
		sums->paid[i] += amount;
}

/* A ledger_charge_fn: of closed bookings. */
static void _add_closed(void *arg, const char *account, uint32_t month,
			int64_t amount)
{
	(void) month;
	_add_paid(arg, account, amount);
}

/* A ledger_fn: is the booking where its row says? */
static void _check_row(void *arg, booking_t *b)
{
	const view_resv_t *v = view_find(office, b->name);
	const booking_t *is = v ? v->booking : NULL;

	_add_paid(arg, b->payer, b->charge.amount);
	if (!is)
		world_fail("the ledger has %s, and there is no such booking",
			   b->name);
	if ((is->start != b->start) || (is->end != b->end) ||
	    !text_same(is->nodes, b->nodes))
		world_fail("the ledger has %s from %lld to %lld on %s, and it is from %lld to %lld on %s",
			   b->name, (long long) (b->start - world->began),
			   (long long) (b->end - world->began), b->nodes,
			   (long long) (is->start - world->began),
			   (long long) (is->end - world->began), is->nodes);
	booking_destroy(b);
}

static int64_t _paid_by(uint32_t user)
{
	char account[16];

	snprintf(account, sizeof(account), "a%u", user);
	return spent_sum(office, account, 0, UINT32_MAX);
}

void rows_check(void)
{
	sums_t sums = { .paid = { 0 } };
	char why[256];

	if (!ledger_each(office->ledger, _check_row, &sums, why, sizeof(why)) ||
	    !ledger_each_charge(office->ledger, _add_closed, &sums, why,
				sizeof(why))) {
		world_tell("the rows can't be compared: %s", why);
		return;
	}
	for (uint32_t i = 0; world->weather.charges && (i < WORLD_USERS); i++)
		if (_paid_by(i) != sums.paid[i])
			world_fail("a%u has paid %lld hundredths, by the ledger %lld",
				   i, (long long) _paid_by(i),
				   (long long) sums.paid[i]);
}

/* Has it lacked nodes that slurm.conf did? */
static bool _has_lacked(const char *name)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++)
		if (world->promises[i].state && world->promises[i].shrunk &&
		    !strcmp(world->promises[i].name, name))
			return true;
	return false;
}

/*
 * A view_each() function: what has not begun costs its node-hours. Named nodes
 * that had failed when it was made are not paid, nor those that it lacked when it
 * was changed, nor those that came to slurm.conf while it had ALL.
 */
static void _check_charge(view_resv_t *v, void *arg)
{
	const booking_t *b = v->booking;
	double hours;

	(void) arg;
	if (!b || !b->payer || !b->charge.amount || b->charge.since ||
	    b->asked_nodes || (b->start <= world->now) || view_is_by_cores(v))
		return;
	hours = (double) b->num_cn * (double) (b->end - b->start) / 3600;
	if ((b->charge.amount > 100 * hours + ROUNDED) ||
	    ((b->charge.amount < 100 * hours - ROUNDED) &&
	     !world->conf_changed && !_has_lacked(v->name)))
		world_fail("%s costs %lld hundredths, and is %.2f node-hours: %u nodes from %lld to %lld",
			   b->name, (long long) b->charge.amount, hours,
			   b->num_cn, (long long) (b->start - world->began),
			   (long long) (b->end - world->began));
}

void rows_check_charges(void)
{
	if (world->weather.charges)
		view_each(office, _check_charge, NULL);
}
