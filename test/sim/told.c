/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "plugin/ledger/ledger_mail.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/mail.h"
#include "plugin/mail/mail_text.h"
#include "plugin/notify_run.h"
#include "test/sim/host.h"
#include "test/sim/told.h"

#define PROGRAM "/bin/sh"	/* never run: see notify_run_start() */
#define CLUSTER "sim"
#define MAIL_EACH 3600		/* seconds between two turns, at most */
#define PLACE 400		/* bytes of a place in words */

/* How long a booking may be a stand-in, or a part, untold: it is tried again
 * first. */
#define PATIENCE (STAND_IN_PAUSE_MAX + 1800)

static mail_t mail;
static bool says;		/* the last turn could not read the ledger */
static bool failed[TOLD_USERS];	/* the program has not taken the last mail */
static int exit_status;

/* The built-in text, which stays. */
static const mail_text_t *_words(void)
{
	static mail_text_t *text;
	char error[MAIL_TEXT_ERROR];

	if (!text)
		text = mail_text_read("", error, sizeof(error));
	return text;
}

/* Random numbers of its own. */
static uint32_t _below(uint32_t n)
{
	told_t *t = &world->told;

	t->random = t->random * UINT64_C(6364136223846793005) +
		    UINT64_C(1442695040888963407);
	return (uint32_t) ((t->random >> 33) % n);
}

/* --- users --------------------------------------------------------------- */

static const char *_user_name(uint32_t user, char buf[8])
{
	snprintf(buf, 8, user < WORLD_USERS ? "u%u" : "root", user);
	return buf;
}

/* RET TOLD_USERS: there is no such user */
static uint32_t _user_of(uint32_t uid)
{
	if (!uid)
		return WORLD_USERS;
	return ((uid >= WORLD_UID) && (uid < WORLD_UID + WORLD_USERS)) ?
	       uid - WORLD_UID : TOLD_USERS;
}

static uint32_t _user_named(const char *name)
{
	uint32_t user = 0;
	char buf[8];

	while ((user < TOLD_USERS) && strcmp(name, _user_name(user, buf)))
		user++;
	return user;
}

static int _entry(uint32_t user, struct passwd *pw, char *buf,
		  struct passwd **ret)
{
	*ret = NULL;
	if (user == TOLD_USERS)
		return 0;
	memset(pw, 0, sizeof(*pw));
	pw->pw_name = buf;
	(void) _user_name(user, buf);
	pw->pw_uid = (user == WORLD_USERS) ? 0 : WORLD_UID + user;
	*ret = pw;
	return 0;
}

/* The name service of mail.c knows all users of the world at any time. */
int getpwnam_r(const char *name, struct passwd *pw, char *buf, size_t size,
	       struct passwd **ret)
{
	(void) size;
	return _entry(_user_named(name), pw, buf, ret);
}

int getpwuid_r(uid_t uid, struct passwd *pw, char *buf, size_t size,
	       struct passwd **ret)
{
	(void) size;
	return _entry(_user_of(uid), pw, buf, ret);
}

/* --- where bookings are by their events ---------------------------------- */

static tale_t *_find_tale(const char *name)
{
	for (uint32_t i = 0; i < world->told.tale_cnt; i++)
		if (!strcmp(world->told.tales[i].name, name))
			return &world->told.tales[i];
	return NULL;
}

static tale_t *_new_tale(const char *name)
{
	tale_t *t;

	if (world->told.tale_cnt == TALES)
		world_fail("more than %d bookings", TALES);
	t = &world->told.tales[world->told.tale_cnt++];
	*t = (tale_t) { .end = 0 };
	fake_copy(t->name, sizeof(t->name), name);
	return t;
}

static void _end_tale(tale_t *t)
{
	*t = world->told.tales[--world->told.tale_cnt];
}

static const char *_place(char buf[PLACE], time_t start, time_t end,
			  const char *nodes)
{
	snprintf(buf, PLACE, "%lld to %lld on %s",
		 (long long) (start - world->began),
		 (long long) (end - world->began), nodes ? nodes : "none");
	return buf;
}

__attribute__((noreturn))
static void _wrong(const ledger_event_t *e, const tale_t *t, const char *what)
{
	char from[PLACE], to[PLACE], is[PLACE];

	world_fail("event %lld, %s of %s (%s): %s; it is from %s, was from %s, and is told to be from %s",
		   (long long) e->id, e->verb, e->name, e->why ? e->why : "",
		   what, _place(to, e->start, e->end, e->nodes),
		   _place(from, e->old_start, e->old_end, e->old_nodes),
		   t ? _place(is, t->start, t->end, t->nodes) : "none");
}

static bool _is(const ledger_event_t *e, const char *verb)
{
	return !strcmp(e->verb, verb);
}

static bool _is_one_of(const ledger_event_t *e, const char *const verbs[])
{
	while (*verbs && strcmp(*verbs, e->verb))
		verbs++;
	return *verbs != NULL;
}

/* RET the kind of a note of a booking; NOTES: it is none */
static uint32_t _kind_of(const ledger_event_t *e)
{
	static const char *const verbs[NOTES][4] = {
		[NOTE_LACKS] = { "degraded", "mended" },
		[NOTE_PART] = { "part", "stand-in", "restored" },
		[NOTE_BEGINS] = { "begins" },
		[NOTE_UNUSED] = { "unused" },
	};
	uint32_t kind = 0;

	while ((kind < NOTES) && !_is_one_of(e, verbs[kind]))
		kind++;
	return kind;
}

static bool _ends(const ledger_event_t *e)
{
	return _is(e, LEDGER_EVENT_ENDED) || _is(e, LEDGER_EVENT_CLOSED);
}

/* The booking continues under another name. A rename that was undone may be missing
 * in the ledger, which nevertheless closes it. */
static bool _is_renamed(const ledger_event_t *e)
{
	return _is(e, LEDGER_EVENT_CLOSED) && e->why &&
	       text_begins(e->why, LEDGER_WHY_RENAMED " ");
}

/* A mail that a booking is whole again needs an earlier mail that it was not. */
static void _follow_note(const ledger_event_t *e, const tale_t *t)
{
	uint32_t kind = _kind_of(e);

	if ((_is(e, "mended") || _is(e, "restored")) &&
	    (!t->notes[kind][0] || text_begins(t->notes[kind], e->verb)))
		_wrong(e, t, "nobody knows that it lacked something");
}

static void _follow_change(const ledger_event_t *e, tale_t *t)
{
	bool moves = (e->start != e->old_start) || (e->end != e->old_end) ||
		     e->nodes;

	if ((e->old_start != t->start) || (e->old_end != t->end) ||
	    (e->old_nodes && strcmp(e->old_nodes, t->nodes)))
		_wrong(e, t, "it does not begin where the booking is");
	if (!moves && (_is(e, LEDGER_EVENT_MOVED) ||
		       _is(e, LEDGER_EVENT_CHANGED)))
		_wrong(e, t, "nothing has changed");
	t->start = e->start;
	t->end = e->end;
	if (e->nodes)
		fake_copy(t->nodes, sizeof(t->nodes), e->nodes);
}

static void _follow(const ledger_event_t *e)
{
	static const char *const others[] = {
		LEDGER_EVENT_OFFERED, LEDGER_EVENT_STOOD,
		LEDGER_EVENT_OFFERS_END, LEDGER_EVENT_GAVE_WAY,
		LEDGER_EVENT_ASK_ENDED, NULL,
	};
	tale_t *t = _find_tale(e->name);
	bool ends = _ends(e);

	if (_is_one_of(e, others))
		return;
	if (ends && !t && (text_same(e->why, LEDGER_WHY_NOT_CREATED) ||
			   _is_renamed(e)))
		return;
	if (!e->old_start == (t != NULL))
		_wrong(e, t, t ? "it is there" : "it is not there");
	if (ends) {
		_end_tale(t);
		return;
	}
	if (t) {
		_follow_note(e, t);
		_follow_change(e, t);
		return;
	}
	t = _new_tale(e->name);
	t->start = e->start;
	t->end = e->end;
	fake_copy(t->nodes, sizeof(t->nodes), e->nodes ? e->nodes : "");
}

/* RET true if the same note was the last one of its kind; else note it */
static bool _is_known(const ledger_event_t *e)
{
	tale_t *t = _find_tale(e->name);
	uint32_t kind = _kind_of(e);
	char note[sizeof(t->notes[0])];

	if (!t || (kind == NOTES))
		return false;
	snprintf(note, sizeof(note), "%s %s", e->verb, e->why ? e->why : "");
	if (!strcmp(note, t->notes[kind]))
		return true;
	memcpy(t->notes[kind], note, sizeof(note));
	return false;
}

/* --- who learns of an event ---------------------------------------------- */

static bool _is_news(const ledger_event_t *e)
{
	static const char *const silent[] = {
		LEDGER_EVENT_ENDED, LEDGER_EVENT_ADOPTED, LEDGER_EVENT_OPENED,
		NULL,
	};
	bool closed = _is(e, LEDGER_EVENT_CLOSED);

	return !_is_one_of(e, silent) && !_is_known(e) && !_is_renamed(e) &&
	       !(closed && text_same(e->why, LEDGER_WHY_NOT_CREATED)) &&
	       !(closed && e->why && text_begins(e->why, "hold ended"));
}

static void _expect(uint32_t user, const ledger_event_t *e)
{
	letter_t *l = &world->told.letters[user];
	bool asked = e->has_uid && !_is(e, LEDGER_EVENT_STANDBY) &&
		     !_is(e, LEDGER_EVENT_MOVED);
	char *what;
	line_t *line;

	if (l->cnt && (l->lines[l->cnt - 1].id == e->id))
		return;
	if (asked && (_user_of(e->uid) == user))
		return;
	if (l->cnt == LETTER_LINES)
		world_fail("more than %d lines wait for a user", LETTER_LINES);
	what = mail_text_event(_words(), e, false);
	line = &l->lines[l->cnt++];
	*line = (line_t) { .id = e->id, .time = e->time,
			   .by = asked ? _user_of(e->uid) : TOLD_USERS };
	fake_copy(line->name, sizeof(line->name), e->name);
	fake_copy(line->what, sizeof(line->what), what);
	free(what);
}

static void _expect_by_all(const ledger_event_t *e, uint32_t owner)
{
	char *users = text_dup(e->users ? e->users : ""), *rest = NULL;

	if (_user_of(owner) < TOLD_USERS)
		_expect(_user_of(owner), e);
	for (char *name = strtok_r(users, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest))
		if (_user_named(name) < TOLD_USERS)
			_expect(_user_named(name), e);
	free(users);
}

/* --- reading events ------------------------------------------------------ */

static const char events_sql[] =
	"SELECT id, time, name, owner, users, verb, uid, why, old_start,"
	" old_end, old_nodes, start, \"end\", nodes FROM event WHERE id > ?1"
	" ORDER BY id";

/* A row of events_sql, and the owner of its booking. */
typedef void (*row_fn)(const ledger_event_t *e, uint32_t owner);

static void _take_event(const ledger_event_t *e, uint32_t owner)
{
	world->told.last = e->id;
	world->stats.told_events++;
	_follow(e);
	if (_is_news(e))
		_expect_by_all(e, owner);
}

static void _call(sqlite3_stmt *s, row_fn fn)
{
#define TEXT(col) ((const char *) sqlite3_column_text(s, col))
	ledger_event_t e = {
		.id = sqlite3_column_int64(s, 0),
		.time = sqlite3_column_int64(s, 1), .name = TEXT(2),
		.users = TEXT(4), .verb = TEXT(5),
		.has_uid = sqlite3_column_type(s, 6) != SQLITE_NULL,
		.uid = (uint32_t) sqlite3_column_int64(s, 6), .why = TEXT(7),
		.old_start = sqlite3_column_int64(s, 8),
		.old_end = sqlite3_column_int64(s, 9), .old_nodes = TEXT(10),
		.start = sqlite3_column_int64(s, 11),
		.end = sqlite3_column_int64(s, 12), .nodes = TEXT(13),
	};
#undef TEXT

	fn(&e, (uint32_t) sqlite3_column_int64(s, 3));
}

static int64_t _newest(void)
{
	return ledger_number(office->ledger->db,
				 "SELECT ifnull(max(id), 0) FROM event");
}

/* Call fn for each event after the given one. RET false: reading failed */
static bool _each_event(int64_t after, row_fn fn)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(office->ledger->db, events_sql, -1, &s,
				    NULL);

	if (!rc)
		rc = sqlite3_bind_int64(s, 1, after);
	while (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		rc = SQLITE_OK;
		_call(s, fn);
	}
	sqlite3_finalize(s);
	return rc == SQLITE_DONE;
}

/* RET false: reading failed */
static bool _read_events(void)
{
	int64_t newest = _newest();

	if ((newest >= 0) && (newest < world->told.last))
		world_fail("event %lld was durable, and the last one is %lld",
			   (long long) world->told.last, (long long) newest);
	return _each_event(world->told.last, _take_event);
}

/* --- bookings and events ------------------------------------------------- */

static bool _counts(const view_resv_t *v)
{
	return v->booking && !booking_is_offer_hold(v->booking);
}

static void _check_notes(const view_resv_t *v, tale_t *t)
{
	const booking_t *b = v->booking;
	const char *lacks = t->notes[NOTE_LACKS], *part = t->notes[NOTE_PART];

	if ((v->lost_nodes != NULL) != text_begins(lacks, "degraded"))
		world_fail("%s lacks %s, and its users were told last: %s",
			   v->name, v->lost_nodes ? v->lost_nodes : "nothing",
			   lacks);
	if (text_begins(part, "part") == b->part &&
	    text_begins(part, "stand-in") == (b->stand_in && !b->part))
		t->since = 0;
	else if (!t->since)
		t->since = world->now;
	else if (world->now - t->since > PATIENCE)
		world_fail("%s is %s, and its users were told last: %s",
			   v->name, b->part ? "a part" : b->stand_in ?
			   "a stand-in" : "all of it", part);
}

static void _check_place(view_resv_t *v, void *arg)
{
	const bool *repaired = arg;
	const booking_t *b = v->booking;
	tale_t *t = _find_tale(v->name);
	char is[PLACE], told[PLACE];

	if (!_counts(v))
		return;
	if (!t)
		world_fail("%s is there, and no event says so", v->name);
	if ((b->start != t->start) || (b->end != t->end) ||
	    strcmp(b->nodes ? b->nodes : "", t->nodes))
		world_fail("%s is from %s, and events say from %s", v->name,
			   _place(is, b->start, b->end, b->nodes),
			   _place(told, t->start, t->end, t->nodes));
	world->stats.told_places++;
	if (*repaired)
		_check_notes(v, t);
}

static void _check_places(bool repaired)
{
	view_each(office, _check_place, &repaired);
	for (uint32_t i = 0; i < world->told.tale_cnt; i++) {
		const tale_t *t = &world->told.tales[i];
		const view_resv_t *v = view_find(office, t->name);

		if ((t->end > world->now) && (!v || !_counts(v)))
			world_fail("%s is not there, and no event says so",
				   t->name);
	}
}

/* --- mail ---------------------------------------------------------------- */

/* Compare a mail with lines of a letter, from one on. */
static bool _says(const letter_t *l, uint32_t from, const char *subject,
		  const char *text)
{
	mail_line_t lines[LETTER_LINES];
	char by[TOLD_USERS][8], *should, *about;
	uint32_t cnt = l->cnt - from;
	bool same;

	if (!cnt)
		return false;
	for (uint32_t i = 0; i < TOLD_USERS; i++)
		(void) _user_name(i, by[i]);
	for (uint32_t i = 0; i < cnt; i++) {
		const line_t *line = &l->lines[from + i];

		lines[i] = (mail_line_t) {
			.id = line->id, .time = line->time,
			.name = (char *) line->name,
			.what = (char *) line->what,
			.by = (line->by < TOLD_USERS) ? by[line->by] : NULL,
		};
	}
	should = mail_text_body(_words(), lines, cnt, CLUSTER, MAIL_LINES);
	about = mail_text_subject(_words(), lines, cnt, CLUSTER);
	same = !strcmp(should, text) && !strcmp(about, subject);
	if (!same)
		world_tell("should be: %s", should);
	free(should);
	free(about);
	return same;
}

/* The first lines of a letter were sent: their rows have been deleted. */
static void _drop_sent(letter_t *l)
{
	l->cnt -= l->sent;
	memmove(l->lines, l->lines + l->sent, l->cnt * sizeof(l->lines[0]));
	l->sent = 0;
}

/* Only a kill may repeat a mail. */
static void _check_mail(uint32_t user, const char *subject, const char *text)
{
	letter_t *l = &world->told.letters[user];
	bool may_repeat = l->sent && (l->life != world->lives);

	if (!_read_events())
		world_fail("mail is sent, and events can't be read");
	if (_says(l, l->sent, subject, text))
		_drop_sent(l);
	else if (may_repeat && _says(l, 0, subject, text))
		world->stats.mails_again++;
	else
		world_fail("user %u gets another mail than of the events that wait: %s",
			   user, text);
	world->stats.mails++;
	world->stats.mail_lines += l->cnt;
	l->sent = l->cnt;
	l->life = world->lives;
}

/* In place of the functions of notify_run.c: no program is started. */
int notify_run_start(char *const *argv, char *const *env, int input,
		     pid_t *ret_pid)
{
	uint32_t user = _user_named(argv[3]);
	char text[64 * 1024];
	ssize_t len = read(input, text, sizeof(text) - 1);

	(void) env;
	*ret_pid = 1;
	exit_status = 0;
	if (world->told.blind)
		return 0;
	if ((len < 0) || (user == TOLD_USERS))
		world_fail("there is a mail to %s", argv[3]);
	text[len] = '\0';
	failed[user] = !_below(16);
	exit_status = failed[user] ? 256 : 0;
	if (!failed[user])
		_check_mail(user, argv[2], text);
	return 0;
}

int64_t notify_run_ms(void)
{
	return (int64_t) world->now * 1000;
}

notify_state_t notify_run_look(pid_t pid, int *ret_status)
{
	(void) pid;
	*ret_status = exit_status;
	return NOTIFY_ENDED;
}

/* Return true if v has ended and its end is not in the ledger yet. */
notify_state_t notify_run_wait(pid_t pid, int64_t until, bool (*stop)(void),
			       int *ret_status)
{
	(void) until;
	(void) stop;
	world_tick();
	world_write_begins();
	return notify_run_look(pid, ret_status);
}

void notify_run_kill(pid_t pid)
{
	world_fail("process %d is killed, and none runs", (int) pid);
}

static bool _is_job(const char *name)
{
	(void) name;
	return false;
}

static bool _does_stop(void)
{
	return false;
}

static void _say(const char *line)
{
	says = true;
	world_tell("    %s", line);
}

/* Send all mail. RET true if the ledger has taken all that the turn has written */
static bool _send_mail(void)
{
	const mail_setup_t setup = {
		.program = (char *) PROGRAM, .cluster = (char *) CLUSTER,
		.text = _words(), .is_job = _is_job, .stop = _does_stop,
		.say = _say,
	};

	says = false;
	mail_turn(&mail, office->ledger, &setup, true);
	return !mail.owed &&
	       (ledger_mail_state(office->ledger) == LEDGER_MAIL_NOTED);
}

/* All mail was sent: fail if a note is left. */
static void _check_letters(void)
{
	for (uint32_t i = 0; i < TOLD_USERS; i++) {
		letter_t *l = &world->told.letters[i];

		if (failed[i])
			continue;
		_drop_sent(l);
		if (l->cnt && !says)
			world_fail("user %u got no mail that %s: %s", i,
				   l->lines[0].name, l->lines[0].what);
	}
}

/* --- all of it ----------------------------------------------------------- */

static void _note_place(view_resv_t *v, void *arg)
{
	const booking_t *b = v->booking;
	tale_t *t;

	(void) arg;
	if (!_counts(v))
		return;
	t = _new_tale(v->name);
	t->start = b->start;
	t->end = b->end;
	fake_copy(t->nodes, sizeof(t->nodes), b->nodes ? b->nodes : "");
}

static void _note_note(const ledger_event_t *e, uint32_t owner)
{
	tale_t *t = _find_tale(e->name);

	(void) owner;
	if (t && _ends(e))
		memset(t->notes, 0, sizeof(t->notes));
	(void) _is_known(e);
}

/* Begin with the present bookings and the last note about each of them. */
static void _begin(void)
{
	told_t *t = &world->told;

	if (!_send_mail())
		return;
	t->tale_cnt = 0;
	memset(t->letters, 0, sizeof(t->letters));
	memset(failed, 0, sizeof(failed));
	view_each(office, _note_place, NULL);
	t->last = _newest();
	t->blind = (t->last < 0) || !_each_event(0, _note_note);
}

void told_check(bool repaired)
{
	told_t *t = &world->told;

	if (!office->ledger || ledger_behind(office->ledger))
		return;
	if (t->blind) {
		_begin();
		return;
	}
	if (!_read_events())
		return;
	/* whether a request without an answer was written is unknown */
	if (!world->uncommitted)
		_check_places(repaired);
	if (world->now < t->mail_at)
		return;
	t->mail_at = world->now + _below(MAIL_EACH);
	if (_send_mail())
		_check_letters();
}
