/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_queue.h - the same requests in a queue, without reservations: each comes
 * at its t_esr, and starts when it can. No request is refused.
 *
 *  conservative	each request, as it comes, is promised the first start that
 *			delays no request before it
 *  EASY		only the head of the queue is promised a start; a request
 *			that does not delay the head may pass
 *  greedy		no start is promised: any request that fits may pass
 *
 * The LRH paper has two: "backfilling" and "aggressive backfilling without
 * reservation". Backfilling that is called aggressive is EASY where the other is
 * conservative (its reference 17); one without a reservation for the head
 * would be greedy.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"
#include "contrib/eval/osp/osp_queue.h"

/* The rule of flex_queue is SIM_EASY or SIM_GREEDY. */
extern flex_run_fn flex_queue, flex_conservative;
