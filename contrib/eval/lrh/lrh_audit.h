/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_audit.h - is a schedule valid? Slow and obvious: compares each pair of
 * requests with their results, and uses nothing else.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

/*
 * An accepted request starts inside its window, and not before it came; at no
 * second more than max_cn nodes are taken; a request with nodes has num_cn of
 * them, and no other request has one of them at the same time.
 * IN queues - true: t_lsr is ignored, and no request is refused
 * RET NULL, or a constant string that says what is wrong
 */
extern const char *flex_audit(const struct flex_work *w,
			      const struct flex_result *result, bool queues);
