/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "contrib/what-if/cluster.h"
#include "garq/times.h"
#include "plugin/booking/request/flags.h"

cluster_t cluster;

/* The ledger, and SQLite in it, live in the time of the cluster, too. */
time_t time(time_t *ret)
{
	if (ret)
		*ret = cluster.now;
	return cluster.now;
}

/* The job at an index, in no order. */
static bool _job(uint32_t *at, fake_job_t *ret)
{
	const run_t *run = &cluster.runs[*at];

	if (*at == cluster.run_cnt)
		return false;
	(*at)++;
	*ret = (fake_job_t) {
		.id = run->id,
		.limit = run->limit,
		.nodes = run->nodes,
		.resv = run->resv,
	};
	return true;
}

void cluster_begin(uint32_t node_cnt, time_t now)
{
	uint32_t words = (node_cnt + 63) / 64;
	fake_t *fake = &cluster.fake;

	cluster = (cluster_t) {
		.node_cnt = node_cnt,
		.now = now,
		.odd = fake_need(calloc(words, sizeof(uint64_t))),
		.even = fake_need(calloc(words, sizeof(uint64_t))),
	};
	for (uint32_t w = 0; w < words; w++) {
		cluster.odd[w] = 0x5555555555555555;
		cluster.even[w] = ~cluster.odd[w];
	}
	fake_begin(fake, node_cnt, FAKE_FROM_1, &cluster.now);
	fake->groups[1] = (fake_group_t) {
		.name = "odd", .nodes = cluster.odd,
	};
	fake->groups[2] = (fake_group_t) {
		.name = "even", .nodes = cluster.even,
	};
	fake->lazy = true;
	fake->job = _job;
	fake->locks.say = host_say;
}

void cluster_end(void)
{
	fake_end(&cluster.fake);
	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		garq_set_destroy(cluster.runs[i].nodes);
	free(cluster.runs);
	free(cluster.odd);
	free(cluster.even);
	cluster = (cluster_t) { .now = cluster.now };
}

void cluster_reserve(const char *name, time_t start, time_t end,
		     const garq_set_t *nodes)
{
	fake_record_t *rec = fake_new(&cluster.fake);

	fake_copy(rec->name, sizeof(rec->name), name);
	fake_copy(rec->users, sizeof(rec->users), "root");
	rec->resv_id = ++cluster.fake.top_id;
	rec->start = rec->first = start;
	rec->end = end;
	rec->duration = BOOKING_NO_DURATION;
	rec->flags = BOOKING_FLAG_SPEC_NODES;
	garq_set_add_all(rec->nodes, nodes);
	fake_link(&cluster.fake, rec);
}

/* --- jobs ----------------------------------------------------------------- */

/* No office that is sound gives two jobs a node. */
static void _check_free(uint32_t id, const garq_set_t *nodes)
{
	for (uint32_t i = 0; i < cluster.run_cnt; i++) {
		if (!garq_set_meets(cluster.runs[i].nodes, nodes))
			continue;
		fprintf(stderr, "what-if-sim: at %lld jobs %u and %u have the same node\n",
			(long long) cluster.now, cluster.runs[i].id, id);
		exit(3);
	}
}

void cluster_run(uint32_t id, const garq_set_t *nodes, time_t limit,
		 time_t over, const char *resv)
{
	size_t size = (cluster.run_cnt + 1) * sizeof(run_t);
	run_t *run;

	_check_free(id, nodes);
	cluster.runs = fake_need(realloc(cluster.runs, size));
	run = &cluster.runs[cluster.run_cnt++];
	*run = (run_t) {
		.id = id,
		.limit = limit,
		.over = MIN(over, limit),
		.nodes = fake_need(garq_set_copy(nodes)),
	};
	snprintf(run->resv, sizeof(run->resv), "%s", resv);
	cluster.fake.jobs_changed = true;
}

static void _give_back(const char *name)
{
	fake_record_t *rec = name[0] ? fake_find(&cluster.fake, name) : NULL;

	if (rec && (rec->flags & BOOKING_FLAG_PURGE_COMP))
		fake_delete(&cluster.fake, rec);
}

static void _end_jobs(void)
{
	for (uint32_t i = cluster.run_cnt; i-- > 0;) {
		run_t *run = &cluster.runs[i];

		if (run->over > cluster.now)
			continue;
		_give_back(run->resv);
		garq_set_destroy(run->nodes);
		*run = cluster.runs[--cluster.run_cnt];
		cluster.fake.jobs_changed = true;
	}
}

/* As Slurm's job_resv_check(): a record goes when its end has passed. */
static void _purge(void)
{
	for (uint32_t i = cluster.fake.linked_cnt; i-- > 0;)
		if (cluster.fake.linked[i]->end < cluster.now)
			fake_delete(&cluster.fake, cluster.fake.linked[i]);
}

void cluster_pass(void)
{
	_end_jobs();
	_purge();
}

/* At the end of a record its nodes are free; a second later it goes. */
time_t cluster_next(void)
{
	time_t next = GARQ_FOREVER;
	fake_record_t *rec;

	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		next = MIN(next, cluster.runs[i].over);
	LIST_FOREACH(rec, &cluster.fake.all, among_all)
		next = MIN(next, (rec->end > cluster.now) ? rec->end :
							    rec->end + 1);
	return next;
}
