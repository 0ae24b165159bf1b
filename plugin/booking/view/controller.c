/* SPDX-License-Identifier: GPL-2.0-or-later */
/* controller.c - see controller.h */

#include "plugin/booking/view/controller.h"

const controller_t *controller;
