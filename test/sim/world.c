/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <unistd.h>

#include "test/sim/world.h"

#define KILLS 64	/* with kills: a life ends in one write of so many, ... */
#define KILL_TICKS 12	/* ... at one of its first effects, or soon after it */

world_t *world;

/* The clock of all code that is linked here: the office has none, the ledger
 * asks time(). */
time_t time(time_t *ret)
{
	time_t now = world ? world->now : 0;

	if (ret)
		*ret = now;
	return now;
}

/* Nobody is there to be waited for. */
int nanosleep(const struct timespec *time, struct timespec *rest)
{
	(void) time;
	(void) rest;
	return 0;
}

static void *_map(size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return (at == MAP_FAILED) ? NULL : at;
}

bool world_map(void)
{
	if (!(world = _map(sizeof(*world))))
		return false;
	for (int i = 0; i < DISK_FILES; i++)
		if (!(world->data[i] = _map(DISK_FILE_MAX)) ||
		    !(world->durable[i] = _map(DISK_FILE_MAX)))
			return false;
	return true;
}

/* Zero what the last run has used. */
static void _clear_disk(void)
{
	for (int i = 0; i < DISK_FILES; i++) {
		(void) madvise(world->data[i], DISK_FILE_MAX, MADV_REMOVE);
		(void) madvise(world->durable[i], DISK_FILE_MAX, MADV_REMOVE);
	}
	memset(world->files, 0, sizeof(world->files));
}

void world_begin(uint64_t seed, const weather_t *weather, bool verbose,
		 uint32_t days)
{
	stats_t stats = world->stats;
	uint8_t *data[DISK_FILES], *durable[DISK_FILES];

	memcpy(data, world->data, sizeof(data));
	memcpy(durable, world->durable, sizeof(durable));
	_clear_disk();
	memset(world, 0, sizeof(*world));
	memcpy(world->data, data, sizeof(data));
	memcpy(world->durable, durable, sizeof(durable));
	world->stats = stats;
	world->seed = seed;
	world->random = (seed * UINT64_C(0x9e3779b97f4a7c15)) ^ UINT64_C(0x5eed);
	world->weather = *weather;
	world->verbose = verbose;
	world->run_days = days;
	world->now = world->began = 1800000000;
	world->day_ends = world->now + 86400;
	world->users = (1U << WORLD_USERS) - 1;
	world->told.blind = true;
	world->told.random = seed;
}

void world_copy_file(state_file_t *to, const state_file_t *from)
{
	memcpy(to, from, offsetof(state_file_t, list) +
			 from->cnt * sizeof(from->list[0]));
}

/* splitmix64 */
uint64_t world_random(void)
{
	uint64_t z = (world->random += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

uint32_t world_below(uint32_t n)
{
	return (uint32_t) (world_random() % n);
}

bool world_one_in(uint32_t n)
{
	return world_below(n) == 0;
}

uint32_t world_range(uint32_t from, uint32_t to)
{
	return from + world_below(to - from + 1);
}

mask_t world_some(mask_t of, uint32_t cnt)
{
	mask_t some = 0;

	while (of && cnt) {
		uint32_t nth = world_below(
			(uint32_t) __builtin_popcountll(of));
		mask_t left = of;

		while (nth--)
			left &= left - 1;
		left &= ~(left - 1);
		some |= left;
		of &= ~left;
		cnt--;
	}
	return some;
}

void world_set_clock(time_t step)
{
	world->latest = MAX(world->latest, world->now);
	world->put_backs += (step < 0);
	world->now += step;
}

bool world_was_over(time_t end)
{
	return end <= world->latest;
}

void world_tick(void)
{
	if (!world->armed)
		return;
	world->ticks++;
	if (world->ticks != world->crash_at)
		return;
	world_tell("--- crash at tick %llu, %s",
		   (unsigned long long) world->ticks, world->last);
	_exit(LIFE_CRASHED);
}

void world_write_begins(void)
{
	if (world->armed && world->weather.kills && world_one_in(KILLS))
		world_end_soon(KILL_TICKS);
}

void world_end_soon(uint32_t ticks)
{
	world->crash_at = world->ticks + 1 + world_below(ticks);
}

void world_fail(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(world->failure, sizeof(world->failure), fmt, args);
	va_end(args);
	world->failed = true;
	_exit(LIFE_FAILED);
}

void world_tell(const char *fmt, ...)
{
	va_list args;

	if (!world->verbose)
		return;
	printf("%6lld ", (long long) (world->now - world->began));
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
}
