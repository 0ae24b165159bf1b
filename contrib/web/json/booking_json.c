/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/gpus.h"
#include "contrib/sresv/gantt/gantt_seen.h"
#include "contrib/web/json/booking_json.h"
#include "contrib/web/json/reply.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/occurrence.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* How many occurrences of a recurring reservation are told, and how far ahead. */
#define OCCURRENCES 100
#define AHEAD (62 * 86400)

static const struct {
	uint64_t flag;
	const char *word;
} flags[] = {
	{ BOOKING_FLAG_MAINT, "MAINT" }, { BOOKING_FLAG_HOURLY, "HOURLY" },
	{ BOOKING_FLAG_DAILY, "DAILY" }, { BOOKING_FLAG_WEEKLY, "WEEKLY" },
	{ BOOKING_FLAG_WEEKDAY, "WEEKDAY" }, { BOOKING_FLAG_WEEKEND, "WEEKEND" },
	{ BOOKING_FLAG_IGN_JOBS, "IGNORE_JOBS" },
	{ BOOKING_FLAG_ANY_NODES, "ANY_NODES" },
	{ BOOKING_FLAG_STATIC, "STATIC" },
	{ BOOKING_FLAG_PART_NODES, "PART_NODES" },
	{ BOOKING_FLAG_OVERLAP, "OVERLAP" },
	{ BOOKING_FLAG_SPEC_NODES, "SPEC_NODES" },
	{ BOOKING_FLAG_TIME_FLOAT, "TIME_FLOAT" },
	{ BOOKING_FLAG_REPLACE, "REPLACE" },
	{ BOOKING_FLAG_REPLACE_DOWN, "REPLACE_DOWN" },
	{ BOOKING_FLAG_ALL_NODES, "ALL_NODES" },
	{ BOOKING_FLAG_PURGE_COMP, "PURGE_COMP" },
	{ BOOKING_FLAG_FLEX, "FLEX" }, { BOOKING_FLAG_MAGNETIC, "MAGNETIC" },
	{ BOOKING_FLAG_USER_DEL, "USER_DELETE" },
};

/* --- parts ------------------------------------------------------------------- */

/* A list with commas as an array. */
static json_t *_list(const char *text)
{
	json_t *all = json_array();

	while (all && text && *text) {
		size_t len = strcspn(text, ",");
		char *word = strndup(text, len);

		if (len && (!word ||
			    json_array_append_new(all, reply_text(word)))) {
			json_decref(all);
			all = NULL;
		}
		free(word);
		text += len + (text[len] == ',');
	}
	return all;
}

static json_t *_flags(uint64_t has)
{
	json_t *all = json_array();

	for (size_t i = 0; i < COUNT(flags); i++)
		if (has & flags[i].flag)
			json_array_append_new(all, json_string(flags[i].word));
	return all;
}

json_t *booking_json_ranges(const int32_t *inx)
{
	json_t *all = json_array();

	for (; inx && (inx[0] >= 0); inx += 2)
		json_array_append_new(all, json_pack("[i, i]", inx[0], inx[1]));
	return all;
}

static void _add_occurrence(void *arg, time_t start, time_t end)
{
	json_t *all = arg;

	if (json_array_size(all) < OCCURRENCES)
		json_array_append_new(all, json_pack("{s:I, s:I}", "start",
						     (json_int_t) start, "end",
						     (json_int_t) end));
}

static json_t *_occurrences(const reserve_info_t *r, time_t now)
{
	occurrence_t when = {
		.start = r->start_time, .end = r->end_time,
		.duration = BOOKING_NO_DURATION,
		.flags = r->flags & ~BOOKING_FLAG_TIME_FLOAT,
	};
	json_t *all = json_array();

	if (all && (r->flags & BOOKING_FLAGS_RECURRING))
		occurrence_each(&when, now, now + AHEAD, _add_occurrence, all);
	return all;
}

/*
 * The controller tells how long the window is, and not how far in it the booking
 * lies: the latest start is that of a booking which was not shifted yet.
 */
static json_t *_window(const reserve_info_t *r, gantt_kind_t kind, time_t now)
{
	if (((kind != GANTT_BOOKING) && (kind != GANTT_DEGRADED)) ||
	    !r->max_start_delay || (r->max_start_delay == NO_VAL) ||
	    (r->start_time <= now))
		return json_null();
	return json_pack("{s:I, s:n, s:I}", "delay",
			 (json_int_t) r->max_start_delay, "earliest_start",
			 "latest_start",
			 (json_int_t) r->start_time + r->max_start_delay);
}

/* "degraded: lacks n3" of the remark "degraded: lacks n3; my own words". */
static json_t *_reason(const reserve_info_t *r, gantt_kind_t kind)
{
	const char *remark = strstr(ctl_remark(r), "degraded: ");
	json_t *reason;
	char *text;

	if ((kind != GANTT_DEGRADED) || !remark)
		return json_null();
	text = strndup(remark, strcspn(remark, ";"));
	reason = text ? reply_text(text) : NULL;
	free(text);
	return reason;
}

/* The numbers of the remark "degraded: ...; switches:1, at 2 leaf switches". */
static bool _add_switches(json_t *all, const reserve_info_t *r)
{
	const char *wish = strstr(ctl_remark(r), "switches:");
	uint32_t most, at;
	bool known = wish && (sscanf(wish, "switches:%" SCNu32 ", at %" SCNu32
				     " leaf switch", &most, &at) == 2);

	return !json_object_set_new(all, "switches", known ?
				    json_integer(most) : json_null()) &&
	       !json_object_set_new(all, "at_switches", known ?
				    json_integer(at) : json_null());
}

static const char *_kind(gantt_kind_t kind)
{
	switch (kind) {
	case GANTT_MAINT:
		return "maintenance";
	case GANTT_NATIVE:
		return "native";
	case GANTT_HELD:
		return "held";
	default:
		return "booking";
	}
}

static json_t *_optional(const char *text)
{
	return reply_text((text && text[0]) ? text : NULL);
}

static const char *_state(time_t start, time_t end, time_t now)
{
	static const char *const words[] = {
		[PHASE_PENDING] = "pending", [PHASE_ACTIVE] = "active",
		[PHASE_ENDED] = "ended",
	};

	return words[ctl_phase(start, end, now)];
}

/* --- the whole ----------------------------------------------------------------- */

json_t *booking_json(const reserve_info_t *r, bool garq, bool mine, time_t now)
{
	gantt_kind_t kind = gantt_kind(r, garq);
	json_t *all;

	all = json_pack("{s:o, s:s, s:s, s:b, s:o, s:b, s:b, s:I, s:I, s:I, s:b, s:I, s:b}",
		"name", reply_text(r->name), "kind", _kind(kind),
		"state", _state(r->start_time, r->end_time, now),
		"degraded", kind == GANTT_DEGRADED,
		"degraded_reason", _reason(r, kind),
		"maintenance", kind == GANTT_MAINT, "offer", 0,
		"start", (json_int_t) r->start_time,
		"end", (json_int_t) r->end_time,
		"duration", (json_int_t) (r->end_time - r->start_time),
		"recurring", (r->flags & BOOKING_FLAGS_RECURRING) != 0,
		"node_count", (json_int_t) r->node_cnt, "mine", (int) mine);
	if (!all)
		return NULL;
	if (!json_object_set_new(all, "occurrences", _occurrences(r, now)) &&
	    !json_object_set_new(all, "core_count", r->core_spec_cnt ?
				 json_integer(r->core_cnt) : json_null()) &&
	    !json_object_set_new(all, "gpu_count", r->core_spec_cnt ?
				 json_integer(gpus_counted(r->tres_str)) :
				 json_null()) &&
	    !json_object_set_new(all, "node_list",
				 reply_text(r->node_list ? r->node_list : "")) &&
	    !json_object_set_new(all, "node_ranges",
				 booking_json_ranges(r->node_inx)) &&
	    !json_object_set_new(all, "window", _window(r, kind, now)) &&
	    !json_object_set_new(all, "users", _list(r->users)) &&
	    !json_object_set_new(all, "groups", _list(r->groups)) &&
	    !json_object_set_new(all, "accounts", _list(r->accounts)) &&
	    !json_object_set_new(all, "partition", _optional(r->partition)) &&
	    !json_object_set_new(all, "features", _optional(r->features)) &&
	    !json_object_set_new(all, "licenses", _optional(r->licenses)) &&
	    !json_object_set_new(all, "comment", _optional(ctl_remark(r))) &&
	    !json_object_set_new(all, "flags", _flags(r->flags)) &&
	    _add_switches(all, r))
		return all;
	json_decref(all);
	return NULL;
}

json_t *booking_json_offer(const offer_t *o, bool mine, time_t now)
{
	return json_pack("{s:s, s:s, s:s, s:b, s:n, s:b, s:b, s:I, s:I, s:I, s:b, s:I, s:b, s:n, s:n, s:[], s:s, s:[], s:n, s:[], s:[], s:[], s:n, s:n, s:n, s:n, s:[], s:n, s:n}",
		"name", o->name, "kind", "held",
		"state", _state(o->start, o->end, now), "degraded", 0,
		"degraded_reason", "maintenance", 0, "offer", 1,
		"start", (json_int_t) o->start, "end", (json_int_t) o->end,
		"duration", (json_int_t) (o->end - o->start), "recurring", 0,
		"node_count", (json_int_t) o->nodes, "mine", (int) mine,
		"core_count", "gpu_count", "occurrences", "node_list", "", "node_ranges", "window",
		"users", "groups", "accounts", "partition", "features",
		"licenses", "comment", "flags", "switches", "at_switches");
}
