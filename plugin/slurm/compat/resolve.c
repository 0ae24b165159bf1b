/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <time.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/compat/slurm_features.h"

#define NAME_MAX_LEN 255
#define BUFFER_MIN 4096
#define BUFFER_MAX (1 << 22)	/* for a group of many members */

/* Groups of a user: the first guess, and the most that are read. */
#define GROUPS_FIRST 64
#define GROUPS_MAX 65536

/* Seconds from which on a search for fellows looks up nobody else. */
#define FELLOWS_TIME 5

/* Seconds of a clock that is never put back, from 1 on. */
static time_t _clock_seconds(void)
{
	struct timespec t = { .tv_sec = 0 };

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1;
}

/* --- one look-up --- */

typedef struct {
	char *name;		/* NULL: look up the id */
	uint32_t id;
	struct passwd pw;
	struct group gr;
} entry_t;

/* As getpwnam_r(). RET an errno; OUT ret_found - if that is 0 */
typedef int (*ask_fn)(entry_t *e, char *buf, size_t size, bool *ret_found);

static int _ask_user(entry_t *e, char *buf, size_t size, bool *ret_found)
{
	struct passwd *found = NULL;
	int rc = e->name ? getpwnam_r(e->name, &e->pw, buf, size, &found) :
			   getpwuid_r(e->id, &e->pw, buf, size, &found);

	*ret_found = (found != NULL);
	return rc;
}

static int _ask_group(entry_t *e, char *buf, size_t size, bool *ret_found)
{
	struct group *found = NULL;
	int rc = getgrnam_r(e->name, &e->gr, buf, size, &found);

	*ret_found = (found != NULL);
	return rc;
}

/* The name services have several ways to say that there is no such entry. */
static int _is_none(int rc)
{
	return !rc || (rc == ENOENT) || (rc == ESRCH) || (rc == EBADF) ||
	       (rc == EPERM);
}

/*
 * Ask with a buffer that grows until the answer fits.
 * OUT ret_buf - the texts of the answer; free(), also after an error
 * RET 0; ENOENT: there is no such entry; or the errno of the name service
 */
static int _ask_service(ask_fn ask, entry_t *e, char **ret_buf)
{
	bool found = false;
	int rc = ERANGE;

	*ret_buf = NULL;
	for (size_t size = BUFFER_MIN;
	     (rc == EINTR) || ((rc == ERANGE) && (size <= BUFFER_MAX));
	     size *= (rc == ERANGE) ? 2 : 1) {
		*ret_buf = memory_grow(*ret_buf, size, 1);
		rc = ask(e, *ret_buf, size, &found);
	}
	if (!rc && found)
		return 0;
	return _is_none(rc) ? ENOENT : rc;
}

/* Read a number of digits alone. RET false: it is another text */
static bool _is_number(const char *name, uint32_t *ret_id)
{
	unsigned long id;

	if (!name[0] || (strspn(name, "0123456789") != strlen(name)))
		return false;
	errno = 0;
	id = strtoul(name, NULL, 10);
	*ret_id = (uint32_t) id;
	return !errno && (id <= INT_MAX);
}

/*
 * As Slurm does: a name, or the number of a user who exists. RET as
 * _ask_service()
 */
static int _find_entry(char *name, entry_t *e, char **ret_buf)
{
	int rc;

	e->name = name;
	rc = _ask_service(_ask_user, e, ret_buf);
	if ((rc == ENOENT) && _is_number(name, &e->id)) {
		free(*ret_buf);
		e->name = NULL;
		rc = _ask_service(_ask_user, e, ret_buf);
	}
	return rc;
}

static int _find_user(char *name, uint32_t *ret_uid, void *arg)
{
	entry_t e;
	char *buf;
	int rc = _find_entry(name, &e, &buf);

	(void) arg;
	if (!rc)
		*ret_uid = e.pw.pw_uid;
	free(buf);
	return rc;
}

static int _find_group(char *name, uint32_t *ret_gid, void *arg)
{
	entry_t e = { .name = name };
	char *buf;
	int rc = _ask_service(_ask_group, &e, &buf);

	(void) arg;
	if (!rc)
		*ret_gid = e.gr.gr_gid;
	free(buf);
	return rc;
}

/* --- the names of a request --- */

typedef int (*find_fn)(char *name, uint32_t *ret_id, void *arg);

static char *_why_unresolved(const char *field, const char *name, int rc)
{
	char shown[TEXT_SHOWN];

	(void) text_printable(name, shown);
	if (rc == ENOENT)
		return text_printf(
			"%s is unknown: %s= must be known to the controller",
			shown, field);
	return text_printf("%s: %s can't be looked up now, try again later: %s",
			   field, shown, strerror(rc));
}

/*
 * True if Slurm takes names of users without an id, which its database knows.
 */
#ifdef COMPAT_RESV_USERNAMES
#define TAKES_UNKNOWN true
#else
#define TAKES_UNKNOWN false
#endif

/*
 * Look up each name of a list; strtok_r() skips empty ones, as Slurm does.
 * IN list - is cut into pieces
 * OUT ids - one for each name
 * RET 0 or a code, with ret_text
 */
static int _find_each(char *list, const char *field, find_fn find, void *arg,
		      uint32_t *ids, char **ret_text)
{
	char *last = NULL;
	uint32_t cnt = 0;

	for (char *name = strtok_r(list, ",", &last); name;
	     name = strtok_r(NULL, ",", &last)) {
		int rc;

		name += (name[0] == '+') || (name[0] == '-');
		rc = (strlen(name) > NAME_MAX_LEN) ? ENOENT :
						     find(name, &ids[cnt++],
							  arg);
		if (rc) {
			*ret_text = _why_unresolved(field, name, rc);
			return rc;
		}
	}
	return 0;
}

/*
 * Look up all names of a list.
 * IN list - NULL: none
 * OUT ret_ids - free(); both untouched if there are none, and after an error
 * RET 0, or the errno of a look-up, with ret_text
 */
static int _find_all(const char *list, const char *field, find_fn find,
		     void *arg, uint32_t **ret_ids, uint32_t *ret_cnt,
		     char **ret_text)
{
	uint32_t cnt = text_count_names(list);
	uint32_t *ids;
	char *copy;
	int rc;

	if (!cnt)
		return 0;
	ids = memory_new(cnt, sizeof(*ids));
	copy = text_dup(list);
	rc = _find_each(copy, field, find, arg, ids, ret_text);
	free(copy);
	if (rc) {
		free(ids);
		return rc;
	}
	*ret_ids = ids;
	*ret_cnt = cnt;
	return 0;
}

/* As _find_all() for what a request gives. RET 0 or refused */
static int _find_given(const char *list, const char *field, find_fn find,
		       void *arg, int refused, uint32_t **ret_ids,
		       uint32_t *ret_cnt, char **ret_text)
{
	uint32_t cnt = text_count_names(list);
	int rc;

	if (cnt > RESOLVE_NAMES_MAX)
		return text_refuse(ret_text, refused,
				   "%s has %u names: at most %d are allowed",
				   field, cnt, RESOLVE_NAMES_MAX);
	rc = _find_all(list, field, find, arg, ret_ids, ret_cnt, ret_text);
	return rc ? refused : 0;
}

int resolve_names(request_t *request, char **ret_text)
{
	uint32_t *uids = NULL, *gids = NULL, uid_cnt = 0, gid_cnt = 0;
	int rc;

	if (!TAKES_UNKNOWN &&
	    (rc = _find_given(request->users, "Users", _find_user, NULL,
			      REFUSED_USERS, &uids, &uid_cnt, ret_text)))
		return rc;
	rc = _find_given(request->groups, "Groups", _find_group, NULL,
			 REFUSED_GROUPS, &gids, &gid_cnt, ret_text);
	free(gids);
	if (rc) {
		free(uids);
		return rc;
	}
	free(request->user_ids);
	request->user_ids = uids;
	request->user_id_cnt = uid_cnt;
	return 0;
}

/* --- users who share a group --- */

typedef struct {
	gid_t *list;		/* owned */
	int cnt;
} gids_t;

typedef struct {
	uint32_t uid;		/* of the requester */
	gids_t own;
	time_t until;		/* then nobody is looked up any more */
	uint32_t cnt;		/* users so far */
	uint32_t fellows;	/* as of request_t */
} search_t;

/* IN e - a found user */
static gids_t _groups_of(const entry_t *e)
{
	gids_t gids = { .cnt = GROUPS_FIRST };
	int room, rc;

	do {
		room = gids.cnt;
		gids.list = memory_grow(gids.list, (size_t) room,
					sizeof(*gids.list));
		rc = getgrouplist(e->pw.pw_name, e->pw.pw_gid, gids.list,
				  &gids.cnt);
	} while ((rc < 0) && (gids.cnt > room) && (gids.cnt <= GROUPS_MAX));
	gids.cnt = MIN(gids.cnt, room);
	return gids;
}

static bool _is_in(gid_t gid, const gids_t *gids)
{
	for (int i = 0; i < gids->cnt; i++)
		if (gids->list[i] == gid)
			return true;
	return false;
}

static bool _shares_group(const entry_t *e, const gids_t *own)
{
	gids_t gids = _groups_of(e);
	bool found = false;

	for (int i = 0; !found && (i < gids.cnt); i++)
		found = _is_in(gids.list[i], own);
	free(gids.list);
	return found;
}

/* As _find_user(); IN arg - the search_t that the user is noted in */
static int _find_fellow(char *name, uint32_t *ret_uid, void *arg)
{
	search_t *s = arg;
	entry_t e;
	char *buf;
	int rc;

	if (_clock_seconds() >= s->until)
		return ETIMEDOUT;
	if (!(rc = _find_entry(name, &e, &buf))) {
		*ret_uid = e.pw.pw_uid;
		if ((s->cnt < RESOLVE_FELLOWS_MAX) &&
		    ((*ret_uid == s->uid) || _shares_group(&e, &s->own)))
			s->fellows |= 1U << s->cnt;
		s->cnt++;
	}
	free(buf);
	return rc;
}

int resolve_fellows(uint32_t uid, request_t *request, char **ret_text)
{
	search_t s = { .uid = uid, .until = _clock_seconds() + FELLOWS_TIME };
	entry_t own = { .id = uid };
	uint32_t *uids = NULL, cnt = 0;
	char *buf;
	int rc;

	if (!_ask_service(_ask_user, &own, &buf))
		s.own = _groups_of(&own);
	free(buf);
	rc = _find_given(request->users, "Users", _find_fellow, &s,
			 REFUSED_USERS, &uids, &cnt, ret_text);
	free(s.own.list);
	if (rc)
		return rc;
	free(request->user_ids);
	request->user_ids = uids;
	request->user_id_cnt = cnt;
	request->fellows = s.fellows;
	return 0;
}

/*
 * Leave in a list the names that exist. A name that keeps somebody out stays
 * if the name service does not answer.
 */
static void _drop_unknown(char **list, find_fn find)
{
	char *old = *list, *last = NULL;
	uint32_t id;

	*list = NULL;
	for (char *name = old ? strtok_r(old, ",", &last) : NULL; name;
	     name = strtok_r(NULL, ",", &last)) {
		bool out = name[0] == '-';
		int rc = (strlen(name + out) > NAME_MAX_LEN) ?
			ENOENT : find(name + out, &id, NULL);

		if (!rc || (out && (rc != ENOENT)))
			text_add(list, "%s%s", *list ? "," : "", name);
	}
	free(old);
}

void resolve_drop_unknown(char **users, char **groups)
{
	_drop_unknown(users, _find_user);
	_drop_unknown(groups, _find_group);
}

/* --- names of users --- */

#define KNOWN_SLOTS 1024
#define KNOWN_SECONDS 60	/* a name is not looked up again so soon */
#define UNKNOWN_MAX 16

static struct {
	pthread_mutex_t lock;
	struct {
		uint32_t uid;
		time_t when;	/* of the look-up; 0: the slot is empty */
		char name[NAME_MAX_LEN + 1];
	} slots[KNOWN_SLOTS];
	uint32_t unknown[UNKNOWN_MAX];
	int unknown_cnt;
} known = { .lock = PTHREAD_MUTEX_INITIALIZER };

/*
 * IN newer - look-ups that are older than this time don't count
 * OUT name - or NULL: not needed
 */
static bool _recall(uint32_t uid, time_t newer, char name[NAME_MAX_LEN + 1])
{
	size_t i = uid % KNOWN_SLOTS;
	bool there;

	pthread_mutex_lock(&known.lock);
	there = (known.slots[i].uid == uid) && known.slots[i].when &&
		(known.slots[i].when >= newer);
	if (there && name)
		memcpy(name, known.slots[i].name, NAME_MAX_LEN + 1);
	pthread_mutex_unlock(&known.lock);
	return there;
}

static void _remember(uint32_t uid, const char *name)
{
	size_t i = uid % KNOWN_SLOTS, len = strlen(name);

	if (len > NAME_MAX_LEN)
		return;
	pthread_mutex_lock(&known.lock);
	known.slots[i].uid = uid;
	known.slots[i].when = _clock_seconds();
	memcpy(known.slots[i].name, name, len + 1);
	pthread_mutex_unlock(&known.lock);
}

void resolve_user(uint32_t uid)
{
	entry_t e = { .id = uid };
	char *buf;

	if (_recall(uid, _clock_seconds() - KNOWN_SECONDS, NULL))
		return;
	if (!_ask_service(_ask_user, &e, &buf))
		_remember(uid, e.pw.pw_name);
	free(buf);
}

static void _note_unknown(uint32_t uid)
{
	pthread_mutex_lock(&known.lock);
	if (known.unknown_cnt < UNKNOWN_MAX)
		known.unknown[known.unknown_cnt++] = uid;
	pthread_mutex_unlock(&known.lock);
}

void resolve_unknown(void)
{
	uint32_t uids[UNKNOWN_MAX];
	int cnt;

	pthread_mutex_lock(&known.lock);
	cnt = known.unknown_cnt;
	memcpy(uids, known.unknown, sizeof(uids));
	known.unknown_cnt = 0;
	pthread_mutex_unlock(&known.lock);
	for (int i = 0; i < cnt; i++)
		resolve_user(uids[i]);
}

char *resolve_known_name(uint32_t uid)
{
	char name[NAME_MAX_LEN + 1];

	if (_recall(uid, 0, name))
		return text_dup(name);
	_note_unknown(uid);
	return text_printf("%u", uid);
}
