/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/place/ask.h"
#include "plugin/booking/request/text.h"

int ask_refuse(ask_t *a, int rc, const char *text)
{
	a->text = text_dup(text);
	return rc;
}

void ask_free(ask_t *a)
{
	request_free(&a->known);
	shape_free(&a->shape);
	free_null(a->revision.asked_nodes);	/* its shape is a->shape */
	free_null(a->held);
	free_null(a->lifted.list);
	free_null(a->text);
	free_null(a->note);
	ledger_past_destroy(a->past);
	a->past = NULL;
	free_null(a->stands);
	if (a->stood)
		ledger_request_destroy(a->stood->request);
	free_null(a->stood);
	free_null(a->name);
	booking_destroy(a->before);
	a->before = NULL;
	shift_free(&a->shifted);
}
