/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.h - the contract between the office and its host.
 *
 * The office calls its host for every effect, and for every fact that the view
 * lacks. The host is slurmctld (plugin/slurm/host.c), or a test or simulator
 * that sets its own. Each call is one effect or one question, done when it
 * returns; calls take effect in their order.
 *
 *	office->host-> nodes	node lists, partitions, facts of nodes
 *	               records	native records: make, change, remove
 *	               fields	... change one field of a record, can't fail
 *	               list	... Slurm's list of them, and its entries in
 *				the view
 *	               saved	... what Slurm's state file has of them
 *	               users	rights, names, words for users
 *	               licenses	licenses of the cluster
 *	               jobs	jobs, and the reservations that they name
 *	               locks	the hold of the locks, and the controller itself
 *
 * A table is a noun, and has twelve functions at most. Half of all calls are
 * about records, so these have four tables, by what a call may do: fail, change
 * a field, change the list, read the file.
 *
 * The first argument of each function is the office that calls, so that a host
 * can serve several. Node sets have the size of the view. Times are seconds
 * since the epoch.
 *
 * A booking is materialised as a native record on a node list that the office
 * chose. The list is pinned while the plugin runs, so that Slurm does not move
 * the record on its own. A record need not be linked (in Slurm's list), unless
 * a call says so.
 *
 * Locks: site_lock(), after site_sync(), where nothing else is said. The caller
 * of the office holds these locks of the host (plugin/slurm/locks.h).
 */
#pragma once

#include "plugin/booking/request/job.h"
#include "plugin/booking/request/notify_event.h"
#include "plugin/booking/request/placement.h"
#include "plugin/booking/request/request.h"
#include "plugin/booking/request/say_level.h"
#include "plugin/booking/view/node_facts.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/record.h"
#include "plugin/booking/view/view.h"
#include "plugin/ledger/record/booking.h"

typedef struct {
	/* The nodes that may serve a request: those of a list; all nodes
	 * ("ALL"); or those of a partition that have some features.
	 * IN asked_nodes - a list, "ALL", or NULL: partition and features
	 *	decide
	 * IN part_nodes - "ALL" means all nodes of the partition
	 * IN partition, features - NULL: the default partition, any features
	 * IN num_cn - nodes wanted; 0 with asked_nodes
	 * OUT ret_nodes - owned by the caller
	 * OUT ret_text - the objection; free(); may stay NULL
	 * RET 0, or a code of refused.h */
	int (*eligible)(office_t *office, const char *asked_nodes,
			bool part_nodes, const char *partition,
			const char *features, uint64_t num_cn,
			garq_set_t **ret_nodes, char **ret_text);

	/* The node list of a set, as users read it. RET free() */
	char *(*list)(office_t *office, const garq_set_t *nodes);

	/* The set of a node list.
	 * OUT ret_nodes - owned by the caller; after REFUSED_NODES, too: the
	 *	nodes that exist
	 * RET 0, or REFUSED_NODES (some do not exist) */
	int (*set)(office_t *office, const char *list, garq_set_t **ret_nodes);

	/* The name of a node.
	 * IN node - index
	 * RET not to be freed; "?": there is no such node */
	const char *(*name)(office_t *office, uint32_t node);

	/* The state of a node that can't be used, in words: "down".
	 * IN node - index; there may be no such node
	 * RET not to be freed */
	const char *(*state)(office_t *office, uint32_t node);

	/* The facts by which nodes are chosen (node_facts.h). */
	node_facts_table_t (*facts)(office_t *office);

	/* Choose num_cn of nodes where the topology is no tree of switches.
	 * RET owned by the caller; NULL: the host finds none */
	garq_set_t *(*select)(office_t *office, const garq_set_t *nodes,
			      uint32_t num_cn);

	/* The nodes on which jobs of the reservation run.
	 * RET owned by the caller */
	garq_set_t *(*in_use)(office_t *office, const record_t *rec);

	/* The number of cores of a node that can be booked each; 0: also if
	 * they can't. IN node - index */
	uint32_t (*cores)(office_t *office, uint32_t node);

	/* The GPUs of a node that can be booked each, a bit for each; none if
	 * cores() is 0. IN node - index; type - of these alone; NULL: all */
	uint64_t (*gpus)(office_t *office, uint32_t node, const char *type);

	/* The cores that are near some GPUs of a node; all if nothing is
	 * known. IN node - index */
	cores_t (*near)(office_t *office, uint32_t node, uint64_t gpus);

	/* The name of the default partition. RET not to be freed; NULL: none */
	const char *(*default_partition)(office_t *office);
} host_nodes_t;

/*
 * A call that can fail returns 0 or a code (refused.h), and in ret_err Slurm's
 * own text, free(), or NULL; after an error the record is as it was, unless a
 * call says otherwise. A call that returns nothing cannot fail. The entry of a
 * record in the view (view.h) stays the same until refresh() or
 * refresh_moved() of host_list_t.
 */
typedef struct {
	/* Make a linked record, under an id that no other record has.
	 * IN placement - its start and nodes; NULL: Slurm decides, as for any
	 *	reservation
	 * IN window - MaxStartDelay is the booking's window; false: it is an
	 *	attribute for Slurm
	 * OUT ret_rec - the record, on success */
	int (*create)(office_t *office, const request_t *request,
		      const placement_t *placement, bool window,
		      record_t **ret_rec, char **ret_err);

	/* Make the linked record of a booking again, with the id of the booking
	 * unless another record has that id now. */
	int (*recreate)(office_t *office, const booking_t *b,
			record_t **ret_rec, char **ret_err);

	/* Change a linked record.
	 * IN change - the times and nodes; request then counts for the other
	 *	attributes alone (users, accounts, flags, ...). NULL: Slurm
	 *	changes the record by all that request says
	 * IN window - as create(); only with a change */
	int (*update)(office_t *office, record_t *rec, const request_t *request,
		      const change_t *change, bool window, char **ret_err);

	/* Change a linked record to what b says, except for its id. Also after
	 * an error the record has the times of b, and those nodes of b that
	 * exist; users, licenses and the like are then as they were. */
	int (*apply)(office_t *office, record_t *rec, const booking_t *b,
		     char **ret_err);

	/* Copy the attributes of a record that apply() does not restore.
	 * RET for put_back() */
	void *(*keep)(office_t *office, const record_t *rec);

	/* Free the copy of keep().
	 * IN again - restore the attributes of the record from it first */
	void (*put_back)(office_t *office, record_t *rec, void *kept,
			 bool again);

	/* Remove the record of a name, as Slurm does for a user: the record has
	 * to be linked, and no job may use it. If the record is gone, forget()
	 * of host_list_t has to follow. Needs site_lock(true) where a job may
	 * use the record.
	 * OUT ret_gone - true if no record has this name now; may be NULL
	 * RET 0, REFUSED_IN_USE, REFUSED_NO_SUCH, ... */
	int (*remove)(office_t *office, const char *name, bool *ret_gone);

	/* The same without a look at the jobs.
	 * IN out_of_reach - true: the record is parked, and out of the reach of
	 *	jobs (view_is_out_of_reach()). false: no job is known to have
	 *	it, in a hold in which the view has been synced; it is freed
	 *	once that is certain. If it is linked, it has to be unlinked
	 *	before the locks are released.
	 * RET false: nothing was done, it needs remove() */
	bool (*drop)(office_t *office, record_t *rec, bool out_of_reach);

	/* End a record whose reservation had ended when Slurm was killed. Slurm
	 * removes the record soon, and holds the jobs that wait for it. Jobs
	 * that Slurm takes to be running end as at their time limits, unless
	 * the record is past its end and they may run on. A record that has not
	 * begun never begins. Needs site_lock(true).
	 * IN jobs_alone - end the running jobs, which also leave the record,
	 *	and nothing else: another booking will have the record */
	void (*end)(office_t *office, record_t *rec, bool jobs_alone,
		    time_t now);

	/* Read a record into b: its place and attributes, but not the window
	 * nor the node list that was asked for. Fields that this version of
	 * Slurm does not have stay. A booking marked as a stand-in stays as it
	 * is, and of one marked as a part the place alone is read (times, nodes,
	 * id, flags): not num_cn, nor texts such as users and licenses. */
	void (*read)(office_t *office, const record_t *rec, booking_t *b);

	/* Make a stand-in (stand_in.h), of which accounting is not told: a
	 * linked record for root, at the time of b, with those of its licenses
	 * that exist, and with its id unless another record has that.
	 * IN nodes - NULL: none. If b has cores, the stand-in has these of them
	 * IN remark - as remark() of host_fields_t
	 * RET the record */
	record_t *(*make_stand_in)(office_t *office, const booking_t *b,
				   const garq_set_t *nodes, const char *remark);

	/* Make a linked stand-in, which has all nodes of b, the record of b.
	 * Its id stays. */
	int (*from_stand_in)(office_t *office, record_t *rec,
			     const booking_t *b, char **ret_err);
} host_records_t;

/* As host_records_t. */
typedef struct {
	/* The name of a record. RET owned by the record */
	const char *(*name)(office_t *office, const record_t *rec);

	/* Give a record that has not begun, a stand-in or a part other times;
	 * the start is its first one then, see reset_start(). */
	void (*shift)(office_t *office, record_t *rec, time_t start,
		      time_t end);

	/* Give a record its first start again: Slurm moves the start of a begun
	 * record that gets other nodes, and keeps the first one beside. */
	void (*reset_start)(office_t *office, record_t *rec);

	/* Give a record these nodes instead of its own: these units of them, or
	 * if units has none all of each. */
	void (*bind)(office_t *office, record_t *rec, const garq_set_t *nodes,
		     const units_t *units);

	/* bind() for a stand-in, of which accounting is not told. */
	void (*set_nodes)(office_t *office, record_t *rec,
			  const garq_set_t *nodes, const units_t *units);

	/* Forbid Slurm to choose other nodes for a record, or allow it. */
	void (*pin)(office_t *office, record_t *rec, pin_t pin);

	/* Give a record a name that no other has. No job may have named it. */
	void (*rename)(office_t *office, record_t *rec, const char *name);

	/* Mark a record as unwritten (unwritten.h), or unmark it. The mark
	 * survives all other calls and Slurm's saved state; users never see
	 * it. */
	void (*mark)(office_t *office, record_t *rec, bool unwritten);
	bool (*is_marked)(office_t *office, const record_t *rec);

	/* The remark of a record, a free text that users read: Comment where
	 * this version of Slurm has it, else BurstBuffer.
	 * RET owned by the record; NULL: there is none */
	const char *(*remark)(office_t *office, const record_t *rec);

	/* Give a record another remark, and leave all else. */
	void (*set_remark)(office_t *office, record_t *rec, const char *remark);

	/* Make a record a stand-in, or give a stand-in another remark. */
	void (*to_stand_in)(office_t *office, record_t *rec,
			    const char *remark);
} host_fields_t;

typedef struct {
	/* Put the record into the host's list; no effect if it is linked. */
	void (*link)(office_t *office, view_resv_t *v);

	/* The same for a while, where finding the record and taking it out
	 * costs no walk; settle() if the record stays. A record that the host
	 * has just made lies there, too. */
	void (*fetch)(office_t *office, view_resv_t *v);
	void (*settle)(office_t *office, view_resv_t *v);

	/* Take the record out of the host's list; the view keeps it. No effect
	 * if it is parked. */
	void (*unlink)(office_t *office, view_resv_t *v);

	/* Unlink each linked record for which fn returns true, in one pass. */
	void (*unlink_if)(office_t *office, bool (*fn)(view_resv_t *v));

	/* Declare that no record that Slurm looks at has changed since the last
	 * sync(), or since stamp_changed() if that was later. Slurm's stamp of
	 * the last change gets its value of then, because a new stamp would end
	 * a backfill cycle. */
	void (*restore_stamp)(office_t *office);

	/* A record that Slurm looks at was changed, linked or unlinked: renew
	 * Slurm's stamp of the last change. */
	void (*stamp_changed)(office_t *office, time_t now);

	/* The text that users see of a booking has changed, and nothing that
	 * Slurm looks at: last_update() becomes now, Slurm's stamp stays. */
	void (*stamp_shown)(office_t *office, time_t now);

	/* The time of the last change to any reservation, linked or parked. */
	time_t (*last_update)(office_t *office);

	/* Enter a new or changed record into the view without waiting for
	 * sync(). The record is linked.
	 * RET its entry, owned by the view */
	view_resv_t *(*refresh)(office_t *office, record_t *rec, time_t now);

	/* Enter the new place of a moved record into the view. The record may
	 * be linked or parked, and stays so. */
	void (*refresh_moved)(office_t *office, view_resv_t *v, time_t now);

	/* A record was removed: remove its entry from the view.
	 * IN name - may be the name in the entry
	 * RET its booking, owned by the caller, or NULL */
	booking_t *(*forget)(office_t *office, const char *name, time_t now);
} host_list_t;

typedef struct {
	/* The digest of the file with the saved state that the host found at
	 * its start (plugin/ledger/ledger_saved.h).
	 * RET false: there was no such file */
	bool (*digest)(office_t *office, int64_t *ret_digest);

	/* Return true if the saved state certainly has no reservation of this
	 * name with nodes. False also where the host may have read only part of
	 * it, and where it was saved at the reservation's end or later: then
	 * the reservation may have ended by a clock that was ahead. If the
	 * state has the reservation and the host does not, the host purged it
	 * while reading: its partition, users or the like are not valid any
	 * more. */
	bool (*lacks)(office_t *office, const char *name, time_t end);

	/* The list of nodes that the saved state has of a reservation. The
	 * record may have fewer, or with ALL more, where the host's nodes are
	 * others now.
	 * RET not to be freed; NULL: the state has none of this name */
	const char *(*nodes)(office_t *office, const char *name);

	/* Make the host save its own state soon. */
	void (*save)(office_t *office);

	/* Pack a request into bytes for the ledger.
	 * OUT ret_bytes, ret_size - free()
	 * RET the version of the format, for unpack() */
	uint16_t (*pack)(office_t *office, const request_t *request,
			 void **ret_bytes, size_t *ret_size);

	/* Unpack a request.
	 * IN version - as pack() returned it
	 * OUT ret - request_free(); all zero after an error
	 * RET 0; else the bytes can't be read any more */
	int (*unpack)(office_t *office, const void *bytes, size_t size,
		      uint16_t version, request_t *ret);
} host_saved_t;

typedef enum { NAME_ACCOUNT, NAME_GROUP, NAME_USER } name_kind_t;

typedef struct {
	/* Return true if the user is an operator, with the right to change any
	 * reservation. */
	bool (*is_operator)(office_t *office, uint32_t uid);

	/* Return true if the site hides holders of this kind from other users
	 * (PrivateData). */
	bool (*is_private)(office_t *office, view_kind_t kind);

	/* The name of a user, without a look-up: the host remembers names of
	 * requesters. RET free(): the number if the name is not known */
	char *(*name)(office_t *office, uint32_t uid);

	/* The accounts that a user belongs to: one name for each association,
	 * separated by commas.
	 * IN coordinated - those of which the user is a coordinator instead
	 * OUT ret_known - true if the host knows any associations at all
	 * RET free(); NULL: none */
	char *(*accounts)(office_t *office, uint32_t uid, bool coordinated,
			  bool *ret_known);

	/* Return true if the partition is up and the user may use it. */
	bool (*may_use)(office_t *office, uint32_t uid, const char *partition);

	/* The subset of nodes that lie in no partition that the user may use.
	 * RET owned by the caller */
	garq_set_t *(*out_of_reach)(office_t *office, uint32_t uid,
				    const garq_set_t *nodes);

	/* The names of a list, each with its sign, that the host takes for a
	 * record. Users and groups are looked up: the caller has just found
	 * them, or the host starts.
	 * IN accounts - NAME_USER: of the record, or NULL; the host may insist on
	 *	associations of the users
	 * RET free(); NULL: none */
	char *(*taken)(office_t *office, name_kind_t kind, const char *list,
		       const char *accounts);

	/* Return true if the host lets the user delete, or skip, the
	 * reservation of this name. The host finds linked records only: false
	 * for a parked one (park_validate_user() lends it). */
	bool (*may_delete)(office_t *office, const char *name, uint32_t uid);

	/* Return true if the host might admit jobs of the user to the
	 * reservation. The answer costs no look-up, and is never false where
	 * the host admits the job later. */
	bool (*may_enter)(office_t *office, const record_t *rec, uint32_t uid);

	/* Look up the members of groups again for all linked records. The host
	 * does not refresh parked records. */
	void (*refresh_groups)(office_t *office);

	/* The names of BOOKING_FLAG_* bits as users write them. RET free(); "":
	 * no flag is known */
	char *(*flag_names)(office_t *office, uint64_t flags);

	/* The host's words for a code of refused.h. RET not to be freed */
	const char *(*refusal_words)(office_t *office, int rc);
} host_users_t;

typedef struct {
	/* Parse a text of licenses as the host does. Licenses that are not a
	 * name and a number, and those of number 0, are left out; total is how
	 * many the cluster has.
	 * IN any - skip licenses that the cluster does not have, instead of
	 *	refusing the text
	 * OUT ret_set - lic_set_free(); empty after an error
	 * RET 0, or REFUSED_LICENSES */
	int (*read)(office_t *office, const char *text, bool any,
		    lic_set_t *ret_set);

	/* The number of a license in the cluster; 0: also if unknown. */
	uint32_t (*total)(office_t *office, const char *name);
} host_licenses_t;

typedef struct {
	/* Call fn for each job that has not finished, in no certain order,
	 * until fn returns false. fn may tie and untie jobs. */
	void (*each)(office_t *office,
		     bool (*fn)(const job_seen_t *job, void *arg), void *arg);

	/* The cores that a running job has of a node.
	 * IN node - index
	 * RET false: it has all of the node, or nothing is known */
	bool (*cores)(office_t *office, uint32_t job_id, uint32_t node,
		      cores_t *ret);

	/* The life of a job. RET false: nothing is known of it, or it does not
	 * run and has not ended */
	bool (*span)(office_t *office, uint32_t job_id, job_span_t *ret);

	/* Return true if a job that asks for the reservation has its nodes. */
	bool (*have_nodes)(office_t *office, const char *name);

	/* The booking that a job asks for.
	 * OUT ret - texts owned by the job
	 * RET false: the job can't be booked, or has no deadline */
	bool (*request)(office_t *office, const job_t *job, job_request_t *ret);

	/* Return true if the host would start the job at some time, if the job
	 * asked for this. The partition and the limits of the job decide.
	 * IN state - true: a partition that is not up counts as an objection
	 * OUT ret_why - the objection, and what to do; free() */
	bool (*may_start)(office_t *office, const job_t *job,
			  const job_request_t *ask, bool state, char **ret_why);

	/* Make the job run in this reservation, and in no other. The record may
	 * be parked.
	 * IN name - NULL: in none
	 * RET false: the host refuses, and logs it; the job is in none then */
	bool (*tie)(office_t *office, job_t *job, const char *name);

	/* Make the host call jobs_sync() soon. No locks. */
	void (*wake)(office_t *office);
} host_jobs_t;

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

typedef struct {
	/* Bring the view up to date with the cluster, and report changes of
	 * bookings to events. */
	void (*sync)(office_t *office, time_t now, const view_events_t *events);

	/* Release the locks, let all who wait for them have them, take them
	 * again, turns_resume(), and bring the view up to date: nothing of
	 * the view is certain to be there still.
	 * RET false: the view is not up to date, as the office is not ready */
	bool (*let_others_in)(office_t *office);

	/* The office goes over to a phase, after steps of a plan (turns.h).
	 * NULL: nobody measures.
	 * RET the phase before */
	phase_t (*phase)(office_t *office, phase_t phase, uint64_t steps);

	/* The time in milliseconds since the epoch. */
	uint64_t (*clock_ms)(office_t *office);

	/* Take a line for the log; it is freed afterwards. No locks. NULL: the
	 * lines are dropped. */
	void (*say)(office_t *office, say_level_t level, const char *line);

	/* Queue an event for the site's program, with a copy of n. No I/O.
	 * RET false: the site names no program */
	bool (*notify)(office_t *office, const notify_t *n);

	/* Return true if too many messages wait for the accounting of the host:
	 * only necessary ones should follow. Each new record costs some. */
	bool (*accounting_is_behind)(office_t *office);
} host_locks_t;

/* No table is NULL. A function may be NULL if the office never calls it. */
typedef struct host {
	const host_nodes_t *nodes;
	const host_records_t *records;
	const host_fields_t *fields;
	const host_list_t *list;
	const host_saved_t *saved;
	const host_users_t *users;
	const host_licenses_t *licenses;
	const host_jobs_t *jobs;
	const host_locks_t *locks;

	/* What the host refuses, depending on its version: REPLACE or
	 * REPLACE_DOWN together with STATIC or MAINT; an update that empties
	 * the partition. */
	bool refuses_static_replace;
	bool refuses_no_partition;
} host_t;
