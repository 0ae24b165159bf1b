/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native_make.h - have Slurm make a record.
 *
 * Slurm looks for the id and the name of a new reservation in all records, and
 * adds up the licenses of all reservations that overlap the new one. Where the
 * office has decided about id, name and licenses, Slurm makes the record in an
 * empty list, and the record then joins the others: so the cost does not
 * depend on how many records there are.
 *
 * Locks: conf READ, job READ, node WRITE, part READ.
 */
#pragma once

#include "plugin/booking/request/request.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Have Slurm create a reservation.
 * IN request - that desc was made of
 * IN id - the wanted id; 0: any
 * IN placed - the office has chosen the nodes
 * IN/OUT desc - Slurm, and ids_choose(), change it
 * OUT ret_rec - the record, or NULL; after an error the caller deletes it
 * OUT ret_err, RET - as create() of host.h
 */
extern int native_make(office_t *office, const request_t *request,
		       resv_desc_msg_t *desc, uint32_t id, bool placed,
		       slurmctld_resv_t **ret_rec, char **ret_err);

/*
 * Slurm adds up the licenses of all reservations that overlap a request. Two of
 * these reservations may follow one another, and Slurm adds up both, so Slurm
 * refuses too much. The office has
 * decided about plain licenses (compat_license_is_plain()), so Slurm must not
 * count other reservations for these; Slurm decides about all other kinds.
 * RET the licenses of text, if all are plain, FREE_NULL_LIST(); NULL: Slurm
 *	decides
 */
extern list_t *native_decided_licenses(const char *text);
