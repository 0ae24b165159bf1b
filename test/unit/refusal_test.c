/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * refusal_test.c - which holders of nodes and licenses a refusal names.
 *
 * The view is below: reservation "ri" has the id i.
 */

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/view/view_cores.h"
#include "test/unit/test_util.h"

#define HOLDERS 3000

static const char *order;	/* of the holders: 's'een or 'h'idden */
static int cnt;			/* of the holders */
static int calls;

static bool seen(uint64_t id)
{
	return order[(id - 1) % strlen(order)] == 's';
}

view_resv_t *view_find_id(office_t *office, uint64_t id)
{
	(void) office;
	static view_resv_t v;
	static char name[16];

	snprintf(name, sizeof(name), "r%d", (int) id);
	memset(&v, 0, sizeof(v));
	v.name = name;
	v.id = id;
	return &v;
}

bool users_may_see(office_t *office, uint32_t uid, const view_holder_t *who)
{
	(void) office;
	(void) uid;
	return seen((uint64_t) atoi(who->name + 1));
}

void lic_each(const lic_counts_t *c, const char *name, time_t t_s, time_t t_e,
	      uint64_t group, garq_nodes_fn fn, void *arg)
{
	(void) c;
	(void) name;
	(void) group;
	for (int i = 1; i <= cnt; i++, calls++)
		if (!fn(arg, (uint64_t) i, 0, t_s, t_e))
			return;
}

uint32_t lic_held(const lic_holder_t *h, const char *name)
{
	(void) h;
	(void) name;
	return 1;
}

void garq_nodes_each(const garq_nodes_t *n, const garq_set_t *nodes, time_t t_s,
		     time_t t_e, uint64_t group, garq_nodes_fn fn, void *arg)
{
	(void) n;
	(void) nodes;
	lic_each(NULL, NULL, t_s, t_e, group, fn, arg);
}

const garq_nodes_t *garq_machine_nodes(const garq_machine_t *m)
{
	(void) m;
	return NULL;
}

bool view_holder(office_t *office, uint64_t id, view_holder_t *ret)
{
	*ret = (view_holder_t) { .kind = VIEW_RESV,
				 .name = view_find_id(office, id)->name };
	return true;
}

bool view_is_by_cores(const view_resv_t *v)
{
	(void) v;
	return false;
}

static char *node_list(office_t *of, const garq_set_t *nodes)
{
	(void) of;
	(void) nodes;
	return text_dup("n1");
}

view_rest_t view_rest(office_t *office, const garq_set_t *nodes,
		      const view_span_t *span)
{
	(void) office;
	(void) nodes;
	(void) span;
	return (view_rest_t) { .cnt = 0 };
}

cores_t view_rest_on(const view_rest_t *rest, uint32_t node)
{
	(void) rest;
	(void) node;
	return cores_all(0, 0);
}

void view_rest_free(view_rest_t *rest)
{
	(void) rest;
}

static const host_nodes_t nodes = { .list = node_list };
static const host_t host = { .nodes = &nodes };
static office_t no_states = { .host = &host };	/* they are above */
static office_t *office = &no_states;

/* The rest of the view is not asked here. */
const lic_counts_t *view_licenses(office_t *office)
{
	(void) office;
	return NULL;
}

const garq_machine_t *view_machine(office_t *office)
{
	(void) office;
	return NULL;
}

uint32_t view_size(office_t *office)
{
	(void) office;
	return 1;
}

bool view_back_is_said(office_t *office, uint32_t node)
{
	(void) office;
	(void) node;
	return false;
}

bool invariant_stops_shifts(office_t *office)
{
	(void) office;
	return false;
}

/* --- tests --- */

/* Is it nodes that are missing, or a license? */
static bool of_nodes;

static void nodes_are_missing(void)
{
	of_nodes = true;
}

static void a_license_is_missing(void)
{
	of_nodes = false;
}

/* A refusal. RET the holders that it names, free() */
static char *named(const char *holders, int number)
{
	lic_t lic = { .name = "glue", .num = 9 };
	lic_short_t lacks = { .missing = 1, .at = 1000 };
	garq_set_t *nodes = garq_set_create(1);
	shape_t shape = { .eligible = nodes, .num_cn = 0, .duration = 60,
			  .licenses = { .list = &lic, .cnt = 1 } };
	refusal_t refusal = { .t_s = 1000, .t_e = 1060,
			      .licenses = of_nodes ? NULL : &lacks,
			      .answer = { .missing = of_nodes } };
	char *text, *from, *copy;

	order = holders;
	cnt = number;
	calls = 0;
	text = refusal_text(office, NULL, &shape, &refusal, 1, false);
	ck_assert_ptr_nonnull(text);
	from = strstr(text, "\nin the way: ");
	copy = text_dup(from ? from + strlen("\nin the way: ") : "");
	if (strchr(copy, '\n'))
		*strchr(copy, '\n') = '\0';
	free(text);
	garq_set_destroy(nodes);
	return copy;
}

static void assert_names(const char *holders, int number, const char *want)
{
	char *text = named(holders, number), *list = NULL, *last = NULL;

	/* Without the times. */
	for (char *one = strtok_r(text, ";", &last); one;
	     one = strtok_r(NULL, ";", &last)) {
		one[strcspn(one, "(")] = '\0';
		text_add(&list, "%s%s", list ? ";" : "", one);
	}
	ck_assert_str_eq(list ? list : "", want);
	free(list);
	free(text);
}

START_TEST(holders_behind_a_hidden_one_are_named)
{
	assert_names("hs", 2, "a reservation of another user; reservation r2 ");
	assert_names("shs", 3, of_nodes ?
		     "a reservation of another user; reservation r1 ; reservation r3 " :
		     "reservation r1 ; a reservation of another user; reservation r3 ");
	assert_names("s", 2, "reservation r1 ; reservation r2 ");
}
END_TEST

START_TEST(hidden_ones_are_told_once_and_not_counted)
{
	assert_names("h", 1, "a reservation of another user");
	assert_names("h", 20, "a reservation of another user");
	assert_names("h", HOLDERS, "a reservation of another user");
}
END_TEST

START_TEST(the_list_is_bounded)
{
	char *text = named("s", 20);

	ck_assert_ptr_nonnull(strstr(text, "reservation r8 "));
	ck_assert_ptr_null(strstr(text, "reservation r9 "));
	ck_assert_ptr_nonnull(strstr(text, "; and others"));
	free(text);
	free(named("h", HOLDERS));
	ck_assert_int_lt(calls, HOLDERS);
}
END_TEST

/* A search that was given up proves nothing. RET the text, free() */
static char *untried(refusal_t refusal)
{
	garq_set_t *nodes = garq_set_create(1);
	shape_t shape = { .eligible = nodes, .num_cn = 1, .duration = 60,
			  .t_lsr = 1000 };
	char *text;

	garq_set_add(nodes, 0);
	order = "s";
	cnt = 0;
	refusal.answer.none_before = 2000;
	text = refusal_text(office, "r", &shape, &refusal, 1, false);
	ck_assert_ptr_nonnull(text);
	garq_set_destroy(nodes);
	return text;
}

START_TEST(what_was_not_tried_is_told)
{
	static const struct {
		refusal_t refusal;
		const char *says;
	} cases[] = {
		{ { .cut = true, .answer.missing = 1 }, "\nnot all ways of shifting others were tried: that takes too many steps" },
		{ { .capped = 64, .answer.missing = 1 }, "\nways of shifting that change more than 64 others were left out (garq_moves)" },
		{ { .answer = { .missing = 1, .cut = true } }, "\nnot all starts of the window were tried: that takes too many steps" },
		{ { .blocked = 7, .cut = true }, "it fits, but not all was tried to keep the order of reservations (garq_shift=paper)" },
	};
	char *text;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		text = untried(cases[i].refusal);
		ck_assert_ptr_nonnull(strstr(text, cases[i].says));
		ck_assert_ptr_nonnull(strstr(text, " was found"));
		ck_assert_ptr_null(strstr(text, " fits;"));
		ck_assert_ptr_null(strstr(text, "would find no place"));
		free(text);
	}
	text = untried((refusal_t) { .answer.missing = 1 });
	ck_assert_ptr_nonnull(strstr(text, " fits;"));
	ck_assert_ptr_null(strstr(text, "tried"));
	free(text);
	text = untried((refusal_t) { .blocked = 7 });
	ck_assert_ptr_nonnull(strstr(text, "reservation r7 would find no place"));
	free(text);
}
END_TEST

/* The lines for programs name what the words for people name, and no more. */
START_TEST(programs_get_lines)
{
	lic_t lic = { .name = "a glue", .num = 9 };
	lic_short_t lacks = { .missing = 2, .at = 1000 };
	garq_set_t *nodes = garq_set_create(1);
	shape_t shape = { .eligible = nodes, .num_cn = 1, .duration = 60,
			  .licenses = { .list = &lic, .cnt = 1 } };
	refusal_t refusal = { .t_s = 1000, .t_e = 1060, .licenses = &lacks,
			      .answer = { .missing = 1, .short_at = 1000,
					  .has_later = true, .later = 2000 } };
	char *people, *text;

	garq_set_add(nodes, 0);
	order = "hs";
	cnt = 2;
	people = refusal_text(office, "r", &shape, &refusal, 1, false);
	text = refusal_text(office, "r", &shape, &refusal, 1, true);
	ck_assert_ptr_null(strstr(people, "garq-"));
	ck_assert_int_eq(strncmp(text, people, strlen(people)), 0);
	ck_assert_str_eq(text + strlen(people),
		"\ngarq-missing=1 count=1 of=1 from=1000"
		"\ngarq-blocker=1 kind=reservation"
		"\ngarq-blocker=1 kind=reservation name=r2 start=1000 end=1060 on=n1"
		"\ngarq-missing=1 count=2 of=9 from=1000 license=a\\x20glue"
		"\ngarq-blocker=1 kind=reservation license=a\\x20glue"
		"\ngarq-blocker=1 kind=reservation name=r2 start=1000 end=1060 license=a\\x20glue"
		"\ngarq-earliest=1 start=2000");
	free(people);
	free(text);
	cnt = 0;
	refusal.answer = (garq_answer_t) { .none_before = 3000 };
	refusal.licenses = NULL;
	text = refusal_text(office, "r", &shape, &refusal, 1, true);
	ck_assert_ptr_nonnull(strstr(text, "\ngarq-earliest=1 none-before=3000"));
	free(text);
	shape.num_cn = 3;
	text = refusal_text(office, "r", &shape, &refusal, 1, true);
	ck_assert_ptr_nonnull(strstr(text, "\ngarq-missing=1 count=2 of=3"));
	ck_assert_ptr_null(strstr(text, "from="));
	free(text);
	garq_set_destroy(nodes);
}
END_TEST

static void facts(Suite *suite, const char *name, void (*what)(void))
{
	TCase *tc = test_case(suite, name, 0);

	tcase_add_checked_fixture(tc, what, NULL);
	tcase_add_test(tc, holders_behind_a_hidden_one_are_named);
	tcase_add_test(tc, hidden_ones_are_told_once_and_not_counted);
	tcase_add_test(tc, the_list_is_bounded);
}

int main(void)
{
	Suite *suite = suite_create("refusal");

	facts(suite, "nodes", nodes_are_missing);
	facts(suite, "licenses", a_license_is_missing);
	tcase_add_test(test_case(suite, "programs", 0), programs_get_lines);
	tcase_add_test(test_case(suite, "untried", 0), what_was_not_tried_is_told);
	return test_run(suite);
}
