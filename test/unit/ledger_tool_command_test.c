/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_tool_command_test.c - a booking as a command for the shell */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/command.h"
#include "contrib/garq-ledger/flags.h"
#include "contrib/sresv/text/plain.h"
#include "test/unit/ledger_tool_fixture.h"

static char *said, *noted;

/* Run command_print(): sets said and noted. */
static void command_of(const booking_t *b, bool ignore_jobs)
{
	size_t size;
	FILE *out, *notes;

	free(said);
	free(noted);
	out = open_memstream(&said, &size);
	notes = open_memstream(&noted, &size);
	command_print(out, notes, b, NOW, ignore_jobs);
	fclose(out);
	fclose(notes);
}

static void assert_command(const booking_t *b, const char *want)
{
	command_of(b, false);
	ck_assert_str_eq(said, want);
	ck_assert_str_eq(noted, "");
}

#define HEAD "scontrol create reservation ReservationName=r" \
	     " StartTime=2027-01-15T10:00:00 EndTime=2027-01-15T11:00:00 "

START_TEST(command_of_a_plain_one)
{
	booking_t *b = booking("r");

	assert_command(b, HEAD "Nodes='n[1-4]' Users=ada,bob\n");
	booking_destroy(b);
}
END_TEST

START_TEST(command_has_all_that_was_given)
{
	booking_t *b = booking("r");

	booking_set(&b->partition, "main");
	booking_set(&b->features, "a&b|c");
	booking_set(&b->users, NULL);
	booking_set(&b->groups, "staff");
	booking_set(&b->accounts, "-red,-blue");
	booking_set(&b->licenses, "sw:3,db@host:1");
	booking_set(&b->comment, "it's $HOME; \"x\"");
	booking_set(&b->allowed_parts, "p,q");
	booking_set(&b->qos, "high");
	b->max_start_delay = 90061;
	assert_command(b, HEAD "Nodes='n[1-4]' PartitionName=main"
		       " Features='a&b|c' Licenses=sw:3,db@host:1"
		       " Groups=staff Accounts=-red,-blue"
		       " MaxStartDelay=25:01:01"
		       " Comment='it'\\''s $HOME; \"x\"' QOS=high"
		       " AllowedPartitions=p,q\n");
	booking_destroy(b);
}
END_TEST

START_TEST(command_of_one_that_has_begun)
{
	booking_t *b = booking("r");

	b->start = NOW;
	command_of(b, false);
	ck_assert_ptr_nonnull(strstr(said, " StartTime=now EndTime=2027-01-15T"
				     "11:00:00 "));
	ck_assert_ptr_nonnull(strstr(said, " Flags=IGNORE_JOBS  # "));
	b->start = NOW + 1;
	command_of(b, false);
	ck_assert_ptr_nonnull(strstr(said, " StartTime=2027-01-15T08:00:01 "));
	ck_assert_ptr_null(strstr(said, "IGNORE_JOBS"));
	command_of(b, true);
	ck_assert_ptr_nonnull(strstr(said, " Flags=IGNORE_JOBS\n"));
	booking_destroy(b);
}
END_TEST

START_TEST(none_of_one_that_is_over)
{
	booking_t *b = booking("r");

	b->start = NOW - 100;
	b->end = NOW;
	command_of(b, false);
	ck_assert_str_eq(said, "");
	ck_assert_ptr_nonnull(strstr(noted, "reservation r is left out"));
	b->end = NOW + 1;
	command_of(b, false);
	ck_assert_str_ne(said, "");
	ck_assert_str_eq(noted, "");
	booking_destroy(b);
}
END_TEST

START_TEST(command_has_the_flags)
{
	booking_t *b = booking("r");

	b->flags |= BIT(25) | BIT(10) | BIT(20) | BIT(29) | BIT(32) | BIT(39) |
		    BIT(41);
	assert_command(b, HEAD "Nodes='n[1-4]' Users=ada,bob Flags=FLEX,STATIC,"
		       "PURGE_COMP=0:05:00,NO_HOLD_JOBS_AFTER_END,MAGNETIC,"
		       "USER_DELETE\n");
	b->flags = BIT(20);
	b->purge_comp_time = 0;
	assert_command(b, HEAD "Nodes='n[1-4]' Users=ada,bob"
		       " Flags=PURGE_COMP\n");
	booking_destroy(b);
}
END_TEST

/* With Nodes= Slurm would refuse the flag, and so the reservation. */
START_TEST(flags_that_cant_be_given_are_told)
{
	booking_t *b = booking("r");

	b->flags |= BIT(30) | BIT(32) | BIT(50);
	command_of(b, false);
	ck_assert_str_eq(said, HEAD "Nodes='n[1-4]' Users=ada,bob"
			 " Flags=MAGNETIC\n");
	ck_assert_ptr_nonnull(strstr(noted, "r: flag REPLACE_DOWN is left"));
	ck_assert_ptr_nonnull(strstr(noted, "r: flag 0x4000000000000 is left"));
	booking_destroy(b);
}
END_TEST

START_TEST(all_nodes_are_asked_for_as_all)
{
	booking_t *b = booking("r");

	b->flags |= FLAG_ALL_NODES;
	assert_command(b, HEAD "Nodes=ALL Users=ada,bob\n");
	/* scontrol would take ALL for all nodes of the partition */
	booking_set(&b->partition, "p");
	assert_command(b, HEAD "Nodes='n[1-4]' PartitionName=p Users=ada,bob\n");
	b->flags = SPEC_NODES | FLAG_PART_NODES;
	assert_command(b, HEAD "Nodes=ALL PartitionName=p Users=ada,bob\n");
	booking_destroy(b);
}
END_TEST

/* How scontrol reads the text after StartTime=. */
static time_t read_time(const char *text)
{
	struct tm tm = { .tm_isdst = -1 };

	if (!strncmp(text, "uts", 3))
		return strtol(text + 3, NULL, 10);
	ck_assert_int_eq(sscanf(text, "%d-%d-%dT%d:%d:%d", &tm.tm_year,
				&tm.tm_mon, &tm.tm_mday, &tm.tm_hour,
				&tm.tm_min, &tm.tm_sec), 6);
	tm.tm_year -= 1900;
	tm.tm_mon--;
	return mktime(&tm);
}

START_TEST(times_are_exact_all_the_year)
{
	booking_t *b = booking("r");
	int seconds = 0;

	zone("Europe/Berlin");
	/* quarters of an hour over one year with two clock changes */
	for (int i = 1; i < 366 * 96; i++) {
		b->start = NOW + i * 900;
		b->end = b->start + 1;
		command_of(b, false);
		ck_assert_int_eq(read_time(strstr(said, " StartTime=") + 11),
				 b->start);
		ck_assert_int_eq(read_time(strstr(said, " EndTime=") + 9),
				 b->end);
		seconds += (strstr(said, "StartTime=uts") != NULL);
	}
	ck_assert_int_eq(seconds, 4);	/* in the hour that comes twice */
	booking_destroy(b);
}
END_TEST

/* The shell restores any quoted text. */
START_TEST(quoting_is_the_shells)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < 200; i++) {
		size_t len = rng_below(&rng, 40), size;
		char text[41], back[64] = "", *line = NULL;
		FILE *f = open_memstream(&line, &size);

		for (size_t n = 0; n < len; n++)
			text[n] = rng_one_in(&rng, 2) ?
				"'\"\\$`!#~*?[](){}<>|&; \t\n=-+%"[
					rng_below(&rng, 28)] :
				(char) (1 + rng_below(&rng, 255));
		text[len] = '\0';
		fputs("printf %s ", f);
		plain_put_word(f, text);
		fclose(f);
		f = popen(line, "r");
		ck_assert_uint_eq(fread(back, 1, sizeof(back) - 1, f), len);
		ck_assert_int_eq(pclose(f), 0);
		ck_assert_str_eq(back, text);
		free(line);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_tool_command");
	TCase *tc = test_case(s, "ledger_tool_command", 60);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, tool_setup, tool_teardown);
	tcase_add_test(tc, command_of_a_plain_one);
	tcase_add_test(tc, command_has_all_that_was_given);
	tcase_add_test(tc, command_of_one_that_has_begun);
	tcase_add_test(tc, none_of_one_that_is_over);
	tcase_add_test(tc, command_has_the_flags);
	tcase_add_test(tc, flags_that_cant_be_given_are_told);
	tcase_add_test(tc, all_nodes_are_asked_for_as_all);
	tcase_add_test(tc, times_are_exact_all_the_year);
	tcase_add_test(tc, quoting_is_the_shells);
	return test_run(s);
}
