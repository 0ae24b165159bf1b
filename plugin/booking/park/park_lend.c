/* SPDX-License-Identifier: GPL-2.0-or-later */
/* park_lend.c - lend records to a request that names them; see park.h */

#include "plugin/booking/park/park.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"

/* The loans of a request that names reservations. */
typedef struct {
	office_t *office;
	uint32_t uid;
	uint32_t cnt;		/* number of records to be lent */
	bool denied;		/* uid may not enter one of them */
	const char *unanswered;	/* the name of one that is not made yet */
	bool groups;		/* one of them has groups for its users */
	park_loan_t loan;
} borrow_t;

static void _may_borrow(view_resv_t *v, void *arg)
{
	borrow_t *borrow = arg;
	bool may = borrow->office->host->users->may_enter(borrow->office,
							  v->rec, borrow->uid);

	if (may && v->unanswered)
		borrow->unanswered = v->name;
	if (view_is_unparked(v))
		return;
	borrow->cnt++;
	borrow->denied |= !may;
}

static void _borrow(view_resv_t *v, void *arg)
{
	borrow_t *borrow = arg;

	borrow->groups |= !v->linked && v->attrs.groups;
	loan_to_request(borrow->office, v);
	borrow->loan.on_loan |= v->on_loan;
	borrow->loan.unsaved |= !v->saved;
}

int park_lend_named(office_t *office, const char *names, uint32_t uid,
		    park_loan_t *ret_loan, char **ret_text)
{
	borrow_t borrow = { .office = office, .uid = uid };

	loan_each_named(office, names, _may_borrow, &borrow);
	if (borrow.denied)
		return REFUSED_NO_ACCESS;
	if (borrow.unanswered)
		return text_refuse(ret_text, REFUSED_NO_SUCH,
			"reservation %s is being made: try again when scontrol has answered",
			borrow.unanswered);
	if (borrow.cnt > LOAN_NAMES_MAX)
		return text_refuse(ret_text, REFUSED_NO_SUCH,
			"%u reservations are named that lie ahead: name %d or fewer",
			borrow.cnt, LOAN_NAMES_MAX);
	loan_each_named(office, names, _borrow, &borrow);
	office->host->list->restore_stamp(office);
	if (borrow.groups)
		office->host->users->refresh_groups(office);
	*ret_loan = borrow.loan;
	return 0;
}

bool park_validate_user(office_t *office, const char *name, uint32_t uid)
{
	view_resv_t *v = view_find(office, name);
	bool was_linked, ok;

	if (v && record_keeps_out(&v->attrs, uid))
		return false;
	was_linked = v && park_fetch(office, v);
	ok = office->host->users->may_delete(office, name, uid);
	if (v && !was_linked)
		loan_park(office, v);
	return ok;
}
