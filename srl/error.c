/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * error.c - the list of errors in a request.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "srl/error.h"

static bool _is_before(srl_place_t a, srl_place_t b)
{
	return (a.line < b.line) ||
		((a.line == b.line) && (a.column < b.column));
}

static void _clean_text(char *text)
{
	for (; *text; text++)
		if (((unsigned char) *text < ' ') || (*text & 0x80) ||
		    (*text == 0x7f))
			*text = '?';
}

extern void srl_error(srl_errors_t *errors, srl_place_t place,
		      const char *format, ...)
{
	srl_error_t *e;
	size_t at = errors->cnt;
	va_list args;

	if (errors->cnt == SRL_ERRORS_MAX) {
		errors->more++;
		return;
	}
	while (at && _is_before(place, errors->list[at - 1].place))
		at--;
	e = &errors->list[at];
	memmove(e + 1, e, (errors->cnt - at) * sizeof(*e));
	errors->cnt++;
	e->place = place;
	va_start(args, format);
	vsnprintf(e->text, sizeof(e->text), format, args);
	va_end(args);
	_clean_text(e->text);
}
