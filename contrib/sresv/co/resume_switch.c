/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resume_switch.c - the end of a rebooking: the new co-reservation is booked, and
 * takes the place of the old one.
 *
 *	booked, journal_switch()       both are whole: whoever comes here goes on
 *	switched, the old one UNDOING  the new one is whole, with what has stayed
 *	the old one ABORTED            nothing is left of it
 */
#include <stdlib.h>

#include "contrib/sresv/co/resume.h"
#include "contrib/sresv/co/run.h"

/* The two, and the clusters of the old one. */
typedef struct {
	commit_host_t host;
	const commit_args_t *args;
	journal_co_t new, old;
	journal_co_t rest;		/* old, without the parts that stay */
	lrs_cluster_t *clusters;	/* of old; they have its texts */
	char *why;
	size_t len;
} switch_t;

static status_t _fail(switch_t *s, status_t status, const char *why)
{
	snprintf(s->why, s->len, "%s", why);
	return status;
}

static status_t _load(switch_t *s, const char *id, journal_co_t *ret)
{
	bool found;

	if (journal_load(s->host.journal, id, ret, &found))
		return STATUS_DONE;
	return _fail(s, found ? STATUS_FAILED : STATUS_UNKNOWN,
		     journal_why(s->host.journal));
}

static status_t _ask(switch_t *s)
{
	s->host.cluster_cnt = commit_clusters(&s->old, &s->clusters);
	s->host.clusters = s->clusters;
	if (s->clusters)
		s->host.lrs = commit_args_ask(s->args, s->clusters,
					      s->host.cluster_cnt);
	return s->host.lrs ? STATUS_DONE :
			     _fail(s, STATUS_FAILED, "there is no memory");
}

/* End the jobs in parts: the drop of a part says whether one is left. */
static void _end_jobs(switch_t *s, const journal_co_t *of)
{
	const run_host_t run = {
		.args = s->args, .journal = s->host.journal, .co = of,
		.lrs = s->host.lrs, .clusters = s->host.clusters,
		.cluster_cnt = s->host.cluster_cnt,
	};
	char why[300];

	if (!run_cancel(&run, 0, why, sizeof(why)))
		fprintf(s->args->err, "sresv: %s: %s\n", of->id, why);
}

/* Drop the other parts of the old co-reservation. Its lease is ours, and ends. */
static status_t _drop(switch_t *s)
{
	commit_result_t result;
	commit_t *c = commit_resume(&s->host, &s->rest);

	if (!c)
		return _fail(s, STATUS_DOUBT, "there is no memory");
	commit_run(c, &result);
	commit_end(c);
	if (s->rest.phase == DECIDE_ABORTED) {
		(void) journal_say_replaced(s->host.journal, s->old.id);
		return STATUS_DONE;
	}
	snprintf(s->why, s->len, "%s is booked, but a part of %s is left (%s): sresv co resume %s drops it",
		 s->new.id, s->old.id, result.why, s->old.id);
	return STATUS_DOUBT;
}

/* Both leases are ours. */
static status_t _switch(switch_t *s)
{
	status_t status = _ask(s);

	if (status)
		return status;
	/* those in parts that stay tell of others which will be gone */
	if (s->new.ends_jobs && journal_is_unsettled(&s->new))
		_end_jobs(s, &s->old);
	if (journal_is_unsettled(&s->new) &&
	    !journal_switch(s->host.journal, &s->new))
		return _fail(s, STATUS_DOUBT, journal_why(s->host.journal));
	status = _load(s, s->old.id, &s->rest);
	if (status)
		return status;
	_end_jobs(s, &s->rest);
	return _drop(s);
}

static bool _lease(switch_t *s, const char *id)
{
	if (journal_lease(s->host.journal, id, s->args->force))
		return true;
	snprintf(s->why, s->len, "%s", journal_why(s->host.journal));
	return false;
}

/* What was begun by the time the leases are ours is seen again. */
static status_t _lease_and_switch(switch_t *s, const char *id)
{
	char old[JOURNAL_ID_MAX + 1];
	status_t status = _load(s, id, &s->new);

	if (status || !s->new.replaces || (s->new.phase != DECIDE_DONE))
		return status;
	snprintf(old, sizeof(old), "%s", s->new.replaces);
	if (!_lease(s, old))
		return STATUS_FAILED;
	journal_free(&s->new);
	status = _load(s, id, &s->new);
	if (!status)
		status = _load(s, old, &s->old);
	/* a journal forgets what was dropped long ago */
	if (s->new.switched && ((status == STATUS_UNKNOWN) ||
				(s->old.phase == DECIDE_ABORTED)))
		status = _fail(s, STATUS_DONE, "");
	else if (!status)
		status = _switch(s);
	journal_release(s->host.journal, old);
	return status;
}

status_t resume_switch(const commit_args_t *args, journal_t *journal,
		       const char *id, char *why, size_t len)
{
	switch_t s = {
		.args = args, .why = why, .len = len,
		.host = { .journal = journal, .err = args->err,
			  .rules = commit_args_rules(args) },
	};
	status_t status;

	why[0] = '\0';
	if (!_lease(&s, id))
		return STATUS_FAILED;
	status = _lease_and_switch(&s, id);
	journal_release(journal, id);
	lrs_close(s.host.lrs);
	free(s.clusters);
	journal_free(&s.rest);
	journal_free(&s.old);
	journal_free(&s.new);
	return status;
}
