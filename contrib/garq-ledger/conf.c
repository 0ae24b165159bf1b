/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "contrib/garq-ledger/conf.h"

#define KEY "StateSaveLocation"
#define DEFAULT "/var/spool"
#define INCLUDE "include"
#define DEPTH_MAX 8		/* files that include each other */

typedef struct {
	char *found;		/* the last one counts, as in Slurm */
	char *error;
	size_t error_size;
	int depth;
} search_t;

static bool _file(search_t *s, const char *path);

static bool _fail(search_t *s, const char *path, int rc)
{
	snprintf(s->error, s->error_size, "%s: %s", path, strerror(rc));
	return false;
}

static bool _keep(search_t *s, const char *path, const char *text, size_t len)
{
	char *copy = strndup(text, len);

	if (!copy)
		return _fail(s, path, ENOMEM);
	free(s->found);
	s->found = copy;
	return true;
}

static const char *_skip_space(const char *at)
{
	return at + strspn(at, " \t");
}

/*
 * Parse NAME=value NAME="a value" ...; blanks may surround the sign, and + - *
 * / may precede it.
 */
static bool _pairs(search_t *s, const char *path, const char *at)
{
	for (;;) {
		const char *key = at = _skip_space(at), *value;
		size_t key_len, len;

		while (isalnum((unsigned char) *at) || (*at && strchr("_.", *at)))
			at++;
		key_len = (size_t) (at - key);
		at = _skip_space(at);
		if (*at && strchr("+-*/", *at))
			at++;
		if (!key_len || (*at != '='))
			return true;
		value = _skip_space(at + 1);
		if (*value == '"') {
			len = strcspn(++value, "\"");
			at = value + len + (value[len] == '"');
		} else {
			len = strcspn(value, " \t");
			at = value + len;
		}
		if ((key_len == strlen(KEY)) && !strncasecmp(key, KEY, key_len) &&
		    !_keep(s, path, value, len))
			return false;
	}
}

/* Read an included file. A relative name is relative to the including file. */
static bool _include(search_t *s, const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	int folder = (slash && (name[0] != '/')) ? (int) (slash - path) + 1 : 0;
	char whole[PATH_MAX];
	int n = snprintf(whole, sizeof(whole), "%.*s%.*s", folder, path,
			 (int) strcspn(name, " \t"), name);

	if ((n < 0) || ((size_t) n >= sizeof(whole)))
		return _fail(s, path, ENAMETOOLONG);
	return _file(s, whole);
}

static bool _line(search_t *s, const char *path, const char *line)
{
	size_t len = strlen(INCLUDE);

	line = _skip_space(line);
	if (!strncasecmp(line, INCLUDE, len) &&
	    (_skip_space(line + len) != line + len))
		return _include(s, path, _skip_space(line + len));
	return _pairs(s, path, line);
}

/*
 * Cut off a comment and the line's end. RET true: it ended with \ and goes on
 */
static bool _tidy(char *line, size_t *len)
{
	*len = strcspn(line, "\r\n");
	for (size_t i = 0; i < *len; i++) {
		if ((line[i] == '#') && (!i || (line[i - 1] != '\\'))) {
			line[i] = '\0';
			*len = i;
			return false;
		}
	}
	if (*len && (line[*len - 1] == '\\')) {
		line[--*len] = '\0';
		return true;
	}
	line[*len] = '\0';
	return false;
}

/* Append a line. RET false if memory is short */
static bool _append(char **all, size_t *all_len, const char *line, size_t len)
{
	char *longer = realloc(*all, *all_len + len + 1);

	if (!longer)
		return false;
	memcpy(longer + *all_len, line, len + 1);
	*all = longer;
	*all_len += len;
	return true;
}

static bool _lines(search_t *s, const char *path, FILE *f)
{
	char *line = NULL, *all = NULL;
	size_t size = 0, all_len = 0, len;
	bool ok = true;

	while (ok && (getline(&line, &size, f) >= 0)) {
		bool goes_on = _tidy(line, &len);

		if (!_append(&all, &all_len, line, len)) {
			ok = _fail(s, path, ENOMEM);
		} else if (!goes_on) {
			ok = _line(s, path, all);
			all_len = 0;
		}
	}
	if (ok && ferror(f))
		ok = _fail(s, path, EIO);
	if (ok && all_len)
		ok = _line(s, path, all);
	free(line);
	free(all);
	return ok;
}

static bool _file(search_t *s, const char *path)
{
	FILE *f;
	bool ok;

	if (s->depth >= DEPTH_MAX)
		return _fail(s, path, ELOOP);
	if (!(f = fopen(path, "re")))
		return _fail(s, path, errno);
	s->depth++;
	ok = _lines(s, path, f);
	s->depth--;
	fclose(f);
	return ok;
}

bool conf_state_location(const char *conf, char **ret, char *error,
			 size_t error_size)
{
	search_t s = { .error = error, .error_size = error_size };

	if (_file(&s, conf) &&
	    (s.found || _keep(&s, conf, DEFAULT, strlen(DEFAULT)))) {
		*ret = s.found;
		return true;
	}
	free(s.found);
	return false;
}
