/* SPDX-License-Identifier: GPL-2.0-or-later */
/* help.h - what --help prints. */
#ifndef SRESV_HELP_H
#define SRESV_HELP_H

extern const char help_text[];

#endif
