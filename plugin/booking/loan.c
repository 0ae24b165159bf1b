/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loan.c - see loan.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/loan.h"

static uint32_t borrowers;	/* of all records, see lend_all() */

bool lend_is_own(const view_resv_t *v)
{
	return v->linked && !v->lent;
}

static void _lend(view_resv_t *v)
{
	if (v->linked)
		return;
	controller->link(v);
	v->lent = true;
	v->saved = false;
}

void lend_unlink(view_resv_t *v)
{
	v->lent = v->linked && (borrowers || v->named);
	if (!v->lent)
		controller->unlink(v);
}

static void _lend_one(view_resv_t *v, void *arg)
{
	(void) arg;
	_lend(v);
}

void lend_all(void)
{
	if (!borrowers++)
		view_each(_lend_one, NULL);
}

/* RET is the loan over? */
static bool _ends(view_resv_t *v)
{
	if (!v->lent || v->named)
		return false;
	v->lent = false;
	return true;
}

void lend_all_end(void)
{
	if (borrowers && !--borrowers)
		controller->unlink_all(_ends);
}

void lend_named(view_resv_t *v)
{
	_lend(v);
	v->named++;
}

void lend_reset(void)
{
	borrowers = 0;
}
