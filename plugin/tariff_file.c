/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tariff_file.c - see tariff_file.h */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/booking/request/tariff.h"
#include "plugin/booking/view/changes.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/locks.h"
#include "plugin/tariff_file.h"

#define FILE_MAX 65536	/* bytes */

static atomic_bool due;

/* IN why - TARIFF_ERROR bytes. RET false, and the error in why */
static bool _read_fd(int fd, char *text, char *why)
{
	struct stat st;
	ssize_t got;
	size_t len = 0;

	if (!fstat(fd, &st) && !S_ISREG(st.st_mode)) {
		snprintf(why, TARIFF_ERROR, "it is no plain file");
		return false;
	}
	while ((got = read(fd, text + len, FILE_MAX - len)) > 0)
		len += (size_t) got;
	if (got < 0)
		snprintf(why, TARIFF_ERROR, "%s", strerror(errno));
	else if (len == FILE_MAX)
		snprintf(why, TARIFF_ERROR, "it is longer than %d bytes",
			 FILE_MAX - 1);
	else if (memchr(text, '\0', len))
		snprintf(why, TARIFF_ERROR, "it is no text");
	else
		return true;
	return false;
}

/* OUT why - the error, TARIFF_ERROR bytes. RET NULL: there is one */
static tariff_t *_read_file(const char *path, char *why)
{
	char *text = memory_new(1, FILE_MAX + 1);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	tariff_t *tariff = NULL;

	if (fd < 0)
		snprintf(why, TARIFF_ERROR, "%s", strerror(errno));
	else if (_read_fd(fd, text, why))
		tariff = tariff_parse(text, why, TARIFF_ERROR);
	if (fd >= 0)
		(void) close(fd);
	free(text);
	return tariff;
}

/* IN path - "": there is none. OUT ret - the new tariff, or NULL
 * RET false: the file is no tariff, which is logged */
static bool _load_file(const char *path, tariff_t **ret)
{
	char why[TARIFF_ERROR] = "";

	*ret = path[0] ? _read_file(path, why) : NULL;
	if (path[0] && !*ret)
		error("sched/garq: garq_tariff: %s: %s; %s", path, why,
		      office->tariff ? "the tariff in force stays" :
				       "there is no tariff");
	else if (path[0])
		info("sched/garq: the tariff of %s is in force", path);
	return !path[0] || *ret;
}

void tariff_file_begin(void)
{
	tariff_t *tariff;

	if (_load_file(office->options.tariff, &tariff))
		office->tariff = tariff;
}

void tariff_file_due(void)
{
	atomic_store(&due, true);
}

void tariff_file_turn(void)
{
	char path[PATH_MAX];
	tariff_t *tariff, *before;

	if (!atomic_exchange(&due, false))
		return;
	site_options_hold();
	memcpy(path, office->options.tariff, sizeof(path));
	site_options_release();
	if (!_load_file(path, &tariff))
		return;
	site_lock(false);
	before = office->tariff;
	office->tariff = tariff;
	changes_note(office);
	site_unlock(false);
	tariff_destroy(before);
}
