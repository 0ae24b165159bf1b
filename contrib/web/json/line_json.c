/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/parse.h"
#include "contrib/web/json/line_json.h"
#include "contrib/web/json/reply.h"

json_t *line_number(const figures_line_t *line, const char *key)
{
	int64_t n;

	return figures_number(line, key, &n) ? json_integer(n) : json_null();
}

json_t *line_real(const figures_line_t *line, const char *key)
{
	const char *value = figures_word(line, key);

	return value ? json_real(strtod(value, NULL)) : json_null();
}

json_t *line_text(const figures_line_t *line, const char *key)
{
	const char *value = figures_word(line, key);
	char *copy = value ? strdup(value) : NULL;
	json_t *text = (copy && parse_name(copy)) ? reply_text(copy) : NULL;

	free(copy);
	return value ? text : json_null();
}
