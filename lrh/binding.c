/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "lrh/binding.h"

void lrh_binding_free(struct lrh_binding *b)
{
	for (size_t i = 0; i < b->cnt; i++)
		garq_set_destroy(b->lie[i].nodes);
	free(b->lie);
	*b = (struct lrh_binding) { .lie = NULL };
}

void lrh_binding_forget_others(struct lrh_binding *b)
{
	while (b->cnt > b->cnt_asked)
		garq_set_destroy(b->lie[--b->cnt].nodes);
	b->cnt = b->cnt_asked;
}
