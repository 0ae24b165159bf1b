/* SPDX-License-Identifier: GPL-2.0-or-later */
/* give.h - give nodes, cores or GPUs of a reservation back. */
#pragma once

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/sresv/ctl/gpus.h"

/*
 * Turn what w gives back, of nodes, cores or gpus one, into the update of r.
 * Nodes take their cores with them; cores and GPUs leave the number of nodes to
 * the controller.
 * IN/OUT w - refers to gpus then; keeps what it gives on failure
 * RET NULL, or the sentence that refuses it, for free()
 */
extern char *give_back(const reserve_info_t *r, wish_t *w,
		       char gpus[GPUS_TRES]);
