/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/book/lineage.h"
#include "contrib/sresv/co/look.h"

const char *look_state_name(look_state_t state)
{
	static const char *const names[] = {
		[LOOK_UNKNOWN] = "unknown", [LOOK_MISSING] = "missing",
		[LOOK_ENDED] = "ended", [LOOK_HELD] = "held",
		[LOOK_BOOKED] = "booked", [LOOK_DEGRADED] = "degraded",
		[LOOK_MOVED] = "moved",
	};

	return names[state];
}

static look_state_t _state(const journal_place_t *place, const lrs_member_t *member)
{
	if (member->held)
		return LOOK_HELD;
	if ((member->start != place->shape.start) ||
	    (member->end != place->shape.start + place->shape.length))
		return LOOK_MOVED;
	return member->degraded ? LOOK_DEGRADED : LOOK_BOOKED;
}

/* The clock of the cluster says whether a part is over. */
static look_state_t _absent(const journal_place_t *place, int64_t now)
{
	bool over = (now >= 0) &&
		    (place->shape.start + place->shape.length <= now);

	return over ? LOOK_ENDED : LOOK_MISSING;
}

static void _seen(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	look_t *l = arg;
	lrs_member_t *members;
	size_t cnt;

	if (answer->unknown || (answer->status != STATUS_DONE) ||
	    lrs_members(answer, &members, &cnt)) {
		fprintf(l->args->err, "sresv: cluster %s does not answer: %s\n",
			l->clusters[cluster].name, answer->why);
		return;
	}
	for (uint32_t i = 0; i < l->co->part_cnt; i++) {
		look_part_t *p = &l->parts[i];

		if (!p->place ||
		    strcmp(p->place->cluster.name, l->clusters[cluster].name))
			continue;
		p->state = _absent(p->place, answer->now);
		for (size_t m = 0; m < cnt; m++) {
			/* a hold may be among the bookings, too */
			if (strcmp(members[m].name, p->place->member) ||
			    (p->state == LOOK_HELD))
				continue;
			free(p->nodelist);
			p->state = _state(p->place, &members[m]);
			p->nodelist = strdup(members[m].nodelist);
		}
	}
	free(members);
}

/* What has become of a part's job. A cluster that is silent was told of already. */
static void _job_seen(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	look_part_t *p = arg;
	lrs_job_t *jobs;
	size_t cnt;

	(void) cluster;
	if ((answer->status != STATUS_DONE) || lrs_jobs(answer, &jobs, &cnt))
		return;
	for (size_t i = 0; i < cnt; i++) {
		if (jobs[i].job != p->job)
			continue;
		p->offset = jobs[i].offset;
		snprintf(p->job_state, sizeof(p->job_state), "%s",
			 jobs[i].word);
	}
	free(jobs);
}

/* Only for parts with a job in the journal. */
static void _look_at_jobs(look_t *l, lrs_t *lrs)
{
	journal_job_t *jobs;
	size_t cnt;

	if (!journal_jobs(l->journal, l->co->id, &jobs, &cnt))
		return;
	for (size_t i = 0; i < cnt; i++)
		if (jobs[i].part < l->co->part_cnt)
			l->parts[jobs[i].part].job = jobs[i].job;
	free(jobs);
	for (uint32_t i = 0; i < l->co->part_cnt; i++) {
		const journal_place_t *place = l->parts[i].place;
		const lrs_ask_t ask = { .op = LRS_JOBS,
					.name = place ? place->member : NULL };
		size_t at = 0;

		if (!place || !l->parts[i].job)
			continue;
		while (strcmp(l->clusters[at].name, place->cluster.name))
			at++;
		(void) lrs_ask(lrs, at, &ask, COMMIT_TIMEOUT_MS, _job_seen,
			       &l->parts[i]);
	}
}

bool look_ask(look_t *l)
{
	char prefix[JOURNAL_ID_MAX + 8];
	const lrs_ask_t ask = { .op = LRS_SHOW, .name = prefix };
	lrs_t *lrs;

	/* a part that was kept by a rebooking has the id of an earlier one */
	snprintf(prefix, sizeof(prefix), "co-%.*s",
		 (int) lineage_root(l->co->id), l->co->id);
	for (uint32_t i = 0; i < l->co->part_cnt; i++) {
		l->parts[i].place = commit_place_of(l->co, i);
		l->parts[i].offset = -1;
	}
	l->cluster_cnt = commit_clusters(l->co, &l->clusters);
	lrs = l->clusters ? commit_args_ask(l->args, l->clusters,
					    l->cluster_cnt) : NULL;
	if (!lrs)
		return false;
	for (size_t i = 0; i < l->cluster_cnt; i++)
		(void) lrs_ask(lrs, i, &ask, COMMIT_TIMEOUT_MS, _seen, l);
	_look_at_jobs(l, lrs);
	lrs_wait(lrs);
	lrs_close(lrs);
	return true;
}

void look_free(look_t *l)
{
	for (uint32_t i = 0; i < DECIDE_PARTS_MAX; i++)
		free(l->parts[i].nodelist);
	free(l->clusters);
}
