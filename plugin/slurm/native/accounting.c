/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/name.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/native_flags.h"

#define SHARE 4		/* of the messages that Slurm keeps, a quarter */

/* RET texts are the record's, but for node_inx: xfree() */
static slurmdb_reservation_rec_t _describe(const slurmctld_resv_t *rec)
{
	return (slurmdb_reservation_rec_t) {
		.assocs = rec->assoc_list,
		.cluster = slurm_conf.cluster_name,
		.flags = native_flags_asked(rec->flags),
		.id = rec->resv_id,
		.name = rec->name,
		.node_inx = acct_storage_g_node_inx(acct_db_conn,
						    rec->node_list),
		.nodes = rec->node_list,
		.time_end = rec->end_time,
		.time_start = rec->start_time,
		.time_start_prev = rec->start_time_prev,
		.tres_str = rec->tres_str,
	};
}

void accounting_changed(const slurmctld_resv_t *rec)
{
	slurmdb_reservation_rec_t r = _describe(rec);

	if (name_is_job(rec->name)) {
		/* Delete the reservation even if recorded as started. */
		r.time_start_prev = 0;
		(void) acct_storage_g_remove_reservation(acct_db_conn, &r);
		xfree(r.node_inx);
		return;
	}
	(void) acct_storage_g_modify_reservation(acct_db_conn, &r);
	xfree(r.node_inx);
}

void accounting_removed(const slurmctld_resv_t *rec)
{
	time_t now = time(NULL);
	slurmdb_reservation_rec_t r = {
		.cluster = slurm_conf.cluster_name,
		.id = rec->resv_id,
		.name = rec->name,
		.time_end = now,
		.time_start = rec->start_time,
		.time_start_prev = now,
		.tres_str = rec->tres_str,
	};

	(void) acct_storage_g_remove_reservation(acct_db_conn, &r);
}

void accounting_renumbered(const slurmctld_resv_t *rec, uint32_t was)
{
	slurmdb_reservation_rec_t r = _describe(rec);

	r.id = was;
	(void) acct_storage_g_remove_reservation(acct_db_conn, &r);
	r.id = rec->resv_id;
	(void) acct_storage_g_add_reservation(acct_db_conn, &r);
	xfree(r.node_inx);
}

void accounting_again(const slurmctld_resv_t *rec)
{
	slurmdb_reservation_rec_t r;

	if (name_is_job(rec->name))
		return;
	r = _describe(rec);
	(void) acct_storage_g_add_reservation(acct_db_conn, &r);
	xfree(r.node_inx);
}

bool accounting_is_behind(void)
{
	int waiting = 0;

	if (acct_storage_g_get_data(acct_db_conn, ACCT_STORAGE_INFO_AGENT_COUNT,
				    &waiting) != SLURM_SUCCESS)
		return false;
	return (waiting > 0) && slurm_conf.max_dbd_msgs &&
	       ((uint32_t) waiting >= slurm_conf.max_dbd_msgs / SHARE);
}
