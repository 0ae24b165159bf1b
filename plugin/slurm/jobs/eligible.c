/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/jobs/eligible.h"

static part_record_t *_partition(const char *name, char **ret_text)
{
	part_record_t *part = name ? find_part_record((char *) name) :
				     default_part_loc;
	char shown[TEXT_SHOWN];

	if (!part && name)
		*ret_text = text_printf(
			"PartitionName=%s: there is no such partition",
			text_printable(name, shown));
	else if (!part)
		*ret_text = text_dup(
			"give PartitionName: no partition is the default");
	return part;
}

/*
 * Keep the nodes with the features: those that have the features now or, if
 * these are fewer than num_cn, also those that could get them by a reboot (as
 * Slurm's _select_nodes()).
 */
static int _keep_features(const char *features, uint64_t num_cn,
			  bitstr_t *eligible, char **ret_text)
{
	job_record_t *job = xmalloc(sizeof(*job));
	bitstr_t *with = bit_copy(eligible);
	bool has_xor = false;
	char shown[TEXT_SHOWN];
	int rc;

	job->details = xmalloc(sizeof(*job->details));
	job->details->features = xstrdup(features);
	rc = compat_build_feature_list(job);
	if (rc == 0)
		rc = valid_feature_counts(job, true, with, &has_xor);
	if ((rc == 0) && !has_xor &&
	    ((uint64_t) bit_set_count(with) < num_cn)) {
		bit_clear_all(with);
		bit_or(with, eligible);
		rc = valid_feature_counts(job, false, with, &has_xor);
	}
	if ((rc == 0) && has_xor)
		rc = ESLURM_INVALID_FEATURE;
	if (rc == 0)
		bit_and(eligible, with);
	else
		*ret_text = text_printf("Features=%s: %s",
					text_printable(features, shown),
					slurm_strerror(rc));
	FREE_NULL_BITMAP(with);
	FREE_NULL_LIST(job->details->feature_list);
	xfree(job->details->features);
	xfree(job->details);
	xfree(job);
	return refusal_from_slurm(rc);
}

/*
 * Named nodes need not have the features, as in Slurm, but the features have to
 * make sense: they are shown to others, and an update may go by them.
 */
static int _check_features(const char *features, char **ret_text)
{
	bitstr_t *all = node_conf_get_active_bitmap();
	int rc = _keep_features(features, 0, all, ret_text);
	char shown[TEXT_SHOWN];

	if (!rc && (bit_ffs(all) < 0)) {
		*ret_text = text_printf(
			"Features=%s: no node of this cluster has them",
			text_printable(features, shown));
		rc = REFUSED_FEATURES;
	}
	FREE_NULL_BITMAP(all);
	return rc;
}

/* The nodes of a user's list; an error shows the list in printable form. */
static int _listed(const char *asked_nodes, bitstr_t **ret_eligible,
		   char **ret_text)
{
	char shown[TEXT_SHOWN];
	int rc = compat_node_bitmap(asked_nodes, ret_eligible);

	if (!rc && (bit_ffs(*ret_eligible) >= 0))
		return 0;
	FREE_NULL_BITMAP(*ret_eligible);
	return text_refuse(ret_text, REFUSED_NODES,
		"Nodes=%s: there is a node in it that this cluster does not have",
		text_printable(asked_nodes, shown));
}

static int _eligible(const char *asked_nodes, bool part_nodes,
		     const char *partition, const char *features,
		     uint64_t num_cn, bitstr_t **ret_eligible,
		     char **ret_text)
{
	part_record_t *part = NULL;
	bool all = text_same_word(asked_nodes, "ALL");
	int rc = 0;

	if (asked_nodes && features &&
	    (rc = _check_features(features, ret_text)))
		return rc;
	if ((partition || !asked_nodes) &&
	    !(part = _partition(partition, ret_text)))
		return partition ? REFUSED_PARTITION :
				   REFUSED_NO_PARTITION;
	/* With PART_NODES, ALL means all nodes of the partition. */
	if (!asked_nodes || (part_nodes && part && all)) {
		*ret_eligible = part->node_bitmap ?
			bit_copy(part->node_bitmap) :
			bit_alloc(node_record_count);
		if (!asked_nodes && features)
			rc = _keep_features(features, num_cn, *ret_eligible,
					    ret_text);
	} else if (all) {
		*ret_eligible = node_conf_get_active_bitmap();
	} else {
		return _listed(asked_nodes, ret_eligible, ret_text);
	}
	if (rc != 0)
		FREE_NULL_BITMAP(*ret_eligible);
	return rc;
}

int eligible_nodes(const char *asked_nodes, bool part_nodes,
		   const char *partition, const char *features,
		   uint64_t num_cn, garq_set_t **ret_eligible,
		   char **ret_text)
{
	bitstr_t *nodes = NULL;
	int rc = _eligible(asked_nodes, part_nodes, partition, features,
			   num_cn, &nodes, ret_text);

	if (!rc)
		*ret_eligible = nodes_from_bitmap(nodes);
	FREE_NULL_BITMAP(nodes);
	return rc;
}
