/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_request.c - what a job asks for, and if it can be booked; see
 * job_request.h
 *
 * A booking is for whole nodes of one partition that are all the same to the
 * job: it may be shifted, and given other nodes, without the job being asked.
 * What could keep the job from starting there is named here; what is not named
 * does not matter to where and when it starts.
 */

#include <string.h>

#include "plugin/booking/text.h"
#include "plugin/slurm/given.h"
#include "plugin/slurm/job_request.h"

/* More than "all of these" or "one of these": not the same on each node. */
static bool _counts_features(const char *features)
{
	return given_text(features) && strpbrk(features, "[(*");
}

/* The first thing that can't be booked, as sbatch has it; NULL: none */
static const char *_obstacle(const job_desc_msg_t *d)
{
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
		{ given_text(d->tres_per_job) || given_text(d->tres_per_socket) ||
		  given_text(d->tres_per_task) || given_text(d->tres_per_node) ||
		  given_text(d->cpus_per_tres) || given_text(d->mem_per_tres),
		  "--gres or --gpus" },
		{ given_text(d->cluster_features), "--cluster-constraint" },
		{ given_text(d->batch_features), "--batch" },
		{ _counts_features(d->features),
		  "--constraint with brackets or counts" },
		{ given_text(d->partition) && strchr(d->partition, ','),
		  "more than one partition" },
		{ d->contiguous && (d->contiguous != NO_VAL16),
		  "--contiguous" },
		{ given_32(d->req_switch), "--switches" },
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
	return NULL;
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
		.num_cn = desc->min_nodes,
		.max_cn = given_32(desc->max_nodes) ? desc->max_nodes : 0,
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

/* Of those above, what is not the same on each node, or may hold it up. */
static bool _is_plain(const job_record_t *job)
{
	const compat_details_t *d = job->details;

	return !job->array_recs && (job->array_task_id == NO_VAL) &&
	       !job->het_job_id && job->batch_flag && !job->fed_details &&
	       !given_text(d->dependency) && !given_text(job->licenses) &&
	       !given_text(job->burst_buffer) && !given_text(d->req_nodes) &&
	       !given_text(d->exc_nodes) && !job->gres_list_req &&
	       !_counts_features(d->features) && job->partition &&
	       !strchr(job->partition, ',') && !d->contiguous &&
	       !job->req_switch && !_asks_sockets(d);
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
		.partition = job->partition,
		.features = d->features,
		.account = job->account,
		.qos_id = job->qos_id,
	};
	return true;
}
