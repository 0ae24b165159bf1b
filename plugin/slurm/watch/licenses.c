/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/watch/licenses.h"

/* IN list - NULL: no licenses. OUT ret_set - empty before */
static void _set_of(list_t *list, lic_set_t *ret_set)
{
	list_itr_t *iter;
	licenses_t *l;

	if (!list)
		return;
	ret_set->list = memory_new((size_t) list_count(list),
				   sizeof(*ret_set->list));
	iter = list_iterator_create(list);
	while ((l = list_next(iter))) {
		lic_t *to = &ret_set->list[ret_set->cnt];

		if (!compat_license_is_plain(l) || !l->total)
			continue;
		to->name = text_dup(l->name);
		to->num = l->total;
		to->total = get_total_license_cnt(l->name);
		ret_set->cnt++;
	}
	list_iterator_destroy(iter);
}

int licenses_read(const char *text, bool any, lic_set_t *ret_set)
{
	list_t *list = NULL;
	bool read = compat_license_list(text, any, &list);

	*ret_set = (lic_set_t) { .cnt = 0 };
	if (read)
		_set_of(list, ret_set);
	FREE_NULL_LIST(list);
	return read ? 0 : REFUSED_LICENSES;
}
