/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/licenses.h"
#include "plugin/memory/memory.h"

/*
 * The capacity of each garq_t: more than any total, so that holders beyond the
 * total are counted, too. A number n of a total fits where LIMIT - total + n
 * are free.
 */
#define LIMIT UINT32_MAX

/* Few reservations have licenses: this many slots suffice. */
#define SLOTS_MAX 8192

/* One license: its counts and its holders. */
struct lic_name {
	char *name;
	garq_t *usage;
	garq_nodes_t *who;	/* holders; node 0 stands for the license */
	struct lic_name *next;
};

struct lic_counts {
	uint32_t delta;
	time_t horizon;
	time_t now;
	garq_set_t *one;	/* the set {0}: the node of who */
	struct lic_name *first;	/* in the order of their first hold */
};

/* An interval of a holder. */
struct lic_hold {
	struct lic_name *of;
	uint64_t id;		/* of the holder */
	uint32_t handle;	/* in of->usage; GARQ_NO_HANDLE: not counted */
	uint32_t num;
	time_t t_s;
	time_t t_e;
	struct lic_hold *next;
};

/* The list of licenses, which is short */

static struct lic_name *_find_license(const lic_counts_t *c, const char *name)
{
	struct lic_name *l = c->first;

	while (l && strcmp(l->name, name))
		l = l->next;
	return l;
}

static void _free_name(struct lic_name *l)
{
	garq_nodes_destroy(l->who);
	garq_destroy(l->usage);
	free(l->name);
	free(l);
}

static struct lic_name *_add_license(lic_counts_t *c, const char *name)
{
	struct lic_name *l = memory_new(1, sizeof(*l)), **end = &c->first;

	l->name = memory_text(name);
	l->usage = memory_there(garq_create(LIMIT, c->delta, c->horizon,
					    c->now));
	l->who = memory_there(garq_nodes_create(1));
	while (*end)
		end = &(*end)->next;
	*end = l;
	return l;
}

lic_counts_t *lic_create(uint32_t delta, time_t horizon, time_t now)
{
	lic_counts_t *c;
	time_t least = (horizon + SLOTS_MAX - 1) / SLOTS_MAX;

	if ((delta < GARQ_DELTA_MIN) || (delta > GARQ_DELTA_MAX) ||
	    (horizon < (time_t) delta) || (now < 0)) {
		errno = EINVAL;
		return NULL;
	}
	c = memory_new(1, sizeof(*c));
	if (least > GARQ_DELTA_MAX)
		least = GARQ_DELTA_MAX;
	c->delta = ((time_t) delta < least) ? (uint32_t) least : delta;
	c->horizon = horizon;
	c->now = now;
	c->one = memory_there(garq_set_create(1));
	garq_set_add(c->one, 0);
	return c;
}

void lic_destroy(lic_counts_t *c)
{
	struct lic_name *next;

	if (!c)
		return;
	for (struct lic_name *l = c->first; l; l = next) {
		next = l->next;
		_free_name(l);
	}
	garq_set_destroy(c->one);
	free(c);
}

void lic_advance(lic_counts_t *c, time_t now)
{
	if (now <= c->now)
		return;
	for (struct lic_name *l = c->first; l; l = l->next)
		(void) memory_done(garq_advance(l->usage, now));
	c->now = now;
}

/* Holding */

static void _count_hold(const lic_counts_t *c, struct lic_hold *hold)
{
	uint32_t num_free = 0;

	hold->handle = GARQ_NO_HANDLE;
	if (hold->t_e <= c->now)	/* passed since lic_hold() */
		return;
	(void) garq_least_free(hold->of->usage, hold->t_s, hold->t_e,
			       &num_free);
	if (hold->num > num_free)
		hold->num = num_free;
	if (hold->num)
		(void) memory_done(garq_addReserv(hold->of->usage, hold->t_s,
						  hold->t_e, hold->num,
						  &hold->handle));
}

/* A hold that was never added (cut to 0, or passed) is unknown: no error. */
static void _uncount(struct lic_hold *hold)
{
	(void) garq_deleteReserv(hold->of->usage, hold->handle);
	hold->handle = GARQ_NO_HANDLE;
}

int lic_hold(lic_counts_t *c, lic_holder_t *h, uint64_t id, const char *name,
	     uint32_t num, time_t t_s, time_t t_e)
{
	struct lic_hold *hold;
	struct lic_name *l;

	if ((t_e > GARQ_FOREVER) || (id == GARQ_NO_GROUP)) {
		errno = EINVAL;
		return -1;
	}
	if (!num || (t_s >= t_e) || (t_e <= c->now))
		return 0;
	if (!(l = _find_license(c, name)))
		l = _add_license(c, name);
	hold = memory_new(1, sizeof(*hold));
	*hold = (struct lic_hold) {
		.of = l, .id = id, .num = num, .t_s = t_s, .t_e = t_e,
		.next = h->first,
	};
	_count_hold(c, hold);
	(void) memory_done(garq_nodes_hold(l->who, id, id, c->one, t_s, t_e));
	h->first = hold;
	return 0;
}

void lic_release(lic_counts_t *c, lic_holder_t *h)
{
	struct lic_hold *next;

	for (struct lic_hold *hold = h->first; hold; hold = next) {
		next = hold->next;
		if (c) {
			_uncount(hold);
			(void) garq_nodes_release(hold->of->who, hold->id);
		}
		free(hold);
	}
	h->first = NULL;
}

uint32_t lic_held(const lic_holder_t *h, const char *name)
{
	const struct lic_hold *hold = h->first;

	while (hold && strcmp(hold->of->name, name))
		hold = hold->next;
	return hold ? hold->num : 0;
}

void lic_exclude(lic_counts_t *c, const lic_holder_t *h)
{
	(void) c;
	for (struct lic_hold *hold = h->first; hold; hold = hold->next)
		_uncount(hold);
}

void lic_include(lic_counts_t *c, const lic_holder_t *h)
{
	for (struct lic_hold *hold = h->first; hold; hold = hold->next)
		_count_hold(c, hold);
}

/* Asking */

/*
 * The number that must be free in usage for want to fit.
 * RET false: want is more than the total
 */
static bool _needed_number(const lic_t *want, uint32_t *ret_need)
{
	if (want->num > want->total)
		return false;
	*ret_need = LIMIT - want->total + want->num;
	return true;
}

static time_t _end_time(time_t start, time_t duration)
{
	return (duration > GARQ_FOREVER - start) ? GARQ_FOREVER :
						   start + duration;
}

time_t lic_next(const lic_counts_t *c, const lic_set_t *want, time_t from,
		time_t duration)
{
	time_t start = from;
	uint32_t need;

	for (uint32_t i = 0; i < want->cnt; i++) {
		const struct lic_name *l = _find_license(c, want->list[i].name);

		if (!want->list[i].num)
			continue;
		if (!_needed_number(&want->list[i], &need) ||
		    (start >= GARQ_FOREVER))
			return GARQ_FOREVER;
		if (l && (garq_suggestInterval(l->usage, start,
					       _end_time(start, duration), need,
					       -1, &start) != 1))
			return GARQ_FOREVER;
	}
	return start;
}

typedef struct {
	const lic_t *want;
	lic_short_t found;
} search_t;

/* A lic_profile_fn */
static bool _is_short(void *arg, time_t t_s, time_t t_e, uint32_t num)
{
	search_t *s = arg;
	uint32_t left = (num < s->want->total) ? s->want->total - num : 0;

	(void) t_e;
	if (left >= s->want->num)
		return true;
	s->found.missing = s->want->num - left;
	s->found.at = t_s;
	return false;
}

typedef struct {
	lic_profile_fn fn;
	void *arg;
} held_t;

/* A garq_profile_fn */
static bool _pass_held(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	held_t *h = arg;

	return h->fn(h->arg, t_s, t_e, LIMIT - num_free);
}

lic_short_t lic_short(const lic_counts_t *c, const lic_t *want, time_t t_s,
		      time_t t_e)
{
	const struct lic_name *l = _find_license(c, want->name);
	search_t s = { .want = want };
	held_t held = { .fn = _is_short, .arg = &s };
	uint32_t need;

	/* Mostly there is no shortage, and no search for its place. */
	if (l && _needed_number(want, &need) &&
	    (garq_searchReserv(l->usage, t_s, t_e, need) == 1))
		return s.found;
	if (l)
		(void) garq_profile(l->usage, t_s, t_e, _pass_held, &held);
	else
		(void) _is_short(&s, t_s, t_e, 0);
	return s.found;
}

void lic_each(const lic_counts_t *c, const char *name, time_t t_s, time_t t_e,
	      uint64_t group, garq_nodes_fn fn, void *arg)
{
	const struct lic_name *l = _find_license(c, name);

	if (l)
		garq_nodes_each(l->who, c->one, t_s, t_e, group, fn, arg);
}

void lic_profile(const lic_counts_t *c, const char *name, lic_profile_fn fn,
		 void *arg)
{
	const struct lic_name *l = _find_license(c, name);
	held_t held = { .fn = fn, .arg = arg };

	if (l)
		(void) garq_profile(l->usage, c->now, GARQ_FOREVER, _pass_held,
				    &held);
}

const char *lic_name(const lic_counts_t *c, uint32_t i)
{
	const struct lic_name *l = c->first;

	while (l && i--)
		l = l->next;
	return l ? l->name : NULL;
}

lic_set_t lic_set_read(const char *text)
{
	char *copy = text_dup(text), *rest = NULL, *end;
	lic_set_t set = { .cnt = 0 };

	for (char *one = copy ? strtok_r(copy, ",;", &rest) : NULL; one;
	     one = strtok_r(NULL, ",;", &rest)) {
		end = one + strcspn(one, ":=");
		set.list = memory_grow(set.list, set.cnt + 1,
				       sizeof(*set.list));
		set.list[set.cnt++] = (lic_t) {
			.name = text_printf("%.*s", (int) (end - one), one),
			.num = *end ? (uint32_t) strtoul(end + 1, NULL, 10) : 1,
		};
	}
	free(copy);
	return set;
}

bool lic_text_ok(const char *text)
{
	uint64_t sum = 0, n;

	for (const char *s = text; *s; s++) {
		if ((*s != ':') && (*s != '='))
			continue;
		n = 0;
		while (isdigit((unsigned char) s[1]) && (n <= INT32_MAX))
			n = (n * 10) + (uint64_t) (*++s - '0');
		sum += n;
		if (sum > INT32_MAX)
			return false;
	}
	return true;
}

bool lic_check(const lic_counts_t *c, const char **ret_reason)
{
	for (const struct lic_name *l = c->first; l; l = l->next)
		if (!garq_check(l->usage, ret_reason) ||
		    !garq_nodes_check(l->who, ret_reason))
			return false;
	return true;
}

void lic_set_free(lic_set_t *set)
{
	for (uint32_t i = 0; i < set->cnt; i++)
		free(set->list[i].name);
	free(set->list);
	*set = (lic_set_t) { .cnt = 0 };
}

lic_set_t lic_set_copy(const lic_set_t *set)
{
	lic_set_t copy = {
		.list = memory_copy(set->list, set->cnt, sizeof(*set->list)),
		.cnt = set->cnt,
	};

	for (uint32_t i = 0; i < copy.cnt; i++)
		copy.list[i].name = memory_text(copy.list[i].name);
	return copy;
}
