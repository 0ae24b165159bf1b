/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <string.h>

#include "contrib/sresv/text/json.h"
#include "contrib/sresv/text/plain.h"

static void _string(FILE *to, const char *text, size_t size)
{
	const unsigned char *at = (const unsigned char *) text;
	const unsigned char *end = at + size;
	bool prints;
	uint32_t c;

	fputc('"', to);
	while (at < end) {
		size_t len = plain_char(at, (size_t) (end - at), &prints, &c);

		if (!len)
			fputs("\\ufffd", to);
		else if ((*at == '"') || (*at == '\\'))
			fprintf(to, "\\%c", *at);
		else if (!prints)
			fprintf(to, "\\u%04x", (unsigned int) c);
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
