/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loan.c - see loan.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/park/loan.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/controller.h"

static uint32_t borrowers;	/* nesting depth of loan_all() */
static bool rebuilding;
static bool parked_soon;	/* see loan_park_soon() */

bool loan_is_unparked(const view_resv_t *v)
{
	return v->linked && !v->on_loan;
}

static void _lend(view_resv_t *v)
{
	if (v->linked)
		return;
	controller->link(v);
	v->on_loan = true;
	v->saved = false;
}

void loan_park(view_resv_t *v)
{
	v->on_loan = v->linked && (borrowers || v->requests);
	if (!v->on_loan)
		controller->unlink(v);
}

/* A loan without a borrower, until loan_park_end(). */
void loan_park_soon(view_resv_t *v)
{
	v->on_loan = v->linked;
	parked_soon |= v->on_loan;
}

static void _lend_one(view_resv_t *v, void *arg)
{
	(void) arg;
	_lend(v);
}

void loan_all(void)
{
	if (!borrowers++)
		view_each(_lend_one, NULL);
}

/* End a loan. RET false: there is none, or requests still need v */
static bool _end_loan(view_resv_t *v)
{
	if (!v->on_loan || v->requests)
		return false;
	v->on_loan = false;
	return true;
}

void loan_all_end(void)
{
	if (borrowers && !--borrowers)
		controller->unlink_if(_end_loan);
}

void loan_park_end(void)
{
	if (parked_soon && !borrowers)
		controller->unlink_if(_end_loan);
	parked_soon = false;
}

void loan_rebuild_begin(void)
{
	if (!rebuilding)
		loan_all();
	rebuilding = true;
}

void loan_rebuild_end(void)
{
	if (!rebuilding)
		return;
	rebuilding = false;
	loan_all_end();
}

void loan_to_request(view_resv_t *v)
{
	_lend(v);
	v->requests++;
}

void loan_each_named(const char *names,
		     void (*fn)(view_resv_t *v, void *arg), void *arg)
{
	char *copy = text_dup(names), *rest = NULL;
	view_resv_t *v;

	for (char *name = copy ? strtok_r(copy, ",", &rest) : NULL; name;
	     name = strtok_r(NULL, ",", &rest))
		if ((v = view_find(name)) && v->booking)
			fn(v, arg);
	free(copy);
}

void loan_reset(void)
{
	borrowers = 0;
	parked_soon = false;
}
