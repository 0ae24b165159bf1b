/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/mine.h"
#include "contrib/sresv/job/job_why.h"
#include "contrib/sresv/text/when.h"
#include "plugin/booking/request/job.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

bool job_why_is_alive(const slurm_job_info_t *j)
{
	uint32_t state = j->job_state & JOB_STATE_BASE;

	return (state == JOB_PENDING) || (state == JOB_RUNNING) ||
	       (state == JOB_SUSPENDED);
}

int64_t job_why_limit(const slurm_job_info_t *j)
{
	return ((j->time_limit == INFINITE) || (j->time_limit == NO_VAL) ||
		!j->time_limit) ? JOB_WHY_ENDLESS :
				  (int64_t) j->time_limit * 60;
}

const char *job_why_inside(const slurm_job_info_t *j)
{
	const char *name = j->resv_name;

	return (name && name[0] && !strchr(name, ',')) ? name : NULL;
}

char *job_why_id(const slurm_job_info_t *j)
{
	char *text = NULL;
	int rc;

	if (j->array_task_str)
		rc = asprintf(&text, "%u_[%s]", j->array_job_id,
			      j->array_task_str);
	else if (j->array_job_id && (j->array_task_id != NO_VAL))
		rc = asprintf(&text, "%u_%u", j->array_job_id,
			      j->array_task_id);
	else
		rc = asprintf(&text, "%u", j->job_id);
	return (rc < 0) ? NULL : text;
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

char *job_why_reason(const slurm_job_info_t *j)
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

/* IN at, seconds - as job_why_line_t. RET the new line */
__attribute__((format(printf, 5, 6)))
static job_why_line_t *_say(job_why_t *why, const char *kind, time_t at,
			    int64_t seconds, const char *format, ...)
{
	job_why_line_t *line = &why->lines[why->cnt++];
	va_list args;

	*line = (job_why_line_t) { .kind = kind, .at = at, .seconds = seconds };
	va_start(args, format);
	vsnprintf(line->text, sizeof(line->text), format, args);
	va_end(args);
	return line;
}

static void _add_name(job_why_line_t *line, const char *name)
{
	line->names[line->name_cnt++] = name;
}

static const char *_plural(uint32_t cnt)
{
	return (cnt == 1) ? "" : "s";
}

static void _say_reservation(const slurm_job_info_t *j,
			     const job_why_seen_t *seen, job_why_t *why)
{
	const reserve_info_t *r = seen->inside;
	const char *name = job_why_inside(j);

	if (name && !r && !seen->hides)
		_add_name(_say(why, "reservation", 0, 0,
			       "its reservation is gone: give it another one, or none"),
			  name);
	if (!name || !r)
		return;
	if (r->start_time > seen->now)
		_add_name(_say(why, "reservation", r->start_time, 0, "%s",
			       strncmp(name, JOBS_PREFIX, strlen(JOBS_PREFIX)) ?
			       "its reservation begins then" :
			       "its nodes are booked, and it starts then"),
			  name);
	if (r->node_cnt < j->num_nodes)
		_add_name(_say(why, "reservation", 0, 0,
			       "it wants %u nodes, and its reservation has %u",
			       j->num_nodes, r->node_cnt),
			  name);
}

static void _mark(bool *nodes, uint32_t cnt, const int32_t *inx, bool value)
{
	for (; inx && (inx[0] >= 0); inx += 2)
		for (int64_t i = inx[0]; i <= inx[1]; i++)
			if (i < cnt)
				nodes[i] = value;
}

/* Mark the nodes of the partitions of a job, or of its reservation. */
static void _mark_usable(const slurm_job_info_t *j, const job_why_seen_t *seen,
			 bool *usable)
{
	const partition_info_msg_t *all = seen->partitions;
	uint32_t cnt = seen->input->node_cnt;

	if (seen->inside)
		_mark(usable, cnt, seen->inside->node_inx, true);
	for (uint32_t i = 0; !seen->inside && all && (i < all->record_count);
	     i++) {
		const partition_info_t *p = &all->partition_array[i];

		if (j->partition && p->name && mine_has(j->partition, p->name))
			_mark(usable, cnt, p->node_inx, true);
	}
	_mark(usable, cnt, j->exc_node_inx, false);
}

static void _say_way(const slurm_job_info_t *j, const job_wish_t *w,
		     const job_way_t *way, job_why_t *why)
{
	char length[WHEN_TEXT];
	job_why_line_t *line;

	if (way->usable < w->nodes)
		_say(why, "nodes", 0, 0,
		     "it wants %u node%s, and %u of those that it may have %s up",
		     w->nodes, _plural(w->nodes), way->usable,
		     (way->usable == 1) ? "is" : "are");
	if (!way->blocked)
		return;
	line = _say(why, "in-the-way", 0, 0,
		    "it wants %u node%s for %s, and reservations leave %u of %u for so long",
		    w->nodes, _plural(w->nodes), (j->time_limit == INFINITE) ?
		    "ever" : when_length_text(w->seconds, length), way->left,
		    way->usable);
	for (uint32_t i = 0; i < way->name_cnt; i++)
		_add_name(line, way->names[i]);
	if (way->shorter)
		_say(why, "shorter", 0, way->shorter,
		     "reservations would let it start with a time limit of %s",
		     when_length_text(way->shorter, length));
	if (way->from)
		_say(why, "from", way->from, 0,
		     "reservations leave enough nodes from then on");
}

/* RET false: memory is short */
static bool _say_reservations(const slurm_job_info_t *j,
			      const job_why_seen_t *seen, job_why_t *why)
{
	const gantt_input_t *in = seen->input;
	const reserve_info_t *inside = seen->inside;
	bool *nodes = calloc((size_t) in->node_cnt * 2 + 1, sizeof(*nodes));
	job_wish_t w = {
		.usable = nodes, .nodes = j->num_nodes ? j->num_nodes : 1,
		.seconds = job_why_limit(j), .inside = j->resv_name,
	};
	time_t from = (inside && (inside->start_time > seen->now)) ?
			      inside->start_time : seen->now;
	job_way_t way;
	bool ok;

	if (!nodes)
		return false;
	_mark_usable(j, seen, nodes);
	_mark(nodes + in->node_cnt, in->node_cnt, j->req_node_inx, true);
	if (j->req_node_inx && (j->req_node_inx[0] >= 0))
		w.needed = nodes + in->node_cnt;
	if ((ok = job_way(in, &w, from, &way)))
		_say_way(j, &w, &way, why);
	free(nodes);
	return ok;
}

static void _say_deadline(const slurm_job_info_t *j, job_why_t *why)
{
	time_t latest = j->deadline - job_why_limit(j);

	if (!j->deadline || (job_why_limit(j) == JOB_WHY_ENDLESS))
		return;
	_say(why, "deadline", latest, 0,
	     "it has to start by then, to end before its deadline");
	if (j->start_time > latest)
		_say(why, "late", j->start_time, 0,
		     "Slurm expects it to start too late for that: it will be cancelled");
}

bool job_why(const slurm_job_info_t *j, const char *reason,
	     const job_why_seen_t *seen, job_why_t *ret)
{
	ret->cnt = 0;
	if ((j->job_state & JOB_STATE_BASE) != JOB_PENDING)
		return true;
	_say(ret, "slurm", 0, 0, "%s", _words(reason));
	_say_reservation(j, seen, ret);
	if (seen->input->nodes && !_say_reservations(j, seen, ret))
		return false;
	_say_deadline(j, ret);
	return true;
}
