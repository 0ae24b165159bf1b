/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * units_text.h - the cores of a reservation as a text, for the ledger and for
 * users: "n[1-2]:0-3,8 n5:0" are five cores on each of n1 and n2, and one on n5.
 * GPUs stand behind cores: "n1:0-3/0,2". A type of GPUs that was asked for stands
 * in front: "gpu=a100 n1:0-3/0,2".
 *
 * The names of nodes are those of the host. Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/request/units.h"
#include "plugin/booking/view/office.h"

/* RET free(); NULL: there are none */
extern char *units_text(office_t *office, const units_t *units);

/*
 * Read such a text; nodes that are not there are left out. If a node is in it
 * twice, the first counts.
 * IN text - or NULL
 * RET units_free()
 */
extern units_t units_read(office_t *office, const char *text);

/*
 * The cores that a text has of nodes which are not kept, as those of nodes
 * 0, 1, ...: of each node that is there, and once for all nodes of a word that
 * are gone, as nobody knows their number.
 * IN text - or NULL; kept - NULL: none
 * RET units_free()
 */
extern units_t units_missing(office_t *office, const char *text,
			     const garq_set_t *kept);

/*
 * The words of a text that name nodes which are not there: it may be continued
 * with them, and has the cores of these nodes when they are there again.
 * IN text - or NULL
 * RET free(); NULL: there are none
 */
extern char *units_gone(office_t *office, const char *text);

/* "8 cores on each of 2 nodes", or the sum where they differ; with GPUs "4 GPUs
 * (a100) and 8 cores of a node". IN type - NULL: any. RET free() */
extern char *units_words(uint32_t num_cn, const want_t *each,
			 uint32_t each_cnt, const char *type);
