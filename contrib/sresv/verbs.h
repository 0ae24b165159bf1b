/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verbs.h - the commands of sresv. Each prints, and returns the exit code. */
#pragma once

#include "contrib/sresv/options.h"

extern int verb_query(const options_t *o);
extern int verb_book(const options_t *o);	/* price, too */
extern int verb_ask(const options_t *o);	/* and --yes, --no */
extern int verb_maint(const options_t *o);
extern int verb_offers(const options_t *o);
extern int verb_accept(const options_t *o);
extern int verb_list(const options_t *o);	/* show, too */
extern int verb_cancel(const options_t *o);
extern int verb_change(const options_t *o);	/* move ... end */
extern int verb_stats(const options_t *o);
extern int verb_locks(const options_t *o);	/* stats --locks */
extern int verb_limits(const options_t *o);
extern int verb_log(const options_t *o);	/* list --past, too */
extern int verb_why(const options_t *o);	/* of what stands by, too */
extern int verb_why_job(const options_t *o);	/* why JOBID */
extern int verb_usage(const options_t *o);
extern int verb_when(const options_t *o);	/* the hours of a start */
extern int verb_metrics(const options_t *o);	/* stats --openmetrics */

/* sresv gantt, which has a command line of its own. */
extern int gantt_run(int argc, char **argv);
