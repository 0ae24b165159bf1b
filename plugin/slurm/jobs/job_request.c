/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_request.c - what a job asks for, and whether the job can be booked; see
 * job_request.h
 *
 * A booking holds whole nodes of one partition and may move to other times and
 * nodes without asking the job, so all these nodes must suit the job equally.
 * This file lists the options that could keep a job from starting on such
 * nodes; all other options do not affect where and when a job can start.
 */

#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/slurm/compat/given.h"
#include "plugin/slurm/jobs/job_gres.h"
#include "plugin/slurm/jobs/job_request.h"

/* With brackets or counts, nodes of a booking are not interchangeable. */
static bool _counts_features(const char *features)
{
	return given_text(features) && strpbrk(features, "[(*");
}

/* The first option that bookings do not support, for the user; NULL: none */
static const char *_obstacle(const job_desc_msg_t *d)
{
	const job_gres_t gres = job_gres_of_desc(d, 0);
	const struct {
		bool given;
		const char *option;
	} table[] = {
		{ given_text(d->array_inx) || d->array_bitmap, "--array" },
		{ d->het_job_offset != NO_VAL, "a heterogeneous job" },
		{ d->crontab_entry, "scrontab" },
		{ given_text(d->reservation), "--reservation" },
		{ given_text(d->dependency), "--dependency" },
		{ given_text(d->licenses), "--licenses" },
		{ given_text(d->burst_buffer), "a burst buffer" },
		{ given_text(d->req_nodes), "--nodelist" },
		{ given_text(d->exc_nodes), "--exclude" },
		{ given_text(d->cluster_features), "--cluster-constraint" },
		{ given_text(d->batch_features), "--batch" },
		{ _counts_features(d->features),
		  "--constraint with brackets or counts" },
		{ given_text(d->partition) && strchr(d->partition, ','),
		  "more than one partition" },
		{ d->contiguous && (d->contiguous != NO_VAL16),
		  "--contiguous" },
		{ given_16(d->reboot), "--reboot" },
		{ given_16(d->boards_per_node) ||
		  given_16(d->sockets_per_board) ||
		  given_16(d->sockets_per_node) ||
		  given_16(d->cores_per_socket) ||
		  given_16(d->threads_per_core),
		  "--extra-node-info and its parts" },
		{ fed_mgr_fed_rec != NULL, "a federation" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (table[i].given)
			return table[i].option;
	return job_gres_obstacle(&gres);
}

bool job_request_from_desc(const job_desc_msg_t *desc, job_request_t *ret,
			   char **ret_why)
{
	const char *obstacle = _obstacle(desc);

	if (obstacle)
		*ret_why = text_printf("not with %s", obstacle);
	else if (!given_32(desc->time_limit))
		*ret_why = text_dup("give --time");
	else if (!given_32(desc->min_nodes))
		*ret_why = text_dup("give -N");
	if (*ret_why)
		return false;
	*ret = (job_request_t) {
		.uid = desc->user_id,
		.begin = desc->begin_time,
		.deadline = desc->deadline,
		.minutes = desc->time_limit,
		.least_minutes = given_32(desc->time_min) ? desc->time_min : 0,
		.num_cn = desc->min_nodes,
		.max_cn = given_32(desc->max_nodes) ? desc->max_nodes : 0,
		.switches = given_32(desc->req_switch) ? desc->req_switch : 0,
		.partition = given_text(desc->partition) ? desc->partition : NULL,
		.features = desc->features,
		.account = desc->account,
		.qos = desc->qos,
	};
	return true;
}

static bool _asks_sockets(const compat_details_t *d)
{
	return d->mc_ptr && (given_16(d->mc_ptr->sockets_per_node) ||
			     given_16(d->mc_ptr->cores_per_socket) ||
			     given_16(d->mc_ptr->threads_per_core));
}

/* True if an existing job uses none of these options. */
static bool _is_plain(const job_record_t *job)
{
	const compat_details_t *d = job->details;
	const job_gres_t gres = job_gres_of_record(job, 0);

	return !job->array_recs && (job->array_task_id == NO_VAL) &&
	       !job->het_job_id && job->batch_flag && !job->fed_details &&
	       !given_text(d->dependency) && !given_text(job->licenses) &&
	       !given_text(job->burst_buffer) && !given_text(d->req_nodes) &&
	       !given_text(d->exc_nodes) && !job_gres_obstacle(&gres) &&
	       !_counts_features(d->features) && job->partition &&
	       !strchr(job->partition, ',') && !d->contiguous &&
	       !_asks_sockets(d);
}

bool job_request_from_record(const job_record_t *job, job_request_t *ret)
{
	const compat_details_t *d = job->details;

	if (!d || !job->deadline || (job->deadline == (time_t) NO_VAL) ||
	    !given_32(job->time_limit) || !given_32(d->min_nodes) ||
	    !_is_plain(job))
		return false;
	*ret = (job_request_t) {
		.uid = job->user_id,
		.begin = d->begin_time,
		.deadline = job->deadline,
		.minutes = job->time_limit,
		.num_cn = d->min_nodes,
		.max_cn = d->max_nodes,
		.switches = job->req_switch,
		.partition = job->partition,
		.features = d->features,
		.account = job->account,
		.qos_id = job->qos_id,
	};
	return true;
}
