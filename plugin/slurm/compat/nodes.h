/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes.h - convert Slurm's node bitmaps to the office's node sets and back.
 *
 * A node has the same index in both. Locks: node READ.
 */
#pragma once

#include "garq/nodeset.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Words of a bitmap before its bits; not every version's headers define it.
 * abi_check.c looks whether the bits are there.
 */
#define NODES_BITS_HEAD 2

/*
 * A bitmap as a set of the view's size.
 * IN nodes - NULL: an empty set
 * RET owned by the caller
 */
extern garq_set_t *nodes_from_bitmap(const bitstr_t *nodes);

/* As above, of another size. */
extern garq_set_t *nodes_from_bits(const bitstr_t *nodes, uint32_t size);

/* A set as a bitmap. RET owned by the caller (FREE_NULL_BITMAP) */
extern bitstr_t *nodes_to_bitmap(const garq_set_t *set);

/* The list of nodes, as Slurm writes it. RET free() */
extern char *nodes_to_list(const garq_set_t *set);

/*
 * The nodes of a list.
 * OUT ret_set - owned by the caller, also after REFUSED_NODES: those that exist
 * RET 0, or REFUSED_NODES (some do not exist)
 */
extern int nodes_from_list(const char *list, garq_set_t **ret_set);

/* See host.h: node_name and node_state. */
extern const char *nodes_name(uint32_t node);
extern const char *nodes_state(uint32_t node);

/* First node of a bitmap that is >= from, or the bitmap's size if there is none. */
extern bitoff_t nodes_next(const bitstr_t *nodes, bitoff_t from);

/*
 * Return true if both have the same nodes. NULL equals only NULL, not an empty
 * set.
 */
extern bool nodes_same(const garq_set_t *set, const bitstr_t *nodes);
