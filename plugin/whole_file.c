/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "plugin/booking/request/text.h"
#include "plugin/whole_file.h"

static bool _write_all(int fd, const char *text, size_t size)
{
	ssize_t n = 0;

	for (size_t done = 0; done < size; done += (size_t) n) {
		n = write(fd, text + done, size - done);
		if ((n < 0) && (errno != EINTR))
			return false;
		n = (n < 0) ? 0 : n;
	}
	return true;
}

static bool _write_draft(const char *path, const char *text, size_t size,
			 bool sync)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	bool ok = (fd >= 0) && _write_all(fd, text, size) &&
		  (!sync || !fsync(fd));

	if ((fd >= 0) && close(fd))
		ok = false;
	return ok;
}

bool whole_file_write(const char *path, const char *text, size_t size,
		      bool sync)
{
	char *draft = text_printf("%s.new", path);
	bool ok = _write_draft(draft, text, size, sync) && !rename(draft, path);
	int failure = errno;

	if (!ok)
		(void) unlink(draft);
	free(draft);
	errno = failure;
	return ok;
}
