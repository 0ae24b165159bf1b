/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mail_text_test.c - the text of a site: what it replaces, and what is wrong */

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/booking/request/text.h"
#include "plugin/mail/mail_text.h"
#include "test/unit/test_util.h"

static char path[64], why[MAIL_TEXT_ERROR];

static void setup_path(void)
{
	int fd;

	setenv("TZ", "UTC", 1);
	snprintf(path, sizeof(path), "/tmp/garq-mail-text-XXXXXX");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	close(fd);
}

static void teardown_path(void)
{
	unlink(path);
}

static mail_text_t *text_of(const void *content, size_t len)
{
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(content, 1, len, f), len);
	ck_assert(!fclose(f));
	return mail_text_read(path, why, sizeof(why));
}

static mail_text_t *text_with(const char *content)
{
	mail_text_t *text = text_of(content, strlen(content));

	ck_assert_str_eq(why, "");
	return text;
}

static ledger_event_t moved(void)
{
	return (ledger_event_t) {
		.verb = LEDGER_EVENT_MOVED, .why = "room", .start = 2, .end = 9,
		.old_end = 9, .nodes = "n1", .old_nodes = "n2",
	};
}

static void assert_event(const mail_text_t *text, const ledger_event_t *e,
			 bool private, const char *want)
{
	char *what = mail_text_event(text, e, private);

	ck_assert_str_eq(what, want);
	free(what);
}

START_TEST(words_are_replaced)
{
	mail_text_t *text = text_with("\n# words\r\n"
		"event.moved=verschoben\n\tevent.degraded = es fehlen Knoten\r\n"
		"start=Beginn {new}\nnodes.moved=statt {old} auf {new}\n"
		"reason=({why}) {what}{why}");
	ledger_event_t e = moved();

	assert_event(text, &e, false, "(room) verschoben; Beginn 1970-01-01T00:00:02; statt n2 auf n1room");
	assert_event(text, &e, true, "verschoben; Beginn 1970-01-01T00:00:02; statt n2 auf n1");
	e = (ledger_event_t) { .verb = "degraded" };
	assert_event(text, &e, false, "es fehlen Knoten");
	e.verb = "mended";	/* not given */
	assert_event(text, &e, false, "it has all of its nodes again");
	e.verb = "of tomorrow";
	assert_event(text, &e, false, "of tomorrow");
	mail_text_free(text);
}
END_TEST

START_TEST(parts_are_left_out)
{
	mail_text_t *text = text_with("nodes=\nnodes.moved=\nstart=\n"
				      "reason={what}\n");
	ledger_event_t e = moved();

	assert_event(text, &e, false, "");
	mail_text_free(text);
}
END_TEST

/* What a name has is no template. */
START_TEST(fields_are_filled_once)
{
	mail_text_t *text = text_with("subject=[{cluster}] {what}, {name} }\n"
				      "line.by={by} {name}\nhead=\nhead=a\n"
				      "foot=\nfoot=-- {cluster}\n");
	mail_line_t line = {
		.name = "{what}\n\x1b", .what = "{name}", .by = "{by}",
	};
	char *made = mail_text_subject(text, &line, 1, "c1");

	ck_assert_str_eq(made, "[c1] {name}, {what}?? }");
	free(made);
	made = mail_text_body(text, &line, 1, "c1", 1);
	ck_assert_str_eq(made, "\na\n{by} {what}??\n\n-- c1\n");
	free(made);
	mail_text_free(text);
}
END_TEST

START_TEST(no_character_is_cut)
{
	mail_text_t *text = text_with("subject={what}\n");
	char what[400], *made;
	mail_line_t line = { .name = "r", .what = what };

	for (int odd = 0; odd < 2; odd++) {
		snprintf(what, sizeof(what), "%s", odd ? "x" : "");
		while (strlen(what) < 300)
			strcat(what, "\xc3\xa4");
		made = mail_text_subject(text, &line, 1, "c1");
		ck_assert(text_prints(made));
		ck_assert_uint_eq(strlen(made), 250 - odd);
		free(made);
	}
	mail_text_free(text);
}
END_TEST

static const struct {
	const char *content, *error;
} wrong[] = {
	{ "subject", ":1: this is no KEY=TEXT" },
	{ "\n#x\nsubjekt=x\n", ":3: subjekt: no such key (there are: subject subject.same " },
	{ "=x", ":1: : no such key" },
	{ "event.ended=x", ":1: event.ended: no such key" },
	{ "subject={by}", ":1: {by} is no field of subject (there are: {name} {what} {cluster})" },
	{ "subject={name", ":1: {name is no field" },
	{ "subject={}", ":1: {} is no field" },
	{ "subject={{name}}", ":1: {{name}} is no field" },
	{ "event.part={name}", ":1: {name} is no field of event.part (there is none)" },
	{ "subject= ", ":1: subject must not be empty" },
	{ "more=a\nmore=b", ":2: more is given twice" },
	{ "head=a\x1b[1m", ":1: head must be UTF-8 without control characters" },
	{ "head=\xe4", ":1: head must be UTF-8" },
};

/* The whole file counts for nothing then. */
START_TEST(tells_what_is_wrong)
{
	char *content = text_printf("event.mended=x\n%s", wrong[_i].content);
	ledger_event_t e = { .verb = "mended" };
	mail_text_t *text;

	text = text_of(wrong[_i].content, strlen(wrong[_i].content));
	ck_assert(text_begins(why, path));
	ck_assert_msg(text_begins(why + strlen(path), wrong[_i].error), "%s",
		      why);
	ck_assert_ptr_null(strchr(why, '\n'));
	mail_text_free(text);
	text = text_of(content, strlen(content));
	ck_assert_str_ne(why, "");
	assert_event(text, &e, false, "it has all of its nodes again");
	mail_text_free(text);
	free(content);
}
END_TEST

/* It does not wait for a pipe. */
START_TEST(no_file)
{
	static char large[MAIL_TEXT_MAX + 1];

	memset(large, '\n', sizeof(large));
	mail_text_free(text_of(large, sizeof(large) - 1));
	ck_assert_str_eq(why, "");
	mail_text_free(text_of(large, sizeof(large)));
	ck_assert_ptr_nonnull(strstr(why, "more than 65536 bytes"));
	mail_text_free(text_of("head=\0", 6));
	ck_assert_ptr_nonnull(strstr(why, "a byte 0"));
	unlink(path);
	mail_text_free(mail_text_read(path, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, ": No such file or directory"));
	mail_text_free(mail_text_read("/", why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "/: Is a directory"));
	ck_assert(!mkfifo(path, 0600));
	mail_text_free(mail_text_read(path, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, ": Invalid argument"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("mail_text");
	TCase *tc = test_case(s, "mail_text", 10);

	tcase_add_checked_fixture(tc, setup_path, teardown_path);
	tcase_add_test(tc, words_are_replaced);
	tcase_add_test(tc, parts_are_left_out);
	tcase_add_test(tc, fields_are_filled_once);
	tcase_add_test(tc, no_character_is_cut);
	tcase_add_loop_test(tc, tells_what_is_wrong, 0,
			    sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tc, no_file);
	return test_run(s);
}
