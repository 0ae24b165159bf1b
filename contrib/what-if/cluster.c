/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cluster.c - see cluster.h */

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

void *cluster_need(void *memory)
{
	if (memory)
		return memory;
	fputs("what-if-sim: out of memory\n", stderr);
	exit(2);
}

void cluster_begin(uint32_t node_cnt, time_t now)
{
	cluster = (cluster_t) { .node_cnt = node_cnt, .now = now };
}

void cluster_end(void)
{
	while (cluster.record_cnt)
		cluster_remove(cluster.records[0]);
	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		garq_set_destroy(cluster.runs[i].nodes);
	free(cluster.records);
	free(cluster.runs);
	cluster = (cluster_t) { .now = cluster.now };
}

/* --- records -------------------------------------------------------------- */

native_t *cluster_find(const char *name)
{
	for (uint32_t i = 0; i < cluster.record_cnt; i++)
		if (cluster.records[i]->linked &&
		    !strcmp(cluster.records[i]->name, name))
			return cluster.records[i];
	return NULL;
}

native_t *cluster_add(void)
{
	size_t size = (cluster.record_cnt + 1) * sizeof(native_t *);
	native_t *rec = cluster_need(calloc(1, sizeof(*rec)));

	cluster.records = cluster_need(realloc(cluster.records, size));
	cluster.records[cluster.record_cnt++] = rec;
	rec->resv_id = ++cluster.top_id;
	cluster_link(rec, true);
	return rec;
}

void cluster_remove(native_t *rec)
{
	uint32_t i = 0;

	while (cluster.records[i] != rec)
		i++;
	cluster.records[i] = cluster.records[--cluster.record_cnt];
	cluster.records_changed = true;
	garq_set_destroy(rec->nodes);
	free(rec);
}

void cluster_link(native_t *rec, bool linked)
{
	rec->linked = linked;
	cluster.records_changed = true;
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
	cluster.runs = cluster_need(realloc(cluster.runs, size));
	run = &cluster.runs[cluster.run_cnt++];
	*run = (run_t) {
		.id = id,
		.limit = limit,
		.over = MIN(over, limit),
		.nodes = cluster_need(garq_set_copy(nodes)),
	};
	snprintf(run->resv, sizeof(run->resv), "%s", resv);
	cluster.runs_changed = true;
}

static void _give_back(const char *name)
{
	native_t *rec = name[0] ? cluster_find(name) : NULL;

	if (rec && (rec->flags & BOOKING_FLAG_PURGE_COMP))
		cluster_remove(rec);
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
		cluster.runs_changed = true;
	}
}

/* As Slurm's job_resv_check(): a record goes when its end has passed. */
static void _purge(void)
{
	for (uint32_t i = cluster.record_cnt; i-- > 0;) {
		native_t *rec = cluster.records[i];

		if (rec->linked && (rec->end < cluster.now))
			cluster_remove(rec);
	}
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

	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		next = MIN(next, cluster.runs[i].over);
	for (uint32_t i = 0; i < cluster.record_cnt; i++) {
		time_t end = cluster.records[i]->end;

		next = MIN(next, (end > cluster.now) ? end : end + 1);
	}
	return next;
}
