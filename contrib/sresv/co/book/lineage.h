/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lineage.h - the ids of co-reservations that were booked again.
 *
 *	abcdefgh	booked
 *	abcdefghr1	parts of it were replaced (sresv co rebook)
 *	abcdefghr2	and once more
 *
 * The names of the parts have the id: a scan of the clusters sees what belongs
 * together, and which one is newer.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINEAGE_ROOT_MIN 8	/* characters: the ids of sresv co book */

/* RET how many characters of an id are that of the first booking */
extern size_t lineage_root(const char *id);

/* RET 0 for a first booking, and up */
extern uint32_t lineage_generation(const char *id);

/* Is old an earlier booking than id, of the same co-reservation? */
extern bool lineage_is_older(const char *old, const char *id);
