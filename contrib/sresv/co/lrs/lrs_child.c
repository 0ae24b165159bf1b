/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/co/lrs/jobs.h"
#include "contrib/sresv/co/lrs/lines.h"
#include "contrib/sresv/co/lrs/lrs_child.h"
#include "contrib/sresv/co/lrs/members.h"
#include "contrib/sresv/co/lrs/wire.h"
#include "contrib/sresv/ctl/ctl.h"
#include "contrib/sresv/ctl/me.h"
#include "contrib/sresv/text/said.h"

#define TIME_LAST UINT32_MAX		/* Slurm's times end in 2106 */
#define PROBE "garq-probe=1"		/* the name that asks for a probe */
#define NAME_MAX_ 256			/* of a hold, with its time to live */

/* An answer in the making. */
typedef struct {
	json_t *to;
	answer_t said;		/* by the controller */
} reply_t;

/* value is given away; a lost pair is noticed by who reads the answer */
static void _set(json_t *to, const char *key, json_t *value)
{
	if (value)
		(void) json_object_set_new(to, key, value);
}

static void _refuse(reply_t *r, status_t status, const char *why)
{
	r->said.status = status;
	answer_say(&r->said, why);
}

/* RET false: Slurm has no room for these numbers */
static bool _wish(reply_t *r, const lrs_shape_t *shape, wish_t *ret)
{
	wish_t w = WISH_NONE;

	if ((shape->length > TIME_LAST) || (shape->delay > TIME_LAST) ||
	    (shape->nodes > INT32_MAX) ||
	    (shape->start > TIME_LAST - shape->length)) {
		_refuse(r, STATUS_BAD, "Slurm's times end in the year 2106");
		return false;
	}
	w.start = shape->start;
	w.end = shape->start + shape->length;
	w.delay = shape->delay ? shape->delay : -1;
	w.nodes = shape->nodes ? shape->nodes : -1;
	w.nodelist = shape->list;
	w.partition = shape->partition;
	w.features = shape->list ? NULL : shape->features;
	w.licenses = shape->licenses;
	w.users = me();
	*ret = w;
	return true;
}

/* --- requests ----------------------------------------------------------------- */

static void _ping(reply_t *r, const lrs_ask_t *ask)
{
	ctl_about_t about;

	(void) ask;
	ctl_about(&about, &r->said);
	if (r->said.status != STATUS_DONE)
		return;
	_set(r->to, "now", json_integer(about.now));
	_set(r->to, "cluster", json_string(about.cluster));
	_set(r->to, "garq", json_boolean(about.garq));
	free(about.cluster);
}

static void _ask(reply_t *r, const lrs_ask_t *ask, const char *name,
		 bool (*read)(char *text, json_t *to, const char **ret_why))
{
	const char *why;
	char *text;
	wish_t w;

	if (!_wish(r, &ask->shape, &w))
		return;
	ctl_ask(&w, name, &text, &r->said);
	if (text && !read(text, r->to, &why))
		_refuse(r, STATUS_FAILED, why);
	free(text);
}

/* The nodes of a list, one by one: the parent has no library of Slurm's lists. */
static void _name_nodes(json_t *pool)
{
	const char *text = json_string_value(json_object_get(pool, "list"));
	__typeof__(slurm_hostlist_create(NULL)) list;
	json_t *names = text ? json_array() : NULL;
	char *name;

	if (!names || !(list = slurm_hostlist_create(text))) {
		json_decref(names);
		return;
	}
	while ((name = slurm_hostlist_shift(list))) {
		(void) json_array_append_new(names, json_string(name));
		free(name);
	}
	slurm_hostlist_destroy(list);
	_set(pool, "names", names);
	(void) json_object_del(pool, "list");
}

static void _probe(reply_t *r, const lrs_ask_t *ask)
{
	json_t *pool, *alike;
	size_t i;

	_ask(r, ask, PROBE, lines_probe);
	pool = json_object_get(r->to, "pool");
	_name_nodes(pool);
	json_array_foreach(json_object_get(pool, "alike"), i, alike)
		_name_nodes(alike);
}

static void _hold(reply_t *r, const lrs_ask_t *ask)
{
	lrs_ask_t exact = *ask;
	char name[NAME_MAX_];
	int len = snprintf(name, sizeof(name), "hold:%lld:%s",
			   (long long) ask->ttl, ask->name);

	if ((len < 0) || ((size_t) len >= sizeof(name))) {
		_refuse(r, STATUS_BAD, "the name is too long");
		return;
	}
	exact.shape.delay = 0;
	_ask(r, &exact, name, lines_hold);
}

static void _confirm(reply_t *r, const lrs_ask_t *ask)
{
	ctl_confirm(ask->name, &r->said);
}

static void _drop(reply_t *r, const lrs_ask_t *ask)
{
	ctl_delete(ask->name, &r->said);
}

static void _show(reply_t *r, const lrs_ask_t *ask)
{
	_ping(r, ask);
	if (r->said.status == STATUS_DONE)
		members_show(ask->name, me(), r->to, &r->said);
}

static void _submit(reply_t *r, const lrs_ask_t *ask)
{
	jobs_submit(ask, r->to, &r->said);
}

static void _jobs(reply_t *r, const lrs_ask_t *ask)
{
	jobs_show(ask->name, r->to, &r->said);
}

static void _cancel_jobs(reply_t *r, const lrs_ask_t *ask)
{
	jobs_cancel(ask->name, ask->run, r->to, &r->said);
}

static void (*const deeds[])(reply_t *r, const lrs_ask_t *ask) = {
	[LRS_PING] = _ping, [LRS_PROBE] = _probe, [LRS_HOLD] = _hold,
	[LRS_CONFIRM] = _confirm, [LRS_DROP] = _drop, [LRS_SHOW] = _show,
	[LRS_SUBMIT] = _submit, [LRS_JOBS] = _jobs,
	[LRS_CANCEL_JOBS] = _cancel_jobs,
};

/* --- lines -------------------------------------------------------------------- */

/* garq_user_rate: RET how many seconds to wait, as the controller says; 0: it is not that */
static int64_t _wait(const char *why)
{
	static const char rate[] = "(garq_user_rate): try again in ";
	const char *at = why ? strstr(why, rate) : NULL;

	return at ? strtoll(at + strlen(rate), NULL, 10) : 0;
}

/* Texts of the controller are passed on as far as they are UTF-8. */
static void _finish(reply_t *r, uint64_t tag)
{
	status_t status = r->said.status;
	const char *why = r->said.why;
	size_t len = why ? strlen(why) : 0;

	while (len && (why[len - 1] == '\n'))
		len--;
	if (len)
		_set(r->to, "why", json_stringn(why, len));
	if (len && !json_object_get(r->to, "why"))
		_set(r->to, "why", json_string("the controller's words can't be read"));
	if ((status != STATUS_DONE) && _wait(why))
		_set(r->to, "wait", json_integer((json_int_t) _wait(why)));
	if (r->said.unsent && (status != STATUS_DONE))
		_set(r->to, "unknown", json_false());
	_set(r->to, "tag", json_integer((json_int_t) tag));
	_set(r->to, "status", json_integer(status));
}

static bool _write(const json_t *line)
{
	return !json_dumpf(line, stdout, JSON_COMPACT) &&
	       (fputc('\n', stdout) != EOF) && !fflush(stdout);
}

/* RET false if the answer can't be written: then nobody is there any more */
static bool _answer(const json_t *line)
{
	reply_t r = { .to = json_object(), .said = { .status = STATUS_DONE } };
	const char *why;
	lrs_ask_t ask;
	uint64_t tag;
	bool ok;

	if (!r.to)
		return false;
	if (wire_read_ask(line, &tag, &ask, &why)) {
		deeds[ask.op](&r, &ask);
	} else {
		r.said.unsent = true;
		_refuse(&r, STATUS_BAD, why);
	}
	_finish(&r, tag);
	ok = _write(r.to);
	answer_free(&r.said);
	json_decref(r.to);
	return ok;
}

/* A line without its end was cut: whoever wrote it is gone, and it is not done. */
static bool _read(char **line, size_t *room)
{
	ssize_t len = getline(line, room, stdin);

	return (len > 0) && ((*line)[len - 1] == '\n');
}

static bool _hello(void)
{
	json_t *hello = json_pack("{siss}", "co-lrs", WIRE_VERSION, "sresv",
				  GARQ_VERSION);
	bool ok = hello && _write(hello);

	json_decref(hello);
	return ok;
}

/* libslurm has ended the process: without slurm.conf, say. */
static void _ended(char *said)
{
	fprintf(stderr, "%s\n", (said && said[0]) ? said :
			"Slurm's library has given up");
	_exit(STATUS_SILENT);
}

/* libslurm would try again for a minute before it says so. */
static bool _has_conf(void)
{
	const char *conf = getenv("SLURM_CONF");

	if (!conf || !access(conf, R_OK))
		return true;
	fprintf(stderr, "%s can't be read: %s\n", conf, strerror(errno));
	return false;
}

int lrs_child(void)
{
	char *line = NULL;
	size_t room = 0;
	bool ok;

	if (!_has_conf())
		return STATUS_SILENT;
	said_on_exit(_ended);
	ctl_init();
	ok = _hello();
	while (ok && _read(&line, &room)) {
		json_t *request = json_loads(line, 0, NULL);

		ok = _answer(request);
		json_decref(request);
	}
	free(line);
	return ok ? STATUS_DONE : STATUS_FAILED;
}
