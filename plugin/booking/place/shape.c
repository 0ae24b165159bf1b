/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"

#define INFINITE_SECONDS (365 * 24 * 60 * 60)

void shape_free(shape_t *shape)
{
	garq_set_destroy(shape->eligible);
	shape->eligible = NULL;
	free_null(shape->each);
	free_null(shape->gpu_type);
	while (shape->group_cnt)
		garq_set_destroy(shape->groups[--shape->group_cnt].nodes);
	if (shape->licenses.cnt)
		lic_set_free(&shape->licenses);
}

static int _larger(const void *a, const void *b)
{
	const want_t *x = a, *y = b;

	if (x->cores != y->cores)
		return (x->cores < y->cores) ? 1 : -1;
	return (x->gpus < y->gpus) - (x->gpus > y->gpus);
}

void shape_set_each(shape_t *shape, want_t *each, uint32_t cnt)
{
	free(shape->each);
	shape->each = each;
	shape->each_cnt = cnt;
	shape->most = (want_t) { .cores = 0 };
	for (uint32_t i = 0; i < cnt; i++) {
		shape->most.cores = MAX(shape->most.cores, each[i].cores);
		shape->most.gpus = MAX(shape->most.gpus, each[i].gpus);
	}
	if (!shape->pinned && cnt)
		qsort(each, cnt, sizeof(*each), _larger);
}

/*
 * A count of nodes without PartitionName, for jobs of some partitions: the
 * nodes are those of the first one by name, as in Slurm 25.11 and later.
 */
static void _choose_partition(request_t *request)
{
	const char *at = request->allowed_parts;
	text_name_t first = { .name = NULL }, next;

	if (at[0] == '-')
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

bool request_counts_features(const request_t *request)
{
	return request->features && (request->features[0] == '[') &&
	       strpbrk(request->features, "*&");
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
	if (request_counts_features(request) &&
	    (request->flags & BOOKING_FLAG_PART_NODES)) {
		free_null(request->node_list);
		request->flags &= ~BOOKING_FLAG_PART_NODES;
	}
	if (request->allowed_parts && !request->partition &&
	    !request->node_list)
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

static int _check_start(request_t *request, time_t now, char **ret_text)
{
	char buf[TEXT_TIME];

	if (!request->has_start)
		request->start = now;
	request->has_start = true;
	if ((request->start >= now - REQUEST_PAST) &&
	    (request->start <= REQUEST_TIME_MAX))
		return 0;
	return text_refuse(ret_text, REFUSED_TIME, "StartTime=%s is %s",
			   text_time(request->start, buf),
			   (request->start < now) ?
			   "in the past" : "too far in the future");
}

/* StartTime, EndTime, Duration: the latter must agree if both are given. */
static int _check_times(request_t *request, time_t now, shape_t *shape,
			char **ret_text)
{
	bool by_end = request->has_end, by_length = request->has_minutes;
	time_t length = 0;
	int rc = _check_start(request, now, ret_text);

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

	if (shape->t_esr + delay + shape->duration > REQUEST_TIME_MAX)
		return text_refuse(ret_text, REFUSED_TIME,
			"MaxStartDelay is too long: the reservation must end before 2106");
	shape->t_lsr = shape->t_esr + delay;
	return 0;
}

int shape_times(shape_t *shape, request_t *request, bool window, time_t now,
		char **ret_text)
{
	int rc = _check_times(request, now, shape, ret_text);

	return (rc || !window || !request->has_delay) ?
		rc : _window(request, shape, ret_text);
}

/* --- the tariff --- */

typedef struct {
	office_t *office;
	const garq_set_t *named;	/* NULL: the partition decides */
	const char *partition;		/* NULL: none */
} within_t;

/* RET the nodes of some partitions; those that do not exist have none */
static garq_set_t *_nodes_of(office_t *office, const char *partitions,
			     uint32_t size)
{
	garq_set_t *all = memory_there(garq_set_create(size)), *some;
	text_name_t part;

	while (text_next_name(&partitions, &part)) {
		char *name = text_printf("%.*s", (int) part.len, part.name);
		char *why = NULL;

		if (!office->host->nodes->eligible(office, "ALL", true, name,
						   NULL, 0, &some, &why)) {
			garq_set_add_all(all, some);
			garq_set_destroy(some);
		}
		free(name);
		free(why);
	}
	return all;
}

/* A tariff_in_fn. */
static bool _is_within(void *arg, const char *partitions, bool all)
{
	const within_t *w = arg;
	text_name_t name = { w->partition, 0 };
	garq_set_t *nodes;
	bool within;

	if (!w->named) {
		name.len = w->partition ? strlen(w->partition) : 0;
		return name.len && text_lists_name(partitions, &name);
	}
	nodes = _nodes_of(w->office, partitions, w->named->size);
	within = all ? garq_set_is_subset(w->named, nodes) :
		       garq_set_meets(w->named, nodes);
	garq_set_destroy(nodes);
	return within;
}

uint32_t shape_rules(office_t *office, const garq_set_t *named,
		     const char *partition, const char *features, time_t window)
{
	within_t within = { office, named, partition };

	return office->tariff ? tariff_rules(office->tariff, _is_within,
					     &within, features, window) : 0;
}

bool shape_is_tried(const shape_t *shape)
{
	return shape->recurs || shape->group_cnt || shape->over_jobs ||
	       shape->on_switches;
}
