/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mail.h - mail to users about the events of their bookings.
 *
 * The ledger keeps the events that wait for a mail (ledger_mail.h). A turn
 * sends each user one mail with all of them. If the program fails, the mail is
 * tried again at growing pauses, for LEDGER_MAIL_KEPT seconds. If slurmctld is
 * killed between the program's end and the next commit, one mail comes twice;
 * none is lost.
 *
 * The program is MailProg of slurm.conf, as for jobs: MailProg -s SUBJECT USER,
 * with the text as its input. MailProg runs as SlurmUser, and no lock is held.
 * After MAIL_TIMEOUT its process group is killed.
 *
 * No Slurm header.
 */
#pragma once

#include <sys/types.h>

#include "plugin/ledger/ledger.h"
#include "plugin/mail/mail_text.h"

#define MAIL_TIMEOUT 30000	/* milliseconds that the program may take */
#define MAIL_PAUSE 60000	/* milliseconds until the second try, twice as
				 * many until the next, ... */
#define MAIL_PAUSE_MAX 3600000	/* ... and at most */
#define MAIL_LINES 100		/* events in the text of a mail */

typedef struct {
	char *program;		/* an absolute path; NULL or "": no mail */
	char *domain;		/* added to users' names; NULL or "": none */
	char *cluster;
	const mail_text_t *text;
	bool private;		/* reasons may name the bookings of others */
	bool (*is_job)(const char *name);	/* the booking of a job: Slurm
				 * sends mail about its end */
	bool (*stop)(void);	/* true: end the turn soon */
	void (*say)(const char *line);	/* log an error, without a newline */
} mail_setup_t;

/* Memory between turns: zero at first; mail_end() frees it */
typedef struct mail_pause mail_pause_t;
typedef struct {
	mail_pause_t *pauses;	/* users whose last mail was not taken */
	bool owed;		/* an operation may not be written */
	bool missing;		/* the program; that is logged */
	pid_t stuck;		/* killed, but not ended; 0: none */
} mail_t;

/*
 * Send all mail that waits. Waits for the disk, the name service and the
 * program; one thread calls this, without slurmctld's locks.
 * IN on - false: there is no mail, and later none about events until then
 */
extern void mail_turn(mail_t *mail, ledger_t *l, const mail_setup_t *setup,
		      bool on);

extern void mail_end(mail_t *mail);
