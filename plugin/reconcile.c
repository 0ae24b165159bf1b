/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reconcile.c - see reconcile.h */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "plugin/native.h"
#include "plugin/reconcile.h"
#include "plugin/request.h"
#include "plugin/site.h"

#define STATE_VERSION "PROTOCOL_VERSION"

static time_t state_begun;	/* 0: there is no state file */
static bool state_partial;	/* Slurm may have read less than is in it */

typedef struct {
	time_t now;
	int made, changed, closed, adopted, deleted, failed;
} tally_t;

/*
 * A reservation of a version that Slurm can't read is left out, with all after
 * it: there is no check of the version but this. With -i it may leave out more.
 */
static void _note_version(uint16_t protocol)
{
	bool readable = (protocol >= SLURM_MIN_PROTOCOL_VERSION) &&
		(protocol <= SLURM_PROTOCOL_VERSION);

	state_partial = !readable || ignore_state_errors;
	if (!readable)
		info("sched/garq: Slurm's reservations were saved by a version (protocol %u) whose state this one can't read: bookings are made again from the ledger",
		     protocol);
	else if (ignore_state_errors)
		info("sched/garq: slurmctld was started with -i: bookings that it does not know are made again from the ledger");
}

void reconcile_note_state(void)
{
	char *path = xstrdup_printf("%s/resv_state",
				    slurm_conf.state_save_location);
	buf_t *buffer = create_mmap_buf(path);
	char *version = NULL;
	uint32_t len;
	uint16_t protocol;
	time_t begun = 0;

	state_begun = 0;
	state_partial = false;
	if (buffer) {
		safe_unpackstr_xmalloc(&version, &len, buffer);
		safe_unpack16(&protocol, buffer);
		safe_unpack_time(&begun, buffer);
		if (!xstrcmp(version, STATE_VERSION)) {
			state_begun = begun;
			_note_version(protocol);
		}
	}
unpack_error:
	FREE_NULL_BUFFER(buffer);
	xfree(version);
	xfree(path);
}

static void _later(ledger_op_t *op)
{
	if (op)
		ledger_commit_later(site.ledger, op);
}

/* Attach a booking to its record; if dirty, note what the record says. */
static void _attach(booking_t *b, slurmctld_resv_t *rec, bool dirty,
		    time_t now)
{
	view_resv_t *v;

	native_pin(rec);
	v = view_refresh(rec, now);
	booking_destroy(v->booking);
	v->booking = b;
	if (!dirty)
		return;
	native_read(rec, b);
	_later(ledger_put(site.ledger, b));
}

static void _close(booking_t *b, const char *why, tally_t *tally)
{
	info("sched/garq: reservation %s: %s", b->name, why);
	_later(ledger_drop(site.ledger, b->name, why));
	booking_destroy(b);
	tally->closed++;
}

/* The booking has no native record. */
static void _without_record(booking_t *b, tally_t *tally)
{
	slurmctld_resv_t *rec = NULL;
	char *err = NULL;
	int rc;

	if (b->end <= tally->now) {
		_close(b, "ended while the controller was down", tally);
		return;
	}
	if ((b->changed < state_begun) && !state_partial) {
		_close(b, "removed while sched/garq was off", tally);
		return;
	}
	rc = native_recreate(b, &rec, &err);
	if (rc == SLURM_SUCCESS) {
		info("sched/garq: made reservation %s again from the ledger",
		     b->name);
		_attach(b, rec, true, tally->now);
		tally->made++;
	} else {
		error("sched/garq: reservation %s is in the ledger but can't be made again: %s (it stays in the ledger)",
		      b->name, err ? err : slurm_strerror(rc));
		booking_destroy(b);
		tally->failed++;
	}
	xfree(err);
}

static bool _extra_differs(const char *text, char **is)
{
	return is && xstrcmp(text, *is);
}

static bool _differs(const booking_t *b, const slurmctld_resv_t *rec)
{
	compat_extras_t extras = compat_resv_extras(rec);
	/* fini() unpins what asked for a count. */
	uint64_t flags = (b->flags ^ rec->flags) & ~RESERVE_FLAG_SPEC_NODES;

	return flags || (b->resv_id != rec->resv_id) ||
	       (b->start != native_start(rec)) || (b->end != rec->end_time) ||
	       (b->duration_min != rec->duration) ||
	       (b->purge_comp_time != rec->purge_comp_time) ||
	       (b->max_start_delay != rec->max_start_delay) ||
	       xstrcmp(b->nodes, rec->node_list) ||
	       xstrcmp(b->partition, rec->partition) ||
	       xstrcmp(b->features, rec->features) ||
	       xstrcmp(b->licenses, rec->licenses) ||
	       xstrcmp(b->users, rec->users) ||
	       xstrcmp(b->groups, rec->groups) ||
	       xstrcmp(b->accounts, rec->accounts) ||
	       _extra_differs(b->comment, extras.comment) ||
	       _extra_differs(b->qos, extras.qos) ||
	       _extra_differs(b->allowed_parts, extras.allowed_parts);
}

/* A record of Slurm's own has the name of a booking. */
static void _with_native(booking_t *b, tally_t *tally)
{
	int rc;

	if (b->changed < state_begun) {
		_close(b, LEDGER_WHY_NATIVE " while sched/garq was off", tally);
	} else if ((rc = native_delete(b->name)) == SLURM_SUCCESS) {
		_without_record(b, tally);
	} else {
		error("sched/garq: reservation %s is in the ledger, and Slurm has another one of this name: %s",
		      b->name, slurm_strerror(rc));
		booking_destroy(b);
		tally->failed++;
	}
}

/* Bring the record to what the ledger says. */
static void _apply(const booking_t *b, slurmctld_resv_t *rec)
{
	char *err = NULL;
	int rc = native_apply(rec, b, &err);

	if (rc == SLURM_SUCCESS)
		info("sched/garq: reservation %s brought to what the ledger says",
		     b->name);
	else
		error("sched/garq: reservation %s differs from the ledger and can't be changed: %s",
		      b->name, err ? err : slurm_strerror(rc));
	xfree(err);
}

/*
 * It was changed without us: a window of then may not hold it, and other nodes
 * may have been asked for.
 */
static void _follow(booking_t *b, const slurmctld_resv_t *rec)
{
	bool all = rec->flags & (RESERVE_FLAG_ALL_NODES |
				 RESERVE_FLAG_PART_NODES);
	const char *list = all ? "ALL" : rec->node_list;

	if ((native_start(rec) < b->t_esr) || (native_start(rec) > b->t_lsr))
		b->t_esr = b->t_lsr = native_start(rec);
	if (xstrcmp(b->nodes, rec->node_list))
		(void) booking_set(&b->asked_nodes,
				   (rec->flags & RESERVE_FLAG_SPEC_NODES) ?
				   list : NULL);
}

static void _with_record(booking_t *b, slurmctld_resv_t *rec, tally_t *tally)
{
	bool differs = _differs(b, rec);

	if (request_is_native_record(rec)) {
		_with_native(b, tally);
		return;
	}
	if (differs && (b->changed >= state_begun))
		_apply(b, rec);
	else if (differs)
		_follow(b, rec);
	tally->changed += differs;
	_attach(b, rec, differs, tally->now);
}

static void _one(void *arg, booking_t *b)
{
	slurmctld_resv_t *rec = find_resv_name(b->name);

	if (rec)
		_with_record(b, rec, arg);
	else
		_without_record(b, arg);
}

static void _adopt(slurmctld_resv_t *rec, tally_t *tally)
{
	booking_t *b = native_to_booking(rec, tally->now);

	if (!b) {
		error("sched/garq: out of memory, reservation %s is not adopted",
		      rec->name);
		return;
	}
	info("sched/garq: adopted reservation %s", rec->name);
	_attach(b, rec, true, tally->now);
	tally->adopted++;
}

/* A record that no live booking has: adopt it, or it was deleted. */
static void _strangers(tally_t *tally)
{
	list_t *names = list_create(xfree_ptr);
	list_itr_t *iter = list_iterator_create(resv_list);
	slurmctld_resv_t *rec;
	char *name;

	while ((rec = list_next(iter))) {
		view_resv_t *v = view_find(rec->name);
		if (!(v && v->booking))
			list_append(names, xstrdup(rec->name));
	}
	list_iterator_destroy(iter);
	while ((name = list_pop(names))) {
		rec = find_resv_name(name);
		if (ledger_was_closed(site.ledger, name, rec->resv_id,
				      state_begun)) {
			info("sched/garq: reservation %s was deleted: deleting it again",
			     name);
			if (native_delete(name) == SLURM_SUCCESS)
				tally->deleted++;
		} else if (!request_is_native_record(rec)) {
			_adopt(rec, tally);
		}
		xfree(name);
	}
	FREE_NULL_LIST(names);
}

/* Put a ledger that can't be read aside, with all that SQLite keeps beside it. */
static bool _put_aside(const char *path, time_t now)
{
	static const char *const suffix[] = { "", "-wal", "-journal" };
	bool ok = true;

	for (size_t i = 0; i < ARRAY_SIZE(suffix); i++) {
		char *from = xstrdup_printf("%s%s", path, suffix[i]);
		char *to = xstrdup_printf("%s.damaged.%ld%s", path, (long) now,
					  suffix[i]);
		if (rename(from, to) && (errno != ENOENT))
			ok = false;
		else if (!i)
			error("sched/garq: the damaged ledger is kept as %s",
			      to);
		xfree(from);
		xfree(to);
	}
	return ok;
}

static void _tell_migrated(const char *path)
{
	int found = ledger_found_schema(site.ledger);

	if (found && (found < LEDGER_SCHEMA))
		info("sched/garq: ledger migrated from schema %d to %d, the old one is kept as %s.v%d",
		     found, LEDGER_SCHEMA, path, found);
}

static void _open(const char *path, time_t now)
{
	char why[256];
	ledger_status_t status = ledger_open(path, &site.ledger, why,
					     sizeof(why));

	site.ledger_error[0] = '\0';
	if (status == LEDGER_DAMAGED) {
		error("sched/garq: the ledger %s is damaged: %s", path, why);
		error("sched/garq: a new one is begun from the reservations that Slurm knows; bookings that only the old one knew are not restored");
		if (_put_aside(path, now))
			status = ledger_open(path, &site.ledger, why,
					     sizeof(why));
	}
	if (status == LEDGER_OK) {
		_tell_migrated(path);
		return;
	}
	snprintf(site.ledger_error, sizeof(site.ledger_error),
		 "the ledger %s can't be used: %s", path, why);
	error("sched/garq: %s; reservations of Slurm are kept, new ones are refused",
	      site.ledger_error);
}

void reconcile(time_t now)
{
	tally_t tally = { .now = now };
	char *path = xstrdup_printf("%s/" LEDGER_FILE,
				    slurm_conf.state_save_location);
	char why[256];

	site.ready = true;
	if (!site.ledger)
		_open(path, now);
	if (site.ledger) {
		if (!ledger_each(site.ledger, _one, &tally, why, sizeof(why)))
			error("sched/garq: the ledger %s could not be read to its end: %s",
			      path, why);
		_strangers(&tally);
		info("sched/garq: ledger reconciled with Slurm: %d made again, %d changed, %d adopted, %d closed, %d deleted, %d failed",
		     tally.made, tally.changed, tally.adopted, tally.closed,
		     tally.deleted, tally.failed);
		schedule_resv_save();
		(void) ledger_retry(site.ledger, why, sizeof(why));
	}
	xfree(path);
}
