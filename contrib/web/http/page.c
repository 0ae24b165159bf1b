/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/web/http/page.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NAME 128		/* bytes of a part of a path */

static const char *_type(const char *path)
{
	static const struct {
		const char *end, *type;
	} table[] = {
		{ "html", "text/html; charset=utf-8" },
		{ "js", "text/javascript; charset=utf-8" },
		{ "mjs", "text/javascript; charset=utf-8" },
		{ "css", "text/css; charset=utf-8" },
		{ "json", "application/json" },
		{ "map", "application/json" },
		{ "webmanifest", "application/manifest+json" },
		{ "svg", "image/svg+xml" },
		{ "png", "image/png" },
		{ "ico", "image/x-icon" },
		{ "woff2", "font/woff2" },
		{ "wasm", "application/wasm" },
		{ "txt", "text/plain; charset=utf-8" },
	};
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && (i < COUNT(table)); i++)
		if (!strcmp(table[i].end, dot + 1))
			return table[i].type;
	return NULL;
}

/*
 * Open the next part of a path. IN/OUT path - behind the part
 * RET a file descriptor, or -1
 */
static int _open_part(int at, const char **path)
{
	size_t len = strcspn(*path, "/");
	char name[NAME];

	if (!len || (len >= sizeof(name)) || (**path == '.'))
		return -1;
	snprintf(name, sizeof(name), "%.*s", (int) len, *path);
	*path += len;
	return openat(at, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK |
		      (**path ? O_DIRECTORY : 0));
}

static int _open(int folder, const char *path)
{
	int at = folder;

	while (*path == '/') {
		int fd;

		path++;
		fd = _open_part(at, &path);
		if (at != folder)
			close(at);
		if (fd < 0)
			return -1;
		at = fd;
	}
	if (!*path)
		return at;
	if (at != folder)
		close(at);
	return -1;
}

int page_open(int folder, const char *path, const char **ret_type,
	      size_t *ret_size, char ret_etag[64])
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";
	struct stat st;
	int fd;

	if (!strcmp(path, "/"))
		path = "/index.html";
	if ((folder < 0) || (path[0] != '/') || path[strspn(path, plain)] ||
	    !(*ret_type = _type(path)) || ((fd = _open(folder, path)) < 0))
		return -1;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return -1;
	}
	*ret_size = (size_t) st.st_size;
	snprintf(ret_etag, 64, "\"%llx-%llx-%llx\"",
		 (unsigned long long) st.st_mtim.tv_sec,
		 (unsigned long long) st.st_mtim.tv_nsec,
		 (unsigned long long) st.st_size);
	return fd;
}
