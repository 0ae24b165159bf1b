/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counts.c - see counts.h */

#include <inttypes.h>
#include <stdatomic.h>

#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/site.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_feed.h"

/* Reasons, in words of the interface. */
typedef enum {
	REASON_ROOM, REASON_DENIED, REASON_RATE, REASON_IN_USE, REASON_UNKNOWN,
	REASON_FAILED, REASON_INVALID, REASONS
} reason_t;

static const char *const reason_names[REASONS] = {
	[REASON_ROOM] = "no-room", [REASON_DENIED] = "denied",
	[REASON_RATE] = "rate", [REASON_IN_USE] = "in-use",
	[REASON_UNKNOWN] = "unknown", [REASON_FAILED] = "failed",
	[REASON_INVALID] = "invalid",
};

static const char *const names[COUNTS] = {
	[COUNT_OFFERS_MADE] = "offers-made",
	[COUNT_OFFERS_TAKEN] = "offers-taken", [COUNT_SHIFTS] = "shifts",
	[COUNT_REBINDS] = "rebinds", [COUNT_DEGRADED] = "degraded",
	[COUNT_BOOKED_SECONDS] = "booked-seconds",
	[COUNT_USED_SECONDS] = "used-seconds",
};

static _Atomic uint64_t counts[COUNTS], refused[REASONS];
static ledger_tries_t tries_before;	/* of the ledger, at the last reset */
static time_t counted;			/* up to here: usage */

void counts_add(count_t what, uint64_t n)
{
	atomic_fetch_add_explicit(&counts[what], n, memory_order_relaxed);
}

static reason_t _reason(int rc)
{
	switch (rc) {
	case REFUSED_BUSY:
	case REFUSED_OVERLAP:
		return REASON_ROOM;
	case REFUSED_DENIED:
	case REFUSED_NO_ACCESS:
	case REFUSED_USERS:
		return REASON_DENIED;
	case REFUSED_RATE:
		return REASON_RATE;
	case REFUSED_IN_USE:
	case REFUSED_STARTED:
		return REASON_IN_USE;
	case REFUSED_NO_SUCH:
		return REASON_UNKNOWN;
	case REFUSED_FAILED:
		return REASON_FAILED;
	}
	return (rc > 0) ? REASON_FAILED : REASON_INVALID;
}

void counts_refused(int rc)
{
	atomic_fetch_add_explicit(&refused[_reason(rc)], 1,
				  memory_order_relaxed);
}

/* --- node time ------------------------------------------------------------------- */

typedef struct {
	time_t now;
	uint64_t live;			/* bookings that have begun */
	garq_set_t *nodes;		/* of these, or NULL */
} seen_t;

static void _see(view_resv_t *v, void *arg)
{
	seen_t *seen = arg;

	if (!v->booking || (v->booking->start > seen->now) ||
	    (v->booking->end <= seen->now))
		return;
	seen->live++;
	if (seen->nodes && v->nodes && (v->nodes->size == seen->nodes->size))
		garq_set_add_all(seen->nodes, v->nodes);
}

/*
 * A booking is linked before it begins, so that the walk has as many steps as
 * bookings matter now, however many lie ahead.
 */
static void _see_live(seen_t *seen)
{
	view_each_linked(_see, seen);
}

static void _count_nodes(time_t now, uint64_t seconds)
{
	garq_set_t *used = garq_set_create(view_size());
	seen_t seen = { .now = now, .nodes = garq_set_create(view_size()) };
	uint32_t booked;

	if (used && seen.nodes) {
		_see_live(&seen);
		booked = garq_set_count(seen.nodes);
		view_jobs_add_reserved(used);
		garq_set_del_all(seen.nodes, used);
		counts_add(COUNT_BOOKED_SECONDS, booked * seconds);
		counts_add(COUNT_USED_SECONDS,
			   (booked - garq_set_count(seen.nodes)) * seconds);
	}
	garq_set_destroy(used);
	garq_set_destroy(seen.nodes);
}

void counts_usage(time_t now)
{
	time_t seconds = now - counted;

	if (counted && (seconds > 0) && (seconds <= COUNTS_GAP))
		_count_nodes(now, (uint64_t) seconds);
	counted = now;
}

/* --- answers --------------------------------------------------------------------- */

static uint64_t _get(count_t what)
{
	return atomic_load_explicit(&counts[what], memory_order_relaxed);
}

/* The tries since the reset; all of them, if another ledger was opened. */
static ledger_tries_t _tries(void)
{
	ledger_tries_t now = { .commits = 0 };

	if (site.ledger)
		now = ledger_tries(site.ledger);
	if ((now.commits >= tries_before.commits) &&
	    (now.faults >= tries_before.faults)) {
		now.commits -= tries_before.commits;
		now.faults -= tries_before.faults;
	}
	return now;
}

void counts_add_table(char **text)
{
	uint64_t booked = _get(COUNT_BOOKED_SECONDS) / 3600;
	uint64_t used = _get(COUNT_USED_SECONDS) / 3600;

	text_add(text,
		 "\noffers: %"PRIu64", taken: %"PRIu64"; shifts: %"PRIu64", to other nodes: %"PRIu64", degraded: %"PRIu64"; node-hours inside bookings: %"PRIu64", idle: %"PRIu64,
		 _get(COUNT_OFFERS_MADE), _get(COUNT_OFFERS_TAKEN),
		 _get(COUNT_SHIFTS), _get(COUNT_REBINDS), _get(COUNT_DEGRADED),
		 booked, booked - used);
}

void counts_add_lines(char **text)
{
	seen_t seen = { .now = view_now() };
	ledger_tries_t tries = _tries();

	_see_live(&seen);
	text_add(text, "\n" ANSWER_COUNTS "=%d", ANSWER_VERSION);
	for (count_t i = 0; i < COUNTS; i++)
		text_add(text, " %s=%"PRIu64, names[i], _get(i));
	text_add(text, " commits=%"PRIu64" commit-faults=%"PRIu64
		 " bookings-now=%"PRIu32" active-now=%"PRIu64
		 " degraded-now=%"PRIu32, tries.commits, tries.faults,
		 view_bookings(), seen.live, view_with_lost());
	for (reason_t i = 0; i < REASONS; i++)
		text_add(text, "\n" ANSWER_REFUSED "=%d reason=%s count=%"PRIu64,
			 ANSWER_VERSION, reason_names[i],
			 atomic_load_explicit(&refused[i],
					      memory_order_relaxed));
}

void counts_reset(void)
{
	for (count_t i = 0; i < COUNTS; i++)
		atomic_store_explicit(&counts[i], 0, memory_order_relaxed);
	for (reason_t i = 0; i < REASONS; i++)
		atomic_store_explicit(&refused[i], 0, memory_order_relaxed);
	tries_before = (ledger_tries_t) { .commits = 0 };
	if (site.ledger)
		tries_before = ledger_tries(site.ledger);
}
