/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/booking/request/text.h"
#include "plugin/slurm/saved/saved_file.h"
#include "plugin/slurm/saved/saved_kept.h"

#define CHUNK 65536

static char *_join_path(const char *folder, const char *name)
{
	return text_printf("%s/%s", folder, name);
}

/* Flush and close an opened file. IN rc - the error so far. RET 0 or errno */
static int _close_file(int fd, int rc)
{
	if (!rc && fsync(fd))
		rc = errno;
	if (close(fd) && !rc)
		rc = errno;
	return rc;
}

static int _sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return (fd < 0) ? errno : _close_file(fd, 0);
}

static int _write_all(int fd, const char *bytes, size_t size)
{
	while (size) {
		ssize_t did = write(fd, bytes, size);

		if ((did < 0) && (errno != EINTR))
			return errno;
		if (did > 0) {
			bytes += did;
			size -= (size_t) did;
		}
	}
	return 0;
}

/* IN from - closed afterwards; -1: there is nothing to copy */
static int _copy_file(int from, const char *to)
{
	int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int rc = (fd < 0) ? errno : 0;
	char bytes[CHUNK];
	ssize_t got = 0;

	while (!rc && (from >= 0) && (got = read(from, bytes, CHUNK)))
		rc = (got > 0) ? _write_all(fd, bytes, (size_t) got) :
		     (errno == EINTR) ? 0 : errno;
	if (from >= 0)
		close(from);
	return (fd < 0) ? rc : _close_file(fd, rc);
}

/* The copy gets its name only when it is complete and on the disk. */
static int _keep_file(const char *folder, const char *file,
		      const char *unfinished, const char *kept)
{
	int from = open(file, O_RDONLY | O_CLOEXEC), rc;

	if ((from < 0) && (errno != ENOENT))
		return errno;
	rc = _copy_file(from, unfinished);
	if (!rc && rename(unfinished, kept))
		rc = errno;
	if (rc)
		(void) unlink(unfinished);
	return rc ? rc : _sync_folder(folder);
}

int saved_kept_begin(const char *folder)
{
	char *kept = _join_path(folder, SAVED_KEPT);
	char *unfinished = _join_path(folder, SAVED_KEPT ".new");
	char *file = _join_path(folder, SAVED_STATE);
	int rc = !access(kept, F_OK) ? 0 :
		 _keep_file(folder, file, unfinished, kept);

	free(file);
	free(unfinished);
	free(kept);
	return rc;
}

int saved_kept_end(const char *folder)
{
	char *kept = _join_path(folder, SAVED_KEPT);
	int rc = unlink(kept) ? errno : _sync_folder(folder);

	free(kept);
	return (rc == ENOENT) ? 0 : rc;
}

bool saved_kept_mend(const char *folder)
{
	char *file = _join_path(folder, SAVED_STATE);
	char *old = _join_path(folder, SAVED_STATE ".old");
	char *new = _join_path(folder, SAVED_STATE ".new");
	saved_id_t id, id_new;
	bool linked = false;

	if (saved_file_id(file, &id)) {
		if (saved_file_id(new, &id_new) && saved_file_is(&id, &id_new))
			(void) unlink(new);
	} else if (errno == ENOENT) {
		linked = !link(old, file);
	}
	free_null(file);
	free_null(old);
	free_null(new);
	return linked;
}
