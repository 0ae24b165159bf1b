/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_audit.h - is a schedule one? Slow, obvious, and by nothing but the
 * requests and what became of them: each against each.
 */
#ifndef EVAL_LRH_AUDIT_H
#define EVAL_LRH_AUDIT_H

#include "contrib/eval/lrh_method.h"

/*
 * Who is accepted starts inside his window, and not before he came; at no
 * second more than max_cn nodes are taken; who has nodes has num_cn of them,
 * and none of them is another's at the same time.
 * IN queues - t_lsr is nothing to it, and nobody is refused
 * RET NULL, or a constant string: what is wrong
 */
extern const char *flex_audit(const struct flex_work *w,
			      const struct flex_result *result, bool queues);

#endif
