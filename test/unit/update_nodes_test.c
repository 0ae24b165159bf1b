/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_nodes_test.c - an update adds nodes to a reservation and removes nodes */

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/update_place.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

/* The nodes of a list with signs, where the reservation has a and b. */
static const struct {
	const char *list;
	int rc;
	const char *want;
} signs[] = {
	{ "c", 0, NULL },
	{ "", 0, NULL },
	{ "+c", 0, "abc" },
	{ "-a", 0, "b" },
	{ "+cd,-ab", 0, "cd" },
	{ "-a,+a", 0, "ab" },
	{ "-ab", REFUSED_NODES, NULL },
	{ "+c,d", REFUSED_NODES, NULL },
	{ "+", REFUSED_NODES, NULL },
	{ "+z", REFUSED_NODES, NULL },
};

START_TEST(nodes_are_added_and_removed_by_signs)
{
	garq_set_t *nodes = test_set(8, "0-1");
	view_resv_t v = { .nodes = nodes };
	request_t request = { .node_list = text_dup(signs[_i].list) };
	ask_t a = { .request = &request, .v = &v };
	const char *want = signs[_i].want ? signs[_i].want : signs[_i].list;

	ck_assert_int_eq(update_signed_nodes(office, &a), signs[_i].rc);
	ck_assert_int_eq(!a.text, !signs[_i].rc);
	ck_assert(text_same(request.node_list, want));
	request_free(&request);
	ask_free(&a);
	garq_set_destroy(nodes);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("update_nodes");
	TCase *tc = tcase_create("update_nodes");

	tcase_add_checked_fixture(tc, world_setup, world_teardown);
	tcase_add_loop_test(tc, nodes_are_added_and_removed_by_signs, 0,
			    sizeof(signs) / sizeof(signs[0]));
	suite_add_tcase(s, tc);
	return test_run(s);
}
