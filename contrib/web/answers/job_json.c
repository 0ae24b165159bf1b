/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_json.c - see job_json.h */

#include <ctype.h>
#include <slurm/slurm.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/mine.h"
#include "contrib/sresv/text/when.h"
#include "contrib/web/answers/job_json.h"
#include "contrib/web/answers/job_way.h"
#include "contrib/web/json/reply.h"
#include "plugin/booking/place/job_names.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A job without a time limit runs for so long, as far as reservations matter. */
#define ENDLESS SNAPSHOT_AHEAD

bool job_json_is_alive(const slurm_job_info_t *j)
{
	uint32_t state = j->job_state & JOB_STATE_BASE;

	return (state == JOB_PENDING) || (state == JOB_RUNNING) ||
	       (state == JOB_SUSPENDED);
}

/* --- Slurm's reason ----------------------------------------------------------- */

/* By how Slurm's word begins; a longer one stands before a shorter one. */
static const struct {
	const char *begin, *words;
} reasons[] = {
	{ "None", "Slurm has not looked at it yet" },
	{ "Priority", "jobs with a higher priority are before it" },
	{ "Resources", "not enough nodes are free for it yet" },
	{ "DependencyNeverSatisfied", "what it depends on can't come any more" },
	{ "Dependency", "it waits for other jobs that it depends on" },
	{ "BeginTime", "it may not begin yet" },
	{ "ReservationDeleted", "its reservation was deleted" },
	{ "Reservation", "its reservation has not begun, or has no room for it" },
	{ "ReqNodeNotAvail", "nodes that it wants are down, drained or reserved" },
	{ "Nodes_required_for_job", "nodes that it wants are down, drained or reserved" },
	{ "JobHeldUser", "it is held, until scontrol release" },
	{ "JobHeldAdmin", "an operator holds it" },
	{ "JobArrayTaskLimit", "as many tasks of its array run as it allows" },
	{ "PartitionTimeLimit", "its time limit is longer than its partition allows" },
	{ "PartitionNodeLimit", "it wants more nodes than its partition allows" },
	{ "PartitionDown", "its partition is down" },
	{ "PartitionInactive", "its partition starts no jobs" },
	{ "Licenses", "licenses that it wants are in use" },
	{ "DeadLine", "its deadline can't be met any more" },
	{ "BadConstraints", "no node is as it wants" },
	{ "InvalidAccount", "its account is not valid" },
	{ "InvalidQOS", "its QOS is not valid" },
	{ "Assoc", "a limit of its account or user is reached" },
	{ "QOS", "a limit of its QOS is reached" },
	{ "Cleaning", "Slurm still cleans up after its last run" },
};

static const char *_words(const char *reason)
{
	for (size_t i = 0; reason && (i < COUNT(reasons)); i++)
		if (!strncmp(reasons[i].begin, reason,
			     strlen(reasons[i].begin)))
			return reasons[i].words;
	return "Slurm has a reason of its own";
}

/* Slurm's library has this, and no header that is installed says so. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
extern const char *slurm_job_state_reason_string(enum job_state_reason reason);
#define REASON(reason) slurm_job_state_reason_string(reason)
#else
extern char *slurm_job_reason_string(enum job_state_reason reason);
#define REASON(reason) slurm_job_reason_string(reason)
#endif

char *job_json_reason(const slurm_job_info_t *j)
{
	const char *shown = j->state_desc ? j->state_desc :
			    REASON((enum job_state_reason) j->state_reason);
	char *text = shown ? strdup(shown) : NULL;

	for (char *at = text; at && *at; at++)
		if (isspace((unsigned char) *at))
			*at = '_';
	return text;
}

/* --- why it waits --------------------------------------------------------------- */

/*
 * IN at - a time that belongs to the text; 0: none
 * IN names - reservations; NULL: none. Is taken over
 */
static void _say(json_t *why, const char *kind, const char *text, time_t at,
		 int64_t seconds, json_t *names)
{
	json_array_append_new(why,
		json_pack("{s:s, s:o, s:o, s:o, s:o}", "kind", kind, "text",
			  reply_text(text), "at",
			  at ? json_integer(at) : json_null(), "seconds",
			  seconds ? json_integer(seconds) : json_null(),
			  "bookings", names ? names : json_array()));
}

static json_t *_one(const char *name)
{
	return json_pack("[o]", reply_text(name));
}

/* The only reservation that a job names; NULL: none, several, or unknown */
static const entry_t *_inside(const slurm_job_info_t *j, const snapshot_t *s)
{
	const char *name = j->resv_name;

	return (name && name[0] && !strchr(name, ',')) ?
	       snapshot_find(s, name) : NULL;
}

static void _say_reservation(const slurm_job_info_t *j, const snapshot_t *s,
			     time_t now, json_t *why)
{
	const entry_t *e = _inside(j, s);
	const char *name = j->resv_name;
	char text[128];

	if (!name || !name[0] || strchr(name, ','))
		return;
	if (!e && !s->records.settings.hides) {
		_say(why, "reservation", "its reservation is gone: give it another one, or none",
		     0, 0, _one(name));
		return;
	}
	if (!e)
		return;
	if (e->start > now)
		_say(why, "reservation",
		     strncmp(name, JOBS_PREFIX, strlen(JOBS_PREFIX)) ?
		     "its reservation begins then" :
		     "its nodes are booked, and it starts then",
		     e->start, 0, _one(name));
	if (e->r && (e->r->node_cnt < j->num_nodes)) {
		snprintf(text, sizeof(text),
			 "it wants %u nodes, and its reservation has %u",
			 j->num_nodes, e->r->node_cnt);
		_say(why, "reservation", text, 0, 0, _one(name));
	}
}

static void _mark(bool *nodes, uint32_t cnt, const int32_t *inx, bool value)
{
	for (; inx && (inx[0] >= 0); inx += 2)
		for (int64_t i = inx[0]; i <= inx[1]; i++)
			if (i < cnt)
				nodes[i] = value;
}

/* Mark the nodes of the partitions of a job, or of its reservation. */
static void _mark_usable(const slurm_job_info_t *j, const snapshot_t *s,
			 bool *usable)
{
	const partition_info_msg_t *all = s->seen.partitions;
	const entry_t *inside = _inside(j, s);
	uint32_t cnt = s->seen.input.node_cnt;

	if (inside && inside->r)
		_mark(usable, cnt, inside->r->node_inx, true);
	for (uint32_t i = 0; !(inside && inside->r) && all &&
			     (i < all->record_count); i++) {
		const partition_info_t *p = &all->partition_array[i];

		if (j->partition && p->name && mine_has(j->partition, p->name))
			_mark(usable, cnt, p->node_inx, true);
	}
	_mark(usable, cnt, j->exc_node_inx, false);
}

static json_t *_names(const job_way_t *way)
{
	json_t *names = json_array();

	for (uint32_t i = 0; i < way->name_cnt; i++)
		json_array_append_new(names, reply_text(way->names[i]));
	return names;
}

static void _say_way(const slurm_job_info_t *j, const job_wish_t *w,
		     const job_way_t *way, json_t *why)
{
	char text[160], length[WHEN_TEXT];

	if (way->usable < w->nodes) {
		snprintf(text, sizeof(text),
			 "it wants %u node%s, and %u of those that it may have %s up",
			 w->nodes, (w->nodes == 1) ? "" : "s", way->usable,
			 (way->usable == 1) ? "is" : "are");
		_say(why, "nodes", text, 0, 0, NULL);
	}
	if (!way->blocked)
		return;
	snprintf(text, sizeof(text),
		 "it wants %u node%s for %s, and reservations leave %u of %u for so long",
		 w->nodes, (w->nodes == 1) ? "" : "s",
		 (j->time_limit == INFINITE) ? "ever" :
		 when_length_text(w->seconds, length), way->left, way->usable);
	_say(why, "in-the-way", text, 0, 0, _names(way));
	if (way->shorter) {
		snprintf(text, sizeof(text),
			 "reservations would let it start with a time limit of %s",
			 when_length_text(way->shorter, length));
		_say(why, "shorter", text, 0, way->shorter, NULL);
	}
	if (way->from)
		_say(why, "from", "reservations leave enough nodes from then on",
		     way->from, 0, NULL);
}

static int64_t _limit(const slurm_job_info_t *j)
{
	return ((j->time_limit == INFINITE) || (j->time_limit == NO_VAL) ||
		!j->time_limit) ? ENDLESS : (int64_t) j->time_limit * 60;
}

static void _say_reservations(const slurm_job_info_t *j, const snapshot_t *s,
			      time_t now, json_t *why)
{
	const gantt_input_t *in = &s->seen.input;
	const entry_t *inside = _inside(j, s);
	bool *nodes = calloc((size_t) in->node_cnt * 2 + 1, sizeof(*nodes));
	job_wish_t w = {
		.usable = nodes, .nodes = j->num_nodes ? j->num_nodes : 1,
		.seconds = _limit(j), .inside = j->resv_name,
	};
	time_t from = (inside && (inside->start > now)) ? inside->start : now;
	job_way_t way;

	if (nodes && in->nodes) {
		_mark_usable(j, s, nodes);
		_mark(nodes + in->node_cnt, in->node_cnt, j->req_node_inx, true);
		if (j->req_node_inx && (j->req_node_inx[0] >= 0))
			w.needed = nodes + in->node_cnt;
		if (job_way(in, &w, from, &way))
			_say_way(j, &w, &way, why);
	}
	free(nodes);
}

static void _say_deadline(const slurm_job_info_t *j, json_t *why)
{
	time_t latest = j->deadline - _limit(j);

	if (!j->deadline || (_limit(j) == ENDLESS))
		return;
	_say(why, "deadline", "it has to start by then, to end before its deadline",
	     latest, 0, NULL);
	if (j->start_time > latest)
		_say(why, "late", "Slurm expects it to start too late for that: it will be cancelled",
		     j->start_time, 0, NULL);
}

static json_t *_why(const slurm_job_info_t *j, const char *reason,
		    const snapshot_t *s, time_t now)
{
	json_t *why = json_array();

	if (!why || ((j->job_state & JOB_STATE_BASE) != JOB_PENDING))
		return why;
	_say(why, "slurm", _words(reason), 0, 0, NULL);
	_say_reservation(j, s, now, why);
	_say_reservations(j, s, now, why);
	_say_deadline(j, why);
	return why;
}

/* --- the whole -------------------------------------------------------------------- */

/* "17", or "17_[1-4]" and "17_3" of an array */
static json_t *_id(const slurm_job_info_t *j)
{
	if (j->array_task_str)
		return json_sprintf("%u_[%s]", j->array_job_id,
				    j->array_task_str);
	if (j->array_job_id && (j->array_task_id != NO_VAL))
		return json_sprintf("%u_%u", j->array_job_id, j->array_task_id);
	return json_sprintf("%u", j->job_id);
}

static const char *_state(const slurm_job_info_t *j)
{
	switch (j->job_state & JOB_STATE_BASE) {
	case JOB_PENDING:
		return "pending";
	case JOB_RUNNING:
		return "running";
	default:
		return "suspended";
	}
}

static json_t *_time(time_t t)
{
	return t ? json_integer(t) : json_null();
}

static json_t *_text(const char *text)
{
	return reply_text((text && text[0]) ? text : NULL);
}

json_t *job_json(const slurm_job_info_t *j, const snapshot_t *s, time_t now)
{
	bool pending = (j->job_state & JOB_STATE_BASE) == JOB_PENDING;
	char *reason = pending ? job_json_reason(j) : NULL;
	int64_t limit = _limit(j);
	json_t *job = json_pack("{s:o, s:I, s:o, s:s, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"id", _id(j), "job", (json_int_t) j->job_id,
		"name", reply_text(j->name ? j->name : ""), "state", _state(j),
		"partition", _text(j->partition),
		"node_count", (json_int_t) j->num_nodes,
		"node_list", _text(j->nodes),
		"time_limit", (limit == ENDLESS) ? json_null() :
						   json_integer(limit),
		"submitted", _time(j->submit_time),
		"start", _time(j->start_time),
		"deadline", _time(j->deadline),
		"reservation", _text(j->resv_name),
		"reason", _text(reason), "why", _why(j, reason, s, now));

	free(reason);
	return job;
}
