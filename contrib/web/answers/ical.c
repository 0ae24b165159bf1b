/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/gantt/gantt_seen.h"
#include "contrib/web/answers/ical.h"
#include "contrib/web/answers/zone.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/zone.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define YEAR_2020 1577836800
#define AHEAD (5 * 366 * 86400L)	/* for which hours are told, seconds */

struct ical {
	icalcomponent *all;
	char zone[ZONE_SIZE];	/* "": UTC */
	time_t now;
};

/* --- texts ---------------------------------------------------------------------- */

/*
 * A text of others: what is neither printable ASCII nor a byte of UTF-8 becomes
 * "?". RET for free(), or NULL
 */
static char *_clean(const char *text)
{
	char *copy = strdup(text);

	for (char *c = copy; c && *c; c++)
		if ((((unsigned char) *c < ' ') && (*c != '\n')) ||
		    (*c == 0x7f))
			*c = '?';
	return copy;
}

static void _add_text(icalcomponent *to, icalproperty *(*make)(const char *),
		      const char *text)
{
	char *clean = text ? _clean(text) : NULL;

	if (clean && clean[0])
		icalcomponent_add_property(to, make(clean));
	free(clean);
}

static void _put_line(FILE *f, const char *what, const char *text)
{
	if (text && text[0])
		fprintf(f, "%s: %s\n", what, text);
}

/* RET for free(), or NULL */
static char *_description(const entry_t *e)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	if (e->r) {
		fprintf(f, "Nodes: %u\n", e->r->node_cnt);
		_put_line(f, "Node list", e->r->node_list);
		_put_line(f, "Users", e->r->users);
		_put_line(f, "Accounts", e->r->accounts);
		_put_line(f, "Comment", ctl_remark(e->r));
	} else {
		fputs("An offer whose place is held: accept it, or withdraw it\n", f);
	}
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

static char *_uid(const char *cluster, const char *name)
{
	char *text = NULL;

	return (asprintf(&text, "%s@%s.garq", name, cluster) < 0) ? NULL : text;
}

/* --- times ------------------------------------------------------------------------- */

/* The date and time that a clock shows which is so many seconds east of UTC. */
static struct icaltimetype _shown(time_t t, long offset)
{
	return icaltime_from_timet_with_zone(t + offset, 0, NULL);
}

static struct icaltimetype _utc(time_t t)
{
	return icaltime_from_timet_with_zone(t, 0,
					     icaltimezone_get_utc_timezone());
}

static void _add_time(const ical_t *c, icalcomponent *to,
		      icalproperty *(*make)(struct icaltimetype), time_t t)
{
	icalproperty *p;

	if (c->zone[0]) {
		p = make(_shown(t, zone_offset(t)));
		icalproperty_add_parameter(p, icalparameter_new_tzid(c->zone));
	} else {
		p = make(_utc(t));
	}
	icalcomponent_add_property(to, p);
}

/* The hours from a time on. IN before - the offset up to then */
static void _add_hours(icalcomponent *zone, time_t t, long before)
{
	char name[ZONE_SIZE];
	icalcomponent *hours;
	bool summer;

	(void) zone_hours(t, &summer, name);
	hours = icalcomponent_new(summer ? ICAL_XDAYLIGHT_COMPONENT :
					   ICAL_XSTANDARD_COMPONENT);
	icalcomponent_add_property(hours, icalproperty_new_tzname(name));
	icalcomponent_add_property(hours,
		icalproperty_new_tzoffsetfrom((int) before));
	icalcomponent_add_property(hours,
		icalproperty_new_tzoffsetto((int) zone_offset(t)));
	icalcomponent_add_property(hours,
		icalproperty_new_dtstart(_shown(t, before)));
	icalcomponent_add_component(zone, hours);
}

static void _add_zone(ical_t *c, time_t from, time_t until)
{
	icalcomponent *zone = icalcomponent_new(ICAL_VTIMEZONE_COMPONENT);

	icalcomponent_add_property(zone, icalproperty_new_tzid(c->zone));
	_add_hours(zone, from, zone_offset(from));
	while ((from = zone_change(from, until)) < until)
		_add_hours(zone, from, zone_offset(from - 1));
	icalcomponent_add_component(c->all, zone);
}

/* How a recurring reservation recurs. */
static void _add_rule(icalcomponent *to, uint64_t flags)
{
	static const struct {
		uint64_t flag;
		const char *rule;
	} table[] = {
		{ BOOKING_FLAG_HOURLY, "FREQ=HOURLY" },
		{ BOOKING_FLAG_DAILY, "FREQ=DAILY" },
		{ BOOKING_FLAG_WEEKLY, "FREQ=WEEKLY" },
		{ BOOKING_FLAG_WEEKDAY, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" },
		{ BOOKING_FLAG_WEEKEND, "FREQ=WEEKLY;BYDAY=SA,SU" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		if (flags & table[i].flag) {
			icalcomponent_add_property(to, icalproperty_new_rrule(
				icalrecurrencetype_from_string(table[i].rule)));
			return;
		}
}

/* --- the calendar --------------------------------------------------------------------- */

static void _add_x(icalcomponent *to, const char *name, const char *value)
{
	icalproperty *p = icalproperty_new_x(value);

	icalproperty_set_x_name(p, name);
	icalcomponent_add_property(to, p);
}

ical_t *ical_make(const char *name, time_t from, time_t now)
{
	ical_t *c = malloc(sizeof(*c));

	if (!c)
		return NULL;
	c->now = now;
	(void) zone_name(c->zone);
	if (!strcmp(c->zone, "UTC"))
		c->zone[0] = '\0';
	c->all = icalcomponent_new(ICAL_VCALENDAR_COMPONENT);
	icalcomponent_add_property(c->all, icalproperty_new_version("2.0"));
	icalcomponent_add_property(c->all,
		icalproperty_new_prodid("-//garq//garq-web " GARQ_VERSION "//EN"));
	_add_x(c->all, "X-WR-CALNAME", name);
	_add_x(c->all, "X-PUBLISHED-TTL", "PT5M");
	if (c->zone[0])
		_add_zone(c, (from < now) ? from : now, now + AHEAD);
	return c;
}

static icalproperty_status _status(const entry_t *e)
{
	return (e->offer ||
		(gantt_kind(e->r, true) == GANTT_HELD)) ?
	       ICAL_STATUS_TENTATIVE : ICAL_STATUS_CONFIRMED;
}

/* An event of the calendar: all that it has with a cancelled one in common. */
static icalcomponent *_begin(ical_t *c, const char *cluster,
			     const ical_cancelled_t *e)
{
	icalcomponent *event = icalcomponent_new(ICAL_VEVENT_COMPONENT);
	char *uid = _uid(cluster, e->name);

	_add_text(event, icalproperty_new_uid, uid);
	icalcomponent_add_property(event, icalproperty_new_dtstamp(_utc(c->now)));
	icalcomponent_add_property(event,
		icalproperty_new_lastmodified(_utc(e->closed)));
	icalcomponent_add_property(event, icalproperty_new_sequence(
		(int) (e->closed - YEAR_2020)));
	_add_time(c, event, icalproperty_new_dtstart, e->start);
	_add_time(c, event, icalproperty_new_dtend, e->end);
	_add_text(event, icalproperty_new_summary, e->name);
	_add_text(event, icalproperty_new_location, e->nodes);
	icalcomponent_add_component(c->all, event);
	free(uid);
	return event;
}

void ical_cancel(ical_t *c, const char *cluster, const ical_cancelled_t *e)
{
	ical_cancelled_t later = *e;

	later.closed++;	/* than any change in the second of the cancellation */
	icalcomponent_add_property(_begin(c, cluster, &later),
		icalproperty_new_status(ICAL_STATUS_CANCELLED));
}

void ical_add(ical_t *c, const char *cluster, const entry_t *e)
{
	icalcomponent *event = _begin(c, cluster, &(ical_cancelled_t) {
		.name = e->name, .nodes = e->r ? e->r->node_list : NULL,
		.start = e->start, .end = e->end, .closed = e->changed });
	char *about = _description(e);

	if (e->r)
		_add_rule(event, e->r->flags);
	_add_text(event, icalproperty_new_description, about);
	icalcomponent_add_property(event, icalproperty_new_status(_status(e)));
	free(about);
}

char *ical_text(ical_t *c)
{
	char *text = icalcomponent_as_ical_string_r(c->all), *copy;

	/* libical's allocator need not be malloc() */
	copy = text ? strdup(text) : NULL;
	icalmemory_free_buffer(text);
	icalcomponent_free(c->all);
	free(c);
	return copy;
}
