/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/ranges.h"
#include "contrib/sresv/text/when.h"

/* Room for the part of a text up to a sign; a longer part is none. */
#define PART 64

/* Copy the text before at. RET false: it is too long, or empty */
static bool _before(const char *text, const char *at, char buf[PART])
{
	size_t len = (size_t) (at - text);

	if (!len || (len >= PART))
		return false;
	memcpy(buf, text, len);
	buf[len] = '\0';
	return true;
}

bool ranges_counts(const char *text, int64_t max, int64_t *ret_least,
		   int64_t *ret_count)
{
	const char *dash = strchr(text, '-');
	int64_t least = 0, count;
	char part[PART];

	if (dash && (!_before(text, dash, part) ||
		     !parse_number(part, 1, max, &least)))
		return false;
	if (!parse_number(dash ? dash + 1 : text, 1, max, &count) ||
	    (least > count))
		return false;
	*ret_least = least;
	*ret_count = count;
	return true;
}

static bool _has_end(int64_t length)
{
	return length && (length != WHEN_FOREVER);
}

/* Split at this dash. RET false: there is no range around it */
static bool _split(const char *text, const char *dash, int64_t *ret_least,
		   int64_t *ret_length)
{
	int64_t least, length;
	char part[PART];

	if (!_before(text, dash, part) || !part[strspn(part, "0123456789")] ||
	    !when_length(part, &least) || !_has_end(least) ||
	    !when_length(dash + 1, &length) || (least > length))
		return false;
	*ret_least = least;
	*ret_length = length;
	return true;
}

bool ranges_lengths(const char *text, int64_t *ret_least, int64_t *ret_length)
{
	if (when_length(text, ret_length)) {
		*ret_least = 0;
		return true;
	}
	for (const char *dash = strchr(text, '-'); dash;
	     dash = strchr(dash + 1, '-'))
		if (_split(text, dash, ret_least, ret_length))
			return true;
	return false;
}

bool ranges_shape(const char *text, int64_t max, int64_t *ret_count,
		  int64_t *ret_length)
{
	size_t len = strcspn(text, "xX");
	int64_t count, length;
	char part[PART];

	if (!text[len] || !_before(text, text + len, part) ||
	    !parse_number(part, 1, max, &count) ||
	    !when_length(text + len + 1, &length) || !_has_end(length))
		return false;
	*ret_count = count;
	*ret_length = length;
	return true;
}
