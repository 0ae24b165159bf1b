/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host.c - the simulated slurmctld as tables of functions; see host.h */

#include "plugin/booking/request/text.h"
#include "test/sim/host.h"
#include "test/sim/lacks.h"
#include "test/sim/turns.h"

static void _nothing(office_t *office)
{
	(void) office;
}

static bool _notify(office_t *office, const notify_t *n)
{
	(void) office;
	if (text_same(n->event, "degraded"))
		world->stats.degraded++;
	lacks_told(n);
	return true;
}

static bool _accounting_is_behind(office_t *office)
{
	(void) office;
	return false;
}

static const char *_default_partition(office_t *office)
{
	(void) office;
	return "main";
}

static char *_flag_names(office_t *office, uint64_t flags)
{
	(void) office;
	return text_printf("%llx", (unsigned long long) flags);
}

/* Jobs are not booked here (garq_jobs=none). */
static void _jobs_each(office_t *office,
		       bool (*fn)(const job_seen_t *job, void *arg), void *arg)
{
	(void) office;
	(void) fn;
	(void) arg;
}

static bool _job_request(office_t *office, const job_t *job, job_request_t *ret)
{
	(void) office;
	(void) job;
	(void) ret;
	return false;
}

static bool _job_may_start(office_t *office, const job_t *job,
			   const job_request_t *ask, bool state, char **ret_why)
{
	(void) office;
	(void) job;
	(void) ask;
	(void) state;
	(void) ret_why;
	return true;
}

static bool _job_tie(office_t *office, job_t *job, const char *name)
{
	(void) office;
	(void) job;
	(void) name;
	return false;
}

static void _save(office_t *office)
{
	(void) office;
	slurm_save_soon();
}

static uint64_t _clock_ms(office_t *office)
{
	(void) office;
	return (uint64_t) world->now * 1000;
}


static const host_nodes_t sim_nodes = {
	.eligible = host_eligible,
	.list = host_node_list,
	.name = host_node_name,
	.state = host_node_state,
	.set = host_node_set,
	.select = host_select,
	.default_partition = _default_partition,
	.in_use = host_nodes_in_use,
};

static const host_records_t sim_records = {
	.create = host_create,
	.recreate = host_recreate,
	.update = host_update,
	.apply = host_apply,
	.keep = host_keep,
	.put_back = host_put_back,
	.remove = host_remove,
	.drop = host_drop,
	.end = host_end,
	.read = host_read,
	.make_stand_in = host_make_stand_in,
	.from_stand_in = host_from_stand_in,
};

static const host_fields_t sim_fields = {
	.shift = host_shift,
	.reset_start = host_reset_start,
	.bind = host_bind,
	.pin = host_pin,
	.mark = host_mark,
	.is_marked = host_is_marked,
	.unpin = host_unpin,
	.name = host_name,
	.remark = host_remark,
	.to_stand_in = host_to_stand_in,
	.set_nodes = host_set_nodes,
	.set_remark = host_set_remark,
};

static const host_list_t sim_list = {
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
};

static const host_saved_t sim_saved = {
	.digest = host_saved_digest,
	.lacks = host_saved_lacks,
	.nodes = host_saved_nodes,
	.save = _save,
	.pack = host_request_pack,
	.unpack = host_request_unpack,
};

static const host_users_t sim_users = {
	.refusal_words = host_words,
	.flag_names = _flag_names,
	.is_operator = host_is_operator,
	.is_private = host_is_private,
	.name = host_user_name,
	.taken = host_taken,
	.accounts = host_accounts,
	.may_use = host_may_use,
	.out_of_reach = host_out_of_reach,
	.may_delete = host_validate_user,
	.may_enter = host_may_enter,
	.refresh_groups = _nothing,
};

static const host_licenses_t sim_licenses = {
	.read = host_licenses,
	.total = host_license_total,
};

static const host_jobs_t sim_jobs = {
	.each = _jobs_each,
	.have_nodes = host_job_has_nodes,
	.request = _job_request,
	.may_start = _job_may_start,
	.tie = _job_tie,
	.wake = _nothing,
};

static const host_locks_t sim_locks = {
	.sync = host_sync,
	.notify = _notify,
	.accounting_is_behind = _accounting_is_behind,
	.let_others_in = turns_let_others_in,
	.say = host_say,
	.clock_ms = _clock_ms,
};

const host_t host = {
	.nodes = &sim_nodes,
	.records = &sim_records,
	.fields = &sim_fields,
	.list = &sim_list,
	.saved = &sim_saved,
	.users = &sim_users,
	.licenses = &sim_licenses,
	.jobs = &sim_jobs,
	.locks = &sim_locks,
};
