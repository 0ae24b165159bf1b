/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shape.c - see shape.h */

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"

#define INFINITE_SECONDS (365 * 24 * 60 * 60)

/* A reservation with one of these flags is native. */
#define NATIVE_FLAGS \
	(BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP | BOOKING_FLAG_IGN_JOBS | \
	 BOOKING_FLAGS_RECURRING | BOOKING_FLAG_ANY_NODES | \
	 BOOKING_FLAG_TIME_FLOAT | BOOKING_FLAG_REPLACE | \
	 BOOKING_FLAG_FIRST_CORES)

void shape_free(shape_t *shape)
{
	garq_set_destroy(shape->eligible);
	shape->eligible = NULL;
	lic_set_free(&shape->licenses);
}

/* True if features ask for node counts each. Only Slurm can choose these. */
static bool _counted_features(const char *features)
{
	return features && strpbrk(features, "[*");
}

/* True if these are valid, and none of them is a name and a number. */
static bool _are_strange(office_t *office, const char *licenses)
{
	lic_set_t set;
	bool strange;

	if (!lic_text_ok(licenses) ||
	    office->controller->licenses(licenses, false, &set))
		return false;
	strange = !set.cnt;
	lic_set_free(&set);
	return strange;
}

bool request_is_licenses_only(office_t *office, const request_t *request)
{
	const uint64_t others = (NATIVE_FLAGS & ~BOOKING_FLAG_ANY_NODES) |
				BOOKING_FLAG_SKIP | BOOKING_FLAG_PART_NODES;

	return request_has(request->licenses) && !request->num_cn &&
	       !request_has(request->node_list) && !request->cores &&
	       !request_has(request->burst_buffer) &&
	       !request_has(request->tres) && !request_has(request->features) &&
	       !request->watts && !(request->flags & others) &&
	       !_are_strange(office, request->licenses);
}

bool request_is_native(office_t *office, const request_t *request)
{
	if (request_is_licenses_only(office, request))
		return false;
	return (request->flags & (NATIVE_FLAGS | BOOKING_FLAG_SKIP)) ||
	       request->cores || request_has(request->burst_buffer) ||
	       request_has(request->tres) ||
	       _counted_features(request->features) || request->watts ||
	       (!request_has(request->node_list) && !request->has_nodes &&
		request_has(request->licenses));
}

/* True if v has licenses alone, by the rules of request_is_licenses_only(). */
static bool _is_licenses_only(const view_resv_t *v)
{
	return (v->flags & BOOKING_FLAG_ANY_NODES) &&
	       !(v->flags & NATIVE_FLAGS & ~BOOKING_FLAG_ANY_NODES) &&
	       (!v->nodes || !garq_set_count(v->nodes)) &&
	       v->attrs.licenses.cnt && !v->attrs.extras &&
	       !request_has(v->attrs.features);
}

bool request_is_native_resv(const view_resv_t *v)
{
	if (_is_licenses_only(v))
		return false;
	return (v->flags & NATIVE_FLAGS) || !v->attrs.whole_nodes ||
	       !v->nodes || !garq_set_count(v->nodes) || v->attrs.extras ||
	       _counted_features(v->attrs.features);
}

/*
 * A count of nodes without PartitionName, for jobs of some partitions: the
 * nodes are those of the first one by name, as in Slurm 25.11 and later.
 */
static void _choose_partition(request_t *request)
{
	const char *at = request->allowed_parts;
	text_name_t first = { .name = NULL }, next;

	if (request->partition || request->node_list || !at || (at[0] == '-'))
		return;
	while (text_next_name(&at, &next)) {
		int order = first.name ? strncmp(next.name, first.name,
						 MIN(next.len, first.len)) : -1;

		if ((order < 0) || (!order && (next.len < first.len)))
			first = next;
	}
	if (first.name)
		request->partition = text_printf("%.*s", (int) first.len,
						 first.name);
}

/* Empty texts must not reach Slurm: an empty QOS= ends slurmctld 26.05. */
void request_normalize(request_t *request)
{
	char **table[] = { &request->accounts, &request->allowed_parts,
			   &request->burst_buffer, &request->comment,
			   &request->features, &request->groups,
			   &request->licenses, &request->node_list,
			   &request->partition, &request->qos,
			   &request->tres, &request->users };

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (!request_has(*table[i]))
			free_null(*table[i]);
	request->flags &= ~BOOKING_FLAG_SKIP;
	_choose_partition(request);
}

bool request_duration(const request_t *request, time_t start, time_t *ret)
{
	time_t seconds = request->endless ? INFINITE_SECONDS :
					    (time_t) request->minutes * 60;

	if ((seconds < 1) || (start + seconds > REQUEST_TIME_MAX))
		return false;
	*ret = seconds;
	return true;
}

static int _start(request_t *request, time_t now, char **ret_text)
{
	char buf[TEXT_TIME];

	if (!request->has_start)
		request->start = now;
	request->has_start = true;
	if ((request->start >= now - REQUEST_PAST) &&
	    (request->start <= REQUEST_TIME_MAX))
		return 0;
	*ret_text = text_printf("StartTime=%s is %s",
				text_time(request->start, buf),
				(request->start < now) ?
				"in the past" : "too far in the future");
	return REFUSED_TIME;
}

/* StartTime, EndTime, Duration: the latter must agree if both are given. */
static int _times(request_t *request, time_t now, shape_t *shape,
		  char **ret_text)
{
	bool by_end = request->has_end, by_length = request->has_minutes;
	time_t length = 0;
	int rc = _start(request, now, ret_text);

	if (rc)
		return rc;
	if (by_length && (!request_duration(request, request->start, &length) ||
			  (request->start + length <= now)))
		*ret_text = text_dup(
			"Duration must be one minute or more, end after now and before 2106");
	else if (by_end && ((request->end <= MAX(request->start, now)) ||
			    (request->end > REQUEST_TIME_MAX)))
		*ret_text = text_dup(
			"EndTime must be later than StartTime and now, and before 2106");
	else if (by_end && by_length &&
		 (request->end != request->start + length))
		*ret_text = text_dup(
			"EndTime and Duration do not agree: give one of them");
	else if (!by_end && !by_length)
		*ret_text = text_dup("give EndTime or Duration");
	if (*ret_text)
		return REFUSED_TIME;
	if (!by_end)
		request->end = request->start + length;
	request->has_end = true;
	shape->duration = request->end - request->start;
	shape->t_esr = shape->t_lsr = request->start;
	return 0;
}

static int _window(const request_t *request, shape_t *shape,
		   char **ret_text)
{
	time_t delay = (time_t) request->delay;

	if (!request->has_delay)
		return 0;
	if (shape->t_esr + delay + shape->duration > REQUEST_TIME_MAX) {
		*ret_text = text_dup(
			"MaxStartDelay is too long: the reservation must end before 2106");
		return REFUSED_TIME;
	}
	shape->t_lsr = shape->t_esr + delay;
	return 0;
}

static const char *_if_given(const char *text)
{
	return request_has(text) ? text : NULL;
}

/* Nodes, NodeCnt, PartitionName, Features: eligible nodes and their count. */
static int _nodes(office_t *office, const request_t *request, shape_t *shape,
		  char **ret_text)
{
	uint64_t asked = request->num_cn;
	int rc = office->controller->eligible(
		shape->pinned ? request->node_list : NULL,
		request->flags & BOOKING_FLAG_PART_NODES,
		_if_given(request->partition), _if_given(request->features),
		asked, &shape->eligible, ret_text);

	if (rc)
		return rc;
	shape->num_cn = garq_set_count(shape->eligible);
	if (shape->pinned && asked && (asked != shape->num_cn)) {
		*ret_text = text_printf(
			"NodeCnt=%"PRIu64" does not agree with Nodes, which has %u",
			asked, shape->num_cn);
		return REFUSED_NODE_COUNT;
	}
	if (shape->pinned && !shape->num_cn) {
		*ret_text = text_dup("Nodes=ALL: there is no node");
		return REFUSED_NODES;
	}
	if (!shape->pinned)
		shape->num_cn = (uint32_t) MIN(asked, UINT32_MAX);
	return 0;
}

/* Checks that scontrol makes itself, for requests of other programs. */
static int _consistent(const request_t *request, char **ret_text)
{
	if (!request_has(request->node_list) && !request->num_cn) {
		*ret_text = text_dup(
			"NodeCnt must be 1 or more, or give Nodes");
		return REFUSED_NODE_COUNT;
	}
	if ((request->flags & BOOKING_FLAG_PART_NODES) &&
	    (!request_has(request->partition) ||
	     !text_same_word(request->node_list, "ALL"))) {
		*ret_text = text_dup(
			"Flags=PART_NODES needs PartitionName and Nodes=ALL");
		return REFUSED_NODES;
	}
	return 0;
}

/* No nodes. RET 0 or ENOMEM */
static int _no_nodes(office_t *office, request_t *request, shape_t *shape)
{
	request->flags |= BOOKING_FLAG_ANY_NODES;
	request->has_flags = true;
	shape->eligible = garq_set_create(view_size(office));
	return shape->eligible ? 0 : ENOMEM;
}

int request_create_shape(office_t *office, request_t *request, bool window,
			 time_t now, shape_t *ret_shape, char **ret_text)
{
	shape_t shape = { .pinned = request_has(request->node_list) };
	bool alone = request_is_licenses_only(office, request);
	int rc;

	if ((rc = _times(request, now, &shape, ret_text)) ||
	    (window && (rc = _window(request, &shape, ret_text))) ||
	    (!alone && (rc = _consistent(request, ret_text))) ||
	    (rc = alone ? _no_nodes(office, request, &shape) :
			  _nodes(office, request, &shape, ret_text)) ||
	    (rc = request_licenses(office, request->licenses, &shape.licenses,
				   ret_text)))
		goto fail;
	if (!alone && !shape.pinned && !request_has(request->partition) &&
	    (rc = request_set(&request->partition,
			      office->controller->default_partition())))
		goto fail;
	*ret_shape = shape;
	return 0;
fail:
	shape_free(&shape);
	return rc;
}
