/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>

#include "test/sim/soak.h"
#include "test/sim/world.h"

#define FILLS 6		/* months until histories have all that they keep */
#define LEAST 12

static uint64_t _files(void)
{
	uint64_t size = 0;

	for (int i = 0; i < DISK_FILES; i++)
		if (strstr(world->files[i].name, "garq."))
			size += (uint64_t) world->files[i].size;
	return size;
}

void soak_day(void)
{
	size_t month = (world->stats.days - 1) / 30;
	soak_month_t *m = &world->soak_months[MIN(month, SOAK_MONTHS - 1)];

	m->heap = MAX(m->heap, mallinfo2().uordblks);
	m->files = MAX(m->files, _files());
	m->requests = world->stats.requests;
}

/* RET is the largest of [from, to) not above the largest of [from, half) and a quarter? */
static bool _is_flat(const char *what, size_t from, size_t to, bool files)
{
	size_t half = from + (to - from) / 2;
	uint64_t first = 0, second = 0;

	for (size_t i = from; i < to; i++) {
		const soak_month_t *m = &world->soak_months[i];
		uint64_t *most = (i < half) ? &first : &second;

		*most = MAX(*most, files ? m->files : m->heap);
	}
	printf("%s: %llu KiB at most in months %zu to %zu, then %llu\n", what,
	       (unsigned long long) first / 1024, from + 1, half,
	       (unsigned long long) second / 1024);
	return second <= first + first / 4;
}

bool soak_report(void)
{
	size_t months = MIN(world->stats.days / 30, SOAK_MONTHS);
	bool flat;

	printf("month  heap KiB  files KiB  requests\n");
	for (size_t i = 0; i < months; i++) {
		const soak_month_t *m = &world->soak_months[i];

		printf("%5zu  %8llu  %9llu  %8llu\n", i + 1,
		       (unsigned long long) m->heap / 1024,
		       (unsigned long long) m->files / 1024,
		       (unsigned long long) m->requests);
	}
	if (months < LEAST)
		return true;
	flat = _is_flat("heap", FILLS, months, false);
	return _is_flat("ledger and history", FILLS, months, true) && flat;
}
