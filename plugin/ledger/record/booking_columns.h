/* SPDX-License-Identifier: GPL-2.0-or-later */
/* booking_columns.h - the columns of a booking in the ledger; see column.h. */
#pragma once

#include "plugin/ledger/record/booking.h"
#include "plugin/ledger/record/column.h"

/* They identify a booking: a put does not change them. */
#define BOOKING_IDENTITY(X) \
	X("name", TEXT, name) \
	X("creator", UINT32, creator) \
	X("created", INT64, created)

/* Of booking_use_t, in any struct that has one. */
#define BOOKING_USE(X) \
	X("asked_s", INT64, use.asked) \
	X("held_s", INT64, use.held) \
	X("held_until", INT64, use.held_until) \
	X("cpus", UINT32, use.cpus) \
	X("used_s", INT64, use.used) \
	X("used_until", INT64, use.used_until)

#define BOOKING_CONTENT(X) \
	X("t_esr", INT64, t_esr) \
	X("t_lsr", INT64, t_lsr) \
	X("not_before", INT64, not_before) \
	X("asked_nodes", TEXT, asked_nodes) \
	X("num_cn", UINT32, num_cn) \
	X("least_cn", UINT32, least_cn) \
	X("least_minutes", UINT32, least_minutes) \
	X("most_cn", UINT32, most_cn) \
	X("most_minutes", UINT32, most_minutes) \
	X("switches", UINT32, switches) \
	X("tight", BOOL, tight) \
	X("partition", TEXT, partition) \
	X("features", TEXT, features) \
	X("users", TEXT, users) \
	X("groups", TEXT, groups) \
	X("accounts", TEXT, accounts) \
	X("licenses", TEXT, licenses) \
	X("comment", TEXT, comment) \
	X("allowed_parts", TEXT, allowed_parts) \
	X("qos", TEXT, qos) \
	X("flags", INT64, flags) \
	X("duration_min", UINT32, duration_min) \
	X("purge_comp_time", UINT32, purge_comp_time) \
	X("max_start_delay", UINT32, max_start_delay) \
	X("start", INT64, start) \
	X("\"end\"", INT64, end) \
	X("nodes", FILLED, nodes) \
	X("cores", TEXT, cores) \
	X("resv_id", UINT32, resv_id) \
	X("parked", BOOL, parked) \
	X("seen", UINT32, seen) \
	X("was", TEXT, was) \
	X("hold_until", INT64, hold_until) \
	X("hold_ttl", UINT32, hold_ttl) \
	X("held", TEXT, held) \
	X("changed", INT64, changed) \
	BOOKING_USE(X) \
	X("payer", TEXT, payer) \
	X("month", UINT32, charge.month) \
	X("charge", INT64, charge.amount) \
	X("settled", INT64, charge.settled) \
	X("since", INT64, charge.since)

/* Identity and content, in this order: all but stand_in and part, which share a
 * column (ledger_row.c). */
#define BOOKING_COLUMN_CNT 50
extern const column_t booking_columns[BOOKING_COLUMN_CNT];
