/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mail.h - tell users by mail what happened to their bookings.
 *
 * The ledger knows who has still to be told of what (ledger_mail.h). A turn
 * gives each of them one mail with all of it. A mail that the program of the
 * site takes is told; if it does not, it comes again later, at growing pauses,
 * for MAIL_KEPT seconds. A controller that is killed between the program's end
 * and the next commit tells one user twice; none is told never.
 *
 * The program is that of jobs, MailProg of slurm.conf: MailProg -s SUBJECT USER,
 * with the text as its input. It runs as SlurmUser, without slurmctld's locks,
 * and is killed with its process group after MAIL_TIMEOUT.
 *
 * No Slurm header.
 */
#ifndef PLUGIN_MAIL_H
#define PLUGIN_MAIL_H

#include "plugin/ledger/ledger.h"

#ifndef MAIL_TIMEOUT
#define MAIL_TIMEOUT 30000	/* milliseconds that the program may take */
#endif
#ifndef MAIL_PAUSE
#define MAIL_PAUSE 60000	/* milliseconds until the second try, twice as
				 * many until the next, ... */
#endif
#define MAIL_PAUSE_MAX 3600000	/* ... and at most */
#define MAIL_KEPT (2 * 86400)	/* seconds from the event */
#define MAIL_LINES 100		/* events in the text of a mail */

typedef struct {
	char *program;		/* an absolute path; NULL or "": no mail */
	char *domain;		/* added to users' names; NULL or "": none */
	char *cluster;
	bool private;		/* reasons may name the bookings of others */
	bool (*is_job)(const char *name);	/* the booking of a job, which
				 * Slurm tells of its end */
	bool (*stop)(void);	/* true: end the turn soon */
	void (*say)(const char *line);	/* log an error, without a newline */
} mail_setup_t;

/* What is kept in memory between turns. Zero at first; for mail_end() */
typedef struct mail_pause mail_pause_t;
typedef struct {
	mail_pause_t *pauses;	/* users whose last mail was not taken */
	bool owed;		/* an operation may not be written */
	bool missing;		/* the program, and that is logged */
} mail_t;

/*
 * Tell all that is due. Waits for the disk, the name service and the program;
 * one thread calls this, without slurmctld's locks.
 * IN setup - with on false only on and say count
 * IN on - false: nobody is told, nor later of what happens until then
 */
extern void mail_turn(mail_t *mail, ledger_t *l, const mail_setup_t *setup,
		      bool on);

extern void mail_end(mail_t *mail);

#endif
