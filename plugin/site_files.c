/* SPDX-License-Identifier: GPL-2.0-or-later */

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
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/changes.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/locks.h"
#include "plugin/site_files.h"
#include "plugin/whole_file.h"

#define FILE_MAX (1 << 20)	/* bytes */
#define WHY OFFICE_FAULT

_Static_assert((WHY >= TARIFF_ERROR) && (WHY >= BUDGET_ERROR), "an error fits");

static atomic_bool due;

/*
 * The content of a file, which is a member of the office.
 *	parse	OUT why - WHY bytes. RET NULL: the text has a fault
 *	swap	RET the content before. Locks: site_lock(), or one thread
 */
#define CONTENT(noun, member, parse, destroy) \
	static void *_parse_##noun(const char *text, char *why) \
	{ \
		return parse(text, why, WHY); \
	} \
	static void *_swap_##noun(void *next) \
	{ \
		void *before = office->member; \
\
		office->member = next; \
		return before; \
	} \
	static void _destroy_##noun(void *content) \
	{ \
		destroy(content); \
	}

CONTENT(tariff, tariff, tariff_parse, tariff_destroy)
CONTENT(budget, budgets, budgets_parse, budgets_destroy)

typedef struct {
	const char *option;
	const char *noun;
	size_t path;		/* offset in options_t */
	void *(*parse)(const char *text, char *why);
	void *(*swap)(void *next);
	void (*destroy)(void *content);
} site_file_t;

#define SITE_FILE(noun) \
	{ "garq_" #noun, #noun, offsetof(options_t, noun), _parse_##noun, \
	  _swap_##noun, _destroy_##noun }

static const site_file_t files[OFFICE_FILES] = {
	[OFFICE_TARIFF] = SITE_FILE(tariff),
	[OFFICE_BUDGET] = SITE_FILE(budget),
};

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

/* What was read. */
typedef struct {
	char *text;		/* owned */
	void *content;		/* NULL: the file has a fault, ... */
	char why[WHY];		/* ... this one */
} found_t;

/* RET _end_found() */
static found_t _read_file(const site_file_t *f, const char *path)
{
	found_t found = { .text = memory_new(1, FILE_MAX + 1) };
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		snprintf(found.why, WHY, "%s", strerror(errno));
	else if (_read_fd(fd, found.text, found.why))
		found.content = f->parse(found.text, found.why);
	if (fd >= 0)
		(void) close(fd);
	return found;
}

static void _end_found(found_t *found)
{
	free_null(found->text);
}

static char *_kept_path(const site_file_t *f)
{
	return text_printf("%s/" SITE_FILES_KEPT,
			   slurm_conf.state_save_location, f->noun);
}

static const char *_path_of(const site_file_t *f)
{
	return (const char *) &office->options + f->path;
}

/* --- the start --- */

/* The file has a fault: the content in force before the start stays. */
static void *_read_kept(const site_file_t *f, const char *path)
{
	char *kept = _kept_path(f);
	found_t found = _read_file(f, kept);

	if (found.content)
		error("sched/garq: %s: %s has a fault: the %s that was in force before is that of %s",
		      f->option, path, f->noun, kept);
	_end_found(&found);
	free(kept);
	return found.content;
}

static void _begin_file(const site_file_t *f, office_file_t *state)
{
	const char *path = _path_of(f);
	found_t found;

	if (!path[0])
		return;
	found = _read_file(f, path);
	snprintf(state->fault, sizeof(state->fault), "%s", found.why);
	if (!found.content)
		found.content = _read_kept(f, path);
	f->destroy(f->swap(found.content));
	_end_found(&found);
}

void site_files_begin(void)
{
	for (size_t i = 0; i < OFFICE_FILES; i++)
		_begin_file(&files[i], &office->files[i]);
	site_files_due();
}

/* --- after the start, and after a reconfiguration --- */

void site_files_due(void)
{
	atomic_store(&due, true);
}

/* The next start has this content if the file has a fault then. */
static void _keep_text(const site_file_t *f, const char *text)
{
	char *kept = _kept_path(f);

	if (text ? !whole_file_write(kept, text, strlen(text), true) :
		   (unlink(kept) && (errno != ENOENT)))
		error("sched/garq: %s: %s can't be %s: %m", f->option, kept,
		      text ? "written" : "removed");
	free(kept);
}

/* IN found - good; or without a text: there is no file */
static void _put_in_force(const site_file_t *f, office_file_t *state,
			  const found_t *found)
{
	void *before;

	_keep_text(f, found->text);
	site_lock(false);
	before = f->swap(found->content);
	state->fault[0] = '\0';
	changes_note(office);
	site_unlock(false);
	f->destroy(before);
}

/* The content in force stays; a request that needs one finds the fault. */
static void _note_fault(const site_file_t *f, office_file_t *state,
			const char *path, const char *why)
{
	error("sched/garq: %s: %s: %s; the %s in force, if any, stays",
	      f->option, path, why, f->noun);
	site_lock(false);
	snprintf(state->fault, sizeof(state->fault), "%s", why);
	site_unlock(false);
}

static void _read_again(const site_file_t *f, office_file_t *state)
{
	found_t found = { .text = NULL };
	char path[PATH_MAX];

	site_options_hold();
	memcpy(path, _path_of(f), sizeof(path));
	site_options_release();
	if (path[0])
		found = _read_file(f, path);
	if (path[0] && !found.content) {
		_note_fault(f, state, path, found.why);
	} else {
		_put_in_force(f, state, &found);
		if (path[0])
			info("sched/garq: the %s of %s is in force", f->noun,
			     path);
	}
	_end_found(&found);
}

void site_files_turn(void)
{
	if (!atomic_exchange(&due, false))
		return;
	for (size_t i = 0; i < OFFICE_FILES; i++)
		_read_again(&files[i], &office->files[i]);
}
