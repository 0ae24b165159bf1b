/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shape.h - turn a request (request.h) into a shape: eligible nodes, how many
 * of them, licenses, duration and window, in the words of GarQ.
 *
 * A request that makes no sense is refused with one line that says what to
 * write instead. Times are seconds since the epoch.
 *
 * Locks: site_lock().
 */
#pragma once

#include "plugin/booking/request/request.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/licenses.h"
#include "plugin/booking/view/office.h"

/* How far in the past a start may lie, in seconds: Slurm's own limit. */
#define REQUEST_PAST 600

/* The latest end of a reservation: in 2106, Slurm's own limit. */
#define REQUEST_TIME_MAX ((time_t) 0xfffff000)

/* Nodes with a feature, of which a shape wants some. */
typedef struct {
	garq_set_t *nodes;	/* owned */
	uint32_t cnt;
} shape_group_t;

/* The most groups of a shape. */
#define SHAPE_GROUPS 4

typedef struct shape {
	garq_set_t *eligible;	/* nodes that may serve the request; owned */
	uint32_t num_cn;	/* number of nodes; may be more than eligible;
				 * 0: licenses alone, and none is eligible */
	bool pinned;		/* all of eligible: Nodes= was given */
	want_t *each;		/* of each node: by node if it is pinned, else
				 * the largest first; for more nodes the last
				 * one; owned; NULL: whole nodes */
	uint32_t each_cnt;
	want_t most;		/* the most of each: where it is not pinned,
				 * all nodes have these */
	char *gpu_type;		/* owned; NULL: any */
	time_t t_esr;		/* window: the earliest start ... */
	time_t t_lsr;		/* ... and the latest one, >= t_esr */
	time_t duration;	/* seconds */
	lic_set_t licenses;	/* with their totals now; owned */
	uint64_t recurs;	/* BOOKING_FLAGS_RECURRING: how often, from the
				 * first time on; or 0 */
	shape_group_t groups[SHAPE_GROUPS];	/* num_cn nodes together */
	uint32_t group_cnt;	/* 0: any eligible nodes will do */
	bool over_jobs;		/* running jobs do not count */
	uint32_t switches;	/* leaf switches that are wished for at most; 0:
				 * any number. Whole nodes by count only */
	bool on_switches;	/* ... and no start with more will do */
	bool tight;		/* inside the window rather where it leaves the
				 * smallest rests than at the first start */
	bool alone;		/* no other booking may move for it */
	uint32_t rules;		/* of the site's tariff; see shape_rules() */
} shape_t;

/* Free what a shape owns. */
extern void shape_free(shape_t *shape);

/* Return true if one start after another is tried (try_starts.h). */
extern bool shape_is_tried(const shape_t *shape);

/*
 * The rules of the site's tariff that a booking meets (tariff_rules()); 0 if
 * there is no tariff. Nodes that are named are in a partition, whatever the
 * request says, if one of them is in it; for a discount, if all are.
 * IN named - NULL: the partition decides
 * IN partition, features - NULL: not given
 */
extern uint32_t shape_rules(office_t *office, const garq_set_t *named,
			    const char *partition, const char *features,
			    time_t window);

/* Make a shape one by cores; pinned is known. IN each - is taken over */
extern void shape_set_each(shape_t *shape, want_t *each, uint32_t cnt);

/*
 * What a shape by cores asks of a node that may serve it.
 * IN at - the place of the node among eligible, if the shape is pinned
 */
static inline want_t shape_want(const shape_t *shape, uint32_t at)
{
	uint32_t last = shape->each_cnt - 1;

	return shape->pinned ? shape->each[(at < last) ? at : last] :
			       shape->most;
}

/*
 * Validate the syntax of a request: lengths, characters and times. Slurm itself
 * does not check all of it (accounts, where they are not enforced; a time in
 * the year 219250468), and expands a node list of any length.
 * IN/OUT ret_text - NULL; the error, free()
 * RET 0, or a code (refused.h) or EINVAL for the user
 */
extern int request_check(office_t *office, const request_t *request,
			 char **ret_text);

/*
 * The part of request_check() that needs no view: all but the number of names
 * in Nodes. Locks: none. OUT, RET - as request_check()
 */
extern int request_check_syntax(office_t *office, const request_t *request,
				char **ret_text);

/*
 * Refuse flags that the host does not let one reservation have together.
 * OUT ret_text - free()
 * RET 0 or REFUSED_UNSUPPORTED
 */
extern int request_check_flags(office_t *office, uint64_t flags,
			       char **ret_text);

/* Return true if Features has numbers of nodes, as [a*2&b] does. */
extern bool request_counts_features(const request_t *request);

/*
 * Clean up a create request: an empty text counts as not given, and a new
 * reservation has no occurrence to be skipped. scontrol asks for all nodes of
 * a partition where there is no count, also if Features has numbers of nodes:
 * then the request is for these. A count of nodes without
 * PartitionName and with AllowedPartitions is one in the first of these by
 * name.
 */
extern void request_normalize(request_t *request);

/*
 * Read StartTime, EndTime, Duration and MaxStartDelay of a create request.
 * IN/OUT request - a missing start or end is filled in
 * IN window - MaxStartDelay is the window of the booking
 * OUT shape - t_esr, t_lsr, duration
 * IN/OUT ret_text - NULL; the error, free()
 * RET 0 or REFUSED_TIME
 */
extern int shape_times(shape_t *shape, request_t *request, bool window,
		       time_t now, char **ret_text);

/*
 * Read the licenses that a text asks for, as the host reads it: those that are
 * a name and a number. More than exist are refused; the licenses that running
 * jobs have do not count here.
 * IN text - NULL or "": none
 * OUT ret_set - lic_set_free(), with the totals now; empty after an error
 * OUT ret_text - the error, or untouched; free()
 * RET 0 or REFUSED_LICENSES
 */
extern int request_licenses(office_t *office, const char *text,
			    lic_set_t *ret_set, char **ret_text);

/*
 * RET a copy of the licenses of a reservation, with the totals of now;
 *	lic_set_free()
 */
extern lic_set_t request_licenses_of(office_t *office, const lic_set_t *held);

/*
 * The length that a request gives by Duration; INFINITE is a year, as in Slurm.
 * OUT ret - seconds; untouched if false
 * RET false if Duration is 0, or start plus Duration is after REQUEST_TIME_MAX
 */
extern bool request_duration(const request_t *request, time_t start,
			     time_t *ret);
