/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_starts.c - all starts at which enough nodes are free for a duration.
 *
 *	          start   start + duration
 *	node 0  --|-------|---[== a ==]--
 *	node 1  [== b ==] |    ->
 *	          the interval slides to the right
 *
 * As the start grows, the interval meets a part once the part's first second is
 * in it, and has left the part behind when the start is the part's end. Each
 * part thus enters once, in the order in which the calendar visits the parts,
 * and leaves once, in the order of the ends, which a heap keeps. Between two of
 * these events the same nodes are free.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/grow.h"
#include "garq/holders.h"

struct slide {
	const uint64_t *eligible;
	uint32_t *met;		/* how many parts of each node the interval meets */
	uint32_t left;		/* eligible nodes that meet none */
	uint32_t num_cn;
	time_t duration;
	time_t start;		/* of the interval; all before it is decided */
	time_t end;		/* behind the last start */
	uint64_t *steps;
	struct garq_part **heap;	/* parts that are met, earliest end on top */
	size_t cnt;
	size_t room;
	bool open;		/* a run has begun, at: */
	time_t first;
	garq_starts_fn fn;
	void *arg;
	bool failed;		/* no memory */
	bool stopped;		/* by fn, or the steps are used up */
};

/* The heap */

static void _heap_swap(struct slide *s, size_t i, size_t k)
{
	struct garq_part *part = s->heap[i];

	s->heap[i] = s->heap[k];
	s->heap[k] = part;
}

static void _heap_up(struct slide *s, size_t i)
{
	for (; i && (s->heap[i]->t_e < s->heap[(i - 1) / 2]->t_e);
	     i = (i - 1) / 2)
		_heap_swap(s, i, (i - 1) / 2);
}

static void _heap_down(struct slide *s)
{
	for (size_t i = 0, k; (k = 2 * i + 1) < s->cnt; i = k) {
		if ((k + 1 < s->cnt) && (s->heap[k + 1]->t_e < s->heap[k]->t_e))
			k++;
		if (s->heap[i]->t_e <= s->heap[k]->t_e)
			return;
		_heap_swap(s, i, k);
	}
}

/* Parts enter and leave */

#define STEPS_PART 8	/* what the heap costs, and memory that is far away */

/* Count the eligible nodes of a part in or out, and the steps for it. */
static void _count_part(struct slide *s, const struct garq_part *part,
			bool enters)
{
	uint64_t steps = STEPS_PART + part->words;

	for (uint32_t w = 0; w < part->words; w++) {
		uint64_t word = part->word[w] & s->eligible[part->first + w];

		for (; word; word &= word - 1, steps++) {
			uint32_t *met = &s->met[(part->first + w) * 64 +
				(uint32_t) __builtin_ctzll(word)];

			if (enters)
				s->left -= !(*met)++;
			else
				s->left += !--*met;
		}
	}
	*s->steps -= (steps < *s->steps) ? steps : *s->steps;
}

/* RET false if memory is short */
static bool _enter_part(struct slide *s, struct garq_part *part)
{
	s->failed = GARQ_GROW(s->heap, s->cnt + 1, 64, &s->room) < 0;
	if (s->failed)
		return false;
	s->heap[s->cnt++] = part;
	_heap_up(s, s->cnt - 1);
	_count_part(s, part, true);
	return true;
}

static void _leave_part(struct slide *s)
{
	_count_part(s, s->heap[0], false);
	s->heap[0] = s->heap[--s->cnt];
	_heap_down(s);
}

/* A run has ended before the present start. */
static void _close_run(struct slide *s)
{
	if (s->open && !s->fn(s->arg, s->first, s->start - 1))
		s->stopped = true;
	s->open = false;
}

/* The same nodes are free from the present start up to to. */
static void _advance_start(struct slide *s, time_t to)
{
	if ((to <= s->start) || s->stopped)
		return;
	if (s->left < s->num_cn) {
		_close_run(s);
	} else if (!s->open) {
		s->open = true;
		s->first = s->start;
	}
	if (!s->stopped)
		s->start = to;
}

static void _slide_to(struct slide *s, time_t to)
{
	while (s->cnt && (s->heap[0]->t_e <= to) && !s->stopped) {
		_advance_start(s, s->heap[0]->t_e);
		_leave_part(s);
	}
	_advance_start(s, to);
}

/* A garq_part_fn. The part is met from the start on that is met from here. */
static bool _meet_part(void *arg, struct garq_part *part)
{
	struct slide *s = arg;

	_slide_to(s, garq_sooner(part->t_s - s->duration + 1, s->end));
	s->stopped = s->stopped || !*s->steps;
	if (s->stopped || (part->t_e <= s->start))
		return !s->stopped;
	return _enter_part(s, part);
}

extern int garq_nodes_starts(const garq_nodes_t *n, const garq_set_t *eligible,
			     uint32_t num_cn, time_t from, time_t latest,
			     time_t duration, uint64_t *steps,
			     garq_starts_fn fn, void *arg, time_t *ret_until)
{
	struct slide s = {
		.eligible = eligible->word, .left = garq_set_count(eligible),
		.num_cn = num_cn, .duration = duration, .start = from,
		.end = latest + 1, .steps = steps, .fn = fn, .arg = arg,
	};

	s.met = calloc(n->size, sizeof(*s.met));
	s.failed = !s.met;
	if (!s.failed)
		garq_calendar_each(&n->calendar, from, latest + duration,
				   GARQ_ANY_NODE, _meet_part, &s);
	if (!s.failed) {
		if (!s.stopped)
			_slide_to(&s, s.end);
		_close_run(&s);
		*ret_until = s.start;
	}
	free(s.heap);
	free(s.met);
	if (!s.failed)
		return 0;
	errno = ENOMEM;
	return -1;
}
