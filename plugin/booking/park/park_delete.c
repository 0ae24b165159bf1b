/* SPDX-License-Identifier: GPL-2.0-or-later */
/* park_delete.c - delete a reservation that may be parked; see park.h */

#include "plugin/booking/park/park.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/memory/memory.h"

/*
 * Retire the record of v. Slurm must find a job that runs in v, waits for it,
 * or is about to be made by a request; also one of a federation's sibling,
 * which no request announces.
 */
static bool _retire(office_t *office, view_resv_t *v)
{
	if (!v->booking || v->requests || view_has_jobs(office, v) ||
	    office->federated ||
	    !office->host->records->drop(office, v->rec, false))
		return false;
	office->host->list->unlink(office, v);
	return true;
}

/* Remove the record of v, as cheaply as may be. OUT ret_was_linked - before */
static int _remove(office_t *office, view_resv_t *v, bool *ret_was_linked,
		   bool *ret_gone)
{
	*ret_was_linked = view_is_unparked(v);
	*ret_gone = (view_is_out_of_reach(office, v) &&
		     office->host->records->drop(office, v->rec, true)) ||
		    _retire(office, v);
	if (*ret_gone)
		return 0;
	(void) park_fetch(office, v);
	return office->host->records->remove(office, v->name, ret_gone);
}

int park_delete(office_t *office, view_resv_t *v, time_t now,
		booking_t **ret_booking, bool *ret_visible)
{
	garq_set_t *nodes = v->nodes ?
		memory_there(garq_set_copy(v->nodes)) : NULL;
	bool was_linked, gone;
	int rc = _remove(office, v, &was_linked, &gone);
	booking_t *b;

	if (!gone) {
		park_return(office, v, was_linked);
	} else {
		b = office->host->list->forget(office, v->name, now);
		*ret_visible = park_update(office, NULL, was_linked, nodes,
					   now);
		if (ret_booking)
			*ret_booking = b;
		else
			booking_destroy(b);
	}
	garq_set_destroy(nodes);
	return rc;
}
