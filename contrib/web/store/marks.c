/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/web/store/marks.h"

#define FILE_MOST (2 * 1024 * 1024) /* bytes: more than MARKS_MOST take */

char *marks_path(void)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char *path = NULL;
	int rc = -1;

	if (state && (state[0] == '/'))
		rc = asprintf(&path, "%s/garq/read.json", state);
	else if (home && (home[0] == '/'))
		rc = asprintf(&path, "%s/.local/state/garq/read.json", home);
	return (rc < 0) ? NULL : path;
}

static bool _is_mark(const json_t *mark)
{
	return json_is_string(mark) && (json_string_length(mark) <= MARKS_TEXT);
}

static json_t *_load(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	json_t *marks = NULL;
	struct stat st;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && (st.st_size <= FILE_MOST))
		marks = json_loadfd(fd, 0, NULL);
	close(fd);
	return marks;
}

json_t *marks_read(const char *path)
{
	json_t *loaded = _load(path), *marks = json_array(), *mark;
	size_t i;

	json_array_foreach(loaded, i, mark)
	{
		if (_is_mark(mark) && (json_array_size(marks) < MARKS_MOST))
			json_array_append(marks, mark);
	}
	json_decref(loaded);
	return marks;
}

/* Make the folders of a path. RET 0 or errno */
static int _make_folders(char *path)
{
	for (char *end = strchr(path + 1, '/'); end;
	     end = strchr(end + 1, '/')) {
		int rc;

		*end = '\0';
		rc = mkdir(path, 0700);
		*end = '/';
		if (rc && (errno != EEXIST))
			return errno;
	}
	return 0;
}

/* RET 0 or errno */
static int _replace(const char *path, const json_t *marks)
{
	char *other = NULL;
	int fd, rc = 0;

	if (asprintf(&other, "%s.XXXXXX", path) < 0)
		return ENOMEM;
	rc = _make_folders(other);
	fd = rc ? -1 : mkostemp(other, O_CLOEXEC);
	if (!rc && (fd < 0))
		rc = errno;
	if (!rc && json_dumpfd(marks, fd, JSON_COMPACT))
		rc = EIO;
	if ((fd >= 0) && close(fd) && !rc)
		rc = errno;
	if (!rc && rename(other, path))
		rc = errno;
	if (rc && (fd >= 0))
		unlink(other);
	free(other);
	return rc;
}

static bool _has(const json_t *marks, const json_t *one)
{
	const json_t *mark;
	size_t i;

	json_array_foreach(marks, i,
			   mark) if (json_equal(mark, one)) return true;
	return false;
}

json_t *marks_add(const char *path, const json_t *more)
{
	json_t *marks = marks_read(path), *mark;
	size_t i;
	int rc;

	json_array_foreach(more, i, mark)
	{
		if (!_is_mark(mark) || _has(marks, mark))
			continue;
		if (json_array_size(marks) == MARKS_MOST)
			json_array_remove(marks, 0);
		json_array_append(marks, mark);
	}
	rc = marks ? _replace(path, marks) : ENOMEM;
	if (rc) {
		json_decref(marks);
		errno = rc;
		return NULL;
	}
	return marks;
}
