/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * controller.h - what the office has done by its host, and asks of it.
 *
 * The host is slurmctld (plugin/slurm/controller.c), or a test or simulator that
 * sets its own. Each call is one effect, done when it returns; calls take effect
 * in their order. Locks: site_lock(), after site_sync().
 */
#ifndef PLUGIN_CONTROLLER_H
#define PLUGIN_CONTROLLER_H

#include "plugin/booking/job.h"
#include "plugin/booking/notify_event.h"
#include "plugin/booking/records.h"
#include "plugin/booking/request.h"
#include "plugin/booking/view.h"

/* What Slurm did to bookings by itself. */
typedef struct {
	/* It removed the native record (it ended, or was purged); owns b. */
	void (*gone)(booking_t *b, time_t now);
	/* It may have changed the record, e.g. after a reconfiguration. */
	void (*changed)(const view_resv_t *v);
} view_events_t;

typedef struct {
	/* What is done to native records. */
	const records_t *records;

	/* See what changed in the cluster, and tell of it.
	 * RET 0, or ENOMEM: then nothing can be placed */
	int (*sync)(time_t now, const view_events_t *events);

	/* Which nodes may serve a request: those of a list, "ALL", or (NULL) those
	 * of a partition (NULL: the default one) that have the features (NULL:
	 * any) of which num_cn are wanted.
	 * IN part_nodes - "ALL" is all of the partition
	 * OUT ret_nodes - owned by the caller; ret_text - why not, malloc'd
	 * RET 0, or a code of refused.h or ENOMEM */
	int (*eligible)(const char *asked_nodes, bool part_nodes,
			const char *partition, const char *features,
			uint64_t num_cn, garq_set_t **ret_nodes,
			char **ret_text);

	/* The list of some nodes, as users read it. RET malloc'd, or NULL */
	char *(*node_list)(const garq_set_t *nodes);

	/* The name of a node. IN node - its index
	 * RET not to be freed; "?": there is no such node */
	const char *(*node_name)(uint32_t node);

	/* What is the matter with a node that can't be used, in words: "down".
	 * IN node - its index; there need be no such node. RET not to be freed */
	const char *(*node_state)(uint32_t node);

	/* The nodes of a list.
	 * OUT ret_nodes - owned by the caller, also after REFUSED_NODES: those
	 *	that exist
	 * RET 0, REFUSED_NODES (some do not exist) or ENOMEM */
	int (*node_set)(const char *list, garq_set_t **ret_nodes);

	/* Of nodes, num_cn that Slurm would choose as lying well together.
	 * RET owned by the caller; NULL: there are no such, or no memory */
	garq_set_t *(*select)(const garq_set_t *nodes, uint32_t num_cn);

	/* Put the record into Slurm's list; no change if it is there. */
	void (*link)(view_resv_t *v);

	/* Take the record out of Slurm's list; the view keeps it. */
	void (*unlink)(view_resv_t *v);

	/* Unlink all linked records for which fn says so, in one pass. */
	void (*unlink_if)(bool (*fn)(view_resv_t *v));

	/* Nothing that Slurm looks at was changed since the last sync(), or since
	 * stamp_changed() if that was later: Slurm's stamp is set back to what
	 * it was. A new stamp ends a backfill cycle. */
	void (*restore_stamp)(void);

	/* A record that Slurm looks at was changed, linked or unlinked. */
	void (*stamp_changed)(time_t now);

	/* What users are shown of a booking has changed, and nothing that Slurm
	 * looks at. */
	void (*stamp_shown)(time_t now);

	/* The last change to any reservation, parked ones included. */
	time_t (*last_update)(void);

	/* See a record at once that was made or changed; it is linked.
	 * RET its entry, or NULL if memory is short */
	view_resv_t *(*refresh)(record_t *rec, time_t now);

	/* The same for one that was moved; linked or not, it stays so. */
	void (*refresh_moved)(view_resv_t *v, time_t now);

	/* A record was removed. IN name - may be that of its entry
	 * RET its booking, owned by the caller, or NULL */
	booking_t *(*forget)(const char *name, time_t now);

	/* The words of the host for a code of refused.h. RET not to be freed */
	const char *(*refusal_words)(int rc);

	/* When the state that the host found at its start was begun to be
	 * saved; 0: there was none. */
	time_t (*saved_begun)(void);

	/* Is there surely no reservation of this name, with nodes, in it? Not
	 * sure where the host may have read less than there is. One that is in
	 * it and that the host does not have was purged as it was read: its
	 * partition, users or the like are not valid any more. */
	bool (*saved_lacks)(const char *name);

	/* Have the host save its own state soon. */
	void (*save)(void);

	/* Tell the site of an event, of which all is copied. No I/O.
	 * RET is it going to be told? Not where no program is named, or if
	 * memory is short */
	bool (*notify)(const notify_t *n);

	/* The name of the default partition, or NULL */
	const char *(*default_partition)(void);

	/* The names of flags, as users write them. RET malloc'd; "": none known */
	char *(*flag_names)(uint64_t flags);

	/* May the user make, change and delete any reservation? */
	bool (*is_operator)(uint32_t uid);

	/* Are things of this kind hidden from users whom they do not concern? */
	bool (*is_private)(view_kind_t kind);

	/* The uid of a user's name (or number). RET 0 or REFUSED_USERS */
	int (*user_id)(const char *name, uint32_t *ret_uid);

	/* The name of a user, or the number where there is none. RET malloc'd */
	char *(*user_name)(uint32_t uid);

	/* The accounts that a user belongs to, a name for each association,
	 * separated by commas.
	 * OUT ret_known - is there anything that tells who belongs to accounts?
	 * RET malloc'd, or NULL: none */
	char *(*accounts)(uint32_t uid, bool *ret_known);

	/* Is the partition up, and may the user use it? */
	bool (*may_use)(uint32_t uid, const char *partition);

	/* Of nodes, those in no partition that the user may use.
	 * RET owned by the caller; NULL if memory is short */
	garq_set_t *(*out_of_reach)(uint32_t uid, const garq_set_t *nodes);

	/* Does the host let the user delete, or skip, the reservation of this
	 * name? A record that is not linked is not found: false. */
	bool (*validate_user)(const char *name, uint32_t uid);

	/* Might jobs of the user run in the reservation? Costs no look-up, and is
	 * never false where the host's answer, when the job is made, is yes. */
	bool (*may_enter)(const record_t *rec, uint32_t uid);

	/* Look up again who the members of groups are, for all records that are
	 * linked: the host keeps no others up to date. */
	void (*refresh_groups)(void);

	/* The licenses of a text that are a name and a number, as the host reads
	 * it, each with how many there are.
	 * IN any - leave out those that there are not, instead of refusing
	 * OUT ret_set - lic_set_free(); empty after an error
	 * RET 0, REFUSED_LICENSES or ENOMEM */
	int (*licenses)(const char *text, bool any, lic_set_t *ret_set);

	/* How many of a license there are. */
	uint32_t (*license_total)(const char *name);

	/* The bytes of a request, for the ledger.
	 * OUT ret_bytes - malloc'd
	 * RET the version of their format, for request_unpack(); 0: no memory */
	uint16_t (*request_pack)(const request_t *request, void **ret_bytes,
				 size_t *ret_size);

	/* OUT ret - request_free(); says nothing after an error
	 * RET 0, or not: the bytes can't be read any more, or no memory */
	int (*request_unpack)(const void *bytes, size_t size, uint16_t version,
			      request_t *ret);

	/*
	 * Call fn for each job that has not finished, in no certain order, until
	 * fn returns false. fn may tie and untie jobs.
	 */
	void (*jobs_each)(bool (*fn)(const job_seen_t *job, void *arg),
			  void *arg);

	/* Has a job that asks for the reservation its nodes by now? */
	bool (*job_has_nodes)(const char *name);

	/* The nodes on which jobs run that are in the reservation.
	 * RET owned by the caller; NULL if memory is short */
	garq_set_t *(*nodes_in_use)(const record_t *rec);

	/* What does the job ask for? RET false: nothing that can be booked */
	bool (*job_request)(const job_t *job, job_request_t *ret);

	/*
	 * Would the host start the job some time, were it to ask for that?
	 * IN state - is a partition that is not up a reason why not?
	 * OUT ret_why - what is against it, and what to do; free()
	 */
	bool (*job_may_start)(const job_t *job, const job_request_t *ask,
			      bool state, char **ret_why);

	/*
	 * The job is to run in this reservation from now on, and in no other.
	 * RET false: it can't, which is logged; then it is in none
	 */
	bool (*job_tie)(job_t *job, const char *name);

	/* The job is in no reservation from now on. */
	void (*job_untie)(job_t *job);

	/* Have jobs_sync() called soon. No locks. */
	void (*jobs_wake)(void);

	/* RET the time, in milliseconds since the epoch */
	uint64_t (*clock_ms)(void);
} controller_t;

/* The controller; set before the first function of the office is called. */
extern const controller_t *controller;

#endif
