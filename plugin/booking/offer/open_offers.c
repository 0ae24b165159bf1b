/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/offer/open_offers.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/offer/standing_list.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/rights/users.h"

typedef struct {
	office_t *office;
	ask_t *ask;
} native_list_t;

static void _add_tables(office_t *office, const char *unit, ask_t *a)
{
	bool operator = office->host->users->is_operator(office, a->uid);
	char *tables = offers_open_tables(office, a->uid, a->now, unit,
					  operator);

	if (tables[0])
		text_add(&a->text,
			 "none, these offers are open; to take one: scontrol update ReservationName=NAME\n%s",
			 tables);
	else
		text_add(&a->text, "none, and no offers are open");
	free(tables);
	query_mention_reservation(office, OFFERS_LIST, a);
}

/* For view_each(): a reservation that is no booking. */
static void _add_native(view_resv_t *v, void *arg)
{
	const native_list_t *l = arg;

	if (v->booking || !users_sees_resv(l->office, v, l->ask->uid))
		return;
	text_add(&l->ask->text, ANSWER_NATIVE "=%d", ANSWER_VERSION);
	text_add_value(&l->ask->text, "name", v->name);
	text_add_value(&l->ask->text, "by", kind_native_word_of(v));
	text_add(&l->ask->text, "\n");
}

/* RET the number of nodes that can be booked */
static uint32_t _all_nodes(office_t *office)
{
	garq_set_t *all = NULL;
	char *why = NULL;
	uint32_t cnt;

	if (office->host->nodes->eligible(office, "ALL", false, NULL, NULL, 0,
					  &all, &why))
		all = NULL;
	cnt = all ? garq_set_count(all) : 0;
	garq_set_destroy(all);
	free_null(why);
	return cnt;
}

static int _plan_open(office_t *office, ask_t *a)
{
	const char *unit = price_unit(office);
	bool people = !a->program;
	native_list_t natives = { office, a };
	char *lines;

	a->program = true;
	if (people)
		_add_tables(office, unit, a);
	lines = offers_open_lines(office, a->uid, a->now, unit);
	if (lines[0] || !people)
		text_add(&a->text, "%s%s", people ? "\n" : "", lines);
	if (!people) {
		text_add(&a->text, "%s", lines[0] ? "\n" : "");
		standing_add_lines(office, a);
		view_each(office, _add_native, &natives);
		text_add(&a->text, ANSWER_USER "=%d uid=%u operator=%d nodes=%u",
			 ANSWER_VERSION, a->uid,
			 office->host->users->is_operator(office, a->uid),
			 _all_nodes(office));
	}
	free(lines);
	return 0;
}

const verb_t open_offers_verb = {
	.word = "offers",
	.question = true,
	.turns = true,
	.form = NAME_OFFERS,
	.plan = _plan_open,
};
