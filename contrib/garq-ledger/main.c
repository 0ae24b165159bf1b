/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq-ledger - read the ledger of sched/garq without a slurmctld.
 *
 * For the administrator whose controller was killed and who has to go on
 * without the plugin: each booking as an scontrol command. Also the history of
 * bookings, and what is to be done about damage. doc/garq-ledger.8 is its
 * manual.
 */
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/garq-ledger/command.h"
#include "contrib/garq-ledger/conf.h"
#include "contrib/garq-ledger/health.h"
#include "contrib/garq-ledger/mail_sample.h"
#include "contrib/garq-ledger/parameters.h"
#include "contrib/garq-ledger/report.h"
#include "contrib/garq-ledger/rows.h"
#include "contrib/garq-ledger/snapshot.h"
#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_present.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define SLURM_CONF "/etc/slurm/slurm.conf"

enum { EXIT_DAMAGED = 1, EXIT_USAGE = 2, EXIT_UNREADABLE = 2 };

typedef struct {
	enum {
		COMMANDS, LIST, HISTORY, STATS, CHECK, SALVAGE, OPTIONS, MAIL
	} what;
	const char *name;	/* HISTORY: of this name; NULL: of all */
	/* flags, as getopt_long() sets them */
	int users;
	int parked;
	int closed;
	int holds;
	int json;
	int ignore_jobs;
	const char *file;	/* NULL: find it through slurm.conf; MAIL: the
				 * text; NULL: the built-in one */
	const char *to;		/* SALVAGE: the new ledger */
} options_t;

static const char usage[] =
	"Usage: garq-ledger [commands] [--parked] [--ignore-jobs] [--file PATH]\n"
	"       garq-ledger list [--parked | --closed | --holds] [--json] [--file PATH]\n"
	"       garq-ledger history [NAME] [--json] [--file PATH]\n"
	"       garq-ledger stats [--users] [--json] [--file PATH]\n"
	"       garq-ledger check [--json] [FILE]\n"
	"       garq-ledger salvage FILE --output NEW [--json]\n"
	"       garq-ledger options [--json]\n"
	"       garq-ledger mail [FILE]\n"
	"Tell what is in the ledger of sched/garq, and change nothing.\n"
	"\n"
	"  commands       each booking as a command that makes it in plain Slurm\n"
	"  list           the bookings as a table\n"
	"  history        when they were made, moved and closed\n"
	"  stats          what was asked for, booked, refused and offered\n"
	"  check          is the ledger sound; else, what of it is damaged\n"
	"  salvage        make a new ledger of the copy of a damaged one, or what can be read\n"
	"  options        what may be written for sched/garq in SchedulerParameters\n"
	"  mail           the mails of a garq_mail_text, with an event of each kind\n"
	"\n"
	"  --parked       only those that are not among Slurm's own records\n"
	"  --closed       those that are no more, with what became of them\n"
	"  --holds        what is held until it is confirmed, and names that were\n"
	"                 dropped, of which no hold is taken\n"
	"  --ignore-jobs  have all made, whatever runs on their nodes\n"
	"  --users        for each user\n"
	"  --json         for programs\n"
	"  --file PATH    the ledger; default: " LEDGER_FILE " in StateSaveLocation\n"
	"                 of $SLURM_CONF or " SLURM_CONF "\n"
	"  -o, --output NEW  the new ledger, which must not exist\n"
	"  --help, --version\n"
	"\n"
	"garq-ledger(8) tells how to go on without the plugin.\n";

static int _bad(const char *what)
{
	fprintf(stderr, "garq-ledger: %s (see --help)\n", what);
	return EXIT_USAGE;
}

static bool _examines(const options_t *o)
{
	return (o->what == CHECK) || (o->what == SALVAGE);
}

/* RET -1, or the exit code */
static int _check(const options_t *o)
{
	if (((o->what == COMMANDS) || (o->what == MAIL)) && o->json)
		return _bad("--json is not for commands and mail");
	if ((o->what != LIST) && o->closed)
		return _bad("--closed is for list");
	if ((o->what != LIST) && o->holds)
		return _bad("--holds is for list");
	if ((o->what != COMMANDS) && o->ignore_jobs)
		return _bad("--ignore-jobs is for commands");
	if ((o->what != COMMANDS) && (o->what != LIST) && o->parked)
		return _bad("--parked is for commands and list");
	if ((o->what != STATS) && o->users)
		return _bad("--users is for stats");
	if ((o->what == OPTIONS) && o->file)
		return _bad("--file is not for options");
	if ((o->what != SALVAGE) && o->to)
		return _bad("--output is for salvage");
	if ((o->what == SALVAGE) && (!o->file || !o->to))
		return _bad("salvage wants the damaged FILE and --output NEW");
	if (o->closed && o->parked)
		return _bad("--closed and --parked exclude each other");
	if (o->holds && (o->closed || o->parked))
		return _bad("--holds excludes --closed and --parked");
	return -1;
}

/* Parse the words of the command line. RET -1 to go on, or the exit code */
static int _words(int cnt, char **words, options_t *o)
{
	static const char *const known[] = {
		[COMMANDS] = "commands", [LIST] = "list",
		[HISTORY] = "history", [STATS] = "stats", [CHECK] = "check",
		[SALVAGE] = "salvage", [OPTIONS] = "options",
		[MAIL] = "mail",
	};
	size_t i = 0;
	bool one;

	if (!cnt)
		return _check(o);
	while ((i < COUNT(known)) && strcmp(words[0], known[i]))
		i++;
	if (i == COUNT(known))
		return _bad("say commands, list, history, stats, check, salvage, options or mail");
	o->what = i;
	one = (o->what >= HISTORY) && (o->what != STATS) &&
	      (o->what != OPTIONS);
	if (cnt > (one ? 2 : 1))
		return _bad("there are too many words");
	if (cnt > 1) {
		if (o->what == HISTORY)
			o->name = words[1];
		else if (o->file)
			return _bad("--file and FILE exclude each other");
		else
			o->file = words[1];
	}
	return _check(o);
}

/* RET -1 to go on, or the exit code */
static int _parse(int argc, char **argv, options_t *o)
{
	const struct option known[] = {
		{ "parked", no_argument, &o->parked, true },
		{ "closed", no_argument, &o->closed, true },
		{ "holds", no_argument, &o->holds, true },
		{ "ignore-jobs", no_argument, &o->ignore_jobs, true },
		{ "json", no_argument, &o->json, true },
		{ "users", no_argument, &o->users, true },
		{ "file", required_argument, NULL, 'f' },
		{ "output", required_argument, NULL, 'o' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "o:hV", known, NULL)) != -1) {
		switch (c) {
		case 0:		/* a flag, which is set */
			break;
		case 'f':
			o->file = optarg;
			break;
		case 'o':
			o->to = optarg;
			break;
		case 'h':
			fputs(usage, stdout);
			return 0;
		case 'V':
			puts("garq-ledger " GARQ_VERSION);
			return 0;
		default:	/* getopt has printed an error */
			return EXIT_USAGE;
		}
	}
	return _words(argc - optind, argv + optind, o);
}

/*
 * Find the ledger through slurm.conf. That may be a copy: a controller makes one
 * when it takes over from another controller that hangs (ledger_claim.h).
 */
static bool _find(ledger_name_t path, char *error, size_t error_size)
{
	const char *conf = getenv("SLURM_CONF");
	char *folder = NULL;
	ledger_name_t base = "";
	int64_t number = 0;
	bool fits;

	if (!conf || !conf[0])
		conf = SLURM_CONF;
	if (!conf_state_location(conf, &folder, error, error_size))
		return false;
	fits = ledger_name(base, folder, "/" LEDGER_FILE);
	free(folder);
	(void) ledger_present(base, INT64_MAX, &number);
	if (fits && ledger_present_name(path, base, number))
		return true;
	snprintf(error, error_size, "%s: StateSaveLocation is too long", conf);
	return false;
}

/* The content, to be printed after the copy is removed. */
typedef struct {
	rows_t rows;		/* COMMANDS */
	health_t health;	/* CHECK, SALVAGE */
	report_t report;	/* others */
} content_t;

static bool _read_report(const snapshot_t *copy, const options_t *o,
			 report_t *ret, char *error, size_t error_size)
{
	static const report_what_t whats[] = {
		[LIST] = REPORT_LIVE, [HISTORY] = REPORT_HISTORY,
		[STATS] = REPORT_STATS,
	};
	report_query_t query = {
		.what = o->closed ? REPORT_CLOSED :
			o->holds ? REPORT_HOLDS : whats[o->what],
		.parked = o->parked, .name = o->name, .users = o->users,
		.now = time(NULL),
	};

	return report_read(copy->path, copy->history, &query, ret, error,
			   error_size);
}

/* Reports go on without a history that can't be read. */
static void _add_history(const char *path, snapshot_t *copy)
{
	char why[PATH_MAX + 300];

	if (!snapshot_add_history(copy, path, why, sizeof(why)))
		fprintf(stderr, "garq-ledger: %s; what it has is left out\n",
			why);
}

/* Opening migrates the copy to this schema. */
static bool _read_copy(const char *path, snapshot_t *copy, const options_t *o,
		       content_t *c, char *error, size_t error_size)
{
	ledger_t *l = NULL;
	char why[512];
	bool ok;

	ok = (ledger_open(copy->path, &l, why, sizeof(why)) == LEDGER_OK) &&
		((o->what != COMMANDS) ||
		 rows_read(l, o->parked, &c->rows, why, sizeof(why)));
	ledger_close(l);
	if (ok && (o->what != COMMANDS)) {
		_add_history(path, copy);
		ok = _read_report(copy, o, &c->report, why, sizeof(why));
	}
	if (!ok)
		snprintf(error, error_size, "%s can't be read: %s", path, why);
	return ok;
}

/* Check or salvage a copy, whatever its schema and damage. */
static bool _examine_copy(const char *path, snapshot_t *copy,
			  const options_t *o, content_t *c, char *error,
			  size_t error_size)
{
	char its_copy[PATH_MAX], why[512];
	int n = snprintf(its_copy, sizeof(its_copy), "%s" LEDGER_COPY, path);
	bool fits = (n > 0) && ((size_t) n < sizeof(its_copy)), ok;

	if (o->what == CHECK) {
		ok = health_check(copy->path, &c->health, why, sizeof(why));
		if (!ok)
			snprintf(error, error_size, "%s can't be checked: %s",
				 path, why);
		return ok;
	}
	ok = health_salvage(copy->path, fits ? its_copy : "", o->to, &c->health,
			    why, sizeof(why));
	if (!ok)
		snprintf(error, error_size, "%s can't be made of %s: %s",
			 o->to, path, why);
	return ok;
}

/* Read through a copy, which is removed on return, also after ^C. */
static bool _read(const char *path, const options_t *o, content_t *c,
		  char *error, size_t error_size)
{
	snapshot_t copy;
	sigset_t all, before;
	bool ok;

	if ((o->what == SALVAGE) &&
	    !health_may_write(o->to, error, error_size))
		return false;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	ok = snapshot_make(path, &copy, error, error_size);
	if (ok) {
		ok = (_examines(o) ? _examine_copy : _read_copy)
			(path, &copy, o, c, error, error_size);
		snapshot_remove(&copy);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return ok;
}

static bool _print(const content_t *c, const options_t *o)
{
	time_t now = time(NULL);

	if ((o->what == SALVAGE) && !o->json)
		return health_print_lines(stdout, &c->health);
	if (_examines(o))
		return health_print(stdout, &c->health, o->json);
	if (o->what != COMMANDS)
		return report_print(stdout, &c->report, o->json);
	for (size_t i = 0; i < c->rows.cnt; i++)
		command_print(stdout, stderr, c->rows.list[i], now,
			      o->ignore_jobs);
	return true;
}

/* Flush the output. RET false: a part of it is lost, which is printed */
static bool _printed(bool ok)
{
	if (ok && !fflush(stdout) && !ferror(stdout))
		return true;
	fputs("garq-ledger: what was found could not be written\n", stderr);
	return false;
}

int main(int argc, char **argv)
{
	options_t o = { .file = NULL };
	char error[PATH_MAX + 1024] = "";
	ledger_name_t found;
	content_t content = { .rows = { .cnt = 0 } };
	int rc = _parse(argc, argv, &o);
	bool ok;

	if (rc >= 0)
		return _printed(true) ? rc : EXIT_FAILURE;
	if (o.what == OPTIONS)
		return _printed(parameters_print(stdout, o.json)) ?
			       EXIT_SUCCESS : EXIT_FAILURE;
	if (o.what == MAIL) {
		ok = mail_sample_print(stdout, o.file ? o.file : "", error,
				       sizeof(error));
		if (ok)
			return _printed(true) ? EXIT_SUCCESS : EXIT_FAILURE;
		fprintf(stderr, "garq-ledger: %s\n", error);
		return EXIT_FAILURE;
	}
	ok = o.file || _find(found, error, sizeof(error));
	if (!ok || !_read(o.file ? o.file : found, &o, &content, error,
			  sizeof(error))) {
		fprintf(stderr, "garq-ledger: %s\n", error);
		return (o.what == CHECK) ? EXIT_UNREADABLE : EXIT_FAILURE;
	}
	rc = ((o.what == CHECK) && !content.health.sound) ? EXIT_DAMAGED :
							     EXIT_SUCCESS;
	ok = _print(&content, &o);
	rows_free(&content.rows);
	report_free(&content.report);
	health_free(&content.health);
	return _printed(ok) ? rc :
	       (o.what == CHECK) ? EXIT_UNREADABLE : EXIT_FAILURE;
}
