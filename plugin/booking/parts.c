/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parts.c - see parts.h */

#include "plugin/booking/parts.h"

const office_part_t *const office_parts[] = {
	OFFICE_PARTS(OFFICE_PART_OF) NULL
};
