/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compat_licenses.c - licenses in the versions of Slurm; see compat.h */

#include "plugin/slurm/compat/compat.h"

/* Two releases added arguments to license_validate(): a type for each form. */
typedef list_t *(license_validate_plain_t)(char *, bool, bool, uint64_t *,
					   bool *);
typedef list_t *(license_validate_nodes_t)(char *, bool, bool, bool,
					   uint64_t *, bool *);
typedef list_t *(license_validate_fuzzy_t)(char *, bool, bool, bool,
					   uint64_t *, bool *, bool *);
typedef void (any_function_t)(void);

static inline list_t *_license_plain(any_function_t *fn, char *text, bool any,
				     bool *valid)
{
	return ((license_validate_plain_t *) fn)(text, false, !any, NULL,
						 valid);
}

static inline list_t *_license_nodes(any_function_t *fn, char *text, bool any,
				     bool *valid)
{
	return ((license_validate_nodes_t *) fn)(text, false, !any, true, NULL,
						 valid);
}

static inline list_t *_license_fuzzy(any_function_t *fn, char *text, bool any,
				     bool *valid)
{
	return ((license_validate_fuzzy_t *) fn)(text, false, !any, true, NULL,
						 valid, NULL);
}

bool compat_license_list(const char *text, bool any, list_t **ret_list)
{
	char *copy = xstrdup(text);
	bool valid = true;
	list_t *list = _Generic(&license_validate,
				license_validate_plain_t *: _license_plain,
				license_validate_nodes_t *: _license_nodes,
				license_validate_fuzzy_t *: _license_fuzzy)(
		(any_function_t *) license_validate, copy, any, &valid);

	if (!valid)
		FREE_NULL_LIST(list);
	xfree(copy);
	*ret_list = list;
	return valid;
}

#ifdef HRES_MODE_OFF
bool compat_license_is_plain(const licenses_t *license)
{
	return !license->nodes && (license->mode == HRES_MODE_OFF) &&
	       !license->op_or;
}

char *compat_license_text(const char *text, list_t *list)
{
	(void) text;
	return license_list_to_string(list);
}
#else
bool compat_license_is_plain(const licenses_t *license)
{
	(void) license;
	return true;
}

char *compat_license_text(const char *text, list_t *list)
{
	(void) list;
	return xstrdup(text);
}
#endif
