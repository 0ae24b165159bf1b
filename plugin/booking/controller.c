/* SPDX-License-Identifier: GPL-2.0-or-later */
/* controller.c - see controller.h */

#include "plugin/booking/controller.h"

const controller_t *controller;
