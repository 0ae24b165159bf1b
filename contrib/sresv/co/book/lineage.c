/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/book/lineage.h"

#define DIGITS_MAX 6

size_t lineage_root(const char *id)
{
	const char *r = strrchr(id, 'r');
	size_t digits = r ? strspn(r + 1, "0123456789") : 0;

	if (!digits || (digits > DIGITS_MAX) || r[1 + digits] ||
	    (r[1] == '0') || ((size_t) (r - id) < LINEAGE_ROOT_MIN))
		return strlen(id);
	return (size_t) (r - id);
}

uint32_t lineage_generation(const char *id)
{
	size_t root = lineage_root(id);

	return id[root] ? (uint32_t) strtoul(id + root + 1, NULL, 10) : 0;
}

bool lineage_is_older(const char *old, const char *id)
{
	size_t root = lineage_root(id);

	return (lineage_root(old) == root) && !strncmp(old, id, root) &&
	       (lineage_generation(old) < lineage_generation(id));
}
