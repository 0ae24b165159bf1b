/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.h - the simulated slurmctld as the office's host
 * (plugin/booking/view/host.h).
 *
 * Each call that changes something is a tick of the world: the life may end
 * before it and after it.
 */
#ifndef TEST_SIM_HOST_H
#define TEST_SIM_HOST_H

#include "plugin/booking/view/host.h"
#include "test/sim/slurmctld.h"

/* The tables of functions; host.c. */
extern const host_t host;

/* The office of the slurmctld that runs; an empty one, if none runs or it has no
 * plugin. */
extern office_t *office;

/* Its lines for the log (plugin.c). A broken rule is among them (invariant.h),
 * and ends the run. */
extern void host_say(office_t *office, say_level_t level, const char *line);

/* --- host_nodes.c: nodes and node lists ---------------------------------- */

/* A set of the present table, and the nodes by number. RET owned; NULL: no
 * memory */
extern garq_set_t *host_set(mask_t nodes);
extern mask_t host_mask(const garq_set_t *set);
extern mask_t host_index_mask(uint32_t index);

/* The list of nodes, "n0,n3"; "" for none. RET buf */
#define HOST_LIST 320
extern const char *host_list(mask_t nodes, char buf[HOST_LIST]);
/* The nodes of a list, also those that slurm.conf lacks. */
extern mask_t host_nodes_of(const char *list);
extern mask_t host_partition(const char *name);

extern int host_eligible(office_t *office, const char *asked_nodes,
			 bool part_nodes, const char *partition,
			 const char *features, uint64_t num_cn,
			 garq_set_t **ret_nodes, char **ret_text);
extern char *host_node_list(office_t *office, const garq_set_t *nodes);
extern const char *host_node_name(office_t *office, uint32_t node);
extern const char *host_node_state(office_t *office, uint32_t node);
extern int host_node_set(office_t *office, const char *list,
			 garq_set_t **ret_nodes);
extern garq_set_t *host_select(office_t *office, const garq_set_t *nodes,
			       uint32_t num_cn);

/* --- host_watch.c: the list, and what the view sees of it ---------------- */

extern int host_sync(office_t *office, time_t now, const view_events_t *events);
extern void host_link(office_t *office, view_resv_t *v);
extern void host_settle(office_t *office, view_resv_t *v);
extern void host_unlink(office_t *office, view_resv_t *v);
extern void host_unlink_if(office_t *office, bool (*fn)(view_resv_t *v));
extern void host_restore_stamp(office_t *office);
extern void host_stamp_changed(office_t *office, time_t now);
extern void host_stamp_shown(office_t *office, time_t now);
extern time_t host_last_update(office_t *office);
extern view_resv_t *host_refresh(office_t *office, record_t *rec, time_t now);
extern void host_refresh_moved(office_t *office, view_resv_t *v, time_t now);
extern booking_t *host_forget(office_t *office, const char *name, time_t now);

/* A reconfiguration: the table of nodes is a new one, to be read anew. */
extern void host_new_table(void);

/* --- host_records.c, host_direct.c: the calls of host.h --------------- */

extern int host_create(office_t *office, const request_t *request,
		       const placement_t *placement, bool window,
		       record_t **ret_rec, char **ret_err);
extern int host_recreate(office_t *office, const booking_t *b,
			 record_t **ret_rec, char **ret_err);
extern int host_update(office_t *office, record_t *rec,
		       const request_t *request, const change_t *change,
		       bool window, char **ret_err);
extern int host_apply(office_t *office, record_t *rec, const booking_t *b,
		      char **ret_err);
extern int host_remove(office_t *office, const char *name, bool *ret_gone);
extern bool host_drop(office_t *office, record_t *rec, bool out_of_reach);

/* Free the records that were retired in an earlier hold of the locks. */
extern void host_free_retired(void);
extern bool host_read(office_t *office, const record_t *rec, booking_t *b);
extern const char *host_name(office_t *office, const record_t *rec);
extern const char *host_remark(office_t *office, const record_t *rec);
extern int host_from_stand_in(office_t *office, record_t *rec,
			      const booking_t *b, char **ret_err);
extern uint32_t host_take_id(uint32_t wanted);
/* Copy a text of a request into a field; the life ends if it is too long. */
extern void host_copy(char *to, size_t size, const char *text);

extern void *host_keep(office_t *office, const record_t *rec);
extern void host_put_back(office_t *office, record_t *rec, void *kept,
			  bool again);
extern void host_shift(office_t *office, record_t *rec, time_t start);
extern void host_reset_start(office_t *office, record_t *rec);
extern void host_bind(office_t *office, record_t *rec, const garq_set_t *nodes);
extern void host_pin(office_t *office, record_t *rec);
extern void host_mark(office_t *office, record_t *rec, bool unwritten);
extern bool host_is_marked(office_t *office, const record_t *rec);
extern void host_unpin(office_t *office, record_t *rec, const booking_t *b);
extern void host_end(office_t *office, record_t *rec, bool jobs_alone,
		     time_t now);
extern record_t *host_make_stand_in(office_t *office, const booking_t *b,
				    const garq_set_t *nodes,
				    const char *remark);
extern void host_to_stand_in(office_t *office, record_t *rec,
			     const char *remark);
extern void host_set_nodes(office_t *office, record_t *rec,
			   const garq_set_t *nodes);
extern void host_set_remark(office_t *office, record_t *rec,
			    const char *remark);

/* --- host_saved.c: what Slurm's state file had at the start -------------- */

/* Keep what the file has now, before Slurm writes a new one. */
extern void host_saved_read(void);
/* It is not that of the ledger's last owner. */
extern void host_saved_distrust(void);
/* Reconciliation begins: has Slurm written another one meanwhile? */
extern void host_saved_judge(void);
/* The start is over. */
extern void host_saved_end(void);
extern bool host_saved_digest(office_t *office, int64_t *ret_digest);
extern bool host_saved_lacks(office_t *office, const char *name, time_t end);
extern const char *host_saved_nodes(office_t *office, const char *name);

/* --- host_facts.c: users, licenses, jobs, bytes -------------------------- */

extern bool host_is_operator(office_t *office, uint32_t uid);
extern bool host_is_private(office_t *office, view_kind_t kind);
extern int host_user_id(const char *name, uint32_t *ret_uid);
extern char *host_taken(office_t *office, name_kind_t kind, const char *list,
			const char *accounts);
extern char *host_user_name(office_t *office, uint32_t uid);
extern char *host_accounts(office_t *office, uint32_t uid, bool *ret_known);
extern bool host_may_use(office_t *office, uint32_t uid, const char *partition);
extern garq_set_t *host_out_of_reach(office_t *office, uint32_t uid,
				     const garq_set_t *nodes);
extern bool host_validate_user(office_t *office, const char *name,
			       uint32_t uid);
extern bool host_may_enter(office_t *office, const record_t *rec, uint32_t uid);
extern int host_licenses(office_t *office, const char *text, bool any,
			 lic_set_t *ret_set);
extern uint32_t host_license_total(office_t *office, const char *name);
extern uint16_t host_request_pack(office_t *office, const request_t *request,
				  void **ret_bytes, size_t *ret_size);
extern int host_request_unpack(office_t *office, const void *bytes, size_t size,
			       uint16_t version, request_t *ret);
extern garq_set_t *host_nodes_in_use(office_t *office, const record_t *rec);
extern bool host_job_has_nodes(office_t *office, const char *name);
extern const char *host_words(office_t *office, int rc);

#endif
