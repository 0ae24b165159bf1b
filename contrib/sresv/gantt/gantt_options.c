/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "contrib/sresv/gantt/gantt_options.h"
#include "contrib/sresv/gantt/gantt_text.h"
#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/ctl/status.h"
#include "contrib/sresv/text/when.h"

#define LENGTH (2 * 86400)
#define LENGTH_MIN 1200	/* as many seconds as columns, or more */
#define LENGTH_MAX (366 * 86400)
#define ROWS_MAX 100000
#define WATCH 10
#define WATCH_MAX 86400

static const char help_text[] =
	"Usage: sresv gantt [OPTION]...      what lies where and when, as a picture\n"
	"\n"
	"  --from T, --for D    the span; default: now, 2 days\n"
	"  --by nodes|bookings  a row for nodes that look the same, or for a booking\n"
	"  --rows N             by nodes: merge neighbours into so many rows; default: 40\n"
	"  --watch[=SECONDS]    draw it again, until ctrl-C; default: 10\n"
	"  --width N            default: that of the terminal, or 100\n"
	"  --color auto|always|never, --ascii\n"
	"  --svg FILE           as SVG; -: to standard output\n"
	"  --json, --parsable   for programs\n"
	"\n"
	"T: now-2h, today, 10:00, 2027-01-31T10:00   D: 90 (minutes), 12h, 7d, 2-12\n"
	"sresv(1) tells more.\n";

enum { FROM = 256, FOR, BY, ROWS, WATCHED, WIDTH, COLOR, ASCII, SVG, JSON,
       PARSABLE };

static const struct option longs[] = {
	{ "from", required_argument, NULL, FROM },
	{ "for", required_argument, NULL, FOR },
	{ "by", required_argument, NULL, BY },
	{ "rows", required_argument, NULL, ROWS },
	{ "watch", optional_argument, NULL, WATCHED },
	{ "width", required_argument, NULL, WIDTH },
	{ "color", required_argument, NULL, COLOR },
	{ "ascii", no_argument, NULL, ASCII },
	{ "svg", required_argument, NULL, SVG },
	{ "json", no_argument, NULL, JSON },
	{ "parsable", no_argument, NULL, PARSABLE },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static bool _bad(const char *option, const char *text, const char *wanted)
{
	fprintf(stderr, "sresv gantt: --%s: \"%s\" is not %s (see --help)\n",
		option, text, wanted);
	return false;
}

/* RET the index of a word in a list up to NULL, -1: it is none of them */
static int _word(const char *text, const char *const *list)
{
	for (int i = 0; list[i]; i++)
		if (!strcmp(list[i], text))
			return i;
	return -1;
}

static bool _number(const char *option, const char *text, int64_t least,
		    int64_t most, int64_t *ret)
{
	char wanted[64];

	if (parse_number(text, least, most, ret))
		return true;
	snprintf(wanted, sizeof(wanted), "a number from %lld to %lld",
		 (long long) least, (long long) most);
	return _bad(option, text, wanted);
}

static bool _from(const char *text, gantt_options_t *o)
{
	time_t t;

	o->from = text;
	return when_time(text, time(NULL), &t) ||
	       _bad("from", text, "a time, such as now-2h, today, yesterday 14:00 or 2027-01-31T10:00");
}

static bool _for(const char *text, gantt_options_t *o)
{
	int64_t length;

	if (!when_length(text, &length) || (length < LENGTH_MIN) ||
	    (length > LENGTH_MAX))
		return _bad("for", text, "a length of time from 20 minutes to 366 days, such as 12h or 7d");
	o->length = length;
	return true;
}

static bool _by(const char *text, gantt_options_t *o)
{
	static const char *const words[] = { "nodes", "bookings", NULL };
	int word = _word(text, words);

	o->by_bookings = (word == 1);
	return (word >= 0) || _bad("by", text, "nodes or bookings");
}

static bool _color(const char *text, gantt_options_t *o)
{
	static const char *const words[] = { "auto", "always", "never", NULL };
	int word = _word(text, words);

	if (word < 0)
		return _bad("color", text, "auto, always or never");
	o->color = (unsigned int) word;
	return true;
}

static bool _watch(const char *text, gantt_options_t *o)
{
	o->watch = WATCH;
	return !text || _number("watch", text, 1, WATCH_MAX, &o->watch);
}

/* RET false: an error was printed */
static bool _set(int code, const char *text, gantt_options_t *o)
{
	switch (code) {
	case FROM:
		return _from(text, o);
	case FOR:
		return _for(text, o);
	case BY:
		return _by(text, o);
	case ROWS:
		return _number("rows", text, 1, ROWS_MAX, &o->rows);
	case WATCHED:
		return _watch(text, o);
	case WIDTH:
		return _number("width", text, GANTT_WIDTH_MIN, GANTT_WIDTH_MAX,
			       &o->width);
	case COLOR:
		return _color(text, o);
	case ASCII:
		o->ascii = true;
		return true;
	case SVG:
		o->svg = text;
		return true;
	case JSON:
		o->json = true;
		return true;
	case PARSABLE:
		o->parsable = true;
		return true;
	}
	return false;		/* getopt has printed an error */
}

/* RET false: an error was printed */
static bool _fit(const gantt_options_t *o)
{
	if ((o->svg != NULL) + o->json + o->parsable + (o->watch != 0) > 1) {
		fputs("sresv gantt: only one of --svg, --json, --parsable and --watch can be had (see --help)\n",
		      stderr);
		return false;
	}
	return true;
}

int gantt_options_read(int argc, char **argv, gantt_options_t *o)
{
	int code;

	*o = (gantt_options_t) { .from = "now", .length = LENGTH };
	while ((code = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
		if (code == 'h') {
			fputs(help_text, stdout);
			return STATUS_DONE;
		}
		if (!_set(code, optarg, o))
			return STATUS_BAD;
	}
	if (optind < argc) {
		fprintf(stderr, "sresv gantt: \"%s\" is a word too many (see --help)\n",
			argv[optind]);
		return STATUS_BAD;
	}
	return _fit(o) ? -1 : STATUS_BAD;
}
