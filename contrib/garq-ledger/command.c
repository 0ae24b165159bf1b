/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/command.h"
#include "contrib/garq-ledger/flags.h"
#include "contrib/sresv/text/plain.h"
#include "contrib/sresv/text/when.h"

static void _text(FILE *out, const char *key, const char *text)
{
	if (!text)
		return;
	fprintf(out, " %s=", key);
	plain_put_word(out, text);
}

/*
 * Write a time as local time, as scontrol does; as a number of seconds, which
 * scontrol knows too, if the local time is ambiguous at the end of summer time.
 */
static void _time(FILE *out, const char *key, time_t t)
{
	char text[WHEN_TEXT];
	struct tm tm;

	if (!localtime_r(&t, &tm))
		tm = (struct tm) { .tm_year = 0 };
	tm.tm_isdst = -1;
	if (mktime(&tm) == t)
		fprintf(out, " %s=%s", key, when_text(t, text));
	else
		fprintf(out, " %s=uts%lld", key, (long long) t);
}

static void _length(FILE *out, uint32_t seconds)
{
	fprintf(out, "%" PRIu32 ":%02" PRIu32 ":%02" PRIu32, seconds / 3600,
		seconds / 60 % 60, seconds % 60);
}

/*
 * A booking of all nodes follows the partition when its nodes change: with a
 * partition scontrol takes ALL for the nodes of the partition.
 */
static bool _is_all(const booking_t *b)
{
	return b->partition ? (b->flags & FLAG_PART_NODES) :
			      (b->flags & FLAG_ALL_NODES);
}

static void _note(FILE *notes, const booking_t *b, const char *name,
		  const char *why)
{
	fprintf(notes, "garq-ledger: reservation %s: flag %s is left out: %s\n",
		b->name, name, why);
}

static void _flags(FILE *out, FILE *notes, const booking_t *b, bool ignore_jobs)
{
	uint64_t left = b->flags | (ignore_jobs ? FLAG_IGNORE_JOBS : 0);
	const char *before = " Flags=";
	char number[32];

	for (const flag_t *f = flags_known; f->name; f++) {
		if (!(left & f->bit))
			continue;
		left &= ~f->bit;
		if (f->kind == FLAG_WITHOUT_NODES)
			_note(notes, b, f->name,
			      "Slurm takes it with NodeCnt only");
		if (f->kind != FLAG_GIVEN)
			continue;
		fprintf(out, "%s%s", before, f->name);
		before = ",";
		if ((f->bit == FLAG_PURGE_COMP) && b->purge_comp_time) {
			fputc('=', out);
			_length(out, b->purge_comp_time);
		}
	}
	if (left) {
		snprintf(number, sizeof(number), "%#" PRIx64, left);
		_note(notes, b, number, "it has no name here");
	}
}

/*
 * How many cores "n1:0-3,8" has (booking_t.cores). What CoreCnt means with several
 * nodes depends on the version of Slurm.
 * RET 0: it has whole nodes, cores of several ones, or GPUs
 */
static unsigned long _cores(const booking_t *b)
{
	const char *at = b->cores ? strchr(b->cores, ':') : NULL;
	unsigned long cnt = 0;
	char *end;

	while (at && (b->num_cn == 1) && !strchr(at, '/')) {
		unsigned long first = strtoul(at + 1, &end, 10), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		cnt += last - first + 1;
		at = (*end == ',') ? end : NULL;
	}
	return cnt;
}

static void _core_cnt(FILE *out, FILE *notes, const booking_t *b)
{
	unsigned long cnt = _cores(b);

	if (cnt)
		fprintf(out, " CoreCnt=%lu", cnt);
	else if (b->cores)
		fprintf(notes, "garq-ledger: reservation %s: it has cores of its nodes alone, %s, and gets all of them\n",
			b->name, b->cores);
}

void command_print(FILE *out, FILE *notes, const booking_t *b, time_t now,
		   bool ignore_jobs)
{
	bool begun = (b->start <= now);

	if (b->end <= now) {
		fprintf(notes, "garq-ledger: reservation %s is left out: it is over\n",
			b->name);
		return;
	}
	if (b->hold_until) {
		fprintf(notes, "garq-ledger: reservation %s is left out: it is held, and was not confirmed\n",
			b->name);
		return;
	}
	fputs("scontrol create reservation", out);
	_text(out, "ReservationName", b->name);
	if (begun)
		fputs(" StartTime=now", out);
	else
		_time(out, "StartTime", b->start);
	_time(out, "EndTime", b->end);
	_text(out, "Nodes", _is_all(b) ? "ALL" : b->nodes);
	_core_cnt(out, notes, b);
	_text(out, "PartitionName", b->partition);
	_text(out, "Features", b->features);
	_text(out, "Licenses", b->licenses);
	_text(out, "Users", b->users);
	_text(out, "Groups", b->groups);
	_text(out, "Accounts", b->accounts);
	_flags(out, notes, b, begun || ignore_jobs);
	if (b->max_start_delay) {
		fputs(" MaxStartDelay=", out);
		_length(out, b->max_start_delay);
	}
	_text(out, "Comment", b->comment);
	_text(out, "QOS", b->qos);
	_text(out, "AllowedPartitions", b->allowed_parts);
	/*
	 * else Slurm refuses nodes with running jobs, the booking's own
	 * included
	 */
	if (begun)
		fputs("  # it has begun, and its jobs may run there", out);
	fputc('\n', out);
}
