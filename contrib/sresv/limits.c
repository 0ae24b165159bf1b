/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * limits.c - sresv limits: the limits of the user, how much of each is taken, and
 * the events that the site mails to users.
 *
 * The controller sends lines garq-limit=1 (answer.h of the office); the mail is
 * in its SchedulerParameters.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answered.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/verbs.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t columns[] = {
	{ SHEET_TEXT, "LIMIT", false },
	{ SHEET_TEXT, "ACCOUNT", false },
	{ SHEET_TEXT, "TAKEN", false },
	{ SHEET_TEXT, "MOST", false },
	{ SHEET_TEXT, "OPTION", false },
	{ SHEET_TEXT, "UNIT", false },
	{ SHEET_TIME, "UNTIL", false },
};

/* Whole numbers are shown as such. RET false: memory is short */
static bool _add_taken(const char *have, sheet_t *sheet)
{
	size_t len = have ? strlen(have) : 0;
	char *copy = have ? strdup(have) : NULL;

	if (have && !copy)
		return false;
	if ((len > 3) && !strcmp(copy + len - 3, ".00"))
		copy[len - 3] = '\0';
	sheet_text(sheet, copy);
	free(copy);
	return true;
}

static void _add_until(const char *until, sheet_t *sheet)
{
	if (until)
		sheet_count(sheet, strtoll(until, NULL, 10));
	else
		sheet_none(sheet);
}

/* RET false: the line is not as it should be, or memory is short */
static bool _add_line(const figures_line_t *line, sheet_t *sheet)
{
	const char *of = figures_name(line, "of");
	const char *most = figures_word(line, "most");
	const char *option = figures_word(line, "option");

	if (!of || !option)
		return false;
	sheet_text(sheet, of);
	sheet_text(sheet, figures_word(line, "account"));
	if (!_add_taken(figures_word(line, "have"), sheet))
		return false;
	sheet_text(sheet, most ? most : "no limit");
	sheet_text(sheet, option);
	if (!figures_text(line, "unit", sheet))
		return false;
	_add_until(figures_word(line, "until"), sheet);
	return true;
}

static bool _read_lines(const figures_t *f, const void *arg, sheet_t *sheet)
{
	bool ok = true;

	(void) arg;
	for (size_t i = 0; ok && (i < f->cnt); i++)
		if (!strcmp(f->lines[i].kind, ANSWER_LIMIT))
			ok = _add_line(&f->lines[i], sheet);
	return ok;
}

/* --- mail --- */

static const sheet_column_t mail_columns[] = {
	{ SHEET_TEXT, "EVENT", false },
	{ SHEET_TEXT, "MAIL", false },
	{ SHEET_TEXT, "OPTION", false },
	{ SHEET_COUNT, "SECONDS", true },
};

/* IN words - with %s for the length; IN seconds - 0: no mail */
static void _add_mail(sheet_t *s, const char *event, const char *words,
		      const char *option, uint32_t seconds)
{
	char length[WHEN_TEXT], text[128];

	snprintf(text, sizeof(text), words, when_short_text(seconds, length));
	sheet_text(s, event);
	sheet_text(s, seconds ? text : "no");
	sheet_text(s, option);
	sheet_count_if(s, seconds > 0, seconds);
}

/* The events, by the names that garq_notify has for them. RET NULL: memory is short */
static sheet_t *_mail(const site_t *site)
{
	sheet_t *s = sheet_create("mail", mail_columns, COUNT(mail_columns));

	_add_mail(s, "change", "by others or the scheduler; at most one mail each %s",
		  "garq_mail", site->mail);
	_add_mail(s, "begins", "%s before the start", "garq_mail_begin",
		  site->mail_begin);
	_add_mail(s, "unused", "%s after the start, if no job has run in it",
		  "garq_mail_unused", site->mail_unused);
	_add_mail(s, "offers-end", "%s before their end", "garq_mail_offer",
		  site->mail_offer);
	return s;
}

int verb_limits(const options_t *o)
{
	sheet_t *sheets[3] = { sheet_create("limits", columns, COUNT(columns)),
			       NULL };
	ctl_about_t about = { .garq = false };
	answer_t a;
	int rc;

	ctl_about(&about, &a);
	if (a.status == STATUS_DONE)
		answered_ask(NULL, "limits", _read_lines, NULL, sheets[0], &a);
	/* scripts read one table */
	if (about.garq && sheets[0] && !o->lines && !o->csv &&
	    !(sheets[1] = _mail(&about.site)))
		a.status = STATUS_FAILED;
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	sheet_destroy(sheets[1]);
	free(about.cluster);
	answer_free(&a);
	return rc;
}
