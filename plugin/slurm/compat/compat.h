/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compat.h - the headers of slurmctld, and what differs between its versions.
 *
 * Slurm's plugin interface is stable only within one micro version, and this
 * plugin goes deeper than that interface. Code uses whatever differs between
 * versions through a name of this file; configure finds out which form this
 * version has (slurm_features.h). A field that a version lacks reads as "not
 * given" and can't be set.
 *
 * Locks: functions that read a record need READ of its table, functions that
 * change a record WRITE.
 */
#pragma once

#include "plugin/slurm/compat/slurm_features.h"

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
#include "src/common/slurm_protocol_api.h"
#include "src/common/slurm_protocol_defs.h"
#include "src/common/slurm_protocol_pack.h"
#include "src/common/xhash.h"
#include "src/common/xmalloc.h"
#include "src/common/xstring.h"
#ifdef COMPAT_INTERFACES
#include "src/interfaces/accounting_storage.h"
#include "src/interfaces/node_features.h"
#include "src/interfaces/select.h"
#include "src/interfaces/topology.h"
#else
#include "src/common/node_features.h"
#include "src/common/select.h"
#include "src/common/slurm_accounting_storage.h"
#include "src/common/slurm_topology.h"
#endif
#include "src/slurmctld/fed_mgr.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/licenses.h"
#include "src/slurmctld/locks.h"
#include "src/slurmctld/node_scheduler.h"
#include "src/slurmctld/proc_req.h"
#include "src/slurmctld/reservation.h"
#include "src/slurmctld/slurmctld.h"
#include "src/slurmctld/state_save.h"

#ifndef COMPAT_JOB_REASON_STRING
#include "src/common/job_state_reason.h"
#endif

#ifndef COMPAT_LIST_T
typedef struct xlist list_t;
typedef struct listIterator list_itr_t;
#endif

/* job_details_t, or a struct job_details that has no such name (until 22.05). */
typedef __typeof__(*((job_record_t *) NULL)->details) compat_details_t;

/* Flags with another spelling, or 0 for flags that this version lacks. */
#ifndef RESERVE_REOCCURRING
#define RESERVE_REOCCURRING RESERVE_REOCCURING
#endif
#ifndef RESERVE_FLAG_FIRST_CORES
#define RESERVE_FLAG_FIRST_CORES UINT64_C(0)
#endif
#ifndef RESERVE_FLAG_USER_DEL
#define RESERVE_FLAG_USER_DEL UINT64_C(0)
#define RESERVE_FLAG_NO_USER_DEL UINT64_C(0)
#endif
#ifndef RESERVE_FLAG_FORCE_START
#define RESERVE_FLAG_FORCE_START UINT64_C(0)
#endif

/* True if slurmctld only tests its configuration (slurmctld -t). */
#ifdef COMPAT_TEST_CONFIG
#define compat_test_config test_config
#else
#define compat_test_config false
#endif

/* The native id that Slurm gave last. No header of Slurm declares this. */
extern uint32_t top_suffix;

/*
 * When slurmctld began to serve (seconds since the epoch); 0 while it starts.
 * No header of Slurm declares this.
 */
extern time_t control_time;

/* The id of the job that an update names, if the id is given as a number. */
extern uint32_t compat_job_id(const job_desc_msg_t *desc);

/* Return true if the reservation reserves power (Watts=). */
extern bool compat_has_watts(const slurmctld_resv_t *rec);

/* Addresses of members of a record; NULL: this version lacks the member. */
typedef struct {
	char **comment;
	char **qos;		/* names of QOS that may use the record */
	char **allowed_parts;	/* names of partitions whose jobs may do so */
} compat_extras_t;
extern compat_extras_t compat_resv_extras(const slurmctld_resv_t *rec);

/* Reserve the record for root alone: no other user, group or account. */
extern void compat_set_root(slurmctld_resv_t *rec);

/* Clear a list that Slurm's update can't empty. */
extern void compat_clear_qos(slurmctld_resv_t *rec);
extern void compat_clear_allowed_parts(slurmctld_resv_t *rec);

/*
 * Have Slurm create a reservation.
 * OUT ret_err - Slurm's own text, free(), or NULL
 * RET 0 or a code of refusals.h
 */
extern int compat_create_resv(resv_desc_msg_t *desc, char **ret_err);

/*
 * Have Slurm update a reservation. After a failure Slurm restores most members
 * of the record; this function restores the rest.
 * OUT ret_err - Slurm's own text, free(), or NULL
 * RET 0 or a code of refusals.h
 */
extern int compat_update_resv(resv_desc_msg_t *desc, char **ret_err);

/*
 * Have Slurm parse Licenses=, without regard to licenses in use or reserved.
 * IN any - accept licenses that are not configured
 * OUT ret_list - of licenses_t, each name once, total being the number that
 *	the text asks for, perhaps more than exist; FREE_NULL_LIST(); NULL: none
 * RET false if the text can't be parsed or (unless any) a license is unknown
 */
extern bool compat_license_list(const char *text, bool any, list_t **ret_list);

/*
 * Return true if the license is a plain name and number, not per node, and no
 * alternative.
 */
extern bool compat_license_is_plain(const licenses_t *license);

/*
 * The text that Slurm keeps in rec->licenses.
 * IN text - as given; list - as compat_license_list() parsed it
 * RET xfree()
 */
extern char *compat_license_text(const char *text, list_t *list);

/*
 * Members that native_apply() does not restore. compat_keep() copies them;
 * compat_restore() moves a copy back, once, and compat_kept_free() frees the
 * copy in any case.
 */
typedef struct {
	char *burst_buffer;
	uint32_t watts;
} compat_kept_t;
extern compat_kept_t compat_keep(const slurmctld_resv_t *rec);
extern void compat_restore(slurmctld_resv_t *rec, compat_kept_t *kept);
extern void compat_kept_free(compat_kept_t *kept);

/* When Slurm resumes a node (ResumeAfter); 0: never, or this version can't. */
static inline time_t compat_node_resume(const node_record_t *node)
{
#ifdef COMPAT_NODE_RESUME
	return node->resume_after;
#else
	(void) node;
	return 0;
#endif
}

/*
 * The nodes of a list.
 * OUT ret_nodes - FREE_NULL_BITMAP(), also after an error
 * RET 0, or an error of Slurm's if a node is unknown
 */
extern int compat_node_bitmap(const char *list, bitstr_t **ret_nodes);

/*
 * Build job->details->feature_list from job->details->features.
 * RET 0 or an error of Slurm's
 */
extern int compat_build_feature_list(job_record_t *job);

/*
 * Check that the partition takes jobs of this user with this QOS (NULL: none).
 * RET 0, or an error of Slurm's if not
 */
extern int compat_part_valid_qos(part_record_t *part, slurmdb_qos_rec_t *qos,
				 uint32_t uid);

/* The name of a job's reason to wait, as squeue prints it. */
extern const char *compat_reason(uint32_t reason);

/*
 * An empty job record made by slurmctld, in no list.
 * RET compat_free_job(); NULL: this version has no function for that
 */
extern job_record_t *compat_make_job(void);
extern void compat_free_job(job_record_t *job);

/*
 * Have the select plugin choose cnt nodes of avail, by topology.
 * RET FREE_NULL_BITMAP(); NULL: it finds none, or this version has no function
 *	for that
 */
extern bitstr_t *compat_select_nodes(const bitstr_t *avail, uint32_t cnt);

/*
 * The switches above a node, from the topmost one down: "root.leaf". A leaf of
 * no name: "root.".
 * OUT ret_tree - the topology is a tree of switches, or there is none; else it
 *	has other rules (blocks, rings)
 * RET xfree(); NULL: there is no topology
 */
extern char *compat_switches(const char *node, bool *ret_tree);

/*
 * compat_pack_resvs() packs all reservations that the sender of msg may see;
 * compat_reply_resvs() sends the data and frees it.
 */
typedef struct {
	void *data;
	int size;
} compat_packed_t;
extern compat_packed_t compat_pack_resvs(const slurm_msg_t *msg);
extern void compat_reply_resvs(slurm_msg_t *msg, compat_packed_t *packed);

/* Answer a create request with the name of the reservation. */
extern void compat_reply_created(slurm_msg_t *msg, char *name);

/*
 * Answer with a code of refusals.h.
 * IN text - lines for the user; NULL or "": none
 */
extern void compat_reply(slurm_msg_t *msg, int rc, char *text);

/*
 * Initialise a message of the plugin's own: from SlurmUser, on a closed
 * connection, so that no answer is sent.
 */
extern void compat_init_own_msg(slurm_msg_t *msg, uint16_t msg_type);
