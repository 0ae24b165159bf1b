/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stats.c - bookings and offers of the coming days.
 *
 * It counts only what the controller shows; for the past see garq-ledger(8).
 */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/sresv/out.h"
#include "contrib/sresv/ctl/seen.h"
#include "contrib/sresv/verbs.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t now_columns[] = {
	{ SHEET_COUNT, "ACTIVE", false },	/* reservations */
	{ SHEET_COUNT, "AHEAD", false },
	{ SHEET_COUNT, "OFFERS", false },
	{ SHEET_COUNT, "NODES", false },
};

static const sheet_column_t day_columns[] = {
	{ SHEET_TEXT, "DAY", false },
	{ SHEET_REAL, "NODE-HOURS", false },
	{ SHEET_REAL, "OF", false },
	{ SHEET_REAL, "PERCENT", false },
};

static const sheet_column_t kind_columns[] = {
	{ SHEET_TEXT, "WHAT", false },
	{ SHEET_COUNT, "OFFERS", false },
	{ SHEET_REAL, "NODE-HOURS", false },
	{ SHEET_REAL, "CHEAPEST", false },
	{ SHEET_REAL, "DEAREST", false },
};

/* Seconds of [a, b) that are in [c, d). */
static double _common(time_t a, time_t b, time_t c, time_t d)
{
	time_t from = (a > c) ? a : c, to = (b < d) ? b : d;

	return (to > from) ? (double) (to - from) : 0;
}

static void _fill_now(const seen_t *seen, uint32_t nodes, sheet_t *s)
{
	int64_t active = 0, ahead = 0;
	time_t now = time(NULL);

	for (uint32_t i = 0; i < seen->all->record_count; i++) {
		const reserve_info_t *r = &seen->all->reservation_array[i];

		if (r->start_time > now)
			ahead++;
		else if (r->end_time > now)
			active++;
	}
	sheet_count(s, active);
	sheet_count(s, ahead);
	sheet_count(s, (int64_t) seen->offers.cnt);
	sheet_count(s, nodes);
}

static double _booked(const seen_t *seen, time_t from, time_t to)
{
	double sum = 0;

	for (size_t i = 0; i < seen->offers.cnt; i++) {
		const offer_t *o = &seen->offers.list[i];

		if (o->held)
			sum += o->nodes * _common(o->start, o->end, from, to);
	}
	for (uint32_t i = 0; i < seen->all->record_count; i++) {
		const reserve_info_t *r = &seen->all->reservation_array[i];

		/* reservations of licenses alone have no nodes */
		if (r->node_list)
			sum += r->node_cnt * _common(r->start_time, r->end_time,
						     from, to);
	}
	return sum / 3600;
}

/* The midnight that is days days after the last midnight. */
static time_t _midnight(time_t now, int64_t days)
{
	struct tm tm;

	if (!localtime_r(&now, &tm))
		return now + days * 86400;
	tm.tm_mday += (int) days;
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	return mktime(&tm);
}

/* The first day begins now: past time can't be booked. */
static void _fill_days(const seen_t *seen, uint32_t nodes,
		       int64_t days, sheet_t *s)
{
	time_t now = time(NULL);

	for (int64_t i = 0; i < days; i++) {
		time_t from = i ? _midnight(now, i) : now;
		time_t to = _midnight(now, i + 1);
		double there = nodes * (double) (to - from) / 3600;
		double booked = _booked(seen, from, to);
		char text[32] = "";
		struct tm tm;

		if (localtime_r(&from, &tm))
			strftime(text, sizeof(text), "%Y-%m-%d", &tm);
		sheet_text(s, text);
		sheet_real(s, booked);
		sheet_real(s, there);
		if (there > 0)
			sheet_real(s, 100 * booked / there);
		else
			sheet_none(s);
	}
}

/* Add one row for all offers with the same words as like. */
static void _fill_kind(const offers_t *offers, const offer_t *like, sheet_t *s)
{
	double hours = 0, least = like->cost, most = like->cost;
	int64_t cnt = 0;

	for (size_t i = 0; i < offers->cnt; i++) {
		const offer_t *o = &offers->list[i];

		if (strcmp(o->words, like->words))
			continue;
		cnt++;
		hours += o->nodes * (double) (o->end - o->start) / 3600;
		least = (o->cost < least) ? o->cost : least;
		most = (o->cost > most) ? o->cost : most;
	}
	sheet_text(s, like->words);
	sheet_count(s, cnt);
	sheet_real(s, hours);
	if (like->has_cost) {
		sheet_real(s, least);
		sheet_real(s, most);
	} else {
		sheet_none(s);
		sheet_none(s);
	}
}

static void _fill_kinds(const offers_t *offers, sheet_t *s)
{
	for (size_t i = 0; i < offers->cnt; i++) {
		const offer_t *o = &offers->list[i];
		bool seen = false;

		for (size_t n = 0; !seen && (n < i); n++)
			seen = !strcmp(offers->list[n].words, o->words);
		if (!seen)
			_fill_kind(offers, o, s);
	}
}

int verb_stats(const options_t *o)
{
	sheet_t *sheets[4] = {
		sheet_create("now", now_columns, COUNT(now_columns)),
		sheet_create("days", day_columns, COUNT(day_columns)),
		sheet_create("offers", kind_columns, COUNT(kind_columns)),
	};
	seen_t seen = { .all = NULL };
	uint32_t nodes;
	answer_t a;
	int rc;

	if (o->locks || o->reset || o->openmetrics || o->textfile) {
		for (size_t i = 0; i < COUNT(sheets); i++)
			sheet_destroy(sheets[i]);
		return (o->locks || o->reset) ? verb_locks(o) : verb_metrics(o);
	}
	ctl_count_nodes(&nodes, &a);
	if (a.status == STATUS_DONE)
		seen_load(&seen, &a);
	if (seen.offers.nodes)	/* those of a cloud, too */
		nodes = seen.offers.nodes;
	if (!sheets[0] || !sheets[1] || !sheets[2])
		a.status = STATUS_FAILED;
	if (a.status == STATUS_DONE) {
		_fill_now(&seen, nodes, sheets[0]);
		_fill_days(&seen, nodes, o->days, sheets[1]);
		_fill_kinds(&seen.offers, sheets[2]);
	}
	rc = out_print(o, a.status, a.why, sheets);
	for (size_t i = 0; i < COUNT(sheets); i++)
		sheet_destroy(sheets[i]);
	seen_free(&seen);
	answer_free(&a);
	return rc;
}
