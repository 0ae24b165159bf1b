/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co.c - co-reservations of the user, as sresv co tells of them; see web.h
 *
 * They are in a journal of the user and on several clusters, which sresv co asks:
 * it is run for each request. To book one takes a description, and minutes; so does
 * what drops one of them. Both are left to the command line, which a user may
 * watch and interrupt.
 */

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/web/child.h"
#include "contrib/web/web.h"

#define AT_ONCE 4		/* children */
#define WAIT 40000		/* milliseconds for a child */
#define CLUSTERS "20s"		/* that it waits for clusters */
#define NAME 128		/* bytes of an id or a name */

/* The sresv beside this program, or that of a build, or that of the PATH. */
static const char *_program(char buf[PATH_MAX + 16])
{
	ssize_t len = readlink("/proc/self/exe", buf, PATH_MAX);
	char *slash;

	if (len < 0)
		return "sresv";
	buf[len] = '\0';
	slash = strrchr(buf, '/');
	len = slash ? slash - buf + 1 : 0;
	snprintf(buf + len, 16, "sresv");
	if (!access(buf, X_OK))
		return buf;
	snprintf(buf + len, 16, "../sresv/sresv");
	return access(buf, X_OK) ? "sresv" : buf;
}

/* Take one of the places for children. RET false: there is none */
static bool _enter(web_t *w)
{
	bool ok;

	pthread_mutex_lock(&w->lock);
	ok = (w->children < AT_ONCE);
	w->children += ok;
	pthread_mutex_unlock(&w->lock);
	return ok;
}

static void _leave(web_t *w)
{
	pthread_mutex_lock(&w->lock);
	w->children--;
	pthread_mutex_unlock(&w->lock);
}

/* Join the lines of an array of texts. RET for free(), or NULL */
static char *_lines(const json_t *lines)
{
	char *text = NULL;
	const json_t *line;
	size_t size, i;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	json_array_foreach(lines, i, line)
		fprintf(f, "%s\n", json_string_value(line) ?
				   json_string_value(line) : "");
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

/* Refuse with the status of sresv co, and what it says. */
static void _refuse(reply_t *r, status_t status, char *why)
{
	answer_t a = { .status = status, .why = why };

	reply_failed(r, &a, NULL, NULL);
	free(why);
}

static void _set(reply_t *r, const child_t *c, const char *key)
{
	json_t *said = json_loads(c->out, JSON_REJECT_DUPLICATES, NULL);
	status_t status = (c->status > 0) && (c->status <= STATUS_DOUBT) ?
			  (status_t) c->status : STATUS_FAILED;

	if (json_is_array(json_object_get(said, key))) {
		reply_object(r, 200, said);
		return;
	}
	_refuse(r, status, json_is_object(said) ?
			   _lines(json_object_get(said, "why")) :
			   strdup(c->err));
	json_decref(said);
}

/* IN key - that an answer has, and a refusal has not */
static void _run(web_t *w, char *const argv[], const char *key, reply_t *r)
{
	char path[PATH_MAX + 16];
	child_t c;

	if (!_enter(w)) {
		reply_wrong(r, WRONG_BUSY);
		return;
	}
	switch (child_run(_program(path), argv, WAIT, &c)) {
	case CHILD_DONE:
		_set(r, &c, key);
		child_free(&c);
		break;
	case CHILD_LATE:
		_refuse(r, STATUS_SILENT,
			strdup("sresv co has not answered in time"));
		break;
	default:
		_refuse(r, STATUS_FAILED, strdup("sresv co can't be run"));
	}
	_leave(w);
}

/* The journal and the clusters are those of a user. RET false: *r says so */
static bool _is_of_user(const web_t *w, reply_t *r)
{
	answer_t denied = { .status = STATUS_DENIED,
			    .why = (char *) "co-reservations are shown to their user alone" };

	if (!w->site)
		return true;
	reply_failed(r, &denied, NULL, NULL);
	return false;
}

void web_co_list(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "all", NULL };
	const char *all = request_param(q, "all");
	char *argv[] = { (char *) "sresv", (char *) "co", (char *) "list",
			 (char *) "--json", (char *) "--all", NULL };

	if (!web_params(q, keys, r) || !_is_of_user(w, r))
		return;
	if (all && strcmp(all, "true") && strcmp(all, "false")) {
		reply_bad(r, "all is true or false");
		return;
	}
	if (!all || strcmp(all, "true"))
		argv[4] = NULL;
	_run(w, argv, "list", r);
}

/* Ids and names are words; none is taken for an option. */
static bool _is_name(const char *name)
{
	size_t len = strlen(name);

	return isalnum((unsigned char) name[0]) && (len < NAME) &&
	       (len == strspn(name, "abcdefghijklmnopqrstuvwxyz"
			      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"));
}

void web_co(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };
	char *argv[] = { (char *) "sresv", (char *) "co", (char *) "check",
			 (char *) "--json", (char *) "--timeout",
			 (char *) CLUSTERS, (char *) "--", q->words[3], NULL };

	if (!web_params(q, none, r) || !_is_of_user(w, r))
		return;
	if (_is_name(q->words[3]))
		_run(w, argv, "parts", r);
	else
		reply_unknown(r, "there is no such co-reservation");
}
