/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/rate.h"

static uint64_t _full_level(uint32_t rate)
{
	return (uint64_t) rate * RATE_PERIOD;
}

/* The level of a bucket at now. A smaller rate than before cuts it. */
static uint64_t _bucket_level(const bucket_t *b, uint32_t rate, uint64_t now)
{
	uint64_t passed = (now > b->last) ? now - b->last : 0;
	uint64_t level;

	if (passed >= RATE_PERIOD)
		return _full_level(rate);
	level = b->level + (passed * rate);
	return (level < _full_level(rate)) ? level : _full_level(rate);
}

/*
 * An entry for a user without one: a new entry, or that of the user with the
 * fullest bucket, who loses least by being forgotten.
 */
static rate_user_t *_new_user(rate_t *r, uint32_t uid, uint32_t rate,
			      uint64_t now)
{
	rate_user_t *u = &r->users[0];
	uint64_t most = 0;

	for (uint32_t i = 0; i < r->cnt; i++) {
		uint64_t level = _bucket_level(&r->users[i].bucket, rate, now);

		if (level > most) {
			most = level;
			u = &r->users[i];
		}
	}
	if ((most < _full_level(rate)) && (r->cnt < RATE_USERS_MAX))
		u = &r->users[r->cnt++];
	*u = (rate_user_t) {
		.uid = uid,
		.bucket = { .level = _full_level(rate), .last = now },
	};
	return u;
}

static rate_user_t *_get_user(rate_t *r, uint32_t uid, uint32_t rate,
			      uint64_t now)
{
	for (uint32_t i = 0; i < r->cnt; i++)
		if (r->users[i].uid == uid)
			return &r->users[i];
	return _new_user(r, uid, rate, now);
}

/* Count a refusal. RET the refusals to report now; 0: not now */
static uint32_t _report(rate_user_t *u, uint64_t now)
{
	uint32_t refused = u->refused + 1;

	if (u->told && (now - u->told_at < RATE_PERIOD)) {
		u->refused = refused;
		return 0;
	}
	u->told = true;
	u->told_at = now;
	u->refused = 0;
	return refused;
}

rate_verdict_t rate_take(rate_t *r, uint32_t uid, uint32_t rate, uint32_t cost,
		       uint64_t now)
{
	uint64_t price = (uint64_t) cost * RATE_PERIOD;
	rate_user_t *u;
	bucket_t *b;

	if (!rate)
		return (rate_verdict_t) { .allowed = true };
	u = _get_user(r, uid, rate, now);
	b = &u->bucket;
	b->level = _bucket_level(b, rate, now);
	b->last = now;
	if (b->level < price)
		return (rate_verdict_t) {
			.wait = (price - b->level + rate - 1) / rate,
			.report = _report(u, now),
		};
	b->level -= price;
	return (rate_verdict_t) { .allowed = true };
}
