/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native_apply.c - make a record match its booking; see native.h
 *
 * Times and nodes are set directly, without Slurm's update that may refuse,
 * because the office counts on them for other bookings. Slurm is only asked to
 * change attributes that it has to check or keeps lists of.
 */

#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/record_units.h"

/*
 * The text of an attribute for an update: "" clears the attribute, NULL leaves
 * it. RET not to be freed
 */
static char *_if_other(char *want, const char *is)
{
	if (text_same(want, is))
		return NULL;
	return want ? want : "";
}

/* As above, for a field that some versions of Slurm lack. */
static char *_if_other_extra(char *want, char *const *is)
{
	return is ? _if_other(want, *is) : NULL;
}

/* A request that changes what differs in attributes that Slurm must check. */
static request_t _attributes(const booking_t *b, const slurmctld_resv_t *rec)
{
	compat_extras_t is = compat_resv_extras(rec);
	request_t request = {
		.name = b->name,
		.users = _if_other(b->users, rec->users),
		.users_whole = true,
		.groups = _if_other(b->groups, rec->groups),
		.accounts = _if_other(b->accounts, rec->accounts),
		.partition = _if_other(b->partition, rec->partition),
		.licenses = _if_other(b->licenses, rec->licenses),
		.comment = _if_other_extra(b->comment, is.comment),
		.qos = b->qos ? _if_other_extra(b->qos, is.qos) : NULL,
		.allowed_parts = b->allowed_parts ?
			_if_other_extra(b->allowed_parts, is.allowed_parts) :
			NULL,
		.has_flags = (b->flags ^ rec->flags) & RESERVE_FLAG_MAGNETIC,
	};

	if (request.has_flags)
		request.flags = (b->flags & RESERVE_FLAG_MAGNETIC) ?
			RESERVE_FLAG_MAGNETIC : RESERVE_FLAG_NO_MAGNETIC;
	return request;
}

/* Set the other attributes, and times, which Slurm refuses if past. */
static void _set_plain(slurmctld_resv_t *rec, const booking_t *b)
{
	/* Slurm keeps a list of MAGNETIC records: its update sets the flag. */
	rec->flags = (b->flags & ~RESERVE_FLAG_MAGNETIC) |
		     (rec->flags & (RESERVE_FLAG_MAGNETIC | NATIVE_UNWRITTEN));
	rec->duration = b->duration_min;
	rec->purge_comp_time = b->purge_comp_time;
	rec->max_start_delay = b->max_start_delay;
	if (native_start(rec) != b->start)
		rec->start_time = rec->start_time_first =
			rec->start_time_prev = b->start;
	if (b->start > time(NULL))	/* let the prolog run at the start */
		rec->ctld_flags &= ~(RESV_CTLD_PROLOG | RESV_CTLD_EPILOG);
	rec->end_time = b->end;
	xfree(rec->features);
	rec->features = b->features ? xstrdup(b->features) : NULL;
	if (!b->qos)
		compat_clear_qos(rec);
	if (!b->allowed_parts)
		compat_clear_allowed_parts(rec);
}

/* True if the request of _attributes() changes anything. */
static bool _asks_change(const request_t *request)
{
	return request->users || request->groups || request->accounts ||
	       request->partition || request->licenses ||
	       request->has_flags || request->comment || request->qos ||
	       request->allowed_parts;
}

/* True if the record has these cores. */
static bool _has_units(const slurmctld_resv_t *rec, const units_t *units)
{
	units_t is = record_units_read(rec);
	bool same = units_equal(&is, units);

	units_free(&is);
	return same;
}

/*
 * The nodes that the record should have.
 * OUT ret_nodes - owned by the caller, also after REFUSED_NODES: those that
 *	exist; NULL: the record has the right nodes
 * RET 0 or REFUSED_NODES
 */
static int _other_nodes(const slurmctld_resv_t *rec, const booking_t *b,
			const units_t *units, garq_set_t **ret_nodes)
{
	*ret_nodes = NULL;
	/* Slurm works out such nodes itself when it reads its state. */
	if ((b->flags & rec->flags & (RESERVE_FLAG_ALL_NODES |
				      RESERVE_FLAG_PART_NODES)) || !b->nodes ||
	    (!xstrcmp(b->nodes, rec->node_list) && _has_units(rec, units)))
		return SLURM_SUCCESS;
	return nodes_from_list(b->nodes, ret_nodes);
}

/* Have Slurm change the attributes that differ. */
static int _change_attributes(slurmctld_resv_t *rec, const booking_t *b,
			      char **ret_err)
{
	const change_t change = { .list = false };
	request_t request = _attributes(b, rec);

	return _asks_change(&request) ?
		       native_update(rec, &request, &change, true, ret_err) :
		       0;
}

int native_apply(record_t *record, const booking_t *b, char **ret_err)
{
	slurmctld_resv_t *rec = record;
	units_t units = units_read(office, b->cores);
	garq_set_t *nodes;
	int missing = _other_nodes(rec, b, &units, &nodes), rc;

	rc = _change_attributes(rec, b, ret_err);
	if (nodes)
		native_bind(rec, nodes, &units);
	units_free(&units);
	_set_plain(rec, b);
	accounting_changed(rec);
	garq_set_destroy(nodes);
	return rc ? rc : missing;
}

int native_from_stand_in(record_t *record, const booking_t *b, char **ret_err)
{
	slurmctld_resv_t *rec = record;
	int rc;

	/* Slurm changes no record without nodes that lacks this flag. */
	rec->flags |= b->flags & RESERVE_FLAG_ANY_NODES;
	rc = _change_attributes(rec, b, ret_err);
	if (rc) {
		rec->flags &= ~RESERVE_FLAG_ANY_NODES;
		return rc;
	}
	_set_plain(rec, b);
	native_pin(rec, PIN_NODES);
	if (!rec->node_cnt)	/* Slurm gives such a record no list, not an empty one */
		xfree(rec->node_list);
	if (!compat_resv_extras(rec).comment)
		xfree(*native_remark(rec));
	accounting_changed(rec);
	return SLURM_SUCCESS;
}
