/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sresv - reservations on the command line: asked for, booked, taken as offered.
 *
 * doc/sresv.1 is its manual.
 */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/co/co.h"
#include "contrib/sresv/co/lrs/lrs_child.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/series.h"
#include "contrib/sresv/text/said.h"
#include "contrib/sresv/verbs.h"

static options_t options;

/*
 * Report why libslurm has ended the process, with 1: no slurm.conf, or no
 * munge.
 */
static void _ended(char *said)
{
	static sheet_t *const none[] = { NULL };

	_exit(out_print(&options, STATUS_SILENT,
			(said && said[0]) ? said : "Slurm's library has given up",
			none));
}

/* RET only if garq-web can't be started, as execv() does */
static void _exec_beside(char **argv)
{
	char path[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);
	const char *slash;

	if (len < 0)
		return;
	path[len] = '\0';
	slash = strrchr(path, '/');
	len = slash ? slash - path + 1 : 0;
	snprintf(path + len, sizeof(path) - (size_t) len, "garq-web");
	execv(path, argv);
	/* a build has the folders contrib/sresv and contrib/web */
	snprintf(path + len, sizeof(path) - (size_t) len, "../web/garq-web");
	execv(path, argv);
}

/* The server is a program of its own: sresv needs no library that speaks HTTP. */
static int _web(char **argv)
{
	_exec_beside(argv);
	execvp("garq-web", argv);
	fprintf(stderr, "sresv: garq-web: %s; it is a package of its own\n",
		strerror(errno));
	return STATUS_FAILED;
}

/* Read "help [VERB]" as "[VERB] --help". RET argc */
static int _help_as_option(int argc, char **argv)
{
	if ((argc < 2) || strcmp(argv[1], "help"))
		return argc;
	if (argc > 2)
		argv[1] = argv[2];
	argc = (argc > 2) ? 3 : 2;
	argv[argc - 1] = (char *) "--help";
	argv[argc] = NULL;
	return argc;
}

int main(int argc, char **argv)
{
	static int (*const verbs[])(const options_t *o) = {
		[QUERY] = verb_query, [BOOK] = verb_book,
		[ASK] = verb_ask,
		[OFFERS] = verb_offers, [ACCEPT] = verb_accept,
		[LIST] = verb_list, [CANCEL] = verb_cancel,
		[STATS] = verb_stats, [MAINT] = verb_maint,
		[LIMITS] = verb_limits, [USAGE] = verb_usage,
		[SHOW] = verb_list,
		[MOVE] = verb_change, [EXTEND] = verb_change,
		[SHRINK] = verb_change, [GIVE] = verb_change,
		[RENAME] = verb_change,
		[END] = verb_change, [LOG] = verb_log,
		[WHEN] = verb_when, [WHY] = verb_why,
		[PRICE] = verb_book,
	};
	int rc;

	argc = _help_as_option(argc, argv);
	/* what sresv co starts for each cluster */
	if ((argc == 2) && !strcmp(argv[1], "co-lrs"))
		return lrs_child();
	if ((argc > 1) && !strcmp(argv[1], "co"))
		return co_run(argc - 1, argv + 1, stdout, stderr);
	if ((argc > 1) && !strcmp(argv[1], "web"))
		return _web(argv + 1);
	said_on_exit(_ended);
	/* only for characters: numbers and times are printed as ever */
	(void) setlocale(LC_CTYPE, "");
	if ((argc > 1) && !strcmp(argv[1], "gantt"))
		return gantt_run(argc - 1, argv + 1);
	rc = options_read(argc, argv, &options);
	if (rc >= 0)	/* --help has printed */
		return out_is_written(true) ? rc : STATUS_FAILED;
	ctl_init();
	return options.series ? series_run(&options, verbs[options.verb]) :
				verbs[options.verb](&options);
}
