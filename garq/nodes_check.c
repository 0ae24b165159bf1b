/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_check.c - verify the holders, their groups and their parts.
 *
 * The invariants are in holders.h.
 */
#include "garq/holders.h"

static const char *_check_part(const garq_nodes_t *n,
			       const struct garq_part *part)
{
	uint32_t last = part->first + part->words - 1;

	if ((part->t_s >= part->t_e) || (part->t_e > GARQ_FOREVER))
		return "a part has an illegal interval";
	if (!part->words || (last >= n->calendar.words) || !part->word[0] ||
	    !part->word[part->words - 1])
		return "a part has words without a node";
	if ((last == n->calendar.words - 1) && (n->size % 64) &&
	    (part->word[part->words - 1] >> (n->size % 64)))
		return "a part has a node that is not there";
	return NULL;
}

static const char *_check_holder(const garq_nodes_t *n, uint64_t id,
				 const struct garq_holder *holder)
{
	const struct garq_group *group =
		garq_idmap_get(&n->groups, holder->group);
	const char *reason = NULL;

	if ((holder->id != id) || !holder->parts)
		return "a holder has another id, or no part";
	if (!group || (holder->group == GARQ_NO_GROUP))
		return "a holder is of no group";
	if ((*holder->prev != holder) ||
	    (holder->next && (holder->next->prev != &holder->next)))
		return "the holders of a group are not linked";
	for (const struct garq_part *p = holder->parts; !reason && p;
	     p = p->next)
		reason = (p->holder == holder) ? _check_part(n, p) :
			"a part is of another holder";
	return reason;
}

/*
 * Each holder is in the list of one group: the lists together have as many
 * holders as the map.
 */
static const char *_check_groups(const garq_nodes_t *n)
{
	const struct garq_idmap_entry *entry;
	uint64_t cnt = 0;

	for (uint32_t pos = 0; (entry = garq_idmap_next(&n->groups, &pos)); ) {
		const struct garq_group *group = entry->value;

		if (!group->holders)
			return "a group has no holder";
		for (const struct garq_holder *h = group->holders; h;
		     h = h->next, cnt++)
			if (h->group != entry->entry.id)
				return "a holder is in the list of another group";
	}
	return (cnt == garq_idmap_cnt(&n->holders)) ? NULL :
		"a holder is in no group";
}

static void _each_part(void *arg, garq_part_fn fn, void *fn_arg)
{
	const garq_nodes_t *n = arg;
	const struct garq_idmap_entry *entry;

	for (uint32_t pos = 0; (entry = garq_idmap_next(&n->holders, &pos)); )
		for (struct garq_part *p =
		     ((struct garq_holder *) entry->value)->parts; p;
		     p = p->next)
			if (!fn(fn_arg, p))
				return;
}

extern bool garq_nodes_check(const garq_nodes_t *n, const char **ret_reason)
{
	const struct garq_idmap_entry *entry;
	const char *reason = _check_groups(n);

	for (uint32_t pos = 0;
	     !reason && (entry = garq_idmap_next(&n->holders, &pos)); )
		reason = _check_holder(n, entry->entry.id, entry->value);
	if (!reason)
		reason = garq_calendar_check(&n->calendar, n->size, _each_part,
					     (void *) n);
	if (!reason)
		return true;
	*ret_reason = reason;
	return false;
}
