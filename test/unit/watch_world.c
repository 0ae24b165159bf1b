/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/use.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/native/native.h"
#include "test/unit/watch_world.h"

/* It has the state of the jobs alone; what else is asked of it is below. */
static office_t with_jobs;
office_t *office = &with_jobs;

static uint64_t serial;		/* of the job that was made last */
static uint64_t made[JOBS];	/* the order of Slurm's list */
list_t *job_list = (list_t *) &serial;
slurm_conf_t slurm_conf;
node_record_t **node_record_table_ptr;
int node_record_count = NODES;

job_record_t job[JOBS];
bitstr_t bits[JOBS][NODES_BITS_HEAD + 1];
bool there[JOBS];	/* slurmctld has the job */
node_record_t record[NODES];
static node_record_t *table[NODES];
view_resv_t resv[RESVS];
char names[RESVS][2] = { "a", "b", "c", "d" };
uint64_t held[JOBS];
uint32_t walks, passed;
time_t last_job_update;
time_t now;
void (*world_free)(slurmctld_resv_t *rec);
bool world_others;

const job_record_t *world_job(int i)
{
	return &job[i];
}

/* --- slurmctld --- */

int list_for_each(list_t *list, ListForF fn, void *arg)
{
	(void) list;
	walks++;
	passed = 0;
	for (uint32_t i = 0; i < JOBS; i++)
		if (there[i] && (passed++, fn(&job[i], arg) < 0))
			return -1;
	return JOBS;
}

/* As list_for_each(), but beside others that read the list. */
int list_for_each_ro(list_t *list, ListForF fn, void *arg)
{
	return list_for_each(list, fn, arg);
}

/*
 * Who uses an iterator waits for all that read the list, for as long as they do: so
 * nothing but jobs is locked meanwhile.
 */
static bool only_jobs;

extern void lock_slurmctld(slurmctld_lock_t locks)
{
	ck_assert(!only_jobs && (locks.job == READ_LOCK));
	ck_assert(!locks.conf && !locks.node && !locks.part && !locks.fed);
	only_jobs = true;
}

extern void unlock_slurmctld(slurmctld_lock_t locks)
{
	ck_assert(only_jobs && (locks.job == READ_LOCK));
	only_jobs = false;
}

/* Iterators go by the order in which jobs were made, up to those made meanwhile. */
typedef struct {
	uint64_t next;
} itr_t;

list_itr_t *list_iterator_create(list_t *list)
{
	(void) list;
	ck_assert(only_jobs);
	return calloc(1, sizeof(itr_t));
}

void *list_next(list_itr_t *iter)
{
	itr_t *itr = (itr_t *) iter;
	int next = -1;

	ck_assert(only_jobs);
	for (int i = 0; i < JOBS; i++)
		if (there[i] && (made[i] >= itr->next) &&
		    ((next < 0) || (made[i] < made[next])))
			next = i;
	if (next < 0)
		return NULL;
	itr->next = made[next] + 1;
	return &job[next];
}

void list_iterator_destroy(list_itr_t *iter)
{
	ck_assert(only_jobs);
	free(iter);
}

/* Of the records of a job with several. */
void *list_find_first(list_t *list, ListFindF fn, void *key)
{
	for (void **rec = (void **) list; *rec; rec++)
		if (fn(*rec, key))
			return *rec;
	return NULL;
}

void turns_synced(office_t *office, uint64_t steps)
{
	(void) office;
	(void) steps;
}

job_record_t *find_job_record(uint32_t job_id)
{
	return there[job_id] ? &job[job_id] : NULL;
}

bitoff_t bit_ffs(bitstr_t *b)
{
	return b[NODES_BITS_HEAD] ? 0 : -1;
}

char *xstrdup(const char *text)
{
	return text ? strdup(text) : NULL;
}

void slurm_xfree(void **p)
{
	free(*p);
	*p = NULL;
}

void accounting_removed(const slurmctld_resv_t *rec)
{
	(void) rec;
}

void schedule_resv_save(void)
{
}

bool native_concerns_others(const slurmctld_resv_t *rec, time_t at)
{
	return rec->start_time <= at;
}

void native_free(slurmctld_resv_t *rec)
{
	world_free(rec);
}

bool job_span(const job_record_t *of, job_span_t *ret)
{
	(void) of, (void) ret;
	return false;
}

void use_left(office_t *of)
{
	(void) of;
}

void use_met(office_t *of, view_resv_t *v, uint32_t job_id,
	     const job_span_t *span)
{
	(void) of, (void) v, (void) job_id, (void) span;
}

void use_walk_begins(office_t *of, time_t at)
{
	(void) of, (void) at;
}

void use_walk_ended(office_t *of)
{
	(void) of;
}

bool job_submit_others(void)
{
	return world_others;
}

void jobs_untie_from(job_record_t *j, slurmctld_resv_t *rec)
{
	void **had = (void **) j->resv_list;

	if (had && (had[0] == rec))
		had[0] = had[1];
	if (had)
		had[1] = NULL;
	if (had && (!had[0] || (had[0] == rec)))
		had = NULL;
	j->resv_list = (list_t *) had;
	j->resv_ptr = had ? had[0] : NULL;
}

/* --- the view --- */

garq_set_t *nodes_from_bitmap(const bitstr_t *nodes)
{
	garq_set_t *set = garq_set_create(NODES);

	set->word[0] = (uint64_t) nodes[NODES_BITS_HEAD];
	return set;
}

bool nodes_same(const garq_set_t *set, const bitstr_t *nodes)
{
	return set->word[0] == (uint64_t) nodes[NODES_BITS_HEAD];
}

view_resv_t *view_find(office_t *office, const char *name)
{
	(void) office;
	for (int i = 0; i < RESVS; i++)
		if (!strcmp(name, names[i]))
			return &resv[i];
	return NULL;
}

view_resv_t *view_find_resv_id(office_t *office, uint32_t resv_id)
{
	(void) office;
	(void) resv_id;
	return NULL;
}

uint32_t view_size(office_t *office)
{
	(void) office;
	return NODES;
}

void view_hold(office_t *office, uint64_t id, uint64_t group,
	       const garq_set_t *nodes, time_t start, time_t end)
{
	(void) office;
	uint32_t i = (uint32_t) id;

	(void) group;
	ck_assert_uint_eq(held[i], 0);
	ck_assert(end > start);
	held[i] = nodes->word[0];
}

void view_release(office_t *office, uint64_t id, time_t from, time_t until)
{
	(void) office;
	(void) from;
	(void) until;
	held[(uint32_t) id] = 0;
}

/* --- what happens in slurmctld --- */

void world_count(int i, bool suspended, int diff)
{
	for (int n = 0; n < NODES; n++)
		if (((uint64_t) bits[i][NODES_BITS_HEAD] >> n) & 1) {
			if (suspended)
				record[n].sus_job_cnt += (uint16_t) diff;
			else
				record[n].run_job_cnt += (uint16_t) diff;
		}
}

void world_set_nodes(int i, uint64_t nodes)
{
	bits[i][NODES_BITS_HEAD] = (bitstr_t) nodes;
	job[i].node_cnt = (uint32_t) __builtin_popcountll(nodes);
}

static uint64_t _any_nodes(rng_t *rng)
{
	uint64_t nodes = 0;

	for (uint64_t n = 1 + rng_below(rng, 5); n; n--)
		nodes |= UINT64_C(1) << rng_below(rng, NODES);
	return nodes;
}

void world_make(int i)
{
	there[i] = true;
	made[i] = ++serial;
}

void world_submit(int i, rng_t *rng)
{
	world_make(i);
	job[i] = (job_record_t) {
		.job_id = (uint32_t) i, .job_state = JOB_PENDING,
		.node_bitmap = bits[i], .node_bitmap_cg = NULL,
		.resv_name = rng_one_in(rng, 4) ?
			names[rng_below(rng, RESVS)] : NULL,
	};
	bits[i][NODES_BITS_HEAD] = 0;
	if (job[i].resv_name)
		view_jobs_mark_resv(office,
				    view_find(office, job[i].resv_name));
}

/* A job that starts again has another start. */
void world_start(int i, rng_t *rng)
{
	static time_t starts;

	world_set_nodes(i, _any_nodes(rng));
	job[i].job_state = JOB_RUNNING;
	job[i].start_time = ++starts;
	job[i].end_time = now + 10 + (time_t) rng_below(rng, 1000);
	world_count(i, false, 1);
}

void world_end(int i, bool hangs)
{
	world_count(i, IS_JOB_SUSPENDED(world_job(i)), -1);
	job[i].job_state = hangs ? JOB_COMPLETE | JOB_COMPLETING : JOB_COMPLETE;
	job[i].node_bitmap_cg = hangs ? bits[i] : NULL;
	job[i].end_time = now;
}

static void _suspend(int i)
{
	world_count(i, false, -1);
	world_count(i, true, 1);
	job[i].job_state = JOB_SUSPENDED;
}

static void _resume(int i)
{
	world_count(i, true, -1);
	world_count(i, false, 1);
	job[i].job_state = JOB_RUNNING;
	job[i].end_time += 100;
}

void world_shrink(int i)
{
	uint64_t nodes = (uint64_t) bits[i][NODES_BITS_HEAD];

	if (__builtin_popcountll(nodes) < 2)
		return;
	world_count(i, false, -1);
	world_set_nodes(i, nodes & (nodes - 1));
	world_count(i, false, 1);
}

/* RET did it start? */
static bool _change_running(int i, rng_t *rng)
{
	switch (rng_below(rng, 6)) {
	case 0:
		_suspend(i);
		break;
	case 1:
		world_shrink(i);
		view_jobs_doubt(office);
		break;
	case 2:
		job[i].end_time = now + (time_t) rng_below(rng, 50);
		break;
	case 3:	/* another has its nodes, or it starts again elsewhere */
		world_end(i, false);
		job[i].job_state = JOB_PENDING;
		if (rng_one_in(rng, 2)) {
			world_start(i, rng);
			return true;
		}
		break;
	default:
		world_end(i, rng_one_in(rng, 3));
	}
	return false;
}

bool world_change(int i, rng_t *rng)
{
	if (!there[i]) {
		world_submit(i, rng);
	} else if (IS_JOB_PENDING(world_job(i))) {
		world_start(i, rng);
		return true;
	} else if (IS_JOB_COMPLETING(world_job(i))) {
		job[i].job_state &= ~JOB_COMPLETING;
		job[i].node_bitmap_cg = NULL;
	} else if (IS_JOB_SUSPENDED(world_job(i))) {
		_resume(i);
	} else if (IS_JOB_RUNNING(world_job(i))) {
		return _change_running(i, rng);
	} else {
		there[i] = false;
	}
	return false;
}

/* --- what a test begins with, and what has to hold --- */

void world_setup(void)
{
	for (int n = 0; n < NODES; n++) {
		record[n] = (node_record_t) { .run_job_cnt = 1000 };
		table[n] = &record[n];
	}
	node_record_table_ptr = table;
	for (uint64_t i = 0; i < RESVS; i++)
		resv[i] = (view_resv_t) { .id = VIEW_ID(VIEW_ID_RESV, i) };
	memset(there, 0, sizeof(there));
	memset(held, 0, sizeof(held));
	slurm_conf.resv_over_run = INFINITE16;
	walks = 0;
	now = NOW;
	world_others = false;
	office->seen_jobs = calloc(1, seen_jobs_state.size);
	ck_assert_ptr_nonnull(office->seen_jobs);
	seen_jobs_state.begin(office);
	watch_jobs_counts_clear();
	for (int i = 0; i < RESVS; i++)
		view_jobs_forget_resv(&resv[i]);
}

void world_teardown(void)
{
	view_jobs_clear(office);
	free(office->seen_jobs);
	watch_jobs_counts_clear();
}

void world_compare(bool hung)
{
	for (int i = 0; i < JOBS; i++) {
		bool on = there[i] && (IS_JOB_RUNNING(world_job(i)) ||
				       IS_JOB_SUSPENDED(world_job(i)));

		if (on)
			ck_assert_uint_eq(held[i],
					  (uint64_t) bits[i][NODES_BITS_HEAD]);
		else if (!there[i] || !IS_JOB_COMPLETING(world_job(i)))
			ck_assert_uint_eq(held[i], 0);
		else if (hung && (now >= job[i].end_time + WATCH_STUCK))
			ck_assert_uint_ne(held[i], 0);
	}
}

bool world_named(int r)
{
	for (int i = 0; i < JOBS; i++)
		if (there[i] && !IS_JOB_FINISHED(world_job(i)) &&
		    (job[i].resv_name == names[r]))
			return true;
	return false;
}

bool world_had(int r)
{
	for (int i = 0; i < JOBS; i++)
		if (there[i] && (job[i].resv_name == names[r]))
			return true;
	return false;
}
