/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/ctl/status.h"
#include "contrib/web/web_options.h"

#define SITE_PORT 8280
#define CONNECTIONS 300
#define OWN_RATE 100
#define SITE_RATE 1000
#define SHARE 8			/* of the connections one address has one part */

static const char help_text[] =
	"Usage: sresv web [OPTION]...\n"
	"A calendar of the cluster's reservations, and REST, for a browser on this host.\n"
	"Prints an address with a token: who has it has your rights. Ends with ctrl-C.\n"
	"\n"
	"  --port N         default: a free one; with --site 8280\n"
	"  --site           read-only, for everybody, without a token\n"
	"  --listen ADDR    an address of this host; default: 127.0.0.1\n"
	"  --host NAME      a further name of this server, as a proxy passes it on\n"
	"  --page DIR       the folder of the page\n"
	"  --token-file F   the token is kept there, and so the address stays the same\n"
	"  --connections N  at most so many; default: 300\n"
	"  --per-address N  of them, and of the rate, at most so many of one address; 0: no limit;\n"
	"                   default: 0, with --site an eighth\n"
	"  --rate N         at most so many requests a second; default: 100, with --site 1000\n"
	"  -h, --help, -V, --version\n";

static const struct option longs[] = {
	{ "port", required_argument, NULL, 'p' },
	{ "site", no_argument, NULL, 's' },
	{ "listen", required_argument, NULL, 'l' },
	{ "host", required_argument, NULL, 'H' },
	{ "page", required_argument, NULL, 'd' },
	{ "token-file", required_argument, NULL, 't' },
	{ "connections", required_argument, NULL, 'c' },
	{ "per-address", required_argument, NULL, 'a' },
	{ "rate", required_argument, NULL, 'r' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ .name = NULL },
};

static bool _bad(const char *what, const char *value)
{
	fprintf(stderr, "garq-web: %s: \"%s\" makes no sense\n", what, value);
	return false;
}

static bool _number(const char *what, const char *text, int64_t least,
		    int64_t most, int64_t *ret)
{
	return parse_number(text, least, most, ret) || _bad(what, text);
}

static bool _host(const char *name, web_options_t *o)
{
	size_t i = 0;

	while ((i < OPTIONS_HOSTS) && o->hosts[i])
		i++;
	if (!name[0] || (i == OPTIONS_HOSTS))
		return _bad("--host", name);
	o->hosts[i] = (char *) name;
	return true;
}

static bool _set(int c, char *value, web_options_t *o)
{
	switch (c) {
	case 'p':
		return _number("--port", value, 0, 65535, &o->port);
	case 'c':
		return _number("--connections", value, 1, 10000,
			       &o->connections);
	case 'a':
		return _number("--per-address", value, 0, 10000,
			       &o->per_address);
	case 'r':
		return _number("--rate", value, 1, 100000, &o->rate);
	case 'H':
		return _host(value, o);
	case 's':
		o->site = true;
		return true;
	case 'l':
		o->address = value;
		return true;
	case 'd':
		o->page = value;
		return true;
	case 't':
		o->token_file = value;
		return true;
	}
	return false;
}

static bool _fit(web_options_t *o)
{
	if (o->site && o->token_file) {
		fputs("garq-web: --site goes without --token-file: it has no token\n",
		      stderr);
		return false;
	}
	if (o->site && !getuid()) {
		fputs("garq-web: --site shows what its user may see: start it as a user of its own, not as root\n",
		      stderr);
		return false;
	}
	if (o->port < 0)
		o->port = o->site ? SITE_PORT : 0;
	if (o->rate < 0)
		o->rate = o->site ? SITE_RATE : OWN_RATE;
	if (o->per_address < 0)
		o->per_address = o->site ? (o->connections + SHARE - 1) / SHARE :
					   0;
	return true;
}

int web_options_read(int argc, char **argv, web_options_t *o)
{
	int c;

	*o = (web_options_t) {
		.port = -1, .address = "127.0.0.1", .page = WEB_PAGE_DIR,
		.connections = CONNECTIONS, .per_address = -1, .rate = -1,
	};
	while ((c = getopt_long(argc, argv, "hV", longs, NULL)) != -1) {
		if (c == 'h') {
			fputs(help_text, stdout);
			return STATUS_DONE;
		}
		if (c == 'V') {
			puts("garq-web " GARQ_VERSION);
			return STATUS_DONE;
		}
		if ((c == '?') || !_set(c, optarg, o))
			return STATUS_BAD;
	}
	if (optind < argc) {
		fprintf(stderr, "garq-web: \"%s\" is a word too many\n",
			argv[optind]);
		return STATUS_BAD;
	}
	return _fit(o) ? -1 : STATUS_BAD;
}
