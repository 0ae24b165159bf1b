/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/gpus.h"
#include "plugin/slurm/compat/slurm_features.h"

#define TYPE_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"
#define TYPE_MAX 63

static const char *_number_of(const char *text)
{
	const char *colon = strchr(text, ':');

	return colon ? colon + 1 : text;
}

static bool _is_number(const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);

	return (text[0] >= '0') && (text[0] <= '9') && !*end && (n >= 1) &&
	       (n <= INT_MAX);
}

const char *gpus_objection(const char *text)
{
	const char *number = _number_of(text);
	size_t type_len = (number == text) ? 0 : (size_t) (number - text) - 1;

	if (!strchr(text, ',') &&
	    (((number != text) && !type_len) || (type_len > TYPE_MAX) ||
	     (strspn(text, TYPE_CHARS) < type_len) || !_is_number(number)))
		return "it is no number of GPUs, such as 4 or a100:4";
#ifdef COMPAT_TRES_TEXT
	return strchr(text, ',') ?
	       "a reservation has GPUs of one type, or of any: ask for each type under a name of its own" :
	       NULL;
#else
	return "this Slurm can't reserve GPUs, which takes 23.11: book the nodes that have them, by their number and features, or cores";
#endif
}

const char *gpus_tres(const char *text, char ret[GPUS_TRES])
{
	const char *number = _number_of(text);
	int type_len = (number == text) ? 0 : (int) (number - text) - 1;

	snprintf(ret, GPUS_TRES, "gres/gpu%s%.*s=%s", type_len ? ":" : "",
		 type_len, text, number);
	return ret;
}

long gpus_counted(const char *tres)
{
	static const char word[] = "gres/gpu=";
	const char *at = tres ? strstr(tres, word) : NULL;

	return at ? strtol(at + strlen(word), NULL, 10) : 0;
}
