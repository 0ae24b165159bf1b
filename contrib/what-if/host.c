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

static int _eligible(const char *asked_nodes, bool part_nodes,
		     const char *partition, const char *features,
		     uint64_t num_cn, garq_set_t **ret_nodes, char **ret_text)
{
	bool odd = text_same(features, "odd"), even = text_same(features, "even");
	garq_set_t *set = cluster_need(garq_set_create(cluster.node_cnt));

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

char *host_node_list(const garq_set_t *nodes)
{
	size_t room = ((size_t) nodes->size * 12) + 1, used = 0;
	char *list = cluster_need(malloc(room));

	list[0] = '\0';
	for (uint32_t i = garq_set_next(nodes, 0); i < nodes->size;
	     i = garq_set_next(nodes, i + 1))
		used += (size_t) snprintf(list + used, room - used, "%sn%u",
					  used ? "," : "", i + 1);
	return list;
}

static int _node_set(const char *list, garq_set_t **ret_nodes)
{
	*ret_nodes = cluster_need(garq_set_create(cluster.node_cnt));
	while (list && (*list == 'n')) {
		char *end;

		garq_set_add(*ret_nodes,
			     (uint32_t) strtoul(list + 1, &end, 10) - 1);
		list = end + (*end == ',');
	}
	return 0;
}

static const char *_node_name(uint32_t node)
{
	static char name[16];

	snprintf(name, sizeof(name), "n%u", node + 1);
	return name;
}

static const char *_node_state(uint32_t node)
{
	(void) node;
	return "idle";
}

/* Slurm without a topology: the first ones that are free. */
static garq_set_t *_select(const garq_set_t *nodes, uint32_t num_cn)
{
	garq_set_t *set = cluster_need(garq_set_create(nodes->size));

	for (uint32_t i = garq_set_next(nodes, 0);
	     num_cn && (i < nodes->size);
	     i = garq_set_next(nodes, i + 1), num_cn--)
		garq_set_add(set, i);
	return set;
}

/* --- users, licenses, accounting: root alone, and none --------------------- */

static void _nothing(void)
{
}

static void _no_stamp(time_t now)
{
	(void) now;
}

static time_t _last_update(void)
{
	return cluster.now;
}

static const char *_words(int rc)
{
	(void) rc;
	return "refused";
}

static bool _no_digest(int64_t *ret_digest)
{
	(void) ret_digest;
	return false;
}

static bool _no_name(const char *name, time_t end)
{
	(void) name;
	(void) end;
	return false;
}

static bool _no(void)
{
	return false;
}

static bool _not_notified(const notify_t *n)
{
	(void) n;
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

static bool _is_operator(uint32_t uid)
{
	return uid == 0;
}

static bool _is_private(view_kind_t kind)
{
	(void) kind;
	return false;
}

static char *_user_name(uint32_t uid)
{
	(void) uid;
	return text_dup("root");
}

static char *_accounts(uint32_t uid, bool *ret_known)
{
	(void) uid;
	*ret_known = false;
	return NULL;
}

static bool _may_use(uint32_t uid, const char *partition)
{
	(void) partition;
	return uid == 0;
}

static garq_set_t *_out_of_reach(uint32_t uid, const garq_set_t *nodes)
{
	(void) uid;
	return cluster_need(garq_set_create(nodes->size));
}

static bool _validate_user(const char *name, uint32_t uid)
{
	(void) name;
	return uid == 0;
}

static bool _may_enter(const record_t *rec, uint32_t uid)
{
	(void) rec;
	return uid == 0;
}

static int _licenses(const char *text, bool any, lic_set_t *ret_set)
{
	(void) text;
	(void) any;
	*ret_set = (lic_set_t) { .cnt = 0 };
	return 0;
}

static uint32_t _license_total(const char *name)
{
	(void) name;
	return 0;
}

static uint64_t _clock_ms(void)
{
	return (uint64_t) cluster.now * 1000;
}

/* --- requests with offers: nobody accepts one, so none is read again -------- */

static uint16_t _request_pack(const request_t *request, void **ret_bytes,
			      size_t *ret_size)
{
	(void) request;
	*ret_bytes = cluster_need(calloc(1, 1));
	*ret_size = 1;
	return 1;
}

static int _request_unpack(const void *bytes, size_t size, uint16_t version,
			   request_t *ret)
{
	(void) bytes;
	(void) size;
	(void) version;
	memset(ret, 0, sizeof(*ret));
	return ENOTSUP;
}

/* --- jobs of reservations ------------------------------------------------- */

static garq_set_t *_nodes_in_use(const record_t *rec)
{
	garq_set_t *set = cluster_need(garq_set_create(cluster.node_cnt));

	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		if (!strcmp(cluster.runs[i].resv, host_records.name(rec)))
			garq_set_add_all(set, cluster.runs[i].nodes);
	return set;
}

static bool _job_has_nodes(const char *name)
{
	for (uint32_t i = 0; i < cluster.run_cnt; i++)
		if (!strcmp(cluster.runs[i].resv, name))
			return true;
	return false;
}

static void _no_jobs(bool (*fn)(const job_seen_t *job, void *arg), void *arg)
{
	(void) fn;
	(void) arg;
}

/* Its list has no order. */
static void _stays(view_resv_t *v)
{
	(void) v;
}

const controller_t host = {
	.records = &host_records,
	.sync = host_sync,
	.eligible = _eligible,
	.node_list = host_node_list,
	.node_name = _node_name,
	.node_state = _node_state,
	.node_set = _node_set,
	.select = _select,
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
	.refusal_words = _words,
	.saved_digest = _no_digest,
	.saved_lacks = _no_name,
	.save = _nothing,
	.notify = _not_notified,
	.accounting_is_behind = _no,
	.default_partition = _default_partition,
	.flag_names = _flag_names,
	.is_operator = _is_operator,
	.is_private = _is_private,
	.user_name = _user_name,
	.accounts = _accounts,
	.may_use = _may_use,
	.out_of_reach = _out_of_reach,
	.validate_user = _validate_user,
	.may_enter = _may_enter,
	.refresh_groups = _nothing,
	.licenses = _licenses,
	.license_total = _license_total,
	.request_pack = _request_pack,
	.request_unpack = _request_unpack,
	.jobs_each = _no_jobs,
	.job_has_nodes = _job_has_nodes,
	.nodes_in_use = _nodes_in_use,
	.jobs_wake = _nothing,
	.say = host_say,
	.clock_ms = _clock_ms,
};
