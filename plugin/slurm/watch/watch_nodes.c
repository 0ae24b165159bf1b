/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_nodes.c - which nodes are available, and of which class; see watch.h
 *
 * Slurm does not say which nodes have changed. Its bitmaps of nodes that are
 * up and available change with almost all states that matter here, so the
 * records of nodes whose bits differ are read at once. All other records are
 * read in turns, WATCH_SLICE at each look, until all were read after Slurm's
 * last stamp.
 */

#include <stdlib.h>

#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/watch/reason_until.h"
#include "plugin/slurm/watch/watch_private.h"

#define RESUMING 300	/* seconds in which Slurm has resumed a node */

static garq_set_t *avail;	/* available nodes, as last read */
static time_t *said;		/* when the others will be back, if that is
				 * said; else 0 */
static garq_set_t *bits_avail;	/* Slurm's bitmaps at the last look */
static garq_set_t *bits_up;
static time_t stamp_read;	/* the last look at which a pass was begun */
static uint32_t next;		/* the pass goes on with this node, ... */
static uint32_t left;		/* ... and has this many nodes to go */

/* Slurm ends a drain itself if it switches the node off (POWER_DOWN_ASAP). */
static bool _is_drained(const node_record_t *node)
{
	return IS_NODE_DRAIN(node) && !IS_NODE_POWER_DOWN(node);
}

/*
 * The state of a node decides, not Slurm's avail_node_bitmap: that bitmap lacks
 * nodes that power saving switches, although such nodes come up on demand, and
 * has some nodes that do not respond. After a start of slurmctld the nodes take
 * seconds or minutes to register; nodes of unknown state count as available.
 */
static bool _is_available(const node_record_t *node)
{
	if (!node || IS_NODE_DOWN(node) ||
	    IS_NODE_FUTURE(node) || _is_drained(node) || IS_NODE_FAIL(node))
		return false;
	return !IS_NODE_NO_RESPOND(node) || IS_NODE_POWERED_DOWN(node) ||
	       IS_NODE_POWERING_DOWN(node) || IS_NODE_POWERING_UP(node);
}

/* Power saving changes nodes without a new stamp. */
static bool _nodes_drift(void)
{
	return slurm_conf.suspend_program && slurm_conf.resume_program;
}

/*
 * When a node that is away will be back, as was said of it. Slurm resumes a
 * node some time after ResumeAfter, and then its slurmd has to answer: the node
 * counts as back later, so that it is there before VIEW_SAID_LEAD begins.
 * RET 0: nothing was said
 */
static time_t _back_at(const node_record_t *node)
{
	time_t resumed = node ? compat_node_resume(node) : 0;

	if (resumed)
		return resumed + RESUMING + VIEW_SAID_LEAD;
	return node ? reason_until(node->reason) : 0;
}

/* Read the record of a node. RET true if its class has changed */
static bool _read_node(uint32_t i)
{
	const node_record_t *node = (i < (uint32_t) node_record_count) ?
		node_record_table_ptr[i] : NULL;

	if (_is_available(node)) {
		garq_set_add(avail, i);
		said[i] = 0;
	} else {
		garq_set_del(avail, i);
		said[i] = _back_at(node);
	}
	return watch_pools_read(i);
}

static bool _read_all(void)
{
	bool other = false;

	for (uint32_t i = 0; i < avail->size; i++)
		other |= _read_node(i);
	next = left = 0;
	return other;
}

/* Read the nodes whose bits differ, and remember the bits; before is freed. */
static bool _read_changed(garq_set_t **before, garq_set_t *bits)
{
	bool other = false;

	for (uint32_t w = 0; w < (bits->size + 63) / 64; w++)
		for (uint64_t diff = bits->word[w] ^ (*before)->word[w]; diff;
		     diff &= diff - 1)
			other |= _read_node((w * 64) +
					    (uint32_t) __builtin_ctzll(diff));
	garq_set_destroy(*before);
	*before = bits;
	return other;
}

static bool _read_slice(void)
{
	bool other = false;

	for (uint32_t n = MIN(left, WATCH_SLICE); n; n--) {
		other |= _read_node(next);
		next = (next + 1) % avail->size;
		left--;
	}
	return other;
}

/* Begin a pass. RET true if a class has changed */
static bool _read_bits(time_t now)
{
	garq_set_t *is_avail = nodes_from_bits(avail_node_bitmap, avail->size);
	garq_set_t *is_up = nodes_from_bits(up_node_bitmap, avail->size);
	bool other = _read_changed(&bits_avail, is_avail);

	other |= _read_changed(&bits_up, is_up);
	left = avail->size;
	stamp_read = now;
	return other;
}

/* Empty sets, so that all is read. */
static void _init_sets(uint32_t cnt)
{
	watch_nodes_clear();
	avail = memory_there(garq_set_create(cnt));
	said = memory_new(cnt, sizeof(*said));
	bits_avail = memory_there(garq_set_create(cnt));
	bits_up = memory_there(garq_set_create(cnt));
}

bool watch_nodes_read(uint32_t cnt, bool all, time_t now)
{
	bool other = false;

	if (!avail || (avail->size != cnt)) {
		_init_sets(cnt);
		all = true;
	}
	all |= watch_pools_begin(cnt, now);
	if ((last_node_update >= stamp_read) || (_nodes_drift() && !left))
		other = _read_bits(now);
	other |= _read_slice();
	/* The view is built again for a new class: once, and not for each slice. */
	if (all || other)
		other |= _read_all();
	watch_pools_place(WATCH_PLACES);
	return other;
}

const garq_set_t *watch_nodes_avail(void)
{
	return avail;
}

const time_t *watch_nodes_said(void)
{
	return said;
}

void watch_nodes_clear(void)
{
	garq_set_destroy(avail);
	garq_set_destroy(bits_avail);
	garq_set_destroy(bits_up);
	avail = bits_avail = bits_up = NULL;
	free(said);
	said = NULL;
	stamp_read = 0;
	next = left = 0;
}
