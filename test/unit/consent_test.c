/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * consent_test.c - owners are asked to give way to a request that stands by,
 * and do if all agree.
 */
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/turns.h"
#include "plugin/ledger/ledger_events.h"
#include "test/unit/standing_fixture.h"

#define U2 (FAKE_UID + 2)

static char told[2048];		/* events of questions, with their reasons */

static bool note_told(office_t *of, const notify_t *n)
{
	size_t len = strlen(told);

	(void) of;
	if (strncmp(n->event, "ask", 3) && strcmp(n->event, "gave-way"))
		return true;
	snprintf(told + len, sizeof(told) - len, "%s %s (%s);", n->event,
		 n->reservation, n->reason ? n->reason : "");
	return true;
}

static void begin(void)
{
	setup();
	options.offers = 4;
	office->options.offers = 4;
	fake.locks.notify = note_told;
	told[0] = '\0';
}

static void again(void)
{
	restart();
	fake.locks.notify = note_told;
}

static void was_told(const char *part)
{
	ck_assert_msg(strstr(told, part) != NULL, "\"%s\" is not in \"%s\"",
		      part, told);
}

static void was_not_told(const char *part)
{
	ck_assert_msg(!strstr(told, part), "\"%s\" is in \"%s\"", part, told);
}

/* Two bookings of others have all nodes; r asks for them. */
static void both_are_asked(void)
{
	ck_assert_int_eq(ask_hour("a", U1, 4), 0);
	ck_assert_int_eq(ask_hour("b", U2, 4), 0);
	ck_assert_int_eq(ask_hour("standby:ask:r", U0, NODES), REFUSED_BUSY);
	said("r stands by");
	said("asked to give way: a, b");
	was_told("asked a (");
	was_told("asked b (");
}

static int answers(const char *answer, const char *name, uint32_t uid)
{
	wishes_t none = { .least_cn = 0 };
	request_t r = { .wishes = none };
	ask_t a = {
		.verb = &update_verb, .request = &r, .uid = uid,
		.now = clock_at,
	};
	char word[64];
	int rc;

	snprintf(word, sizeof(word), "ask:%s:%s", answer, name);
	request_set(&r.name, word);
	rc = serve_name(office, &a);
	if (!rc) {
		rc = serve(office, &a);
		if (a.op)
			commit(l, a.op);
	}
	note_answer(a.text);
	ask_free(&a);
	request_free(&r);
	return rc;
}

static void stays(const char *name)
{
	ck_assert_msg(is_booked(name), "%s", name);
	live(name, true);
}

static void is_gone(const char *name)
{
	ck_assert_msg(!is_booked(name), "%s", name);
	live(name, false);
}

/* --- asking --------------------------------------------------------------- */

START_TEST(the_fewest_are_asked)
{
	ck_assert_int_eq(ask_hour("a", U1, 2), 0);
	ck_assert_int_eq(ask_hour("b", U1, 6), 0);
	ck_assert_int_eq(ask_hour("standby:ask:r", U0, 5), REFUSED_BUSY);
	said("asked to give way: b");
	was_told("asked b (");
	was_not_told("asked a (");
	ck_assert_int_eq(rows(), 1);
}
END_TEST

START_TEST(a_booking_has_one_question)
{
	both_are_asked();
	ck_assert_int_eq(ask_hour("standby:ask:s", U0, 2), REFUSED_BUSY);
	said("s does not stand by: no 8 bookings, or fewer, were found");
	ck_assert_int_eq(rows(), 1);
}
END_TEST

START_TEST(a_job_is_not_asked)
{
	ck_assert_int_eq(ask_hour("a", U1, NODES), 0);
	view_find(office, "a")->requests = 1;
	ck_assert_int_eq(ask_hour("standby:ask:r", U0, 2), REFUSED_BUSY);
	said("r does not stand by");
	view_find(office, "a")->requests = 0;
	ck_assert_int_eq(rows(), 0);
	ck_assert_str_eq(told, "");
}
END_TEST

static bool is_private(office_t *of, view_kind_t kind)
{
	(void) of;
	(void) kind;
	return true;
}

START_TEST(names_are_told_as_private_data_allows)
{
	fake.users.is_private = is_private;
	ck_assert_int_eq(ask_hour("secret", U1, NODES), 0);
	ck_assert_int_eq(ask_hour("standby:ask:r", U0, 2), REFUSED_BUSY);
	said("asked to give way: one of another user, or several");
	ck_assert_ptr_null(strstr(answer, "secret"));
	was_told("asked secret (another user asks");
	was_not_told("for r");
	ck_assert_int_eq(answers("yes", "secret", U1), 0);
	agent();
	agent();
	ck_assert(is_booked("r"));
	was_not_told(" r ");
}
END_TEST

/* --- answers -------------------------------------------------------------- */

START_TEST(all_agree_and_give_way)
{
	both_are_asked();
	ck_assert_int_eq(answers("yes", "a", U1), 0);
	agent();
	stays("a");
	stays("b");
	ck_assert(!is_booked("r"));
	ck_assert_int_eq(named(serve_verb("standing", false), "standing", U0),
			 0);
	said("asked to give way: a (agreed), b");
	ck_assert_int_eq(answers("yes", "b", U2), 0);
	agent();
	agent();
	stays("r");
	is_gone("a");
	is_gone("b");
	ck_assert_int_eq(rows(), 0);
	was_told("gave-way a (");
	was_told("gave-way b (");
	was_not_told("ask-ended");
	ck_assert_int_eq(named(&accept_verb, "a.1", U1), 0);
	stays("a");
}
END_TEST

/* A job that the view has not seen names b. */
static void each_job(office_t *of, bool (*fn)(const job_seen_t *, void *),
		     void *arg)
{
	(void) of;
	(void) fn(&(job_seen_t) { .job_id = 5, .booking = "x,b" }, arg);
}

START_TEST(a_job_that_has_come_meanwhile_keeps_its_booking)
{
	both_are_asked();
	fake.jobs.each = each_job;
	ck_assert_int_eq(answers("yes", "a", U1), 0);
	ck_assert_int_eq(answers("yes", "b", U2), 0);
	agent();
	agent();
	stays("a");
	stays("b");
	ck_assert(!is_booked("r"));
}
END_TEST

START_TEST(one_does_not)
{
	both_are_asked();
	ck_assert_int_eq(answers("yes", "a", U1), 0);
	ck_assert_int_eq(answers("no", "b", U2), 0);
	was_told("ask-ended r (an owner does not agree to give way)");
	was_told("ask-ended a (");
	ck_assert_int_eq(answers("yes", "b", U2), REFUSED_NO_SUCH);
	agent();
	stays("a");
	ck_assert(!is_booked("r"));
	ck_assert_int_eq(rows(), 1);	/* it stands by still */
	ck_assert_int_eq(del("a", U1), 0);
	ck_assert_int_eq(del("b", U2), 0);
	agent();
	stays("r");
}
END_TEST

START_TEST(others_have_no_say)
{
	both_are_asked();
	ck_assert_int_ne(answers("yes", "a", U0), 0);
	ck_assert_int_ne(answers("yes", "b", U1), 0);
	ck_assert_uint_eq(question_agreed_cnt(
		&standing_find(office, "r")->question), 0);
	ck_assert_int_eq(answers("yes", "b", 0), 0);	/* an operator */
	ck_assert_int_eq(answers("perhaps", "a", U1), REFUSED_NO_SUCH);
	said("write ask:yes:NAME");
	ck_assert_int_eq(ask_hour("ask:yes:a", U1, 1), REFUSED_UNSUPPORTED);
	ck_assert_int_eq(del("r", U0), 0);
	was_told("ask-ended a (");
	ck_assert_int_eq(answers("yes", "a", U1), REFUSED_NO_SUCH);
	said("nobody asks that it gives way");
}
END_TEST

START_TEST(a_change_ends_the_question)
{
	request_t r = { .has_minutes = true, .minutes = 50 };

	both_are_asked();
	ck_assert_int_eq(answers("yes", "a", U1), 0);
	request_set(&r.name, "a");
	ck_assert_int_eq(serve_as(&update_verb, &r, U1), 0);
	request_free(&r);
	ck_assert_int_eq(answers("yes", "b", U2), REFUSED_NO_SUCH);
	agent();
	was_told("ask-ended r (a booking that was asked to give way is gone");
	was_told("ask-ended b (");
	stays("a");
	stays("b");
}
END_TEST

START_TEST(its_begin_ends_the_question)
{
	both_are_asked();
	pass_time(AT);
	agent();
	was_told("ask-ended a (");
	ck_assert_uint_eq(office->has.standing, 0);
}
END_TEST

/* Nobody leaves for what has room beside them. */
START_TEST(nobody_leaves_without_need)
{
	ck_assert_int_eq(ask_hour("wall", 0, 4), 0);
	ck_assert_int_eq(ask_hour("a", U1, 4), 0);
	view_find(office, "wall")->requests = 1;
	ck_assert_int_eq(ask_hour("standby:ask:r", U0, 4), REFUSED_BUSY);
	view_find(office, "wall")->requests = 0;
	said("asked to give way: a");
	ck_assert_int_eq(del("wall", 0), 0);
	ck_assert_int_eq(answers("yes", "a", U1), 0);
	agent();
	agent();
	stays("r");
	stays("a");
	was_told("ask-ended a (it need not give way any more)");
}
END_TEST

/* The request is refused for another reason: all stay. */
START_TEST(a_refused_request_changes_nothing)
{
	wanted_t own = { "own", U0, 1, 10, NOW + HOUR, 0 };

	both_are_asked();
	office->options.user_bookings = 1;
	ck_assert_int_eq(create(&own), 0);
	ck_assert_int_eq(answers("yes", "a", U1), 0);
	ck_assert_int_eq(answers("yes", "b", U2), 0);
	agent();
	agent();
	ck_assert(!is_booked("r"));
	stays("a");
	stays("b");
	pass_time(NOW + 2 * HOUR);
	agent();
	agent();
	stays("r");
	is_gone("a");
}
END_TEST

/* --- kept ----------------------------------------------------------------- */

START_TEST(a_question_survives_a_kill)
{
	both_are_asked();
	again();
	ck_assert_int_eq(answers("yes", "a", U1), 0);
	again();
	ck_assert_uint_eq(question_agreed_cnt(
		&standing_find(office, "r")->question), 1);
	ck_assert_int_eq(answers("yes", "b", U2), 0);
	again();	/* before the agent has looked */
	agent();
	agent();
	stays("r");
	is_gone("a");
	is_gone("b");
	again();
	stays("r");
	ck_assert(!is_booked("a"));
	ck_assert_int_eq(named(&accept_verb, "b.1", U2), 0);
}
END_TEST

/* What was decided is queued, and the controller is killed before it is
 * written: all is as before. */
START_TEST(all_or_nothing_is_written)
{
	standby_due_t due[STANDBY_TRIES];

	both_are_asked();
	ck_assert_int_eq(answers("yes", "a", U1), 0);
	ck_assert_int_eq(answers("yes", "b", U2), 0);
	ck_assert_uint_eq(standby_due(office, clock_at, due), 1);
	turns_serve(office, 1000000, 1000000, false, see_due, &due[0]);
	standby_due_free(&due[0]);
	ck_assert_uint_eq(standby_due(office, clock_at, due), 1);
	office->may_delete = true;
	turns_serve(office, 1000000, 1000000, false, see_due, &due[0]);
	standby_due_free(&due[0]);
	office->may_delete = false;
	ck_assert(is_booked("r") && !is_booked("a"));
	live("a", true);
	live("b", true);
	live("r", false);
	ck_assert_int_eq(rows(), 1);
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	live("a", false);
	live("b", false);
	live("r", true);
	ck_assert_int_eq(rows(), 0);
}
END_TEST

/* --- why ------------------------------------------------------------------ */

START_TEST(why_a_request_waits)
{
	both_are_asked();
	ck_assert_int_eq(named(serve_verb("why:r", false), "why:r", U0), 0);
	said("there is room without reservation a, reservation b");
	said("asked to give way: a, b");
	ck_assert_int_eq(named(serve_verb("why:r", false), "why:r", U1), 0);
	fake.users.is_private = is_private;
	ck_assert_int_eq(named(serve_verb("why:r", false), "why:r", U1),
			 REFUSED_NO_SUCH);
	said("no request of this name stands by");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("consent");
	TCase *tc = test_case(s, "consent", 60);

	tcase_add_checked_fixture(tc, begin, teardown);
	IT_IS(the_fewest_are_asked);
	IT_IS(a_booking_has_one_question);
	IT_IS(a_job_is_not_asked);
	IT_IS(names_are_told_as_private_data_allows);
	IT_IS(all_agree_and_give_way);
	IT_IS(a_job_that_has_come_meanwhile_keeps_its_booking);
	IT_IS(one_does_not);
	IT_IS(others_have_no_say);
	IT_IS(a_change_ends_the_question);
	IT_IS(its_begin_ends_the_question);
	IT_IS(nobody_leaves_without_need);
	IT_IS(a_refused_request_changes_nothing);
	IT_IS(a_question_survives_a_kill);
	IT_IS(all_or_nothing_is_written);
	IT_IS(why_a_request_waits);
	return test_run(s);
}
