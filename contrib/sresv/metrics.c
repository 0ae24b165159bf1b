/* SPDX-License-Identifier: GPL-2.0-or-later */
/* metrics.c - sresv stats --openmetrics and --textfile. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/openmetrics.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/text/replace.h"
#include "contrib/sresv/verbs.h"

static void _print(const options_t *o, const figures_t *f, answer_t *a)
{
	replace_t file;

	if (!replace_begin(&file, o->textfile ? o->textfile : "-")) {
		a->status = STATUS_FAILED;
		answer_say(a, strerror(errno));
		return;
	}
	openmetrics_print(f, o->textfile ? PROMETHEUS_0_0_4 : OPENMETRICS_1_0,
			  file.file);
	if (!replace_end(&file, true)) {
		a->status = STATUS_FAILED;
		answer_say(a, strerror(errno));
	}
}

int verb_metrics(const options_t *o)
{
	static sheet_t *const none[] = { NULL };
	static const options_t plain = { .json = false };
	static const wish_t no_wish = WISH_NONE;
	figures_t figures = { .cnt = 0 };
	char *text = NULL;
	answer_t a;
	int rc;

	ctl_ask(&no_wish, "stats", &text, &a);
	if ((a.status == STATUS_DONE) && !figures_read(text, &figures)) {
		a.status = STATUS_FAILED;
		answer_say(&a, FIGURES_NONE);
	}
	if (a.status == STATUS_DONE)
		_print(o, &figures, &a);
	rc = out_print(&plain, a.status, a.why, none);
	figures_free(&figures);
	free(text);
	answer_free(&a);
	return rc;
}
