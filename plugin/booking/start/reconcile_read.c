/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/booking/start/reconcile_match.h"
#include "plugin/booking/start/reconcile_read.h"
#include "plugin/booking/view/view.h"
#include "plugin/memory/memory.h"

/* A ledger_fn */
static void _add_row(void *arg, booking_t *b)
{
	reconcile_rows_t *to = arg;

	to->list = memory_grow(to->list, to->cnt + 1, sizeof(*to->list));
	to->list[to->cnt++] = b;
}

void reconcile_read_free(reconcile_read_t *read)
{
	free(read->live.list);
	free(read->ended.list);
	free(read->absent);
	free(read->others);
}

static void _destroy(reconcile_rows_t *rows)
{
	for (size_t i = 0; i < rows->cnt; i++)
		booking_destroy(rows->list[i]);
}

static bool _read_rows(ledger_t *l, time_t now, reconcile_read_t *r,
		       char *error, size_t error_size)
{
	size_t cnt;

	if (!ledger_each(l, _add_row, &r->live, error, error_size) ||
	    !ledger_each_ended(l, now, _add_row, &r->ended, error, error_size))
		return false;
	cnt = r->live.cnt + r->ended.cnt;
	r->absent = memory_new(cnt, sizeof(*r->absent));
	r->others = memory_new(cnt, sizeof(*r->others));
	return true;
}

typedef struct {
	office_t *office;
	ledger_t *ledger;
	bool known;
} closed_t;

/* A function for view_each(). */
static void _ask_closed(view_resv_t *v, void *arg)
{
	const closed_t *ask = arg;

	if (!v->has_row)
		match_closed(ask->office, ask->ledger, v, ask->known);
}

/* A function for view_each(). */
static void _forget_row(view_resv_t *v, void *arg)
{
	(void) arg;
	v->has_row = v->was_closed = false;
}

/* IN r - its live bookings are read, and whether Slurm's state is known */
static void _read_closed(office_t *office, ledger_t *l,
			 const reconcile_read_t *r)
{
	closed_t ask = { .office = office, .ledger = l, .known = r->known };

	view_each(office, _forget_row, NULL);
	for (size_t i = 0; i < r->live.cnt; i++) {
		const booking_t *b = r->live.list[i];
		view_resv_t *v = view_find(office, b->name);

		if (v && (v->resv_id == b->resv_id))
			v->has_row = true;
	}
	view_each(office, _ask_closed, &ask);
}

bool reconcile_read(office_t *office, ledger_t *l, time_t now,
		    reconcile_read_t *ret, char *error, size_t error_size)
{
	reconcile_read_t r = { .known = match_state(office, l) };
	bool ok = _read_rows(l, now, &r, error, error_size);

	if (ok) {
		_read_closed(office, l, &r);
		ok = ledger_was_read(l, error, error_size);
	}
	if (ok) {
		*ret = r;
		return true;
	}
	_destroy(&r.live);
	_destroy(&r.ended);
	reconcile_read_free(&r);
	return false;
}
