/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.c - see options.h */

#include <getopt.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "contrib/sresv/options.h"
#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/ctl/wish.h"
#include "plugin/booking/request/flags.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define INTERVAL 30		/* seconds */
#define DAYS 7
#define DAYS_MAX 366
#define FOREVER_IS (365 * 86400)	/* what Slurm makes of UNLIMITED */

#define V(verb) (1u << (verb))
#define ASKING (V(QUERY) | V(BOOK))
#define TAKING (ASKING | V(ACCEPT))
#define NEW (TAKING | V(MAINT))
#define EVERY 0x1ffu

static const char help_text[] =
	"Usage: sresv query [WISH]...             what can be had; nothing is booked\n"
	"       sresv book [NAME] WISH...         book it, or be told why not and what else\n"
	"       sresv offers [NAME]               the offers that are open\n"
	"       sresv accept OFFER [PART]...      take one, or less of it\n"
	"       sresv list [NAME]...              the reservations\n"
	"       sresv cancel NAME|OFFER...        delete or withdraw them\n"
	"       sresv maint -w L -s T (-t D | -e T) [--dry-run]   whom it hits; then make it\n"
	"       sresv limits                      what you may have, and what of it you have\n"
	"       sresv stats [--days N]            what is booked of the days to come\n"
	"       sresv stats --locks [--reset]     how long the controller stood still\n"
	"       sresv stats --openmetrics | --textfile FILE    metrics, for Prometheus\n"
	"       sresv gantt [OPTION]...           a picture of what lies where and when\n"
	"       sresv web [OPTION]...             a calendar in the browser, to look and to book\n"
	"       sresv co VERB...                  on several resources, all or none: sresv-co(1)\n"
	"Reservations of Slurm, by the controller with sched/garq.\n"
	"\n"
	"WISH, of which the first six are also the PARTs of an offer:\n"
	"  -s, --start T        default: now\n"
	"  -e, --end T          of the reservation; with --duration: of the window\n"
	"  -t, --duration D\n"
	"  -N, --nodes N\n"
	"  -u, --users U,...    default: you, unless groups or accounts are given\n"
	"      --groups G,...; -A, --accounts A,...\n"
	"  -d, --delay D        any start up to D later will do (also --flexible)\n"
	"  -w, --nodelist L; -p, --partition P; -C, --features F; -L, --licenses L\n"
	"\n"
	"book:\n"
	"  --accept[=KIND,...]  if it is refused, take the first offer of a kind: first,\n"
	"                       exact, inside, later, earlier, fewer, shorter, largest\n"
	"  --min-nodes N, --min-time D   but none with fewer nodes, and none shorter;\n"
	"                       default: half of what is asked for\n"
	"  --wait[=D]           ask again until it can be had, for so long; default: as\n"
	"                       long as it could still begin\n"
	"  --interval D         between two tries; default: 30s\n"
	"\n"
	"maint, for operators:\n"
	"  --dry-run            tell whom it would hit, and make nothing\n"
	"  -n, --name NAME      default: one that Slurm makes up\n"
	"  --flags F,...        default: MAINT,IGNORE_JOBS; OVERLAP, TIME_FLOAT, HOURLY,\n"
	"                       DAILY, WEEKLY, WEEKDAY, WEEKEND, FLEX, NO_HOLD_JOBS_AFTER\n"
	"\n"
	"list:  --mine  those for you or your groups    --all  offers, too\n"
	"stats: --days N  default: 7\n"
	"\n"
	"All:\n"
	"  --json, --parsable   for programs: one object; cells with | between them\n"
	"  --noheader, -q, --quiet, -h, --help, -V, --version\n"
	"\n"
	"T: now+2h, 10:00, tomorrow, 2027-01-31T10:00   D: 90 (minutes), 1:30:00, 2-12, 2h\n"
	"Exit: 0 done, 1 refused and there are offers, 2 it makes no sense, 3 refused,\n"
	"      4 not allowed, 5 no such reservation or offer, 6 the controller does not\n"
	"      answer, 7 another failure. sresv(1) tells more.\n";

static const struct {
	const char *name;
	int least, most;	/* number of names behind it */
} verbs[] = {
	[QUERY] = { "query", 0, 0 }, [BOOK] = { "book", 0, 1 },
	[OFFERS] = { "offers", 0, 1 }, [ACCEPT] = { "accept", 1, 1 },
	[LIST] = { "list", 0, 1 << 20 }, [CANCEL] = { "cancel", 1, 1 << 20 },
	[STATS] = { "stats", 0, 0 }, [MAINT] = { "maint", 0, 0 },
	[LIMITS] = { "limits", 0, 0 },
};

__attribute__((format(printf, 1, 2)))
static bool _bad(const char *format, ...)
{
	va_list ap;

	fputs("sresv: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputs(" (see --help)\n", stderr);
	return false;
}

/*
 * --- values ---
 *
 * Each function reads the value of an option into a field of options_t.
 * RET false if the value is invalid; an error was printed
 */

static bool _number(const char *text, const char *what, int64_t max,
		    void *ret)
{
	if (parse_number(text, 1, max, ret))
		return true;
	return _bad("--%s: \"%s\" is not a number from 1 to %lld", what, text,
		    (long long) max);
}

static bool _nodes(const char *text, const char *what, void *ret)
{
	return _number(text, what, INT32_MAX, ret);
}

static bool _days(const char *text, const char *what, void *ret)
{
	return _number(text, what, DAYS_MAX, ret);
}

static bool _length(const char *text, const char *what, int64_t *ret)
{
	if (when_length(text, ret))
		return true;
	return _bad("--%s: \"%s\" is not a length of time, such as 90 (minutes), 1:30:00, 2-12 or 2h",
		    what, text);
}

static bool _ending_length(const char *text, const char *what, int64_t least,
			   int64_t *ret)
{
	if (!_length(text, what, ret))
		return false;
	if ((*ret == WHEN_FOREVER) || (*ret < least))
		return _bad("--%s: \"%s\" is too %s", what, text,
			    (*ret < least) ? "short" : "long");
	return true;
}

static bool _time(const char *text, const char *what, time_t now, time_t *ret)
{
	if (when_time(text, now, ret))
		return true;
	return _bad("--%s: \"%s\" is not a time, such as now+2h, 10:00, tomorrow or 2027-01-31T10:00",
		    what, text);
}

static bool _duration(const char *text, const char *what, void *ret)
{
	int64_t *length = ret;

	if (!_length(text, what, length))
		return false;
	return *length ? true : _bad("--%s: it is 0", what);
}

static bool _delay(const char *text, const char *what, void *ret)
{
	return _ending_length(text, what, 0, ret);
}

static bool _seconds(const char *text, const char *what, void *ret)
{
	return _ending_length(text, what, 1, ret);
}

static bool _text(const char *text, const char *what, void *ret)
{
	if (!text[0])
		return _bad("--%s needs a value", what);
	*(const char **) ret = text;
	return true;
}

/* Check a time now, so that errors are reported at once; it is read later. */
static bool _time_text(const char *text, const char *what, void *ret)
{
	time_t t;

	*(const char **) ret = text;
	return _time(text, what, time(NULL), &t);
}

static bool _kinds(const char *text, const char *what, void *ret)
{
	*(const char **) ret = text ? text : "first";
	return !text || offer_kinds_ok(text) ||
	       _bad("--%s: \"%s\" is none of these, nor some of them with commas: %s",
		    what, text, offer_kinds_known);
}

static const struct {
	const char *name;
	uint64_t flag;
} flags[] = {
	{ "MAINT", BOOKING_FLAG_MAINT },
	{ "IGNORE_JOBS", BOOKING_FLAG_IGN_JOBS },
	{ "OVERLAP", BOOKING_FLAG_OVERLAP },
	{ "TIME_FLOAT", BOOKING_FLAG_TIME_FLOAT },
	{ "HOURLY", BOOKING_FLAG_HOURLY },
	{ "DAILY", BOOKING_FLAG_DAILY },
	{ "WEEKLY", BOOKING_FLAG_WEEKLY },
	{ "WEEKDAY", BOOKING_FLAG_WEEKDAY },
	{ "WEEKEND", BOOKING_FLAG_WEEKEND },
	{ "FLEX", BOOKING_FLAG_FLEX },
	{ "NO_HOLD_JOBS_AFTER", BOOKING_FLAG_NO_HOLD_JOBS },
};

/* RET 0: it is none */
static uint64_t _flag(const char *name, size_t len)
{
	for (size_t i = 0; i < COUNT(flags); i++)
		if ((strlen(flags[i].name) == len) &&
		    !strncasecmp(flags[i].name, name, len))
			return flags[i].flag;
	return 0;
}

static bool _flags(const char *text, const char *what, void *ret)
{
	uint64_t all = 0, flag;

	for (const char *at = text; at; at = strchr(at, ',')) {
		at += (at != text);
		flag = _flag(at, strcspn(at, ","));
		if (!flag)
			return _bad("--%s: \"%s\" has a word that is no flag of a maintenance",
				    what, text);
		all |= flag;
	}
	if (!(all & (BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP)))
		return _bad("--%s: \"%s\" has neither MAINT nor OVERLAP, so it would be refused where anything is booked: see book",
			    what, text);
	*(uint64_t *) ret = all;
	return true;
}

/* IN ret - all options */
static bool _wait(const char *text, const char *what, void *ret)
{
	options_t *o = ret;

	o->wait = true;
	return !text || _seconds(text, what, &o->wait_for);
}

static bool _yes(const char *text, const char *what, void *ret)
{
	(void) text;
	(void) what;
	*(bool *) ret = true;
	return true;
}

/* --- options -------------------------------------------------------------- */

#define LETTERS "s:e:t:d:N:w:p:C:L:u:A:n:qhV"

#define AT(field) offsetof(options_t, field)

static const struct {
	const char *name;
	int has_arg;
	int letter;		/* or 0 */
	unsigned int verbs;	/* the verbs that it is for */
	bool (*read)(const char *text, const char *what, void *ret);
	size_t at;		/* where the value goes */
} known[] = {
	{ "start", required_argument, 's', NEW, _time_text, AT(start) },
	{ "end", required_argument, 'e', NEW, _time_text, AT(end) },
	{ "duration", required_argument, 't', NEW, _duration,
	  AT(wish.duration) },
	{ "delay", required_argument, 'd', ASKING, _delay, AT(wish.delay) },
	{ "flexible", required_argument, 'd', ASKING, _delay, AT(wish.delay) },
	{ "nodes", required_argument, 'N', TAKING, _nodes, AT(wish.nodes) },
	{ "nodelist", required_argument, 'w', ASKING | V(MAINT), _text,
	  AT(wish.nodelist) },
	{ "partition", required_argument, 'p', ASKING, _text,
	  AT(wish.partition) },
	{ "features", required_argument, 'C', ASKING, _text,
	  AT(wish.features) },
	{ "licenses", required_argument, 'L', ASKING, _text,
	  AT(wish.licenses) },
	{ "users", required_argument, 'u', NEW, _text, AT(wish.users) },
	{ "groups", required_argument, 0, TAKING, _text, AT(wish.groups) },
	{ "accounts", required_argument, 'A', TAKING, _text,
	  AT(wish.accounts) },
	{ "accept", optional_argument, 0, V(BOOK), _kinds, AT(accept) },
	{ "min-nodes", required_argument, 0, V(BOOK), _nodes, AT(min_nodes) },
	{ "min-time", required_argument, 0, V(BOOK), _seconds, AT(min_time) },
	{ "wait", optional_argument, 0, V(BOOK), _wait, 0 },
	{ "interval", required_argument, 0, V(BOOK), _seconds, AT(interval) },
	{ "name", required_argument, 'n', V(MAINT), _text, AT(wish.name) },
	{ "flags", required_argument, 0, V(MAINT), _flags, AT(wish.flags) },
	{ "dry-run", no_argument, 0, V(MAINT), _yes, AT(dry_run) },
	{ "mine", no_argument, 0, V(LIST), _yes, AT(mine) },
	{ "all", no_argument, 0, V(LIST), _yes, AT(all) },
	{ "days", required_argument, 0, V(STATS), _days, AT(days) },
	{ "locks", no_argument, 0, V(STATS), _yes, AT(locks) },
	{ "reset", no_argument, 0, V(STATS), _yes, AT(reset) },
	{ "openmetrics", no_argument, 0, V(STATS), _yes, AT(openmetrics) },
	{ "textfile", required_argument, 0, V(STATS), _text, AT(textfile) },
	{ "json", no_argument, 0, EVERY, _yes, AT(json) },
	{ "parsable", no_argument, 0, EVERY, _yes, AT(lines) },
	{ "noheader", no_argument, 0, EVERY, _yes, AT(no_heads) },
	{ "quiet", no_argument, 'q', EVERY, _yes, AT(quiet) },
	{ "help", no_argument, 'h', EVERY, NULL, 0 },
	{ "version", no_argument, 'V', EVERY, NULL, 0 },
};

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

static bool _verb(const char *word, verb_t *ret)
{
	for (size_t i = 0; i < COUNT(verbs); i++) {
		if (strcmp(verbs[i].name, word))
			continue;
		*ret = (verb_t) i;
		return true;
	}
	return _bad("\"%s\" is not query, book, offers, accept, list, cancel, maint, limits, stats, gantt, web or co",
		    word);
}

/* Do the options fit the verb, and each other? RET false: an error was printed */
static bool _fit(const options_t *o, const bool *given)
{
	for (size_t i = 0; i < COUNT(known); i++)
		if (given[i] && !(known[i].verbs & V(o->verb)))
			return _bad("--%s is not for %s", known[i].name,
				    verbs[o->verb].name);
	if (o->json && (o->lines || o->no_heads))
		return _bad("--json goes without --parsable and --noheader");
	if ((o->openmetrics || o->textfile) && (o->locks || o->reset))
		return _bad("--openmetrics and --textfile go without --locks and --reset");
	if ((o->interval >= 0) && !o->wait)
		return _bad("--interval goes with --wait");
	if (((o->min_nodes >= 0) || (o->min_time >= 0)) && !o->accept)
		return _bad("--%s goes with --accept",
			    (o->min_nodes >= 0) ? "min-nodes" : "min-time");
	return true;
}

static bool _names(const options_t *o, int cnt)
{
	const char *verb = verbs[o->verb].name;
	int most = verbs[o->verb].most;

	if (cnt < verbs[o->verb].least)
		return _bad("%s needs a name", verb);
	if (cnt > most)
		return _bad("%s: \"%s\" is a word too many", verb,
			    o->names[most]);
	for (int i = 0; i < cnt; i++)
		if (!o->names[i][0])
			return _bad("a name is empty");
	return true;
}

/* Length of the reservation in seconds, as the controller rounds it. */
static int64_t _asked(const wish_t *w)
{
	if (w->duration == WHEN_FOREVER)
		return FOREVER_IS;
	/* Bookings are whole minutes long. */
	return (w->duration >= 0) ? (w->duration + 59) / 60 * 60 :
				    w->end - w->start;
}

static bool _enough_maint(const options_t *o)
{
	if (!o->wish.nodelist)
		return _bad("maint needs --nodelist: nobody knows which nodes Slurm would choose");
	if (!o->start)
		return _bad("maint needs --start");
	if ((o->wish.duration < 0) == !o->end)
		return _bad("maint needs --duration or --end, and not both");
	return true;
}

static bool _enough(const options_t *o)
{
	if (o->verb == MAINT)
		return _enough_maint(o);
	if ((o->verb == BOOK) && (o->wish.duration < 0) && !o->end)
		return _bad("book needs --duration or --end");
	if ((o->verb == BOOK) && (o->wish.nodes < 0) && !o->wish.nodelist)
		return _bad("book needs --nodes or --nodelist");
	if ((o->wish.nodes >= 0) && (o->min_nodes > o->wish.nodes))
		return _bad("--min-nodes is more than --nodes");
	if ((o->wish.duration >= 0) && (o->min_time > _asked(&o->wish)))
		return _bad("--min-time is longer than --duration");
	if ((o->verb != ACCEPT) && o->end && (o->wish.duration >= 0) &&
	    (o->wish.delay >= 0))
		return _bad("--end, --duration and --delay are one too many: --end is where the window ends");
	if ((o->verb == BOOK) && o->wait && (o->wait_for < 0) &&
	    (!o->start || when_moves(o->start)))
		return _bad("--wait needs an end, such as --wait=2h, as --start moves on");
	return true;
}

/* Read the words: a verb, then names. RET as _fit() */
static bool _whole(int cnt, char **words, const bool *given, options_t *o)
{
	if (!cnt)
		return _bad("say query, book, offers, accept, list, cancel, maint, limits, stats, gantt, web or co");
	o->names = words + 1;
	if (!_verb(words[0], &o->verb) || !_fit(o, given) ||
	    !_names(o, cnt - 1) || !_enough(o))
		return false;
	if (o->interval < 0)
		o->interval = INTERVAL;
	if ((o->verb == MAINT) && !o->wish.flags)
		o->wish.flags = BOOKING_FLAG_MAINT | BOOKING_FLAG_IGN_JOBS;
	return true;
}

int options_read(int argc, char **argv, options_t *o)
{
	struct option longs[COUNT(known) + 1] = { { .name = NULL } };
	bool given[COUNT(known)] = { false };
	int c;

	*o = (options_t) {
		.wish = WISH_NONE, .min_nodes = -1, .min_time = -1,
		.wait_for = -1, .interval = -1, .days = DAYS,
	};
	for (size_t i = 0; i < COUNT(known); i++)
		longs[i] = (struct option) {
			known[i].name, known[i].has_arg, NULL, _code(i)
		};
	while ((c = getopt_long(argc, argv, LETTERS, longs, NULL)) != -1) {
		if (c == 'h') {
			fputs(help_text, stdout);
			return STATUS_DONE;
		}
		if (c == 'V') {
			puts("sresv " GARQ_VERSION);
			return STATUS_DONE;
		}
		/* getopt has printed an error */
		if ((c == '?') || !_set(o, c, optarg, given))
			return STATUS_BAD;
	}
	return _whole(argc - optind, argv + optind, given, o) ? -1 :
							      STATUS_BAD;
}

/* --- what is asked for ------------------------------------------------------ */

bool options_wish(const options_t *o, time_t now, wish_t *ret)
{
	wish_t w = o->wish;
	const char *why;

	if (o->names[0])
		w.name = o->names[0];
	if ((o->start && !_time(o->start, "start", now, &w.start)) ||
	    (o->end && !_time(o->end, "end", now, &w.end)))
		return false;
	*ret = w;
	if (o->verb == ACCEPT)
		return true;
	if ((why = wish_complete(&w, now)))
		return _bad("%s", why);
	*ret = w;
	return true;
}

void options_least(const options_t *o, const wish_t *w, offer_least_t *ret)
{
	int64_t nodes = (w->nodes > 0) ? w->nodes : 0;

	ret->nodes = (o->min_nodes >= 0) ? o->min_nodes : (nodes + 1) / 2;
	ret->seconds = (o->min_time >= 0) ? o->min_time : (_asked(w) + 1) / 2;
}
