/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update_native.h - changes that the host makes.
 *
 * Locks: site_lock(), synced.
 */
#ifndef PLUGIN_UPDATE_NATIVE_H
#define PLUGIN_UPDATE_NATIVE_H

#include "plugin/booking/update_out.h"

/*
 * A request for a number of nodes gets the partition that they are from.
 * RET 0 or ENOMEM
 */
extern int update_set_partition(const view_resv_t *v, request_t *request);

/*
 * Have the host change what is its own, or becomes that.
 * RET 0 or a code (refused.h)
 */
extern int update_native(view_resv_t *v, request_t *request, time_t now,
			 update_t *out);

#endif
