/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.c - the calls of the office, served by slurmctld; see host.h
 *
 * There is one slurmctld in a process: most functions here need no office.
 */

#include <time.h>

#include "plugin/slurm/jobs/access.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/compat/user_facts.h"
#include "plugin/slurm/jobs/eligible.h"
#include "plugin/slurm/host.h"
#include "plugin/slurm/jobs/job_request.h"
#include "plugin/slurm/jobs/job_rules.h"
#include "plugin/slurm/jobs/job_tie.h"
#include "plugin/slurm/watch/licenses.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/names.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/native/message.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/native/record_units.h"
#include "plugin/slurm/native/retired.h"
#include "plugin/slurm/saved/saved_state.h"
#include "plugin/slurm/sync.h"
#include "plugin/slurm/watch/watch.h"
#include "plugin/memory/memory.h"

/* A function of slurmctld's that does not need the office. */
#define PLAIN(type, name, args, call) \
	static type name args \
	{ \
		(void) office; \
		return call; \
	}

/* --- nodes ---------------------------------------------------------------- */

PLAIN(int, _eligible,
      (office_t *office, const char *asked_nodes, bool part_nodes,
       const char *partition, const char *features, uint64_t num_cn,
       garq_set_t **ret_nodes, char **ret_text),
      eligible_nodes(asked_nodes, part_nodes, partition, features, num_cn,
		     ret_nodes, ret_text))
PLAIN(char *, _node_list, (office_t *office, const garq_set_t *nodes),
      nodes_to_list(nodes))
PLAIN(int, _node_set,
      (office_t *office, const char *list, garq_set_t **ret_nodes),
      nodes_from_list(list, ret_nodes))
PLAIN(const char *, _node_name, (office_t *office, uint32_t node),
      nodes_name(node))
PLAIN(const char *, _node_state, (office_t *office, uint32_t node),
      nodes_state(node))
PLAIN(uint32_t, _node_cores, (office_t *office, uint32_t node),
      record_units_of_node(node))
PLAIN(uint64_t, _node_gpus,
      (office_t *office, uint32_t node, const char *type),
      record_gpus_of_node(node, type))
PLAIN(cores_t, _node_near, (office_t *office, uint32_t node, uint64_t gpus),
      record_gpus_near(node, gpus))
PLAIN(const char *, _default_partition, (office_t *office),
      default_part_loc ? default_part_loc->name : NULL)

static garq_set_t *_select(office_t *office, const garq_set_t *nodes,
			   uint32_t num_cn)
{
	bitstr_t *avail = nodes_to_bitmap(nodes);
	bitstr_t *best = compat_select_nodes(avail, num_cn);
	garq_set_t *set = best ? nodes_from_bitmap(best) : NULL;

	(void) office;
	FREE_NULL_BITMAP(best);
	FREE_NULL_BITMAP(avail);
	return set;
}

PLAIN(node_facts_table_t, _node_facts, (office_t *office), watch_pools_facts())

static const host_nodes_t nodes = {
	.eligible = _eligible,
	.list = _node_list,
	.set = _node_set,
	.name = _node_name,
	.state = _node_state,
	.facts = _node_facts,
	.select = _select,
	.in_use = job_nodes_in_use,
	.cores = _node_cores,
	.gpus = _node_gpus,
	.near = _node_near,
	.default_partition = _default_partition,
};

/* --- records -------------------------------------------------------------- */

PLAIN(int, _update,
      (office_t *office, record_t *rec, const request_t *request,
       const change_t *change, bool window, char **ret_err),
      native_update(rec, request, change, window, ret_err))
PLAIN(int, _apply_booking,
      (office_t *office, record_t *rec, const booking_t *b, char **ret_err),
      native_apply(rec, b, ret_err))
PLAIN(void, _read_record, (office_t *office, const record_t *rec, booking_t *b),
      native_read(rec, b))
PLAIN(bool, _drop_record, (office_t *office, record_t *rec, bool out_of_reach),
      out_of_reach ? native_drop(rec) : retired_add(office, rec, time(NULL)))
PLAIN(void, _end_record,
      (office_t *office, record_t *rec, bool jobs_alone, time_t now),
      jobs_alone ? native_end_jobs(rec, now) : native_end(rec, now))
PLAIN(int, _from_stand_in,
      (office_t *office, record_t *rec, const booking_t *b, char **ret_err),
      native_from_stand_in(rec, b, ret_err))

static int _remove(office_t *office, const char *name, bool *ret_gone)
{
	int rc = native_delete(name);

	(void) office;
	if (ret_gone)
		*ret_gone = !find_resv_name((char *) name);
	return rc;
}

static void *_keep_record(office_t *office, const record_t *rec)
{
	const compat_kept_t kept = compat_keep(rec);

	(void) office;
	return memory_copy(&kept, 1, sizeof(kept));
}

static void _put_back(office_t *office, record_t *rec, void *kept, bool again)
{
	(void) office;
	if (again)
		compat_restore(rec, kept);
	compat_kept_free(kept);
	free(kept);
}

static const host_records_t records = {
	.create = native_create,
	.recreate = native_recreate,
	.update = _update,
	.apply = _apply_booking,
	.keep = _keep_record,
	.put_back = _put_back,
	.remove = _remove,
	.drop = _drop_record,
	.end = _end_record,
	.read = _read_record,
	.make_stand_in = native_make_stand_in,
	.from_stand_in = _from_stand_in,
};

/* --- fields of a record --------------------------------------------------- */

PLAIN(const char *, _record_name, (office_t *office, const record_t *rec),
      ((const slurmctld_resv_t *) rec)->name)
PLAIN(void, _shift_record,
      (office_t *office, record_t *rec, time_t start, time_t end),
      native_shift(rec, start, end))
PLAIN(void, _reset_start, (office_t *office, record_t *rec),
      native_reset_start(rec))
PLAIN(void, _bind_record,
      (office_t *office, record_t *rec, const garq_set_t *nodes,
       const units_t *units),
      native_bind(rec, nodes, units))
PLAIN(void, _set_nodes,
      (office_t *office, record_t *rec, const garq_set_t *nodes,
       const units_t *units),
      native_set_nodes(rec, nodes, units))
PLAIN(void, _pin_record, (office_t *office, record_t *rec, pin_t pin),
      native_pin(rec, pin))
PLAIN(void, _rename, (office_t *office, record_t *rec, const char *name),
      native_rename(rec, name))
PLAIN(void, _mark_record, (office_t *office, record_t *rec, bool unwritten),
      native_mark(rec, unwritten))
PLAIN(bool, _is_marked, (office_t *office, const record_t *rec),
      native_is_marked(rec))
PLAIN(const char *, _remark, (office_t *office, const record_t *rec),
      *native_remark((slurmctld_resv_t *) rec))
PLAIN(void, _set_remark, (office_t *office, record_t *rec, const char *remark),
      native_set_remark(rec, remark))
PLAIN(void, _to_stand_in, (office_t *office, record_t *rec, const char *remark),
      native_to_stand_in(rec, remark))

static const host_fields_t fields = {
	.name = _record_name,
	.shift = _shift_record,
	.reset_start = _reset_start,
	.bind = _bind_record,
	.set_nodes = _set_nodes,
	.pin = _pin_record,
	.rename = _rename,
	.mark = _mark_record,
	.is_marked = _is_marked,
	.remark = _remark,
	.set_remark = _set_remark,
	.to_stand_in = _to_stand_in,
};

/* --- Slurm's list of records ---------------------------------------------- */

PLAIN(void, _restore_stamp, (office_t *office), watch_restore_stamp())
PLAIN(void, _stamp_changed, (office_t *office, time_t now),
      watch_stamp_changed(now))
PLAIN(void, _stamp_shown, (office_t *office, time_t now),
      watch_stamp_shown(now))
PLAIN(time_t, _last_update, (office_t *office), watch_last_update())

static const host_list_t list = {
	.link = watch_link,
	.fetch = watch_fetch,
	.settle = watch_settle,
	.unlink = watch_unlink,
	.unlink_if = watch_unlink_if,
	.restore_stamp = _restore_stamp,
	.stamp_changed = _stamp_changed,
	.stamp_shown = _stamp_shown,
	.last_update = _last_update,
	.refresh = watch_refresh,
	.refresh_moved = watch_refresh_moved,
	.forget = watch_forget,
};

/* --- the saved state ------------------------------------------------------ */

PLAIN(bool, _saved_digest, (office_t *office, int64_t *ret_digest),
      saved_state_digest(ret_digest))
PLAIN(bool, _saved_lacks, (office_t *office, const char *name, time_t end),
      saved_state_lacks(name, end))
PLAIN(const char *, _saved_nodes, (office_t *office, const char *name),
      saved_state_nodes(name))
PLAIN(void, _schedule_save, (office_t *office), schedule_resv_save())
PLAIN(uint16_t, _pack_request,
      (office_t *office, const request_t *request, void **ret_bytes,
       size_t *ret_size),
      message_pack(request, ret_bytes, ret_size))
PLAIN(int, _unpack_request,
      (office_t *office, const void *bytes, size_t size, uint16_t version,
       request_t *ret),
      message_unpack(bytes, size, version, ret))

static const host_saved_t saved = {
	.digest = _saved_digest,
	.lacks = _saved_lacks,
	.nodes = _saved_nodes,
	.save = _schedule_save,
	.pack = _pack_request,
	.unpack = _unpack_request,
};

/* --- users ---------------------------------------------------------------- */

PLAIN(bool, _is_operator, (office_t *office, uint32_t uid),
      user_is_operator(uid))
PLAIN(bool, _is_private, (office_t *office, view_kind_t kind),
      user_is_private(kind))
PLAIN(char *, _user_name, (office_t *office, uint32_t uid),
      resolve_known_name(uid))
PLAIN(char *, _accounts,
      (office_t *office, uint32_t uid, bool coordinated, bool *ret_known),
      user_accounts(uid, coordinated, ret_known))
PLAIN(bool, _may_use, (office_t *office, uint32_t uid, const char *partition),
      user_may_use(uid, partition))
PLAIN(garq_set_t *, _out_of_reach,
      (office_t *office, uint32_t uid, const garq_set_t *nodes),
      user_out_of_reach(uid, nodes))
PLAIN(char *, _taken_names,
      (office_t *office, name_kind_t kind, const char *names,
       const char *accounts),
      names_taken(kind, names, accounts))
PLAIN(bool, _may_delete, (office_t *office, const char *name, uint32_t uid),
      validate_resv_uid((char *) name, uid))
PLAIN(bool, _may_enter, (office_t *office, const record_t *rec, uint32_t uid),
      access_may_use(rec, uid))
PLAIN(void, _refresh_groups, (office_t *office), reservation_update_groups(1))
PLAIN(const char *, _refusal_words, (office_t *office, int rc),
      refusal_words(rc))

static char *_flag_names(office_t *office, uint64_t flags)
{
	reserve_info_t info = { .flags = flags };

	(void) office;
	return text_take(reservation_flags_string(&info));
}

static const host_users_t users = {
	.is_operator = _is_operator,
	.is_private = _is_private,
	.name = _user_name,
	.accounts = _accounts,
	.may_use = _may_use,
	.out_of_reach = _out_of_reach,
	.taken = _taken_names,
	.may_delete = _may_delete,
	.may_enter = _may_enter,
	.refresh_groups = _refresh_groups,
	.flag_names = _flag_names,
	.refusal_words = _refusal_words,
};

/* --- licenses, jobs ------------------------------------------------------- */

PLAIN(int, _licenses,
      (office_t *office, const char *text, bool any, lic_set_t *ret_set),
      licenses_read(text, any, ret_set))
PLAIN(uint32_t, _license_total, (office_t *office, const char *name),
      get_total_license_cnt((char *) name))

static const host_licenses_t licenses = {
	.read = _licenses, .total = _license_total,
};

PLAIN(void, _jobs_each,
      (office_t *office, bool (*fn)(const job_seen_t *job, void *arg),
       void *arg),
      jobs_each(fn, arg))
PLAIN(bool, _job_request,
      (office_t *office, const job_t *job, job_request_t *ret),
      job_request_from_record(job, ret))
PLAIN(bool, _job_may_start,
      (office_t *office, const job_t *job, const job_request_t *ask,
       bool state, char **ret_why),
      job_rules_check_record(job, ask, state, ret_why))

PLAIN(bool, _job_cores,
      (office_t *office, uint32_t job_id, uint32_t node, cores_t *ret),
      record_units_of_job(job_id, node, ret))

static bool _job_span(office_t *office, uint32_t job_id, job_span_t *ret)
{
	const job_record_t *job = find_job_record(job_id);

	(void) office;
	return job && job_span(job, ret);
}

static bool _job_tie(office_t *office, job_t *job, const char *name)
{
	if (name)
		return jobs_tie(office, job, name);
	jobs_untie(job);
	return true;
}

static const host_jobs_t jobs = {
	.each = _jobs_each,
	.cores = _job_cores,
	.span = _job_span,
	.have_nodes = job_has_nodes,
	.request = _job_request,
	.may_start = _job_may_start,
	.tie = _job_tie,
};

/* --- locks ---------------------------------------------------------------- */

PLAIN(phase_t, _set_phase, (office_t *office, phase_t phase, uint64_t steps),
      locks_phase(phase, steps))
PLAIN(bool, _accounting_is_behind, (office_t *office), accounting_is_behind())

static uint64_t _clock_ms(office_t *office)
{
	struct timespec t = { .tv_sec = 0 };

	(void) office;
	clock_gettime(CLOCK_REALTIME, &t);
	return ((uint64_t) t.tv_sec * 1000) + ((uint64_t) t.tv_nsec / 1000000);
}

static const host_locks_t locks = {
	.sync = watch_sync,
	.let_others_in = site_let_others_in,
	.phase = _set_phase,
	.clock_ms = _clock_ms,
	.accounting_is_behind = _accounting_is_behind,
};

const host_t slurm_host = {
	.nodes = &nodes,
	.records = &records,
	.fields = &fields,
	.list = &list,
	.saved = &saved,
	.users = &users,
	.licenses = &licenses,
	.jobs = &jobs,
	.locks = &locks,
	.refuses_static_replace =
		SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0),
	.refuses_no_partition =
		SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0),
};
