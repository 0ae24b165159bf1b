/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/model/licenses.h"

bool license_next(const char **list, license_t *ret)
{
	const char *at = *list + strspn(*list, ",; ");
	size_t len = strcspn(at, ",;"), name = strcspn(at, ":,;");
	long long count = (name < len) ? strtoll(at + name + 1, NULL, 10) : 1;

	*list = at + len;
	*ret = (license_t) {
		at, name, ((count < 1) || (count > INT32_MAX)) ? 1 : count,
	};
	return len > 0;
}
