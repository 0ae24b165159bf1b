/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/refusals.h"

uint32_t compat_job_id(const job_desc_msg_t *desc)
{
#ifdef COMPAT_JOB_STEP_ID
	return desc->step_id.job_id;
#else
	return desc->job_id;
#endif
}

#ifdef COMPAT_RESV_WATTS
bool compat_has_watts(const slurmctld_resv_t *rec)
{
	return (rec->resv_watts != NO_VAL) && rec->resv_watts;
}
#else
bool compat_has_watts(const slurmctld_resv_t *rec)
{
	(void) rec;
	return false;
}
#endif

compat_extras_t compat_resv_extras(const slurmctld_resv_t *rec)
{
	(void) rec;
	return (compat_extras_t) {
#ifdef COMPAT_RESV_COMMENT
		.comment = (char **) &rec->comment,
#endif
#ifdef COMPAT_RESV_QOS
		.qos = (char **) &rec->qos,
		.allowed_parts = (char **) &rec->allowed_parts,
#endif
	};
}

int compat_create_resv(resv_desc_msg_t *desc, char **ret_err)
{
	int rc;

	*ret_err = NULL;
#ifdef COMPAT_RESV_ERR_MSG
	rc = create_resv(desc, ret_err);
#else
	rc = create_resv(desc);
#endif
	*ret_err = text_take(*ret_err);
	return refusal_from_slurm(rc);
}

static int _update_resv(resv_desc_msg_t *desc, char **ret_err)
{
	int rc;

	*ret_err = NULL;
#ifdef COMPAT_RESV_ERR_MSG
	rc = update_resv(desc, ret_err);
#else
	rc = update_resv(desc);
#endif
	*ret_err = text_take(*ret_err);
	return refusal_from_slurm(rc);
}

int compat_update_resv(resv_desc_msg_t *desc, char **ret_err)
{
	slurmctld_resv_t *rec = find_resv_name(desc->name);
	uint32_t max_start_delay, purge_comp_time;
	char **comment, *old_comment;
	int rc;

	if (!rec)
		return _update_resv(desc, ret_err);
	max_start_delay = rec->max_start_delay;
	purge_comp_time = rec->purge_comp_time;
	comment = compat_resv_extras(rec).comment;
	old_comment = comment ? xstrdup(*comment) : NULL;
	rc = _update_resv(desc, ret_err);
	if (rc != SLURM_SUCCESS) {
		/* Slurm restores the text of licenses, not their list. */
		FREE_NULL_LIST(rec->license_list);
		(void) compat_license_list(rec->licenses, false,
					   &rec->license_list);
		rec->max_start_delay = max_start_delay;
		rec->purge_comp_time = purge_comp_time;
		if (comment) {
			xfree(*comment);
			*comment = old_comment;
			old_comment = NULL;
		}
	}
	xfree(old_comment);
	return rc;
}

compat_kept_t compat_keep(const slurmctld_resv_t *rec)
{
	return (compat_kept_t) {
		.burst_buffer = xstrdup(rec->burst_buffer),
#ifdef COMPAT_RESV_WATTS
		.watts = rec->resv_watts,
#endif
	};
}

void compat_restore(slurmctld_resv_t *rec, compat_kept_t *kept)
{
	xfree(rec->burst_buffer);
	rec->burst_buffer = kept->burst_buffer;
	kept->burst_buffer = NULL;
#ifdef COMPAT_RESV_WATTS
	rec->resv_watts = kept->watts;
#endif
}

void compat_kept_free(compat_kept_t *kept)
{
	xfree(kept->burst_buffer);
}

int compat_node_bitmap(const char *list, bitstr_t **ret_nodes)
{
	char *copy = xstrdup(list);
#ifdef COMPAT_NODE_NAME2BITMAP_INVALID
	int rc = node_name2bitmap(copy, false, ret_nodes, NULL);
#else
	int rc = node_name2bitmap(copy, false, ret_nodes);
#endif

	xfree(copy);
	return rc;
}

int compat_build_feature_list(job_record_t *job)
{
#ifdef COMPAT_FEATURE_LIST_RESV
	return build_feature_list(job, false, true);
#else
	return build_feature_list(job, false);
#endif
}

int compat_part_valid_qos(part_record_t *part, slurmdb_qos_rec_t *qos,
			  uint32_t uid)
{
#ifdef COMPAT_PART_QOS_UID
	return part_policy_valid_qos(part, qos, uid, NULL);
#else
	(void) uid;
	return part_policy_valid_qos(part, qos, NULL);
#endif
}

const char *compat_reason(uint32_t reason)
{
#ifdef COMPAT_JOB_REASON_STRING
	return job_reason_string(reason);
#else
	return job_state_reason_string(reason);
#endif
}

#ifdef COMPAT_RESV_AS_JOB
job_record_t *compat_make_job(void)
{
	return job_record_create();
}

void compat_free_job(job_record_t *job)
{
	job_record_delete(job);
}
#else
job_record_t *compat_make_job(void)
{
	return NULL;
}

void compat_free_job(job_record_t *job)
{
	(void) job;
}
#endif

#ifdef COMPAT_RESV_AS_JOB
/* A partition that has all of these nodes; the default one is preferred. */
static part_record_t *_partition_of(const bitstr_t *nodes)
{
	list_itr_t *iter = list_iterator_create(part_list);
	part_record_t *part = default_part_loc;

	if (!part)
		part = list_next(iter);
	while (part && (!part->node_bitmap ||
			!bit_super_set((bitstr_t *) nodes, part->node_bitmap)))
		part = list_next(iter);
	list_iterator_destroy(iter);
	return part;
}

/* As Slurm's _resv_select(): nodes on which a job of whole nodes could run. */
bitstr_t *compat_select_nodes(const bitstr_t *avail, uint32_t cnt)
{
	bitstr_t *best = bit_copy((bitstr_t *) avail);
	resv_desc_msg_t desc;
	part_record_t *part = _partition_of(avail);
	resv_exc_t exc = { 0 };
	job_record_t *job;
	int rc;

	if (!part)
		goto none;
	slurm_init_resv_desc_msg(&desc);
	desc.flags = 0;
	desc.node_cnt = cnt;
	desc.partition = part->name;
	desc.start_time = time(NULL);
	desc.duration = 1;
	job = job_mgr_copy_resv_desc_to_job_record(&desc);
	job->part_ptr = part;
	rc = select_g_job_test(job, best, cnt, cnt, cnt, SELECT_MODE_TEST_ONLY,
			       NULL, NULL, &exc, NULL);
	job_record_delete(job);
	if (rc == SLURM_SUCCESS)
		return best;
none:
	FREE_NULL_BITMAP(best);
	return NULL;
}
#else
bitstr_t *compat_select_nodes(const bitstr_t *avail, uint32_t cnt)
{
	(void) avail;
	(void) cnt;
	return NULL;
}
#endif

char *compat_switches(const char *node, bool *ret_tree)
{
	size_t len = strlen(node);
	char *address = NULL, *pattern = NULL, *end;

#ifdef COMPAT_TOPOLOGY_G
	if (topology_g_get_node_addr((char *) node, &address, &pattern))
#else
	if (slurm_topo_get_node_addr((char *) node, &address, &pattern))
#endif
		xfree(address);
	*ret_tree = address && pattern &&
		    (!xstrncmp(pattern, "switch", 6) ||
		     !xstrcmp(pattern, "node"));
	xfree(pattern);
	/* Slurm writes "root.leaf.node", or "node" without a topology */
	end = address ? address + strlen(address) : NULL;
	if (end && ((size_t) (end - address) > len) &&
	    (end[-(ptrdiff_t) len - 1] == '.')) {
		end[-(ptrdiff_t) len - 1] = '\0';
		return address;
	}
	xfree(address);
	return NULL;
}

/* IN size - of data in bytes; used by versions of Slurm that send it */
static void _send_reply(slurm_msg_t *msg, uint16_t type, void *data, int size)
{
#if defined(COMPAT_SEND_MSG_RESPONSE)
	(void) size;
	(void) send_msg_response(msg, type, data);
#elif defined(COMPAT_RESPONSE_INIT_DATA)
	slurm_msg_t reply;

	response_init(&reply, msg, type, data);
#ifndef COMPAT_SHOW_RESV_BUF
	reply.data_size = size;
#else
	(void) size;
#endif
	slurm_send_node_msg(msg->conn_fd, &reply);
#else
	slurm_msg_t reply;

	response_init(&reply, msg);
	reply.msg_type = type;
	reply.data = data;
	reply.data_size = size;
	slurm_send_node_msg(msg->conn_fd, &reply);
#endif
}

compat_packed_t compat_pack_resvs(const slurm_msg_t *msg)
{
	compat_packed_t packed = { NULL, 0 };

#ifdef COMPAT_SHOW_RESV_BUF
	packed.data = show_resv(msg->auth_uid, msg->protocol_version);
#else
	char *dump = NULL;

	show_resv(&dump, &packed.size, msg->auth_uid, msg->protocol_version);
	packed.data = dump;
#endif
	return packed;
}

void compat_reply_resvs(slurm_msg_t *msg, compat_packed_t *packed)
{
	_send_reply(msg, RESPONSE_RESERVATION_INFO, packed->data, packed->size);
#ifdef COMPAT_SHOW_RESV_BUF
	free_buf(packed->data);
	packed->data = NULL;
#else
	xfree(packed->data);
#endif
}

void compat_reply_created(slurm_msg_t *msg, char *name)
{
	reservation_name_msg_t data = { .name = name };

	text_clean(name);
	_send_reply(msg, RESPONSE_CREATE_RESERVATION, &data, 0);
}

void compat_reply(slurm_msg_t *msg, int rc, char *text)
{
	int error_code = refusal_to_slurm(rc);

	text_clean(text);
	if (text && text[0])
		slurm_send_rc_err_msg(msg, error_code, text);
	else
		slurm_send_rc_msg(msg, error_code);
}

void compat_init_own_msg(slurm_msg_t *msg, uint16_t msg_type)
{
#ifndef COMPAT_MSG_CONN_FD
	/* A closed persistent connection: with none, an answer would wait. */
	static persist_conn_t gone = { .version = SLURM_PROTOCOL_VERSION };

	errno = ENOTCONN;	/* Slurm logs errno as the reason */
#endif

	slurm_msg_t_init(msg);
	msg->msg_type = msg_type;
	msg->auth_uid = slurm_conf.slurm_user_id;
#ifdef COMPAT_AUTH_IDS_SET
	msg->auth_ids_set = true;
#else
	msg->auth_uid_set = true;
#endif
#if defined(COMPAT_MSG_CONN_FD)
	msg->conn_fd = -1;
#elif defined(COMPAT_MSG_PCON)
	msg->pcon = &gone;
#else
	msg->conn = &gone;
#endif
}
