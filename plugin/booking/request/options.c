/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "plugin/booking/request/options.h"
#include "plugin/booking/request/text.h"

#define PREFIX "garq_"

typedef enum {
	KIND_NUMBER,	/* uint32_t */
	KIND_DECIMAL,	/* double */
	KIND_FLAG,	/* bool: words[0] or words[1] */
	KIND_CHOICE,	/* an enum: words by value */
	KIND_PATH,	/* char[PATH_MAX] */
	KIND_WORD,	/* char[OPTIONS_UNIT] */
} option_kind_t;

typedef struct {
	const char *name;	/* without the prefix */
	option_kind_t kind;
	size_t at;		/* in options_t */
	const char *unit;	/* of a number; of a path: its kind of file */
	double least, most;	/* of a number */
	double preset;		/* a number, or the number of a word */
	const char *zero;	/* the meaning of 0, where it has its own */
	const char *const *words;	/* end with NULL */
	const char *help;
} option_t;

static const char *const no_yes[] = { "no", "yes", NULL };
static const char *const bases[] = { "backfill", "builtin", NULL };
static const char *const jobs[] = { "none", "deadline", NULL };
static const char *const maints[] = { "move", "refuse", "plain", NULL };
static const char *const places[] = { "earliest", "tight", NULL };
static const char *const policies[] = {
	"earliest", "longest", "nodes", "cost", NULL
};
static const char *const shifts[] = { "no", "paper", "yes", NULL };
static const char *const standbys[] = {
	"fcfs", "short", "small", "no", NULL
};
static const char *const windows[] = { "none", "maxstartdelay", NULL };

/* Words that are taken, too. */
static const struct {
	const char *name, *word, *meant;
} aliases[] = {
	{ "base", "sched/backfill", "backfill" },
	{ "base", "sched/builtin", "builtin" },
	{ "shift", "seed", "paper" },
};
#define ALIASES (sizeof(aliases) / sizeof(aliases[0]))

#define NUMBER(name, unit, least, most, preset, zero, help) \
	{ #name, KIND_NUMBER, offsetof(options_t, name), unit, least, most, \
	  preset, zero, NULL, help }
#define DECIMAL(name, least, most, preset, zero, help) \
	{ #name, KIND_DECIMAL, offsetof(options_t, name), "a decimal number", \
	  least, most, preset, zero, NULL, help }
#define WORDS(name, kind, words, preset, help) \
	{ #name, kind, offsetof(options_t, name), NULL, 0, 0, preset, NULL, \
	  words, help }
#define PATH(name, unit, help) \
	{ #name, KIND_PATH, offsetof(options_t, name), unit, 0, 0, 0, NULL, \
	  NULL, help }

/* In the order of names, which is that of the manual. */
static const option_t option_table[] = {
	NUMBER(account_bookings, "a number", 0, 1000000, 0, "no limit",
		"Maximum unfinished bookings of an account: those of its "
		"jobs and those that list it in Accounts."),
	NUMBER(account_nodehours, "a number", 0, 100000000, 0, "no limit",
		"Maximum node-hours of these bookings from now on."),
	NUMBER(account_standing, "a number", 0, 1000000, 0, "no limit",
		"Maximum requests that stand by and list an account in "
		"Accounts."),
	WORDS(base, KIND_CHOICE, bases, OPTIONS_BASE_BACKFILL,
		"The scheduler for jobs."),
	DECIMAL(bcost, 0, 1000000, 0, "no prices",
		"Price of a node for a minute without reservation."),
	PATH(budget, "a file",
		"File with what the bookings of accounts may cost in a month "
		"or a year (BUDGETS). The path has no comma."),
	NUMBER(delta, "seconds", 1, 86400, 300, NULL,
		"Length of a slot. Answers are exact to the second for "
		"every length; longer slots take less memory."),
	NUMBER(freeze, "seconds", 0, 31536000, 300, NULL,
		"Seconds before its start from which a flexible booking no "
		"longer moves. No booking is moved to a start closer than "
		"this."),
	NUMBER(hold_max, "seconds", 10, 604800, 3600, NULL,
		"Longest time to live of a hold, and the time during which "
		"a dropped hold cannot be made again (HOLDS)."),
	NUMBER(horizon, "days", 1, 3650, 365, NULL,
		"Time that the slots cover. Later times take longer. "
		"Recurring reservations are counted up to here."),
	WORDS(jobs, KIND_FLAG, jobs, false,
		"Whether jobs with a deadline are booked at submission "
		"(JOBS). Needs JobSubmitPlugins=garq and "
		"garq_window=maxstartdelay."),
	NUMBER(mail, "seconds", 0, 86400, 60, "no mail",
		"Time between two mails to a user about changes of the "
		"user's bookings (MAIL). They are sent by MailProg of "
		"slurm.conf."),
	NUMBER(mail_begin, "seconds", 0, 31536000, 0, "no mail",
		"Time before its start at which the users of a booking are "
		"told that it begins soon (MAIL)."),
	NUMBER(mail_offer, "seconds", 0, 604800, 0, "no mail",
		"Time before the end of open offers at which their user is "
		"told (MAIL)."),
	PATH(mail_text, "a file",
		"Subject, text and words of mail (MAIL). It is read when "
		"slurmctld starts and is reconfigured. The path has no "
		"comma."),
	NUMBER(mail_unused, "seconds", 0, 31536000, 0, "no mail",
		"Time after its start at which the users of a booking are "
		"told that no job has run in it (MAIL)."),
	WORDS(maint, KIND_CHOICE, maints, OPTIONS_MAINT_MOVE,
		"Effect of a native reservation (MAINT, OVERLAP and others "
		"left to Slurm) on bookings on its nodes. move: they get "
		"other nodes or are notified; refuse: MAINT or OVERLAP is "
		"refused like a booking; plain: none, as in plain Slurm."),
	NUMBER(moves, "a number", 0, 1000000, 64, "no limit",
		"Maximum other bookings that a request may give another "
		"start or other nodes. A refusal says if plans were dropped "
		"for it. It also bounds how many bookings move earlier at "
		"once when nodes become free."),
	PATH(notify, "a program",
		"Program that runs for each event of a booking "
		"(NOTIFICATION). The path has no comma."),
	NUMBER(offer_hold, "a number", 0, 100, 0, NULL,
		"Number of offers of a request that are held for the "
		"requester."),
	NUMBER(offer_ttl, "seconds", 10, 604800, 600, NULL,
		"Time for which offers are open."),
	NUMBER(offers, "a number", 0, OPTIONS_OFFERS_MAX, 10, NULL,
		"Maximum offers for a request."),
	WORDS(park, KIND_FLAG, no_yes, true,
		"Whether distant bookings are kept out of Slurm's own list "
		"of reservations (PARKED BOOKINGS). Always no in a "
		"federation."),
	WORDS(place, KIND_CHOICE, places, OPTIONS_PLACE_EARLIEST,
		"Where in its window (MaxStartDelay) a booking of whole nodes "
		"by NodeCnt is placed. earliest: at the first start; tight: "
		"where it leaves the fewest nodes free beside it. place: in "
		"front of its name decides for one request. Not for jobs, "
		"nor with garq_shift=paper."),
	WORDS(policy, KIND_CHOICE, policies, OSP_RANK_EARLIEST,
		"Order of offers: nearest start to the requested window, "
		"longest, most nodes, or cheapest first."),
	{ "return", KIND_NUMBER, offsetof(options_t, node_return), "seconds",
	  0, 31536000, 86400, "never", NULL,
		"Time from now on for which a node that is down or drained "
		"can't be booked; later it counts as back (NODES)." },
	WORDS(shift, KIND_CHOICE, shifts, OPTIONS_SHIFT_YES,
		"How flexible bookings make room for each other. no: each "
		"gets the first free place in its window and stays there. "
		"paper: all that have not started are placed again in the "
		"order of FCFS-LRH (earliest start, length, nodes); if one "
		"does not fit, the request is refused. The old word seed is "
		"still accepted. yes: free room is taken first, then "
		"exchanges of nodes that keep all times, then that order, "
		"then further orders."),
	NUMBER(shift_budget, "milliseconds", 0, 1000, OPTIONS_SHIFT_BUDGET,
	       NULL,
		"Budget for further orders for one request; 0 is none, as "
		"garq_shift=paper. A millisecond is 32000 steps, looks at a "
		"node or a booking, so that the same request gets the same "
		"answer. All other searches for a request take at most "
		"256000 steps more, half of them for the first order. A "
		"refusal says if something was left out."),
	WORDS(standby, KIND_CHOICE, standbys, OPTIONS_STANDBY_FCFS,
		"Order in which requests that stand by (STANDBY) get room. "
		"fcfs: the oldest first; short: the shortest first; small: "
		"that for the fewest nodes first; no: no request stands "
		"by."),
	NUMBER(standby_age, "seconds", 0, 31536000, 86400, NULL,
		"Age from which a request that stands by comes before all "
		"younger ones, whatever the order."),
	NUMBER(standing_max, "a number", 1, 1000000, 1000, NULL,
		"Maximum requests that stand by at a time."),
	PATH(tariff, "a file",
		"File with the rules by which bookings cost more or less "
		"(TARIFFS). The path has no comma."),
	DECIMAL(tau, 1, 1000, 1, NULL,
		"Factor on the price of a reserved node."),
	WORDS(unit, KIND_WORD, NULL, 0,
		"Unit that is printed behind each cost, as EUR."),
	NUMBER(user_bookings, "a number", 0, 1000000, 10, "no limit",
		"Maximum unfinished bookings of an ordinary user."),
	NUMBER(user_duration, "minutes", 0, 5256000, 0, "no limit",
		"Maximum length of an ordinary user's booking."),
	NUMBER(user_holds, "a number", 0, 10000, 32, "none",
		"Maximum holds (HOLDS) of an ordinary user. They also count "
		"as bookings."),
	NUMBER(user_lead, "days", 0, 3650, 0, "no limit",
		"Maximum time until the start of an ordinary user's "
		"booking."),
	NUMBER(user_ledger, "KiB", 0, 1048576, 1024, "no limit",
		"Maximum size in the ledger of all bookings of an ordinary "
		"user and the user's jobs: 256 bytes for each, plus the "
		"given texts (Features, Comment, Nodes and others). A "
		"change that lengthens no text is always allowed."),
	NUMBER(user_licenses, "a number", 0, 1000000, 0, "none",
		"Maximum of each license in an ordinary user's booking."),
	NUMBER(user_nodehours, "a number", 0, 100000000, 0, "no limit",
		"Maximum node-hours of all bookings of an ordinary user "
		"from now on."),
	NUMBER(user_nodes, "a number", 0, 1000000, 0, "no limit",
		"Maximum nodes of an ordinary user's booking."),
	NUMBER(user_others, "a number", 0, 30, 10, "none",
		"Maximum other users in Users of an ordinary user's booking: "
		"those with whom the user shares a Unix group or an account "
		"(USERS)."),
	NUMBER(user_rate, "a number", 0, 1000000, 60, "no limit",
		"Maximum requests of an ordinary user in a minute. All may "
		"come at once; they are restored evenly. Counted are "
		"requests to create, change or delete a reservation, "
		"queries, accepted offers, and submitted or updated jobs "
		"with a deadline (garq_jobs); each date of a series, and "
		"each other user in Users, counts as one. A request too many "
		"is refused with the time to wait, before it waits for "
		"slurmctld's locks (an update of a job: before any search), "
		"and logged once a minute."),
	NUMBER(user_standing, "a number", 0, 1000000, 10, "none",
		"Maximum requests of an ordinary user that stand by at a "
		"time."),
	WORDS(users, KIND_FLAG, no_yes, false,
		"Whether ordinary users book for themselves (USERS)."),
	NUMBER(verify, "seconds", 0, 86400, 0, NULL,
		"For tests and fault reports: interval of checks of the "
		"plugin's counts; 0 is never. An error is logged "
		"(\"internal error\") and stops all shifting. Each check "
		"writes the free nodes over time and the holders of each "
		"node to StateSaveLocation/garq.counts; "
		"contrib/soak/recount of the sources compares it with "
		"scontrol's output."),
	WORDS(window, KIND_FLAG, windows, true,
		"Meaning of MaxStartDelay: a window (RESERVATIONS), or "
		"plain Slurm's."),
};
#define OPTIONS (sizeof(option_table) / sizeof(option_table[0]))

/* _set_number() writes enums so. */
_Static_assert((sizeof(options_base_t) == sizeof(int)) &&
	       (sizeof(options_maint_t) == sizeof(int)) &&
	       (sizeof(options_place_t) == sizeof(int)) &&
	       (sizeof(options_shift_t) == sizeof(int)) &&
	       (sizeof(options_standby_t) == sizeof(int)) &&
	       (sizeof(osp_rank_t) == sizeof(int)), "an enum is no int");

static bool _is_word(const char *word, const char *value, size_t len)
{
	return (strlen(word) == len) && !strncasecmp(word, value, len);
}

static void *_option_field(options_t *o, const option_t *t)
{
	return (char *) o + t->at;
}

static void _set_number(options_t *o, const option_t *t, double n)
{
	switch (t->kind) {
	case KIND_NUMBER:
		*(uint32_t *) _option_field(o, t) = (uint32_t) n;
		break;
	case KIND_DECIMAL:
		*(double *) _option_field(o, t) = n;
		break;
	case KIND_FLAG:
		*(bool *) _option_field(o, t) = n > 0;
		break;
	case KIND_CHOICE:
		*(int *) _option_field(o, t) = (int) n;
		break;
	case KIND_PATH:		/* "" */
	case KIND_WORD:
		break;
	}
}

options_t options_default(void)
{
	options_t o = { .mail_text = "", .notify = "", .tariff = "",
			.budget = "", .unit = "" };

	for (size_t i = 0; i < OPTIONS; i++)
		_set_number(&o, &option_table[i], option_table[i].preset);
	return o;
}

/* Digits, with or without a point inside. RET false: it is no such number */
static bool _decimal(const char *value, size_t len, double *ret)
{
	double n = 0, unit = 1;
	bool point = false;

	if (!len || (len > 20) || !isdigit((unsigned char) value[0]) ||
	    !isdigit((unsigned char) value[len - 1]))
		return false;
	for (size_t i = 0; i < len; i++) {
		if ((value[i] == '.') && !point) {
			point = true;
			continue;
		}
		if (!isdigit((unsigned char) value[i]))
			return false;
		n = (n * 10) + (value[i] - '0');
		if (point)
			unit *= 10;
	}
	*ret = n / unit;
	return true;
}

/*
 * The factor of a suffix that a number of seconds may have.
 * IN/OUT len - becomes less by a suffix. RET 1: there is none
 */
static double _suffix(const option_t *t, const char *value, size_t *len)
{
	static const struct {
		char suffix;
		double seconds;
	} units[] = { { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };

	if (!*len || !t->unit || strcmp(t->unit, "seconds"))
		return 1;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (value[*len - 1] == units[i].suffix) {
			(*len)--;
			return units[i].seconds;
		}
	return 1;
}

/* No sign, no blank; seconds with a suffix; or the word that 0 has. */
static bool _parse_number(const option_t *t, const char *value, size_t len,
			  options_t *o)
{
	double unit, n;

	if (t->zero && _is_word(t->zero, value, len)) {
		_set_number(o, t, 0);
		return true;
	}
	unit = _suffix(t, value, &len);
	if (((t->kind == KIND_NUMBER) && memchr(value, '.', len)) ||
	    !_decimal(value, len, &n))
		return false;
	n *= unit;
	if ((n < t->least) || (n > t->most))
		return false;
	_set_number(o, t, n);
	return true;
}

static bool _parse_choice(const option_t *t, const char *value, size_t len,
			  options_t *o)
{
	for (size_t i = 0; t->words[i]; i++) {
		if (!_is_word(t->words[i], value, len))
			continue;
		_set_number(o, t, (double) i);
		return true;
	}
	return false;
}

static bool _parse_words(const option_t *t, const char *value, size_t len,
			 options_t *o)
{
	bool alias = false;

	for (size_t i = 0; i < ALIASES; i++) {
		if (strcmp(aliases[i].name, t->name) ||
		    !_is_word(aliases[i].word, value, len))
			continue;
		value = aliases[i].meant;
		len = strlen(value);
		alias = true;
	}
	if (!_parse_choice(t, value, len, o))
		return false;
	if (t->at == offsetof(options_t, shift))
		o->outdated_shift = alias;
	return true;
}

/* Validate the syntax only; the file may still change. */
static bool _parse_path(const option_t *t, const char *value, size_t len,
			options_t *o)
{
	char *path = _option_field(o, t);

	if (_is_word("none", value, len)) {
		path[0] = '\0';
		return true;
	}
	if ((len < 2) || (value[0] != '/') || (value[len - 1] == '/') ||
	    (len >= PATH_MAX))
		return false;
	memcpy(path, value, len);
	path[len] = '\0';
	return true;
}

/* A few letters or digits, or signs that are no ASCII. */
static bool _parse_unit(const option_t *t, const char *value, size_t len,
			options_t *o)
{
	char word[OPTIONS_UNIT], *unit = _option_field(o, t);

	if (!len || (len >= OPTIONS_UNIT))
		return false;
	for (size_t i = 0; i < len; i++)
		if (isascii((unsigned char) value[i]) &&
		    !isalnum((unsigned char) value[i]))
			return false;
	memcpy(word, value, len);
	word[len] = '\0';
	if (!text_prints(word))
		return false;
	snprintf(unit, OPTIONS_UNIT, "%s",
		 _is_word("none", value, len) ? "" : word);
	return true;
}

/* IN value - len bytes, without a terminator */
static bool _parse_value(const option_t *t, const char *value, size_t len,
			 options_t *o)
{
	switch (t->kind) {
	case KIND_NUMBER:
	case KIND_DECIMAL:
		return _parse_number(t, value, len, o);
	case KIND_FLAG:
	case KIND_CHOICE:
		return _parse_words(t, value, len, o);
	case KIND_PATH:
		return _parse_path(t, value, len, o);
	case KIND_WORD:
		return _parse_unit(t, value, len, o);
	}
	return false;
}

/* "no, paper or yes"; a flag: "yes or no" */
static void _tell_words(const option_t *t, char *ret, size_t size)
{
	size_t at = 0;

	ret[0] = '\0';
	if (t->kind == KIND_FLAG) {
		snprintf(ret, size, "%s or %s", t->words[1], t->words[0]);
		return;
	}
	for (size_t i = 0; t->words[i] && (at < size); i++)
		at += (size_t) snprintf(ret + at, size - at, "%s%s",
					!i ? "" : t->words[i + 1] ? ", " :
								    " or ",
					t->words[i]);
}

/* Describe the values that may follow the equals sign. */
static void _tell_values(const option_t *t, char *ret, size_t size)
{
	if (t->kind == KIND_PATH)
		snprintf(ret, size, "the absolute path of %s, or none",
			 t->unit);
	else if (t->kind == KIND_WORD)
		snprintf(ret, size, "a word of less than %d bytes, or none",
			 OPTIONS_UNIT);
	else if (t->words)
		_tell_words(t, ret, size);
	else
		snprintf(ret, size, "%s, %.0f%s%s%s to %.0f", t->unit, t->least,
			 t->zero ? " (" : "", t->zero ? t->zero : "",
			 t->zero ? ")" : "", t->most);
}

bool options_row(size_t i, options_row_t *ret)
{
	const option_t *t = &option_table[i];

	if (i >= OPTIONS)
		return false;
	*ret = (options_row_t) { .help = t->help };
	snprintf(ret->name, sizeof(ret->name), "%s%s", PREFIX, t->name);
	_tell_values(t, ret->values, sizeof(ret->values));
	if ((t->kind == KIND_PATH) || (t->kind == KIND_WORD))
		snprintf(ret->preset, sizeof(ret->preset), "none");
	else if (t->words)
		snprintf(ret->preset, sizeof(ret->preset), "%s",
			 t->words[(size_t) t->preset]);
	else
		snprintf(ret->preset, sizeof(ret->preset), "%.0f", t->preset);
	return true;
}

const char *options_base_name(options_base_t base)
{
	return (base == OPTIONS_BASE_BUILTIN) ? "sched/builtin" :
						"sched/backfill";
}

/* Write the error line for an unknown option, with as many names as fit. */
static void _no_such(const char *word, size_t len, char *error,
		     size_t error_size)
{
	size_t at;

	snprintf(error, error_size,
		 "SchedulerParameters: %.*s: no such option (there are:",
		 (int) (len > 80 ? 80 : len), word);
	for (size_t i = 0; i < OPTIONS; i++) {
		at = strlen(error);
		snprintf(error + at, error_size - at, " %s%s%s", PREFIX,
			 option_table[i].name, (i + 1 < OPTIONS) ? "," : ")");
	}
}

/* Parse one option of the list: len bytes, which begin with the prefix. */
static bool _parse_word(const char *word, size_t len, options_t *o,
			char *error, size_t error_size)
{
	const char *name = word + strlen(PREFIX);
	const char *equal = memchr(word, '=', len);
	size_t name_len = (equal ? (size_t) (equal - name) :
				   len - strlen(PREFIX));
	char values[sizeof(((options_row_t *) NULL)->values)];

	for (size_t i = 0; i < OPTIONS; i++) {
		const option_t *t = &option_table[i];

		if (!_is_word(t->name, name, name_len))
			continue;
		if (equal && _parse_value(t, equal + 1,
					  len - (size_t) (equal + 1 - word), o))
			return true;
		_tell_values(t, values, sizeof(values));
		snprintf(error, error_size,
			 "SchedulerParameters: %.*s: %s%s must be %s",
			 (int) (len > 80 ? 80 : len), word, PREFIX, t->name,
			 values);
		return false;
	}
	_no_such(word, len, error, error_size);
	return false;
}

/* What was typed may be anything. */
static void _one_line(char *error)
{
	for (char *c = error; *c; c++)
		if (*c == '\n')
			*c = '?';
	text_clean(error);
}

bool options_parse(const char *text, options_t *ret_options, char *error,
		   size_t error_size)
{
	options_t o = options_default();
	bool ok = true;

	error[0] = '\0';
	while (text && *text) {
		char later[256];	/* errors after the first: not told */
		size_t len;

		text += strspn(text, ", \t");
		len = strcspn(text, ",");
		while (len && isspace((unsigned char) text[len - 1]))
			len--;
		if ((len >= strlen(PREFIX)) &&
		    !strncasecmp(text, PREFIX, strlen(PREFIX)) &&
		    !_parse_word(text, len, &o, ok ? error : later,
				 ok ? error_size : sizeof(later)))
			ok = false;
		text += strcspn(text, ",");
	}
	if ((uint64_t) o.horizon * 86400 / o.delta > OPTIONS_SLOTS_MAX) {
		if (ok)
			snprintf(error, error_size,
				 "SchedulerParameters: garq_delta=%u is too short for garq_horizon=%u (at most %d slots): take a longer delta",
				 o.delta, o.horizon, OPTIONS_SLOTS_MAX);
		ok = false;
		o.delta = options_default().delta;
	}
	_one_line(error);
	*ret_options = o;
	return ok;
}
