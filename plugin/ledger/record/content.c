/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"

/* A content in a list, and the blank behind it. */
#define WORD 17

/* FNV-1a */
uint64_t content_digest(uint64_t before, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		before = (before ^ at[i]) * UINT64_C(0x100000001b3);
	return before;
}

uint64_t content_number(uint64_t digest, int64_t number)
{
	return content_digest(digest, &number, sizeof(number));
}

uint64_t content_text(uint64_t digest, const char *text)
{
	return content_digest(digest, text ? text : "",
			      text ? strlen(text) + 1 : 1);
}

uint64_t content_of(const booking_t *b)
{
	const char *const texts[] = {
		b->nodes, b->partition, b->features, b->licenses, b->users,
		b->groups, b->accounts, b->comment, b->qos, b->allowed_parts,
	};
	uint64_t digest = CONTENT_EMPTY;

	digest = content_number(digest, (int64_t) (b->flags & ~BOOKING_PINNED));
	digest = content_number(digest, b->start);
	digest = content_number(digest, b->end);
	digest = content_number(digest, b->duration_min);
	digest = content_number(digest, b->purge_comp_time);
	digest = content_number(digest, b->max_start_delay);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		digest = content_text(digest, texts[i]);
	/* the digests of older ledgers stay */
	return b->cores ? content_text(digest, b->cores) : digest;
}

bool content_is_known(const booking_t *b, uint64_t content)
{
	char word[WORD];

	if (content == content_of(b))
		return true;
	snprintf(word, sizeof(word), "%016" PRIx64, content);
	return b->was && (strstr(b->was, word) || strstr(b->was, CONTENT_ANY));
}

char *content_add(const char *was, uint64_t content)
{
	size_t len = was ? strlen(was) : 0;
	size_t size = WORD + len + sizeof(CONTENT_ANY);
	char *list = memory_new(1, size);

	snprintf(list, size, "%016" PRIx64 "%s%s", content, len ? " " : "",
		 len ? was : "");
	if (strlen(list) >= (CONTENT_WAS_MAX + 1) * WORD - 1)
		memcpy(list + CONTENT_WAS_MAX * WORD, CONTENT_ANY,
		       sizeof(CONTENT_ANY));
	return list;
}
