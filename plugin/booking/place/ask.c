/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ask.c - see ask.h */

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
	revision_free(&a->revision);
	free_null(a->held);
	free_null(a->text);
	free_null(a->name);
	booking_destroy(a->before);
	a->before = NULL;
	shift_free(&a->shifted);
}
