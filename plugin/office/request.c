/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request.c - see request.h */

#include <string.h>

#include "plugin/booking/flags.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/text.h"
#include "plugin/office/request.h"
#include "plugin/slurm/given.h"
#include "plugin/slurm/refusals.h"

#define INFINITE_SECONDS (365 * 24 * 60 * 60)

/* With any of these set, a reservation is Slurm's own affair. */
#define NATIVE_FLAGS \
	(BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP | BOOKING_FLAG_IGN_JOBS | \
	 BOOKING_FLAGS_RECURRING | BOOKING_FLAG_ANY_NODES | \
	 BOOKING_FLAG_TIME_FLOAT | BOOKING_FLAG_REPLACE | \
	 BOOKING_FLAG_FIRST_CORES)

void shape_free(shape_t *shape)
{
	garq_set_destroy(shape->eligible);
	shape->eligible = NULL;
	request_licenses_free(&shape->licenses);
}

/* Features in brackets ask for so many nodes of each: Slurm's own choice. */
static bool _counted_features(const char *features)
{
	return features && strpbrk(features, "[*");
}

bool request_is_native(const resv_desc_msg_t *desc)
{
	uint64_t flags = (desc->flags == NO_VAL64) ? 0 : desc->flags;

	return (flags & (NATIVE_FLAGS | BOOKING_FLAG_SKIP)) ||
	       compat_has_core_cnt(desc) || given_text(desc->burst_buffer) ||
	       given_text(desc->tres_str) || _counted_features(desc->features) ||
	       compat_asks_watts(desc) ||
	       (!given_text(desc->node_list) && !compat_has_node_cnt(desc) &&
		given_text(desc->licenses));
}

bool request_is_native_record(const slurmctld_resv_t *rec)
{
	return (rec->flags & NATIVE_FLAGS) ||
	       !(rec->ctld_flags & RESV_CTLD_FULL_NODE) || !rec->node_bitmap ||
	       (bit_ffs(rec->node_bitmap) < 0) || given_text(rec->burst_buffer) ||
	       _counted_features(rec->features) ||
	       compat_has_watts(rec);
}

/* 26.05 ends at a QOS= or AllowedPartitions= with nothing in it. */
static void _tidy_extra(char **text)
{
	if (text && !given_text(*text))
		xfree(*text);
}

void request_tidy(resv_desc_msg_t *desc)
{
	char **table[] = { &desc->accounts, &desc->burst_buffer,
			   &desc->features, &desc->groups, &desc->licenses,
			   &desc->node_list, &desc->partition, &desc->tres_str,
			   &desc->users };
	compat_extras_t extras;

	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (!given_text(*table[i]))
			xfree(*table[i]);
	extras = compat_desc_extras(desc);
	_tidy_extra(extras.comment);
	_tidy_extra(extras.qos);
	_tidy_extra(extras.allowed_parts);
	compat_read_tres(desc);
	if (desc->flags != NO_VAL64)
		desc->flags &= ~BOOKING_FLAG_SKIP;
}

bool request_duration(time_t start, uint32_t minutes, time_t *ret)
{
	time_t seconds = (minutes == INFINITE) ? INFINITE_SECONDS :
						 (time_t) minutes * 60;

	if ((seconds < 1) || (start + seconds > REQUEST_TIME_MAX))
		return false;
	*ret = seconds;
	return true;
}

static int _start(resv_desc_msg_t *desc, time_t now, char **ret_text)
{
	char buf[TEXT_TIME];

	if (desc->start_time == (time_t) NO_VAL)
		desc->start_time = now;
	if ((desc->start_time >= now - REQUEST_PAST) &&
	    (desc->start_time <= REQUEST_TIME_MAX))
		return 0;
	*ret_text = text_printf("StartTime=%s is %s",
				   text_time(desc->start_time, buf),
				   (desc->start_time < now) ?
				   "in the past" : "too far in the future");
	return REFUSED_TIME;
}

/* StartTime, EndTime, Duration: the last two must agree if both are given. */
static int _times(resv_desc_msg_t *desc, time_t now, shape_t *shape,
		  char **ret_text)
{
	bool by_end = (desc->end_time != (time_t) NO_VAL);
	bool by_length = (desc->duration != NO_VAL);
	time_t length = 0;
	int rc = _start(desc, now, ret_text);

	if (rc)
		return rc;
	if (by_length && (!request_duration(desc->start_time, desc->duration,
					    &length) ||
			  (desc->start_time + length <= now)))
		*ret_text = text_dup(
			"Duration must be one minute or more, end after now and before 2106");
	else if (by_end && ((desc->end_time <= MAX(desc->start_time, now)) ||
			    (desc->end_time > REQUEST_TIME_MAX)))
		*ret_text = text_dup(
			"EndTime must be later than StartTime and now, and before 2106");
	else if (by_end && by_length &&
		 (desc->end_time != desc->start_time + length))
		*ret_text = text_dup(
			"EndTime and Duration do not agree: give one of them");
	else if (!by_end && !by_length)
		*ret_text = text_dup("give EndTime or Duration");
	if (*ret_text)
		return REFUSED_TIME;
	if (!by_end)
		desc->end_time = desc->start_time + length;
	shape->duration = desc->end_time - desc->start_time;
	shape->t_esr = shape->t_lsr = desc->start_time;
	return 0;
}

static int _window(const resv_desc_msg_t *desc, shape_t *shape,
		   char **ret_text)
{
	if (desc->max_start_delay == NO_VAL)
		return 0;
	if ((desc->max_start_delay == INFINITE) ||
	    (shape->t_esr + (time_t) desc->max_start_delay + shape->duration >
	     REQUEST_TIME_MAX)) {
		*ret_text = text_dup(
			"MaxStartDelay is too long: the reservation must end before 2106");
		return REFUSED_TIME;
	}
	shape->t_lsr = shape->t_esr + (time_t) desc->max_start_delay;
	return 0;
}

/* Which nodes, how many: Nodes, NodeCnt, PartitionName, Features. */
static int _nodes(const resv_desc_msg_t *desc, shape_t *shape, char **ret_text)
{
	uint64_t asked = compat_asked_node_cnt(desc);
	bool part_nodes = (desc->flags != NO_VAL64) &&
			  (desc->flags & BOOKING_FLAG_PART_NODES);
	int rc = controller->eligible(shape->pinned ? desc->node_list : NULL,
				  part_nodes,
				  given_text(desc->partition) ? desc->partition :
							    NULL,
				  given_text(desc->features) ? desc->features :
							       NULL,
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

/* What scontrol checks before it asks, for those who ask without it. */
static int _consistent(const resv_desc_msg_t *desc, char **ret_text)
{
	if (!given_text(desc->node_list) && !compat_asked_node_cnt(desc)) {
		*ret_text = text_dup(
			"NodeCnt must be 1 or more, or give Nodes");
		return REFUSED_NODE_COUNT;
	}
	if ((desc->flags != NO_VAL64) &&
	    (desc->flags & BOOKING_FLAG_PART_NODES) &&
	    (!given_text(desc->partition) ||
	     !text_same_word(desc->node_list, "ALL"))) {
		*ret_text = text_dup(
			"Flags=PART_NODES needs PartitionName and Nodes=ALL");
		return REFUSED_NODES;
	}
	return 0;
}

int request_create_shape(resv_desc_msg_t *desc, bool window, time_t now,
			 shape_t *ret_shape, char **ret_text)
{
	shape_t shape = { .pinned = given_text(desc->node_list) };
	int rc;

	if ((rc = _times(desc, now, &shape, ret_text)) ||
	    (window && (rc = _window(desc, &shape, ret_text))) ||
	    (rc = _consistent(desc, ret_text)) ||
	    (rc = _nodes(desc, &shape, ret_text)) ||
	    (rc = request_licenses(desc->licenses, &shape.licenses,
				   ret_text))) {
		shape_free(&shape);
		return rc;
	}
	if (!shape.pinned && !given_text(desc->partition)) {
		xfree(desc->partition);
		desc->partition = xstrdup(default_part_loc->name);
	}
	*ret_shape = shape;
	return 0;
}
