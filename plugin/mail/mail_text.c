/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/booking/request/text.h"
#include "plugin/mail/mail_text.h"
#include "plugin/memory/memory.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define SUBJECT 250	/* bytes of each field of a subject; the body has all */

/* --- keys and fields ------------------------------------------------------ */

typedef enum {
	NAME, WHAT, TIME, BY, NEW, OLD, WHY, CNT, CLUSTER, FIELDS
} field_t;

static const char *const fields[FIELDS] = {
	"name", "what", "time", "by", "new", "old", "why", "count", "cluster",
};
#define F(field) (1u << (field))

typedef enum {
	LINE,			/* not empty */
	PART,			/* of an event; empty: left out */
	LINES,			/* each ends with a newline */
} text_kind_t;

/* Behind these keys: event.VERB, and event.native for an end */
enum {
	SUBJECT_ONE, SUBJECT_SAME, SUBJECT_MANY, HEAD, ONE_LINE, LINE_BY, MORE,
	FOOT, START, START_MOVED, END, END_MOVED, NODES, NODES_MOVED, REASON,
	EVENT_NATIVE, EVENTS
};

static const struct {
	const char *key;
	text_kind_t kind;
	unsigned fields;
	const char *text;	/* built in */
} keys[] = {
	[SUBJECT_ONE] = { "subject", LINE, F(NAME) | F(WHAT) | F(CLUSTER),
		"Slurm: reservation {name}: {what}" },
	[SUBJECT_SAME] = { "subject.same", LINE, F(NAME) | F(CNT) | F(CLUSTER),
		"Slurm: {count} changes of reservation {name}" },
	[SUBJECT_MANY] = { "subject.many", LINE, F(CNT) | F(CLUSTER),
		"Slurm: {count} changes of your reservations" },
	[HEAD] = { "head", LINES, F(CLUSTER),
		"Your reservations on {cluster} have changed:\n\n" },
	[ONE_LINE] = { "line", LINE, F(TIME) | F(NAME) | F(WHAT),
		"{time}  {name}: {what}" },
	[LINE_BY] = { "line.by", LINE, F(TIME) | F(NAME) | F(WHAT) | F(BY),
		"{time}  {name}: {what}, by {by}" },
	[MORE] = { "more", LINE, F(CNT), "... and {count} more" },
	[FOOT] = { "foot", LINES, F(CLUSTER),
		"\nsresv log NAME shows what happened to a reservation, sresv show NAME what is booked.\n" },
	[START] = { "start", PART, F(NEW), "starts {new}" },
	[START_MOVED] = { "start.moved", PART, F(NEW) | F(OLD),
		"starts {new}, not {old}" },
	[END] = { "end", PART, F(NEW), "ends {new}" },
	[END_MOVED] = { "end.moved", PART, F(NEW) | F(OLD),
		"ends {new}, not {old}" },
	[NODES] = { "nodes", PART, F(NEW), "on {new}" },
	[NODES_MOVED] = { "nodes.moved", PART, F(NEW) | F(OLD),
		"on {new}, not {old}" },
	[REASON] = { "reason", LINE, F(WHAT) | F(WHY), "{what} ({why})" },
#define EVENT "event."
#define VERB(verb, words) { EVENT verb, PART, 0, words }
	[EVENT_NATIVE] = VERB("native", "no booking of sched/garq any more"),
	[EVENTS] =
	VERB("create", "booked"),
	VERB(LEDGER_EVENT_STANDBY, "booked, as there is room for it now"),
	VERB(LEDGER_EVENT_CLOSED, "ended"),
	VERB(LEDGER_EVENT_MOVED, ""),
	VERB(LEDGER_EVENT_CHANGED, "changed in Slurm"),
	VERB("update", "changed"),
	VERB("rename", "has this name now"),
	VERB("degraded", "it lacks nodes"),
	VERB("mended", "it has all of its nodes again"),
	VERB("part", "Slurm can make only a part of it"),
	VERB("stand-in", "it can't be used at the moment"),
	VERB("restored", "it can be used as booked again"),
	VERB("begins", "it begins soon"),
	VERB("unused", "no job has run in it"),
	VERB(LEDGER_EVENT_OFFERED, "there is room for it now"),
	VERB(LEDGER_EVENT_STOOD, "it stands by no more"),
	VERB(LEDGER_EVENT_OFFERS_END, "its offers end soon"),
	VERB(LEDGER_EVENT_ASKED, "it is asked to give way"),
	VERB(LEDGER_EVENT_ASK_ENDED, "nobody is asked to give way any more"),
	VERB(LEDGER_EVENT_GAVE_WAY, "it gave way to another booking"),
};

struct mail_text {
	char *templates[COUNT(keys)];
};

const char *mail_text_verb(size_t i)
{
	return (i < COUNT(keys) - EVENTS) ?
	       keys[EVENTS + i].key + strlen(EVENT) : NULL;
}

/* RET COUNT(keys): there is no such key */
static size_t _find_key(const char *key, size_t len)
{
	size_t i = 0;

	while ((i < COUNT(keys)) && ((strlen(keys[i].key) != len) ||
				     strncmp(keys[i].key, key, len)))
		i++;
	return i;
}

/*
 * The field that begins at a "{".
 * OUT ret_len - bytes with both braces. RET FIELDS: there is no such field
 */
static field_t _find_field(const char *at, size_t *ret_len)
{
	size_t len = strcspn(at, "}"), i = 0;

	while ((i < FIELDS) && ((strlen(fields[i]) != len - 1) ||
				strncmp(fields[i], at + 1, len - 1)))
		i++;
	*ret_len = len + (at[len] == '}');
	return at[len] ? i : FIELDS;
}

/* --- a file --------------------------------------------------------------- */

/* What is read, and where. */
typedef struct {
	const char *path;
	unsigned line;
	mail_text_t *text;
	bool given[COUNT(keys)];
	char *error;
	size_t error_size;
} reader_t;

static mail_text_t *_create_text(void)
{
	mail_text_t *text = memory_new(1, sizeof(*text));

	for (size_t i = 0; i < COUNT(keys); i++)
		text->templates[i] = memory_text(keys[i].text);
	return text;
}

void mail_text_free(mail_text_t *text)
{
	if (!text)
		return;
	for (size_t i = 0; i < COUNT(keys); i++)
		free(text->templates[i]);
	free(text);
}

__attribute__((format(printf, 2, 3)))
static bool _refuse(reader_t *r, const char *fmt, ...)
{
	va_list args;
	char *what;

	va_start(args, fmt);
	what = memory_vprintf(fmt, args);
	va_end(args);
	if (r->line)
		snprintf(r->error, r->error_size, "%s:%u: %s", r->path, r->line,
			 what);
	else
		snprintf(r->error, r->error_size, "%s: %s", r->path, what);
	text_clean(r->error);
	free(what);
	return false;
}

static bool _refuse_key(reader_t *r, const char *key)
{
	char typed[TEXT_SHOWN], *all = NULL;

	for (size_t i = 0; i < COUNT(keys); i++)
		text_add(&all, " %s", keys[i].key);
	(void) _refuse(r, "%s: no such key (there are:%s)",
		       text_printable(key, typed), all);
	free(all);
	return false;
}

static bool _refuse_field(reader_t *r, size_t key, const char *at)
{
	char typed[TEXT_SHOWN], *all = text_dup("");

	for (size_t i = 0; i < FIELDS; i++)
		if (keys[key].fields & F(i))
			text_add(&all, " {%s}", fields[i]);
	(void) _refuse(r, "%s is no field of %s (%s%s)",
		       text_printable(at, typed), keys[key].key,
		       all[0] ? "there are:" : "there is none", all);
	free(all);
	return false;
}

static bool _check_template(reader_t *r, size_t key, const char *text)
{
	size_t len;

	if (!text_prints(text))
		return _refuse(r, "%s must be UTF-8 without control characters",
			       keys[key].key);
	if (!text[0] && (keys[key].kind == LINE))
		return _refuse(r, "%s must not be empty", keys[key].key);
	for (const char *at = text; (at = strchr(at, '{')); at += len) {
		field_t field = _find_field(at, &len);

		if ((field == FIELDS) || !(keys[key].fields & F(field)))
			return _refuse_field(r, key, at);
	}
	if (r->given[key] && (keys[key].kind != LINES))
		return _refuse(r, "%s is given twice", keys[key].key);
	return true;
}

static void _take_template(reader_t *r, size_t key, const char *text)
{
	char **to = &r->text->templates[key];

	if (!r->given[key])
		free_null(*to);
	r->given[key] = true;
	text_add(to, "%s%s", text, (keys[key].kind == LINES) ? "\n" : "");
}

/* Blanks around a key and its template mean nothing. */
static char *_trim_blanks(char *text)
{
	size_t len;

	text += strspn(text, " \t\r");
	len = strlen(text);
	while (len && strchr(" \t\r", text[len - 1]))
		text[--len] = '\0';
	return text;
}

static bool _read_line(reader_t *r, char *line)
{
	char *text;
	size_t key;

	line = _trim_blanks(line);
	if (!line[0] || (line[0] == '#'))
		return true;
	if (!(text = strchr(line, '=')))
		return _refuse(r, "this is no KEY=TEXT, and no comment after #");
	*text++ = '\0';
	line = _trim_blanks(line);
	text = _trim_blanks(text);
	key = _find_key(line, strlen(line));
	if (key == COUNT(keys))
		return _refuse_key(r, line);
	if (!_check_template(r, key, text))
		return false;
	_take_template(r, key, text);
	return true;
}

/* IN content - is written to */
static bool _read_lines(reader_t *r, char *content)
{
	while (content) {
		char *line = strsep(&content, "\n");

		r->line++;
		if (!_read_line(r, line))
			return false;
	}
	return true;
}

/* RET an open file, or NULL with errno. A pipe would wait for its writer. */
static FILE *_open_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	struct stat st;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		return memory_there(fdopen(fd, "r"));
	close(fd);
	errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
	return NULL;
}

static bool _read_content(reader_t *r, char content[MAIL_TEXT_MAX + 1])
{
	FILE *f = _open_file(r->path);
	size_t len;
	int rc;

	if (!f)
		return _refuse(r, "%s", strerror(errno));
	len = fread(content, 1, MAIL_TEXT_MAX + 1, f);
	rc = ferror(f) ? errno : 0;
	fclose(f);
	if (rc)
		return _refuse(r, "%s", strerror(rc));
	if (len > MAIL_TEXT_MAX)
		return _refuse(r, "it has more than %d bytes", MAIL_TEXT_MAX);
	content[len] = '\0';
	return (strlen(content) == len) || _refuse(r, "it has a byte 0");
}

mail_text_t *mail_text_read(const char *path, char *error, size_t error_size)
{
	reader_t r = {
		.path = path, .text = _create_text(), .error = error,
		.error_size = error_size,
	};
	char *content;

	error[0] = '\0';
	if (!path[0])
		return r.text;
	content = memory_new(MAIL_TEXT_MAX + 1, 1);
	if (!_read_content(&r, content) || !_read_lines(&r, content)) {
		mail_text_free(r.text);
		r.text = _create_text();
	}
	free(content);
	return r.text;
}

/* --- templates ------------------------------------------------------------ */

/* Append a template. IN values - of its fields; NULL: empty */
static void _add_filled(char **to, const mail_text_t *text, size_t key,
			const char *const values[FIELDS])
{
	for (const char *at = text->templates[key]; *at;) {
		size_t len = strcspn(at, "{");
		const char *value;

		text_add(to, "%.*s", (int) len, at);
		at += len;
		if (!*at)
			return;
		value = values[_find_field(at, &len)];
		text_add(to, "%s", value ? value : "");
		at += len;
	}
}

static char *_filled(const mail_text_t *text, size_t key,
		     const char *const values[FIELDS])
{
	char *filled = text_dup("");

	_add_filled(&filled, text, key, values);
	return filled;
}

/* A mail has no control characters, whatever a name has. */
static char *_clean_text(char *text)
{
	for (char *at = text; *at; at++)
		if (iscntrl((unsigned char) *at))
			*at = '?';
	return text;
}

/* --- an event ------------------------------------------------------------- */

/* IN part - freed */
static void _add_part(char **text, char *part)
{
	if (part[0])
		text_add(text, "%s%s", (*text)[0] ? "; " : "", part);
	free(part);
}

/* IN key - that of a change is the next one. IN was - NULL: there was none */
static void _add_change(char **to, const mail_text_t *text, size_t key,
			const char *is, const char *was)
{
	const char *values[FIELDS] = { [NEW] = is, [OLD] = was };

	_add_part(to, _filled(text, key + (was != NULL), values));
}

/* IN was - 0: there was none. Nothing is added where both are the same */
static void _add_time(char **to, const mail_text_t *text, size_t key,
		      time_t is, time_t was)
{
	char now[TEXT_TIME], before[TEXT_TIME];

	if (is && (is != was))
		_add_change(to, text, key, text_time(is, now),
			    was ? text_time(was, before) : NULL);
}

static bool _is_given(const char *text)
{
	return text && text[0];
}

/* Its reason names nobody. */
static bool _is_reminder(const ledger_event_t *e)
{
	static const char *const verbs[] = {
		"begins", "unused", LEDGER_EVENT_OFFERED, LEDGER_EVENT_STOOD,
		LEDGER_EVENT_OFFERS_END, LEDGER_EVENT_ASKED,
		LEDGER_EVENT_ASK_ENDED, LEDGER_EVENT_GAVE_WAY,
	};

	for (size_t i = 0; i < COUNT(verbs); i++)
		if (!strcmp(e->verb, verbs[i]))
			return true;
	return false;
}

/* The words of an event; its verb, where it has none. */
static const char *_words_of(const mail_text_t *text, const ledger_event_t *e)
{
	if (!strcmp(e->verb, LEDGER_EVENT_CLOSED) &&
	    text_begins(e->why, LEDGER_WHY_NATIVE))
		return text->templates[EVENT_NATIVE];
	for (size_t i = EVENTS; i < COUNT(keys); i++)
		if (!strcmp(keys[i].key + strlen(EVENT), e->verb))
			return text->templates[i];
	return e->verb;
}

static char *_add_reason(char *what, const mail_text_t *text, const char *why)
{
	const char *values[FIELDS] = { [WHAT] = what, [WHY] = why };
	char *filled = _filled(text, REASON, values);

	free(what);
	return filled;
}

char *mail_text_event(const mail_text_t *text, const ledger_event_t *e,
		      bool private)
{
	bool closed = !strcmp(e->verb, LEDGER_EVENT_CLOSED);
	char *what = text_dup(_words_of(text, e));

	_add_time(&what, text, START, e->start, e->old_start);
	_add_time(&what, text, END, e->end, e->old_end);
	if (_is_given(e->nodes))
		_add_change(&what, text, NODES, e->nodes,
			    _is_given(e->old_nodes) ? e->old_nodes : NULL);
	if (_is_given(e->why) && (!private || closed || _is_reminder(e)))
		what = _add_reason(what, text, e->why);
	return _clean_text(what);
}

/* --- a mail --------------------------------------------------------------- */

/* The first SUBJECT bytes, without a part of a character. */
static char *_cut_field(const char *text)
{
	size_t len = strnlen(text, SUBJECT + 1);

	if (len > SUBJECT)
		for (len = SUBJECT; len && ((text[len] & 0xc0) == 0x80);)
			len--;
	return text_printf("%.*s", (int) len, text);
}

static size_t _subject_key(const mail_line_t *lines, size_t cnt)
{
	for (size_t i = 1; i < cnt; i++)
		if (strcmp(lines[i].name, lines[0].name))
			return SUBJECT_MANY;
	return (cnt > 1) ? SUBJECT_SAME : SUBJECT_ONE;
}

char *mail_text_subject(const mail_text_t *text, const mail_line_t *lines,
			size_t cnt, const char *cluster)
{
	char *name = _cut_field(lines[0].name);
	char *what = _cut_field(lines[0].what);
	char *number = text_printf("%zu", cnt), *subject;
	const char *values[FIELDS] = {
		[NAME] = name, [WHAT] = what, [CNT] = number,
		[CLUSTER] = cluster,
	};

	subject = _filled(text, _subject_key(lines, cnt), values);
	free(name);
	free(what);
	free(number);
	return _clean_text(subject);
}

static void _add_line(char **to, const mail_text_t *text,
		      const mail_line_t *line)
{
	char time[TEXT_TIME], *filled;
	const char *values[FIELDS] = {
		[TIME] = text_time(line->time, time), [NAME] = line->name,
		[WHAT] = line->what, [BY] = line->by,
	};

	filled = _clean_text(_filled(text, line->by ? LINE_BY : ONE_LINE,
				     values));
	text_add(to, "%s\n", filled);
	free(filled);
}

static void _add_more(char **to, const mail_text_t *text, size_t cnt)
{
	char *number = text_printf("%zu", cnt);
	const char *values[FIELDS] = { [CNT] = number };

	_add_filled(to, text, MORE, values);
	text_add(to, "\n");
	free(number);
}

char *mail_text_body(const mail_text_t *text, const mail_line_t *lines,
		     size_t cnt, const char *cluster, size_t most)
{
	const char *values[FIELDS] = { [CLUSTER] = cluster };
	char *body = _filled(text, HEAD, values);

	for (size_t i = 0; (i < cnt) && (i < most); i++)
		_add_line(&body, text, &lines[i]);
	if (cnt > most)
		_add_more(&body, text, cnt - most);
	_add_filled(&body, text, FOOT, values);
	return body;
}
