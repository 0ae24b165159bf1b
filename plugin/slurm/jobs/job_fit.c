/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "garq/nodeset.h"
#include "plugin/booking/request/text.h"
#include "plugin/slurm/compat/given.h"
#include "plugin/slurm/jobs/eligible.h"
#include "plugin/slurm/jobs/job_fit.h"
#include "plugin/slurm/jobs/job_gres.h"
#include "plugin/slurm/jobs/job_rules.h"

/* The least resources of each node. */
typedef struct {
	uint32_t cpus;
	uint64_t memory;	/* MB, for the node or for each CPU */
	bool per_cpu;		/* memory is for each CPU */
	uint64_t gpu_memory;	/* MB, for the GPUs of the node */
	uint32_t tmp_disk;	/* MB */
	job_gres_t gres;
} demand_t;

static demand_t _demand(const job_desc_msg_t *desc, const job_gres_t *gres,
			const job_request_t *ask)
{
	const part_record_t *part = ask->partition ?
		find_part_record((char *) ask->partition) : default_part_loc;
	uint32_t num_cn = ask->num_cn;
	uint32_t per_task = given_16(desc->cpus_per_task) ?
		desc->cpus_per_task : 1;
	uint32_t tasks = given_32(desc->num_tasks) ? desc->num_tasks : 1;
	uint32_t cpus = ((tasks + num_cn - 1) / num_cn) * per_task;
	demand_t need = {
		.cpus = MAX(cpus, (uint32_t) MIN(job_gres_cpus(gres, part),
						 NO_VAL)),
		.gpu_memory = job_gres_memory(gres, part), .gres = *gres,
	};

	if (given_16(desc->ntasks_per_node))
		need.cpus = MAX(need.cpus, desc->ntasks_per_node * per_task);
	if (given_16(desc->pn_min_cpus))
		need.cpus = MAX(need.cpus, desc->pn_min_cpus);
	if (given_32(desc->min_cpus))
		need.cpus = MAX(need.cpus,
				(desc->min_cpus + num_cn - 1) / num_cn);
	if (given_64(desc->pn_min_memory)) {
		need.per_cpu = desc->pn_min_memory & MEM_PER_CPU;
		need.memory = desc->pn_min_memory & ~MEM_PER_CPU;
	}
	if (given_32(desc->pn_min_tmp_disk))
		need.tmp_disk = desc->pn_min_tmp_disk;
	return need;
}

/* The job may get the whole node: memory per CPU counts for all its CPUs. */
static bool _node_meets(const node_record_t *node, const demand_t *need)
{
	const config_record_t *c = node->config_ptr;
	uint64_t memory = need->per_cpu ? need->memory * c->cpus :
					  need->memory;

	return (c->cpus >= need->cpus) && (c->real_memory >= memory) &&
	       (c->real_memory >= need->gpu_memory) &&
	       (c->tmp_disk >= need->tmp_disk) &&
	       job_gres_on(&need->gres, node);
}

static bool _nodes_fit(const demand_t *need, const garq_set_t *nodes,
		       char **ret_why)
{
	for (uint32_t i = garq_set_next(nodes, 0); i < nodes->size;
	     i = garq_set_next(nodes, i + 1)) {
		if (_node_meets(node_record_table_ptr[i], need))
			continue;
		return text_refuse(ret_why, false,
			"node %s could not run it: name with -p or -C nodes that all can",
			node_record_table_ptr[i]->name);
	}
	return true;
}

static bool _fit_nodes(const job_desc_msg_t *desc, const job_gres_t *gres,
		       const job_request_t *ask, char **ret_why)
{
	demand_t need = _demand(desc, gres, ask);
	garq_set_t *nodes = NULL;
	bool fit;

	if (eligible_nodes(NULL, false, ask->partition,
			   given_text(ask->features) ? ask->features : NULL,
			   ask->num_cn, &nodes, ret_why)) {
		if (!*ret_why)
			*ret_why = text_dup("no nodes can serve it");
		return false;
	}
	fit = _nodes_fit(&need, nodes, ret_why);
	garq_set_destroy(nodes);
	return fit;
}

bool jobs_fit_desc(const job_desc_msg_t *desc, const job_request_t *ask,
		   char **ret_why)
{
	job_gres_t gres = job_gres_of_desc(desc, ask->num_cn);

	return job_rules_check_desc(desc, ask, ret_why) &&
	       _fit_nodes(desc, &gres, ask, ret_why);
}

bool jobs_fit_nodes(const job_record_t *job, const job_request_t *ask,
		    char **ret_why)
{
	const compat_details_t *d = job->details;
	job_gres_t gres = job_gres_of_record(job, ask->num_cn);
	job_desc_msg_t *desc;
	bool fit;

	desc = xmalloc(sizeof(*desc));
	slurm_init_job_desc_msg(desc);
	desc->cpus_per_task = d->cpus_per_task;
	desc->min_cpus = d->min_cpus;
	desc->ntasks_per_node = d->ntasks_per_node;
	desc->num_tasks = d->num_tasks;
	desc->pn_min_cpus = (uint16_t) MIN(d->pn_min_cpus, NO_VAL16);
	desc->pn_min_memory = d->pn_min_memory;
	desc->pn_min_tmp_disk = d->pn_min_tmp_disk;
	fit = _fit_nodes(desc, &gres, ask, ret_why);
	xfree(desc);
	return fit;
}

bool jobs_fit_record(const job_record_t *job, const job_request_t *ask,
		     char **ret_why)
{
	return job_rules_check_record(job, ask, true, ret_why) &&
	       jobs_fit_nodes(job, ask, ret_why);
}
