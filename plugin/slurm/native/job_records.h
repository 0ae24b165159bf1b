/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_records.h - Slurm's jobs and the reservations that they ask for.
 *
 * Locks: job READ, unless a function says otherwise.
 */
#pragma once

#include "garq/nodeset.h"
#include "plugin/booking/request/job.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/record.h"
#include "plugin/slurm/compat/compat.h"

/* Detach the job from its reservation, if any. Locks: job WRITE. */
extern void jobs_untie(job_record_t *job);

/*
 * Take a record that is deleted away from a job, as Slurm does: the job keeps
 * others that it has. A job that waits and is left without one is held; its
 * user may release it. Locks: job WRITE.
 */
extern void jobs_untie_from(job_record_t *job, slurmctld_resv_t *rec);

/*
 * Give jobs that wait the names of all reservations of their lists. Slurm 22.05
 * keeps the first name alone of several that an update gives to a job, shows
 * that, and saves it, so a restart would lose the others. Locks: job WRITE.
 */
extern void jobs_name_all(void);

/*
 * The first unfinished job that asks for this reservation and no other.
 * RET NULL: none
 */
extern job_record_t *job_find(const char *name);

/*
 * See host.h: job_has_nodes, nodes_in_use. They read the jobs that the
 * view has on nodes: after site_sync().
 */
extern bool job_has_nodes(office_t *office, const char *name);
extern garq_set_t *job_nodes_in_use(office_t *office, const record_t *rec);

/* See span() of host.h. */
extern bool job_span(const job_record_t *job, job_span_t *ret);

/* A job as the office sees it. RET texts are the record's */
extern job_seen_t job_read(job_record_t *job);

/* Call fn for each unfinished job until fn returns false; see host.h. */
extern void jobs_each(bool (*fn)(const job_seen_t *job, void *arg), void *arg);

/* Return true if JobSubmitPlugins lists garq, or others. Locks: conf READ. */
extern bool job_submit_loaded(void);
extern bool job_submit_others(void);
