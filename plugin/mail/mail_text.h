/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mail_text.h - the words of a mail about events of bookings (mail.h).
 *
 * A text is a list of templates, each with a key: "subject", "line",
 * "event.degraded", ... A template is words with fields, "{name}"; each key has
 * its own fields. The built-in text has all templates, and a file of the site
 * replaces some of them: lines KEY=TEMPLATE, where empty lines and those that
 * begin with "#" are skipped, and several lines of "head" or "foot" are its
 * lines. doc/examples/garq-mail.text has all keys, with the built-in text.
 *
 * Times are local times of the process. Control characters of names become "?".
 * No Slurm header.
 */
#pragma once

#include "plugin/ledger/ledger_events.h"

#define MAIL_TEXT_MAX 65536	/* bytes of a file */
#define MAIL_TEXT_ERROR 1024

typedef struct mail_text mail_text_t;

/*
 * Read the text of a site. Waits for the disk.
 * IN path - "": the built-in text
 * OUT error - one line with file and line number, of at most MAIL_TEXT_ERROR
 *	bytes; ""
 * RET mail_text_free(); the built-in text where error is not ""
 */
extern mail_text_t *mail_text_read(const char *path, char *error,
				   size_t error_size);

extern void mail_text_free(mail_text_t *text);

/* Verbs that have words of their own. RET NULL: there is no i-th */
extern const char *mail_text_verb(size_t i);

/*
 * Say in a few words what happened: "starts Mon 04 May 2026 10:00, not 09:00;
 * nodes n[1-4], not n[5-8] (made room for r7)". Who did it is left out.
 * IN private - without a reason, but for that of an end
 * RET free()
 */
extern char *mail_text_event(const mail_text_t *text, const ledger_event_t *e,
			     bool private);

typedef struct {
	int64_t id;		/* of the event */
	time_t time;
	char *name;		/* of the booking; free() */
	char *what;		/* mail_text_event(); free() */
	char *by;		/* a user; NULL: nobody; free() */
	bool has_uid;		/* its uid, until by is known: */
	uint32_t uid;
} mail_line_t;

/* IN cnt - above 0. RET free(); without a newline */
extern char *mail_text_subject(const mail_text_t *text,
			       const mail_line_t *lines, size_t cnt,
			       const char *cluster);

/*
 * IN most - lines that are printed; of more the number is
 * RET free()
 */
extern char *mail_text_body(const mail_text_t *text, const mail_line_t *lines,
			    size_t cnt, const char *cluster, size_t most);
