/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* memfd_create() */
#endif

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/booking/request/text.h"
#include "plugin/ledger/ledger_mail.h"
#include "plugin/mail.h"
#include "plugin/memory/memory.h"
#include "plugin/notify_run.h"

#define KILLED 500		/* milliseconds to wait for a killed process */
#define NAME_ROOM (1 << 16)	/* bytes of an entry of the name service */

/* A user whose last mail was not taken. */
struct mail_pause {
	mail_pause_t *next;
	char *key;
	int64_t until;		/* monotonic ms */
	int64_t pause;		/* ms */
};

/* The rows of a recipient. */
typedef struct {
	char *recipient;
	int64_t last;		/* event */
	bool done;		/* skipped, or sent, in this turn */
	char *user;		/* its name; NULL: not known */
	uint32_t uid;
	mail_line_t *lines;	/* of its events */
	size_t cnt;
} letter_t;

typedef struct {
	const mail_setup_t *setup;
	mail_t *mail;
	ledger_t *ledger;
	letter_t *letters;
	size_t cnt;
	bool written;		/* the ledger was this controller's just now */
	bool hung;		/* the program did not end in time */
	char problem[256];	/* the first one of this turn; "": none */
	uint32_t untold;	/* users */
} turn_t;

/* --- what the ledger has -------------------------------------------------- */

static letter_t *_letter_of(turn_t *t, const char *recipient)
{
	letter_t *last = t->cnt ? &t->letters[t->cnt - 1] : NULL;

	if (last && !strcmp(last->recipient, recipient))
		return last;
	t->letters = memory_grow(t->letters, t->cnt + 1, sizeof(*t->letters));
	last = &t->letters[t->cnt++];
	*last = (letter_t) { .recipient = memory_text(recipient) };
	return last;
}

/* A ledger_event_fn. */
static void _read_row(void *arg, const ledger_event_t *e)
{
	turn_t *t = arg;
	letter_t *l = _letter_of(t, e->recipient);

	l->last = e->id;
	if (t->setup->is_job(e->name) && !strcmp(e->verb, LEDGER_EVENT_CLOSED))
		return;
	l->lines = memory_grow(l->lines, l->cnt + 1, sizeof(*l->lines));
	l->lines[l->cnt++] = (mail_line_t) {
		.id = e->id,
		.time = e->time,
		.name = memory_text(e->name),
		.what = mail_text_event(t->setup->text, e,
					t->setup->private),
		/* the user of a standby has asked for it long ago; that of
		 * a move has asked for another booking */
		.has_uid = e->has_uid &&
			   strcmp(e->verb, LEDGER_EVENT_STANDBY) &&
			   strcmp(e->verb, LEDGER_EVENT_MOVED),
		.uid = e->uid,
		.by = NULL,
	};
}

static void _free_line(mail_line_t *line)
{
	free(line->name);
	free(line->what);
	free(line->by);
}

static void _free_letters(turn_t *t)
{
	for (size_t i = 0; i < t->cnt; i++) {
		for (size_t k = 0; k < t->letters[i].cnt; k++)
			_free_line(&t->letters[i].lines[k]);
		free(t->letters[i].lines);
		free(t->letters[i].recipient);
		free(t->letters[i].user);
	}
	free(t->letters);
}

/* RET false: it may not be durable yet */
static bool _write_op(turn_t *t, ledger_op_t *op)
{
	char why[256];
	bool ok = ledger_commit_or_keep(t->ledger, op, why, sizeof(why));

	t->mail->owed = !ok;
	t->written = ok;
	return ok;
}

/* RET false: earlier operations are not durable yet */
static bool _write_owed(turn_t *t)
{
	char why[256];

	if (t->mail->owed)
		t->mail->owed = !ledger_retry(t->ledger, why, sizeof(why));
	return !t->mail->owed;
}

/*
 * All earlier operations become durable first, those of the last turn, too;
 * otherwise a user would be told twice. While a program is missing that was
 * there before, events wait for it. RET false: no mail is sent in this turn
 */
static bool _note_events(turn_t *t, bool on)
{
	ledger_mail_state_t state = ledger_mail_state(t->ledger);
	bool missing = t->mail->missing;

	if (!_write_owed(t))
		return false;
	if (!on && (state != LEDGER_MAIL_OFF))
		(void) _write_op(t, ledger_put_mail(t->ledger, false));
	if (!on || (missing && (state == LEDGER_MAIL_OFF)))
		return false;
	if (state == LEDGER_MAIL_NOTED)
		return !missing;
	return _write_op(t, ledger_put_mail(t->ledger, true)) && !missing;
}

/* --- pauses --------------------------------------------------------------- */

static mail_pause_t **_find_pause(mail_t *mail, const char *key)
{
	mail_pause_t **at = &mail->pauses;

	while (*at && strcmp((*at)->key, key))
		at = &(*at)->next;
	return at;
}

static void _end_pause(mail_t *mail, const char *key)
{
	mail_pause_t **at = _find_pause(mail, key), *p = *at;

	if (!p)
		return;
	*at = p->next;
	free(p->key);
	free(p);
}

static void _begin_pause(mail_t *mail, const char *key)
{
	mail_pause_t **at = _find_pause(mail, key), *p = *at;

	if (!p) {
		p = *at = memory_new(1, sizeof(*p));
		p->key = memory_text(key);
		p->pause = MAIL_PAUSE / 2;
	}
	p->pause = MIN(2 * p->pause, MAIL_PAUSE_MAX);
	p->until = notify_run_ms() + p->pause;
}

static bool _is_paused(mail_t *mail, const char *key)
{
	const mail_pause_t *p = *_find_pause(mail, key);

	return p && (p->until > notify_run_ms());
}

void mail_end(mail_t *mail)
{
	while (mail->pauses)
		_end_pause(mail, mail->pauses->key);
}

/* --- users ---------------------------------------------------------------- */

/*
 * Look up a name, or a number in digits or after "#".
 * OUT ret_uid; ret_user - its name, for free()
 */
static void _look_up(const char *of, uint32_t *ret_uid, char **ret_user)
{
	const char *digits = of + (of[0] == '#');
	struct passwd pw, *found = NULL;
	char *room = memory_new(1, NAME_ROOM), *end;
	unsigned long uid = strtoul(digits, &end, 10);

	if (of == digits)
		(void) getpwnam_r(of, &pw, room, NAME_ROOM, &found);
	if (!found && digits[0] && !*end)
		(void) getpwuid_r((uid_t) uid, &pw, room, NAME_ROOM, &found);
	*ret_user = found ? memory_text(found->pw_name) : NULL;
	*ret_uid = found ? found->pw_uid : 0;
	free(room);
}

/* Who asked for a change; a number where no user has it. */
static void _name_actor(mail_line_t *line)
{
	char digits[16];
	uint32_t uid;

	if (!line->has_uid)
		return;
	snprintf(digits, sizeof(digits), "#%u", line->uid);
	_look_up(digits, &uid, &line->by);
	if (!line->by)
		line->by = memory_text(digits + 1);
}

/* --- one mail ------------------------------------------------------------- */

static int _by_event(const void *x, const void *y)
{
	const mail_line_t *a = x, *b = y;

	return (a->id > b->id) - (a->id < b->id);
}

/* Move the lines of another letter to the same user. */
static void _join_lines(letter_t *to, letter_t *from)
{
	to->lines = memory_grow(to->lines, to->cnt + from->cnt + 1,
				sizeof(*to->lines));
	if (from->cnt)
		memcpy(to->lines + to->cnt, from->lines,
		       from->cnt * sizeof(*to->lines));
	to->cnt += from->cnt;
	from->cnt = 0;
}

/* Leave each event once, and none that the user has asked for. */
static void _choose_lines(letter_t *l)
{
	size_t kept = 0;

	if (l->cnt)
		qsort(l->lines, l->cnt, sizeof(*l->lines), _by_event);
	for (size_t i = 0; i < l->cnt; i++) {
		if ((l->lines[i].has_uid && (l->lines[i].uid == l->uid)) ||
		    (kept && (l->lines[kept - 1].id == l->lines[i].id)))
			_free_line(&l->lines[i]);
		else
			l->lines[kept++] = l->lines[i];
	}
	l->cnt = kept;
	for (size_t i = 0; (i < kept) && (i < MAIL_LINES); i++)
		_name_actor(&l->lines[i]);
}

/* RET a file with the text, at its begin; -1 with errno */
static int _file_of(const char *text)
{
	size_t len = strlen(text);
	int fd = memfd_create("mail", MFD_CLOEXEC);

	if ((fd >= 0) && ((write(fd, text, len) != (ssize_t) len) ||
			  lseek(fd, 0, SEEK_SET))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void _note_problem(turn_t *t, const char *problem)
{
	if (!t->problem[0])
		snprintf(t->problem, sizeof(t->problem), "%s", problem);
}

/* The turn ends with it: the next users would wait as long. */
static void _kill_program(turn_t *t, pid_t pid)
{
	int status;

	t->hung = true;
	if (!t->setup->stop())
		_note_problem(t, "it was killed, as it took too long");
	notify_run_kill(pid);
	if (notify_run_wait(pid, notify_run_ms() + KILLED, NULL, &status) ==
	    NOTIFY_RUNS)
		t->mail->stuck = pid;
}

/* RET true if the program ended with 0 within its time */
static bool _wait_for(turn_t *t, pid_t pid)
{
	int status = 0;
	notify_state_t state = notify_run_wait(pid,
					       notify_run_ms() + MAIL_TIMEOUT,
					       t->setup->stop, &status);
	char what[64];

	if (state == NOTIFY_RUNS) {
		_kill_program(t, pid);
		return false;
	}
	if ((state == NOTIFY_ENDED) && status) {
		snprintf(what, sizeof(what), WIFEXITED(status) ?
			 "it ended with %d" : "it was ended by signal %d",
			 WIFEXITED(status) ? WEXITSTATUS(status) :
					     WTERMSIG(status));
		_note_problem(t, what);
	}
	return (state == NOTIFY_LOST) || !status;
}

static bool _run_program(turn_t *t, char *subject, char *to, const char *text)
{
	static const char *const passed[] = { "PATH", "SLURM_CONF", "TZ" };
	char *argv[] = { t->setup->program, "-s", subject, to, NULL };
	char *env[4] = { NULL };
	pid_t pid;
	int file = _file_of(text), rc, cnt = 0;

	for (int i = 0; i < 3; i++)
		if (getenv(passed[i]))
			env[cnt++] = text_printf("%s=%s", passed[i],
						 getenv(passed[i]));
	rc = (file < 0) ? errno : notify_run_start(argv, env, file, &pid);
	if (file >= 0)
		close(file);
	while (cnt--)
		free(env[cnt]);
	if (rc)
		_note_problem(t, strerror(rc));
	return !rc && _wait_for(t, pid);
}

static bool _send_letter(turn_t *t, const letter_t *l)
{
	const mail_setup_t *s = t->setup;
	bool domain = s->domain && s->domain[0] && !strchr(l->user, '@');
	char *subject = mail_text_subject(s->text, l->lines, l->cnt,
					  s->cluster);
	char *text = mail_text_body(s->text, l->lines, l->cnt, s->cluster,
				    MAIL_LINES);
	char *to = text_printf("%s%s%s", l->user, domain ? "@" : "",
			       domain ? s->domain : "");
	bool ok = _run_program(t, subject, to, text);

	free(subject);
	free(text);
	free(to);
	return ok;
}

/* --- all mails of a turn -------------------------------------------------- */

/* Each user is one, under whatever names. */
static const char *_key_of(const letter_t *l)
{
	return l->user ? l->user : l->recipient;
}

static bool _is_to_same(const letter_t *a, const letter_t *b)
{
	return !strcmp(_key_of(a), _key_of(b));
}

/* The letters to one user become one. */
static void _join_letters(turn_t *t, letter_t *l)
{
	l->done = true;
	for (size_t i = 0; i < t->cnt; i++) {
		letter_t *other = &t->letters[i];

		if (other->done || !_is_to_same(l, other))
			continue;
		other->done = true;
		_join_lines(l, other);
	}
}

/*
 * All rows of the user go at once, or after a kill a part of the mail would
 * come again. RET false: the disk does not take it, so nobody else is told now
 */
static bool _drop_letters(turn_t *t, const letter_t *l)
{
	ledger_mailed_t *list = memory_new(t->cnt, sizeof(*list));
	size_t cnt = 0;
	bool ok;

	for (size_t i = 0; i < t->cnt; i++)
		if (_is_to_same(l, &t->letters[i]))
			list[cnt++] = (ledger_mailed_t) {
				t->letters[i].recipient, t->letters[i].last,
			};
	ok = _write_op(t, ledger_drop_mail(t->ledger, list, cnt));
	free(list);
	return ok;
}

/* RET as _drop_letters() */
static bool _tell_letter(turn_t *t, letter_t *l)
{
	bool told = false;

	_join_letters(t, l);
	if (l->user) {
		_choose_lines(l);
		told = !l->cnt || _send_letter(t, l);
	} else {
		_note_problem(t, "there is no such user");
	}
	if (told) {
		_end_pause(t->mail, _key_of(l));
		return _drop_letters(t, l);
	}
	if (!t->hung || !t->setup->stop()) {
		_begin_pause(t->mail, _key_of(l));
		t->untold++;
	}
	return true;
}

static void _report_turn(const turn_t *t)
{
	char line[512];

	if (!t->untold)
		return;
	snprintf(line, sizeof(line),
		 "garq_mail: MailProg %s: %s; mail to %u users is tried again later, for two days",
		 t->setup->program, t->problem, t->untold);
	t->setup->say(line);
}

/* The commit fails if another controller has taken over; it drops old rows. */
static bool _is_ours(turn_t *t)
{
	return t->written || _write_op(t, ledger_put_mail(t->ledger, true));
}

static void _tell_all(turn_t *t)
{
	bool ok = true;

	for (size_t i = 0; i < t->cnt; i++) {
		letter_t *l = &t->letters[i];

		_look_up(l->recipient, &l->uid, &l->user);
		l->done = _is_paused(t->mail, _key_of(l));
	}
	for (size_t i = 0; (i < t->cnt) && ok && !t->hung &&
			   !t->setup->stop(); i++)
		if (!t->letters[i].done)
			ok = _is_ours(t) && _tell_letter(t, &t->letters[i]);
	_report_turn(t);
}

/* Look whether the program is there, and log once that it is not. */
static void _look_for_program(mail_t *mail, const mail_setup_t *setup)
{
	bool there = !access(setup->program, X_OK);
	char line[512];

	if (!there && !mail->missing) {
		snprintf(line, sizeof(line),
			 "garq_mail: no user is told by mail: MailProg %s can't be run: %s",
			 setup->program, strerror(errno));
		setup->say(line);
	}
	mail->missing = !there;
}

/* A program that was killed and has not ended, as on a disk that hangs. */
static bool _is_stuck(mail_t *mail)
{
	int status;

	if (mail->stuck &&
	    (notify_run_look(mail->stuck, &status) != NOTIFY_RUNS))
		mail->stuck = 0;
	return mail->stuck != 0;
}

void mail_turn(mail_t *mail, ledger_t *l, const mail_setup_t *setup, bool on)
{
	turn_t t = { .setup = setup, .mail = mail, .ledger = l };
	char why[256] = "";

	ledger_borrow(l);
	on = on && setup->program && setup->program[0];
	if (on)
		_look_for_program(mail, setup);
	if (_note_events(&t, on) && !_is_stuck(mail) &&
	    ledger_each_mail(l, _read_row, &t, why, sizeof(why)))
		_tell_all(&t);
	if (why[0])
		setup->say(why);
	_free_letters(&t);
	ledger_give_back(l);
}
