/* SPDX-License-Identifier: GPL-2.0-or-later */
/* journal_read.c - what the journal knows, and who works on it: see journal.h */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/co/book/journal_private.h"
#include "srl/srl.h"

#define HOST_MAX 256

static const char *_text(srl_memory_t *memory, sqlite3_stmt *s, int column)
{
	const char *text = (const char *) sqlite3_column_text(s, column);

	return text ? srl_memory_text(memory, text, strlen(text)) : NULL;
}

/* RET false: it is not as it should be */
static bool _read_co(sqlite3_stmt *s, journal_co_t *co)
{
	const char *id = (const char *) sqlite3_column_text(s, 0);
	const char *phase = (const char *) sqlite3_column_text(s, 3);
	int64_t parts = sqlite3_column_int64(s, 4);

	if (!id || (strlen(id) > JOURNAL_ID_MAX) || !phase ||
	    !decide_phase_read(phase, &co->phase) || (parts < 1) ||
	    (parts > DECIDE_PARTS_MAX))
		return false;
	memcpy(co->id, id, strlen(id) + 1);
	co->part_cnt = (uint32_t) parts;
	co->name = _text(co->memory, s, 1);
	co->file = _text(co->memory, s, 2);
	co->created = sqlite3_column_int64(s, 5);
	co->changed = sqlite3_column_int64(s, 6);
	co->why = _text(co->memory, s, 7);
	return co->name && co->file && co->why;
}

static bool _read_place(sqlite3_stmt *s, const journal_co_t *co,
			journal_place_t *p)
{
	srl_memory_t *m = co->memory;
	int64_t part = sqlite3_column_int64(s, 0);

	if ((part < 0) || (part >= co->part_cnt))
		return false;
	p->part = (uint32_t) part;
	p->id = _text(m, s, 1);
	p->member = _text(m, s, 2);
	p->cluster.name = _text(m, s, 3);
	p->cluster.conf = _text(m, s, 4);
	p->cluster.ssh = _text(m, s, 5);
	p->cluster.command = _text(m, s, 6);
	p->shape.start = sqlite3_column_int64(s, 7);
	p->shape.length = sqlite3_column_int64(s, 8);
	p->shape.nodes = sqlite3_column_int64(s, 9);
	p->shape.partition = _text(m, s, 10);
	p->shape.features = _text(m, s, 11);
	p->shape.licenses = _text(m, s, 12);
	p->dropped = sqlite3_column_int64(s, 13) != 0;
	p->shape.list = _text(m, s, 15);
	return p->id && p->member && p->cluster.name && (p->shape.start >= 0) &&
	       (p->shape.length >= 1) && (p->shape.nodes >= 0) &&
	       (p->shape.start <= SRL_TIME_MAX) &&
	       (p->shape.length <= SRL_TIME_MAX);
}

static bool _bad(journal_t *j, const char *id)
{
	snprintf(j->why, sizeof(j->why),
		 "%s: what it says of %s makes no sense; sresv co resume --scan asks the clusters",
		 j->path, id);
	return false;
}

static bool _read_places(journal_t *j, journal_co_t *co)
{
	sqlite3_stmt *s = journal_query(j,
		"SELECT part, id, member, cluster, conf, ssh, command, start,"
		" length, nodes, partition, features, licenses, dropped,"
		" (SELECT count(*) FROM place WHERE co = ?1), list"
		" FROM place WHERE co = ?1 ORDER BY seq", "s", co->id);
	bool ok = s != NULL;

	while (ok && (sqlite3_step(s) == SQLITE_ROW)) {
		size_t cnt = (size_t) sqlite3_column_int64(s, 14);

		if (!co->places)
			co->places = srl_memory_get(co->memory, cnt,
						    sizeof(*co->places));
		ok = co->places && (co->place_cnt < cnt) &&
		     (_read_place(s, co, &co->places[co->place_cnt++]) ||
		      _bad(j, co->id));
	}
	sqlite3_finalize(s);
	return ok && (srl_memory_failed(co->memory) ? _bad(j, co->id) : true);
}

static bool _load(journal_t *j, const char *id, journal_co_t *co,
		  bool *ret_found)
{
	sqlite3_stmt *s = journal_query(j,
		"SELECT id, name, file, phase, parts, created, changed, why"
		" FROM co WHERE id = ?1 OR name = ?1"
		" ORDER BY id = ?1 DESC, created DESC, rowid DESC LIMIT 1",
		"s", id);
	int rc = s ? sqlite3_step(s) : SQLITE_ERROR;
	bool ok = rc == SQLITE_ROW;

	if (s && !ok && (rc != SQLITE_DONE))
		journal_fail(j);
	*ret_found = rc != SQLITE_DONE;
	if (rc == SQLITE_DONE)
		snprintf(j->why, sizeof(j->why),
			 "there is no co-reservation %s in the journal (sresv co list shows all)",
			 id);
	if (ok)
		ok = _read_co(s, co) || _bad(j, id);
	sqlite3_finalize(s);
	return ok && _read_places(j, co) && journal_read_origin(j, co);
}

bool journal_load(journal_t *j, const char *id, journal_co_t *ret,
		  bool *ret_found)
{
	journal_co_t co = { .memory = srl_memory_create() };
	bool ok;

	*ret_found = true;
	if (!co.memory) {
		snprintf(j->why, sizeof(j->why), "there is no memory");
		return false;
	}
	ok = _load(j, id, &co, ret_found);
	j->failed = false;
	if (ok)
		*ret = co;
	else
		journal_free(&co);
	return ok;
}

void journal_free(journal_co_t *co)
{
	srl_memory_destroy(co->memory);
	memset(co, 0, sizeof(*co));
}

bool journal_ids(journal_t *j, bool open, journal_id_t **ret, size_t *ret_cnt)
{
	sqlite3_stmt *s = journal_query(j,
		"SELECT id, (SELECT count(*) FROM co) FROM co WHERE ?1 = 0 OR"
		" phase NOT IN ('done', 'aborted') OR (phase = 'done' AND id IN"
		" (SELECT co FROM rebook WHERE switched = 0))"
		" ORDER BY created, rowid",
		"i", (int64_t) open);
	journal_id_t *ids = NULL;
	size_t cnt = 0;
	bool ok = s != NULL;

	while (ok && (sqlite3_step(s) == SQLITE_ROW)) {
		size_t all = (size_t) sqlite3_column_int64(s, 1);
		const char *id = (const char *) sqlite3_column_text(s, 0);

		if (!ids)
			ids = calloc(all, sizeof(*ids));
		ok = ids && id && (strlen(id) <= JOURNAL_ID_MAX) && (cnt < all);
		if (ok)
			memcpy(ids[cnt++], id, strlen(id) + 1);
		else
			_bad(j, "one");
	}
	sqlite3_finalize(s);
	j->failed = false;
	if (!ok) {
		free(ids);
		return false;
	}
	*ret = ids;
	*ret_cnt = cnt;
	return true;
}

/* --- leases ------------------------------------------------------------------ */

/*
 * When a process began, in ticks since the boot. RET -1: there is none, or it is a
 * zombie, whose parent may never take note of its end
 */
static int64_t _started(int64_t pid)
{
	char path[64], text[1024];
	const char *at;
	int64_t ret = -1;
	size_t len;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%lld/stat", (long long) pid);
	f = fopen(path, "r");
	if (!f)
		return -1;
	len = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[len] = '\0';
	/* the name, in parentheses, may have any character */
	at = strrchr(text, ')');
	if (at && at[1] && strchr("ZX", at[2]))
		return -1;
	for (int i = 0; at && (i < 20); i++)
		at = strchr(at + 1, ' ');
	if (at)
		ret = strtoll(at + 1, NULL, 10);
	return ret;
}

static void _host(char host[HOST_MAX])
{
	if (gethostname(host, HOST_MAX))
		host[0] = '\0';
	host[HOST_MAX - 1] = '\0';
}

/* RET true if another process has it; *ret_here: of this machine */
static bool _is_leased(journal_t *j, const char *id, bool *ret_here)
{
	sqlite3_stmt *s = journal_query(j, "SELECT host, pid, started FROM co"
					" WHERE id = ?", "s", id);
	char here[HOST_MAX];
	bool leased = false;

	_host(here);
	if (s && (sqlite3_step(s) == SQLITE_ROW) &&
	    sqlite3_column_text(s, 0)) {
		const char *host = (const char *) sqlite3_column_text(s, 0);
		int64_t pid = sqlite3_column_int64(s, 1);

		*ret_here = !strcmp(host, here);
		leased = !*ret_here || ((pid != getpid()) &&
			 (_started(pid) == sqlite3_column_int64(s, 2)));
		snprintf(j->why, sizeof(j->why),
			 "process %lld on %s is at work on %s%s",
			 (long long) pid, host, id, *ret_here ? "" :
			 "; if that machine is gone, take it with --force");
	}
	sqlite3_finalize(s);
	return leased;
}

bool journal_is_leased(journal_t *j, const char *id)
{
	bool here;

	return _is_leased(j, id, &here);
}

bool journal_lease(journal_t *j, const char *id, bool force)
{
	char host[HOST_MAX];
	bool here = false;

	if (!journal_begin(j))
		return false;
	if (_is_leased(j, id, &here) && (here || !force)) {
		j->failed = true;
		return journal_commit(j);
	}
	_host(host);
	return journal_run(j, journal_query(j,
			"UPDATE co SET host = ?, pid = ?, started = ?"
			" WHERE id = ?", "siis", host, (int64_t) getpid(),
			_started(getpid()), id)) &&
	       journal_commit(j);
}

void journal_release(journal_t *j, const char *id)
{
	if (journal_begin(j))
		(void) journal_run(j, journal_query(j,
				"UPDATE co SET host = NULL WHERE id = ?", "s",
				id));
	(void) journal_commit(j);
}
