/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_cores.h"
#include "test/sim/foreseen.h"
#include "test/sim/host.h"
#include "test/sim/looks.h"
#include "test/sim/whys.h"

#define BOOKINGS 512

/* A booking as it was before a request. */
typedef struct {
	char name[64];
	time_t start;
	time_t first_start;	/* see view.h */
	time_t end;
	char *nodes;		/* free() */
	uint32_t num_cn;
	uint64_t cores;		/* of these; 0: all */
	uint64_t gpus;
	double cost;
	double job_cost;	/* of a job that has this place */
	uint32_t switches;	/* leaf ones, of one that wishes for few */
	bool offered;		/* the place of an offer */
} was_t;

static was_t was[BOOKINGS];
static size_t was_cnt;

/* What the look has answered; NULL: nothing. */
static char *told;
static int told_rc;
static bool names_users;	/* the request */

/* The names of the booking that gets another one; "": none does. */
static char old_name[64], new_name[64];

static was_t _place_of(const view_resv_t *v)
{
	uint32_t num_cn = v->nodes ? garq_set_count(v->nodes) : 0;
	const units_t *units = &v->attrs.units;
	was_t w = {
		.start = v->start, .first_start = v->attrs.first_start,
		.end = v->end, .num_cn = num_cn,
		.nodes = num_cn ? office->host->nodes->list(office, v->nodes) :
				  text_dup(""),
		.cores = units_count(units), .gpus = units_gpus(units),
	};

	if (w.start <= world->now)
		w.start = w.first_start;
	w.cost = price_of(office, price_rules(office, v), w.start, w.end,
			  num_cn, view_part(office, v->nodes, units));
	w.job_cost = price_of_job(office, price_rules(office, v), w.start,
				  w.end, num_cn,
				  view_part(office, v->nodes, units));
	w.offered = v->booking && booking_is_offer_hold(v->booking);
	if (num_cn && v->booking && v->booking->switches &&
	    !v->booking->asked_nodes)
		w.switches = choose_switches(office, v->nodes);
	fake_copy(w.name, sizeof(w.name), v->name);
	return w;
}

static bool _is_same(const was_t *a, const was_t *b)
{
	return (a->start == b->start) && (a->end == b->end) &&
	       !strcmp(a->nodes, b->nodes);
}

/* The same for the booking itself: it is told which of its cores it has. */
static bool _keeps_place(const was_t *a, const was_t *b)
{
	return _is_same(a, b) && (a->cores == b->cores) && (a->gpus == b->gpus);
}

/* The booking that had this name when the look was taken. */
static view_resv_t *_find(const char *name)
{
	return view_find(office, strcmp(name, old_name) ? name : new_name);
}

static bool _counts(const view_resv_t *v)
{
	return v && v->booking;
}

static void _note_booking(view_resv_t *v, void *arg)
{
	(void) arg;
	if (_counts(v) && (was_cnt < BOOKINGS))
		was[was_cnt++] = _place_of(v);
}

static void _forget_bookings(void)
{
	while (was_cnt)
		free(was[--was_cnt].nodes);
}

static void _note_bookings(void)
{
	_forget_bookings();
	view_each(office, _note_booking, NULL);
}

static const was_t *_find_was(const char *name)
{
	for (size_t i = 0; i < was_cnt; i++)
		if (!strcmp(was[i].name, name))
			return &was[i];
	return NULL;
}

/* Is it at another place since _note_bookings(), or gone? */
static bool _has_moved(const was_t *w)
{
	const view_resv_t *v = _find(w->name);
	bool moved = true;
	was_t now;

	if (_counts(v)) {
		now = _place_of(v);
		moved = !_is_same(w, &now);
		free(now.nodes);
	}
	return moved;
}

static bool _any_moved(void)
{
	size_t i = 0;

	while ((i < was_cnt) && !_has_moved(&was[i]))
		i++;
	return i < was_cnt;
}

static void _set_front(request_t *r, const char *front)
{
	char *name = text_printf("%s%s", front, r->name ? r->name : "");

	free(r->name);
	r->name = name;
}

/* RET of serve() */
static int _look(ask_t *look)
{
	int rc;

	_set_front(look->request, "plan:lines:");
	if ((rc = host_look_up(look->request)) ||
	    (rc = serve_name(office, look)))
		return rc;
	look->known.users = serve_users(office, look);
	if ((rc = host_look_up(&look->known)))
		return rc;
	office->may_delete = serve_deletes(office, look->verb);
	rc = serve(office, look);
	office->may_delete = false;
	return rc;
}

/* --- what should have been told ------------------------------------------- */

/* IN switches - told, if it wishes for few: of its new place alone */
static void _add_words(char **text, const was_t *w, bool switches)
{
	char from[TEXT_TIME], to[TEXT_TIME];

	if (w->gpus)
		text_add(text, "%llu GPU%s and ", (unsigned long long) w->gpus,
			 (w->gpus == 1) ? "" : "s");
	if (w->cores)
		text_add(text, "%llu core%s of ", (unsigned long long) w->cores,
			 (w->cores == 1) ? "" : "s");
	if (w->num_cn)
		text_add(text, "%u node%s (%s) ", w->num_cn,
			 (w->num_cn == 1) ? "" : "s", w->nodes);
	else
		text_add(text, "no nodes ");
	if (switches && w->switches)
		text_add(text, "at %u leaf switch%s ", w->switches,
			 (w->switches == 1) ? "" : "es");
	text_add(text, "from %s to %s", text_time(w->start, from),
		 text_time(w->end, to));
	if (w->num_cn && (office->options.bcost > 0))
		text_add(text, ", for %.2f", w->cost);
}

/* IN now, before - NULL: it is not there */
static char *_sentence(const char *name, const was_t *now, const was_t *before)
{
	char *text = text_printf("%s%s%s%s would %s",
				 old_name[0] ? "its name would be " : "",
				 new_name, old_name[0] ? "; " : "", name,
				 !now ? "be deleted: it has " :
				 !before ? "be booked: " :
				 _keeps_place(now, before) ?
					   "keep its place: " : "be changed: ");

	_add_words(&text, now ? now : before, now);
	if (now && before && !_keeps_place(now, before)) {
		text_add(&text, "; now ");
		_add_words(&text, before, false);
	}
	return text;
}

static void _add_fields(char **text, const was_t *w, const char *front)
{
	text_add(text, " %sstart=%lld %send=%lld %snodes=%u", front,
		 (long long) w->start, front, (long long) w->end, front,
		 w->num_cn);
	if (w->num_cn)
		text_add(text, " %son=%s", front, w->nodes);
}

static char *_plan_line(const char *name, const was_t *now,
			const was_t *before)
{
	char *text = text_printf(ANSWER_PLAN "=%d name=%s", ANSWER_VERSION,
				 name);

	if (now)
		_add_fields(&text, now, "");
	if (now && now->switches)
		text_add(&text, " switches=%u", now->switches);
	if (now && now->num_cn && (office->options.bcost > 0))
		text_add(&text, " cost=%.2f job-cost=%.2f", now->cost,
			 now->job_cost);
	if (before)
		_add_fields(&text, before, "was-");
	return text;
}

/* IN nodes - its nodes are told, too */
static char *_move_line(const was_t *now, const was_t *before, bool nodes)
{
	char *text = text_printf(ANSWER_MOVE
				 "=%d booking=%s start=%lld end=%lld was-start=%lld was-end=%lld",
				 ANSWER_VERSION, now->name,
				 (long long) now->start, (long long) now->end,
				 (long long) before->start,
				 (long long) before->end);

	if (nodes)
		text_add(&text, " on=%s was-on=%s", now->nodes, before->nodes);
	return text;
}

/* --- and what was --------------------------------------------------------- */

static void _compare(const char *what, const char *said, const char *is,
		     bool all)
{
	if (all ? strcmp(said, is) : strncmp(said, is, strlen(is)))
		world_fail("a look has told \"%s\", and what has happened is \"%s\" (%s)",
			   said, is, what);
	world->stats.looked_lines++;
}

/* The value of a field of a line. */
static void _value(const char *line, const char *key, char ret[64])
{
	const char *at = strstr(line, key);

	at = at ? at + strlen(key) : "";
	snprintf(ret, 64, "%.*s", (int) strcspn(at, " "), at);
}

/* IN sentence - the line for people above it */
static void _check_plan(const char *line, const char *sentence)
{
	char name[64], *should, *words;
	const view_resv_t *v;
	const was_t *before;
	was_t now = { .nodes = NULL };

	_value(line, " name=", name);
	before = _find_was(name);
	v = _find(name);
	/* A deletion in its time leaves the record to its jobs. */
	if (strstr(line, " start=") || (_counts(v) && (v->end > world->now)))
		now = _place_of(v);
	should = _plan_line(name, now.nodes ? &now : NULL, before);
	words = _sentence(name, now.nodes ? &now : NULL, before);
	_compare("plan", line, should, false);
	_compare("sentence", sentence, words, true);
	free(now.nodes);
	free(should);
	free(words);
}

static void _check_move(const char *line)
{
	char name[64], *should;
	const was_t *before;
	const view_resv_t *v;
	was_t now;

	_value(line, " booking=", name);
	before = _find_was(name);
	v = _find(name);
	if (!before || !_counts(v) || !_has_moved(before))
		world_fail("a look has told a move, and %s has not moved: %s",
			   name, line);
	now = _place_of(v);
	should = _move_line(&now, before, strcmp(now.nodes, before->nodes));
	_compare("move", line, should, true);
	free(now.nodes);
	free(should);
}

/* Each booking that has moved was told, or is one of the others. */
static void _check_untold(const asked_t *a)
{
	uint32_t untold = 0;
	char others[64];

	for (size_t i = 0; i < was_cnt; i++) {
		char *key;

		/* Held offers end when their user asks for anything. */
		if (was[i].offered && !_find(was[i].name))
			continue;
		key = text_printf("=%s ", was[i].name);
		untold += _has_moved(&was[i]) && !strstr(told, key);
		free(key);
	}
	_value(told, " others=", others);
	if (strtoul(others, NULL, 10) != untold)
		world_fail("%u bookings have moved for %s that no look has told: %s",
			   untold, a->name, told);
}

/* --- refusals ------------------------------------------------------------- */

/* An offer that is open, without its number: a look makes offers beside those
 * of the request before, a refusal in their place. */
typedef struct {
	char is[128];		/* as the line of a look has it */
	bool open;
} offered_t;

static void _compare_offer(const offer_set_t *set, const ledger_offer_t *offer,
			   void *arg)
{
	offered_t *o = arg;
	char *is = text_printf(" start=%lld end=%lld nodes=%u ",
			       (long long) offer->t_s, (long long) offer->t_e,
			       offer->num_cn);

	(void) set;
	o->open |= (strstr(o->is, is) == o->is);
	free(is);
}

/* Is such an offer open now as the line has it? */
static void _check_offer(const asked_t *a, const char *line)
{
	offered_t o = { .open = false };
	const char *at = strstr(line, " start=");

	fake_copy(o.is, sizeof(o.is), at ? at : "");
	offers_each(office, a->uid, world->now, _compare_offer, &o);
	if (!o.open)
		world_fail("a look has told an offer that is not there: %s",
			   line);
	world->stats.looked_lines++;
}

#define NO_STANDING " does not stand by: "

/* RET why it does not stand by, free(); "": it does, or nobody asked for that */
static char *_objection(const char *text)
{
	const char *at = strstr(text, NO_STANDING);

	return at ? text_printf("%.*s", (int) strcspn(at, "\n"), at) :
		    text_dup("");
}

/* The reason of a refusal ends where lines for programs or offers begin, or what
 * stands by, or why it does not: the lines come before that. */
static size_t _reason(const char *text)
{
	static const char *const ends[] = {
		"\n" ANSWER_PREFIX, "\noffers, until ", " stands by: ",
		" would stand by", NO_STANDING,
	};
	size_t len = strlen(text);

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		const char *end = strstr(text, ends[i]);

		while (end && (end > text) && (*end != '\n'))
			end--;
		if (end && ((size_t) (end - text) < len))
			len = (size_t) (end - text);
	}
	return len;
}

static void _check_refusal(const asked_t *a)
{
	const char *is = a->ask.text ? a->ask.text : "";
	char *next, *line, *reason = text_printf("%.*s", (int) _reason(told),
						 told);
	char *should = text_printf("%.*s", (int) _reason(is), is);

	_compare("refusal", reason, should, true);
	free(reason);
	free(should);
	reason = _objection(told);
	should = _objection(is);
	_compare("objection", reason, should, true);
	free(reason);
	free(should);
	if ((strstr(told, " would stand by") != NULL) !=
	    (a->ask.stand_op != NULL))
		world_fail("%s: a look has told %s, and it %s", a->name, told,
			   a->ask.stand_op ? "stands by" : "does not stand by");
	for (line = strtok_r(told, "\n", &next); line;
	     line = strtok_r(NULL, "\n", &next))
		if (!strncmp(line, ANSWER_OFFER "=", strlen(ANSWER_OFFER "=")))
			_check_offer(a, line);
}

/*
 * Has a look nothing to tell? What is withdrawn without a plan; and Slurm itself
 * looks up the user whom the office has filled in, and may not find it now.
 */
static bool _is_untold(const asked_t *a)
{
	return (told_rc == REFUSED_UNSUPPORTED) ||
	       ((a->rc == REFUSED_USERS) && !told_rc && !names_users);
}

/* The lines are cut. */
static void _check_told(void)
{
	char *next, *line = strtok_r(told, "\n", &next), *sentence = line;

	for (; line; line = strtok_r(NULL, "\n", &next))
		if (!strncmp(line, ANSWER_PLAN "=", strlen(ANSWER_PLAN "=")))
			_check_plan(line, sentence);
		else if (!strncmp(line, ANSWER_MOVE "=",
				  strlen(ANSWER_MOVE "=")))
			_check_move(line);
}

/* --- */

static void _ask_why(const asked_t *a)
{
	uint32_t held = office->has.held_offers;

	if (!plugin_sync())
		world_fail("the view can't be synced");
	_note_bookings();
	whys_ask(a);
	if (_any_moved() || (office->has.held_offers != held))
		world_fail("the question why of %s has changed something",
			   a->name);
}

/* Other questions than a look, with the words of a create. */
static void _ask_before(const asked_t *a)
{
	if (!world->weather.looks || world->weather.turns || a->native ||
	    !(world->last_name % 2) || (a->kind != ASKED_CREATE))
		return;
	if (world->last_name % 4 == 3)
		foreseen_ask(a);
	else if (!wishes_in_front(a->request.name))
		_ask_why(a);
}

void looks_before(asked_t *a)
{
	request_t r;
	ask_t look = { .verb = a->ask.verb, .request = &r, .uid = a->uid,
		       .now = world->now };
	const char *token;
	uint32_t held;
	int rc;

	if (world->weather.looks && !world->weather.turns && a->native &&
	    (a->kind == ASKED_CREATE))
		foreseen_ask_maint(a);
	_ask_before(a);
	/* others may be served between two turns */
	if (!world->weather.looks || world->weather.turns ||
	    (world->last_name % 2) || (a->kind == ASKED_QUERY) ||
	    (a->kind == ASKED_CONSENT) || a->native || !a->request.name)
		return;
	if (!plugin_sync())	/* also a deletion, which does that itself */
		world_fail("the view can't be synced");
	_note_bookings();
	names_users = a->request.users;
	held = office->has.held_offers;
	r = request_copy(&a->request);
	rc = _look(&look);
	if (_any_moved())
		world_fail("a look at %s has changed something", a->name);
	if (look.looked && (office->has.held_offers != held))
		world_fail("a look at %s has changed what is held", a->name);
	token = look.looked ? strstr(look.text, " token=") : NULL;
	if (look.looked && !token)
		world_fail("a look at %s has no token", a->name);
	if (token) {
		char *front = text_printf("plan:%.12s:", token + 7);

		_set_front(&a->request, front);
		free(front);
	}
	told = text_dup(look.text ? look.text : "");
	told_rc = look.looked ? 0 : rc;
	world->stats.looks += look.looked;
	(void) plugin_finish(&look);
	ask_free(&look);
	request_free(&r);
}

static void _note_names(const asked_t *a)
{
	fake_copy(old_name, sizeof(old_name), a->name);
	fake_copy(new_name, sizeof(new_name), a->to);
}

void looks_after(const asked_t *a)
{
	foreseen_switches(a);
	foreseen_check(a);
	foreseen_check_maint(a);
	whys_check(a);
	if (!told)
		return;
	if (_is_untold(a)) {
		free_null(told);
		return;
	}
	if (a->rc != told_rc)
		world_fail("%s: a look has answered %d, %s; and the request %d, %s",
			   a->name, told_rc, told, a->rc,
			   a->ask.text ? a->ask.text : "");
	if (!a->rc) {
		if (a->to[0])
			_note_names(a);
		_check_untold(a);
		_check_told();
		old_name[0] = new_name[0] = '\0';
		world->stats.looked++;
		world->stats.looked_at[a->to[0] ? STATS_RENAME : a->kind]++;
	} else {
		_check_refusal(a);
		world->stats.looked_refused++;
	}
	free_null(told);
}
