/* SPDX-License-Identifier: GPL-2.0-or-later */
/* co_walk_seen.c - the worlds that were seen, and those to visit */

#include <stdlib.h>
#include <string.h>

#include "test/unit/co_walk_world.h"

static uint64_t _mix(uint64_t h, uint64_t x)
{
	h ^= x + UINT64_C(0x9e3779b97f4a7c15) + (h << 6) + (h >> 2);
	h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
	return h ^ (h >> 31);
}

static uint64_t _pack(const void *bytes, size_t len)
{
	uint64_t x = 0;

	memcpy(&x, bytes, len);
	return x;
}

static void _digest(const world_t *w, uint32_t parts, uint64_t ret[2])
{
	const decide_t *d = &w->d;
	uint64_t flags = (uint64_t) w->alive | (uint64_t) w->recovered << 1 |
		(uint64_t) w->forgot << 2 | (uint64_t) w->was_booked << 3 |
		(uint64_t) w->by_scan << 4 | (uint64_t) w->cancelled << 5 |
		(uint64_t) w->voted << 6 | (uint64_t) w->settled << 7 |
		(uint64_t) w->journal << 8 |
		(uint64_t) w->told << 16 | (uint64_t) w->promise << 24;
	uint64_t mind = (uint64_t) d->phase | (uint64_t) d->reason << 8 |
		(uint64_t) d->round << 16 | (uint64_t) d->written << 24 |
		(uint64_t) d->look << 25 | (uint64_t) d->no_shapes << 26 |
		(uint64_t) d->ended << 27 | (uint64_t) (d->since + 64) << 32;

	for (int side = 0; side < 2; side++) {
		uint64_t h = (uint64_t) side * 77 + 1;

		h = _mix(h, flags);
		h = _mix(h, w->alive ? mind : 0);
		h = _mix(h, _pack(&w->budget, sizeof(w->budget)));
		for (uint32_t i = 0; i < parts; i++) {
			const decide_part_t *p = &d->parts[i];

			h = _mix(h, _pack(w->slots[i], sizeof(w->slots[i])));
			h = _mix(h, _pack(&w->flights[i], sizeof(flight_t)) |
				    (uint64_t) w->place[i] << 48);
			h = !w->alive ? h :
				_mix(h, (uint64_t) p->state |
					(uint64_t) p->waiting << 8 |
					(uint64_t) p->silent << 9 |
					(uint64_t) p->moving << 10 |
					(uint64_t) p->op << 11 |
					(uint64_t) (p->sent + 64) << 16 |
					(uint64_t) (p->again + 64) << 24 |
					(uint64_t) (p->until + 64) << 32);
		}
		ret[side] = h ? h : 1;
	}
}

static void _put(uint64_t (*table)[2], size_t room, const uint64_t key[2],
		 bool *ret_new)
{
	size_t at = (size_t) key[0] & (room - 1);

	while (table[at][0] &&
	       ((table[at][0] != key[0]) || (table[at][1] != key[1])))
		at = (at + 1) & (room - 1);
	*ret_new = !table[at][0];
	memcpy(table[at], key, sizeof(table[at]));
}

static void *_get(size_t cnt, size_t size)
{
	void *memory = calloc(cnt, size);

	if (!memory)
		abort();
	return memory;
}

static void _grow(struct walk *walk)
{
	size_t room = walk->seen_room ? walk->seen_room * 2 : 1 << 16;
	uint64_t (*table)[2] = _get(room, sizeof(*table));
	bool fresh;

	for (size_t i = 0; i < walk->seen_room; i++) {
		if (walk->seen[i][0])
			_put(table, room, walk->seen[i], &fresh);
	}
	free(walk->seen);
	walk->seen = table;
	walk->seen_room = room;
}

static void _note(struct walk *walk)
{
	size_t id = walk->seen_cnt;

	if (id >= walk->step_room) {
		walk->step_room = 2 * id + 1024;
		walk->steps = realloc(walk->steps, walk->step_room *
						   sizeof(*walk->steps));
		if (!walk->steps)
			abort();
	}
	walk->steps[id] = (step_t) { walk->now ? walk->now->id : 0, walk->part,
				     walk->what };
}

static void _enqueue(struct walk *walk, const world_t *w)
{
	char *at;
	uint32_t id = (uint32_t) walk->seen_cnt;

	if ((walk->end == walk->room) && (walk->first > walk->room / 2)) {
		memmove(walk->queue, walk->queue + walk->first * walk->size,
			(walk->end - walk->first) * walk->size);
		walk->end -= walk->first;
		walk->first = 0;
	} else if (walk->end == walk->room) {
		walk->room = 2 * walk->room + 1024;
		walk->queue = realloc(walk->queue, walk->room * walk->size);
		if (!walk->queue)
			abort();
	}
	at = walk->queue + walk->end++ * walk->size;
	memcpy(at, w, walk->size);
	memcpy(at + offsetof(world_t, id), &id, sizeof(id));
}

void walk_push(struct walk *walk, const world_t *w)
{
	uint64_t key[2];
	bool fresh;

	if (walk->seen_cnt * 2 >= walk->seen_room)
		_grow(walk);
	_digest(w, walk->setup->parts, key);
	_put(walk->seen, walk->seen_room, key, &fresh);
	if (!fresh)
		return;
	_note(walk);
	_enqueue(walk, w);
	walk->seen_cnt++;
}

bool walk_next(struct walk *walk, world_t *ret)
{
	if (walk->first == walk->end)
		return false;
	memset(ret, 0, sizeof(*ret));
	memcpy(ret, walk->queue + walk->first++ * walk->size, walk->size);
	return true;
}
