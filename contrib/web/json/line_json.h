/* SPDX-License-Identifier: GPL-2.0-or-later */
/* line_json.h - values of a line for programs (answer.h of the office) in JSON. */
#pragma once

#include <jansson.h>

#include "contrib/sresv/answer/figures.h"

/*
 * RET the value of a key as an integer, as a number, or as a text without its escapes; null if
 *	the line has none; NULL: it is not as it should be, or memory is short
 */
extern json_t *line_number(const figures_line_t *line, const char *key);
extern json_t *line_real(const figures_line_t *line, const char *key);
extern json_t *line_text(const figures_line_t *line, const char *key);
