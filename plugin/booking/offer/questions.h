/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * questions.h - the verbs that only ask: names of create requests for which
 * nothing is made.
 *
 * A reservation that had such a name before the name asked is shown, changed
 * and deleted as any other, but not created: the answers say so.
 */
#pragma once

#include "plugin/booking/place/ask.h"

/* RET the question of this name; NULL: it is none. IN name - or NULL */
extern const verb_t *question_named(const char *name, bool program);
