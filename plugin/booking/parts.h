/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parts.h - what a whole office consists of */
#ifndef PLUGIN_PARTS_H
#define PLUGIN_PARTS_H

#include "plugin/booking/view/office.h"

/* All parts of OFFICE_PARTS(), for office_create(). */
extern const office_part_t *const office_parts[];

#endif
