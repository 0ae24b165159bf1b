/* SPDX-License-Identifier: GPL-2.0-or-later */
/* all_linked.c - messages that concern all reservations; see handlers.h */

#include "plugin/booking/park/loan.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/rpc/handlers.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"

void handle_with_all_linked(slurm_msg_t *msg, rpc_t native)
{
	char *text = NULL;

	/* native refuses others at once: they must not cost a walk under locks. */
	if (office->abi_differs || !validate_super_user(msg->auth_uid)) {
		native(msg);
		return;
	}
	site_lock(false);
	loan_all(office);
	site_unlock(false);
	native(msg);
	site_lock(false);
	(void) site_sync(time(NULL), &text);
	loan_all_end(office);
	site_unlock(false);
	free_null(text);
}
