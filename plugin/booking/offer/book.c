/* SPDX-License-Identifier: GPL-2.0-or-later */
/* book.c - see book.h */

#include "plugin/booking/offer/book.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"

int book_plan(office_t *office, ask_t *a)
{
	const char *name = a->verb->nameless ? NULL : a->request->name;
	refusal_t refusal;

	if (a->kind->place(office, a, &refusal)) {
		a->verb->queue(office, a);
		return 0;
	}
	if (!refusal.rc)
		return a->rc;
	a->text = refusal_text(office, name, &a->shape, &refusal, a->uid);
	if (!refusal.unsound) {
		turns_count(office, &office->refused_cnt);
		if (a->verb->refused)
			a->verb->refused(office, a);
	}
	refusal_free(&refusal);
	return a->rc;
}
