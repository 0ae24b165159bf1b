/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/mail_sample.h"
#include "plugin/mail/mail_text.h"
#include "plugin/memory/memory.h"

#define START 1900000000	/* of the booking */
#define CLUSTER "CLUSTER"

/* An event with all that one of its kind may have. */
static ledger_event_t _event_of(const char *verb)
{
	ledger_event_t e = { .verb = verb, .why = "REASON" };

	if (!strcmp(verb, "create"))
		e.why = NULL;
	if (!strcmp(verb, LEDGER_EVENT_MOVED)) {
		e.old_start = START - 3600;
		e.old_end = START;
		e.old_nodes = "n[5-8]";
	}
	if (e.old_nodes || !e.why) {
		e.start = START;
		e.end = START + 3600;
		e.nodes = "n[1-4]";
	}
	return e;
}

static mail_line_t _line_of(const mail_text_t *text, const ledger_event_t *e)
{
	return (mail_line_t) {
		.time = START - 86400, .name = "NAME",
		.what = mail_text_event(text, e, false),
	};
}

/* RET number of lines: one of each kind, and the end of a native one */
static size_t _make_lines(const mail_text_t *text, mail_line_t *lines)
{
	ledger_event_t native = {
		.verb = LEDGER_EVENT_CLOSED, .why = LEDGER_WHY_NATIVE,
	};
	size_t cnt = 0;

	for (const char *verb; (verb = mail_text_verb(cnt)); cnt++) {
		ledger_event_t e = _event_of(verb);

		lines[cnt] = _line_of(text, &e);
		if (!strcmp(verb, "update"))
			lines[cnt].by = "USER";
	}
	lines[cnt++] = _line_of(text, &native);
	return cnt;
}

static void _print_subject(FILE *to, const mail_text_t *text,
			   const mail_line_t *lines, size_t cnt)
{
	char *subject = mail_text_subject(text, lines, cnt, CLUSTER);

	fprintf(to, "Subject: %s\n", subject);
	free(subject);
}

static void _print_mails(FILE *to, const mail_text_t *text)
{
	mail_line_t *lines;
	size_t cnt = 0;
	char *body;

	while (mail_text_verb(cnt))
		cnt++;
	/* the end of a native one, and what is only counted */
	lines = memory_new(cnt + 2, sizeof(*lines));
	cnt = _make_lines(text, lines);
	_print_subject(to, text, lines, 1);
	_print_subject(to, text, lines, cnt);
	lines[cnt] = lines[cnt - 1];
	lines[cnt].name = "OTHER";
	_print_subject(to, text, lines, cnt + 1);
	body = mail_text_body(text, lines, cnt + 1, CLUSTER, cnt);
	fprintf(to, "\n%s", body);
	free(body);
	for (size_t i = 0; i < cnt; i++)
		free(lines[i].what);
	free(lines);
}

bool mail_sample_print(FILE *to, const char *path, char *error,
		       size_t error_size)
{
	mail_text_t *text = mail_text_read(path, error, error_size);

	if (!error[0])
		_print_mails(to, text);
	mail_text_free(text);
	return !error[0];
}
