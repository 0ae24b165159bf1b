/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq-web - a calendar of reservations for browsers, and REST.
 *
 * doc/garq-web.8 is its manual; sresv web starts it.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/ctl/me.h"
#include "contrib/sresv/text/said.h"
#include "contrib/web/serve.h"
#include "contrib/web/http/places.h"
#include "contrib/web/http/token_file.h"
#include "contrib/web/web_options.h"

#define PAUSE 1000 /* milliseconds between rounds: store.h */
#define DEEDS 0.1 /* of the requests may change something */
#define FAILURES 5 /* wrong tokens a second */

/* libslurm ends the process where it finds no slurm.conf, or no munge. */
static void _ended(char *said)
{
	fprintf(stderr, "garq-web: %s\n",
		(said && said[0]) ? said : "Slurm's library has given up");
	_exit(STATUS_SILENT);
}

static int _bad(const char *what, const char *why)
{
	fprintf(stderr, "garq-web: %s: %s\n", what, why);
	return STATUS_FAILED;
}

/* RET NULL, or what is wrong */
static const char *_set_tokens(const web_options_t *o, web_t *w)
{
	if (o->site)
		return NULL;
	if (o->token_file)
		return token_file_read(o->token_file, w->token, w->key);
	return (token_make(w->token) && token_make(w->key)) ?
		       NULL :
		       "there are no random bytes";
}

static void _print_address(const web_options_t *o, const web_t *w,
			   uint16_t port)
{
	bool six = strchr(o->address, ':');

	printf("http://%s%s%s:%u/", six ? "[" : "", o->address, six ? "]" : "",
	       port);
	/* browsers send what is behind the # to nobody, and no log has it */
	if (!w->site)
		printf("#token=%s", w->token);
	putchar('\n');
	fflush(stdout);
}

/* Serve until a signal. */
static int _serve(const web_options_t *o, web_t *w, const sigset_t *ends)
{
	serve_at_t at = {
		.address = o->address,
		.port = (uint16_t) o->port,
		.connections = (unsigned int) o->connections,
		.each = (unsigned int) o->per_address,
		.rate = (double) o->rate,
	};
	serve_t *s;
	uint16_t port;
	int caught;

	s = serve_start(w, &at, &port);
	if (!s)
		return _bad(o->address, strerror(errno));
	_print_address(o, w, port);
	sigwait(ends, &caught);
	store_close(w->store);
	serve_stop(s);
	return STATUS_DONE;
}

static int _run(web_options_t *o, const sigset_t *ends)
{
	double rate = (double) o->rate;
	int64_t now = store_now();
	web_t w = {
		.site = o->site,
		.me = o->site ? NULL : me(),
		.hosts = o->hosts,
		.page = open(o->page, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.marks_lock = PTHREAD_MUTEX_INITIALIZER,
		.reads = limit_make(rate, rate * PLACES_BURST, now),
		.deeds = limit_make(rate * DEEDS,
				    1 + rate * DEEDS * PLACES_BURST, now),
		.failures = limit_make(FAILURES, FAILURES * PLACES_BURST, now),
	};
	const char *why;
	int rc;

	if (w.page < 0)
		fprintf(stderr, "garq-web: %s: %s; there is REST alone\n",
			o->page, strerror(errno));
	if ((why = _set_tokens(o, &w)))
		return _bad(o->token_file ? o->token_file : "the token", why);
	if (!(w.store = store_start(w.me, PAUSE)))
		return _bad("threads", strerror(errno));
	rc = _serve(o, &w, ends);
	store_stop(w.store);
	shared_drop(w.figures.data);
	shared_drop(w.jobs.data);
	shared_drop(w.past.data);
	if (w.page >= 0)
		close(w.page);
	explicit_bzero(w.token, sizeof(w.token));
	return rc;
}

int main(int argc, char **argv)
{
	web_options_t o;
	sigset_t ends;
	int rc = web_options_read(argc, argv, &o);

	if ((rc >= 0) && fflush(stdout)) {	/* of --help */
		perror("garq-web");
		rc = STATUS_FAILED;
	}
	if (rc >= 0)
		return rc;
	said_on_exit(_ended);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGHUP);
	/* threads inherit it, so that only sigwait() sees these */
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	return _run(&o, &ends);
}
