/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/park/loan.h"
#include "plugin/booking/view/host.h"

struct loans_state {
	uint32_t borrowers;	/* nesting depth of loan_all() */
	bool parked_soon;	/* see loan_park_soon() */
};

static void _lend_resv(office_t *office, view_resv_t *v)
{
	if (v->linked)
		return;
	office->host->list->link(office, v);
	v->on_loan = true;
	v->saved = false;
}

void loan_park(office_t *office, view_resv_t *v)
{
	v->on_loan = v->linked && (office->loans->borrowers || v->requests);
	if (!v->on_loan)
		office->host->list->unlink(office, v);
}

/* A loan without a borrower, until loan_park_end(). */
void loan_park_soon(office_t *office, view_resv_t *v)
{
	v->on_loan = v->linked;
	office->loans->parked_soon |= v->on_loan;
}

static void _lend_one(view_resv_t *v, void *arg)
{
	_lend_resv(arg, v);
}

void loan_all(office_t *office)
{
	if (!office->loans->borrowers++)
		view_each(office, _lend_one, office);
}

/* End a loan. RET false: there is none, or requests still need v */
static bool _end_loan(view_resv_t *v)
{
	if (!v->on_loan || v->requests)
		return false;
	v->on_loan = false;
	return true;
}

void loan_all_end(office_t *office)
{
	if (office->loans->borrowers && !--office->loans->borrowers)
		office->host->list->unlink_if(office, _end_loan);
}

void loan_park_end(office_t *office)
{
	if (office->loans->parked_soon && !office->loans->borrowers)
		office->host->list->unlink_if(office, _end_loan);
	office->loans->parked_soon = false;
}

void loan_rebuild_begin(office_t *office)
{
	if (!office->has.rebuilding)
		loan_all(office);
	office->has.rebuilding = true;
}

void loan_rebuild_end(office_t *office)
{
	if (!office->has.rebuilding)
		return;
	office->has.rebuilding = false;
	loan_all_end(office);
}

void loan_to_request(office_t *office, view_resv_t *v)
{
	_lend_resv(office, v);
	v->requests++;
}

void loan_each_named(office_t *office, const char *names,
		     void (*fn)(view_resv_t *v, void *arg), void *arg)
{
	char *copy = text_dup(names), *rest = NULL;
	view_resv_t *v;

	for (char *name = copy ? strtok_r(copy, ",", &rest) : NULL; name;
	     name = strtok_r(NULL, ",", &rest))
		if ((v = view_find(office, name)) && v->booking)
			fn(v, arg);
	free(copy);
}

void loan_reset(office_t *office)
{
	office->loans->borrowers = 0;
	office->loans->parked_soon = false;
}

const office_state_t loans_state = OFFICE_STATE(loans, NULL, NULL);
