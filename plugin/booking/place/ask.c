/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/place/ask.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/text.h"

/* True if name is the known one, or begins with it where that ends with ":". */
static bool _is_name(const char *known, const char *name, bool program)
{
	size_t len = strlen(known);

	if (text_begins(known, ANSWER_PREFIX))
		return program && text_same(known, name);
	return (known[len - 1] == ':') ? !strncasecmp(known, name, len) :
					 text_same_word(known, name);
}

bool ask_is_named(const verb_t *verb, const char *name, bool program)
{
	for (int i = 0; name && verb->names[i]; i++)
		if (_is_name(verb->names[i], name, program))
			return true;
	return false;
}

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
	free_null(a->lifted.id);
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
