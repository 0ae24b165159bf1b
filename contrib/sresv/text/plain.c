/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "contrib/sresv/text/plain.h"

static bool _prints(uint32_t c)
{
	return (c >= 0x20) && ((c < 0x7f) || (c > 0x9f)) &&
	       ((c < 0x2028) || (c > 0x202e)) &&	/* separators, ... */
	       ((c < 0x2066) || (c > 0x2069)) &&	/* ... directions */
	       (c != 0x200e) && (c != 0x200f) && (c != 0x61c);
}

size_t plain_char(const unsigned char *text, size_t size, bool *ret_prints,
		  uint32_t *ret_char)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = (text[0] < 0x80) ? 1 : (text[0] >= 0xf8) ? 0 :
		(text[0] >= 0xf0) ? 4 : (text[0] >= 0xe0) ? 3 :
		(text[0] >= 0xc0) ? 2 : 0;
	uint32_t c = (len > 1) ? text[0] & (0x7fu >> len) : text[0];

	*ret_prints = false;
	if (!len || (len > size))
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		c = (c << 6) | (text[i] & 0x3f);
	}
	if ((c < least[len]) || (c > 0x10ffff) || ((c >> 11) == 0x1b))
		return 0;
	*ret_prints = _prints(c);
	*ret_char = c;
	return len;
}

void plain_print(FILE *to, const char *text, size_t size)
{
	const unsigned char *at = (const unsigned char *) text;
	const unsigned char *end = at + strnlen(text, size);
	bool prints;
	uint32_t c;

	while (at < end) {
		size_t len = plain_char(at, (size_t) (end - at), &prints, &c);

		for (size_t i = 0; i < (len ? len : 1); i++)
			fputc(prints ? at[i] : '?', to);
		at += len ? len : 1;
	}
}

void plain_put_word(FILE *to, const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789_-+=:,./@%";

	if (word[0] && !word[strspn(word, plain)]) {
		fputs(word, to);
		return;
	}
	fputc('\'', to);
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", to);
		else
			fputc(*word, to);
	}
	fputc('\'', to);
}
