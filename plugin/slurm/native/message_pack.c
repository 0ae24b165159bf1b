/* SPDX-License-Identifier: GPL-2.0-or-later */
/* message_pack.c - a request as the bytes of a message; see message.h */

#include <string.h>

#include "plugin/memory/memory.h"
#include "plugin/slurm/native/message.h"

static void _init_message(slurm_msg_t *msg, uint16_t protocol)
{
	slurm_msg_t_init(msg);
	msg->msg_type = REQUEST_CREATE_RESERVATION;
	msg->protocol_version = protocol;
}

uint16_t message_pack(const request_t *r, void **ret_bytes, size_t *ret_size)
{
	buf_t *buffer = init_buf(4096);
	slurm_msg_t msg;

	_init_message(&msg, SLURM_PROTOCOL_VERSION);
	msg.data = message_write(r);
	(void) pack_msg(&msg, buffer);	/* it knows this type */
	*ret_size = get_buf_offset(buffer);
	*ret_bytes = memory_copy(get_buf_data(buffer), *ret_size, 1);
	slurm_free_resv_desc_msg(msg.data);
	FREE_NULL_BUFFER(buffer);
	return SLURM_PROTOCOL_VERSION;
}

int message_unpack(const void *bytes, size_t size, uint16_t protocol,
		   request_t *ret)
{
	char *copy = xmalloc(size + 1);
	buf_t *buffer;
	slurm_msg_t msg;
	int rc;

	memset(ret, 0, sizeof(*ret));
	memcpy(copy, bytes, size);
	buffer = create_buf(copy, size);
	_init_message(&msg, protocol);
	rc = unpack_msg(&msg, buffer);
	FREE_NULL_BUFFER(buffer);
	if (rc)
		return rc;
	rc = message_read(msg.data, ret);
	slurm_free_resv_desc_msg(msg.data);
	return rc;
}
