/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * all_linked_test.c - for whom are all records linked?
 *
 * The locks, the loan and Slurm's handler are here, and note what is called.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/park/loan.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/view.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"
#include "test/unit/test_util.h"

#define SLURM_USER 64

/* What is called is below. */
static office_t no_states;
office_t *office = &no_states;

static char calls[32];
static size_t call_cnt;

static void note(char call)
{
	ck_assert_uint_lt(call_cnt + 1, sizeof(calls));
	calls[call_cnt++] = call;
	calls[call_cnt] = '\0';
}

void site_lock(bool write_jobs)
{
	(void) write_jobs;
	note('(');
}

void site_unlock(bool write_jobs)
{
	(void) write_jobs;
	note(')');
}

int site_sync(time_t now, char **ret_text)
{
	(void) now;
	(void) ret_text;
	note('s');
	return 0;
}

void loan_all(office_t *office)
{
	(void) office;
	note('+');
}

void loan_all_end(office_t *office)
{
	(void) office;
	note('-');
}

/* A reservation of cores is on node 0 of 4. */
void view_each(office_t *office, void (*fn)(view_resv_t *v, void *arg),
	       void *arg)
{
	view_resv_t v = { .name = "course" };

	(void) office;
	v.nodes = garq_set_create(4);
	garq_set_add(v.nodes, 0);
	fn(&v, arg);
	garq_set_destroy(v.nodes);
}

bool view_is_by_cores(const view_resv_t *v)
{
	(void) v;
	return true;
}

/* Nodes are called 0, 1, ... */
int nodes_from_list(const char *list, garq_set_t **ret_set)
{
	*ret_set = garq_set_create(4);
	garq_set_add(*ret_set, (uint32_t) atoi(list));
	return 0;
}

void counts_refused(office_t *office, int rc)
{
	(void) office;
	ck_assert_int_eq(rc, REFUSED_BUSY);
	note('b');
}

void reply_refused(slurm_msg_t *msg, const char *what, const char *name,
		   int rc, const char *text, bool program)
{
	(void) msg;
	(void) what;
	(void) name;
	(void) program;
	ck_assert_int_eq(rc, REFUSED_BUSY);
	ck_assert_ptr_nonnull(strstr(text, "reservation course has cores"));
	note('R');
}

bool validate_super_user(uid_t uid)
{
	return !uid || (uid == SLURM_USER);
}

static void native(slurm_msg_t *msg)
{
	(void) msg;
	note('N');
}

static void assert_calls(uint32_t uid, const char *want)
{
	slurm_msg_t msg = { .auth_uid = uid };

	call_cnt = 0;
	handle_with_all_linked(&msg, native);
	ck_assert_str_eq(calls, want);
}

START_TEST(linked_for_root_and_slurm_user)
{
	office->abi_differs = false;
	assert_calls(0, "(+)N(s-)");
	assert_calls(SLURM_USER, "(+)N(s-)");
}
END_TEST

START_TEST(nothing_is_done_for_others)
{
	office->abi_differs = false;
	assert_calls(1000, "N");
}
END_TEST

START_TEST(nothing_is_done_in_another_slurmctld)
{
	office->abi_differs = true;
	assert_calls(0, "N");
}
END_TEST

static void assert_deletion(uint32_t uid, char *node, const char *want)
{
	update_node_msg_t nodes = { .node_names = node };
	slurm_msg_t msg = {
		.auth_uid = uid, .msg_type = REQUEST_DELETE_NODE, .data = &nodes,
	};

	call_cnt = 0;
	handle_with_all_linked(&msg, native);
	ck_assert_str_eq(calls, want);
}

START_TEST(nodes_with_booked_cores_are_not_deleted)
{
	char booked[] = "0", other[] = "1";

	office->abi_differs = false;
	assert_deletion(0, booked, "()bR");
	assert_deletion(0, other, "()(+)N(s-)");
	assert_deletion(1000, booked, "N");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("all_linked");
	TCase *tc = test_case(suite, "facts", 0);

	tcase_add_test(tc, linked_for_root_and_slurm_user);
	tcase_add_test(tc, nothing_is_done_for_others);
	tcase_add_test(tc, nothing_is_done_in_another_slurmctld);
	tcase_add_test(tc, nodes_with_booked_cores_are_not_deleted);
	return test_run(suite);
}
