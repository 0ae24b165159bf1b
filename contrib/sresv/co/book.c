/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * book.c - sresv co book: a plan, and all of it or nothing.
 *
 * Paper, section 4, steps 2 to 8: what is denied is probed again, and solved
 * again with what is held.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "contrib/sresv/co/commit_args.h"
#include "contrib/sresv/co/book/order.h"
#include "contrib/sresv/co/plan/plan_none.h"
#include "contrib/sresv/co/model/request.h"
#include "contrib/sresv/co/verbs.h"

#define ID_LENGTH 8
#define TRIES 8			/* where all plans were denied */
#define PAUSE_MS 1000		/* before the second try, at most; then twice, 4 and
				 * 8 times that */

typedef struct {
	const commit_args_t *args;
	srl_t *srl;
	char *text;			/* of the request, for its journal */
	int64_t asked;			/* when it was read */
	ris_t ris;
	lrs_t *lrs;
	planner_t *planner;
	srl_answer_t answer;
	uint32_t order[SRL_PARTS_MAX];	/* the parts of the last plan, in the
					 * order of their names */
	planner_place_t places[SRL_PARTS_MAX];	/* of each, in that order */
	order_t holds;			/* which part is held first */
	char *why;			/* why there is no plan; or NULL */
	status_t status;		/* then */
} book_t;

static volatile sig_atomic_t stopped;

static void _stop(int signal)
{
	(void) signal;
	stopped = 1;
}

/* --- plans ------------------------------------------------------------------- */

static bool _fail(book_t *b, status_t status, const char *why)
{
	free(b->why);
	b->why = strdup(why);
	b->status = status;
	return false;
}

/* Without a plan: is it the request, or clusters that did not answer? */
static bool _no_plan(book_t *b)
{
	size_t size, silent = planner_silent(b->planner);
	FILE *to;

	free(b->why);
	b->why = NULL;
	to = open_memstream(&b->why, &size);
	if (!to)
		return _fail(b, STATUS_FAILED, "there is no memory");
	if (plan_none(b->planner, b->srl, b->args->operand, &b->answer, to))
		fputs("there is no plan\n", to);
	if (silent)
		fprintf(to, "clusters that could not be asked: %zu of %zu\n",
			silent, b->ris.cluster_cnt);
	fclose(to);
	b->status = silent ? STATUS_SILENT : STATUS_REFUSED;
	return false;
}

static bool _solve(book_t *b)
{
	size_t constraint = 0;

	if (planner_probe(b->planner))
		return _fail(b, STATUS_FAILED, "there is no memory");
	if (planner_solve(b->planner, &b->answer, &constraint)) {
		if (errno == ENOTSUP)
			return _fail(b, STATUS_BAD, "a constraint mixes begins with prices, or begins that are not tied to each other: sresv co plan names it");
		return _fail(b, STATUS_FAILED, (errno == E2BIG) ?
			     "there are too many possible starts: make the windows shorter" :
			     "there is no memory");
	}
	if ((b->answer.verdict != SRL_OPTIMAL) &&
	    (b->answer.verdict != SRL_STOPPED))
		return _no_plan(b);
	free(b->why);
	b->why = NULL;
	b->status = STATUS_DONE;
	return true;
}

/* The places of the plan, in the order of their names. */
static void _number(book_t *b)
{
	uint32_t cnt = (uint32_t) b->srl->part_cnt;

	for (uint32_t i = 0; i < cnt; i++) {
		b->order[i] = i;
		(void) planner_place(b->planner, i, &b->places[i]);
	}
	order_number(b->order, b->places, cnt);
}

static bool _plan(void *arg, const bool *denied, commit_place_t *ret_places)
{
	book_t *b = arg;
	uint32_t cnt = (uint32_t) b->srl->part_cnt;

	if (denied && order_denied(&b->holds, b->planner, b->order, b->places,
				   cnt, denied))
		return _fail(b, STATUS_REFUSED,
			     "parts were in each other's way");
	for (uint32_t i = 0; denied && (i < cnt); i++) {
		planner_held(b->planner, b->order[i],
			     denied[i] ? NULL : &b->places[i]);
		if (denied[i])
			planner_denied(b->planner, b->order[i], &b->places[i]);
	}
	if (denied && !_solve(b))
		return false;
	_number(b);
	order_places(&b->holds, b->srl, b->order, b->places, cnt, ret_places);
	return true;
}

/* --- to the result ----------------------------------------------------------- */

static bool _make_id(char id[ID_LENGTH + 1])
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	unsigned char bytes[ID_LENGTH];

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		return false;
	for (size_t i = 0; i < ID_LENGTH; i++)
		id[i] = letters[bytes[i] % (sizeof(letters) - 1)];
	id[ID_LENGTH] = '\0';
	return true;
}

static bool _make_co(const book_t *b, const decide_rules_t *rules,
		     journal_co_t *co)
{
	uint32_t cnt = (uint32_t) b->srl->part_cnt;

	memset(co, 0, sizeof(*co));
	co->memory = srl_memory_create();
	co->name = b->args->name;
	co->file = b->args->operand;
	co->request = b->text;
	co->asked = b->asked;
	co->why = "";
	co->part_cnt = cnt;
	co->created = (int64_t) time(NULL);
	co->places = co->memory ? srl_memory_get(co->memory, cnt * rules->rounds,
						 sizeof(*co->places)) : NULL;
	return co->places && _make_id(co->id);
}

static int _print(book_t *b, const journal_co_t *co,
		  const commit_result_t *result)
{
	status_t status = result->status;
	char *why = NULL;
	int rc;

	if (((result->reason == DECIDE_DENIED) ||
	     (result->reason == DECIDE_SILENT)) && b->why && b->status &&
	    (asprintf(&why, "%s\n%s", result->why, b->why) >= 0)) {
		rc = commit_print(b->args, (status == STATUS_REFUSED) ?
				  b->status : status, co, why);
		free(why);
		return rc;
	}
	if (status == STATUS_DOUBT)
		fprintf(b->args->err, "sresv: to go on: sresv co resume %s\n",
			co->id);
	return commit_print(b->args, status, co, result->why);
}

/* RET false without memory */
static bool _try(book_t *b, const commit_host_t *host, journal_co_t *co,
		 commit_result_t *result)
{
	const commit_plan_t plan = { .plan = _plan, .arg = b };
	commit_t *c = NULL;

	if (_make_co(b, &host->rules, co))
		c = commit_begin(host, co, &plan);
	if (!c) {
		srl_memory_destroy(co->memory);
		return false;
	}
	commit_run(c, result);
	commit_end(c);
	return true;
}

/*
 * Nothing of this try is left but what a silent cluster may hold for a while
 * under its id: another id may be tried without that cluster. Where all plans were denied,
 * somebody may have held it, and given it up again.
 */
static bool _try_again(book_t *b, const commit_host_t *host,
		       const journal_co_t *co, const commit_result_t *result,
		       int try)
{
	const journal_place_t *place = commit_place_of(co, result->culprit);
	bool silent = result->reason == DECIDE_SILENT;
	size_t at = 0;

	if (stopped || (result->result == DECIDE_DOUBT) || !place)
		return false;
	if (!silent && ((result->reason != DECIDE_DENIED) || (try == TRIES) ||
			(result->rounds >= host->rules.rounds)))
		return false;
	while (silent && strcmp(host->clusters[at].name, place->cluster.name))
		at++;
	if (silent)
		planner_avoid(b->planner, at);
	else if (!b->holds.again)
		commit_back_off((try < 4) ? PAUSE_MS << (try - 1) :
					    PAUSE_MS << 3);
	planner_begin_again(b->planner);
	if (stopped || !_solve(b))
		return false;
	fprintf(b->args->err, "sresv: %s: %s; it is tried again%s%s\n", co->id,
		result->why, silent ? ", without cluster " : "",
		silent ? place->cluster.name : "");
	return true;
}

static int _commit(book_t *b, journal_t *journal)
{
	const commit_host_t host = {
		.journal = journal, .lrs = b->lrs,
		.clusters = b->ris.clusters, .cluster_cnt = b->ris.cluster_cnt,
		.rules = commit_args_rules(b->args), .stop = &stopped,
		.progress = b->args->quiet ? NULL : b->args->err,
		.err = b->args->err,
	};
	const struct sigaction action = { .sa_handler = _stop,
					  .sa_flags = (int) SA_RESETHAND };
	commit_result_t result;
	journal_co_t co;
	int rc;

	(void) sigaction(SIGINT, &action, NULL);
	(void) sigaction(SIGTERM, &action, NULL);
	for (int try = 1;; try++) {
		if (!_try(b, &host, &co, &result))
			return commit_print_error(b->args, STATUS_FAILED,
						  "there is no memory");
		if (!_try_again(b, &host, &co, &result, try))
			break;
		journal_free(&co);
	}
	rc = _print(b, &co, &result);
	journal_free(&co);
	return rc;
}

/* The journal comes first: without it nothing may be held. */
static int _book(book_t *b)
{
	journal_t *journal = journal_open(NULL, b->args->err);
	int rc;

	if (!journal)
		return STATUS_FAILED;
	b->lrs = commit_args_ask(b->args, b->ris.clusters, b->ris.cluster_cnt);
	if (b->lrs)
		b->planner = planner_open(b->srl, &b->ris, b->lrs,
					  &b->args->planner);
	if (!b->planner)
		rc = commit_print_error(b->args, STATUS_FAILED,
					"there is no memory");
	else if (!_solve(b))
		rc = commit_print_error(b->args, b->status,
					b->why ? b->why : "there is no memory");
	else
		rc = _commit(b, journal);
	planner_close(b->planner);
	lrs_close(b->lrs);
	journal_close(journal);
	free(b->why);
	return rc;
}

int co_book(int argc, char **argv, FILE *out, FILE *err)
{
	commit_args_t args;
	book_t b = { .args = &args, .asked = (int64_t) time(NULL) };
	status_t status;
	int rc;

	if (!commit_args_read(argc, argv, "nrRtc", out, err, &args))
		return STATUS_BAD;
	if (!args.operand)
		return co_bad(err, "co book needs a file");
	status = request_keep(args.operand, b.asked, err, &b.text, &b.srl);
	if (status != STATUS_DONE)
		return (int) status;
	status = ris_read(args.resources, err, &b.ris);
	rc = (status == STATUS_DONE) ? _book(&b) : (int) status;
	if (status == STATUS_DONE)
		ris_free(&b.ris);
	srl_destroy(b.srl);
	free(b.text);
	return rc;
}
