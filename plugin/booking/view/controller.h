/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * controller.h - the contract between the office and its host.
 *
 * The office calls its host for every effect, and for every fact that the view
 * lacks. The host is slurmctld (plugin/slurm/controller.c), or a test or
 * simulator that sets its own. Each call is one effect or one question, done
 * when it returns; calls take effect in their order.
 *
 * Node sets have the size of the view. Times are seconds since the epoch.
 *
 * Locks: site_lock(), after site_sync(), where nothing else is said. The caller
 * of the office holds these locks of the host (plugin/slurm/locks.h).
 */
#ifndef PLUGIN_CONTROLLER_H
#define PLUGIN_CONTROLLER_H

#include "plugin/booking/request/job.h"
#include "plugin/booking/request/notify_event.h"
#include "plugin/booking/request/request.h"
#include "plugin/booking/request/say_level.h"
#include "plugin/booking/view/phase.h"
#include "plugin/booking/view/records.h"
#include "plugin/booking/view/view.h"

/* Changes of bookings that the host made on its own, called by sync(). */
typedef struct {
	/* The host removed the native record of b, because the booking ended or
	 * the host purged it. The function owns b; the requests that waited
	 * for the ledger wait for what takes its place. */
	void (*gone)(office_t *office, booking_t *b,
		     const view_waiting_t *waiting, time_t now);
	/* The host may have changed the record, e.g. at a reconfiguration. */
	void (*changed)(office_t *office, view_resv_t *v);
} view_events_t;

typedef enum { NAME_ACCOUNT, NAME_GROUP, NAME_USER } name_kind_t;

typedef struct controller {
	/* Calls that make, change and remove native records. */
	const records_t *records;

	/* What the host refuses, depending on its version: REPLACE or
	 * REPLACE_DOWN together with STATIC or MAINT; an update that empties
	 * the partition. */
	bool refuses_static_replace;
	bool refuses_no_partition;

	/* Bring the view up to date with the cluster, and report changes of
	 * bookings to events.
	 * RET 0, or ENOMEM: then nothing can be placed until the next sync() */
	int (*sync)(time_t now, const view_events_t *events);

	/* The nodes that may serve a request: those of a list; all nodes
	 * ("ALL"); or those of a partition that have some features.
	 * IN asked_nodes - a list, "ALL", or NULL: partition and features
	 *	decide
	 * IN part_nodes - "ALL" means all nodes of the partition
	 * IN partition, features - NULL: the default partition, any features
	 * IN num_cn - nodes wanted; 0 with asked_nodes
	 * OUT ret_nodes - owned by the caller
	 * OUT ret_text - the objection; free(); may stay NULL
	 * RET 0, or a code of refused.h or ENOMEM */
	int (*eligible)(const char *asked_nodes, bool part_nodes,
			const char *partition, const char *features,
			uint64_t num_cn, garq_set_t **ret_nodes,
			char **ret_text);

	/* The node list of a set, as users read it. RET free(), or NULL */
	char *(*node_list)(const garq_set_t *nodes);

	/* The name of a node.
	 * IN node - index
	 * RET not to be freed; "?": there is no such node */
	const char *(*node_name)(uint32_t node);

	/* The state of a node that can't be used, in words: "down".
	 * IN node - index; there may be no such node
	 * RET not to be freed */
	const char *(*node_state)(uint32_t node);

	/* The set of a node list.
	 * OUT ret_nodes - owned by the caller; after REFUSED_NODES, too: the
	 *	nodes that exist
	 * RET 0, REFUSED_NODES (some do not exist) or ENOMEM */
	int (*node_set)(const char *list, garq_set_t **ret_nodes);

	/* Choose num_cn of nodes that lie well together in the topology.
	 * RET owned by the caller; NULL: the host finds none, or no memory */
	garq_set_t *(*select)(const garq_set_t *nodes, uint32_t num_cn);

	/* Put the record into the host's list; no effect if it is linked. */
	void (*link)(view_resv_t *v);

	/* The same for a while, where finding the record and taking it out
	 * costs no walk; settle() if the record stays. A record that the host
	 * has just made lies there, too. */
	void (*fetch)(view_resv_t *v);
	void (*settle)(view_resv_t *v);

	/* Take the record out of the host's list; the view keeps it. No effect
	 * if it is parked. */
	void (*unlink)(view_resv_t *v);

	/* Unlink each linked record for which fn returns true, in one pass. */
	void (*unlink_if)(bool (*fn)(view_resv_t *v));

	/* Declare that no record that Slurm looks at has changed since the last
	 * sync(), or since stamp_changed() if that was later. Slurm's stamp of
	 * the last change gets its value of then, because a new stamp would end
	 * a backfill cycle. */
	void (*restore_stamp)(void);

	/* A record that Slurm looks at was changed, linked or unlinked: renew
	 * Slurm's stamp of the last change. */
	void (*stamp_changed)(time_t now);

	/* The text that users see of a booking has changed, and nothing that
	 * Slurm looks at: last_update() becomes now, Slurm's stamp stays. */
	void (*stamp_shown)(time_t now);

	/* The time of the last change to any reservation, linked or parked. */
	time_t (*last_update)(void);

	/* Enter a new or changed record into the view without waiting for
	 * sync(). The record is linked.
	 * RET its entry, owned by the view; NULL if memory is short */
	view_resv_t *(*refresh)(record_t *rec, time_t now);

	/* Enter the new place of a moved record into the view. The record may
	 * be linked or parked, and stays so. */
	void (*refresh_moved)(view_resv_t *v, time_t now);

	/* A record was removed: remove its entry from the view.
	 * IN name - may be the name in the entry
	 * RET its booking, owned by the caller, or NULL */
	booking_t *(*forget)(const char *name, time_t now);

	/* The host's words for a code of refused.h. RET not to be freed */
	const char *(*refusal_words)(int rc);

	/* The digest of the file with the saved state that the host found at
	 * its start (plugin/ledger/ledger_saved.h).
	 * RET false: there was no such file */
	bool (*saved_digest)(int64_t *ret_digest);

	/* Return true if the saved state certainly has no reservation of this
	 * name with nodes. False also where the host may have read only part of
	 * it, and where it was saved at the reservation's end or later: then
	 * the reservation may have ended by a clock that was ahead. If the
	 * state has the reservation and the host does not, the host purged it
	 * while reading: its partition, users or the like are not valid any
	 * more. */
	bool (*saved_lacks)(const char *name, time_t end);

	/* The list of nodes that the saved state has of a reservation. The
	 * record may have fewer, or with ALL more, where the host's nodes are
	 * others now.
	 * RET not to be freed; NULL: the state has none of this name */
	const char *(*saved_nodes)(const char *name);

	/* Make the host save its own state soon. */
	void (*save)(void);

	/* Return true if too many messages wait for the accounting of the host:
	 * only necessary ones should follow. Each new record costs some. */
	bool (*accounting_is_behind)(void);

	/* Queue an event for the site's program, with a copy of n. No I/O.
	 * RET false: the site names no program, or memory is short */
	bool (*notify)(const notify_t *n);

	/* The name of the default partition. RET not to be freed; NULL: none */
	const char *(*default_partition)(void);

	/* The names of BOOKING_FLAG_* bits as users write them. RET free(); "":
	 * no flag is known */
	char *(*flag_names)(uint64_t flags);

	/* Return true if the user is an operator, with the right to change any
	 * reservation. */
	bool (*is_operator)(uint32_t uid);

	/* Return true if the site hides holders of this kind from other users
	 * (PrivateData). */
	bool (*is_private)(view_kind_t kind);

	/* The name of a user, without a look-up: the host remembers names of
	 * requesters. RET free(): the number if the name is not known */
	char *(*user_name)(uint32_t uid);

	/* The accounts that a user belongs to: one name for each association,
	 * separated by commas.
	 * OUT ret_known - true if the host knows any associations at all
	 * RET free(); NULL: none */
	char *(*accounts)(uint32_t uid, bool *ret_known);

	/* Return true if the partition is up and the user may use it. */
	bool (*may_use)(uint32_t uid, const char *partition);

	/* The subset of nodes that lie in no partition that the user may use.
	 * RET owned by the caller; NULL if memory is short */
	garq_set_t *(*out_of_reach)(uint32_t uid, const garq_set_t *nodes);

	/* The names of a list, each with its sign, that the host takes for a
	 * record. Users and groups are looked up: the caller has just found
	 * them, or the host starts.
	 * IN accounts - NAME_USER: of the record, or NULL; the host may insist on
	 *	associations of the users
	 * RET free(); NULL: none, or no memory */
	char *(*taken)(name_kind_t kind, const char *list,
		       const char *accounts);

	/* Return true if the host lets the user delete, or skip, the
	 * reservation of this name. The host finds linked records only: false
	 * for a parked one (park_validate_user() lends it). */
	bool (*validate_user)(const char *name, uint32_t uid);

	/* Return true if the host might admit jobs of the user to the
	 * reservation. The answer costs no look-up, and is never false where
	 * the host admits the job later. */
	bool (*may_enter)(const record_t *rec, uint32_t uid);

	/* Look up the members of groups again for all linked records. The host
	 * does not refresh parked records. */
	void (*refresh_groups)(void);

	/* Parse a text of licenses as the host does. Licenses that are not a
	 * name and a number, and those of number 0, are left out; total is how
	 * many the cluster has.
	 * IN any - skip licenses that the cluster does not have, instead of
	 *	refusing the text
	 * OUT ret_set - lic_set_free(); empty after an error
	 * RET 0, REFUSED_LICENSES or ENOMEM */
	int (*licenses)(const char *text, bool any, lic_set_t *ret_set);

	/* The number of a license in the cluster; 0: also if unknown. */
	uint32_t (*license_total)(const char *name);

	/* Pack a request into bytes for the ledger.
	 * OUT ret_bytes, ret_size - free()
	 * RET the version of the format, for request_unpack(); 0: no memory */
	uint16_t (*request_pack)(const request_t *request, void **ret_bytes,
				 size_t *ret_size);

	/* Unpack a request.
	 * IN version - as request_pack() returned it
	 * OUT ret - request_free(); all zero after an error
	 * RET 0; else the bytes can't be read any more, or memory is short */
	int (*request_unpack)(const void *bytes, size_t size, uint16_t version,
			      request_t *ret);

	/* Call fn for each job that has not finished, in no certain order,
	 * until fn returns false. fn may tie and untie jobs. */
	void (*jobs_each)(bool (*fn)(const job_seen_t *job, void *arg),
			  void *arg);

	/* Return true if a job that asks for the reservation has its nodes. */
	bool (*job_has_nodes)(const char *name);

	/* The nodes on which jobs of the reservation run.
	 * RET owned by the caller; NULL if memory is short */
	garq_set_t *(*nodes_in_use)(const record_t *rec);

	/* The booking that a job asks for.
	 * OUT ret - texts owned by the job
	 * RET false: the job can't be booked, or has no deadline */
	bool (*job_request)(const job_t *job, job_request_t *ret);

	/* Return true if the host would start the job at some time, if the job
	 * asked for this. The partition and the limits of the job decide.
	 * IN state - true: a partition that is not up counts as an objection
	 * OUT ret_why - the objection, and what to do; free() */
	bool (*job_may_start)(const job_t *job, const job_request_t *ask,
			      bool state, char **ret_why);

	/* Make the job run in this reservation, and in no other. The record may
	 * be parked.
	 * RET false: the host refuses, and logs it; the job is in none then */
	bool (*job_tie)(job_t *job, const char *name);

	/* Make the job run in no reservation. */
	void (*job_untie)(job_t *job);

	/* Make the host call jobs_sync() soon. No locks. */
	void (*jobs_wake)(void);

	/* Release the locks, let all who wait for them have them, take them
	 * again, turns_resume(), and bring the view up to date: nothing of
	 * the view is certain to be there still.
	 * RET false: the view is not up to date, e.g. memory is short */
	bool (*let_others_in)(void);

	/* Take a line for the log; it is freed afterwards. No locks. NULL: the
	 * lines are dropped. */
	void (*say)(say_level_t level, const char *line);

	/* The time in milliseconds since the epoch. */
	uint64_t (*clock_ms)(void);

	/* The office goes over to a phase, after steps of a plan (phase.h).
	 * NULL: nobody measures.
	 * RET the phase before */
	phase_t (*phase)(phase_t phase, uint64_t steps);
} controller_t;

#endif
