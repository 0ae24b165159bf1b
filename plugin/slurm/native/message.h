/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * message.h - convert Slurm's reservation message to a request and back.
 *
 * Only this file translates the members of resv_desc_msg_t, and so the
 * differences between the versions of Slurm stay here. Locks: none.
 */
#pragma once

#include "plugin/booking/request/request.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Return true if a text of a message ends in its own memory. Slurm 22.05
 * unpacks texts without looking for their end, so a user may send some that
 * have none.
 * IN text - as Slurm unpacked it; NULL ends
 */
extern bool message_text_ends(const char *text);

/*
 * Read a message. All texts are copied.
 * OUT ret - request_free(); empty after an error
 * RET 0, or what Slurm says of such a message where it looks: a text has no end
 */
extern int message_read(const resv_desc_msg_t *desc, request_t *ret);

/* Clear the counts of a message: NodeCnt, CoreCnt, TRES. */
extern void message_clear_nodes(resv_desc_msg_t *desc);

/*
 * Make a message of a request. All texts are copied.
 * RET slurm_free_resv_desc_msg()
 */
extern resv_desc_msg_t *message_write(const request_t *r);

/*
 * Pack a request into bytes that the ledger keeps.
 * OUT ret_bytes - free(); ret_size - in bytes
 * RET the version of Slurm's protocol, for message_unpack()
 */
extern uint16_t message_pack(const request_t *r, void **ret_bytes,
			     size_t *ret_size);

/*
 * Unpack bytes of message_pack().
 * IN size - in bytes; protocol - as message_pack() returned it
 * OUT ret - request_free(); empty after an error
 * RET as message_read(), or Slurm's error if this version can't read that
 *	protocol
 */
extern int message_unpack(const void *bytes, size_t size, uint16_t protocol,
			  request_t *ret);
