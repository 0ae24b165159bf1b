/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compat.h - the headers of slurmctld, and what differs between its versions.
 *
 * Slurm's plugin interface is stable only within one micro version, and this
 * plugin goes deeper than that interface: every call whose form depends on the
 * version is made through a function of this file.
 */
#ifndef PLUGIN_COMPAT_H
#define PLUGIN_COMPAT_H

#include "slurm/slurm.h"
#include "slurm/slurm_errno.h"
#include "slurm/slurm_version.h"

#include "src/common/bitstring.h"
#include "src/common/list.h"
#include "src/common/log.h"
#include "src/common/macros.h"
#include "src/common/node_conf.h"
#include "src/common/pack.h"
#include "src/common/parse_time.h"
#include "src/common/plugin.h"
#include "src/common/select.h"
#include "src/common/slurm_accounting_storage.h"
#include "src/common/slurm_protocol_api.h"
#include "src/common/slurm_protocol_defs.h"
#include "src/common/xhash.h"
#include "src/common/xmalloc.h"
#include "src/common/xstring.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/locks.h"
#include "src/slurmctld/node_scheduler.h"
#include "src/slurmctld/proc_req.h"
#include "src/slurmctld/reservation.h"
#include "src/slurmctld/slurmctld.h"
#include "src/slurmctld/state_save.h"

/* Number of nodes that a request asks for by NodeCnt; 0 if it does not. */
static inline uint64_t compat_asked_node_cnt(const resv_desc_msg_t *desc)
{
	uint64_t sum = 0;

	for (int i = 0; desc->node_cnt && desc->node_cnt[i]; i++)
		sum += desc->node_cnt[i];
	return sum;
}

/* Was NodeCnt given at all (possibly as 0)? */
static inline bool compat_has_node_cnt(const resv_desc_msg_t *desc)
{
	return desc->node_cnt != NULL;
}

/* Take NodeCnt out of a request. */
static inline void compat_clear_node_cnt(resv_desc_msg_t *desc)
{
	xfree(desc->node_cnt);
}

/* Does it ask for cores? */
static inline bool compat_has_core_cnt(const resv_desc_msg_t *desc)
{
	return desc->core_cnt != NULL;
}

/* OUT ret_err - text of Slurm's own, xfree(), or NULL */
static inline int compat_create_resv(resv_desc_msg_t *desc, char **ret_err)
{
	*ret_err = NULL;
	return create_resv(desc);
}

/*
 * An update that fails leaves the record as it was: 22.05 takes back all but
 * two members.
 */
static inline int compat_update_resv(resv_desc_msg_t *desc, char **ret_err)
{
	slurmctld_resv_t *rec = find_resv_name(desc->name);
	uint32_t max_start_delay = rec ? rec->max_start_delay : 0;
	uint32_t purge_comp_time = rec ? rec->purge_comp_time : 0;
	int rc;

	*ret_err = NULL;
	rc = update_resv(desc);
	if (rec && (rc != SLURM_SUCCESS)) {
		rec->max_start_delay = max_start_delay;
		rec->purge_comp_time = purge_comp_time;
	}
	return rc;
}

/* Answer a create request with the name of the reservation. */
static inline void compat_reply_created(slurm_msg_t *msg, char *name)
{
	reservation_name_msg_t data = { .name = name };
	slurm_msg_t reply;

	response_init(&reply, msg);
	reply.msg_type = RESPONSE_CREATE_RESERVATION;
	reply.data = &data;
	slurm_send_node_msg(msg->conn_fd, &reply);
}

/* Answer with a return code and, where text is not NULL, lines for the user. */
static inline void compat_reply(slurm_msg_t *msg, int rc, char *text)
{
	if (text && text[0])
		slurm_send_rc_err_msg(msg, rc, text);
	else
		slurm_send_rc_msg(msg, rc);
}

#endif
