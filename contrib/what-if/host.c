/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.c - nodes, names and requests as the office asks for them; see cluster.h
 *
 * Calls that only a failure, a restart or a job with a deadline needs are not
 * set: none of these is played.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/what-if/cluster.h"
#include "plugin/booking/request/text.h"

/* --- nodes ---------------------------------------------------------------- */

static int _eligible(office_t *office, const char *asked_nodes, bool part_nodes,
		     const char *partition, const char *features,
		     uint64_t num_cn, garq_set_t **ret_nodes, char **ret_text)
{
	bool odd = text_same(features, "odd"), even = text_same(features, "even");
	garq_set_t *set = cluster_need(garq_set_create(cluster.node_cnt));

	(void) office;
	(void) asked_nodes;
	(void) part_nodes;
	(void) partition;
	(void) num_cn;
	(void) ret_text;
	for (uint32_t i = 0; i < cluster.node_cnt; i++)
		if ((i % 2) ? !odd : !even)
			garq_set_add(set, i);
	*ret_nodes = set;
	return 0;
}

char *host_node_list(office_t *office, const garq_set_t *nodes)
{
	size_t room = ((size_t) nodes->size * 12) + 1, used = 0;
	char *list = cluster_need(malloc(room));

	(void) office;
	list[0] = '\0';
	for (uint32_t i = garq_set_next(nodes, 0); i < nodes->size;
	     i = garq_set_next(nodes, i + 1))
		used += (size_t) snprintf(list + used, room - used, "%sn%u",
					  used ? "," : "", i + 1);
	return list;
}

static int _node_set(office_t *office, const char *list, garq_set_t **ret_nodes)
{
	*ret_nodes = cluster_need(garq_set_create(cluster.node_cnt));
	while (list && (*list == 'n')) {
		char *end;

	(void) office;
		garq_set_add(*ret_nodes,
			     (uint32_t) strtoul(list + 1, &end, 10) - 1);
		list = end + (*end == ',');
	}
	return 0;
}

static const char *_node_name(office_t *office, uint32_t node)
{
	static char name[16];

	(void) office;
	snprintf(name, sizeof(name), "n%u", node + 1);
	return name;
}

static const char *_node_state(office_t *office, uint32_t node)
{
	(void) office;
	(void) node;
	return "idle";
}

/* Slurm without a topology: the first ones that are free. */
static garq_set_t *_select(office_t *office, const garq_set_t *nodes,
			   uint32_t num_cn)
{
	garq_set_t *set = cluster_need(garq_set_create(nodes->size));

	(void) office;
	for (uint32_t i = garq_set_next(nodes, 0);
	     num_cn && (i < nodes->size);
	     i = garq_set_next(nodes, i + 1), num_cn--)
		garq_set_add(set, i);
	return set;
}

/* --- users, licenses, accounting: root alone, and none --------------------- */

static void _nothing(office_t *office)
{
	(void) office;
}

static void _no_stamp(office_t *office, time_t now)
{
	(void) office;
	(void) now;
}

static time_t _last_update(office_t *office)
{
	(void) office;
	return cluster.now;
}

static const char *_words(office_t *office, int rc)
{
	(void) office;
	(void) rc;
	return "refused";
}

static bool _no_digest(office_t *office, int64_t *ret_digest)
{
	(void) office;
	(void) ret_digest;
	return false;
}

static bool _no_name(office_t *office, const char *name, time_t end)
{
	(void) office;
	(void) name;
	(void) end;
	return false;
}

static bool _no(office_t *office)
{
	(void) office;
	return false;
}

static bool _not_notified(office_t *office, const notify_t *n)
{
	(void) office;
	(void) n;
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

static bool _is_operator(office_t *office, uint32_t uid)
{
	(void) office;
	return uid == 0;
}

static bool _is_private(office_t *office, view_kind_t kind)
{
	(void) office;
	(void) kind;
	return false;
}

static char *_user_name(office_t *office, uint32_t uid)
{
	(void) office;
	(void) uid;
	return text_dup("root");
}

static char *_accounts(office_t *office, uint32_t uid, bool *ret_known)
{
	(void) office;
	(void) uid;
	*ret_known = false;
	return NULL;
}

static bool _may_use(office_t *office, uint32_t uid, const char *partition)
{
	(void) office;
	(void) partition;
	return uid == 0;
}

static garq_set_t *_out_of_reach(office_t *office, uint32_t uid,
				 const garq_set_t *nodes)
{
	(void) office;
	(void) uid;
	return cluster_need(garq_set_create(nodes->size));
}

static bool _validate_user(office_t *office, const char *name, uint32_t uid)
{
	(void) office;
	(void) name;
	return uid == 0;
}

static bool _may_enter(office_t *office, const record_t *rec, uint32_t uid)
{
	(void) office;
	(void) rec;
	return uid == 0;
}

static int _licenses(office_t *office, const char *text, bool any,
		     lic_set_t *ret_set)
{
	(void) office;
	(void) text;
	(void) any;
	*ret_set = (lic_set_t) { .cnt = 0 };
	return 0;
}

static uint32_t _license_total(office_t *office, const char *name)
{
	(void) office;
	(void) name;
	return 0;
}

static uint64_t _clock_ms(office_t *office)
{
	(void) office;
	return (uint64_t) cluster.now * 1000;
}

/* --- requests with offers: nobody accepts one, so none is read again -------- */

static uint16_t _request_pack(office_t *office, const request_t *request,
			      void **ret_bytes, size_t *ret_size)
{
	(void) office;
	(void) request;
	*ret_bytes = cluster_need(calloc(1, 1));
	*ret_size = 1;
	return 1;
}

static int _request_unpack(office_t *office, const void *bytes, size_t size,
			   uint16_t version, request_t *ret)
{
	(void) office;
	(void) bytes;
	(void) size;
	(void) version;
	memset(ret, 0, sizeof(*ret));
	return ENOTSUP;
}

/* --- jobs of reservations ------------------------------------------------- */

static garq_set_t *_nodes_in_use(office_t *office, const record_t *rec)
{
	garq_set_t *set = cluster_need(garq_set_create(cluster.node_cnt));

	(void) office;
	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		if (!strcmp(cluster.runs[i].resv,
			    host_fields.name(office, rec)))
			garq_set_add_all(set, cluster.runs[i].nodes);
	return set;
}

static bool _job_has_nodes(office_t *office, const char *name)
{
	(void) office;
	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		if (!strcmp(cluster.runs[i].resv, name))
			return true;
	return false;
}

static void _no_jobs(office_t *office,
		     bool (*fn)(const job_seen_t *job, void *arg), void *arg)
{
	(void) office;
	(void) fn;
	(void) arg;
}

/* Its list has no order. */
static void _stays(office_t *office, view_resv_t *v)
{
	(void) office;
	(void) v;
}

static const host_nodes_t what_if_nodes = {
	.eligible = _eligible,
	.list = host_node_list,
	.name = _node_name,
	.state = _node_state,
	.set = _node_set,
	.select = _select,
	.default_partition = _default_partition,
	.in_use = _nodes_in_use,
};

static const host_list_t what_if_list = {
	.link = host_link,
	.fetch = host_link,
	.settle = _stays,
	.unlink = host_unlink,
	.unlink_if = host_unlink_if,
	.restore_stamp = _nothing,
	.stamp_changed = _no_stamp,
	.stamp_shown = _no_stamp,
	.last_update = _last_update,
	.refresh = host_refresh,
	.refresh_moved = host_refresh_moved,
	.forget = host_forget,
};

static const host_saved_t what_if_saved = {
	.digest = _no_digest,
	.lacks = _no_name,
	.save = _nothing,
	.pack = _request_pack,
	.unpack = _request_unpack,
};

static const host_users_t what_if_users = {
	.refusal_words = _words,
	.flag_names = _flag_names,
	.is_operator = _is_operator,
	.is_private = _is_private,
	.name = _user_name,
	.accounts = _accounts,
	.may_use = _may_use,
	.out_of_reach = _out_of_reach,
	.may_delete = _validate_user,
	.may_enter = _may_enter,
	.refresh_groups = _nothing,
};

static const host_licenses_t what_if_licenses = {
	.read = _licenses,
	.total = _license_total,
};

static const host_jobs_t what_if_jobs = {
	.each = _no_jobs,
	.have_nodes = _job_has_nodes,
	.wake = _nothing,
};

static const host_locks_t what_if_locks = {
	.sync = host_sync,
	.notify = _not_notified,
	.accounting_is_behind = _no,
	.say = host_say,
	.clock_ms = _clock_ms,
};

const host_t host = {
	.nodes = &what_if_nodes,
	.records = &host_records,
	.fields = &host_fields,
	.list = &what_if_list,
	.saved = &what_if_saved,
	.users = &what_if_users,
	.licenses = &what_if_licenses,
	.jobs = &what_if_jobs,
	.locks = &what_if_locks,
};
