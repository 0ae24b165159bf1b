/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/flags.h"
#include "plugin/slurm/native/message.h"

/* A text of the message, and the same field of the request. */
typedef struct {
	char **message;
	char **request;
} text_pair_t;
#define TEXT_PAIRS 13

static size_t _pair_texts(resv_desc_msg_t *desc, request_t *r,
			  text_pair_t pairs[TEXT_PAIRS])
{
	const text_pair_t all[] = {
		{ &desc->name, &r->name },
		{ &desc->node_list, &r->node_list },
		{ &desc->partition, &r->partition },
		{ &desc->features, &r->features },
		{ &desc->licenses, &r->licenses },
		{ &desc->tres_str, &r->tres },
		{ &desc->burst_buffer, &r->burst_buffer },
		{ &desc->users, &r->users },
		{ &desc->groups, &r->groups },
		{ &desc->accounts, &r->accounts },
#ifdef COMPAT_RESV_COMMENT
		{ &desc->comment, &r->comment },
#endif
#ifdef COMPAT_RESV_QOS
		{ &desc->qos, &r->qos },
		{ &desc->allowed_parts, &r->allowed_parts },
#endif
	};

	memcpy(pairs, all, sizeof(all));
	return ARRAY_SIZE(all);
}

#ifdef COMPAT_NODE_CNT_ARRAY
/* IN counts - or NULL. RET how many there are, with the last 0 */
static size_t _length(const uint32_t *counts)
{
	size_t cnt = 0;

	while (counts && counts[cnt++])
		;
	return cnt;
}

/* IN counts - ends with 0. RET a copy, free() */
static uint32_t *_read_counts(const uint32_t *counts)
{
	return memory_copy(counts, _length(counts), sizeof(*counts));
}

static void _read_sizes(const resv_desc_msg_t *desc, request_t *r)
{
	const uint32_t *sizes = desc->node_cnt;

	if (desc->core_cnt)
		r->cores = _read_counts(desc->core_cnt);
	if (!sizes)
		return;
	r->has_nodes = true;
	for (size_t i = 0; sizes[i]; i++)
		r->num_cn += sizes[i];
	if (sizes[0] && sizes[1])
		r->sizes = _read_counts(sizes);
}

/* IN room - at least _length(counts); the rest is 0 */
static uint32_t *_write_counts(const uint32_t *counts, size_t room)
{
	uint32_t *copy = xcalloc(room, sizeof(*copy));

	memcpy(copy, counts, _length(counts) * sizeof(*copy));
	return copy;
}

void message_clear_nodes(resv_desc_msg_t *desc)
{
	xfree(desc->node_cnt);
	xfree(desc->core_cnt);
	xfree(desc->tres_str);
}

static void _write_sizes(const request_t *r, resv_desc_msg_t *desc)
{
	const uint32_t number[] = { (uint32_t) r->num_cn, 0 };
	const uint32_t *sizes = r->sizes ? r->sizes : number;
	/* Slurm reads both to the end of the longer one (_pick_nodes_ordered()) */
	size_t room = MAX(_length(sizes), _length(r->cores));

	if (r->has_nodes)
		desc->node_cnt = _write_counts(sizes, room);
	if (r->cores)
		desc->core_cnt = _write_counts(r->cores, room);
}
#else
static void _read_sizes(const resv_desc_msg_t *desc, request_t *r)
{
	if (desc->node_cnt != NO_VAL)
		request_set_nodes(r, desc->node_cnt);
	if (desc->core_cnt == NO_VAL)
		return;
	r->cores = memory_new(2, sizeof(*r->cores));
	r->cores[0] = desc->core_cnt;
}

void message_clear_nodes(resv_desc_msg_t *desc)
{
	desc->node_cnt = desc->core_cnt = NO_VAL;
	xfree(desc->tres_str);
}

static void _write_sizes(const request_t *r, resv_desc_msg_t *desc)
{
	if (r->has_nodes)
		desc->node_cnt = (uint32_t) r->num_cn;
	if (r->cores)
		desc->core_cnt = r->cores[0];
}
#endif

/* GPUs that were read from TRES=, for a request that Slurm serves. */
static void _write_gpus(const request_t *r, resv_desc_msg_t *desc)
{
	char *text;

	if (!r->gpus)
		return;
	text = text_printf("gres/gpu%s%s=%"PRIu64, r->gpu_type ? ":" : "",
			   r->gpu_type ? r->gpu_type : "", r->gpus);
	desc->tres_str = xstrdup(text);
	free(text);
}

/* Read counts in TRES= and TRESPerNode=, where scontrol does not do so. */
static void _read_tres(request_t *r)
{
#ifdef COMPAT_TRES_TEXT
	if (request_read_tres(r, r->flags & RESERVE_TRES_PER_NODE))
		r->flags &= ~RESERVE_TRES_PER_NODE;
#else
	(void) r;
#endif
}

static void _read_watts(const resv_desc_msg_t *desc, request_t *r)
{
#ifdef COMPAT_RESV_WATTS
	r->has_watts = (desc->resv_watts != NO_VAL);
	r->watts = r->has_watts ? desc->resv_watts : 0;
#else
	(void) desc;
	(void) r;
#endif
}

static void _write_watts(const request_t *r, resv_desc_msg_t *desc)
{
#ifdef COMPAT_RESV_WATTS
	if (r->has_watts)
		desc->resv_watts = r->watts;
#else
	(void) r;
	(void) desc;
#endif
}

static void _read_numbers(const resv_desc_msg_t *desc, request_t *r)
{
	r->has_start = (desc->start_time != (time_t) NO_VAL);
	r->start = r->has_start ? desc->start_time : 0;
	r->has_end = (desc->end_time != (time_t) NO_VAL);
	r->end = r->has_end ? desc->end_time : 0;
	r->has_minutes = (desc->duration != NO_VAL);
	r->endless = (desc->duration == INFINITE);
	r->minutes = (r->has_minutes && !r->endless) ? desc->duration : 0;
	r->has_delay = (desc->max_start_delay != NO_VAL);
	r->delay = r->has_delay ? desc->max_start_delay : 0;
	r->has_purge = (desc->purge_comp_time != NO_VAL);
	r->purge = r->has_purge ? desc->purge_comp_time : 0;
	_read_watts(desc, r);
}

/* Keep bits apart that are flags only in other versions of Slurm. */
static void _read_flags(const resv_desc_msg_t *desc, request_t *r)
{
	r->has_flags = (desc->flags != NO_VAL64);
	if (!r->has_flags)
		return;
	r->flags = desc->flags & ~FLAGS_UNKNOWN;
	r->other_flags = desc->flags & FLAGS_UNKNOWN;
}

bool message_text_ends(const char *text)
{
	return !text || memchr(text, '\0', xsize((void *) text));
}

int message_read(const resv_desc_msg_t *desc, request_t *ret)
{
	request_t r = { .name = NULL };
	text_pair_t pairs[TEXT_PAIRS];
	size_t cnt = _pair_texts((resv_desc_msg_t *) desc, &r, pairs);

	*ret = r;
	for (size_t i = 0; i < cnt; i++)
		if (!message_text_ends(*pairs[i].message))
			return ESLURM_PROTOCOL_INCOMPLETE_PACKET;
	for (size_t i = 0; i < cnt; i++)
		request_set(pairs[i].request, *pairs[i].message);
	_read_sizes(desc, &r);
	_read_numbers(desc, &r);
	_read_flags(desc, &r);
	_read_tres(&r);
	*ret = r;
	return 0;
}

resv_desc_msg_t *message_write(const request_t *r)
{
	resv_desc_msg_t *desc = xmalloc(sizeof(*desc));
	text_pair_t pairs[TEXT_PAIRS];
	size_t cnt = _pair_texts(desc, (request_t *) r, pairs);

	slurm_init_resv_desc_msg(desc);
	for (size_t i = 0; i < cnt; i++)
		*pairs[i].message = xstrdup(*pairs[i].request);
	if (r->has_start)
		desc->start_time = r->start;
	if (r->has_end)
		desc->end_time = r->end;
	if (r->has_minutes)
		desc->duration = r->endless ? INFINITE : r->minutes;
	if (r->has_delay)
		desc->max_start_delay = r->delay;
	if (r->has_purge)
		desc->purge_comp_time = r->purge;
	if (r->has_flags)
		desc->flags = r->flags | r->other_flags;
	_write_sizes(r, desc);
	_write_gpus(r, desc);
	_write_watts(r, desc);
	return desc;
}
