/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compat.h - the headers of slurmctld, and what differs between its versions.
 *
 * Slurm's plugin interface is stable only within one micro version, and this
 * plugin goes deeper than that interface. Whatever has another form in another
 * version is used through a name of this file; configure finds out which form
 * it has (slurm_features.h). What a version does not have at all reads as "not given"
 * and can't be set.
 */
#ifndef PLUGIN_COMPAT_H
#define PLUGIN_COMPAT_H

#include "plugin/slurm/slurm_features.h"

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
#else
#include "src/common/node_features.h"
#include "src/common/select.h"
#include "src/common/slurm_accounting_storage.h"
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

/* Flags: another spelling, or 0 where there is none to be set. */
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

/* slurmctld -t: only the configuration is tested. */
#ifdef COMPAT_TEST_CONFIG
#define compat_test_config test_config
#else
#define compat_test_config false
#endif

/* The native id that was given last. In no header of its own. */
extern uint32_t top_suffix;

/* When slurmctld began to serve; 0 while it starts. In no header of its own. */
extern time_t control_time;

/* The id of the job that an update is for, where that is a number. */
extern uint32_t compat_job_id(const job_desc_msg_t *desc);

/* Has the reservation power? */
extern bool compat_has_watts(const slurmctld_resv_t *rec);

/*
 * Where these members are, for all to be read and set in one way; NULL where
 * this version has none.
 */
typedef struct {
	char **comment;
	char **qos;		/* names of QOS that may use it */
	char **allowed_parts;	/* names of partitions whose jobs may use it */
} compat_extras_t;
extern compat_extras_t compat_resv_extras(const slurmctld_resv_t *rec);

/* The record is for root alone: no other user, group or account. */
extern void compat_set_root(slurmctld_resv_t *rec);

/* Slurm's update has no way to take the last QOS or partition away. */
extern void compat_clear_qos(slurmctld_resv_t *rec);
extern void compat_clear_allowed_parts(slurmctld_resv_t *rec);

/*
 * OUT ret_err - text of Slurm's own, free(), or NULL
 * RET 0 or a code as of refusals.h
 */
extern int compat_create_resv(resv_desc_msg_t *desc, char **ret_err);

/*
 * An update that fails leaves the record as it was: Slurm takes back all but
 * some members.
 * OUT ret_err - text of Slurm's own, free(), or NULL
 * RET 0 or a code as of refusals.h
 */
extern int compat_update_resv(resv_desc_msg_t *desc, char **ret_err);

/*
 * Slurm's own reading of Licenses=, to be had without the licenses of others:
 * licenses_t, each name once, total being how many are asked for. All have to
 * be configured (unless any), not so many of them.
 * OUT ret_list - FREE_NULL_LIST(); NULL: none
 * RET can it be read, and are they there?
 */
extern bool compat_license_list(const char *text, bool any, list_t **ret_list);

/* Is it a name and a number, no resource of some nodes, nor one of several? */
extern bool compat_license_is_plain(const licenses_t *license);

/* What Slurm would keep as rec->licenses of a text that it read as list. */
extern char *compat_license_text(const char *text, list_t *list);

/*
 * Bring back what native_apply() does not know of. To be called with the value
 * that compat_keep() gave before, and once only.
 */
typedef struct {
	char *burst_buffer;
	uint32_t watts;
} compat_kept_t;
extern compat_kept_t compat_keep(const slurmctld_resv_t *rec);
extern void compat_restore(slurmctld_resv_t *rec, compat_kept_t *kept);
extern void compat_kept_free(compat_kept_t *kept);

/*
 * The nodes of a list; none may be unknown.
 * OUT ret_nodes - FREE_NULL_BITMAP(), also after an error
 */
extern int compat_node_bitmap(const char *list, bitstr_t **ret_nodes);

/* Build job->details->feature_list from job->details->features. */
extern int compat_build_feature_list(job_record_t *job);

/* Does the partition take jobs with this QOS (NULL: none), of this user? An error */
extern int compat_part_valid_qos(part_record_t *part, slurmdb_qos_rec_t *qos,
				 uint32_t uid);

/* Slurm's name of why a job waits, as squeue has it. */
extern const char *compat_reason(uint32_t reason);

/*
 * An empty record of slurmctld's own making, in no list.
 * RET compat_free_job(); NULL: this version makes none
 */
extern job_record_t *compat_make_job(void);
extern void compat_free_job(job_record_t *job);

/*
 * cnt nodes of avail that the select plugin finds lie well together.
 * RET FREE_NULL_BITMAP(); NULL: it has none to offer
 */
extern bitstr_t *compat_select_nodes(const bitstr_t *avail, uint32_t cnt);

/* Pack all reservations that this user may see, and send them. */
typedef struct {
	void *data;
	int size;
} compat_packed_t;
extern compat_packed_t compat_pack_resvs(const slurm_msg_t *msg);
extern void compat_reply_resvs(slurm_msg_t *msg, compat_packed_t *packed);

/* Answer a create request with the name of the reservation. */
extern void compat_reply_created(slurm_msg_t *msg, char *name);

/* Answer with a code (refusals.h) and, where text is not NULL, lines for the user. */
extern void compat_reply(slurm_msg_t *msg, int rc, char *text);

/*
 * Make msg one that came from SlurmUser on a connection that is gone: an
 * answer to it goes nowhere.
 */
extern void compat_init_own_msg(slurm_msg_t *msg, uint16_t msg_type);

#endif
