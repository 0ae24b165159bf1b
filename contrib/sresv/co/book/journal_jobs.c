/* SPDX-License-Identifier: GPL-2.0-or-later */
/* journal_jobs.c - the jobs in the parts of co-reservations: see journal.h */

#include <stdio.h>
#include <stdlib.h>

#include "contrib/sresv/co/book/journal_private.h"

bool journal_put_job(journal_t *j, const char *id, const journal_job_t *job)
{
	return journal_begin(j) &&
	       journal_run(j, journal_query(j,
			"INSERT OR REPLACE INTO job (co, part, run, job)"
			" VALUES (?, ?, ?, ?)", "siii", id,
			(int64_t) job->part, job->run, job->job));
}

bool journal_drop_jobs(journal_t *j, const char *id, int64_t run)
{
	return journal_begin(j) &&
	       journal_run(j, journal_query(j,
			"DELETE FROM job WHERE co = ?1 AND (run = ?2 OR ?2 = 0)",
			"si", id, run));
}

bool journal_jobs(journal_t *j, const char *id, journal_job_t **ret,
		  size_t *ret_cnt)
{
	sqlite3_stmt *s = journal_query(j,
		"SELECT part, run, job, (SELECT count(*) FROM job"
		" WHERE co = ?1) FROM job WHERE co = ?1 ORDER BY run, part",
		"s", id);
	journal_job_t *jobs = NULL;
	int rc = s ? sqlite3_step(s) : SQLITE_ERROR;
	size_t cnt = 0;

	for (; rc == SQLITE_ROW; rc = sqlite3_step(s)) {
		size_t all = (size_t) sqlite3_column_int64(s, 3);

		if (!jobs && !(jobs = calloc(all, sizeof(*jobs)))) {
			snprintf(j->why, sizeof(j->why), "there is no memory");
			break;
		}
		if (cnt == all)
			break;
		jobs[cnt++] = (journal_job_t) {
			.part = (uint32_t) sqlite3_column_int64(s, 0),
			.run = sqlite3_column_int64(s, 1),
			.job = sqlite3_column_int64(s, 2),
		};
	}
	if (s && (rc != SQLITE_DONE) && (rc != SQLITE_ROW))
		journal_fail(j);
	sqlite3_finalize(s);
	j->failed = false;
	if (rc != SQLITE_DONE) {
		free(jobs);
		return false;
	}
	*ret = jobs;
	*ret_cnt = cnt;
	return true;
}
