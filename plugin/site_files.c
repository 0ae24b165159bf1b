/* SPDX-License-Identifier: GPL-2.0-or-later */
/* site_files.c - see site_files.h */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/booking/request/budget.h"
#include "plugin/booking/request/tariff.h"
#include "plugin/booking/view/changes.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/locks.h"
#include "plugin/site_files.h"

#define FILE_MAX (1 << 20)	/* bytes */
#define WHY 512

_Static_assert((WHY >= TARIFF_ERROR) && (WHY >= BUDGET_ERROR), "an error fits");

static atomic_bool due;

/* What a file of the site has. */
typedef union {
	tariff_t *tariff;
	budgets_t *budgets;
	void *any;		/* NULL: there is none */
} content_t;

/* --- the two files --- */

static content_t _parse_tariff(const char *text, char *why)
{
	return (content_t) { .tariff = tariff_parse(text, why, WHY) };
}

static content_t _swap_tariff(content_t next)
{
	content_t before = { .tariff = office->tariff };

	office->tariff = next.tariff;
	return before;
}

static void _destroy_tariff(content_t tariff)
{
	tariff_destroy(tariff.tariff);
}

static content_t _parse_budgets(const char *text, char *why)
{
	return (content_t) { .budgets = budgets_parse(text, why, WHY) };
}

static content_t _swap_budgets(content_t next)
{
	content_t before = { .budgets = office->budgets };

	office->budgets = next.budgets;
	return before;
}

static void _destroy_budgets(content_t budgets)
{
	budgets_destroy(budgets.budgets);
}

typedef struct {
	const char *option;
	const char *noun;
	size_t path;		/* offset in options_t */
	content_t (*parse)(const char *text, char *why);
	/* Locks: site_lock(), or no other thread. RET the content before */
	content_t (*swap)(content_t next);
	void (*destroy)(content_t content);
} site_file_t;

static const site_file_t files[] = {
	{ "garq_tariff", "tariff", offsetof(options_t, tariff), _parse_tariff,
	  _swap_tariff, _destroy_tariff },
	{ "garq_budget", "budget", offsetof(options_t, budget),
	  _parse_budgets, _swap_budgets, _destroy_budgets },
};
#define FILES (sizeof(files) / sizeof(files[0]))

/* --- reading --- */

/* IN why - WHY bytes. RET false, and the error in why */
static bool _read_fd(int fd, char *text, char *why)
{
	struct stat st;
	ssize_t got;
	size_t len = 0;

	if (!fstat(fd, &st) && !S_ISREG(st.st_mode)) {
		snprintf(why, WHY, "it is no plain file");
		return false;
	}
	while ((got = read(fd, text + len, FILE_MAX - len)) > 0)
		len += (size_t) got;
	if (got < 0)
		snprintf(why, WHY, "%s", strerror(errno));
	else if (len == FILE_MAX)
		snprintf(why, WHY, "it is longer than %d bytes", FILE_MAX - 1);
	else if (memchr(text, '\0', len))
		snprintf(why, WHY, "it is no text");
	else
		return true;
	return false;
}

/* OUT why - the error, WHY bytes. RET with any NULL: there is one */
static content_t _read_file(const site_file_t *f, const char *path, char *why)
{
	char *text = memory_new(1, FILE_MAX + 1);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	content_t content = { .any = NULL };

	if (fd < 0)
		snprintf(why, WHY, "%s", strerror(errno));
	else if (_read_fd(fd, text, why))
		content = f->parse(text, why);
	if (fd >= 0)
		(void) close(fd);
	free(text);
	return content;
}

/* IN path - "": there is no file. OUT ret - the new content, or none
 * RET false: the file has a fault, which is logged */
static bool _load_file(const site_file_t *f, const char *path, content_t *ret)
{
	char why[WHY] = "";

	*ret = path[0] ? _read_file(f, path, why) : (content_t) { .any = NULL };
	if (path[0] && !ret->any)
		error("sched/garq: %s: %s: %s; the %s in force, if any, stays",
		      f->option, path, why, f->noun);
	else if (path[0])
		info("sched/garq: the %s of %s is in force", f->noun, path);
	return !path[0] || ret->any;
}

static const char *_path_of(const site_file_t *f)
{
	return (const char *) &office->options + f->path;
}

void site_files_begin(void)
{
	content_t next;

	for (size_t i = 0; i < FILES; i++)
		if (_load_file(&files[i], _path_of(&files[i]), &next))
			files[i].destroy(files[i].swap(next));
}

void site_files_due(void)
{
	atomic_store(&due, true);
}

static void _read_again(const site_file_t *f)
{
	char path[PATH_MAX];
	content_t next, before;

	site_options_hold();
	memcpy(path, _path_of(f), sizeof(path));
	site_options_release();
	if (!_load_file(f, path, &next))
		return;
	site_lock(false);
	before = f->swap(next);
	changes_note(office);
	site_unlock(false);
	f->destroy(before);
}

void site_files_turn(void)
{
	if (!atomic_exchange(&due, false))
		return;
	for (size_t i = 0; i < FILES; i++)
		_read_again(&files[i]);
}
