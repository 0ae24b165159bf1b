/* SPDX-License-Identifier: GPL-2.0-or-later */
/* openmetrics.h - the figures of sched/garq as metrics. */
#pragma once

#include <stdio.h>

#include "contrib/sresv/answer/figures.h"

/*
 * Both are text of the same metrics. Prometheus' older format, which is all that
 * node_exporter reads, has the type of a counter under another name, and no end.
 */
typedef enum { OPENMETRICS_1_0, PROMETHEUS_0_0_4 } openmetrics_form_t;

/*
 * Metrics of which the answer knows nothing are left out: an older sched/garq has
 * fewer.
 */
extern void openmetrics_print(const figures_t *f, openmetrics_form_t form,
			      FILE *to);
