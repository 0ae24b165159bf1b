/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/host_list.h"

/*
 * Number of names in "[1-3,7]", HOST_LIST_NAMES + 1 at most.
 * OUT ret_end - the closing bracket, or the end of the text
 */
static uint64_t _bracket_names(const char *s, const char **ret_end)
{
	uint64_t cnt = 0;

	while (*s && (*s != ']')) {
		char *end;
		uint64_t first = strtoull(s + 1, &end, 10), last = first;

		if (*end == '-')
			last = strtoull(end + 1, &end, 10);
		cnt += (last > first) ? MIN(last - first, HOST_LIST_NAMES) + 1 :
					1;
		s = end + strcspn(end, ",]");
	}
	*ret_end = s;
	return MIN(cnt, HOST_LIST_NAMES + 1);
}

bool host_list_has_more(const char *list, uint64_t most)
{
	uint64_t cnt = 0, one = 0;

	for (const char *s = list; *s; s += (*s != '\0')) {
		if (*s == ',') {
			cnt += one;
			one = 0;
		} else {
			one = MAX(one, 1);
			if (*s == '[')
				one *= _bracket_names(s, &s);
		}
		if (cnt + one > most)
			return true;
	}
	return false;
}

uint32_t host_list_brackets(const char *list)
{
	uint32_t most = 0, cnt = 0;
	bool inside = false;

	for (const char *s = list; *s; s++) {
		if (*s == '[') {
			inside = true;
			cnt++;
			most = MAX(most, cnt);
		} else if (*s == ']') {
			inside = false;
		} else if ((*s == ',') && !inside) {
			cnt = 0;
		}
	}
	return most;
}
