/* SPDX-License-Identifier: GPL-2.0-or-later */
/* changes.c - intervals in which counts have changed; see draft.h */

#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "lrh/draft.h"

#define ROOM_FIRST 4	/* changes */

void lrh_changes_free(struct lrh_changes *c)
{
	free(c->list);
	memset(c, 0, sizeof(*c));
}

/* Extend an interval that touches the new one, to keep the list short. */
static bool _joined(struct lrh_changes *c, const struct lrh_change *new)
{
	for (size_t i = 0; i < c->cnt; i++) {
		struct lrh_change *have = &c->list[i];

		if ((new->t_s > have->t_e) || (have->t_s > new->t_e) ||
		    (have->pools != new->pools))
			continue;
		have->t_s = garq_sooner(have->t_s, new->t_s);
		have->t_e = garq_later(have->t_e, new->t_e);
		return true;
	}
	return false;
}

int lrh_changes_add(struct lrh_changes *c, time_t t_s, time_t t_e,
		    uint64_t pools)
{
	struct lrh_change new = { t_s, t_e, pools };

	if (t_s >= t_e)
		return 0;
	c->end = garq_later(c->end, t_e);
	if (_joined(c, &new))
		return 0;
	if (GARQ_GROW(c->list, c->cnt + 1, ROOM_FIRST, &c->room) < 0)
		return -1;
	c->list[c->cnt++] = new;
	return 0;
}

bool lrh_changes_meet(const struct lrh_changes *c, time_t t_s, time_t t_e,
		      const struct lrh_class *class)
{
	uint64_t pools = lrh_pools(class, NULL);

	for (size_t i = 0; i < c->cnt; i++)
		if ((c->list[i].t_s < t_e) && (t_s < c->list[i].t_e) &&
		    (c->list[i].pools & pools))
			return true;
	return false;
}
