/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.h - the simulated slurmctld as the office's host (controller.h,
 * records.h).
 *
 * Each call that changes something is a tick of the world: the life may end
 * before it and after it.
 */
#ifndef TEST_SIM_HOST_H
#define TEST_SIM_HOST_H

#include "plugin/booking/view/controller.h"
#include "test/sim/slurmctld.h"

/* The tables of functions; host.c. */
extern const controller_t host;

/* The office of the slurmctld that runs; an empty one, if none runs or it has no
 * plugin. */
extern office_t *office;

/* Its lines for the log (plugin.c). A broken rule is among them (invariant.h),
 * and ends the run. */
extern void host_say(say_level_t level, const char *line);

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

extern int host_eligible(const char *asked_nodes, bool part_nodes,
			 const char *partition, const char *features,
			 uint64_t num_cn, garq_set_t **ret_nodes,
			 char **ret_text);
extern char *host_node_list(const garq_set_t *nodes);
extern const char *host_node_name(uint32_t node);
extern const char *host_node_state(uint32_t node);
extern int host_node_set(const char *list, garq_set_t **ret_nodes);
extern garq_set_t *host_select(const garq_set_t *nodes, uint32_t num_cn);

/* --- host_watch.c: the list, and what the view sees of it ---------------- */

extern int host_sync(time_t now, const view_events_t *events);
extern void host_link(view_resv_t *v);
extern void host_settle(view_resv_t *v);
extern void host_unlink(view_resv_t *v);
extern void host_unlink_if(bool (*fn)(view_resv_t *v));
extern void host_restore_stamp(void);
extern void host_stamp_changed(time_t now);
extern void host_stamp_shown(time_t now);
extern time_t host_last_update(void);
extern view_resv_t *host_refresh(record_t *rec, time_t now);
extern void host_refresh_moved(view_resv_t *v, time_t now);
extern booking_t *host_forget(const char *name, time_t now);

/* A reconfiguration: the table of nodes is a new one, to be read anew. */
extern void host_new_table(void);

/* --- host_records.c, host_direct.c: the calls of records.h --------------- */

extern int host_create(const request_t *request, const placement_t *placement,
		       bool window, record_t **ret_rec, char **ret_err);
extern int host_recreate(const booking_t *b, record_t **ret_rec,
			 char **ret_err);
extern int host_update(record_t *rec, const request_t *request,
		       const change_t *change, bool window, char **ret_err);
extern int host_apply(record_t *rec, const booking_t *b, char **ret_err);
extern int host_remove(const char *name, bool *ret_gone);
extern bool host_drop(record_t *rec);
extern bool host_retire(record_t *rec);

/* Free the records that were retired in an earlier hold of the locks. */
extern void host_free_retired(void);
extern bool host_read(const record_t *rec, booking_t *b);
extern const char *host_name(const record_t *rec);
extern const char *host_remark(const record_t *rec);
extern int host_from_stand_in(record_t *rec, const booking_t *b,
			      char **ret_err);
extern uint32_t host_take_id(uint32_t wanted);
/* Copy a text of a request into a field; the life ends if it is too long. */
extern void host_copy(char *to, size_t size, const char *text);

extern void *host_keep(const record_t *rec);
extern void host_put_back(record_t *rec, void *kept, bool again);
extern void host_shift(record_t *rec, time_t start);
extern void host_reset_start(record_t *rec);
extern void host_bind(record_t *rec, const garq_set_t *nodes);
extern void host_pin(record_t *rec);
extern void host_mark(record_t *rec, bool unwritten);
extern bool host_is_marked(const record_t *rec);
extern void host_unpin(record_t *rec, const booking_t *b);
extern void host_end(record_t *rec, time_t now);
extern void host_end_jobs(record_t *rec, time_t now);
extern record_t *host_make_stand_in(const booking_t *b,
				    const garq_set_t *nodes,
				    const char *remark);
extern void host_to_stand_in(record_t *rec, const char *remark);
extern void host_set_nodes(record_t *rec, const garq_set_t *nodes);
extern void host_set_remark(record_t *rec, const char *remark);

/* --- host_saved.c: what Slurm's state file had at the start -------------- */

/* Keep what the file has now, before Slurm writes a new one. */
extern void host_saved_read(void);
/* It is not that of the ledger's last owner. */
extern void host_saved_distrust(void);
/* Reconciliation begins: has Slurm written another one meanwhile? */
extern void host_saved_judge(void);
/* The start is over. */
extern void host_saved_end(void);
extern bool host_saved_digest(int64_t *ret_digest);
extern bool host_saved_lacks(const char *name, time_t end);
extern const char *host_saved_nodes(const char *name);

/* --- host_facts.c: users, licenses, jobs, bytes -------------------------- */

extern bool host_is_operator(uint32_t uid);
extern bool host_is_private(view_kind_t kind);
extern int host_user_id(const char *name, uint32_t *ret_uid);
extern char *host_taken(name_kind_t kind, const char *list,
			const char *accounts);
extern char *host_user_name(uint32_t uid);
extern char *host_accounts(uint32_t uid, bool *ret_known);
extern bool host_may_use(uint32_t uid, const char *partition);
extern garq_set_t *host_out_of_reach(uint32_t uid, const garq_set_t *nodes);
extern bool host_validate_user(const char *name, uint32_t uid);
extern bool host_may_enter(const record_t *rec, uint32_t uid);
extern int host_licenses(const char *text, bool any, lic_set_t *ret_set);
extern uint32_t host_license_total(const char *name);
extern uint16_t host_request_pack(const request_t *request, void **ret_bytes,
				  size_t *ret_size);
extern int host_request_unpack(const void *bytes, size_t size,
			       uint16_t version, request_t *ret);
extern garq_set_t *host_nodes_in_use(const record_t *rec);
extern bool host_job_has_nodes(const char *name);
extern const char *host_words(int rc);

#endif
