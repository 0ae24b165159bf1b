/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * finish.h - what was decided under the locks is made durable before the answer,
 * or taken back. Both functions wait for the disk. Locks: none.
 */
#ifndef PLUGIN_FINISH_H
#define PLUGIN_FINISH_H

#include "plugin/booking/create.h"
#include "plugin/booking/update.h"

/* After create_serve() and its like. out says so if it is taken back. */
extern void create_finish(create_t *out);

/* The same of the reservation of this name after update_serve() and its like. */
extern void update_finish(const char *name, update_t *out);

#endif
