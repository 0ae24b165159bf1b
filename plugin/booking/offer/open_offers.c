/* SPDX-License-Identifier: GPL-2.0-or-later */
/* open_offers.c - see open_offers.h */

#include <errno.h>

#include "plugin/booking/offer/open_offers.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"

/* RET 0 or ENOMEM */
static int _add_tables(office_t *office, bool with_cost, ask_t *a)
{
	bool operator= office->host->users->is_operator(office, a->uid), whole;
	char *tables = offers_open_tables(office, a->uid, a->now, with_cost,
					  operator);

	if (!tables)
		return ENOMEM;
	if (tables[0])
		whole = text_add(&a->text,
				 "none, these offers are open; to take one: scontrol update ReservationName=NAME\n%s",
				 tables);
	else
		whole = text_add(&a->text, "none, and no offers are open");
	free(tables);
	if (!whole)
		return ENOMEM;
	query_mention_reservation(office, OFFERS_LIST, a);
	return 0;
}

static int _plan_open(office_t *office, ask_t *a)
{
	bool with_cost = (office->options.bcost > 0), people = !a->program;
	char *lines = NULL;
	bool whole = true;

	a->program = true;
	if ((people && _add_tables(office, with_cost, a)) ||
	    !(lines = offers_open_lines(office, a->uid, a->now, with_cost)))
		return ENOMEM;
	if (lines[0] || !people)
		whole = text_add(&a->text, "%s%s", people ? "\n" : "", lines);
	if (!people && whole)
		whole = text_add(&a->text,
				 "%s" ANSWER_USER "=%d uid=%u operator=%d",
				 lines[0] ? "\n" : "", ANSWER_VERSION, a->uid,
				 office->host->users->is_operator(office,
								  a->uid));
	free(lines);
	return (whole && a->text) ? 0 : ENOMEM;
}

const verb_t open_offers_verb = {
	.word = "offers",
	.question = true,
	.turns = true,
	.names = { OFFERS_LIST, ANSWER_OFFERS },
	.plan = _plan_open,
};
