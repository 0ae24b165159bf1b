/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resume_lineage.c - a scan meets co-reservations that were booked again.
 *
 * The parts of the old ones that are not in the newest have stayed, and become its
 * parts; the others were replaced, and are dropped.
 */
#include <string.h>

#include "contrib/sresv/co/book/lineage.h"
#include "contrib/sresv/co/resume.h"

bool resume_is_replaced(const resume_find_t *finds, size_t cnt, const char *id)
{
	for (size_t i = 0; i < cnt; i++) {
		if (!finds[i].part && !finds[i].held &&
		    lineage_is_older(id, finds[i].id))
			return true;
	}
	return false;
}

bool resume_put_old(journal_t *journal, journal_co_t *co)
{
	bool ok;

	co->phase = DECIDE_DONE;
	ok = journal_put_co(journal, co);
	for (size_t i = 0; ok && (i < co->place_cnt); i++)
		ok = journal_put_place(journal, co->id, &co->places[i]);
	return journal_commit(journal) && ok;
}

/* --- the newest -------------------------------------------------------------- */

/*
 * The id of a part, without the number of its place that its name may have: A_2 is the
 * second place of A, unless A is another part. RET its length
 */
static size_t _base(const journal_co_t *co, const journal_place_t *place)
{
	size_t len = strlen(place->id), base = len;

	while (base && strchr("0123456789", place->id[base - 1]))
		base--;
	if ((base == len) || (base < 2) || (place->id[base - 1] != '_'))
		return len;
	base--;
	for (size_t i = 0; i < co->place_cnt; i++) {
		const journal_place_t *other = &co->places[i];

		if ((other->part != place->part) &&
		    (strlen(other->id) == base) &&
		    !strncmp(other->id, place->id, base))
			return len;
	}
	return base;
}

static bool _is_replaced(const journal_co_t *new, const journal_co_t *old,
			 const journal_place_t *place)
{
	size_t len = _base(old, place);

	for (size_t i = 0; i < new->place_cnt; i++) {
		const journal_place_t *other = &new->places[i];

		if (!strcmp(other->id, place->id) ||
		    ((_base(new, other) == len) &&
		     !strncmp(other->id, place->id, len)))
			return true;
	}
	return false;
}

/* RET the number of parts of old that stay */
static size_t _keeps(const journal_co_t *new, const journal_co_t *old,
		     journal_keep_t *ret)
{
	size_t cnt = 0;

	for (uint32_t i = 0; i < old->part_cnt; i++) {
		const journal_place_t *place = commit_place_of(old, i);

		if (!place || place->dropped || _is_replaced(new, old, place) ||
		    (new->part_cnt + cnt >= DECIDE_PARTS_MAX))
			continue;
		ret[cnt] = (journal_keep_t) {
			.part = new->part_cnt + (uint32_t) cnt,
			.member = place->member, .cluster = place->cluster.name,
		};
		cnt++;
	}
	return cnt;
}

/* Both are in the journal. */
static int _replace(const commit_args_t *args, journal_t *journal,
		    journal_co_t *new, const journal_co_t *old)
{
	journal_keep_t keeps[DECIDE_PARTS_MAX];
	char why[600];
	status_t status;

	new->replaces = old->id;
	new->request = NULL;
	new->ends_jobs = false;
	new->keeps = keeps;
	new->keep_cnt = _keeps(new, old, keeps);
	if (!journal_put_origin(journal, new) || !journal_commit(journal))
		return commit_print_error(args, STATUS_FAILED,
					  journal_why(journal));
	status = resume_switch(args, journal, new->id, why, sizeof(why));
	return status ? commit_print(args, status, NULL, why) : STATUS_DONE;
}

static int _replace_one(const commit_args_t *args, journal_t *journal,
			const char *id, const char *older)
{
	journal_co_t new, old;
	int rc = STATUS_DONE;
	bool found;

	if (!journal_load(journal, id, &new, &found))
		return STATUS_FAILED;
	if (journal_load(journal, older, &old, &found)) {
		/* what the journal has of it is no guess */
		bool known = new.replaces && !strcmp(new.replaces, older);

		if (!known && (new.phase == DECIDE_DONE) &&
		    (old.phase == DECIDE_DONE))
			rc = _replace(args, journal, &new, &old);
		journal_free(&old);
	}
	journal_free(&new);
	return rc;
}

int resume_put_new(const commit_args_t *args, journal_t *journal,
		   const resume_find_t *finds, size_t cnt, const char *id)
{
	int rc = STATUS_DONE, one;

	for (size_t i = 0; i < cnt; i++) {
		/* what was replaced is not booked any more when it is met again */
		if (!lineage_is_older(finds[i].id, id))
			continue;
		one = _replace_one(args, journal, id, finds[i].id);
		rc = (one > rc) ? one : rc;
	}
	return rc;
}
