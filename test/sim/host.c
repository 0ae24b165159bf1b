/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host.c - the simulated slurmctld as tables of functions; see host.h */

#include "plugin/booking/request/text.h"
#include "test/sim/host.h"
#include "test/sim/lacks.h"
#include "test/sim/turns.h"

static void _nothing(void)
{
}

static bool _notify(const notify_t *n)
{
	if (text_same(n->event, "degraded"))
		world->stats.degraded++;
	lacks_told(n);
	return true;
}

static bool _accounting_is_behind(void)
{
	return false;
}

static const char *_default_partition(void)
{
	return "main";
}

static char *_flag_names(uint64_t flags)
{
	return text_printf("%llx", (unsigned long long) flags);
}

/* Jobs are not booked here (garq_jobs=none). */
static void _jobs_each(bool (*fn)(const job_seen_t *job, void *arg), void *arg)
{
	(void) fn;
	(void) arg;
}

static bool _job_request(const job_t *job, job_request_t *ret)
{
	(void) job;
	(void) ret;
	return false;
}

static bool _job_may_start(const job_t *job, const job_request_t *ask,
			   bool state, char **ret_why)
{
	(void) job;
	(void) ask;
	(void) state;
	(void) ret_why;
	return true;
}

static bool _job_tie(job_t *job, const char *name)
{
	(void) job;
	(void) name;
	return false;
}

static void _job_untie(job_t *job)
{
	(void) job;
}

static uint64_t _clock_ms(void)
{
	return (uint64_t) world->now * 1000;
}

static const records_t records = {
	.create = host_create,
	.recreate = host_recreate,
	.update = host_update,
	.apply = host_apply,
	.keep = host_keep,
	.put_back = host_put_back,
	.remove = host_remove,
	.drop = host_drop,
	.retire = host_retire,
	.shift = host_shift,
	.reset_start = host_reset_start,
	.bind = host_bind,
	.pin = host_pin,
	.mark = host_mark,
	.is_marked = host_is_marked,
	.unpin = host_unpin,
	.end = host_end,
	.end_jobs = host_end_jobs,
	.read = host_read,
	.name = host_name,
	.remark = host_remark,
	.make_stand_in = host_make_stand_in,
	.to_stand_in = host_to_stand_in,
	.set_nodes = host_set_nodes,
	.set_remark = host_set_remark,
	.from_stand_in = host_from_stand_in,
};

const controller_t host = {
	.records = &records,
	.sync = host_sync,
	.eligible = host_eligible,
	.node_list = host_node_list,
	.node_name = host_node_name,
	.node_state = host_node_state,
	.node_set = host_node_set,
	.select = host_select,
	.link = host_link,
	.fetch = host_link,
	.settle = host_settle,
	.unlink = host_unlink,
	.unlink_if = host_unlink_if,
	.restore_stamp = host_restore_stamp,
	.stamp_changed = host_stamp_changed,
	.stamp_shown = host_stamp_shown,
	.last_update = host_last_update,
	.refresh = host_refresh,
	.refresh_moved = host_refresh_moved,
	.forget = host_forget,
	.refusal_words = host_words,
	.saved_digest = host_saved_digest,
	.saved_lacks = host_saved_lacks,
	.saved_nodes = host_saved_nodes,
	.save = slurm_save_soon,
	.notify = _notify,
	.accounting_is_behind = _accounting_is_behind,
	.default_partition = _default_partition,
	.flag_names = _flag_names,
	.is_operator = host_is_operator,
	.is_private = host_is_private,
	.user_name = host_user_name,
	.taken = host_taken,
	.accounts = host_accounts,
	.may_use = host_may_use,
	.out_of_reach = host_out_of_reach,
	.validate_user = host_validate_user,
	.may_enter = host_may_enter,
	.refresh_groups = _nothing,
	.licenses = host_licenses,
	.license_total = host_license_total,
	.request_pack = host_request_pack,
	.request_unpack = host_request_unpack,
	.jobs_each = _jobs_each,
	.job_has_nodes = host_job_has_nodes,
	.nodes_in_use = host_nodes_in_use,
	.job_request = _job_request,
	.job_may_start = _job_may_start,
	.job_tie = _job_tie,
	.job_untie = _job_untie,
	.jobs_wake = _nothing,
	.let_others_in = turns_let_others_in,
	.say = host_say,
	.clock_ms = _clock_ms,
};
