/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mail_text.h - the words of a mail about events of bookings (mail.h).
 *
 * Times are local times of the process. Control characters of names become "?".
 * No Slurm header, no I/O.
 */
#ifndef PLUGIN_MAIL_TEXT_H
#define PLUGIN_MAIL_TEXT_H

#include "plugin/ledger/ledger_events.h"

/*
 * Say in a few words what happened: "starts Mon 04 May 2026 10:00, not 09:00;
 * nodes n[1-4], not n[5-8] (made room for r7)". Who did it is left out.
 * IN private - without a reason, but for that of an end
 * RET free()
 */
extern char *mail_text_event(const ledger_event_t *e, bool private);

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
extern char *mail_text_subject(const mail_line_t *lines, size_t cnt);

/*
 * IN cluster - or NULL
 * IN most - lines that are printed; of more the number is
 * RET free()
 */
extern char *mail_text_body(const mail_line_t *lines, size_t cnt,
			    const char *cluster, size_t most);

#endif
