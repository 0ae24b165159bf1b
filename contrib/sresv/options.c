/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.c - see options.h */

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/help.h"
#include "contrib/sresv/options.h"
#include "contrib/sresv/when.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define INTERVAL 30		/* seconds */
#define DAYS 7
#define DAYS_MAX 366
#define FOREVER_IS (365 * 86400)	/* what Slurm makes of UNLIMITED */

#define V(verb) (1u << (verb))
#define ASKING (V(QUERY) | V(BOOK))
#define TAKING (ASKING | V(ACCEPT))
#define EVERY 0xffu

static const char *const verbs[] = {
	[QUERY] = "query", [BOOK] = "book", [OFFERS] = "offers",
	[ACCEPT] = "accept", [LIST] = "list", [CANCEL] = "cancel",
	[STATS] = "stats",
};

/* Option codes: a letter, or a number above all letters. */
enum {
	INTERVAL_OPTION = 256, WAIT, TAKE, GROUPS, MINE, ALL, IN_DAYS, JSON,
	LINES, NO_HEADS, MIN_NODES, MIN_TIME,
};

static const struct option known[] = {
	{ "start", required_argument, NULL, 's' },
	{ "end", required_argument, NULL, 'e' },
	{ "duration", required_argument, NULL, 't' },
	{ "delay", required_argument, NULL, 'd' },
	{ "flexible", required_argument, NULL, 'd' },
	{ "nodes", required_argument, NULL, 'N' },
	{ "nodelist", required_argument, NULL, 'w' },
	{ "partition", required_argument, NULL, 'p' },
	{ "features", required_argument, NULL, 'C' },
	{ "licenses", required_argument, NULL, 'L' },
	{ "users", required_argument, NULL, 'u' },
	{ "groups", required_argument, NULL, GROUPS },
	{ "accounts", required_argument, NULL, 'A' },
	{ "accept", optional_argument, NULL, TAKE },
	{ "min-nodes", required_argument, NULL, MIN_NODES },
	{ "min-time", required_argument, NULL, MIN_TIME },
	{ "wait", optional_argument, NULL, WAIT },
	{ "interval", required_argument, NULL, INTERVAL_OPTION },
	{ "mine", no_argument, NULL, MINE },
	{ "all", no_argument, NULL, ALL },
	{ "days", required_argument, NULL, IN_DAYS },
	{ "json", no_argument, NULL, JSON },
	{ "parsable", no_argument, NULL, LINES },
	{ "noheader", no_argument, NULL, NO_HEADS },
	{ "quiet", no_argument, NULL, 'q' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

/* The verbs that an option is for; unlisted options are for all verbs. */
static const struct {
	int option;
	unsigned int verbs;
} fits[] = {
	{ 's', TAKING }, { 'e', TAKING }, { 't', TAKING }, { 'd', ASKING },
	{ 'N', TAKING }, { 'w', ASKING }, { 'p', ASKING }, { 'C', ASKING },
	{ 'L', ASKING }, { 'u', TAKING }, { GROUPS, TAKING }, { 'A', TAKING },
	{ TAKE, V(BOOK) }, { MIN_NODES, V(BOOK) }, { MIN_TIME, V(BOOK) },
	{ WAIT, V(BOOK) }, { INTERVAL_OPTION, V(BOOK) },
	{ MINE, V(LIST) }, { ALL, V(LIST) }, { IN_DAYS, V(STATS) },
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

static const char *_long_name(int option)
{
	for (size_t i = 0; known[i].name; i++)
		if (known[i].val == option)
			return known[i].name;
	return "";
}

/* --- values ---------------------------------------------------------------- */

static bool _number(const char *text, const char *what, int64_t max,
		    int64_t *ret)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(text, &end, 10);
	if (!isdigit((unsigned char) text[0]) || *end || errno || (n < 1) ||
	    (n > max))
		return _bad("--%s: \"%s\" is not a number from 1 to %lld", what,
			    text, (long long) max);
	*ret = n;
	return true;
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

static bool _text(const char *text, const char *what, const char **ret)
{
	if (!text[0])
		return _bad("--%s needs a value", what);
	*ret = text;
	return true;
}

/* Check a time now, so that errors are reported at once; it is read later. */
static bool _a_time(const char *text, const char *what, const char **ret)
{
	time_t t;

	*ret = text;
	return _time(text, what, time(NULL), &t);
}

/* RET false if the value is invalid; an error was printed */
static bool _set(options_t *o, int c, const char *value)
{
	const char *what = _long_name(c);
	wish_t *w = &o->wish;

	switch (c) {
	case 's':
		return _a_time(value, what, &o->start);
	case 'e':
		return _a_time(value, what, &o->end);
	case 't':
		if (!_length(value, what, &w->duration))
			return false;
		return w->duration ? true : _bad("--duration: it is 0");
	case 'd':
		return _ending_length(value, what, 0, &w->delay);
	case 'N':
		return _number(value, what, INT32_MAX, &w->nodes);
	case 'w':
		return _text(value, what, &w->nodelist);
	case 'p':
		return _text(value, what, &w->partition);
	case 'C':
		return _text(value, what, &w->features);
	case 'L':
		return _text(value, what, &w->licenses);
	case 'u':
		return _text(value, what, &w->users);
	case GROUPS:
		return _text(value, what, &w->groups);
	case 'A':
		return _text(value, what, &w->accounts);
	case TAKE:
		o->accept = value ? value : "first";
		return offer_kinds_ok(o->accept) ||
		       _bad("--accept: \"%s\" is none of these, nor some of them with commas: %s",
			    o->accept, offer_kinds_known);
	case MIN_NODES:
		return _number(value, what, INT32_MAX, &o->min_nodes);
	case MIN_TIME:
		return _ending_length(value, what, 1, &o->min_time);
	case WAIT:
		o->wait = true;
		return !value || _ending_length(value, what, 1, &o->wait_for);
	case INTERVAL_OPTION:
		return _ending_length(value, what, 1, &o->interval);
	case MINE:
		o->mine = true;
		return true;
	case ALL:
		o->all = true;
		return true;
	case IN_DAYS:
		return _number(value, what, DAYS_MAX, &o->days);
	case JSON:
		o->json = true;
		return true;
	case LINES:
		o->lines = true;
		return true;
	case NO_HEADS:
		o->no_heads = true;
		return true;
	case 'q':
		o->quiet = true;
		return true;
	}
	return false;
}

/* --- the whole ------------------------------------------------------------- */

static bool _verb(const char *word, verb_t *ret)
{
	for (size_t i = 0; i < COUNT(verbs); i++) {
		if (strcmp(verbs[i], word))
			continue;
		*ret = (verb_t) i;
		return true;
	}
	return _bad("\"%s\" is not query, book, offers, accept, list, cancel or stats",
		    word);
}

static bool _fit(const options_t *o, const bool *given)
{
	for (size_t i = 0; i < COUNT(fits); i++)
		if (given[fits[i].option] && !(fits[i].verbs & V(o->verb)))
			return _bad("--%s is not for %s",
				    _long_name(fits[i].option),
				    verbs[o->verb]);
	if (o->json && (o->lines || o->no_heads))
		return _bad("--json goes without --parsable and --noheader");
	if (given[INTERVAL_OPTION] && !o->wait)
		return _bad("--interval goes with --wait");
	if ((given[MIN_NODES] || given[MIN_TIME]) && !o->accept)
		return _bad("--%s goes with --accept",
			    given[MIN_NODES] ? "min-nodes" : "min-time");
	return true;
}

static bool _names(const options_t *o, int cnt)
{
	static const struct {
		int least, most;
	} table[] = {
		[QUERY] = { 0, 0 }, [BOOK] = { 0, 1 }, [OFFERS] = { 0, 1 },
		[ACCEPT] = { 1, 1 }, [LIST] = { 0, 1 << 20 },
		[CANCEL] = { 1, 1 << 20 }, [STATS] = { 0, 0 },
	};

	if (cnt < table[o->verb].least)
		return _bad("%s needs a name", verbs[o->verb]);
	if (cnt > table[o->verb].most)
		return _bad("%s: \"%s\" is a word too many", verbs[o->verb],
			    o->names[table[o->verb].most]);
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

static bool _enough(const options_t *o)
{
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

int options_read(int argc, char **argv, options_t *o)
{
	bool given[512] = { false };
	int c;

	*o = (options_t) {
		.wish = { .start = -1, .end = -1, .duration = -1, .delay = -1,
			  .nodes = -1 },
		.min_nodes = -1, .min_time = -1,
		.wait_for = -1, .interval = INTERVAL, .days = DAYS,
	};
	while ((c = getopt_long(argc, argv, "s:e:t:d:N:w:p:C:L:u:A:qhV", known,
				NULL)) != -1) {
		if (c == 'h') {
			fputs(help_text, stdout);
			return STATUS_DONE;
		}
		if (c == 'V') {
			puts("sresv " GARQ_VERSION);
			return STATUS_DONE;
		}
		/* getopt has printed an error */
		if ((c == '?') || !_set(o, c, optarg))
			return STATUS_BAD;
		given[c] = true;
	}
	if (optind == argc)
		return _bad("say query, book, offers, accept, list, cancel or stats"),
		       STATUS_BAD;
	o->names = argv + optind + 1;
	if (!_verb(argv[optind], &o->verb) || !_fit(o, given) ||
	    !_names(o, argc - optind - 1) || !_enough(o))
		return STATUS_BAD;
	return -1;
}

/* --- what is asked for ------------------------------------------------------ */

/* "2 hours between 8 and 18": the window is longer than the booking. */
static bool _window(wish_t *w)
{
	int64_t room = w->end - w->start;

	if ((w->duration == WHEN_FOREVER) || (w->duration > room))
		return _bad("between --start and --end there is no room for --duration");
	/* Bookings are whole minutes long. */
	w->delay = room - (w->duration + 59) / 60 * 60;
	if (w->delay < 0)
		return _bad("--duration is rounded up to minutes: there is no room for it before --end");
	if (!w->delay)
		w->delay = -1;
	w->end = -1;
	return true;
}

/* If a window has begun, only its rest counts. */
static void _cut_window(wish_t *w, time_t now)
{
	time_t over = now - w->start;

	if ((over <= 0) || (w->delay < over))
		return;
	w->start = now;
	w->delay -= over;
}

static const char *_me(void)
{
	static char name[256];
	struct passwd *pw = getpwuid(getuid());

	snprintf(name, sizeof(name), "%s", pw ? pw->pw_name : "");
	if (!pw)
		snprintf(name, sizeof(name), "%u", (unsigned int) getuid());
	return name;
}

bool options_wish(const options_t *o, time_t now, wish_t *ret)
{
	wish_t w = o->wish;

	w.name = o->names[0];
	if ((o->start && !_time(o->start, "start", now, &w.start)) ||
	    (o->end && !_time(o->end, "end", now, &w.end)))
		return false;
	*ret = w;
	if (o->verb == ACCEPT)
		return true;
	if (w.start < 0)
		w.start = now;
	/* by default: the next 24 hours */
	if ((w.end < 0) && (w.duration < 0))
		w.end = w.start + 86400;
	if ((w.end >= 0) && (w.end <= w.start))
		return _bad("--end is not after --start");
	if ((w.end >= 0) && (w.duration >= 0) && !_window(&w))
		return false;
	_cut_window(&w, now);
	if (!w.users && !w.groups && !w.accounts)
		w.users = _me();
	*ret = w;
	return true;
}

void options_least(const options_t *o, const wish_t *w, offer_least_t *ret)
{
	int64_t nodes = (w->nodes > 0) ? w->nodes : 0;

	ret->nodes = (o->min_nodes >= 0) ? o->min_nodes : (nodes + 1) / 2;
	ret->seconds = (o->min_time >= 0) ? o->min_time : (_asked(w) + 1) / 2;
}
