/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs_submit.c - sbatch, into a reservation: see jobs.h */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/sresv/co/lrs/jobs.h"
#include "contrib/sresv/text/said.h"

#define SAID_MAX 1024
#define WORDS 4			/* of sbatch: itself, --parsable, the script, the end */
#define WORDS_EACH 7		/* of each component, with the : before it */

extern char **environ;

/* What sbatch reads and writes: files in memory. */
typedef struct {
	int in, out, err;
} files_t;

static void _refuse(answer_t *ret, status_t status, const char *why)
{
	*ret = (answer_t) { .status = status, .unsent = true };
	answer_say(ret, why);
}

/* The variables that tell a job its co-reservation; no others may be set. */
static bool _set_environment(const json_t *job)
{
	static const char *const names[] = { "CO_ID", "CO_PART", "CO_MEMBERS" };
	const json_t *env = json_object_get(job, "env");
	const json_t *more = json_object_get(job, "components");
	char name[40];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = json_string_value(
			json_object_get(env, names[i]));

		if (setenv(names[i], value ? value : "", 1))
			return false;
	}
	/* as Slurm names variables that differ between components */
	for (size_t i = 1; i <= json_array_size(more); i++) {
		const char *part = json_string_value(json_object_get(
			json_array_get(more, i - 1), "part"));

		snprintf(name, sizeof(name), "CO_PART_HET_GROUP_%zu", i);
		if (setenv(name, part ? part : "", 1))
			return false;
	}
	/* they would send the job to another cluster */
	return !unsetenv("SBATCH_CLUSTERS") && !unsetenv("SLURM_CLUSTERS");
}

static char *_word(const char *option, const char *value)
{
	char *word = NULL;

	return (asprintf(&word, "%s%s", option, value) < 0) ? NULL : word;
}

static void _free_words(char **words)
{
	for (size_t i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}

/*
 * The words of a job, or of a component, behind *at.
 * IN from - has nodes and partition
 */
static bool _add_words(const lrs_ask_t *ask, const json_t *from,
		       const char *reservation, char **words, size_t *at)
{
	const char *title = json_string_value(json_object_get(ask->job, "name"));
	const char *partition = json_string_value(
		json_object_get(from, "partition"));
	json_int_t minutes = json_integer_value(json_object_get(from, "minutes"));
	char nodes[24], run[24], time[24];
	bool ok;

	snprintf(nodes, sizeof(nodes), "%lld", (long long) json_integer_value(
			 json_object_get(from, "nodes")));
	snprintf(run, sizeof(run), "%lld", (long long) ask->run);
	ok = (words[(*at)++] = _word("--reservation=", reservation)) &&
	     (words[(*at)++] = _word("--nodes=", nodes)) &&
	     (words[(*at)++] = _word("--comment=sresv co run ", run)) &&
	     (words[(*at)++] = _word("--job-name=", title ? title : ""));
	if (partition && ok)
		ok = (words[(*at)++] = _word("--partition=", partition));
	/* a limit that the user gives in another way goes before that of the part */
	if ((minutes > 0) && !getenv("SBATCH_TIMELIMIT") && ok) {
		snprintf(time, sizeof(time), "%lld", (long long) minutes);
		ok = (words[(*at)++] = _word("--time=", time));
	}
	return ok;
}

/* RET the command line for _free_words(), or NULL: there is no memory */
static char **_words(const lrs_ask_t *ask)
{
	const json_t *args = json_object_get(ask->job, "args");
	const json_t *more = json_object_get(ask->job, "components");
	size_t cnt = json_array_size(args), at = 0;
	char **words = calloc(WORDS + cnt + WORDS_EACH *
			      (1 + json_array_size(more)), sizeof(*words));
	bool ok = words && (words[at++] = _word("sbatch", "")) &&
		  (words[at++] = _word("--parsable", "")) &&
		  _add_words(ask, ask->job, ask->name, words, &at);

	for (size_t i = 0; ok && (i < json_array_size(more)); i++) {
		const json_t *one = json_array_get(more, i);
		const char *name = json_string_value(
			json_object_get(one, "reservation"));

		ok = (words[at++] = _word(":", "")) &&
		     _add_words(ask, one, name ? name : "", words, &at);
	}
	ok = ok && (words[at++] = _word("/dev/stdin", ""));
	for (size_t i = 0; ok && (i < cnt); i++) {
		const char *arg = json_string_value(json_array_get(args, i));

		ok = (words[at++] = _word(arg ? arg : "", ""));
	}
	if (ok)
		return words;
	_free_words(words);
	return NULL;
}

/* --- sbatch ------------------------------------------------------------------- */

static void _close(const files_t *f)
{
	if (f->in >= 0)
		close(f->in);
	if (f->out >= 0)
		close(f->out);
	if (f->err >= 0)
		close(f->err);
}

static bool _write(int fd, const char *text)
{
	size_t len = strlen(text);

	while (len) {
		ssize_t n = write(fd, text, len);

		if (n <= 0)
			return false;
		text += n;
		len -= (size_t) n;
	}
	return lseek(fd, 0, SEEK_SET) == 0;
}

/* RET false: there is no memory */
static bool _open(const lrs_ask_t *ask, files_t *f)
{
	const char *script = json_string_value(
		json_object_get(ask->job, "script"));

	*f = (files_t) {
		.in = memfd_create("script", MFD_CLOEXEC),
		.out = memfd_create("out", MFD_CLOEXEC),
		.err = memfd_create("err", MFD_CLOEXEC),
	};
	return (f->in >= 0) && (f->out >= 0) && (f->err >= 0) && script &&
	       _write(f->in, script);
}

/* RET an error number; else *ret_status is what waitpid() says */
static int _spawn(char *const *words, const files_t *f, int *ret_status)
{
	posix_spawn_file_actions_t acts;
	int rc = posix_spawn_file_actions_init(&acts);
	pid_t pid;

	if (rc)
		return rc;
	if (!(rc = posix_spawn_file_actions_adddup2(&acts, f->in, 0)) &&
	    !(rc = posix_spawn_file_actions_adddup2(&acts, f->out, 1)) &&
	    !(rc = posix_spawn_file_actions_adddup2(&acts, f->err, 2)))
		rc = posix_spawnp(&pid, words[0], &acts, NULL, words, environ);
	posix_spawn_file_actions_destroy(&acts);
	if (rc)
		return rc;
	while (waitpid(pid, ret_status, 0) < 0) {
		if (errno != EINTR)
			return errno;
	}
	return 0;
}

static void _read(int fd, char text[SAID_MAX])
{
	ssize_t n = pread(fd, text, SAID_MAX - 1, 0);

	text[(n > 0) ? n : 0] = '\0';
}

/* RET the last line that says something */
static char *_last_line(char *text)
{
	size_t len = strlen(text);
	char *at;

	while (len && (text[len - 1] == '\n'))
		text[--len] = '\0';
	at = strrchr(text, '\n');
	return at ? at + 1 : text;
}

/* sbatch has one exit code for all errors: its words tell them apart. */
static void _explain(int status, char *said, answer_t *ret)
{
	*ret = (answer_t) { .status = STATUS_REFUSED };
	if (!WIFEXITED(status)) {
		ret->status = STATUS_FAILED;
	} else if (strstr(said, "Unable to contact slurm controller")) {
		ret->status = STATUS_SILENT;
		ret->unsent = true;
	} else if (strstr(said, "timed out") || strstr(said, "Zero Bytes")) {
		ret->status = STATUS_SILENT;
	}
	said_tidy(said);
	said = _last_line(said);
	answer_say(ret, said[0] ? said : "sbatch has failed without a word");
}

static void _tell(const lrs_ask_t *ask, int status, const files_t *f, json_t *to,
		  answer_t *ret)
{
	size_t more = json_array_size(json_object_get(ask->job, "components"));
	char said[SAID_MAX];
	json_int_t job;

	_read(f->out, said);
	job = strtoll(said, NULL, 10);
	if (WIFEXITED(status) && !WEXITSTATUS(status) && (job > 0)) {
		*ret = (answer_t) { .status = STATUS_DONE };
		(void) json_object_set_new(to, "job", json_integer(job));
		if (more)
			(void) json_object_set_new(to, "components", json_integer(
							   (json_int_t) more + 1));
		return;
	}
	_read(f->err, said);
	_explain(status, said, ret);
}

void jobs_submit(const lrs_ask_t *ask, json_t *to, answer_t *ret)
{
	char **words = _words(ask), why[128];
	files_t files;
	int rc, status = 0;

	if (!_open(ask, &files) || !words ||
	    !_set_environment(ask->job)) {
		_refuse(ret, STATUS_FAILED, "there is no memory");
	} else if ((rc = _spawn(words, &files, &status))) {
		snprintf(why, sizeof(why), "sbatch can't be run: %s",
			 strerror(rc));
		_refuse(ret, STATUS_FAILED, why);
	} else {
		_tell(ask, status, &files, to, ret);
	}
	_close(&files);
	_free_words(words);
}
