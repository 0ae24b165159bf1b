/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sresv_lrs_test.c - children that answer, keep silent, end, or talk nonsense.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "contrib/sresv/co/lrs/lrs.h"
#include "test/unit/test_util.h"

#define HELLO "echo '{\"co-lrs\":1}'; "
#define SOON 10000	/* ms: longer than any child here needs */

typedef struct {
	size_t cnt;		/* answers */
	status_t status;
	bool unknown;
	char why[600];
	int64_t now, until;
	int64_t asked;
	lrs_t *again;		/* ask this one again, once */
} seen_t;

static lrs_t *_open(const char *command)
{
	const lrs_cluster_t c = { .name = "a", .command = command };
	lrs_t *lrs = lrs_open(&c, 1, NULL);

	ck_assert_ptr_nonnull(lrs);
	return lrs;
}

static void _see(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	static const lrs_ask_t ping = { .op = LRS_PING };
	seen_t *seen = arg;
	lrs_t *again = seen->again;

	ck_assert_uint_eq(cluster, 0);
	seen->cnt++;
	seen->status = answer->status;
	seen->unknown = answer->unknown;
	seen->now = answer->now;
	seen->until = answer->until;
	seen->asked = answer->asked;
	ck_assert_int_le(answer->asked, answer->answered);
	snprintf(seen->why, sizeof(seen->why), "%s", answer->why);
	seen->again = NULL;
	if (again)
		ck_assert_int_eq(lrs_ask(again, 0, &ping, SOON, _see, arg), 0);
}

static void _ask(lrs_t *lrs, const lrs_ask_t *ask, int64_t ms, seen_t *seen)
{
	ck_assert_int_eq(lrs_ask(lrs, 0, ask, ms, _see, seen), 0);
}

static const lrs_ask_t ping = { .op = LRS_PING };
static const lrs_ask_t hold = {
	.op = LRS_HOLD, .name = "co-abcdef.1of2.A", .ttl = 120,
	.shape = { .start = 1800000000, .length = 3600, .nodes = 4,
		   .partition = "p" },
};

/* Ask a child of this command once. */
static seen_t _once(const char *command, const lrs_ask_t *ask, int64_t ms)
{
	lrs_t *lrs = _open(command);
	seen_t seen = { .cnt = 0 };

	_ask(lrs, ask, ms, &seen);
	lrs_wait(lrs);
	ck_assert_uint_eq(seen.cnt, 1);
	lrs_close(lrs);
	ck_assert_uint_eq(seen.cnt, 1);
	return seen;
}

START_TEST(an_answer_comes_back)
{
	seen_t seen = _once(HELLO "read x; echo '{\"tag\":1,\"status\":0,\"now\":17,\"until\":18}'; cat",
			    &hold, SOON);

	ck_assert_int_eq(seen.status, STATUS_DONE);
	ck_assert(!seen.unknown);
	ck_assert_int_eq(seen.now, 17);
	ck_assert_int_eq(seen.until, 18);
	ck_assert_str_eq(seen.why, "");
}
END_TEST

/* The request as a line of doc/CO.md, which the child sends back as its why. */
START_TEST(a_request_is_a_line)
{
	seen_t seen = _once(HELLO "read x; echo \"$x\" | sed 's/\"/\\\\\"/g; s/.*/{\"tag\":1,\"status\":3,\"why\":\"&\"}/'; cat",
			    &hold, SOON);

	ck_assert_int_eq(seen.status, STATUS_REFUSED);
	ck_assert(!seen.unknown);
	ck_assert_str_eq(seen.why, "{\"tag\":1,\"op\":\"hold\",\"name\":\"co-abcdef.1of2.A\",\"ttl\":120,\"start\":1800000000,\"length\":3600,\"delay\":0,\"nodes\":4,\"partition\":\"p\"}");
}
END_TEST

/* Controls of a terminal, with ESC and of Unicode; text of other languages stays. */
START_TEST(what_is_shown_has_no_controls)
{
	seen_t seen = _once(HELLO "read x; printf '%s\\n' '{\"tag\":1,\"status\":3,\"why\":\"a\\u001b[31m\\r\\u009bb\\nc\\u007f\xc3\xa4\"}'; cat",
			    &ping, SOON);

	ck_assert_int_eq(seen.status, STATUS_REFUSED);
	ck_assert_str_eq(seen.why, "a?[31m??b\nc?\xc3\xa4");
}
END_TEST

START_TEST(a_login_shell_may_talk_first)
{
	seen_t seen = _once("echo welcome; echo '{}'; echo; " HELLO
			    "read x; echo '{\"tag\":1,\"status\":5}'; cat",
			    &ping, SOON);

	ck_assert_int_eq(seen.status, STATUS_UNKNOWN);
	ck_assert(!seen.unknown);
}
END_TEST

START_TEST(silence_is_unknown)
{
	seen_t seen = _once(HELLO "exec sleep 1000", &hold, 200);

	ck_assert_int_eq(seen.status, STATUS_SILENT);
	ck_assert(seen.unknown);
	ck_assert_str_eq(seen.why, "no answer within 0.2 s");
}
END_TEST

START_TEST(without_hello_nothing_is_sent)
{
	seen_t seen = _once("exec sleep 1000", &hold, 200);

	ck_assert_int_eq(seen.status, STATUS_SILENT);
	ck_assert(!seen.unknown);
	seen = _once("echo 'ssh: no such host' >&2; exit 255", &hold, SOON);
	ck_assert_int_eq(seen.status, STATUS_SILENT);
	ck_assert(!seen.unknown);
	ck_assert_str_eq(seen.why, "its child has ended: ssh: no such host");
}
END_TEST

START_TEST(an_end_without_an_answer_is_unknown)
{
	seen_t seen = _once(HELLO "read x; exit 1", &hold, SOON);

	ck_assert_int_eq(seen.status, STATUS_SILENT);
	ck_assert(seen.unknown);
}
END_TEST

START_TEST(nonsense_is_unknown)
{
	static const char *const lines[] = {
		"nonsense", "[]", "{\"tag\":1}", "{\"tag\":1,\"status\":9}",
		"{\"tag\":1,\"status\":-1}", "{\"status\":0}",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char command[300];
		seen_t seen;

		snprintf(command, sizeof(command),
			 HELLO "read x; echo '%s'; exec cat", lines[i]);
		seen = _once(command, &hold, SOON);
		ck_assert_int_eq(seen.status, STATUS_SILENT);
		ck_assert(seen.unknown);
	}
}
END_TEST

START_TEST(another_version_is_refused)
{
	seen_t seen = _once("echo '{\"co-lrs\":2}'; exec cat", &hold, SOON);

	ck_assert_int_eq(seen.status, STATUS_SILENT);
	ck_assert(!seen.unknown);
	ck_assert_ptr_nonnull(strstr(seen.why, "another version"));
}
END_TEST

START_TEST(a_child_tells_what_is_unknown)
{
	seen_t seen = _once(HELLO "read x; echo '{\"tag\":1,\"status\":6}'; cat",
			    &hold, SOON);

	ck_assert(seen.unknown);
	seen = _once(HELLO "read x; echo '{\"tag\":1,\"status\":6,\"unknown\":false}'; cat",
		     &hold, SOON);
	ck_assert(!seen.unknown);
	ck_assert_int_eq(seen.status, STATUS_SILENT);
}
END_TEST

/* The second answer comes first. */
START_TEST(answers_come_in_any_order)
{
	lrs_t *lrs = _open(HELLO "read x; read y; echo '{\"tag\":2,\"status\":3}'; echo '{\"tag\":7,\"status\":0}'; echo '{\"tag\":1,\"status\":4}'; cat");
	seen_t first = { .cnt = 0 }, second = { .cnt = 0 };

	_ask(lrs, &hold, SOON, &first);
	_ask(lrs, &ping, SOON, &second);
	lrs_wait(lrs);
	ck_assert_int_eq(first.status, STATUS_DENIED);
	ck_assert_int_eq(second.status, STATUS_REFUSED);
	lrs_close(lrs);
}
END_TEST

/* After a loss the next request starts another child; a callback may ask it. */
START_TEST(another_child_is_started)
{
	lrs_t *lrs = _open(HELLO "read x; case $x in *ping*) echo '{\"tag\":3,\"status\":0}';; esac");
	seen_t first = { .cnt = 0, .again = lrs }, second = { .cnt = 0 };

	_ask(lrs, &hold, SOON, &first);
	_ask(lrs, &hold, SOON, &second);
	lrs_wait(lrs);
	ck_assert_uint_eq(first.cnt, 2);
	ck_assert_int_eq(first.status, STATUS_DONE);
	ck_assert_uint_eq(second.cnt, 1);
	ck_assert(second.unknown);
	lrs_close(lrs);
}
END_TEST

/* All children sleep at the same time. */
START_TEST(children_work_side_by_side)
{
	enum { CNT = 20 };
	lrs_cluster_t c[CNT];
	seen_t seen[CNT] = { { .cnt = 0 } };
	int64_t begin = lrs_clock();
	lrs_t *lrs;

	for (size_t i = 0; i < CNT; i++)
		c[i] = (lrs_cluster_t) {
			.name = "a",
			.command = HELLO "read x; sleep 1; echo \"$x\" | sed 's/,.*/,\"status\":0}/'; cat",
		};
	lrs = lrs_open(c, CNT, NULL);
	ck_assert_ptr_nonnull(lrs);
	for (size_t i = 0; i < CNT; i++)
		ck_assert_int_eq(lrs_ask(lrs, i, &ping, SOON, NULL, &seen[i]),
				 0);
	lrs_wait(lrs);
	/* one after the other would be 20 s */
	ck_assert_int_lt(lrs_clock() - begin, 15000);
	lrs_close(lrs);
}
END_TEST

START_TEST(waiting_ends_in_time)
{
	lrs_t *lrs = _open(HELLO "exec sleep 1000");
	seen_t seen = { .cnt = 0 };

	_ask(lrs, &hold, 100000, &seen);
	ck_assert_uint_eq(lrs_wait_until(lrs, lrs_clock() + 100), 1);
	ck_assert_uint_eq(seen.cnt, 0);
	lrs_close(lrs);
	ck_assert_uint_eq(seen.cnt, 1);
	ck_assert_int_eq(seen.status, STATUS_SILENT);
}
END_TEST

/* Regression: a moment that had just passed was slept for without end. */
START_TEST(what_is_past_is_not_slept_for)
{
	int64_t begin = lrs_clock();

	lrs_sleep_until(begin - 1);
	lrs_sleep_until(0);
	lrs_sleep_until(INT64_MIN / 2);
	lrs_sleep_until(begin + 5);
	ck_assert_int_ge(lrs_clock(), begin + 5);
}
END_TEST

START_TEST(a_bad_request_is_refused)
{
	static const lrs_ask_t nameless = { .op = LRS_DROP };
	static const lrs_ask_t garbled = { .op = LRS_DROP, .name = "\xff" };
	lrs_t *lrs = _open("exit 1");

	ck_assert_int_eq(lrs_ask(lrs, 1, &ping, SOON, NULL, NULL), -1);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_int_eq(lrs_ask(lrs, 0, &nameless, SOON, NULL, NULL), -1);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_int_eq(lrs_ask(lrs, 0, &garbled, SOON, NULL, NULL), -1);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_uint_eq(lrs_wait_until(lrs, INT64_MAX), 0);
	lrs_close(lrs);
	lrs_close(NULL);
}
END_TEST

static void _members(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	lrs_member_t *list;
	size_t cnt;

	(void) cluster;
	*(bool *) arg = true;
	ck_assert_int_eq(lrs_members(answer, &list, &cnt), 0);
	ck_assert_uint_eq(cnt, 2);
	ck_assert_str_eq(list[0].name, "co-x.1of2.A");
	ck_assert(!list[0].held && list[0].degraded);
	ck_assert_int_eq(list[0].start, 5);
	ck_assert_int_eq(list[0].end, 6);
	ck_assert_int_eq(list[0].nodes, 3);
	ck_assert_str_eq(list[0].nodelist, "n[1-3]");
	ck_assert(list[1].held);
	ck_assert_str_eq(list[1].nodelist, "");
	free(list);
}

START_TEST(members_are_read)
{
	static const lrs_ask_t show = { .op = LRS_SHOW, .name = "co-" };
	lrs_t *lrs = _open(HELLO "read x; echo '{\"tag\":1,\"status\":0,\"members\":[{\"name\":\"co-x.1of2.A\",\"held\":false,\"start\":5,\"end\":6,\"nodes\":3,\"nodelist\":\"n[1-3]\",\"degraded\":true},{\"name\":\"b\",\"held\":true,\"start\":5,\"end\":6}]}'; cat");
	bool seen = false;

	ck_assert_int_eq(lrs_ask(lrs, 0, &show, SOON, _members, &seen), 0);
	lrs_wait(lrs);
	ck_assert(seen);
	lrs_close(lrs);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_lrs");
	TCase *tc = test_case(s, "lrs", 60);

	tcase_add_test(tc, an_answer_comes_back);
	tcase_add_test(tc, a_request_is_a_line);
	tcase_add_test(tc, what_is_shown_has_no_controls);
	tcase_add_test(tc, a_login_shell_may_talk_first);
	tcase_add_test(tc, silence_is_unknown);
	tcase_add_test(tc, without_hello_nothing_is_sent);
	tcase_add_test(tc, an_end_without_an_answer_is_unknown);
	tcase_add_test(tc, nonsense_is_unknown);
	tcase_add_test(tc, another_version_is_refused);
	tcase_add_test(tc, a_child_tells_what_is_unknown);
	tcase_add_test(tc, answers_come_in_any_order);
	tcase_add_test(tc, another_child_is_started);
	tcase_add_test(tc, children_work_side_by_side);
	tcase_add_test(tc, waiting_ends_in_time);
	tcase_add_test(tc, what_is_past_is_not_slept_for);
	tcase_add_test(tc, a_bad_request_is_refused);
	tcase_add_test(tc, members_are_read);
	return test_run(s);
}
