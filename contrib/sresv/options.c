/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/starts.h"
#include "contrib/sresv/options.h"
#include "contrib/sresv/options_values.h"
#include "contrib/sresv/text/nearest.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/ctl/wish.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/series.h"
#include "plugin/booking/request/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define INTERVAL 10		/* seconds */
#define DAYS 7
#define DAYS_OF_WHEN STARTS_DAYS

#define V(verb) (1u << (verb))
#define BOOKING (V(BOOK) | V(ASK) | V(PRICE))
#define ASKING (V(QUERY) | BOOKING)
#define TAKING (ASKING | V(ACCEPT))
#define ROOM (V(WHEN) | V(WHY))
#define PLACED (ASKING | ROOM)
#define NEW (TAKING | V(MAINT) | V(WHY))
#define LONGER (V(EXTEND) | V(SHRINK))
#define CHANGING (V(MOVE) | LONGER | V(GIVE) | V(RENAME) | V(END))
#define PLANNED (V(BOOK) | V(ACCEPT) | V(CANCEL) | CHANGING)
#define SERIES (V(LIST) | V(CANCEL) | V(MOVE) | LONGER | V(GIVE))
#define SHEETS (V(LIST) | V(LOG) | V(OFFERS) | V(USAGE))
#define EVERY (~0u)

static const char help_end[] =
	"sresv VERB --help tells its options.\n"
	"\n"
	"T: +2h, 10am, \"monday 14:00\", 2027-01-31T10:00   D: 90 (minutes), 1:30:00, 2h\n"
	"Exit: 0 done, 1 refused and there are offers, 2 it makes no sense, 3 refused,\n"
	"      4 not allowed, 5 no such reservation or offer, 6 the controller does not\n"
	"      answer, 7 another failure. sresv(1) tells more.\n";

#define NAMES_MAX (1 << 20)

static const struct {
	const char *name;
	int least, most;	/* number of names behind it */
	const char *usage, *words;
} verbs[] = {
	[QUERY] = { "query", 0, 0, "[WISH]...",
		    "what can be had; nothing is booked" },
	[WHEN] = { "when", 0, 0, "-N N -t D [WISH]...",
		   "the hours at which it can begin" },
	[PRICE] = { "price", 0, 0, "WISH...",
		    "what it costs booked, and as a job; nothing is booked" },
	[WHY] = { "why", 0, 1, "JOBID | NAME | WISH...",
		  "why a job or what stands by waits, or there is no room" },
	[BOOK] = { "book", 0, 1, "[NAME] WISH...",
		   "book it, or be told why not and what else" },
	[ASK] = { "ask", 1, 1, "NAME WISH... | --yes|--no NAME",
		  "book it, or ask the owners of what is in its way" },
	[OFFERS] = { "offers", 0, 1, "[NAME]", "the open offers, until UNTIL; only HELD ones keep room" },
	[ACCEPT] = { "accept", 1, 1, "OFFER [PART]...",
		     "take one, or less of it; one that is not HELD may be gone" },
	[LIST] = { "list", 0, NAMES_MAX, "[NAME]...", "the reservations" },
	[SHOW] = { "show", 1, 1, "NAME",
		   "all of one, its jobs and what happened to it" },
	[LOG] = { "log", 0, 1, "[NAME]",
		  "what happened to it, or to all: when, by whom" },
	[MOVE] = { "move", 1, 1, "NAME [-s T] [-d D] [-w L]",
		   "to another start, window or other nodes" },
	[EXTEND] = { "extend", 1, 1, "NAME [-t D | -e T] [-N N]",
		     "by D or until T, by N nodes" },
	[SHRINK] = { "shrink", 1, 1, "NAME [-t D | -e T] [-N N]",
		     "by D or until T, by N nodes; its start stays" },
	[GIVE] = { "give", 1, 1, "NAME -N|--cores|--gpus N",
		  "nodes back, those without its jobs first, cores or GPUs" },
	[RENAME] = { "rename", 2, 2, "NAME NEW", "give it another name" },
	[END] = { "end", 1, 1, "NAME [-e T]", "now, or earlier than it would" },
	[CANCEL] = { "cancel", 1, NAMES_MAX, "NAME|OFFER...",
		     "delete or withdraw them" },
	[MAINT] = { "maint", 0, 0, "-w L -s T (-t D | -e T)",
		    "for operators: whom it hits; then make it" },
	[LIMITS] = { "limits", 0, 0, "",
		     "what you may have, what of it you have; mail to you" },
	[USAGE] = { "usage", 0, 1, "[NAME]",
		    "CPU-hours that were booked, held, used and given back" },
	[STATS] = { "stats", 0, 0, "",
		    "what is booked of the days to come, or metrics" },
};

/* Below the options of a verb. No line begins as one of an option does. */
static const char *const notes[COUNT(verbs)] = {
	[QUERY] = "For example: sresv query -N 4 -s \"tomorrow 10-12\"",
	[WHEN] = "For example: sresv when -N 4 -t 2h",
	[PRICE] = "COST is that of the booking, JOB-COST that of a job on as many nodes at that\n"
		  "time, without a reservation. UNIT is the site's, and empty if it names none.\n"
		  "For example: sresv price -N 4 -t 2h",
	[WHY] = "For example: sresv why 4711",
	[BOOK] = "For example: sresv book thesis -N 4 -s \"tomorrow 10-12\"\n"
		 "U are you, or others who share an account or a Unix group with you, where the\n"
		 "site allows that (garq_user_others): -u ada,bob.\n"
		 "What others do to it is told by sresv log, and by mail if sresv limits says so.",
	[OFFERS] = "One that is HELD keeps its room until UNTIL; others may be quicker to take\n"
		   "another. COST is in the unit of the site: -o NAME,COST,UNIT\n"
		   "For example: sresv accept r.1",
	[MOVE] = "For example: sresv move thesis -s \"friday 10am\"",
	[EXTEND] = "For example: sresv extend thesis -t 1h",
	[SHRINK] = "For example: sresv shrink thesis -t 1h",
	[GIVE] = "For example: sresv give thesis -N 2",
	[LOG] = "Where the site has mail you get one, too: when others or the controller change a\n"
		"booking of yours, before it begins, and while no job has run in it.",
	[LIMITS] = "Of one booking are nodes, minutes, licenses, lead-days (how far ahead it may\n"
		   "begin) and others (whom it may name with -u); requests are of a minute.",
	[ACCEPT] = "For example: sresv accept thesis.1",
	[LIST] = "For example: sresv list --mine -o NAME,WHEN,NODELIST",
	[SHOW] = "For example: sresv show thesis",
	[RENAME] = "For example: sresv rename thesis viva",
	[END] = "For example: sresv end thesis",
	[CANCEL] = "For example: sresv cancel thesis",
	[ASK] = "For example: sresv ask defence -N 4 -s \"tomorrow 10-12\"",
	[USAGE] = "For example: sresv usage --month last --each --csv",
};

/* Those with a command line of their own. */
static const struct {
	const char *name, *usage, *words;
} more_verbs[] = {
	{ "gantt", "[OPTION]...", "a picture of what lies where and when" },
	{ "web", "[OPTION]...", "a calendar in the browser, to look and to book" },
	{ "co", "VERB...", "on several resources, all or none: sresv-co(1)" },
};

/* --- options -------------------------------------------------------------- */

/* Where the words of a verb, and those of an option, begin. */
#define VERB_COLUMN 38
#define HELP_COLUMN 26
#define HELP_MARGIN "                          "

/* The : has getopt_long() tell a missing value from an unknown option. */
#define LETTERS ":s:e:t:d:N:w:p:C:L:u:A:n:o:qhV"

#define AT(field) offsetof(options_t, field)

static const struct {
	const char *name;
	int has_arg;
	int letter;		/* or 0 */
	unsigned int verbs;	/* the verbs that it is for */
	bool (*read)(const char *text, const char *what, void *ret);
	size_t at;		/* where the value goes */
	const char *arg;	/* "[=D]" if it may be missing; NULL: none */
	const char *help;	/* NULL: another name of the one before it */
} known[] = {
	{ "start", required_argument, 's', NEW | V(MOVE) | V(WHEN),
	  value_start, 0,
	  "T", "default: now; with the end, too: \"tomorrow 10-12\"" },
	{ "end", required_argument, 'e', NEW | LONGER | V(END),
	  value_time_text, AT(end),
	  "T", "of the reservation; with --duration: of the window" },
	{ "duration", required_argument, 't', NEW | LONGER | V(WHEN),
	  value_duration, AT(wish),
	  "D", "or 30m-2h: at least 30m will do" },
	{ "delay", required_argument, 'd', ASKING | V(WHY) | V(MOVE), value_delay,
	  AT(wish.delay),
	  "D", "any start up to D later will do (also --flexible)" },
	{ "flexible", required_argument, 'd', ASKING | V(WHY) | V(MOVE), value_delay,
	  AT(wish.delay),
	  NULL, NULL },
	{ "nodes", required_argument, 'N',
	  TAKING | LONGER | V(GIVE) | ROOM, value_nodes, AT(wish),
	  "N", "or 4-8: at least 4 will do" },
	{ "cores", required_argument, 0, ASKING | V(WHEN) | V(GIVE), value_cores,
	  AT(wish.cores),
	  "N", "so many cores: of N or these nodes, or of as few as\n"
	  HELP_MARGIN "have them" },
	{ "tasks", required_argument, 0, ASKING | V(WHEN), value_cores, AT(tasks),
	  "N", "cores for N tasks" },
	{ "ntasks", required_argument, 0, ASKING | V(WHEN), value_cores, AT(tasks),
	  NULL, NULL },
	{ "cpus-per-task", required_argument, 0, ASKING | V(WHEN), value_cores,
	  AT(task_cores),
	  "N", "cores of each of --tasks, all of one node; default: 1" },
	{ "gpus", required_argument, 0, ASKING | V(WHEN) | V(GIVE), value_gpus,
	  AT(wish.gpus),
	  "[TYPE:]N", "so many GPUs, with cores for them: of N or these nodes, or\n"
	  HELP_MARGIN "of as few as have them" },
	{ "gpus-per-node", required_argument, 0, ASKING | V(WHEN), value_gpus,
	  AT(wish.gpus_per_node),
	  "[TYPE:]N", "the same of each of N nodes" },
	{ "nodelist", required_argument, 'w', PLACED | V(MAINT) | V(MOVE),
	  value_text, AT(wish.nodelist),
	  "L", "these nodes" },
	{ "partition", required_argument, 'p', PLACED, value_text,
	  AT(wish.partition),
	  "P", "nodes of this partition" },
	{ "features", required_argument, 'C', PLACED, value_text,
	  AT(wish.features),
	  "F", "nodes with these features, as of scontrol" },
	{ "licenses", required_argument, 'L', PLACED, value_text,
	  AT(wish.licenses),
	  "L", "these licenses, as of scontrol" },
	{ "users", required_argument, 'u', NEW | V(WHEN), value_text,
	  AT(wish.users),
	  "U,...", "default: you, unless groups or accounts are given" },
	{ "groups", required_argument, 0, TAKING | ROOM, value_text,
	  AT(wish.groups),
	  "G,...", "for these groups; of operators" },
	{ "accounts", required_argument, 'A', TAKING | ROOM | V(USAGE),
	  value_text,
	  AT(wish.accounts),
	  "A,...", "for these accounts" },
	{ "or", required_argument, 0, ASKING, value_shape, AT(wish.wishes),
	  "NxD", "N nodes for D will do as well; up to 8 times, better first" },
	{ "max-cost", required_argument, 0, ASKING, value_cost,
	  AT(wish.wishes),
	  "COST", "no more than that, in the unit of COST of offers" },
	{ "prefer", required_argument, 0, ASKING, value_prefer,
	  AT(wish.wishes),
	  "time|nodes",
	  "what to have more of, if a range has not all; default: time" },
	{ "grow", no_argument, 0, ASKING, value_yes, AT(wish.wishes.grow),
	  NULL, "what a range has not at first is of use later, too" },
	{ "switches", required_argument, 0, ASKING | V(WHEN) | V(MOVE), value_switches,
	  AT(wish.wishes),
	  "N", "at N leaf switches at most, at some start within --delay" },
	{ "place", required_argument, 0, ASKING | V(MOVE), value_place,
	  AT(wish.wishes.place),
	  "earliest|tight", "at the first start within --delay, or where the fewest nodes are left free beside it" },
	{ "yes", no_argument, 0, V(ASK), value_yes, AT(yes),
	  NULL, "your booking NAME, which is asked to, may give way" },
	{ "no", no_argument, 0, V(ASK), value_yes, AT(no),
	  NULL, "it may not" },
	{ "standby", optional_argument, 0, V(BOOK), value_standby,
	  AT(wish.wishes.standby),
	  "[=offer]",
	  "let the controller book it, or offer it, when there is room" },
	{ "comment", required_argument, 0,
	  BOOKING | V(MAINT) | V(MOVE) | LONGER, value_any_text,
	  AT(wish.comment),
	  "TEXT", "that scontrol shows (Slurm 23.02 and later)" },
	{ "every", required_argument, 0, V(BOOK), value_text,
	  AT(wish.every),
	  "RULE", "a series, all of it or nothing: FREQ=WEEKLY;COUNT=12" },
	{ "except", required_argument, 0, V(BOOK), value_dates,
	  AT(wish.except),
	  "DATE,...", "not on these dates, such as 2026-12-24" },
	{ "series", no_argument, 0, SERIES, value_yes, AT(series),
	  NULL, "NAME is a series: do it to all of it; T is a time of day" },
	{ "from", required_argument, 0, SERIES, value_time_text, AT(from),
	  "T", "of the series: not those before T" },
	{ "accept", optional_argument, 0, V(BOOK), value_kinds, AT(accept),
	  "[=KIND,...]",
	  "if it is refused, take the first offer of a kind: first,\n"
	  HELP_MARGIN "exact, inside, later, earlier, fewer, shorter, largest" },
	{ "wait", optional_argument, 0, V(BOOK), value_wait, 0,
	  "[=D]",
	  "until the controller has booked it, for so long; default:\n"
	  HELP_MARGIN "as long as it could still begin" },
	{ "interval", required_argument, 0, V(BOOK), value_seconds,
	  AT(interval),
	  "D", "between two looks at it; default: 10s" },
	{ "name", required_argument, 'n', V(MAINT), value_text, AT(wish.name),
	  "NAME", "default: one that Slurm makes up" },
	{ "flags", required_argument, 0, V(MAINT), value_flags,
	  AT(wish.flags),
	  "F,...",
	  "default: MAINT,IGNORE_JOBS; OVERLAP, TIME_FLOAT, HOURLY,\n"
	  HELP_MARGIN "DAILY, WEEKLY, WEEKDAY, WEEKEND, FLEX, NO_HOLD_JOBS_AFTER" },
	{ "dry-run", no_argument, 0, PLANNED | V(MAINT), value_yes,
	  AT(dry_run),
	  NULL, "tell what would be done, and whom it hits; do nothing" },
	{ "plan", required_argument, 0, PLANNED, value_plan, AT(wish.wishes),
	  "PLAN", "do it if it is still the plan that --dry-run told" },
	{ "mine", no_argument, 0, V(LIST) | V(LOG) | V(USAGE), value_yes,
	  AT(mine),
	  NULL, "those for you or your groups" },
	{ "all", no_argument, 0, V(LIST), value_yes, AT(all),
	  NULL, "offers, too" },
	{ "past", no_argument, 0, V(LIST), value_yes, AT(past),
	  NULL, "those that are over, and why" },
	{ "since", required_argument, 0, V(LIST) | V(LOG) | V(USAGE),
	  value_time_text,
	  AT(since),
	  "T", "not what was before" },
	{ "month", required_argument, 0, V(USAGE), value_month, AT(month),
	  "M", "such as 2026-11, last, or this (the default)" },
	{ "each", no_argument, 0, V(USAGE), value_yes, AT(each),
	  NULL, "of each booking" },
	{ "days", required_argument, 0, V(STATS) | V(WHEN), value_days,
	  AT(days),
	  "N", "default: 7; of when: 14" },
	{ "locks", no_argument, 0, V(STATS), value_yes, AT(locks),
	  NULL, "how long the controller stood still" },
	{ "reset", no_argument, 0, V(STATS), value_yes, AT(reset),
	  NULL, "of --locks: count anew from now on" },
	{ "openmetrics", no_argument, 0, V(STATS), value_yes, AT(openmetrics),
	  NULL, "metrics, for Prometheus" },
	{ "textfile", required_argument, 0, V(STATS), value_text,
	  AT(textfile),
	  "FILE", "the same for node_exporter, into a file" },
	{ "columns", required_argument, 'o', SHEETS,
	  value_text, AT(columns),
	  "HEAD,...", "these columns alone, such as NAME,END" },
	{ "sort", required_argument, 0, SHEETS | V(QUERY), value_text, AT(sort),
	  "HEAD", "by this column, such as COST; -COST: the largest first" },
	{ "json", no_argument, 0, EVERY, value_yes, AT(json),
	  NULL, "for programs: one object" },
	{ "parsable", no_argument, 0, EVERY, value_yes, AT(lines),
	  NULL, "for programs: cells with | between them" },
	{ "csv", no_argument, 0, SHEETS, value_yes, AT(csv),
	  NULL, "for spreadsheets: cells with commas between them" },
	{ "noheader", no_argument, 0, EVERY, value_yes, AT(no_heads),
	  NULL, "without the names of the columns" },
	{ "quiet", no_argument, 'q', EVERY, value_yes, AT(quiet),
	  NULL, "nothing but errors" },
	{ "help", no_argument, 'h', EVERY, NULL, 0,
	  NULL, "this" },
	{ "version", no_argument, 'V', EVERY, NULL, 0,
	  NULL, "of sresv" },
};

/* What the option is to some of its verbs. */
static const struct {
	const char *name;
	unsigned int verbs;
	const char *help;
} meanings[] = {
	{ "start", V(MOVE), "the new start" },
	{ "start", V(WHEN), "from then on; default: now" },
	{ "start", V(ACCEPT), "of the part; default: that of the offer" },
	{ "end", V(MAINT), "when it ends; not with --duration" },
	{ "end", V(ACCEPT), "of the part; default: that of the offer" },
	{ "end", LONGER, "the new end; not with --duration" },
	{ "end", V(END), "the new end, before the present one; default: now" },
	{ "duration", V(EXTEND), "by how much longer" },
	{ "duration", V(SHRINK), "by how much shorter" },
	{ "duration", ROOM | V(MAINT), "how long" },
	{ "duration", V(ACCEPT), "of the part; default: that of the offer" },
	{ "nodes", V(EXTEND), "how many nodes more" },
	{ "nodes", V(SHRINK), "how many nodes less" },
	{ "nodes", V(GIVE), "how many of its nodes to give back" },
	{ "cores", V(GIVE), "how many of its cores to give back" },
	{ "gpus", V(GIVE), "how many of its GPUs to give back" },
	{ "nodes", ROOM, "how many nodes" },
	{ "nodes", V(ACCEPT), "of the part; default: that of the offer" },
	{ "nodelist", V(MOVE), "the new nodes" },
	{ "dry-run", V(MAINT), "tell whom it hits; do nothing" },
	{ "series", V(LIST), "NAME is a series: all of it" },
	{ "series", V(CANCEL) | V(GIVE), "NAME is a series: do it to all of it" },
	{ "accounts", V(USAGE), "of these accounts" },
	{ "days", V(STATS), "default: 7" },
	{ "days", V(WHEN), "default: 14" },
	{ "since", V(USAGE), "bookings that begin from then on, not a month" },
};

/* IN i - of known */
static const char *_meaning(size_t i, verb_t verb)
{
	for (size_t k = 0; k < COUNT(meanings); k++)
		if (!strcmp(meanings[k].name, known[i].name) &&
		    (meanings[k].verbs & V(verb)))
			return meanings[k].help;
	return known[i].help;
}

/* What getopt_long() returns for an option: a letter, or a number above them. */
static int _code(size_t i)
{
	return known[i].letter ? known[i].letter : 256 + (int) i;
}

/* Set the value of an option. RET false if it is invalid; an error was printed */
static bool _set(options_t *o, int code, const char *value, bool *given)
{
	size_t i = 0;

	while (_code(i) != code)
		i++;
	given[i] = true;
	return known[i].read(value, known[i].name, (char *) o + known[i].at);
}

/* --- the whole ------------------------------------------------------------- */

/* What scontrol and other programs call a verb. */
static const struct {
	const char *typed;
	verb_t verb;
} synonyms[] = {
	{ "change", MOVE },   { "cost", PRICE },    { "create", BOOK },
	{ "delete", CANCEL }, { "free", WHEN },	    { "history", LOG },
	{ "info", SHOW },     { "prolong", EXTEND }, { "release", GIVE },
	{ "remove", CANCEL }, { "reserve", BOOK },  { "take", ACCEPT },
	{ "update", MOVE },
};

/* Print the verb that is meant by the word or most like it, or all verbs. RET false */
static bool _bad_verb(const char *word)
{
	nearest_t meant = nearest(word);
	char all[256] = "";

	for (size_t i = 0; i < COUNT(verbs) + COUNT(more_verbs); i++) {
		const char *name = (i < COUNT(verbs)) ? verbs[i].name :
				   more_verbs[i - COUNT(verbs)].name;
		size_t at = strlen(all);

		snprintf(all + at, sizeof(all) - at, "%s%s", at ? ", " : "",
			 name);
		nearest_try(&meant, name);
	}
	for (size_t i = 0; i < COUNT(synonyms); i++)
		if (!strcmp(synonyms[i].typed, word))
			meant.word = verbs[synonyms[i].verb].name;
	return meant.word ? options_bad("\"%s\" is no verb: did you mean %s?",
					word, meant.word) :
	       word[0] ? options_bad("\"%s\" is none of %s", word, all) :
			 options_bad("say one of %s", all);
}

static bool _verb(const char *word, verb_t *ret)
{
	for (size_t i = 0; i < COUNT(verbs); i++) {
		if (strcmp(verbs[i].name, word))
			continue;
		*ret = (verb_t) i;
		return true;
	}
	return _bad_verb(word);
}

static void _help_line(const char *name, const char *usage, const char *words)
{
	int width = printf("  %s %s", name, usage);

	printf("%*s%s\n", VERB_COLUMN - width, "", words);
}

static void _help(void)
{
	puts("Usage: sresv VERB [NAME]... [OPTION]...\n"
	     "Reservations of Slurm, by the controller with sched/garq.\n");
	for (size_t i = 0; i < COUNT(verbs); i++)
		_help_line(verbs[i].name, verbs[i].usage, verbs[i].words);
	for (size_t i = 0; i < COUNT(more_verbs); i++)
		_help_line(more_verbs[i].name, more_verbs[i].usage,
			   more_verbs[i].words);
	printf("\n%s", help_end);
}

static void _help_option(size_t i, verb_t verb)
{
	char letter[] = "    ";
	int width;

	if (known[i].letter)
		snprintf(letter, sizeof(letter), "-%c, ", known[i].letter);
	width = printf("  %s--%s%s%s", letter, known[i].name,
		       known[i].arg && strncmp(known[i].arg, "[=", 2) ? " " : "",
		       known[i].arg ? known[i].arg : "");
	printf("%*s%s\n", (width < HELP_COLUMN) ? HELP_COLUMN - width : 1, "",
	       _meaning(i, verb));
}

static void _help_verb(verb_t verb)
{
	const char *usage = verbs[verb].usage;

	printf("Usage: sresv %s%s%s\n%s\n\n", verbs[verb].name,
	       usage[0] ? " " : "", usage, verbs[verb].words);
	for (size_t i = 0; i < COUNT(known); i++)
		if ((known[i].verbs & V(verb)) && known[i].help)
			_help_option(i, verb);
	if (notes[verb])
		printf("\n%s\n", notes[verb]);
}

/* The help of the verb among the words, or that of all verbs. */
static void _help_of(int cnt, char **words)
{
	for (int k = 0; k < cnt; k++)
		for (size_t i = 0; i < COUNT(verbs); i++)
			if (!strcmp(verbs[i].name, words[k])) {
				_help_verb((verb_t) i);
				return;
			}
	_help();
}

static bool _fit_wishes(const options_t *o)
{
	const wishes_t *w = &o->wish.wishes;
	bool range = w->least_cn || w->least_minutes;

	if (range && !(V(o->verb) & ASKING))
		return options_bad("a range is not for %s", verbs[o->verb].name);
	if ((w->prefer_nodes || w->prefer_time || w->grow) && !range)
		return options_bad("--%s goes with a range, such as -N 4-8",
				   w->grow ? "grow" : "prefer");
	if ((w->standby || ((o->verb == BOOK) && (o->dry_run || w->plan))) &&
	    (o->wait || o->accept))
		return options_bad("--%s goes without --wait and --accept",
				   o->dry_run ? "dry-run" :
				   w->plan ? "plan" : "standby");
	if (w->standby && w->plan)
		return options_bad("--standby goes without --plan: a plan is carried out at once, or not at all");
	if (o->dry_run && w->plan)
		return options_bad("--dry-run tells a plan, --plan is for one that was told: not both");
	return true;
}

/* Take the end of a span. RET as _fit() */
static bool _fit_span(options_t *o)
{
	if (!o->span)
		return true;
	if (!(V(o->verb) & NEW))
		return options_bad("--start: \"%s\" has an end, which is not for %s",
				   o->start, verbs[o->verb].name);
	if (o->end)
		return options_bad("--start: \"%s\" has an end: leave out --end",
				   o->start);
	o->end = o->start;
	return true;
}

/* Do the options fit the verb, and each other? RET false: an error was printed */
static bool _fit(const options_t *o, const bool *given)
{
	for (size_t i = 0; i < COUNT(known); i++)
		if (given[i] && !(known[i].verbs & V(o->verb)))
			return options_bad("--%s is not for %s", known[i].name,
					   verbs[o->verb].name);
	if (o->json && (o->lines || o->csv || o->no_heads || o->columns))
		return options_bad("--json goes without --parsable, --csv, --noheader and --columns");
	if (o->csv && o->lines)
		return options_bad("--csv goes without --parsable");
	if (o->month && o->since)
		return options_bad("--month goes without --since");
	if ((o->verb == USAGE) && o->names[0] &&
	    (o->month || o->since || o->each))
		return options_bad("usage of a NAME is all that is known of it: leave out --month, --since and --each");
	if ((o->openmetrics || o->textfile) && (o->locks || o->reset))
		return options_bad("--openmetrics and --textfile go without --locks and --reset");
	if (o->past && o->all)
		return options_bad("--past goes without --all: offers that are over are not kept");
	if (o->since && (o->verb == LIST) && !o->past)
		return options_bad("--since goes with --past");
	if ((o->interval >= 0) && !o->wait)
		return options_bad("--interval goes with --wait");
	return _fit_wishes(o);
}

static bool _asks_plan(const char *typed)
{
	const char *name;
	char *why = NULL;
	wishes_t w = { .plan = PLAN_DO };

	(void) wishes_read(typed, &name, &w, &why);
	free(why);
	return w.plan != PLAN_DO;
}

static bool _names(const options_t *o, int cnt)
{
	const char *verb = verbs[o->verb].name;
	int most = verbs[o->verb].most;

	if (cnt < verbs[o->verb].least)
		return options_bad("%s needs %s", verb, cnt ? "a new name" :
				   "a name");
	if (cnt > most)
		return options_bad("%s: \"%s\" is a word too many", verb,
				   o->names[most]);
	for (int i = 0; i < cnt; i++) {
		if (!o->names[i][0])
			return options_bad("a name is empty");
		if ((V(o->verb) & PLANNED) && _asks_plan(o->names[i]))
			return options_bad("\"%s\" asks for a plan: write --dry-run, or --plan",
					   o->names[i]);
	}
	if (o->wish.wishes.plan && !cnt)
		return options_bad("--plan needs the name, which --dry-run has printed");
	return true;
}

static bool _enough_maint(const options_t *o)
{
	if (!o->wish.nodelist)
		return options_bad("maint needs --nodelist: nobody knows which nodes Slurm would choose");
	if (!o->start)
		return options_bad("maint needs --start");
	if ((o->wish.duration < 0) == !o->end)
		return options_bad("maint needs --duration or --end, and not both");
	return true;
}

static bool _enough_change(const options_t *o)
{
	const wish_t *w = &o->wish;
	const char *verb = verbs[o->verb].name;

	if ((o->verb == MOVE) && !o->start && !w->nodelist &&
	    (w->delay < 0) && !w->comment && !w->wishes.switches &&
	    !w->wishes.place)
		return options_bad("move needs --start, --delay, --nodelist, --switches, --place or --comment");
	if ((o->verb == GIVE) &&
	    ((w->nodes >= 0) + (w->cores >= 0) + (w->gpus != NULL) != 1))
		return options_bad("give needs --nodes, --cores or --gpus: how many to give back");
	if (!(V(o->verb) & LONGER))
		return true;
	if (o->end && (w->duration >= 0))
		return options_bad("%s: --duration is by how much, --end until when: not both",
				   verb);
	if (!o->end && (w->duration < 0) && (w->nodes < 0))
		return options_bad("%s needs --duration, --end or --nodes", verb);
	if (w->duration == WHEN_FOREVER)
		return options_bad("%s: --duration is how much, and ends", verb);
	return true;
}

static bool _fit_series(const options_t *o)
{
	if (o->wish.except && !o->wish.every)
		return options_bad("--except goes with --every");
	if (o->from && !o->series)
		return options_bad("--from goes with --series");
	if (o->series && (!o->names[0] || o->names[1]))
		return options_bad("--series is for the name of one series");
	if (o->series && (o->past || o->all || o->wish.wishes.plan))
		return options_bad("--series goes without --past, --all and --plan");
	if (o->series && ((o->start && !when_is_of_day(o->start)) ||
			  (o->end && !when_is_of_day(o->end))))
		return options_bad("--series: a time is one of the day, such as 14:00");
	if (!o->wish.every && (series_dates(o->names[0]) == 1))
		return true;
	if (!o->names[0])
		return options_bad("a series needs a name: its bookings are NAME-DATE");
	if (o->accept || o->wait || o->wish.wishes.standby ||
	    o->wish.wishes.plan)
		return options_bad("a series goes without --accept, --wait, --standby and --plan");
	return true;
}

static bool _enough(const options_t *o)
{
	if (V(o->verb) & CHANGING)
		return _enough_change(o);
	if (o->verb == MAINT)
		return _enough_maint(o);
	if (o->yes || o->no)
		return (o->yes != o->no) ||
		       options_bad("--yes or --no, not both");
	if ((V(o->verb) & BOOKING) && (o->wish.duration < 0) && !o->end)
		return options_bad("%s needs --duration or --end",
				   verbs[o->verb].name);
	if ((o->verb == CANCEL) && o->wish.wishes.plan && o->names[1])
		return options_bad("--plan is for one reservation");
	if ((o->verb == WHY) &&
	    (!o->names[0] == ((o->wish.duration < 0) && !o->end)))
		return options_bad("why needs the number of a job, the name of what stands by, or --duration or --end");
	if ((o->verb == WHY) && o->names[0])
		return true;
	if ((V(o->verb) & (BOOKING | ROOM)) && (o->wish.nodes < 0) &&
	    (o->wish.cores < 0) && !o->tasks && !o->wish.gpus &&
	    !o->wish.nodelist)
		return options_bad("%s needs --nodes or --nodelist%s",
				   verbs[o->verb].name,
				   (o->verb == WHY) ? "" :
				   ", or --cores, --tasks or --gpus");
	if (o->tasks ? (o->wish.cores >= 0) : (o->task_cores > 0))
		return options_bad("--%s", o->tasks ?
				   "tasks goes without --cores" :
				   "cpus-per-task goes with --tasks");
	if (o->wish.gpus_per_node && (o->wish.gpus || (o->wish.nodes < 0)))
		return options_bad("--gpus-per-node needs --nodes, and no --gpus");
	if ((o->verb == WHEN) && (o->wish.duration < 0))
		return options_bad("when needs --duration");
	if ((o->verb != ACCEPT) && o->end && (o->wish.duration >= 0) &&
	    (o->wish.delay >= 0))
		return options_bad("--end, --duration and --delay are one too many: --end is where the window ends");
	if ((o->verb == BOOK) && o->wait && (o->wait_for < 0) &&
	    (!o->start || when_moves(o->start)))
		return options_bad("--wait needs an end, such as --wait=2h, as --start moves on");
	return true;
}

/* Read the words: a verb, then names. RET as _fit() */
static bool _whole(int cnt, char **words, const bool *given, options_t *o)
{
	if (!cnt)
		return _bad_verb("");
	o->names = words + 1;
	if (!_verb(words[0], &o->verb) || !_fit(o, given) ||
	    !_fit_span(o) || !_names(o, cnt - 1) || !_fit_series(o) || !_enough(o))
		return false;
	if (o->interval < 0)
		o->interval = INTERVAL;
	if (o->days < 0)
		o->days = (o->verb == WHEN) ? DAYS_OF_WHEN : DAYS;
	if ((o->verb == ASK) && !o->yes && !o->no)
		o->wish.wishes.standby = STANDBY_ASK;
	if (o->verb == PRICE)
		o->wish.wishes.plan = PLAN_LINES;
	if ((o->verb == MAINT) && !o->wish.flags)
		o->wish.flags = BOOKING_FLAG_MAINT | BOOKING_FLAG_IGN_JOBS;
	return true;
}

/* Options of sbatch, and what to ask for instead; "mem" is also mem-per-cpu. */
static const struct {
	const char *word, *instead;
} of_sbatch[] = {
	{ "begin", "--start" }, { "constraint", "--features" },
	{ "gres", "--gpus [TYPE:]N" }, { "time", "--duration" },
	{ "mem", "nodes that have it (--features), or cores that it goes with (--cores): Slurm reserves no memory" },
};

/* RET NULL: there is nothing to say */
static const char *_instead(const char *word, size_t len)
{
	for (size_t i = 0; i < COUNT(of_sbatch); i++) {
		size_t own = strlen(of_sbatch[i].word);

		if (!strncmp(of_sbatch[i].word, word, own) &&
		    ((len == own) || (word[own] == '-')))
			return of_sbatch[i].instead;
	}
	return NULL;
}

/* Print what is wrong with a long option that is none. RET false */
static bool _bad_long(const char *word)
{
	size_t len = strcspn(word, "=");
	char *name = strndup(word, len);
	nearest_t meant = nearest(name ? name : "");
	const char *instead = _instead(word, len);
	char *several = NULL;

	for (size_t i = 0; i < COUNT(known); i++) {
		if (!strncmp(known[i].name, word, len))
			text_add(&several, "%s --%s", several ? "," : "",
				 known[i].name);
		nearest_try(&meant, known[i].name);
	}
	if (several)
		(void) options_bad("--%.*s may be several options:%s",
				   (int) len, word, several);
	else if (instead)
		(void) options_bad("there is no option --%.*s: ask for %s",
				   (int) len, word, instead);
	else if (meant.word)
		(void) options_bad("there is no option --%.*s: did you mean --%s?",
				   (int) len, word, meant.word);
	else
		(void) options_bad("there is no option --%.*s", (int) len, word);
	free(several);
	free(name);
	return false;
}

/*
 * Print what getopt_long() does not like.
 * IN c - its result. IN word - that it has read last. RET false
 */
static bool _bad_option(int c, const char *word)
{
	if (c == ':')
		return options_bad("%s needs a value", word);
	if (!strncmp(word, "--", 2))
		return optopt ? options_bad("%.*s takes no value",
					    (int) strcspn(word, "="), word) :
				_bad_long(word + 2);
	return options_bad("there is no option -%c", optopt);
}

int options_read(int argc, char **argv, options_t *o)
{
	struct option longs[COUNT(known) + 1] = { { .name = NULL } };
	bool given[COUNT(known)] = { false };
	int c;

	*o = (options_t) {
		.wish = WISH_NONE, .wait_for = -1, .interval = -1,
		.days = -1,
	};
	for (size_t i = 0; i < COUNT(known); i++)
		longs[i] = (struct option) {
			known[i].name, known[i].has_arg, NULL, _code(i)
		};
	opterr = 0;
	while ((c = getopt_long(argc, argv, LETTERS, longs, NULL)) != -1) {
		if (c == 'h') {
			_help_of(argc - 1, argv + 1);
			return STATUS_DONE;
		}
		if (c == 'V') {
			puts("sresv " GARQ_VERSION);
			return STATUS_DONE;
		}
		if (((c == '?') || (c == ':')) ?
		    !_bad_option(c, argv[optind - 1]) :
		    !_set(o, c, optarg, given))
			return STATUS_BAD;
	}
	return _whole(argc - optind, argv + optind, given, o) ? -1 :
							      STATUS_BAD;
}

/* --- what is asked for ------------------------------------------------------ */

/* Ask for the cores of the tasks. RET false: an error was printed */
static bool _set_tasks(const options_t *o, wish_t *w)
{
	int64_t each = o->task_cores ? o->task_cores : 1;

	if (each > INT32_MAX / o->tasks)
		return options_bad("--tasks: these are more than %d cores",
				   INT32_MAX);
	w->cores = o->tasks * each;
	w->wishes.tasks = (each > 1) ? (uint32_t) o->tasks : 0;
	return true;
}

bool options_wish(const options_t *o, time_t now, wish_t *ret)
{
	wish_t w = o->wish;
	const char *why;
	char *dates;

	if (o->names[0])
		w.name = o->names[0];
	if (o->tasks && !_set_tasks(o, &w))
		return false;
	if (o->span)
		(void) when_span(o->start, now, &w.start, &w.end);
	else if ((o->start &&
		  !value_time(o->start, "start", now, &w.start)) ||
		 (o->end && !value_time(o->end, "end", now, &w.end)))
		return false;
	if (o->dry_run && (V(o->verb) & PLANNED))
		w.wishes.plan = PLAN_LINES;
	*ret = w;
	if (V(o->verb) & (V(ACCEPT) | CHANGING))
		return true;
	if ((why = wish_complete(&w, now)))
		return options_bad("%s", why);
	dates = wish_dates(&w);
	if (dates)
		(void) options_bad("--every: %s", dates);
	free(dates);
	if (dates)
		return false;
	*ret = w;
	return true;
}

void options_least(const wish_t *w, offer_least_t *ret)
{
	int64_t nodes = (w->nodes > 0) ? w->nodes : 0;
	const wishes_t *more = &w->wishes;

	ret->nodes = more->least_cn ? more->least_cn : (nodes + 1) / 2;
	ret->seconds = more->least_minutes ?
		(int64_t) more->least_minutes * 60 : (wish_length(w) + 1) / 2;
}
