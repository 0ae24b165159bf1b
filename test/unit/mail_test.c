/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mail_test.c - each user is told once of what happened to the user's bookings */

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/booking/request/text.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_mail.h"
#include "plugin/ledger/ledger_offers.h"
#include "plugin/mail.h"
#include "plugin/memory/memory.h"
#include "test/unit/ledger_events_fixture.h"

#define DAEMON 1		/* uids that each system has */
#define BIN 2
#define SYS 3

static ledger_t *ledger;
static mail_t mail;

/* Milliseconds by which the clock of pauses and timeouts is ahead. */
static int64_t ahead;
/* Milliseconds that go by in sleeps as long as that many are left. */
static int64_t slept;

extern int __real_clock_gettime(clockid_t clock, struct timespec *ts);
extern int __wrap_clock_gettime(clockid_t clock, struct timespec *ts)
{
	int rc = __real_clock_gettime(clock, ts);

	if (clock == CLOCK_MONOTONIC)
		ts->tv_sec += ahead / 1000;
	return rc;
}

extern int __real_nanosleep(const struct timespec *pause,
			    struct timespec *left);
extern int __wrap_nanosleep(const struct timespec *pause,
			    struct timespec *left)
{
	if (slept > 0) {
		slept -= 10000;
		ahead += 10000;
	}
	return __real_nanosleep(pause, left);
}
static mail_setup_t setup;
static char logged[2048];
static bool stopping;

static void say(const char *line)
{
	size_t len = strlen(logged);

	snprintf(logged + len, sizeof(logged) - len, "%s\n", line);
}

static bool is_stopping(void)
{
	return stopping;
}

static bool is_job(const char *name)
{
	return text_begins(name, "job_");
}

/* MailProg is a shell script of these lines: $2 is the subject, $3 the user. */
static void script(const char *lines)
{
	FILE *f = fopen(beside(".mail"), "w");

	ck_assert_ptr_nonnull(f);
	fprintf(f, "#!/bin/sh\nOUT=%s\n%s\n", beside(".out"), lines);
	fclose(f);
	ck_assert(!chmod(beside(".mail"), 0700));
}

#define WRITE "{ echo \"TO $3: $2\"; tail -n +3; } >>$OUT"

static void setup_mail(void)
{
	static char program[128], cluster[] = "c1";

	fault_vfs_install();
	events_setup();
	snprintf(program, sizeof(program), "%s", beside(".mail"));
	script(WRITE);
	setup = (mail_setup_t) {
		.program = program, .cluster = cluster,
		.text = mail_text_read("", why, sizeof(why)),
		.is_job = is_job, .stop = is_stopping, .say = say,
	};
	mail = (mail_t) { .owed = false };
	logged[0] = '\0';
	stopping = false;
	ahead = slept = 0;
	ledger = opened();
}

static void teardown_mail(void)
{
	mail_end(&mail);
	mail_text_free((mail_text_t *) setup.text);
	ledger_close(ledger);
	ledger_teardown();
}

static void turn(void)
{
	mail_turn(&mail, ledger, &setup, true);
}

/* All that was told, without the last line of each text; forget it. */
static const char *told(void)
{
	static char text[16384], *at;
	FILE *f = fopen(beside(".out"), "r");

	text[0] = '\0';
	if (f) {
		text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
		fclose(f);
	}
	unlink(beside(".out"));
	while ((at = strstr(text, "\nsresv log"))) {
		char *end = strchr(at + 1, '\n');

		memmove(at, end + 1, strlen(end + 1) + 1);
	}
	return text;
}

static booking_t *owned(const char *name, uint32_t owner, const char *users)
{
	booking_t *b = booking(name);

	b->creator = owner;
	booking_set(&b->users, users);
	return b;
}

/* A booking of which nobody is told yet. */
static booking_t *kept(const char *name, uint32_t owner, const char *users)
{
	booking_t *b = owned(name, owner, users);

	put(ledger, b);
	turn();
	(void) told();
	return b;
}

static void note_that(const booking_t *b, const char *verb, const char *reason)
{
	ledger_moved_t moved = moved_of(b, reason);

	moved.note = verb;
	ledger_commit_later(ledger, ledger_put_moved(ledger, &moved));
	drop(ledger, "none");
}

static void move_to_history(void)
{
	char said[320];

	ledger_move(ledger, 0, said, sizeof(said));
	ck_assert_str_eq(said, "");
}

static void move_to(booking_t *b, time_t start)
{
	b->end += start - b->start;
	b->start = start;
	put_moved(ledger, b, "made room for r9");
}

START_TEST(owner_and_users_are_told_once)
{
	booking_t *b = kept("r1", DAEMON, "bin,-sys");

	move_to(b, 2060);
	turn();
	ck_assert_str_eq(told(),
		"TO daemon: Slurm: reservation r1: starts 1970-01-01T00:34:20, not 1970-01-01T00:33:20; ends 1970-01-01T01:34:20, not 1970-01-01T01:33:20 (made room for r9)\n"
		"1970-01-12T13:46:31  r1: starts 1970-01-01T00:34:20, not 1970-01-01T00:33:20; ends 1970-01-01T01:34:20, not 1970-01-01T01:33:20 (made room for r9)\n"
		"TO bin: Slurm: reservation r1: starts 1970-01-01T00:34:20, not 1970-01-01T00:33:20; ends 1970-01-01T01:34:20, not 1970-01-01T01:33:20 (made room for r9)\n"
		"1970-01-12T13:46:31  r1: starts 1970-01-01T00:34:20, not 1970-01-01T00:33:20; ends 1970-01-01T01:34:20, not 1970-01-01T01:33:20 (made room for r9)\n");
	turn();
	ck_assert_str_eq(told(), "");
	ck_assert_str_eq(logged, "");
	booking_destroy(b);
}
END_TEST

/* Events before the first turn have no mail. */
START_TEST(it_begins_with_what_comes)
{
	booking_t *b = owned("r1", DAEMON, NULL);

	put(ledger, b);
	move_to(b, 2060);
	ck_assert_int_eq(ledger_mail_state(ledger), LEDGER_MAIL_OFF);
	turn();
	ck_assert_int_eq(ledger_mail_state(ledger), LEDGER_MAIL_NOTED);
	ck_assert_str_eq(told(), "");
	move_to(b, 2120);
	ck_assert_int_eq(ledger_mail_state(ledger), LEDGER_MAIL_BEHIND);
	mail_turn(&mail, ledger, &setup, false);
	turn();
	ck_assert_str_eq(told(), "");
	booking_destroy(b);
}
END_TEST

START_TEST(who_asked_is_not_told)
{
	booking_t *b = kept("r1", DAEMON, "bin,daemon");

	commit(ledger, ledger_revoke_by(ledger, b, BIN, "deleted"));
	turn();
	ck_assert_str_eq(told(),
		"TO daemon: Slurm: reservation r1: ended (deleted)\n"
		"1970-01-12T13:46:40  r1: ended (deleted), by bin\n");
	booking_destroy(b);
	b = kept("r2", DAEMON, NULL);
	commit(ledger, ledger_revoke_by(ledger, b, DAEMON, "deleted"));
	turn();
	ck_assert_str_eq(told(), "");
	booking_destroy(b);
}
END_TEST

/* Also if it moves for a request of the owner's own. */
START_TEST(a_move_is_told_to_all)
{
	booking_t *b = kept("r1", DAEMON, NULL), *c = owned("r2", DAEMON, NULL);
	ledger_moved_t moved = moved_of(b, "made room for r2");

	b->start++;
	commit(ledger, ledger_put_plan(ledger, c, note_of("create", DAEMON),
				       &moved, 1));
	turn();
	ck_assert_str_eq(told(),
		"TO daemon: Slurm: reservation r1: starts 1970-01-01T00:33:21, not 1970-01-01T00:33:20 (made room for r2)\n"
		"1970-01-12T13:46:31  r1: starts 1970-01-01T00:33:21, not 1970-01-01T00:33:20 (made room for r2)\n");
	booking_destroy(b);
	booking_destroy(c);
}
END_TEST

/* By its name, its number, and as the owner: one user. */
START_TEST(many_changes_are_one_mail)
{
	booking_t *b = kept("r1", DAEMON, "daemon,1"), *c;

	c = kept("r2", DAEMON, NULL);
	note_that(b, "degraded", "n1 is down");
	note_that(c, "degraded", "n1 is down");
	note_that(b, "mended", "other nodes");
	turn();
	ck_assert_str_eq(told(),
		"TO daemon: Slurm: 3 changes of your reservations\n"
		"1970-01-12T13:46:31  r1: it lacks nodes (n1 is down)\n"
		"1970-01-12T13:46:31  r2: it lacks nodes (n1 is down)\n"
		"1970-01-12T13:46:31  r1: it has all of its nodes again (other nodes)\n");
	booking_destroy(b);
	booking_destroy(c);
}
END_TEST

START_TEST(the_same_note_is_told_once)
{
	booking_t *b = kept("r1", DAEMON, NULL), *c;

	note_that(b, "degraded", "n1 is down");
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "it lacks nodes"));
	c = kept("r2", BIN, NULL);	/* the last event is not moved */
	booking_destroy(c);
	move_to_history();
	mail_end(&mail);
	ledger = reopened(ledger);
	note_that(b, "degraded", "n1 is down");
	turn();
	ck_assert_str_eq(told(), "");
	note_that(b, "degraded", "n2 is down");
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "n2 is down"));
	note_that(b, "mended", "other nodes");
	note_that(b, "degraded", "n2 is down");
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "2 changes"));
	booking_destroy(b);
}
END_TEST

START_TEST(a_note_stands_whatever_came_after_it)
{
	booking_t *b = kept("r1", DAEMON, NULL);

	note_that(b, "degraded", "n1 is down");
	note_that(b, "part", "no such user");
	move_to(b, 2060);
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "3 changes"));
	move_to_history();
	note_that(b, "degraded", "n1 is down");
	note_that(b, "part", "no such user");
	turn();
	ck_assert_str_eq(told(), "");
	drop(ledger, "r1");
	turn();
	(void) told();
	b->created++;
	put(ledger, b);
	note_that(b, "degraded", "n1 is down");	/* of another one */
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "it lacks nodes"));
	booking_destroy(b);
}
END_TEST

/* Its end is moved to the history; the note must not stay behind. */
START_TEST(a_note_is_not_of_the_next_of_the_name)
{
	booking_t *b = kept("r1", DAEMON, NULL);

	note_that(b, "degraded", "n1 is down");
	turn();
	drop(ledger, "r1");
	b->created++;
	put(ledger, b);
	turn();
	(void) told();
	move_to_history();
	note_that(b, "degraded", "n1 is down");
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "it lacks nodes"));
	booking_destroy(b);
}
END_TEST

static void note_end_of_offers(const char *until)
{
	ledger_note_t note = {
		.name = "r", .owner = DAEMON, .verb = LEDGER_EVENT_OFFERS_END,
		.why = until, .time = NOW,
	};

	ledger_commit_later(ledger, ledger_put_note(ledger, &note));
	drop(ledger, "none");
}

/* The reservation of a request that is not booked has no booking. */
START_TEST(a_note_stands_while_offers_are_open)
{
	ledger_request_t *r = note_of("create", DAEMON);
	booking_t *last;

	r->expires = NOW + 1000;
	r->offer_cnt = 1;
	r->offers = memory_new(1, sizeof(*r->offers));
	r->offers[0] = (ledger_offer_t) {
		.number = 1, .kind = "later", .t_s = NOW + 10, .t_e = NOW + 20,
		.num_cn = 1, .open = true,
	};
	turn();
	commit(ledger, ledger_put_request(ledger, r));
	note_end_of_offers("until noon");
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "end soon (until noon)"));
	last = kept("r2", BIN, NULL);	/* the last event is not moved */
	booking_destroy(last);
	move_to_history();
	note_end_of_offers("until noon");
	turn();
	ck_assert_str_eq(told(), "");
	note_end_of_offers("until one");
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "until one"));
}
END_TEST

/* Changes of users, flags and others, which move nothing. */
START_TEST(each_update_of_another_is_told)
{
	booking_t *b = kept("r1", DAEMON, NULL);

	for (uint32_t uid = DAEMON; uid <= BIN; uid++)
		commit(ledger, ledger_put_plan(ledger, b,
					       note_of("update", uid), NULL,
					       0));
	turn();
	ck_assert_str_eq(told(),
		"TO daemon: Slurm: reservation r1: changed\n"
		"1970-01-12T13:46:35  r1: changed, by bin\n");
	booking_destroy(b);
}
END_TEST

START_TEST(holds_are_no_news)
{
	booking_t *b = owned("r1", DAEMON, "root,bin");

	turn();
	b->hold_until = NOW + 60;
	booking_set(&b->held, "request");
	put(ledger, b);
	commit(ledger, ledger_drop(ledger, "r1", "hold ended"));
	turn();
	ck_assert_str_eq(told(), "");
	booking_destroy(b);
}
END_TEST

START_TEST(reasons_of_others_are_private)
{
	booking_t *b = kept("r1", DAEMON, NULL);

	setup.private = true;
	note_that(b, "degraded", "secret");
	commit(ledger, ledger_drop(ledger, "r1", "purged by Slurm"));
	turn();
	ck_assert_str_eq(told(),
		"TO daemon: Slurm: 2 changes of reservation r1\n"
		"1970-01-12T13:46:31  r1: it lacks nodes\n"
		"1970-01-12T13:46:40  r1: ended (purged by Slurm)\n");
	booking_destroy(b);
}
END_TEST

START_TEST(slurm_tells_of_the_ends_of_jobs)
{
	booking_t *b = kept("job_7", DAEMON, NULL);

	note_that(b, "degraded", "n1 is down");
	drop(ledger, "job_7");
	turn();
	ck_assert_str_eq(told(),
		"TO daemon: Slurm: reservation job_7: it lacks nodes (n1 is down)\n"
		"1970-01-12T13:46:31  job_7: it lacks nodes (n1 is down)\n");
	booking_destroy(b);
}
END_TEST

START_TEST(who_is_not_told_now_is_told_later)
{
	booking_t *b = kept("r1", DAEMON, "bin,no-such-user");

	script("[ $3 = bin ] || exit 3\n" WRITE);
	move_to(b, 2060);
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "TO bin"));
	ck_assert_ptr_nonnull(strstr(logged, "it ended with 3; mail to 2 users is tried again later"));
	script(WRITE);
	move_to_history();
	turn();
	ck_assert_str_eq(told(), "");	/* too soon */
	ahead += MAIL_PAUSE;
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "TO daemon"));
	test_clock.at += LEDGER_MAIL_KEPT + 10;
	ahead += MAIL_PAUSE_MAX;
	logged[0] = '\0';
	turn();
	ck_assert_ptr_nonnull(strstr(logged, "there is no such user; mail to 1 users"));
	ck_assert(ledger_take_notice(ledger, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "some users were not told"));
	ahead += MAIL_PAUSE_MAX;
	logged[0] = '\0';
	turn();
	ck_assert_str_eq(logged, "");
	booking_destroy(b);
	ahead = 0;	/* the test was not that long */
}
END_TEST

START_TEST(a_program_that_hangs_is_killed)
{
	booking_t *b = kept("r1", DAEMON, NULL);

	script("sleep 1000");
	move_to(b, 2060);
	slept = MAIL_TIMEOUT;
	turn();
	ck_assert_ptr_nonnull(strstr(logged, "it was killed, as it took too long"));
	mail_end(&mail);
	stopping = true;
	turn();
	ck_assert_str_eq(told(), "");
	stopping = false;
	script(WRITE);
	do {
		turn();
	} while (mail.stuck && !usleep(1000));
	ck_assert_ptr_nonnull(strstr(told(), "TO daemon"));
	booking_destroy(b);
}
END_TEST

/* One that was there may come back; without any, nothing is kept. */
START_TEST(without_a_program_nobody_is_told)
{
	booking_t *b;

	unlink(setup.program);
	b = kept("r1", DAEMON, NULL);
	ck_assert_int_eq(ledger_mail_state(ledger), LEDGER_MAIL_OFF);
	turn();
	ck_assert_str_eq(logged + strlen("garq_mail: no user is told by mail: MailProg ") + strlen(setup.program),
			 " can't be run: No such file or directory\n");
	script(WRITE);
	turn();
	ck_assert_str_eq(told(), "");
	unlink(setup.program);
	move_to(b, 2120);
	turn();
	script(WRITE);
	turn();
	ck_assert_ptr_nonnull(strstr(told(), "TO daemon"));
	booking_destroy(b);
}
END_TEST

static int mails(void)
{
	int cnt = 0;

	for (const char *at = told(); (at = strstr(at, "TO daemon")); at++)
		cnt++;
	return cnt;
}

/* Wherever the disk fails: before the mail, or when it was sent. */
START_TEST(a_disk_that_fails_tells_nobody_twice)
{
	booking_t *b = kept("r1", DAEMON, NULL);
	int after = 0;

	for (int n = 1; n < 40; n++) {
		int cnt;

		move_to(b, 2060 + n);
		fault_vfs_arm(FAULT_FULL, n);
		turn();
		turn();
		cnt = mails();
		after += cnt && fault_vfs_failures();
		(void) fault_vfs_disarm();
		turn();
		ck_assert_msg(cnt + mails() == 1, "fault %d", n);
	}
	ck_assert_int_gt(after, 2);
	booking_destroy(b);
}
END_TEST

START_TEST(waiting_mail_is_bounded)
{
	booking_t *b = kept("r1", DAEMON, NULL);
	ledger_mail_state_t state;
	char cnt[16];

	script("exit 1");
	for (int i = 0; i < LEDGER_MAIL_USER_MAX / 100 + 1; i++) {
		for (int k = 0; k < 100; k++) {
			ledger_moved_t moved = moved_of(b, "room");

			b->start++;
			ledger_commit_later(ledger,
					    ledger_put_moved(ledger, &moved));
		}
		drop(ledger, "none");
	}
	turn();
	state = ledger_mail_state(ledger);
	ck_assert_int_eq(state, LEDGER_MAIL_NOTED);
	ledger_close(ledger);
	snprintf(cnt, sizeof(cnt), "%d", LEDGER_MAIL_USER_MAX);
	assert_says(path, "SELECT count(*) FROM mail WHERE recipient != ''",
		    cnt);
	ledger = opened();
	booking_destroy(b);
}
END_TEST

/* --- against a plain model ------------------------------------------------- */

static const char *const names[] = { "", "daemon", "bin", "sys" };
static const char *const lists[] = {
	NULL, "daemon", "bin,sys", "3,daemon", "-daemon,sys", "sys,bin,daemon",
};

/* What one event is to be told by: a time or a reason that no other has. */
typedef struct {
	char mark[40];
	bool to[4];		/* by uid */
} news_t;

static news_t news_of(const booking_t *b, const char *mark, uint32_t by)
{
	news_t n = { .to = { false } };
	char *list = text_printf(",%s,", b->users ? b->users : "");

	snprintf(n.mark, sizeof(n.mark), "%s", mark);
	for (uint32_t uid = 1; uid < 4; uid++) {
		char *name = text_printf(",%s,", names[uid]);
		char *number = text_printf(",%u,", uid);

		n.to[uid] = (uid != by) && ((uid == b->creator) ||
			    strstr(list, name) || strstr(list, number));
		free(name);
		free(number);
	}
	free(list);
	return n;
}

/* A random change, asked for by a user or by nobody. */
static news_t some_change(rng_t *rng, booking_t **b, int i)
{
	uint32_t by = (uint32_t) rng_below(rng, 4);
	char mark[TEXT_TIME];
	news_t n;

	(*b)->start = 10000 + i;
	(*b)->end = 90000;
	if (by)
		commit(ledger, ledger_put_plan(ledger, *b,
					       note_of("update", by), NULL, 0));
	else
		put_moved(ledger, *b, "room");
	n = news_of(*b, text_time((*b)->start, mark), by);
	if (!rng_one_in(rng, 4))
		return n;
	/* it ends, and another one comes */
	drop(ledger, "r1");
	booking_destroy(*b);
	*b = owned("r1", 1 + (uint32_t) rng_below(rng, 3),
		   lists[rng_below(rng, COUNT(lists))]);
	(*b)->created = 1000 + i;
	(*b)->start = 5000;
	put(ledger, *b);
	return n;
}

static void assert_news(const char *text, const news_t *n)
{
	for (uint32_t uid = 1; uid < 4; uid++) {
		char *to = text_printf("%s ... starts %s", names[uid], n->mark);
		const char *at = strstr(text, to);

		ck_assert_msg(!at == !n->to[uid], "%s: %s", to,
			      at ? "told" : "not told");
		ck_assert_msg(!at || !strstr(at + 1, to), "%s: twice", to);
		free(to);
	}
}

/* Lines "bin ... starts TIME". */
#define EACH "sed \"s/.* starts/$3 ... starts/\" >>$OUT"

START_TEST(each_is_told_once)
{
	enum { STEPS = 60 };
	rng_t rng = { test_seed() + (uint64_t) _i };
	static char text[1 << 17];
	news_t news[STEPS];
	booking_t *b = kept("r1", DAEMON, "bin");
	FILE *f;

	for (int i = 0; i < STEPS; i++) {
		script(rng_one_in(&rng, 3) ? "[ $3 = bin ] && exit 1\n" EACH :
					     EACH);
		news[i] = some_change(&rng, &b, i);
		if (rng_one_in(&rng, 3))
			turn();
		if (rng_one_in(&rng, 3))
			move_to_history();
		if (rng_one_in(&rng, 5)) {
			mail_end(&mail);
			ledger = reopened(ledger);
		}
	}
	script(EACH);
	mail_end(&mail);
	turn();
	f = fopen(beside(".out"), "r");
	ck_assert_ptr_nonnull(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	for (int i = 0; i < STEPS; i++)
		assert_news(text, &news[i]);
	booking_destroy(b);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("mail");
	TCase *tc = test_case(s, "mail", 60);

	tcase_add_checked_fixture(tc, setup_mail, teardown_mail);
	tcase_add_test(tc, owner_and_users_are_told_once);
	tcase_add_test(tc, it_begins_with_what_comes);
	tcase_add_test(tc, who_asked_is_not_told);
	tcase_add_test(tc, a_move_is_told_to_all);
	tcase_add_test(tc, many_changes_are_one_mail);
	tcase_add_test(tc, the_same_note_is_told_once);
	tcase_add_test(tc, a_note_stands_whatever_came_after_it);
	tcase_add_test(tc, a_note_is_not_of_the_next_of_the_name);
	tcase_add_test(tc, a_note_stands_while_offers_are_open);
	tcase_add_test(tc, each_update_of_another_is_told);
	tcase_add_test(tc, holds_are_no_news);
	tcase_add_test(tc, reasons_of_others_are_private);
	tcase_add_test(tc, slurm_tells_of_the_ends_of_jobs);
	tcase_add_test(tc, who_is_not_told_now_is_told_later);
	tcase_add_test(tc, a_program_that_hangs_is_killed);
	tcase_add_test(tc, without_a_program_nobody_is_told);
	tcase_add_test(tc, a_disk_that_fails_tells_nobody_twice);
	tcase_add_test(tc, waiting_mail_is_bounded);
	tcase_add_loop_test(tc, each_is_told_once, 0, test_some(4));
	return test_run(s);
}
