/* SPDX-License-Identifier: GPL-2.0-or-later */
/* look.c - list, offers, cancel */

#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/out.h"
#include "contrib/sresv/seen.h"
#include "contrib/sresv/show.h"
#include "contrib/sresv/verbs.h"

/* --- access lists --------------------------------------------------------- */

/*
 * Is a word in a list with commas? A list that begins with - names those who
 * are denied: then the answer is the opposite.
 */
static bool _has(const char *list, const char *word)
{
	bool others = list && (list[0] == '-'), found = false;
	size_t word_len = strlen(word);

	while (list && *list) {
		size_t len;

		list += (*list == '-');
		len = strcspn(list, ",");
		found = found ||
			((len == word_len) && !strncmp(list, word, len));
		list += len + (list[len] == ',');
	}
	return found != others;
}

static bool _has_group(const char *list, const struct passwd *pw)
{
	gid_t ids[1024];
	int cnt = (int) (sizeof(ids) / sizeof(ids[0]));

	if (!list || (getgrouplist(pw->pw_name, pw->pw_gid, ids, &cnt) < 0))
		return false;
	for (int i = 0; i < cnt; i++) {
		struct group *gr = getgrgid(ids[i]);

		if (gr && _has(list, gr->gr_name))
			return true;
	}
	return false;
}

static bool _is_mine(const reserve_info_t *r)
{
	struct passwd *pw = getpwuid(getuid());

	return pw && ((r->users && r->users[0] && _has(r->users, pw->pw_name)) ||
		      (r->groups && r->groups[0] && _has_group(r->groups, pw)));
}

/* --- list --------------------------------------------------------------------- */

static const reserve_info_t *_find(const reserve_info_msg_t *all,
				   const char *name)
{
	for (uint32_t i = 0; i < all->record_count; i++)
		if (!strcmp(all->reservation_array[i].name, name))
			return &all->reservation_array[i];
	return NULL;
}

static bool _is_asked_for(const options_t *o, const seen_t *seen,
			  const reserve_info_t *r)
{
	const offer_t *offer = seen_offer(seen, r);

	if (o->mine && !_is_mine(r))
		return false;
	if (!o->names[0])
		return o->all || !offer || offer->held;
	for (char **name = o->names; *name; name++)
		if (!strcmp(*name, r->name))
			return true;
	return false;
}

static int _by_start(const void *x, const void *y)
{
	const reserve_info_t *a = *(const reserve_info_t *const *) x;
	const reserve_info_t *b = *(const reserve_info_t *const *) y;

	if (a->start_time != b->start_time)
		return (a->start_time > b->start_time) ? 1 : -1;
	return strcmp(a->name, b->name);
}

/* RET false if memory is short */
static bool _fill(const options_t *o, const seen_t *seen, sheet_t *sheet)
{
	const reserve_info_msg_t *all = seen->all;
	const reserve_info_t **list = calloc(all->record_count + 1,
					     sizeof(*list));
	time_t now = time(NULL);
	size_t cnt = 0;

	if (!list)
		return false;
	for (uint32_t i = 0; i < all->record_count; i++)
		if (_is_asked_for(o, seen, &all->reservation_array[i]))
			list[cnt++] = &all->reservation_array[i];
	qsort(list, cnt, sizeof(*list), _by_start);
	for (size_t i = 0; i < cnt; i++)
		show_reservation(sheet, list[i], seen_offer(seen, list[i]),
				 now);
	free(list);
	return true;
}

/* Unknown names. RET a text for free(); NULL: none, or memory is short */
static char *_missing(const options_t *o, const reserve_info_msg_t *all)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	for (char **name = o->names; *name; name++)
		if (!_find(all, *name))
			fprintf(f, "there is no reservation %s\n", *name);
	if (!fclose(f) && size)
		return text;
	free(text);
	return NULL;
}

int verb_list(const options_t *o)
{
	sheet_t *sheets[2] = { NULL };
	seen_t seen;
	answer_t a;
	int rc;

	seen_load(&seen, &a);
	sheets[0] = show_reservations();
	if ((a.status == STATUS_DONE) &&
	    (!sheets[0] || !_fill(o, &seen, sheets[0])))
		a.status = STATUS_FAILED;
	if ((a.status == STATUS_DONE) && (a.why = _missing(o, seen.all)))
		a.status = STATUS_UNKNOWN;
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	seen_free(&seen);
	answer_free(&a);
	return rc;
}

/* --- offers ------------------------------------------------------------------- */

int verb_offers(const options_t *o)
{
	sheet_t *sheets[2] = { NULL };
	const char *name = o->names[0];
	bool garq;
	answer_t a;
	int rc;

	if (ctl_has_garq(&garq, &a) && garq)
		ctl_offers(&a);
	if (name)
		offers_keep(&a.offers, name);
	sheets[0] = show_offers();
	show_all_offers(sheets[0], &a.offers);
	if (!sheets[0])
		a.status = STATUS_FAILED;
	if ((a.status == STATUS_DONE) && name && !a.offers.cnt) {
		a.status = STATUS_UNKNOWN;
		free(a.why);
		if (asprintf(&a.why, "there is no offer %s, nor one for it",
			     name) < 0)
			a.why = NULL;
	}
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	answer_free(&a);
	return rc;
}

/* --- cancel ------------------------------------------------------------------- */

static const sheet_column_t cancelled_columns[] = {
	{ SHEET_TEXT, "NAME", true },
};

/* Write each line with the name in front. */
static void _note(FILE *why, const char *name, const char *lines)
{
	while (lines && *lines) {
		size_t len = strcspn(lines, "\n");

		fprintf(why, "%s: %.*s\n", name, (int) len, lines);
		lines += len + (lines[len] == '\n');
	}
}

int verb_cancel(const options_t *o)
{
	sheet_t *sheets[2] = {
		o->json ? sheet_create("cancelled", cancelled_columns, 1) : NULL,
	};
	status_t status = STATUS_DONE;
	char *why = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&why, &size);
	int rc;

	if (!f || (o->json && !sheets[0])) {
		status = STATUS_FAILED;
		goto done;
	}
	for (char **name = o->names; *name; name++) {
		answer_t a;

		ctl_delete(*name, &a);
		if (a.status == STATUS_DONE)
			sheet_text(sheets[0], *name);
		else
			_note(f, *name, a.why);
		if (status == STATUS_DONE)
			status = a.status;
		answer_free(&a);
	}
done:
	if (f && fclose(f))
		status = STATUS_FAILED;
	rc = out_print(o, status, why, sheets);
	sheet_destroy(sheets[0]);
	free(why);
	return rc;
}
