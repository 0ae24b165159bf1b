/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/sresv/text/said.h"

static int kept = -1;		/* file that takes the output */
static int before = -1;		/* the original standard error */
static void (*on_exit_fn)(char *said);

static void _close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void said_begin(void)
{
	fflush(stderr);
	kept = memfd_create("said", MFD_CLOEXEC);
	before = dup(STDERR_FILENO);
	if ((kept >= 0) && (before >= 0) &&
	    (dup2(kept, STDERR_FILENO) >= 0))
		return;
	_close(&kept);
	_close(&before);
}

static char *_read(int fd)
{
	struct stat st;
	char *text;
	ssize_t n;

	if (fstat(fd, &st) || !(text = malloc((size_t) st.st_size + 1)))
		return NULL;
	n = pread(fd, text, (size_t) st.st_size, 0);
	text[(n > 0) ? n : 0] = '\0';
	return text;
}

char *said_end(void)
{
	char *text;

	if (kept < 0)
		return NULL;
	fflush(stderr);
	dup2(before, STDERR_FILENO);
	_close(&before);
	text = _read(kept);
	_close(&kept);
	if (text)
		said_tidy(text);
	return text;
}

static void _on_exit(void)
{
	if (kept >= 0)
		on_exit_fn(said_end());
}

void said_on_exit(void (*fn)(char *said))
{
	if (!on_exit_fn)
		atexit(_on_exit);
	on_exit_fn = fn;
}

/* Length of the prefix before the words of a line. */
static size_t _prefix(const char *line, size_t len)
{
	static const char *const table[] = { "error: ", "fatal: ", "warning: " };

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *found = memmem(line, len, table[i],
					   strlen(table[i]));

		/* at the line's begin, or behind a program's name only */
		if (found && ((found == line) ||
			      ((found[-1] == ' ') && (found - line >= 2) &&
			       (found[-2] == ':') &&
			       !memchr(line, ' ', (size_t) (found - line) - 1))))
			return (size_t) (found - line) + strlen(table[i]);
	}
	return 0;
}

void said_tidy(char *text)
{
	char *to = text;

	while (*text) {
		size_t len = strcspn(text, "\n"), cut = _prefix(text, len);
		bool more = (text[len] == '\n');

		memmove(to, text + cut, len - cut);
		to += len - cut;
		if (more)
			*to++ = '\n';
		text += len + more;
	}
	*to = '\0';
}
