/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify_test.c - a program is notified, in order, whatever it does.
 *
 * Compiled with a queue for 4, 700 ms for the program, and 400 ms between two
 * lines of the log.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/notify_fixture.h"

/* --- events --------------------------------------------------------------- */

START_TEST(all_of_an_event)
{
	char path[] = "/usr/bin:/bin", name[] = "r7";

	setenv("PATH", path, 1);
	setenv("SECRET", "x", 1);
	setenv("SLURM_CONF", "/etc/slurm.conf", 1);
	unsetenv("TZ");
	script("tr '\\000' '\\n' < /proc/$$/environ > $OUT.x; mv $OUT.x $OUT");
	use();
	ck_assert(notify_queue(&(notify_t) {
		.event = "shifted", .reservation = name, .old_start = 1000,
		.start = 2000, .end = 5000000000, .old_nodes = "n[1-2]",
		.nodes = "n[3-4]", .users = "ada,bob",
		.reason = "made room for \"r8\"; `$HOME`" }));
	name[0] = 'x';		/* the queue has its own copy */
	await_written("PATH=/usr/bin:/bin\nSLURM_CONF=/etc/slurm.conf\n"
		"GARQ_EVENT=shifted\nGARQ_RESERVATION=r7\n"
		"GARQ_OLD_START=1000\nGARQ_START=2000\nGARQ_END=5000000000\n"
		"GARQ_OLD_NODES=n[1-2]\nGARQ_NODES=n[3-4]\n"
		"GARQ_USERS=ada,bob\nGARQ_REASON=made room for \"r8\"; `$HOME`\n");
	notify_stop();
	ck_assert_str_eq(logged, "");
}
END_TEST

START_TEST(nothing_to_say_is_empty)
{
	setenv("PATH", "/usr/bin:/bin", 1);
	unsetenv("SLURM_CONF");
	setenv("TZ", "UTC", 1);
	script("tr '\\000' '\\n' < /proc/$$/environ > $OUT.x; mv $OUT.x $OUT");
	use();
	ck_assert(notify_queue(&(notify_t) { .event = "degraded" }));
	await_written("PATH=/usr/bin:/bin\nTZ=UTC\nGARQ_EVENT=degraded\n"
		"GARQ_RESERVATION=\nGARQ_OLD_START=\nGARQ_START=\nGARQ_END=\n"
		"GARQ_OLD_NODES=\nGARQ_NODES=\nGARQ_USERS=\nGARQ_REASON=\n");
}
END_TEST

START_TEST(in_their_order)
{
	script("sleep 0.0$GARQ_REASON; echo $GARQ_RESERVATION >> $OUT");
	use();
	ck_assert(notify_queue(&(notify_t) { .reservation = "a",
					     .reason = "9" }));
	ck_assert(notify_queue(&(notify_t) { .reservation = "b",
					     .reason = "1" }));
	ck_assert(notify_queue(&(notify_t) { .reservation = "c",
					     .reason = "0" }));
	await_written("a\nb\nc\n");
}
END_TEST

START_TEST(as_a_new_process)
{
	int fd = open("/", O_RDONLY);	/* stays open over an exec */
	char want[512];
	sigset_t set;

	ck_assert_int_eq(dup2(fd, 77), 77);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	sigfillset(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	/*
	 * 32 and 33 are the C library's own: it has them ignored. Read by the
	 * shell itself: while it forks, newer C libraries block all signals.
	 */
	script("files=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2)\n"
	       "exec 9> $OUT.x\n"
	       "echo \"$files\" >&9\n"
	       "test -e /proc/$$/fd/77 && echo open >&9\n"
	       "test $(cut -d' ' -f5 /proc/$$/stat) = $$ && echo leader >&9\n"
	       "while read -r name mask; do case $name in SigBlk:|SigIgn:)\n"
	       "  test $mask != 0000000180000000 || mask=0000000000000000\n"
	       "  printf '%s\\t%s\\n' $name $mask >&9\n"
	       "esac; done < /proc/$$/status\n"
	       "mv $OUT.x $OUT");
	use();
	tell("r");
	snprintf(want, sizeof(want), "/dev/null\n/dev/null\n/dev/null\n"
		 "leader\nSigBlk:\t%016d\nSigIgn:\t%016d\n", 0, 0);
	await_written(want);
}
END_TEST

/* --- programs that misbehave ---------------------------------------------- */

START_TEST(how_it_ends_is_logged)
{
	script("exit 3");
	use();
	tell("r7");
	await_line("program ended with 3; it was to be told: shifted r7\n");
	rest(NOTIFY_SAY);
	script("kill -11 $$");
	tell("r8");
	await_line("program was ended by signal 11; it was to be told: shifted r8\n");
}
END_TEST

START_TEST(not_too_often)
{
	script("echo $GARQ_RESERVATION >> $OUT; exit 1");
	use();
	tell("a");
	tell("b");
	tell("c");
	await_written("a\nb\nc\n");
	rest(NOTIFY_SAY + 50);
	tell("d");
	await_line("told: shifted d (and 2 times since the last such line)\n");
	ck_assert_int_eq(says("\n"), 2);
}
END_TEST

START_TEST(one_that_is_not_there)
{
	use();
	await_line("program can't be run: No such file or directory; nobody is told until it can\n");
	tell("a");
	await_line("program can't be run: No such file or directory; it was to be told: shifted a\n");
	script("echo $GARQ_RESERVATION >> $OUT");
	tell("b");
	await_written("b\n");
}
END_TEST

START_TEST(one_that_cant_be_run)
{
	ck_assert(notify_use(dir, say));
	await_line("can't be run: Permission denied; nobody is told until it can\n");
	tell("a");
	await_line("can't be run: Permission denied; it was to be told: shifted a\n");
}
END_TEST

/* Does the process run? A zombie does not. */
static bool lives(int pid)
{
	char file[64], state = 'Z';
	FILE *f;

	snprintf(file, sizeof(file), "/proc/%d/stat", pid);
	if ((f = fopen(file, "r"))) {
		if (fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
			state = 'Z';
		fclose(f);
	}
	return (state != 'Z') && (state != 'X');
}

/* The program and its children are killed. */
START_TEST(one_that_hangs_is_killed)
{
	int64_t begun = now_ms(), end;
	int pid[2];

	script("test $GARQ_RESERVATION = b && { echo b >> $OUT.b; exit; }\n"
	       "trap '' TERM; sleep 100 & echo $$ $! > $OUT.x; mv $OUT.x $OUT\n"
	       "wait; wait");
	use();
	tell("a");
	tell("b");
	await_line(" s; it was to be told: shifted a\n");
	ck_assert_int_eq(says("program was killed after "), 1);
	ck_assert_int_ge(now_ms() - begun, NOTIFY_TIMEOUT);
	ck_assert_int_eq(sscanf(written(), "%d %d", &pid[0], &pid[1]), 2);
	end = now_ms() + PATIENCE;
	while ((lives(pid[0]) || lives(pid[1])) && (now_ms() < end))
		rest(5);
	ck_assert(!lives(pid[0]) && !lives(pid[1]));
	/* the next event is delivered */
	snprintf(out + strlen(out), 3, ".b");
	await_written("b\n");
}
END_TEST

START_TEST(the_oldest_are_dropped)
{
	script("test $GARQ_RESERVATION = first && { : > $OUT; sleep 0.4; }\n"
	       "echo $GARQ_RESERVATION >> $OUT");
	use();
	tell("first");
	while (access(out, F_OK))
		rest(5);
	for (char name[] = "a"; name[0] <= 'g'; name[0]++)
		ck_assert(tell(name));
	await_written("first\nd\ne\nf\ng\n");
	ck_assert_int_eq(says("garq_notify: 3 events are not told: the program is too slow\n"), 1);
	ck_assert_int_eq(says("\n"), 1);
}
END_TEST

/* --- children of others --------------------------------------------------- */

START_TEST(no_child_of_others_is_taken)
{
	pid_t before = fork(), after;
	int status;

	if (!before)
		_exit(7);
	script("echo $GARQ_RESERVATION >> $OUT");
	use();
	tell("a");
	await_written("a\n");
	if (!(after = fork()))
		_exit(8);
	tell("b");
	await_written("a\nb\n");
	ck_assert_int_eq(waitpid(before, &status, 0), before);
	ck_assert_int_eq(WEXITSTATUS(status), 7);
	ck_assert_int_eq(waitpid(after, &status, 0), after);
	ck_assert_int_eq(WEXITSTATUS(status), 8);
	/* no child is left */
	notify_stop();
	ck_assert_int_eq(waitpid(-1, &status, WNOHANG), -1);
	ck_assert_int_eq(errno, ECHILD);
}
END_TEST

/* Its exit status is unknown; nothing must wait for it. */
START_TEST(ours_is_taken_by_others)
{
	int64_t begun;

	signal(SIGCHLD, SIG_IGN);
	script("echo $GARQ_RESERVATION >> $OUT; exit 1");
	use();
	begun = now_ms();
	tell("a");
	tell("b");
	await_written("a\nb\n");
	notify_stop();
	ck_assert_int_lt(now_ms() - begun, NOTIFY_TIMEOUT);
	ck_assert_str_eq(logged, "");
}
END_TEST

/* --- beginning and end ---------------------------------------------------- */

START_TEST(none_is_told_nothing)
{
	ck_assert(!tell("a"));
	ck_assert(notify_use("", say));
	ck_assert(!tell("b"));
	script("echo $GARQ_RESERVATION >> $OUT; sleep 0.2");
	use();
	ck_assert(tell("c"));
	await_written("c\n");
	ck_assert(tell("d"));	/* it waits for c */
	ck_assert(notify_use("", say));
	ck_assert(!tell("e"));
	use();
	ck_assert(tell("f"));
	await_written("c\nf\n");
	notify_stop();
	ck_assert(!tell("g"));
	ck_assert_str_eq(logged, "");
}
END_TEST

START_TEST(another_program)
{
	script("sleep 0.2");
	use();
	ck_assert(tell("a"));
	ck_assert(tell("b"));
	snprintf(program + strlen(program), 3, ".2");
	script("echo $GARQ_RESERVATION >> $OUT");
	use();
	ck_assert(tell("c"));
	/* either program may have got a: the old one may already run */
	notify_stop();
	ck_assert_ptr_nonnull(strstr(written(), "b\nc\n"));
}
END_TEST

START_TEST(what_waits_is_told_at_the_end)
{
	script("sleep 0.1; echo $GARQ_RESERVATION >> $OUT");
	use();
	tell("a");
	tell("b");
	tell("c");
	notify_stop();
	ck_assert_str_eq(written(), "a\nb\nc\n");
	ck_assert_str_eq(logged, "");
}
END_TEST

START_TEST(the_end_waits_for_nobody)
{
	int64_t begun;

	script("echo $GARQ_RESERVATION >> $OUT\n"
	       "test $GARQ_RESERVATION = a || exec sleep 1000");
	use();
	for (char name[] = "a"; name[0] <= 'd'; name[0]++)
		tell(name);
	await_written("a\nb\n");
	begun = now_ms();
	notify_stop();
	ck_assert_int_lt(now_ms() - begun, PATIENCE);
	ck_assert_int_eq(says("program was killed after "), 1);
	ck_assert_int_eq(says("garq_notify: 2 events are not told: there was no time left\n"), 1);
	/* start again */
	unlink(out);
	script("echo $GARQ_RESERVATION >> $OUT");
	use();
	tell("z");
	await_written("z\n");
}
END_TEST

START_TEST(stopped_at_once_if_nothing_waits)
{
	int64_t begun = now_ms();

	notify_stop();
	script("");
	use();
	notify_stop();
	notify_stop();
	ck_assert_int_lt(now_ms() - begun, NOTIFY_STOP);
}
END_TEST

/*
 * Many threads, a slow reader: each event is delivered or counted as dropped.
 */
#define MANY 50
static void *tell_many(void *arg)
{
	for (int i = 0; i < MANY; i++) {
		ck_assert(tell(arg));
		rest(1);
	}
	return NULL;
}

START_TEST(by_many_at_once)
{
	static char names[4][2] = { "a", "b", "c", "d" };
	pthread_t threads[4];
	size_t len;

	script("echo $GARQ_RESERVATION >> $OUT");
	use();
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, tell_many,
						names[i]), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	notify_stop();
	len = strlen(written());
	ck_assert_uint_ge(len, 2 * NOTIFY_QUEUE_MAX);
	ck_assert_uint_le(len, 4 * MANY * 2);
	ck_assert(len == 4 * MANY * 2 || says("the program is too slow"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("notify");
	TCase *tc = test_case(s, "notify", 60);

	tcase_add_checked_fixture(tc, notify_setup, notify_teardown);
	tcase_add_test(tc, all_of_an_event);
	tcase_add_test(tc, nothing_to_say_is_empty);
	tcase_add_test(tc, in_their_order);
	tcase_add_test(tc, as_a_new_process);
	tcase_add_test(tc, how_it_ends_is_logged);
	tcase_add_test(tc, not_too_often);
	tcase_add_test(tc, one_that_is_not_there);
	tcase_add_test(tc, one_that_cant_be_run);
	tcase_add_test(tc, one_that_hangs_is_killed);
	tcase_add_test(tc, the_oldest_are_dropped);
	tcase_add_test(tc, no_child_of_others_is_taken);
	tcase_add_test(tc, ours_is_taken_by_others);
	tcase_add_test(tc, none_is_told_nothing);
	tcase_add_test(tc, another_program);
	tcase_add_test(tc, what_waits_is_told_at_the_end);
	tcase_add_test(tc, the_end_waits_for_nobody);
	tcase_add_test(tc, stopped_at_once_if_nothing_waits);
	tcase_add_test(tc, by_many_at_once);
	return test_run(s);
}
