/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/open/question.h"
#include "plugin/booking/request/text.h"
#include "plugin/ledger/record/content.h"

#define YES "yes "
#define OPEN "-   "

/* Bytes of a line in front of the name. */
#define FRONT (sizeof(YES) - 1 + 16 + 1)

void question_free(question_t *q)
{
	for (uint32_t i = 0; i < q->cnt; i++)
		free(q->of[i].name);
	q->cnt = 0;
}

/* A move in its window changes none of these, nor does another elastic size. */
static uint64_t _digest_of(const booking_t *b)
{
	const int64_t numbers[] = {
		b->created, b->creator, b->t_esr, b->t_lsr,
		b->least_cn, b->least_minutes, b->most_cn, b->most_minutes,
		booking_is_elastic(b) ? 0 : b->num_cn,
		booking_is_elastic(b) ? 0 : b->end - b->start,
		(int64_t) (b->flags & ~BOOKING_PINNED),
	};
	uint64_t digest = CONTENT_EMPTY;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		digest = content_number(digest, numbers[i]);
	digest = content_text(digest, b->asked_nodes);
	digest = content_text(digest, b->users);
	digest = content_text(digest, b->groups);
	digest = content_text(digest, b->accounts);
	return content_text(digest, b->licenses);
}

void question_add(question_t *q, const booking_t *b)
{
	uint32_t i = q->cnt++;

	q->of[i].name = text_dup(b->name);
	q->of[i].digest = _digest_of(b);
	q->of[i].agreed = false;
}

/* IN line - ends with a line break. RET false: it makes no sense */
static bool _read_line(question_t *q, const char *line)
{
	size_t len = strcspn(line, "\n");
	char *end;

	if ((q->cnt == QUESTION_MAX) || (len <= FRONT) || !line[len])
		return false;
	q->of[q->cnt].agreed = !strncmp(line, YES, strlen(YES));
	q->of[q->cnt].digest = strtoull(line + strlen(YES), &end, 16);
	if (end != line + FRONT - 1)
		return false;
	q->of[q->cnt++].name = text_printf("%.*s", (int) (len - FRONT),
					   line + FRONT);
	return true;
}

question_t question_read(const char *text)
{
	question_t q = { .cnt = 0 };

	for (; text && *text; text = strchr(text, '\n') + 1)
		if (!_read_line(&q, text)) {
			question_free(&q);
			break;
		}
	return q;
}

char *question_text(const question_t *q)
{
	char *text = NULL;

	for (uint32_t i = 0; i < q->cnt; i++)
		text_add(&text, "%s%016"PRIx64" %s\n",
			 q->of[i].agreed ? YES : OPEN, q->of[i].digest,
			 q->of[i].name);
	return text;
}

uint32_t question_find(const question_t *q, const char *name)
{
	for (uint32_t i = 0; i < q->cnt; i++)
		if (text_same(q->of[i].name, name))
			return i + 1;
	return 0;
}

uint32_t question_agreed_cnt(const question_t *q)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < q->cnt; i++)
		cnt += q->of[i].agreed;
	return cnt;
}

bool question_is_of(const question_t *q, uint32_t i, const booking_t *b)
{
	return text_same(q->of[i].name, b->name) &&
	       (q->of[i].digest == _digest_of(b));
}
