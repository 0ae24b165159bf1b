/* SPDX-License-Identifier: GPL-2.0-or-later */
/* route.c - which request is answered by what; see web.h */

#include <stdio.h>
#include <string.h>

#include "contrib/web/answers/web.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const route_t routes[] = {
	{ METHOD_GET, "config", web_config, false, BODY_NONE, false, false },
	{ METHOD_GET, "nodes", web_nodes, false, BODY_NONE, false, false },
	{ METHOD_GET, "bookings", web_bookings, false, BODY_NONE, false, false },
	{ METHOD_POST, "bookings", web_book, true, BODY_NEEDED, false, false },
	{ METHOD_GET, "bookings/*", web_booking, false, BODY_NONE, false, false },
	{ METHOD_PATCH, "bookings/*", web_update, true, BODY_NEEDED, false, false },
	{ METHOD_DELETE, "bookings/*", web_delete, true, BODY_NONE, false, false },
	{ METHOD_POST, "query", web_query, true, BODY_NEEDED, false, false },
	{ METHOD_POST, "starts", web_starts, true, BODY_NEEDED, false, false },
	{ METHOD_POST, "why", web_why, true, BODY_NEEDED, false, false },
	{ METHOD_GET, "offers", web_offers, false, BODY_NONE, false, false },
	{ METHOD_DELETE, "offers", web_withdraw_all, true, BODY_NONE, false, false },
	{ METHOD_DELETE, "offers/*", web_withdraw, true, BODY_NONE, false, false },
	{ METHOD_POST, "offers/*/accept", web_accept, true, BODY_OPTIONAL,
	  false, false },
	{ METHOD_POST, "holds", web_hold, true, BODY_NEEDED, false, false },
	{ METHOD_POST, "holds/*/confirm", web_confirm, true, BODY_NONE,
	  false, false },
	{ METHOD_GET, "capacity", web_capacity, false, BODY_NONE, false, false },
	{ METHOD_GET, "changes", web_changes, false, BODY_NONE, false, false },
	{ METHOD_GET, "log", web_log, false, BODY_NONE, false, false },
	{ METHOD_GET, "read", web_read, false, BODY_NONE, false, false },
	{ METHOD_POST, "read", web_mark, true, BODY_NEEDED, false, false },
	{ METHOD_GET, "usage", web_usage, false, BODY_NONE, false, false },
	{ METHOD_GET, "limits", web_limits, false, BODY_NONE, false, false },
	{ METHOD_GET, "stats", web_stats, false, BODY_NONE, false, false },
	{ METHOD_GET, "locks", web_locks, false, BODY_NONE, false, false },
	{ METHOD_GET, "co", web_co_list, false, BODY_NONE, false, false },
	{ METHOD_POST, "co", web_co_book, true, BODY_NEEDED, false, false },
	{ METHOD_GET, "co/*", web_co, false, BODY_NONE, false, false },
	{ METHOD_DELETE, "co/*", web_co_cancel, true, BODY_NONE, false, false },
	{ METHOD_POST, "co/*/resume", web_co_resume, true, BODY_NONE, false, false },
	{ METHOD_POST, "co/plan", web_co_plan, true, BODY_NEEDED, false, false },
	{ METHOD_GET, "jobs", web_jobs, false, BODY_NONE, false, false },
	{ METHOD_GET, "calendar.ics", web_calendar, false, BODY_NONE, true, false },
};

/* Those that are not below /api/v1/. */
static const route_t tops[] = {
	{ METHOD_GET, "metrics", web_metrics, false, BODY_NONE, false, false },
	{ METHOD_GET, "openapi.json", web_openapi, false, BODY_NONE, false,
	  true },
};

static const route_t *_top(const char *word)
{
	for (size_t i = 0; i < COUNT(tops); i++)
		if (!strcmp(tops[i].path, word))
			return &tops[i];
	return NULL;
}

bool web_is_top(const char *path)
{
	return (path[0] == '/') && _top(path + 1);
}

static bool _matches(const char *path, char *const *words, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		size_t len = strcspn(path, "/");

		if (!len || ((strncmp(path, "*", len) || !words[i][0]) &&
			     ((strlen(words[i]) != len) ||
			      strncmp(path, words[i], len))))
			return false;
		path += len + (path[len] == '/');
	}
	return !*path;
}

const route_t *web_route(const request_t *q, bool *ret_path)
{
	const route_t *top = (q->word_cnt == 1) ? _top(q->words[0]) : NULL;

	*ret_path = (top != NULL);
	if (top)
		return (q->method == METHOD_GET) ? top : NULL;
	if ((q->word_cnt < 3) || strcmp(q->words[0], "api") ||
	    strcmp(q->words[1], "v1"))
		return NULL;
	for (size_t i = 0; i < COUNT(routes); i++) {
		if (!_matches(routes[i].path, q->words + 2, q->word_cnt - 2))
			continue;
		*ret_path = true;
		if (routes[i].method == q->method)
			return &routes[i];
	}
	return NULL;
}

const char *web_allowed(const request_t *q, char buf[48])
{
	static const char *const words[] = {
		[METHOD_GET] = "GET, HEAD", [METHOD_POST] = "POST",
		[METHOD_PATCH] = "PATCH", [METHOD_DELETE] = "DELETE",
	};
	request_t other = *q;
	size_t len = 0;
	bool path;

	buf[0] = '\0';
	for (size_t i = 0; i < COUNT(words); i++) {
		other.method = (method_t) i;
		if (web_route(&other, &path))
			len += (size_t) snprintf(buf + len, 48 - len, "%s%s",
						 len ? ", " : "", words[i]);
	}
	return buf;
}
