/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.c - see rows.h */

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "test/sim/host.h"
#include "test/sim/rows.h"
#include "test/sim/world.h"

/* A ledger_fn: is the booking where its row says? */
static void _check_row(void *arg, booking_t *b)
{
	const view_resv_t *v = view_find(office, b->name);
	const booking_t *is = v ? v->booking : NULL;

	(void) arg;
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

void rows_check(void)
{
	char why[256];

	if (!ledger_each(office->ledger, _check_row, NULL, why, sizeof(why)))
		world_tell("the rows can't be compared: %s", why);
}
