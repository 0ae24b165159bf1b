/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mailer.h - the thread that sends mail (mail.h), by MailProg and MailDomain of
 * slurm.conf. Its turns come each garq_mail seconds. It reads the text of the
 * site (garq_mail_text) when it starts, and after each mailer_use().
 */
#pragma once

#include <stdbool.h>

#include "plugin/booking/request/options.h"

/* Take these options, and slurm.conf. Locks: conf, or init() */
extern void mailer_use(const options_t *options);

/* Start the thread. RET false if no thread can be made */
extern bool mailer_start(void);

/* Stop the thread, and a program that runs. No effect if it does not run. */
extern void mailer_stop(void);
