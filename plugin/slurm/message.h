/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * message.h - Slurm's message of a request, and the request as a value.
 *
 * The members of resv_desc_msg_t are read and set nowhere else for what a user
 * asks; how they differ between the versions of Slurm is settled here. No locks.
 */
#ifndef PLUGIN_MESSAGE_H
#define PLUGIN_MESSAGE_H

#include "plugin/booking/request.h"
#include "plugin/slurm/compat.h"

/*
 * OUT ret - request_free(); says nothing after an error
 * RET 0 or ENOMEM
 */
extern int message_read(const resv_desc_msg_t *desc, request_t *ret);

/* Take NodeCnt out of a message. */
extern void message_clear_nodes(resv_desc_msg_t *desc);

/* RET the same request for Slurm's functions; slurm_free_resv_desc_msg() */
extern resv_desc_msg_t *message_write(const request_t *r);

/*
 * The bytes of a request, to be kept in the ledger.
 * OUT ret_bytes, ret_size - free()
 * RET the version of Slurm's protocol, for message_unpack(); 0: memory is short
 */
extern uint16_t message_pack(const request_t *r, void **ret_bytes,
			     size_t *ret_size);

/*
 * OUT ret - request_free(); says nothing after an error
 * RET 0, or not: this Slurm can't read it any more, or memory is short
 */
extern int message_unpack(const void *bytes, size_t size, uint16_t protocol,
			  request_t *ret);

#endif
