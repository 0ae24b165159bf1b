/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co.c - co-reservations of the user, by sresv co; see web.h
 *
 * They are in a journal of the user and on several clusters, which sresv co asks:
 * it is run for each request. One that books is given less time for each of its
 * steps than the command line has, so that it ends before its client is tired of it.
 * If it is killed nevertheless, the journal knows how far it came, and a resume
 * goes on.
 */

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/web/answers/child.h"
#include "contrib/web/answers/web.h"

#define AT_ONCE 4		/* children */
#define WAIT 40000		/* milliseconds for a child that looks */
#define DEED_WAIT 120000	/* for one that books, or drops */
#define CLUSTERS "20s"		/* that it waits for clusters */
#define SEARCH "10s"		/* for a plan */
#define ROUNDS "3"		/* plans, as long as places are denied */
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

/* What is asked of sresv co, and how it is answered. */
typedef struct {
	char *const *argv;
	const char *in;		/* its standard input, or NULL */
	int64_t wait;
	const char *key;	/* that an answer has, and a refusal has not; NULL:
				 * the exit status says which it is */
	unsigned int good;	/* HTTP status of an answer */
} errand_t;

static void _set(reply_t *r, const errand_t *e, const child_t *c)
{
	json_t *said = json_loads(c->out, JSON_REJECT_DUPLICATES, NULL);
	status_t status = (c->status > 0) && (c->status <= STATUS_DOUBT) ?
			  (status_t) c->status : STATUS_FAILED;

	if (e->key ? json_is_array(json_object_get(said, e->key)) :
		     (!c->status && json_is_object(said))) {
		/* the name of standard input is no news */
		(void) json_object_del(said, "file");
		reply_object(r, e->good, said);
		return;
	}
	_refuse(r, status, json_is_object(said) ?
			   _lines(json_object_get(said, "why")) :
			   strdup(c->err));
	json_decref(said);
}

static void _run(web_t *w, const errand_t *e, reply_t *r)
{
	char path[PATH_MAX + 16];
	child_t c;

	if (!_enter(w)) {
		reply_wrong(r, WRONG_BUSY);
		return;
	}
	switch (child_run(_program(path), e->argv, e->in, e->wait, &c)) {
	case CHILD_DONE:
		_set(r, e, &c);
		child_free(&c);
		break;
	case CHILD_LATE:
		_refuse(r, STATUS_SILENT, strdup(e->key ?
			"sresv co has not answered in time" :
			"sresv co has not answered in time, and was ended: look at the list, and resume it"));
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

/* Ids and names are words; none is taken for an option. */
static bool _is_name(const char *name)
{
	size_t len = strlen(name);

	return isalnum((unsigned char) name[0]) && (len < NAME) &&
	       (len == strspn(name, "abcdefghijklmnopqrstuvwxyz"
			      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"));
}

#define WORD(text) ((char *) (text))
#define SRESV_CO(verb) WORD("sresv"), WORD("co"), WORD(verb), WORD("--json")

/* --- looking ------------------------------------------------------------------- */

void web_co_list(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const keys[] = { "all", NULL };
	const char *all = request_param(q, "all");
	char *argv[] = { SRESV_CO("list"), WORD("--all"), NULL };
	const errand_t list = { argv, NULL, WAIT, "list", 200 };

	if (!web_params(q, keys, r) || !_is_of_user(w, r))
		return;
	if (all && strcmp(all, "true") && strcmp(all, "false")) {
		reply_bad(r, "all is true or false");
		return;
	}
	if (!all || strcmp(all, "true"))
		argv[4] = NULL;
	_run(w, &list, r);
}

/* Run one of its verbs on the co-reservation of the path. */
static void _run_on(web_t *w, const request_t *q, const errand_t *e, reply_t *r)
{
	static const char *const none[] = { NULL };

	if (!web_params(q, none, r) || !_is_of_user(w, r))
		return;
	if (_is_name(q->words[3]))
		_run(w, e, r);
	else
		reply_unknown(r, "there is no such co-reservation");
}

void web_co(web_t *w, const request_t *q, reply_t *r)
{
	char *argv[] = { SRESV_CO("check"), WORD("--timeout"), WORD(CLUSTERS),
			 WORD("--"), q->words[3], NULL };
	const errand_t check = { argv, NULL, WAIT, "parts", 200 };

	_run_on(w, q, &check, r);
}

/* --- planning, booking, dropping ----------------------------------------------- */

/*
 * Read a body {"description": SRL, "name": NAME}.
 * OUT name - NULL: the body has none; refers to it
 * RET the description, which refers to the body; NULL: *r says what is wrong
 */
static const char *_read(const request_t *q, bool may_name, const char **name,
			 reply_t *r)
{
	const json_t *srl = json_object_get(q->body, "description");
	const json_t *named = json_object_get(q->body, "name");

	*name = named ? json_string_value(named) : NULL;
	if (!json_is_string(srl))
		reply_bad(r, "description is missing: a text in SRL");
	else if (named && !may_name)
		reply_bad(r, "a plan has no name");
	else if (named && (!*name || !_is_name(*name)))
		reply_bad(r, "name is a word of letters, digits, dots, dashes and underscores");
	else if (json_object_size(q->body) > 1 + (named != NULL))
		reply_bad(r, "the body has description and name alone");
	else
		return json_string_value(srl);
	return NULL;
}

void web_co_plan(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };
	char *argv[] = { SRESV_CO("plan"), WORD("--quiet"), WORD("--timeout"),
			 WORD(CLUSTERS), WORD("--time"), WORD(SEARCH),
			 WORD("-"), NULL };
	errand_t plan = { argv, NULL, WAIT, NULL, 200 };
	const char *name;

	if (web_params(q, none, r) && _is_of_user(w, r) &&
	    (plan.in = _read(q, false, &name, r)))
		_run(w, &plan, r);
}

void web_co_book(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };
	char *argv[] = { SRESV_CO("book"), WORD("--quiet"), WORD("--timeout"),
			 WORD(CLUSTERS), WORD("--time"), WORD(SEARCH),
			 WORD("--rounds"), WORD(ROUNDS), WORD("--name"), NULL,
			 WORD("-"), NULL };
	errand_t book = { argv, NULL, DEED_WAIT, NULL, 201 };
	const char *name;

	if (!web_params(q, none, r) || !_is_of_user(w, r) ||
	    !(book.in = _read(q, true, &name, r)))
		return;
	/* no name is the empty one */
	argv[12] = WORD(name ? name : "");
	_run(w, &book, r);
}

void web_co_cancel(web_t *w, const request_t *q, reply_t *r)
{
	char *argv[] = { SRESV_CO("cancel"), WORD("--timeout"), WORD(CLUSTERS),
			 WORD("--"), q->words[3], NULL };
	const errand_t cancel = { argv, NULL, DEED_WAIT, NULL, 200 };

	_run_on(w, q, &cancel, r);
}

void web_co_resume(web_t *w, const request_t *q, reply_t *r)
{
	char *argv[] = { SRESV_CO("resume"), WORD("--timeout"), WORD(CLUSTERS),
			 WORD("--"), q->words[3], NULL };
	const errand_t resume = { argv, NULL, DEED_WAIT, NULL, 200 };

	_run_on(w, q, &resume, r);
}
