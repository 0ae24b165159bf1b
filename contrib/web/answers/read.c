/* SPDX-License-Identifier: GPL-2.0-or-later */
/* read.c - which events the user has read; see web.h */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/web/answers/web.h"
#include "contrib/web/store/marks.h"

#define MORE 500 /* marks in a request */

/* RET the fault of the marks, or NULL */
static const char *_check_marks(const json_t *body)
{
	const json_t *marks = json_object_get(body, "marks"), *mark;
	size_t i;

	if (!json_is_array(marks) || (json_object_size(body) != 1) ||
	    (json_array_size(marks) > MORE))
		return "the body has marks alone, an array of 500 texts or less";
	json_array_foreach(marks, i, mark) if (
		!json_is_string(mark) ||
		(json_string_length(mark) >
		 MARKS_TEXT)) return "a mark is a text of 512 bytes or less";
	return NULL;
}

static void _answer_marks(json_t *marks, reply_t *r)
{
	reply_object(r, 200, marks ? json_pack("{s:o}", "marks", marks) : NULL);
}

void web_read(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };
	char *path;

	if (!web_params(q, none, r) || !web_is_own(w, r))
		return;
	path = marks_path();
	_answer_marks(path ? marks_read(path) : json_array(), r);
	free(path);
}

void web_mark(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };
	const char *wrong = _check_marks(q->body);
	answer_t failed = { .status = STATUS_FAILED };
	json_t *marks = NULL;
	char *path;

	if (!web_params(q, none, r))
		return;
	if (wrong) {
		reply_bad(r, wrong);
		return;
	}
	pthread_mutex_lock(&w->marks_lock);
	errno = ENOENT;
	if ((path = marks_path()))
		marks = marks_add(path, json_object_get(q->body, "marks"));
	failed.why = (char *) strerror(errno);
	pthread_mutex_unlock(&w->marks_lock);
	free(path);
	if (marks)
		_answer_marks(marks, r);
	else
		reply_failed(r, &failed, NULL, NULL);
}
