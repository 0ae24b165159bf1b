/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/view.h"
#include "plugin/slurm/compat/abi_check.h"
#include "plugin/slurm/native/ids.h"
#include "plugin/slurm/native/native_make.h"
#include "plugin/slurm/native/record_users.h"
#include "plugin/slurm/native/watch_list.h"

/* The first record since the start could not be checked before. */
static bool _is_known(const slurmctld_resv_t *rec, char **ret_err)
{
	char why[256];

	if (abi_check_resv(rec, why, sizeof(why)))
		return true;
	error("sched/garq: %s", why);
	free(*ret_err);
	*ret_err = text_dup(why);
	return false;
}

list_t *native_decided_licenses(const char *text)
{
	list_t *list = NULL;
	list_itr_t *iter;
	licenses_t *l;
	bool plain = true;

	if (!text || !text[0] || !compat_license_list(text, false, &list) ||
	    !list)
		return NULL;
	iter = list_iterator_create(list);
	while (plain && (l = list_next(iter)))
		plain = compat_license_is_plain(l);
	list_iterator_destroy(iter);
	if (!plain)
		FREE_NULL_LIST(list);
	return list;
}

/*
 * True if the office has decided about all that Slurm looks for in other
 * records, when the nodes are given and DECIDED is set: the name, the id
 * (ids.h) and the licenses.
 */
static bool _is_decided(office_t *office, const resv_desc_msg_t *desc)
{
	list_t *licenses;

	if (desc->name && view_find(office, desc->name))
		return false;
	if (!desc->licenses || !desc->licenses[0])
		return true;
	licenses = native_decided_licenses(desc->licenses);
	if (!licenses)
		return false;
	FREE_NULL_LIST(licenses);
	return true;
}

/* OUT ret_rec - the record in Slurm's list, or NULL; RET a code (refused.h) */
static int _make_among(resv_desc_msg_t *desc, slurmctld_resv_t **ret_rec,
		       char **ret_err)
{
	int rc = compat_create_resv(desc, ret_err);

	*ret_rec = rc ? NULL : find_resv_name(desc->name);
	return (rc || *ret_rec) ? rc : REFUSED_NO_SUCH;
}

/*
 * As _make_among(), but with an empty list of reservations: Slurm counts no
 * other licenses, and does not walk through thousands of records. The new
 * record then joins the full list. Slurm's licenses query may read the empty
 * list without a lock, so that list is never freed.
 */
static int _make_alone(resv_desc_msg_t *desc, slurmctld_resv_t **ret_rec,
		       char **ret_err)
{
	static list_t *alone;
	list_t *all = resv_list;
	slurmctld_resv_t *rec;
	int rc;

	if (!alone)
		alone = list_create(NULL);
	resv_list = alone;
	rc = compat_create_resv(desc, ret_err);
	resv_list = all;
	*ret_rec = NULL;
	while ((rec = list_pop(alone))) {
		watch_list_push(rec);
		*ret_rec = rec;
	}
	return (rc || *ret_rec) ? rc : REFUSED_NO_SUCH;
}

/*
 * Have Slurm create a reservation for users that are put into it afterwards.
 * OUT, RET - as native_make()
 */
static int _make_for(resv_desc_msg_t *desc, record_users_t *users, bool decided,
		     slurmctld_resv_t **ret_rec, char **ret_err)
{
	slurmctld_resv_t *rec;
	int rc = decided ? _make_alone(desc, &rec, ret_err) :
			   _make_among(desc, &rec, ret_err);

	if (rc)
		return rc;
	*ret_rec = rec;
	return _is_known(rec, ret_err) ?
		record_users_created(rec, users) :
		REFUSED_UNSUPPORTED;
}

int native_make(office_t *office, const request_t *request,
		resv_desc_msg_t *desc, uint32_t id, bool placed,
		slurmctld_resv_t **ret_rec, char **ret_err)
{
	bool decided = placed && resv_list && _is_decided(office, desc);
	const ids_choice_t choice = ids_choose(office, desc, id);
	record_users_t users;
	int rc = record_users_take(request, desc, &users);

	*ret_rec = NULL;
	if (!rc) {
		rc = _make_for(desc, &users, decided, ret_rec, ret_err);
		record_users_free(&users);
	}
	ids_end(office, &choice, rc ? NULL : *ret_rec);
	return rc;
}
