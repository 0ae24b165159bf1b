/* SPDX-License-Identifier: GPL-2.0-or-later */
/* me.h - the user who runs sresv. */
#pragma once

/*
 * The name of the user, or the number where the system knows no name.
 * RET not to be freed; the same at each call
 */
extern const char *me(void);
