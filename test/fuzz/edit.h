/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * edit.h - damage the bytes of a packed message, as a script says.
 *
 * A script is a row of edits: a byte for the kind of edit, two for the place, and
 * what the edit needs. The same script does the same to the same bytes. Numbers are
 * packed in the order of the network, and a text as its length with the last 0, and
 * its bytes (Slurm's pack.c); some edits know that, so that what follows a changed
 * text can still be unpacked.
 */
#pragma once

#include "test/fuzz/fuzz.h"

/* Edits of one script; more are not read. */
#define EDITS_MAX 16

typedef struct {
	uint8_t *bytes;
	size_t size;
	size_t room;	/* bytes that may be used */
} edited_t;

/* Numbers at which sums, lengths and Slurm's "not given" change their meaning. */
static inline uint64_t edit_edge(uint8_t which)
{
	static const uint64_t edges[] = {
		0, 1, 2, 3, 0x7f, 0xff, 0xfffe, 0xffff, 0x10000, 0x100000,
		0x3fffffff, 0x40000000, 0x7fffffff, 0x80000000, 0xfffffffd,
		0xfffffffe, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
		0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffd,
		0xfffffffffffffffe, 0xffffffffffffffff,
	};

	return edges[which % (sizeof(edges) / sizeof(*edges))];
}

static inline uint64_t edit_get(const edited_t *e, size_t at, size_t bytes)
{
	fuzz_bytes_t b = { .at = e->bytes + at, .size = e->size - at };

	return fuzz_number(&b, bytes);
}

static inline void edit_put(edited_t *e, size_t at, uint64_t n, size_t bytes)
{
	for (size_t i = bytes; i && (at + i <= e->size); i--, n >>= 8)
		e->bytes[at + i - 1] = (uint8_t) n;
}

/* Make room for so many bytes at a place, as many as there may be. RET how many */
static inline size_t edit_insert(edited_t *e, size_t at, size_t cnt)
{
	if (cnt > e->room - e->size)
		cnt = e->room - e->size;
	memmove(e->bytes + at + cnt, e->bytes + at, e->size - at);
	e->size += cnt;
	return cnt;
}

static inline void edit_cut(edited_t *e, size_t at, size_t cnt)
{
	if (cnt > e->size - at)
		cnt = e->size - at;
	memmove(e->bytes + at, e->bytes + at + cnt, e->size - at - cnt);
	e->size -= cnt;
}

/* Find a packed text from a place on. RET its length's place, or the size: none */
static inline size_t edit_find_text(const edited_t *e, size_t at)
{
	uint64_t len;

	for (; at + 5 <= e->size; at++) {
		len = edit_get(e, at, 4);
		if (len && (len <= e->size - at - 4) &&
		    !e->bytes[at + 4 + len - 1])
			return at;
	}
	return e->size;
}

/* Put another text in the place of one: the next of the script. */
static inline void edit_text(edited_t *e, size_t at, fuzz_bytes_t *script)
{
	char *text = fuzz_text(script);
	size_t len = strlen(text) + 1;

	at = edit_find_text(e, at);
	if ((at < e->size) && (len < e->room - e->size)) {
		edit_cut(e, at + 4, edit_get(e, at, 4));
		(void) edit_insert(e, at + 4, len);
		edit_put(e, at, len, 4);
		memcpy(e->bytes + at + 4, text, len);
	}
	free(text);
}

/* Repeat the bytes of a text, and let its length say so. */
static inline void edit_stretch(edited_t *e, size_t at, size_t times)
{
	size_t len, added;

	at = edit_find_text(e, at);
	if (at == e->size)
		return;
	len = edit_get(e, at, 4) - 1;
	for (; len && times; times--) {
		added = edit_insert(e, at + 4, len);
		memmove(e->bytes + at + 4, e->bytes + at + 4 + added, added);
		edit_put(e, at, edit_get(e, at, 4) + added, 4);
	}
}

static inline void edit_one(edited_t *e, fuzz_bytes_t *script)
{
	uint8_t kind = (uint8_t) fuzz_number(script, 1);
	size_t at = fuzz_number(script, 2) % (e->size ? e->size : 1), cnt;
	uint8_t with;

	if (kind % 12 == 0) {
		edit_text(e, at, script);
		return;
	}
	with = (uint8_t) fuzz_number(script, 1);
	cnt = with % 64 + 1;
	switch (kind % 12) {
	case 1: edit_put(e, at, edit_get(e, at, 1) ^ (1U << with % 8), 1); break;
	case 2: edit_put(e, at, with, 1); break;
	case 3: edit_put(e, at, edit_edge(with), 4); break;
	case 4: edit_put(e, at, edit_edge(with), 8); break;
	case 5: edit_put(e, at, edit_get(e, at, 4) + with - 128, 4); break;
	case 6: edit_put(e, at, edit_get(e, at, 8) + with - 128, 8); break;
	case 7:
		cnt = edit_insert(e, at, cnt);
		memset(e->bytes + at, with, cnt);
		break;
	case 8:
		cnt = edit_insert(e, at, cnt);
		memmove(e->bytes + at, e->bytes + at + cnt,
			cnt < e->size - at - cnt ? cnt : e->size - at - cnt);
		break;
	case 9: edit_cut(e, at, cnt); break;
	case 10: e->size = with % 4 ? e->size : at; break;
	case 11: edit_stretch(e, at, cnt); break;
	}
}

/*
 * Do what a script says.
 * IN room - bytes that may be used; size of them are the message
 * RET the new size, at most room
 */
static inline size_t edit_bytes(uint8_t *bytes, size_t size, size_t room,
				fuzz_bytes_t *script)
{
	edited_t e = { .bytes = bytes, .size = size, .room = room };

	for (int i = 0; (i < EDITS_MAX) && script->size; i++)
		edit_one(&e, script);
	return e.size;
}
