/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/view/counts.h"

#define SUB_BITS 3	/* 8 buckets for each power of two */
#define SUBS (1U << SUB_BITS)
#define TOP_BIT 35	/* larger values are in the last bucket: 19 hours */
#define BUCKETS ((TOP_BIT - SUB_BITS + 2) * SUBS)

typedef struct {
	uint64_t cnt, sum, max;
	uint32_t bucket[BUCKETS];
} histogram_t;

struct lock_stats_state {
	histogram_t table[LOCK_VERBS][LOCK_PARTS];
	time_t since;
};

static const char *const verb_names[LOCK_VERBS] = {
	[LOCK_OTHER] = "other", [LOCK_CREATE] = "create",
	[LOCK_UPDATE] = "update", [LOCK_DELETE] = "delete",
	[LOCK_SHOW] = "show", [LOCK_SUBMIT] = "submit",
	[LOCK_JOB] = "job", [LOCK_ALL] = "all-linked",
	[LOCK_AGENT] = "agent", [LOCK_LINKER] = "linker",
	[LOCK_JOBS] = "deadlines",
};

static const char *const part_names[LOCK_PARTS] = {
	[LOCK_WAIT] = "wait", [LOCK_HOLD] = "hold", [LOCK_CPU] = "cpu",
	[LOCK_SYNC] = "sync", [LOCK_PLAN] = "plan",
	[LOCK_OFFERS] = "offers", [LOCK_STEPS] = "steps",
};

static uint32_t _bucket(uint64_t value)
{
	uint32_t top;

	if (value < SUBS)
		return (uint32_t) value;
	top = 63U - (uint32_t) __builtin_clzll(value);
	if (top > TOP_BIT)
		return BUCKETS - 1;
	return ((top - SUB_BITS + 1) * SUBS) +
	       (uint32_t) ((value >> (top - SUB_BITS)) & (SUBS - 1));
}

/* The largest value of a bucket. */
static uint64_t _bucket_max(uint32_t bucket)
{
	uint32_t shift = (bucket < SUBS) ? 0 : (bucket / SUBS) - 1;
	uint64_t low = (bucket < SUBS) ? bucket :
		       (uint64_t) (SUBS + (bucket % SUBS)) << shift;

	return low + (1ULL << shift) - 1;
}

void lock_stats_add(office_t *office, lock_verb_t verb, lock_part_t part,
		    uint64_t value)
{
	histogram_t *h = &office->lock_stats->table[verb][part];

	h->cnt++;
	h->sum += value;
	h->max = MAX(h->max, value);
	h->bucket[_bucket(value)]++;
}

/*
 * The value that a share of all, in percent, does not exceed: the upper end of
 * its bucket, at most the maximum. RET 0: nothing was counted
 */
static uint64_t _percentile(const histogram_t *h, uint32_t percent)
{
	uint64_t seen = 0, wanted = ((h->cnt * percent) + 99) / 100;

	for (uint32_t i = 0; i < BUCKETS; i++)
		if (h->bucket[i] && ((seen += h->bucket[i]) >= wanted))
			return MIN(_bucket_max(i), h->max);
	return h->max;
}

void lock_stats_reset(office_t *office, time_t now)
{
	counts_reset(office);
	memset(office->lock_stats->table, 0, sizeof(office->lock_stats->table));
	office->lock_stats->since = now;
}

static double _us_to_ms(uint64_t us)
{
	return (double) us / 1000;
}

/* One row for people; a verb that never held the locks has none. */
static void _add_row(office_t *office, lock_verb_t verb, char **text)
{
	const histogram_t *h = office->lock_stats->table[verb];

	if (!h[LOCK_HOLD].cnt)
		return;
	text_add(text,
		 "\n%-10s %10"PRIu64" %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %10"PRIu64,
		 verb_names[verb], h[LOCK_HOLD].cnt,
		 _us_to_ms(_percentile(&h[LOCK_HOLD], 50)),
		 _us_to_ms(_percentile(&h[LOCK_HOLD], 99)),
		 _us_to_ms(h[LOCK_HOLD].max), _us_to_ms(h[LOCK_CPU].max),
		 _us_to_ms(h[LOCK_SYNC].max), _us_to_ms(h[LOCK_PLAN].max),
		 _us_to_ms(h[LOCK_OFFERS].max),
		 _us_to_ms(_percentile(&h[LOCK_WAIT], 99)),
		 _us_to_ms(h[LOCK_WAIT].max), h[LOCK_STEPS].max);
}

/* The files of the site that have a fault. */
static void _add_faults(office_t *office, char **text)
{
	static const struct {
		const char *option, *stays, *none;
	} words[OFFICE_FILES] = {
		[OFFICE_TARIFF] = { "garq_tariff", "the tariff before it stays",
				    "there is no tariff" },
		[OFFICE_BUDGET] = { "garq_budget", "the budgets before it stay",
				    "no user books until it is mended" },
	};

	for (size_t i = 0; i < OFFICE_FILES; i++)
		if (office->files[i].fault[0])
			text_add(text, "\nthe file of %s has a fault: %s; %s",
				 words[i].option, office->files[i].fault,
				 ((i == OFFICE_TARIFF) ?
					  office->tariff != NULL :
					  office->budgets != NULL) ?
					 words[i].stays : words[i].none);
}

static void _add_table(office_t *office, char **text)
{
	char from[TEXT_TIME];

	text_add(
		text,
		"none, these are milliseconds for which slurmctld's locks were held since %s\n%-10s %10s %9s %9s %9s %9s %9s %9s %9s %9s %9s %10s",
		text_time(office->lock_stats->since, from), "VERB", "HOLDS",
		"P50", "P99", "MAX", "CPU-MAX", "SYNC-MAX", "PLAN-MAX",
		"OFFER-MAX", "WAIT-P99", "WAIT-MAX", "STEPS-MAX");
	for (lock_verb_t verb = 0; verb < LOCK_VERBS; verb++)
		_add_row(office, verb, text);
	_add_faults(office, text);
	counts_add_table(office, text);
	if (office->untried_cnt)
		text_add(text,
			 "\nrefused before all ways to make room were tried: %"PRIu64" since slurmctld's start",
			 office->untried_cnt);
	if (office->stale_cnt)
		text_add(text,
			 "\ndecided again, since others changed something meanwhile: %"PRIu64" since slurmctld's start",
			 office->stale_cnt);
}

static void _add_lines(office_t *office, time_t now, char **text)
{
	text_add(text,
		 ANSWER_STATS "=%d since=%lld now=%lld booked=%"PRIu64
			      " refused=%"PRIu64" untried=%"PRIu64
			      " stale=%"PRIu64" native=%"PRIu64
			      " faults=%"PRIu64" wrong-files=%"PRIu32,
		 ANSWER_VERSION, (long long) office->lock_stats->since,
		 (long long) now, office->booked_cnt, office->refused_cnt,
		 office->untried_cnt, office->stale_cnt, office->native_cnt,
		 office->fault_cnt, office_faulty_files(office));
	counts_add_lines(office, text);
	for (lock_verb_t verb = 0; verb < LOCK_VERBS; verb++)
		for (lock_part_t part = 0; part < LOCK_PARTS; part++) {
			const histogram_t *h =
				&office->lock_stats->table[verb][part];

			if (h->cnt)
				text_add(text, "\n" ANSWER_LOCKS
					 "=%d verb=%s part=%s count=%"PRIu64
					 " sum=%"PRIu64" p50=%"PRIu64
					 " p99=%"PRIu64" max=%"PRIu64,
					 ANSWER_VERSION, verb_names[verb],
					 part_names[part], h->cnt, h->sum,
					 _percentile(h, 50),
					 _percentile(h, 99), h->max);
		}
}

/* Operators alone reset. */
static int _plan_stats(office_t *office, ask_t *a)
{
	bool reset = text_same_word(a->request->name, LOCK_STATS_RESET);

	if (reset && !office->host->users->is_operator(office, a->uid))
		return ask_refuse(a, REFUSED_DENIED,
				  "stats: only an operator can reset the figures");
	if (a->program)
		_add_lines(office, a->now, &a->text);
	else
		_add_table(office, &a->text);
	if (reset)
		lock_stats_reset(office, a->now);
	return 0;
}

const verb_t stats_verb = {
	.word = "query",
	.question = true,
	.turns = true,
	.form = NAME_STATS,
	.plan = _plan_stats,
};

const office_state_t lock_stats_state = OFFICE_STATE(lock_stats, NULL, NULL);
