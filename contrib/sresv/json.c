/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.c - see json.h */

#include <stdint.h>
#include <string.h>

#include "contrib/sresv/json.h"

/* Bytes of the character at this place; 0 if it is not UTF-8. */
static size_t _utf8(const unsigned char *at, size_t left)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = (at[0] < 0x80) ? 1 : (at[0] >= 0xf8) ? 0 :
		(at[0] >= 0xf0) ? 4 : (at[0] >= 0xe0) ? 3 :
		(at[0] >= 0xc0) ? 2 : 0;
	uint32_t c = (len > 1) ? at[0] & (0x7fu >> len) : at[0];

	if (!len || (len > left))
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		c = (c << 6) | (at[i] & 0x3f);
	}
	if ((c < least[len]) || (c > 0x10ffff) || ((c >> 11) == 0x1b))
		return 0;
	return len;
}

static void _string(FILE *to, const char *text, size_t size)
{
	const unsigned char *at = (const unsigned char *) text;
	const unsigned char *end = at + size;

	fputc('"', to);
	while (at < end) {
		size_t len = _utf8(at, (size_t) (end - at));

		if (!len)
			fputs("\\ufffd", to);
		else if ((*at == '"') || (*at == '\\'))
			fprintf(to, "\\%c", *at);
		else if ((*at < 0x20) || (*at == 0x7f))
			fprintf(to, "\\u%04x", *at);
		else
			fwrite(at, 1, len, to);
		at += len ? len : 1;
	}
	fputc('"', to);
}

void json_put_string(FILE *to, const char *text)
{
	if (text)
		_string(to, text, strlen(text));
	else
		fputs("null", to);
}

void json_put_lines(FILE *to, const char *text)
{
	const char *comma = "";

	fputc('[', to);
	while (text && *text) {
		size_t len = strcspn(text, "\n");

		if (len) {
			fputs(comma, to);
			_string(to, text, len);
			comma = ",";
		}
		text += len + (text[len] == '\n');
	}
	fputc(']', to);
}
