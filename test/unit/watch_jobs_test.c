/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_jobs_test.c - a walk through slurmctld's jobs sees each once, and compares
 * or copies the nodes of a job only where they may have changed.
 *
 * What the file needs of Slurm and of the view is here in its place.
 */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/use.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/watch/watch_private.h"
#include "test/unit/test_util.h"

#define JOBS 100
#define NOW 1000000

list_t *job_list;
slurm_conf_t slurm_conf;

/* What is asked of the view is answered below. */
static office_t no_states;
office_t *office = &no_states;

static job_record_t job[JOBS];
static bitstr_t bits[JOBS][NODES_BITS_HEAD + 1];
static uint32_t job_cnt, compared, copied;

/* What the view has of each job, by id, and how often it was told of it. */
static struct {
	garq_set_t *nodes;
	uint64_t version;
	uint32_t seen;
} had[JOBS];

void turns_synced(office_t *office, uint64_t steps)
{
	(void) office;
	(void) steps;
}

int list_for_each_ro(list_t *list, ListForF fn, void *arg)
{
	(void) list;
	for (uint32_t i = 0; i < job_cnt; i++)
		if (fn(&job[i], arg) < 0)
			return -(int) i;
	return (int) job_cnt;
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

garq_set_t *nodes_from_bitmap(const bitstr_t *nodes)
{
	garq_set_t *set = garq_set_create(64);

	copied++;
	set->word[0] = (uint64_t) nodes[NODES_BITS_HEAD];
	return set;
}

bool nodes_same(const garq_set_t *set, const bitstr_t *nodes)
{
	compared++;
	return set->word[0] == (uint64_t) nodes[NODES_BITS_HEAD];
}

view_resv_t *view_find(office_t *office, const char *name)
{
	(void) office;
	(void) name;
	return NULL;
}

view_resv_t *view_find_resv_id(office_t *office, uint32_t resv_id)
{
	(void) office;
	(void) resv_id;
	return NULL;
}

void view_jobs_begin(office_t *office)
{
	(void) office;
	for (uint32_t i = 0; i < JOBS; i++)
		had[i].seen = 0;
	compared = copied = 0;
}

void view_jobs_begin_known(office_t *office)
{
	(void) office;
}

bool view_jobs_each(office_t *office, uint64_t group,
		    bool (*fn)(uint32_t job_id, void *arg), void *arg)
{
	(void) office;
	(void) group;
	(void) fn;
	(void) arg;
	return true;
}

job_record_t *find_job_record(uint32_t job_id)
{
	return &job[job_id];
}

void watch_jobs_counts_note(void)
{
}

bool watch_jobs_counts_missing(uint64_t *ret_cnt)
{
	*ret_cnt = 0;
	return true;
}

void view_jobs_end(office_t *office)
{
	(void) office;
}

void use_left(office_t *office)
{
	(void) office;
}

void use_met(office_t *office, view_resv_t *v, uint32_t job_id,
	     const job_span_t *span)
{
	(void) office, (void) v, (void) job_id, (void) span;
}

bool job_span(const job_record_t *of, job_span_t *ret)
{
	(void) of, (void) ret;
	return false;
}

void view_jobs_mark_resv(office_t *office, view_resv_t *v)
{
	(void) office;
	(void) v;
}

void view_jobs_touch_resv(office_t *office, view_resv_t *v)
{
	(void) office;
	(void) v;
}

const garq_set_t *view_jobs_nodes(office_t *office, uint32_t id,
				  uint64_t *ret_version)
{
	(void) office;
	*ret_version = had[id].version;
	return had[id].nodes;
}

bool view_jobs_is_as_before(office_t *office, uint32_t job_id, time_t start,
			    time_t end)
{
	(void) office;
	(void) job_id;
	(void) start;
	(void) end;
	return false;
}

void view_jobs_see(office_t *office, const view_job_t *seen, time_t now)
{
	(void) office;
	garq_set_t *copy = garq_set_copy(seen->nodes);

	(void) now;
	garq_set_destroy(had[seen->job_id].nodes);
	had[seen->job_id].nodes = copy;
	had[seen->job_id].version = seen->version;
	had[seen->job_id].seen++;
}

/* Every third job runs, all others wait. */
static bool _runs(uint32_t i)
{
	return (i % 3) == 0;
}

static void _setup(void)
{
	job_cnt = JOBS;
	for (uint32_t i = 0; i < JOBS; i++) {
		job[i] = (job_record_t) {
			.job_id = i, .start_time = NOW - 60, .node_cnt = 1,
			.end_time = NOW + 3600, .node_bitmap = bits[i],
			.job_state = _runs(i) ? JOB_RUNNING : JOB_PENDING,
		};
		bits[i][NODES_BITS_HEAD] = 2;
	}
	watch_jobs(NOW);
}

static void _teardown(void)
{
	for (uint32_t i = 0; i < JOBS; i++) {
		garq_set_destroy(had[i].nodes);
		had[i].nodes = NULL;
	}
}

/* Jobs are read some places behind the walk, also at its end. */
START_TEST(each_running_job_is_seen_once)
{
	for (job_cnt = 0; job_cnt <= JOBS; job_cnt++) {
		watch_jobs(NOW);
		for (uint32_t i = 0; i < JOBS; i++)
			ck_assert_uint_eq(had[i].seen,
					  (i < job_cnt) && _runs(i));
	}
}
END_TEST

START_TEST(nodes_that_are_as_before_are_not_looked_at)
{
	watch_jobs(NOW);
	ck_assert_uint_eq(compared + copied, 0);
}
END_TEST

START_TEST(a_job_with_other_nodes_costs_one_copy)
{
	bits[30][NODES_BITS_HEAD] = 6;	/* it has grown */
	job[30].node_cnt = 2;
	bits[60][NODES_BITS_HEAD] = 8;	/* it was requeued */
	job[60].start_time = NOW - 1;
	watch_jobs(NOW);
	ck_assert_uint_eq(copied, 2);
	ck_assert_uint_eq(had[30].nodes->word[0], 6);
	ck_assert_uint_eq(had[60].nodes->word[0], 8);
}
END_TEST

/* A completing job that hangs loses its nodes one by one. */
START_TEST(the_nodes_of_a_completing_job_are_compared)
{
	bitstr_t left[] = { 0, 64, 4 };

	job[30].job_state = JOB_COMPLETE | JOB_COMPLETING;
	job[30].node_bitmap_cg = left;
	job[30].end_time = NOW - 3600;
	watch_jobs(NOW);
	ck_assert_uint_eq(had[30].nodes->word[0], 4);
	left[2] = 8;
	watch_jobs(NOW);
	ck_assert_uint_eq(had[30].nodes->word[0], 8);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("watch_jobs");
	TCase *tc = test_case(suite, "walks", 0);

	tcase_add_checked_fixture(tc, _setup, _teardown);
	tcase_add_test(tc, each_running_job_is_seen_once);
	tcase_add_test(tc, nodes_that_are_as_before_are_not_looked_at);
	tcase_add_test(tc, a_job_with_other_nodes_costs_one_copy);
	tcase_add_test(tc, the_nodes_of_a_completing_job_are_compared);
	return test_run(suite);
}
