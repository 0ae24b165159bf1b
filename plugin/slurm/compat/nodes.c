/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "plugin/booking/view/view.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/compat/refusals.h"

#define WORD 64

static bool _is_little_endian(void)
{
	const uint64_t one = 1;

	return *(const uint8_t *) &one == 1;
}

/*
 * Word w of a bitmap as a garq_set_t has it. Slurm's words are the same where
 * the machine is little endian (abi_check.h looks), but for bits behind the
 * end.
 */
static uint64_t _read_word(const bitstr_t *nodes, bitoff_t size, uint32_t w)
{
	bitoff_t first = (bitoff_t) w * WORD, cnt = size - first;
	uint64_t word = 0;

	if (cnt <= 0)
		return 0;
	if (_is_little_endian())
		word = (uint64_t) nodes[NODES_BITS_HEAD + w];
	else
		for (bitoff_t i = 0; (i < WORD) && (i < cnt); i++)
			if (bit_test((bitstr_t *) nodes, first + i))
				word |= UINT64_C(1) << i;
	return (cnt < WORD) ? word & ((UINT64_C(1) << cnt) - 1) : word;
}

garq_set_t *nodes_from_bits(const bitstr_t *nodes, uint32_t size)
{
	garq_set_t *set = memory_there(garq_set_create(size));
	bitoff_t bits = nodes ? bit_size((bitstr_t *) nodes) : 0;

	bits = MIN(bits, (bitoff_t) size);
	for (uint32_t w = 0; (bitoff_t) w * WORD < bits; w++)
		set->word[w] = _read_word(nodes, bits, w);
	return set;
}

bitoff_t nodes_next(const bitstr_t *nodes, bitoff_t from)
{
	bitoff_t size = bit_size((bitstr_t *) nodes);
	uint64_t mask = UINT64_MAX << (from % WORD);

	for (bitoff_t w = from / WORD; w * WORD < size; w++) {
		uint64_t word = _read_word(nodes, size, (uint32_t) w) & mask;

		if (word)
			return (w * WORD) + __builtin_ctzll(word);
		mask = UINT64_MAX;
	}
	return size;
}

garq_set_t *nodes_from_bitmap(const bitstr_t *nodes)
{
	return nodes_from_bits(nodes, view_size(office));
}

bitstr_t *nodes_to_bitmap(const garq_set_t *set)
{
	bitstr_t *nodes = bit_alloc(node_record_count);

	for (uint32_t i = garq_set_next(set, 0);
	     (i < set->size) && (i < (uint32_t) node_record_count);
	     i = garq_set_next(set, i + 1))
		bit_set(nodes, i);
	return nodes;
}

char *nodes_to_list(const garq_set_t *set)
{
	bitstr_t *nodes = nodes_to_bitmap(set);
	char *list = text_take(bitmap2node_name(nodes));

	FREE_NULL_BITMAP(nodes);
	return list;
}

int nodes_from_list(const char *list, garq_set_t **ret_set)
{
	bitstr_t *nodes = NULL;
	int rc = compat_node_bitmap(list, &nodes) ? REFUSED_NODES : 0;

	*ret_set = nodes_from_bitmap(nodes);
	FREE_NULL_BITMAP(nodes);
	return rc;
}

/* Each walk calls this for many records: all but the last words at once. */
bool nodes_same(const garq_set_t *set, const bitstr_t *nodes)
{
	bitoff_t size;
	uint32_t w = 0;

	if (!set || !nodes)
		return !set && !nodes;
	size = bit_size((bitstr_t *) nodes);
	if (_is_little_endian() && (size == (bitoff_t) set->size)) {
		w = set->size / WORD;
		if (memcmp(set->word, nodes + NODES_BITS_HEAD,
			   w * sizeof(*set->word)) != 0)
			return false;
	}
	for (; ((uint64_t) w * WORD < set->size) || ((bitoff_t) w * WORD < size);
	     w++) {
		uint64_t ours = ((uint64_t) w * WORD < set->size) ?
			set->word[w] : 0;

		if (ours != _read_word(nodes, size, w))
			return false;
	}
	return true;
}

const char *nodes_name(uint32_t i)
{
	const node_record_t *node = (i < (uint32_t) node_record_count) ?
		node_record_table_ptr[i] : NULL;

	return (node && node->name) ? node->name : "?";
}

const char *nodes_state(uint32_t i)
{
	node_record_t *node;

	if ((i >= (uint32_t) node_record_count) ||
	    !(node = node_record_table_ptr[i]))
		return "not there";
	if (IS_NODE_DRAIN(node))
		return "drained";
	if (IS_NODE_NO_RESPOND(node))
		return "not responding";
	return "down";
}
