/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/web/http/token_file.h"

#define LINE TOKEN_SIZE		/* digits and a line end */

static bool _is_token(const char *text)
{
	return (strspn(text, "0123456789abcdef") == TOKEN_SIZE - 1) &&
	       (text[TOKEN_SIZE - 1] == '\n');
}

static const char *_read(int fd, char ret_token[TOKEN_SIZE],
			 char ret_key[TOKEN_SIZE])
{
	char text[2 * LINE + 1] = "";
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		return "it is no file";
	if ((st.st_uid != geteuid()) || (st.st_mode & 077))
		return "others may read it: chmod 600";
	if ((read(fd, text, 2 * LINE) != 2 * LINE) || !_is_token(text) ||
	    !_is_token(text + LINE))
		return "it does not have two lines of 64 hexadecimal digits";
	snprintf(ret_token, TOKEN_SIZE, "%.*s", TOKEN_SIZE - 1, text);
	snprintf(ret_key, TOKEN_SIZE, "%.*s", TOKEN_SIZE - 1, text + LINE);
	return NULL;
}

static const char *_make(int fd, char ret_token[TOKEN_SIZE],
			 char ret_key[TOKEN_SIZE])
{
	if (!token_make(ret_token) || !token_make(ret_key))
		return "there are no random bytes";
	if (dprintf(fd, "%s\n%s\n", ret_token, ret_key) != 2 * LINE)
		return "it can't be written";
	return NULL;
}

const char *token_file_read(const char *path, char ret_token[TOKEN_SIZE],
			    char ret_key[TOKEN_SIZE])
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool is_new = (fd >= 0);
	const char *why;

	if (!is_new && (errno == EEXIST))
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return strerror(errno);
	why = is_new ? _make(fd, ret_token, ret_key) :
		       _read(fd, ret_token, ret_key);
	close(fd);
	return why;
}
