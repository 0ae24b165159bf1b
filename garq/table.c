/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c - hash tables by id that grow by one: see table.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "garq/table.h"

extern void garq_table_free(struct garq_table *t)
{
	for (uint32_t i = 0; i < t->blocks; i++)
		free(t->block[i]);
	free(t->block);
	*t = (struct garq_table) { .cnt = 0 };
}

extern int garq_table_reserve(struct garq_table *t, size_t size)
{
	if (t->cnt < t->blocks * GARQ_TABLE_BLOCK)
		return 0;
	if (t->cnt == UINT32_MAX / GARQ_TABLE_BLOCK * GARQ_TABLE_BLOCK) {
		errno = ENOMEM;
		return -1;
	}
	if (GARQ_GROW(t->block, (size_t) t->blocks + 1, 4, &t->room) < 0)
		return -1;
	t->block[t->blocks] = malloc(GARQ_TABLE_BLOCK * size);
	if (!t->block[t->blocks])
		return -1;
	t->blocks++;
	return 0;
}

/* The link that leads to entry i: the head of its bucket, or another's next. */
static uint32_t *_link_to_entry(const struct garq_table *t, size_t size,
				uint32_t i)
{
	uint64_t id = garq_table_at(t, size, i)->id;
	uint32_t *link = &garq_table_at(t, size,
					garq_table_bucket(t->cnt, id))->head;

	while (*link != i) {
		GARQ_ACCESS(1);
		link = &garq_table_at(t, size, *link)->next;
	}
	return link;
}

/* The last bucket is new: move what belongs there from its parent. */
static void _split_bucket(struct garq_table *t, size_t size)
{
	uint32_t last = t->cnt - 1;
	uint32_t *to = &garq_table_at(t, size, last)->head;
	uint32_t *from = &garq_table_at(t, size,
					garq_table_parent(last))->head;

	while (*from != GARQ_TABLE_NONE) {
		struct garq_entry *e = garq_table_at(t, size, *from);

		GARQ_ACCESS(1);
		if (garq_table_bucket(t->cnt, e->id) == last) {
			*to = *from;
			*from = e->next;
			to = &e->next;
		} else {
			from = &e->next;
		}
	}
	*to = GARQ_TABLE_NONE;
}

extern void *garq_table_add(struct garq_table *t, size_t size, uint64_t id)
{
	uint32_t i = t->cnt++, *head;
	struct garq_entry *e = garq_table_at(t, size, i);

	GARQ_ACCESS(1);
	*e = (struct garq_entry) { id, GARQ_TABLE_NONE, GARQ_TABLE_NONE };
	if (i)
		_split_bucket(t, size);
	head = &garq_table_at(t, size, garq_table_bucket(t->cnt, id))->head;
	e->next = *head;
	*head = i;
	return e;
}

/* The last bucket goes: append its entries to those of its parent. */
static void _merge_bucket(struct garq_table *t, size_t size)
{
	uint32_t last = t->cnt - 1;
	uint32_t *to = &garq_table_at(t, size,
				      garq_table_parent(last))->head;

	while (*to != GARQ_TABLE_NONE)
		to = &garq_table_at(t, size, *to)->next;
	*to = garq_table_at(t, size, last)->head;
}

extern void garq_table_del(struct garq_table *t, size_t size,
			   struct garq_entry *e)
{
	uint32_t *link, last = t->cnt - 1;
	struct garq_entry *moved = garq_table_at(t, size, last);

	link = &garq_table_at(t, size, garq_table_bucket(t->cnt, e->id))->head;
	while (garq_table_at(t, size, *link) != e)
		link = &garq_table_at(t, size, *link)->next;
	GARQ_ACCESS(2);
	if (e != moved) {
		uint32_t hole = *link, head;

		*link = e->next;
		*_link_to_entry(t, size, last) = hole;
		/* read now: the link may have been in one of the two */
		head = e->head;
		memcpy(e, moved, size);
		e->head = head;
	} else {
		*link = e->next;
	}
	if (last)
		_merge_bucket(t, size);
	t->cnt = last;
}

extern void garq_table_trim(struct garq_table *t)
{
	uint32_t need = t->cnt / GARQ_TABLE_BLOCK + 2;

	while (t->blocks > need)
		free(t->block[--t->blocks]);
}
