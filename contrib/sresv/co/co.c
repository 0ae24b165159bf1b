/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "contrib/sresv/co/co.h"
#include "contrib/sresv/co/verbs.h"
#include "contrib/sresv/ctl/status.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char usage[] =
	"Usage: sresv co lint [--json] FILE           is it right?\n"
	"       sresv co plan [OPTION]... FILE        the best plan; nothing is booked\n"
	"       sresv co book [OPTION]... FILE        all of the best plan, or nothing\n"
	"       sresv co list [--all]                 what the journal has\n"
	"       sresv co show|check ID                what is there of it; is it whole?\n"
	"       sresv co cancel ID                    drop all of it\n"
	"       sresv co resume ID | --all | --scan   go on with what was interrupted\n"
	"       sresv co rebook [OPTION]... ID [FILE]  book what is degraded or gone anew\n"
	"       sresv co run ID [--part P=SCRIPT]... -- SCRIPT [ARG]...  a job in each part\n"
	"                    [--het P,Q,...]...        one heterogeneous job in these parts\n"
	"       sresv co wait ID [--timeout D]        until all of these jobs run\n"
	"Co-reservations: reservations on several resources, all or none. FILE is in SRL,\n"
	"the Simple Reservation Language; - is standard input.\n"
	"\n"
	"plan:\n"
	"  --resources FILE     which clusters there are; default: ~/.config/sresv/resources\n"
	"  --time D, --gap G    stop a search after D (10s), or within G of the best (0)\n"
	"  --timeout D          for an answer of a cluster (30s)\n"
	"  --horizon D          how far to look where there is no latest end (30 days)\n"
	"  --svg FILE           draw the plan\n"
	"  --lp FILE, --zimpl FILE, --grid D  write the integer program, starts D apart\n"
	"  --json, -q, --quiet\n"
	"\n"
	"book: --resources, --time, --gap, --timeout, and\n"
	"  --name NAME          for the other verbs, instead of the id\n"
	"  --rounds N           plans, as long as places are denied (10)\n"
	"  --recovery D         how long holds last once all are there (1h)\n"
	"rebook: the same without --name, and\n"
	"  --with-jobs          end the jobs that wait in its parts\n"
	"\n"
	"Exit: 0 done, 2 it makes no sense: FILE:LINE:COLUMN and what is wrong, 3 there is\n"
	"      no plan: what is in the way, 5 no such ID, 6 no answer of some cluster,\n"
	"      7 another failure, 8 in doubt: resume it. sresv-co(1) tells more.\n";

static const struct {
	const char *name;
	int (*run)(int argc, char **argv, FILE *out, FILE *err);
} verbs[] = {
	{ "lint", co_lint },
	{ "plan", co_plan },
	{ "book", co_book },
	{ "list", co_list },
	{ "show", co_show },
	{ "check", co_check },
	{ "cancel", co_cancel },
	{ "resume", co_resume },
	{ "rebook", co_rebook },
	{ "run", co_submit },
	{ "wait", co_wait },
};

int co_bad(FILE *err, const char *format, ...)
{
	va_list ap;

	fputs("sresv: ", err);
	va_start(ap, format);
	vfprintf(err, format, ap);
	va_end(ap);
	fputs(" (see sresv co --help)\n", err);
	return STATUS_BAD;
}

static int _no_verb(const char *word, FILE *err)
{
	if (word)
		fprintf(err, "sresv: co has no verb %s, but", word);
	else
		fputs("sresv: co needs a verb:", err);
	for (size_t i = 0; i < COUNT(verbs); i++)
		fprintf(err, "%s %s", i ? "," : "", verbs[i].name);
	fputs(" (see sresv co --help)\n", err);
	return STATUS_BAD;
}

static int _run(int argc, char **argv, FILE *out, FILE *err)
{
	/* what is behind -- is for a script */
	for (int i = 1; (i < argc) && strcmp(argv[i], "--"); i++) {
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			fputs(usage, out);
			return STATUS_DONE;
		}
	}
	for (size_t i = 0; (argc > 1) && (i < COUNT(verbs)); i++)
		if (!strcmp(argv[1], verbs[i].name))
			return verbs[i].run(argc - 1, argv + 1, out, err);
	return _no_verb((argc > 1) ? argv[1] : NULL, err);
}

extern int co_run(int argc, char **argv, FILE *out, FILE *err)
{
	int rc = _run(argc, argv, out, err);

	if (!fflush(out) && !ferror(out))
		return rc;
	fprintf(err, "sresv: the answer could not be written: %s\n",
		strerror(errno));
	return STATUS_FAILED;
}
