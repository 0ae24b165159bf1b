/* SPDX-License-Identifier: GPL-2.0-or-later */
/* controller.c - the calls of the office, served by slurmctld; see controller.h */

#include <time.h>

#include "plugin/slurm/access.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/compat/user_facts.h"
#include "plugin/slurm/controller.h"
#include "plugin/slurm/eligible.h"
#include "plugin/slurm/job_request.h"
#include "plugin/slurm/job_rules.h"
#include "plugin/slurm/job_tie.h"
#include "plugin/slurm/licenses.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/names.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/native/message.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/retired.h"
#include "plugin/slurm/saved_state.h"
#include "plugin/slurm/sync.h"
#include "plugin/slurm/watch/watch.h"

static garq_set_t *_select(const garq_set_t *nodes, uint32_t num_cn)
{
	bitstr_t *avail = nodes_to_bitmap(nodes);
	bitstr_t *best = compat_select_nodes(avail, num_cn);
	garq_set_t *set = best ? nodes_from_bitmap(best) : NULL;

	FREE_NULL_BITMAP(best);
	FREE_NULL_BITMAP(avail);
	return set;
}

static const char *_default_partition(void)
{
	return default_part_loc ? default_part_loc->name : NULL;
}

static char *_flag_names(uint64_t flags)
{
	reserve_info_t info = { .flags = flags };

	return text_take(reservation_flags_string(&info));
}

static uint32_t _license_total(const char *name)
{
	return get_total_license_cnt((char *) name);
}

static uint64_t _clock_ms(void)
{
	struct timespec t = { .tv_sec = 0 };

	clock_gettime(CLOCK_REALTIME, &t);
	return ((uint64_t) t.tv_sec * 1000) + ((uint64_t) t.tv_nsec / 1000000);
}

static int _remove(const char *name, bool *ret_gone)
{
	int rc = native_delete(name);

	if (ret_gone)
		*ret_gone = !find_resv_name((char *) name);
	return rc;
}

static bool _retire(record_t *rec)
{
	return retired_add(rec, time(NULL));
}

static bool _validate_user(const char *name, uint32_t uid)
{
	return validate_resv_uid((char *) name, uid);
}

static void _refresh_groups(void)
{
	reservation_update_groups(1);
}

static const char *_name(const record_t *record)
{
	return ((const slurmctld_resv_t *) record)->name;
}

static const char *_remark(const record_t *record)
{
	return *native_remark((slurmctld_resv_t *) record);
}

static void *_keep(const record_t *rec)
{
	compat_kept_t *kept = malloc(sizeof(*kept));

	if (kept)
		*kept = compat_keep(rec);
	return kept;
}

static void _put_back(record_t *rec, void *kept, bool again)
{
	if (kept && again)
		compat_restore(rec, kept);
	if (kept)
		compat_kept_free(kept);
	free(kept);
}

static const records_t records = {
	.create = native_create,
	.recreate = native_recreate,
	.update = native_update,
	.apply = native_apply,
	.remove = _remove,
	.drop = native_drop,
	.retire = _retire,
	.keep = _keep,
	.put_back = _put_back,
	.shift = native_shift,
	.reset_start = native_reset_start,
	.bind = native_bind,
	.pin = native_pin,
	.mark = native_mark,
	.is_marked = native_is_marked,
	.unpin = native_unpin,
	.end = native_end,
	.end_jobs = native_end_jobs,
	.read = native_read,
	.name = _name,
	.remark = _remark,
	.make_stand_in = native_make_stand_in,
	.to_stand_in = native_to_stand_in,
	.set_nodes = native_set_nodes,
	.set_remark = native_set_remark,
	.from_stand_in = native_from_stand_in,
};

const controller_t slurm_controller = {
	.records = &records,
	.sync = watch_sync,
	.eligible = eligible_nodes,
	.node_list = nodes_to_list,
	.node_set = nodes_from_list,
	.node_name = nodes_name,
	.node_state = nodes_state,
	.select = _select,
	.link = watch_link,
	.fetch = watch_fetch,
	.settle = watch_settle,
	.unlink = watch_unlink,
	.unlink_if = watch_unlink_if,
	.restore_stamp = watch_restore_stamp,
	.stamp_changed = watch_stamp_changed,
	.stamp_shown = watch_stamp_shown,
	.last_update = watch_last_update,
	.refresh = watch_refresh,
	.refresh_moved = watch_refresh_moved,
	.forget = watch_forget,
	.refusal_words = refusal_words,
	.saved_digest = saved_state_digest,
	.saved_lacks = saved_state_lacks,
	.saved_nodes = saved_state_nodes,
	.save = schedule_resv_save,
	.accounting_is_behind = accounting_is_behind,
	.default_partition = _default_partition,
	.flag_names = _flag_names,
	.is_operator = user_is_operator,
	.is_private = user_is_private,
	.user_name = resolve_known_name,
	.accounts = user_accounts,
	.may_use = user_may_use,
	.out_of_reach = user_out_of_reach,
	.taken = names_taken,
	.validate_user = _validate_user,
	.may_enter = access_may_use,
	.refresh_groups = _refresh_groups,
	.licenses = licenses_read,
	.license_total = _license_total,
	.request_pack = message_pack,
	.request_unpack = message_unpack,
	.jobs_each = jobs_each,
	.job_has_nodes = job_has_nodes,
	.nodes_in_use = job_nodes_in_use,
	.job_request = job_request_from_record,
	.job_may_start = job_rules_check_record,
	.job_tie = jobs_tie,
	.job_untie = jobs_untie,
	.clock_ms = _clock_ms,
	.let_others_in = site_let_others_in,
	.refuses_static_replace =
		SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0),
	.refuses_no_partition =
		SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0),
	.phase = locks_phase,
};
