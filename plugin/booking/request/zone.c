/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "garq/times.h"
#include "plugin/booking/request/zone.h"
#include "plugin/memory/memory.h"

#define ZONE_END ((time_t) UINT32_MAX)
#define WEEK ((time_t) 7 * 86400)

time_t zone_offset(time_t t)
{
	struct tm tm;

	return localtime_r(&t, &tm) ? tm.tm_gmtoff : 0;
}

/* Zones change their offset for more than a week. */
time_t zone_change(time_t from, time_t to)
{
	time_t offset = zone_offset(from), at = from;

	while ((at < to) && (zone_offset(at) == offset)) {
		from = at;
		at = garq_sooner(at + WEEK, to);
	}
	while (at - from > 1) {
		time_t half = from + (at - from) / 2;

		if (zone_offset(half) == offset)
			from = half;
		else
			at = half;
	}
	return at;
}

zone_t zone_read(void)
{
	zone_t z = { .cnt = 0 };

	for (time_t at = 0; at < ZONE_END; at = zone_change(at, ZONE_END)) {
		z.list = memory_grow(z.list, z.cnt + 1, sizeof(*z.list));
		z.list[z.cnt++] = (struct zone_since) { at, zone_offset(at) };
	}
	return z;
}

size_t zone_at(const zone_t *z, time_t t)
{
	size_t low = 0, high = z->cnt;

	while (high - low > 1) {
		size_t half = low + (high - low) / 2;

		if (z->list[half].from <= t)
			low = half;
		else
			high = half;
	}
	return low;
}
