/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * turns.h - others are served while a request is decided
 * (plugin/booking/view/turns.h).
 *
 * A turn has a few steps here, so that nearly each decision pauses. In a pause
 * anything may happen that else happens between two requests. Without the
 * weather for it, all is decided in one turn, with all steps.
 */
#pragma once

#include <stdbool.h>

/*
 * What happens in a pause; at the end the view is synced.
 * IN anything - false: nothing happens
 * RET is the view up to date?
 */
extern void turns_use(bool (*others)(bool anything));

/* turns_serve(), with a random number of steps. */
extern void turns_play(void (*serve)(void *arg), void *arg);

/* Are others served now, while a request is decided? */
extern bool turns_is_inside(void);

/* The controller's let_others_in(). */
extern bool turns_let_others_in(office_t *office);
