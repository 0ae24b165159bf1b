/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answered.h"
#include "contrib/sresv/ctl/wish.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/plan.h"
#include "contrib/sresv/reasons.h"
#include "contrib/sresv/text/plain.h"

/* RET true if lines for people follow the tables, which are flushed here. */
static bool _talks(const options_t *o)
{
	fflush(stdout);
	return !o->quiet && !o->json && !o->lines && !o->no_heads;
}

static void _hint(const options_t *o, const answer_t *a)
{
	if (!_talks(o) || !a->offers.cnt)
		return;
	if (o->verb == PRICE) {
		fputs("sresv: nothing is kept of these: sresv query makes offers that can be taken\n",
		      stderr);
		return;
	}
	fprintf(stderr, "sresv: to take one: sresv accept %s",
		(a->offers.list[0].name[0] == '-') ? "-- " : "");
	plain_put_word(stderr, a->offers.list[0].name);
	fputc('\n', stderr);
}

/*
 * Say that a sheet is missing, as memory was short. A booking is made all the same,
 * but a question has no other answer.
 */
static void _tell_short(const options_t *o, answer_t *a)
{
	if (o->verb == QUERY)
		a->status = STATUS_FAILED;
	answer_say(a, "out of memory: the answer is not shown as a whole");
}

/* Report a booked form that is less than the request. */
static void _say_less(const wish_t *w, const char *name, int64_t nodes,
		      int64_t seconds, answer_t *a)
{
	char *less = wish_less(w, nodes, seconds), *line = NULL;

	if (less && (asprintf(&line, "%s: %s", name ? name : "it", less) >= 0))
		answer_say(a, line);
	free(line);
	free(less);
}

/* Show a new reservation. IN w - NULL: it may be less than the request */
static void _show_one(const wish_t *w, const reserve_info_msg_t *all,
		      const char *name, sheet_t *sheet, answer_t *a)
{
	const reserve_info_t *r = show_find(all, name);

	show_new(sheet, all, name, NULL);
	if (r && w)
		_say_less(w, name, r->node_cnt, r->end_time - r->start_time, a);
}

/* Show the new reservation, or those of a series. RET NULL: memory is short */
static sheet_t *_show_booked(const wish_t *w, const taken_t *taken, answer_t *a)
{
	bool forms = w && !(taken && taken->name) && wishes_elastic(&w->wishes);
	sheet_t *sheet = show_reservations();
	reserve_info_msg_t *all = NULL;
	answer_t loaded = { .status = STATUS_DONE };
	char *names = a->name ? strdup(a->name) : NULL, *rest = NULL;

	if (!names || !sheet)
		return sheet;
	ctl_load(&all, &loaded);
	for (char *name = strtok_r(names, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest))
		_show_one(forms ? w : NULL, all, name, sheet, a);
	if (all)
		slurm_free_reservation_info_msg(all);
	answer_free(&loaded);
	free(names);
	return sheet;
}

static sheet_t *_show_standers(const offers_t *offers)
{
	sheet_t *sheet = show_standers();

	for (size_t i = 0; i < offers->stander_cnt; i++)
		show_stander(sheet, &offers->standers[i]);
	return sheet;
}

/* Have the table show the prices. RET false: the site has none */
static bool _choose_prices(plan_t *p)
{
	/* the columns are there: no error */
	free(sheet_choose(p->plans,
			  "START,END,NODES,NODELIST,COST,JOB-COST,UNIT"));
	return p->priced;
}

void answered_say_undone(const options_t *o, const sheet_t *plans)
{
	bool one = (o->verb != PRICE) && (sheet_rows(plans) == 1);

	if (_talks(o))
		fprintf(stderr, "sresv: nothing was done%s\n", one ?
			"; with --plan and the plan's digits in the place of --dry-run it is done as told" :
			"");
}

/* Print the plan of a look, which is its whole answer. */
static int _print_plan(const options_t *o, const wish_t *w, answer_t *a)
{
	plan_t p;
	int rc;

	if (!plan_begin(&p) || !plan_add(&p, a->lines)) {
		answer_free(a);
		a->status = STATUS_FAILED;
		answer_say(a, FIGURES_NONE);
	} else if (w && wishes_elastic(&w->wishes) && !w->wishes.also_cnt) {
		_say_less(w, w->name, p.nodes, p.seconds, a);
	}
	if (!a->status && (o->verb == PRICE) && !_choose_prices(&p))
		answer_say(a, "the site has no prices");
	rc = out_print(o, a->status, a->why,
		       (sheet_t *const []) { p.plans, p.moves, NULL });
	if (!rc)
		answered_say_undone(o, p.plans);
	plan_end(&p);
	answer_free(a);
	return rc;
}

int answered_print(const options_t *o, const wish_t *w, const taken_t *taken,
		   answer_t *a)
{
	sheet_t *sheets[5 + REASONS_SHEETS] = { NULL };
	bool whole = true;
	size_t cnt = 0;
	int rc;

	if (a->lines)
		return _print_plan(o, w, a);
	if (o->verb != QUERY) {
		sheets[cnt] = _show_booked(w, taken, a);
		whole = (sheets[cnt] != NULL);
		cnt += whole;
	}
	sheets[cnt] = show_offers();
	show_all_offers(sheets[cnt], &a->offers);
	if (o->verb == PRICE)	/* their names mean nothing any more */
		free(sheet_choose(sheets[cnt], "START,END,NODES,COST,WHAT"));
	whole = whole && sheets[cnt];
	cnt += (sheets[cnt] != NULL);
	if (o->json && w && w->wishes.standby) {
		sheets[cnt] = _show_standers(&a->offers);
		whole = whole && sheets[cnt];
		cnt += (sheets[cnt] != NULL);
	}
	if (o->json) {
		whole = reasons_read(a->said, &sheets[cnt]) && whole;
		cnt += REASONS_SHEETS;
	}
	if (!whole)
		_tell_short(o, a);
	if (taken && o->json)
		sheets[cnt] = show_taken(taken);
	rc = out_print(o, a->status, a->why, sheets);
	if (rc != STATUS_FAILED)
		_hint(o, a);
	for (size_t i = 0; i < sizeof(sheets) / sizeof(sheets[0]); i++)
		sheet_destroy(sheets[i]);
	answer_free(a);
	return rc;
}

void answered_ask(const wish_t *w, const char *question, answered_fn read,
		  const void *arg, sheet_t *sheet, answer_t *a)
{
	static const wish_t none = WISH_NONE;
	figures_t f = { .cnt = 0 };
	char *text = NULL;

	ctl_ask(w ? w : &none, question, &text, a);
	if ((a->status == STATUS_DONE) &&
	    (!figures_read(text, &f) || !read(&f, arg, sheet))) {
		a->status = STATUS_FAILED;
		answer_say(a, FIGURES_NONE);
	}
	if (!sheet)
		a->status = STATUS_FAILED;
	figures_free(&f);
	free(text);
}
