/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resume_scan.c - sresv co resume --scan: what the clusters know, without a
 * journal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/resume.h"

typedef struct {
	const commit_args_t *args;
	ris_t ris;
	lrs_t *lrs;
	resume_find_t *finds;
	size_t find_cnt, find_room;
	size_t silent;		/* clusters that did not answer */
	bool no_memory;
} scan_t;

/* --- names ------------------------------------------------------------------- */

static bool _is_id(const char *text, size_t len)
{
	return (len >= 6) && (len <= JOURNAL_ID_MAX) &&
	       (strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789") == len);
}

const char *resume_read_name(const char *name, char *ret_id, uint32_t *ret_part,
			     uint32_t *ret_cnt)
{
	const char *id = name + 3, *dot;
	unsigned int part, cnt;
	int len = 0;

	if (strncmp(name, "co-", 3) || !(dot = strchr(id, '.')) ||
	    !_is_id(id, (size_t) (dot - id)) ||
	    (sscanf(dot, ".%2uof%2u.%n", &part, &cnt, &len) != 2) || !len ||
	    (part < 1) || (part > cnt) || (cnt > DECIDE_PARTS_MAX))
		return NULL;
	memcpy(ret_id, id, (size_t) (dot - id));
	ret_id[dot - id] = '\0';
	*ret_part = part - 1;
	*ret_cnt = cnt;
	return dot + len;
}

/* --- looking ----------------------------------------------------------------- */

static void _find(scan_t *s, size_t cluster, const lrs_member_t *member)
{
	resume_find_t f = { .cluster = cluster, .held = member->held,
		     .start = member->start, .end = member->end,
		     .nodes = member->nodes };

	if (!resume_read_name(member->name, f.id, &f.part, &f.cnt))
		return;
	/* a hold may be among the bookings, too */
	for (size_t i = 0; i < s->find_cnt; i++) {
		if ((s->finds[i].cluster != cluster) ||
		    strcmp(s->finds[i].name, member->name))
			continue;
		s->finds[i].held |= f.held;
		return;
	}
	if (s->find_cnt == s->find_room) {
		size_t room = 2 * s->find_room + 64;
		resume_find_t *finds = realloc(s->finds, room * sizeof(*finds));

		s->no_memory |= !finds;
		if (!finds)
			return;
		s->finds = finds;
		s->find_room = room;
	}
	f.name = strdup(member->name);
	s->no_memory |= !f.name;
	if (f.name)
		s->finds[s->find_cnt++] = f;
}

static void _seen(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	scan_t *s = arg;
	lrs_member_t *members;
	size_t cnt;

	if (answer->unknown || (answer->status != STATUS_DONE) ||
	    lrs_members(answer, &members, &cnt)) {
		s->silent++;
		fprintf(s->args->err, "sresv: cluster %s does not answer: %s\n",
			s->ris.clusters[cluster].name, answer->why);
		return;
	}
	for (size_t i = 0; i < cnt; i++)
		_find(s, cluster, &members[i]);
	free(members);
}

static void _look(scan_t *s)
{
	static const lrs_ask_t ask = { .op = LRS_SHOW, .name = "co-" };

	for (size_t i = 0; i < s->ris.cluster_cnt; i++) {
		if (lrs_ask(s->lrs, i, &ask, COMMIT_TIMEOUT_MS, _seen, s))
			s->silent++;
	}
	lrs_wait(s->lrs);
}

/* --- one co-reservation ------------------------------------------------------ */

/* The place of a find, as far as a cluster tells it. */
static void _add_place(const scan_t *s, const resume_find_t *f,
		       journal_co_t *co)
{
	char id[JOURNAL_ID_MAX + 1];
	uint32_t part, cnt;
	const char *name = srl_memory_text(co->memory, f->name,
					   strlen(f->name));
	journal_place_t *place = &co->places[co->place_cnt++];

	*place = (journal_place_t) {
		.part = f->part,
		.id = name ? resume_read_name(name, id, &part, &cnt) : NULL,
		.member = name,
		.cluster = s->ris.clusters[f->cluster],
		.shape = { .start = f->start, .length = f->end - f->start,
			   .nodes = f->nodes },
	};
}

/* RET false: a part is there twice, so that nobody knows which one counts */
static bool _collect(const scan_t *s, const resume_find_t *first,
		     journal_co_t *co, decide_outcome_t *found)
{
	bool clear = true;

	for (uint32_t i = 0; i < co->part_cnt; i++)
		found[i] = DECIDE_GONE;
	for (size_t i = 0; i < s->find_cnt; i++) {
		const resume_find_t *f = &s->finds[i];

		if (strcmp(f->id, first->id) || (f->cnt != first->cnt))
			continue;
		clear = clear && (found[f->part] == DECIDE_GONE);
		found[f->part] = f->held ? DECIDE_IS_HELD : DECIDE_IS_BOOKED;
		_add_place(s, f, co);
	}
	return clear || (found[0] != DECIDE_IS_BOOKED);
}

static int _go_on(const scan_t *s, journal_t *journal, journal_co_t *co,
		  const decide_outcome_t *found)
{
	const commit_host_t host = {
		.journal = journal, .lrs = s->lrs,
		.clusters = s->ris.clusters, .cluster_cnt = s->ris.cluster_cnt,
		.rules = commit_args_rules(s->args), .err = s->args->err,
	};
	commit_t *c = commit_found(&host, co, found);
	commit_result_t result;
	int rc;

	if (!c)
		return commit_print_error(s->args, STATUS_FAILED,
					  "there is no memory");
	commit_run(c, &result);
	if ((result.status == STATUS_DOUBT) &&
	    (result.reason == DECIDE_LOST_PART))
		rc = commit_print(s->args, STATUS_DOUBT, co,
				  "part of it is not there: it has ended, or was lost; sresv co cancel drops the rest");
	else
		rc = commit_print(s->args, result.status, co, result.why);
	commit_end(c);
	return rc;
}

/*
 * While a cluster is silent, what was not found may be there: only what part 1
 * says is certain.
 */
static int _resume(const scan_t *s, journal_t *journal,
		   const resume_find_t *first)
{
	decide_outcome_t found[DECIDE_PARTS_MAX];
	journal_co_t co = { .part_cnt = first->cnt, .name = "", .why = "",
			    .file = "", .created = first->start,
			    .memory = srl_memory_create() };
	bool clear, missing = false;
	int rc;

	memcpy(co.id, first->id, sizeof(co.id));
	co.places = co.memory ? srl_memory_get(co.memory, s->find_cnt,
					       sizeof(*co.places)) : NULL;
	if (!co.places)
		return commit_print_error(s->args, STATUS_FAILED,
					  "there is no memory");
	clear = _collect(s, first, &co, found);
	for (uint32_t i = 0; i < co.part_cnt; i++)
		missing |= found[i] == DECIDE_GONE;
	if (srl_memory_failed(co.memory))
		rc = commit_print_error(s->args, STATUS_FAILED,
					"there is no memory");
	else if (!clear)
		rc = commit_print(s->args, STATUS_DOUBT, &co,
				  "a part is there twice; scan again when its hold has ended");
	else if (s->silent && missing)
		rc = commit_print(s->args, STATUS_DOUBT, &co,
				  "not all of it was found, and a cluster does not answer; scan again when it does");
	else if (resume_is_replaced(s->finds, s->find_cnt, co.id))
		rc = resume_put_old(journal, &co) ? STATUS_DONE :
			commit_print_error(s->args, STATUS_FAILED,
					   journal_why(journal));
	else
		rc = _go_on(s, journal, &co, found);
	journal_free(&co);
	return rc;
}

/* Each co-reservation is met at its first find. */
static bool _is_first(const scan_t *s, size_t at)
{
	for (size_t i = 0; i < at; i++) {
		if (!strcmp(s->finds[i].id, s->finds[at].id))
			return false;
	}
	return true;
}

static int _resume_all(const scan_t *s, journal_t *journal)
{
	int rc = s->silent ? STATUS_SILENT : STATUS_DONE, one;
	journal_co_t co;
	bool found;

	for (size_t i = 0; i < s->find_cnt; i++) {
		if (!_is_first(s, i))
			continue;
		if (!journal_load(journal, s->finds[i].id, &co, &found)) {
			one = found ? commit_print_error(s->args, STATUS_FAILED,
						journal_why(journal)) :
				      _resume(s, journal, &s->finds[i]);
		} else {
			/* the journal knows more, and which process is at work */
			bool over = (co.phase == DECIDE_ABORTED) &&
				    resume_is_replaced(s->finds, s->find_cnt,
						       co.id);

			journal_free(&co);
			one = over ? STATUS_DONE :
				     resume_one(s->args, journal,
						s->finds[i].id, false);
		}
		rc = (one > rc) ? one : rc;
	}
	for (size_t i = 0; i < s->find_cnt; i++) {
		const char *id = s->finds[i].id;

		if (!_is_first(s, i) ||
		    resume_is_replaced(s->finds, s->find_cnt, id))
			continue;
		one = resume_put_new(s->args, journal, s->finds, s->find_cnt,
				     id);
		rc = (one > rc) ? one : rc;
	}
	return rc;
}

int resume_scan(const commit_args_t *args, journal_t *journal)
{
	scan_t s = { .args = args };
	status_t status = ris_read(args->resources, args->err, &s.ris);
	int rc;

	if (status != STATUS_DONE)
		return (int) status;
	s.lrs = commit_args_ask(args, s.ris.clusters, s.ris.cluster_cnt);
	if (s.lrs)
		_look(&s);
	if (!s.lrs || s.no_memory)
		rc = commit_print_error(args, STATUS_FAILED,
					"there is no memory");
	else
		rc = _resume_all(&s, journal);
	for (size_t i = 0; i < s.find_cnt; i++)
		free(s.finds[i].name);
	free(s.finds);
	lrs_close(s.lrs);
	ris_free(&s.ris);
	return rc;
}
