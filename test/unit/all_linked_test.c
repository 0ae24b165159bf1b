/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * all_linked_test.c - for whom are all records linked?
 *
 * The locks, the loan and Slurm's handler are here, and note what is called.
 */

#include <check.h>
#include <stdlib.h>

#include "plugin/booking/park/loan.h"
#include "plugin/rpc/handlers.h"
#include "plugin/slurm/compat/ctld_office.h"
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

int main(void)
{
	Suite *suite = suite_create("all_linked");
	TCase *tc = test_case(suite, "facts", 0);

	tcase_add_test(tc, linked_for_root_and_slurm_user);
	tcase_add_test(tc, nothing_is_done_for_others);
	tcase_add_test(tc, nothing_is_done_in_another_slurmctld);
	return test_run(suite);
}
