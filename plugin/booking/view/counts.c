/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdatomic.h>

#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/memory/memory.h"

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
	[COUNT_REBINDS] = "rebinds", [COUNT_RESIZES] = "resizes",
	[COUNT_DEGRADED] = "degraded",
	[COUNT_BOOKED_SECONDS] = "booked-seconds",
	[COUNT_USED_SECONDS] = "used-seconds",
	[COUNT_STANDBY_BOOKED] = "standby-booked",
	[COUNT_STANDBY_OFFERED] = "standby-offered",
	[COUNT_STANDBY_ENDED] = "standby-ended",
	[COUNT_STANDBY_WITHDRAWN] = "standby-withdrawn",
};

struct counts_state {
	_Atomic uint64_t counts[COUNTS], refused[REASONS];
	ledger_tries_t tries_before;	/* of the ledger, at the last reset */
	time_t counted;			/* up to here: usage */
};

void counts_add(office_t *office, count_t what, uint64_t n)
{
	atomic_fetch_add_explicit(&office->counts->counts[what], n,
				  memory_order_relaxed);
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

void counts_refused(office_t *office, int rc)
{
	atomic_fetch_add_explicit(&office->counts->refused[_reason(rc)], 1,
				  memory_order_relaxed);
}

/* --- node time ------------------------------------------------------------------- */

typedef struct {
	time_t now;
	uint64_t live;			/* bookings that have begun */
	garq_set_t *nodes;		/* of these, or NULL */
} seen_t;

static void _see_booking(view_resv_t *v, void *arg)
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
static void _see_live(office_t *office, seen_t *seen)
{
	view_each_linked(office, _see_booking, seen);
}

static void _count_nodes(office_t *office, time_t now, uint64_t seconds)
{
	uint32_t size = view_size(office), booked;
	garq_set_t *used = memory_there(garq_set_create(size));
	seen_t seen = { .now = now,
			.nodes = memory_there(garq_set_create(size)) };

	_see_live(office, &seen);
	booked = garq_set_count(seen.nodes);
	view_jobs_add_reserved(office, used);
	garq_set_del_all(seen.nodes, used);
	counts_add(office, COUNT_BOOKED_SECONDS, booked * seconds);
	counts_add(office, COUNT_USED_SECONDS,
		   (booked - garq_set_count(seen.nodes)) * seconds);
	garq_set_destroy(used);
	garq_set_destroy(seen.nodes);
}

void counts_usage(office_t *office, time_t now)
{
	time_t seconds = now - office->counts->counted;

	if (office->counts->counted && (seconds > 0) && (seconds <= COUNTS_GAP))
		_count_nodes(office, now, (uint64_t) seconds);
	office->counts->counted = now;
}

/* --- answers --------------------------------------------------------------------- */

uint64_t counts_get(office_t *office, count_t what)
{
	return atomic_load_explicit(&office->counts->counts[what],
				    memory_order_relaxed);
}

/* The tries since the reset; all of them, if another ledger was opened. */
static ledger_tries_t _tries_since_reset(office_t *office)
{
	ledger_tries_t now = { .commits = 0 };

	if (office->ledger)
		now = ledger_tries(office->ledger);
	if ((now.commits >= office->counts->tries_before.commits) &&
	    (now.faults >= office->counts->tries_before.faults)) {
		now.commits -= office->counts->tries_before.commits;
		now.faults -= office->counts->tries_before.faults;
	}
	return now;
}

void counts_add_table(office_t *office, char **text)
{
	uint64_t booked = counts_get(office, COUNT_BOOKED_SECONDS) / 3600;
	uint64_t used = counts_get(office, COUNT_USED_SECONDS) / 3600;

	text_add(text,
		 "\noffers: %"PRIu64", taken: %"PRIu64"; shifts: %"PRIu64
		 ", to other nodes: %"PRIu64", to another size: %"PRIu64
		 ", degraded: %"PRIu64
		 "; node-hours inside bookings: %"PRIu64", idle: %"PRIu64,
		 counts_get(office, COUNT_OFFERS_MADE),
		 counts_get(office, COUNT_OFFERS_TAKEN),
		 counts_get(office, COUNT_SHIFTS),
		 counts_get(office, COUNT_REBINDS),
		 counts_get(office, COUNT_RESIZES),
		 counts_get(office, COUNT_DEGRADED), booked, booked - used);
}

void counts_add_lines(office_t *office, char **text)
{
	seen_t seen = { .now = view_now(office) };
	ledger_tries_t tries = _tries_since_reset(office);

	_see_live(office, &seen);
	text_add(text, "\n" ANSWER_COUNTS "=%d", ANSWER_VERSION);
	for (count_t i = 0; i < COUNTS; i++)
		text_add(text, " %s=%"PRIu64, names[i], counts_get(office, i));
	text_add(text, " commits=%"PRIu64" commit-faults=%"PRIu64
		 " bookings-now=%"PRIu32" active-now=%"PRIu64
		 " degraded-now=%"PRIu32, tries.commits, tries.faults,
		 view_bookings(office), seen.live, view_with_lost(office));
	for (reason_t i = 0; i < REASONS; i++)
		text_add(text, "\n" ANSWER_REFUSED "=%d reason=%s count=%"PRIu64,
			 ANSWER_VERSION, reason_names[i],
			 atomic_load_explicit(&office->counts->refused[i],
					      memory_order_relaxed));
}

void counts_reset(office_t *office)
{
	for (count_t i = 0; i < COUNTS; i++)
		atomic_store_explicit(&office->counts->counts[i], 0,
				      memory_order_relaxed);
	for (reason_t i = 0; i < REASONS; i++)
		atomic_store_explicit(&office->counts->refused[i], 0,
				      memory_order_relaxed);
	office->counts->tries_before = (ledger_tries_t) { .commits = 0 };
	if (office->ledger)
		office->counts->tries_before = ledger_tries(office->ledger);
}

const office_state_t counts_state = OFFICE_STATE(counts, NULL, NULL);
