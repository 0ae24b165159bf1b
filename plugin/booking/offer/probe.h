/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe.h - ReservationName=probe lists all starts at which a reservation could
 * be made, and makes nothing (doc/CO.md, "What a controller answers").
 *
 * StartTime is the earliest start, MaxStartDelay how much later the last one
 * is; Duration, nodes, licenses and all else are as in a create request, which
 * would book at any of the starts told. A program names the request
 * ANSWER_PROBE (answer.h).
 *
 * Locks: site_lock(), after site_sync(); site_lock(true) if serve_deletes().
 */
#pragma once

#include "plugin/booking/offer/probe_alike.h"
#include "plugin/booking/offer/probe_find.h"
#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"

/* The answer is a text, with or without starts. */
extern const verb_t probe_verb;

/*
 * Write the answer: lines for a program (answer.h), or tables for people.
 * IN shape - that was probed
 * IN nodes - which of them are free when
 * IN unit - of costs, or ""; NULL: no costs
 * IN ledger - the identity of the ledger
 * RET free()
 */
extern char *probe_lines(office_t *office, const probe_t *probe,
			 const shape_t *shape, const probe_nodes_t *nodes,
			 uint32_t ledger, time_t now, const char *unit);
extern char *probe_tables(const probe_t *probe, const shape_t *shape,
			  const char *unit);
