/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.c - see options.h */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "plugin/booking/request/options.h"
#include "plugin/booking/request/text.h"

#define PREFIX "garq_"

/* An option. The value that set() gets has len bytes and no terminator. */
typedef struct {
	const char *name;	/* without the prefix */
	const char *expects;	/* for the error line */
	bool (*set)(options_t *o, const char *value, size_t len);
} option_t;

static bool _is(const char *word, const char *value, size_t len)
{
	return (strlen(word) == len) && !strncasecmp(word, value, len);
}

/* A plain decimal number in [min, max]: no sign, no blank, no suffix. */
static bool _number(const char *value, size_t len, uint32_t min, uint32_t max,
		    uint32_t *ret)
{
	uint64_t n = 0;

	if (!len || (len > 10))
		return false;
	for (size_t i = 0; i < len; i++) {
		if (!isdigit((unsigned char) value[i]))
			return false;
		n = (n * 10) + (uint64_t) (value[i] - '0');
	}
	if ((n < min) || (n > max))
		return false;
	*ret = (uint32_t) n;
	return true;
}

static bool _set_base(options_t *o, const char *value, size_t len)
{
	if (_is("backfill", value, len) || _is("sched/backfill", value, len))
		o->base = OPTIONS_BASE_BACKFILL;
	else if (_is("builtin", value, len) || _is("sched/builtin", value, len))
		o->base = OPTIONS_BASE_BUILTIN;
	else
		return false;
	return true;
}

static bool _set_delta(options_t *o, const char *value, size_t len)
{
	return _number(value, len, OPTIONS_DELTA_MIN, OPTIONS_DELTA_MAX,
		       &o->delta);
}

static bool _set_horizon(options_t *o, const char *value, size_t len)
{
	return _number(value, len, OPTIONS_HORIZON_MIN, OPTIONS_HORIZON_MAX,
		       &o->horizon);
}

static bool _set_window(options_t *o, const char *value, size_t len)
{
	if (_is("maxstartdelay", value, len))
		o->window = true;
	else if (_is("none", value, len))
		o->window = false;
	else
		return false;
	return true;
}

static bool _yes(const char *value, size_t len, bool *ret)
{
	bool yes = _is("yes", value, len);

	if (!yes && !_is("no", value, len))
		return false;
	*ret = yes;
	return true;
}

static bool _set_jobs(options_t *o, const char *value, size_t len)
{
	if (_is("deadline", value, len))
		o->jobs = true;
	else if (_is("none", value, len))
		o->jobs = false;
	else
		return false;
	return true;
}

static bool _set_park(options_t *o, const char *value, size_t len)
{
	return _yes(value, len, &o->park);
}

static bool _set_verify(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_VERIFY_MAX, &o->verify);
}

static bool _set_offers(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_OFFERS_MAX, &o->offers);
}

static bool _set_offer_hold(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_OFFERS_MAX, &o->offer_hold);
}

static bool _set_offer_ttl(options_t *o, const char *value, size_t len)
{
	return _number(value, len, OPTIONS_OFFER_TTL_MIN,
		       OPTIONS_OFFER_TTL_MAX, &o->offer_ttl);
}

/* A decimal number in [min, max]: digits, with or without a point inside. */
static bool _decimal(const char *value, size_t len, double min, double max,
		     double *ret)
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
	n /= unit;
	if ((n < min) || (n > max))
		return false;
	*ret = n;
	return true;
}

static bool _set_bcost(options_t *o, const char *value, size_t len)
{
	return _decimal(value, len, 0, OPTIONS_BCOST_MAX, &o->bcost);
}

static bool _set_tau(options_t *o, const char *value, size_t len)
{
	return _decimal(value, len, 1, OPTIONS_TAU_MAX, &o->tau);
}

static bool _set_policy(options_t *o, const char *value, size_t len)
{
	static const osp_rank_t ranks[] = {
		OSP_RANK_EARLIEST, OSP_RANK_LONGEST, OSP_RANK_NODES,
		OSP_RANK_COST,
	};

	for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
		if (_is(osp_rank_name(ranks[i]), value, len)) {
			o->policy = ranks[i];
			return true;
		}
	}
	return false;
}

static bool _set_maint(options_t *o, const char *value, size_t len)
{
	if (_is("move", value, len))
		o->maint = OPTIONS_MAINT_MOVE;
	else if (_is("refuse", value, len))
		o->maint = OPTIONS_MAINT_REFUSE;
	else if (_is("plain", value, len))
		o->maint = OPTIONS_MAINT_PLAIN;
	else
		return false;
	return true;
}

static bool _set_shift(options_t *o, const char *value, size_t len)
{
	if (_is("no", value, len))
		o->shift = OPTIONS_SHIFT_NO;
	else if (_is("paper", value, len) || _is("seed", value, len))
		o->shift = OPTIONS_SHIFT_PAPER;
	else if (_is("yes", value, len))
		o->shift = OPTIONS_SHIFT_YES;
	else
		return false;
	o->outdated_shift = _is("seed", value, len);
	return true;
}

static bool _set_shift_budget(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_SHIFT_BUDGET_MAX,
		       &o->shift_budget);
}

static bool _set_moves(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_MOVES_MAX, &o->moves);
}

static bool _set_freeze(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_FREEZE_MAX, &o->freeze);
}

/* Validate the syntax of the path only; the file may still change. */
static bool _set_notify(options_t *o, const char *value, size_t len)
{
	if (_is("none", value, len)) {
		o->notify[0] = '\0';
		return true;
	}
	if ((len < 2) || (value[0] != '/') || (value[len - 1] == '/') ||
	    (len >= sizeof(o->notify)))
		return false;
	memcpy(o->notify, value, len);
	o->notify[len] = '\0';
	return true;
}

static bool _set_users(options_t *o, const char *value, size_t len)
{
	return _yes(value, len, &o->users);
}

static bool _set_user_bookings(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_BOOKINGS_MAX,
		       &o->user_bookings);
}

static bool _set_user_duration(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_DURATION_MAX,
		       &o->user_duration);
}

static bool _set_user_lead(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_LEAD_MAX, &o->user_lead);
}

static bool _set_user_nodehours(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_NODEHOURS_MAX,
		       &o->user_nodehours);
}

static bool _set_user_nodes(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_NODES_MAX, &o->user_nodes);
}

static bool _set_user_ledger(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_LEDGER_MAX,
		       &o->user_ledger);
}

static bool _set_user_licenses(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_LICENSES_MAX,
		       &o->user_licenses);
}

static bool _set_account_bookings(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_ACCOUNT_BOOKINGS_MAX,
		       &o->account_bookings);
}

static bool _set_account_nodehours(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_ACCOUNT_NODEHOURS_MAX,
		       &o->account_nodehours);
}

static bool _set_user_rate(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_RATE_MAX, &o->user_rate);
}

static bool _set_user_holds(options_t *o, const char *value, size_t len)
{
	return _number(value, len, 0, OPTIONS_USER_HOLDS_MAX, &o->user_holds);
}

static bool _set_hold_max(options_t *o, const char *value, size_t len)
{
	return _number(value, len, OPTIONS_HOLD_MAX_MIN, OPTIONS_HOLD_MAX_MAX,
		       &o->hold_max);
}

static const option_t option_table[] = {
	{ "account_bookings", "a number, 0 (no limit) to 1000000",
	  _set_account_bookings },
	{ "account_nodehours", "a number, 0 (no limit) to 100000000",
	  _set_account_nodehours },
	{ "base", "backfill or builtin", _set_base },
	{ "bcost", "a decimal number, 0 to 1000000", _set_bcost },
	{ "delta", "seconds, 1 to 86400", _set_delta },
	{ "freeze", "seconds, 0 to 31536000", _set_freeze },
	{ "hold_max", "seconds, 10 to 604800", _set_hold_max },
	{ "horizon", "days, 1 to 3650", _set_horizon },
	{ "jobs", "deadline or none", _set_jobs },
	{ "maint", "move, refuse or plain", _set_maint },
	{ "moves", "a number, 0 (no limit) to 1000000", _set_moves },
	{ "notify", "the absolute path of a program, or none", _set_notify },
	{ "offer_hold", "a number, 0 to 100", _set_offer_hold },
	{ "offer_ttl", "seconds, 10 to 604800", _set_offer_ttl },
	{ "offers", "a number, 0 to 100", _set_offers },
	{ "park", "yes or no", _set_park },
	{ "policy", "earliest, longest, nodes or cost", _set_policy },
	{ "shift", "no, paper or yes", _set_shift },
	{ "shift_budget", "milliseconds, 0 to 1000", _set_shift_budget },
	{ "tau", "a decimal number, 1 to 1000", _set_tau },
	{ "user_bookings", "a number, 0 (no limit) to 1000000",
	  _set_user_bookings },
	{ "user_duration", "minutes, 0 (no limit) to 5256000",
	  _set_user_duration },
	{ "user_holds", "a number, 0 (none) to 10000", _set_user_holds },
	{ "user_lead", "days, 0 (no limit) to 3650", _set_user_lead },
	{ "user_ledger", "KiB, 0 (no limit) to 1048576", _set_user_ledger },
	{ "user_licenses", "a number, 0 (none) to 1000000",
	  _set_user_licenses },
	{ "user_nodehours", "a number, 0 (no limit) to 100000000",
	  _set_user_nodehours },
	{ "user_nodes", "a number, 0 (no limit) to 1000000", _set_user_nodes },
	{ "user_rate", "a number, 0 (no limit) to 1000000", _set_user_rate },
	{ "users", "yes or no", _set_users },
	{ "verify", "seconds, 0 to 86400", _set_verify },
	{ "window", "maxstartdelay or none", _set_window },
	{ NULL, NULL, NULL }
};

options_t options_default(void)
{
	return (options_t) {
		.base = OPTIONS_BASE_BACKFILL,
		.delta = 300,
		.horizon = 365,
		.window = true,
		.park = true,
		.verify = 0,
		.offers = 10,
		.offer_hold = 0,
		.offer_ttl = 600,
		.bcost = 0,
		.tau = 1,
		.policy = OSP_RANK_EARLIEST,
		.shift = OPTIONS_SHIFT_YES,
		.shift_budget = OPTIONS_SHIFT_BUDGET,
		.moves = 64,
		.freeze = 300,
		.users = false,
		.user_bookings = 10,
		.user_rate = 60,
		.user_ledger = 1024,
		.user_holds = 32,
		.hold_max = 3600,
	};
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
	for (const option_t *t = option_table; t->name; t++) {
		at = strlen(error);
		snprintf(error + at, error_size - at, " %s%s%s", PREFIX,
			 t->name, t[1].name ? "," : ")");
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

	for (const option_t *t = option_table; t->name; t++) {
		if (!_is(t->name, name, name_len))
			continue;
		if (equal && t->set(o, equal + 1, len - (size_t) (equal + 1 - word)))
			return true;
		snprintf(error, error_size,
			 "SchedulerParameters: %.*s: %s%s must be %s",
			 (int) (len > 80 ? 80 : len), word, PREFIX, t->name,
			 t->expects);
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
