/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>

#include "plugin/booking/request/name.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/mail.h"
#include "plugin/mailer.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/worker.h"

/* Seconds for which slurmctld waits for this thread when it ends. */
#define STOP_PATIENCE 5

static struct {
	pthread_mutex_t lock;
	uint32_t every;		/* seconds; 0: no mail */
	mail_setup_t setup;
	char *text_path;	/* "": the built-in text */
	bool changed;		/* since the turn began */
} used = { .lock = PTHREAD_MUTEX_INITIALIZER };

static worker_t worker;
static mail_t mail;
static mail_text_t *mail_text;	/* NULL: not read yet */

/* A turn ends early for slurmctld's end, and for other settings. */
static bool _is_stopping(void)
{
	bool changed;

	pthread_mutex_lock(&used.lock);
	changed = used.changed;
	pthread_mutex_unlock(&used.lock);
	return changed || worker_is_stopping(&worker);
}

static void _log_line(const char *line)
{
	error("sched/garq: %s", line);
}

static void _free_setup(mail_setup_t *setup)
{
	free_null(setup->program);
	free_null(setup->domain);
	free_null(setup->cluster);
}

/*
 * Copy the present setup, without its text.
 * OUT ret_path - of a text that must be read, for free(); NULL: none
 * RET seconds between turns; 0: no mail
 */
static uint32_t _copy_setup(mail_setup_t *ret, char **ret_path)
{
	uint32_t every;

	pthread_mutex_lock(&used.lock);
	every = used.every;
	*ret_path = used.changed ? text_dup(used.text_path) : NULL;
	used.changed = false;
	*ret = (mail_setup_t) {
		.program = text_dup(used.setup.program),
		.domain = text_dup(used.setup.domain),
		.cluster = text_dup(used.setup.cluster),
		.private = used.setup.private,
		.is_job = name_is_job,
		.stop = _is_stopping,
		.say = _log_line,
	};
	pthread_mutex_unlock(&used.lock);
	return every;
}

static void _read_text(const char *path)
{
	char why[MAIL_TEXT_ERROR];

	mail_text_free(mail_text);
	mail_text = mail_text_read(path, why, sizeof(why));
	if (why[0])
		error("sched/garq: garq_mail_text: %s; mail has the built-in text until it is mended and slurmctld reconfigured",
		      why);
}

static time_t _mailer_turn(void)
{
	mail_setup_t setup;
	char *path;
	uint32_t every = _copy_setup(&setup, &path);

	if (path)
		_read_text(path);
	free(path);
	setup.text = mail_text;
	if (office->ledger)
		mail_turn(&mail, office->ledger, &setup, every > 0);
	_free_setup(&setup);
	return every ? every : AGENT_INTERVAL;
}

static worker_t worker = WORKER(_mailer_turn);

void mailer_use(const options_t *options)
{
	pthread_mutex_lock(&used.lock);
	_free_setup(&used.setup);
	used.changed = true;
	used.every = options->mail;
	free(used.text_path);
	used.text_path = text_dup(options->mail_text);
	used.setup.program = text_dup(slurm_conf.mail_prog);
	used.setup.domain = text_dup(slurm_conf.mail_domain);
	used.setup.cluster = text_dup(slurm_conf.cluster_name);
	used.setup.private = (slurm_conf.private_data &
			      (PRIVATE_DATA_RESERVATIONS | PRIVATE_DATA_JOBS));
	pthread_mutex_unlock(&used.lock);
	worker_wake(&worker);
}

bool mailer_start(void)
{
	return worker_start(&worker, AGENT_INTERVAL);
}

void mailer_stop(void)
{
	if (!worker_stop_within(&worker, STOP_PATIENCE)) {
		error("sched/garq: the name service, the disk of the ledger or that of garq_mail_text does not answer, the thread that sends mail is left behind");
		return;
	}
	mail_end(&mail);
	mail_text_free(mail_text);
	mail_text = NULL;
}
