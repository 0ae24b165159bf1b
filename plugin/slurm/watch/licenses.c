/* SPDX-License-Identifier: GPL-2.0-or-later */
/* licenses.c - see licenses.h */

#include <errno.h>

#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/watch/licenses.h"

/*
 * IN list - NULL: no licenses
 * OUT ret_set - empty before, and after ENOMEM
 * RET 0 or ENOMEM
 */
static int _set_of(list_t *list, lic_set_t *ret_set)
{
	list_itr_t *iter;
	licenses_t *l;
	bool ok = true;

	if (!list)
		return 0;
	ret_set->list = calloc((size_t) list_count(list) + 1,
			       sizeof(*ret_set->list));
	if (!ret_set->list)
		return ENOMEM;
	iter = list_iterator_create(list);
	while (ok && (l = list_next(iter))) {
		lic_t *to = &ret_set->list[ret_set->cnt];

		if (!compat_license_is_plain(l) || !l->total)
			continue;
		ok = (to->name = text_dup(l->name));
		to->num = l->total;
		to->total = get_total_license_cnt(l->name);
		ret_set->cnt++;
	}
	list_iterator_destroy(iter);
	if (!ok)
		lic_set_free(ret_set);
	return ok ? 0 : ENOMEM;
}

int licenses_read(const char *text, bool any, lic_set_t *ret_set)
{
	list_t *list = NULL;
	int rc = REFUSED_LICENSES;

	*ret_set = (lic_set_t) { .cnt = 0 };
	if (compat_license_list(text, any, &list))
		rc = _set_of(list, ret_set);
	FREE_NULL_LIST(list);
	return rc;
}
