/* SPDX-License-Identifier: GPL-2.0-or-later */
/* site.c - see site.h */

#include "plugin/booking/view/site.h"

site_t site;
