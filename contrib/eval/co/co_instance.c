/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/co/co_instance.h"
#include "contrib/eval/base/random.h"

#define NAME 24

static const char request[] =
	"IBM.TS.duration = 6 h\n"
	"PCC.TS.duration = 6 h\n"
	"NET.TS.duration = 6 h\n"
	"VIS.TS.duration = 2 h\n"
	"OUT.TS.duration = 2 h\n"
	"NET.QOS.from = IBM\nNET.QOS.to = PCC\n"
	"OUT.QOS.from = IBM\nOUT.QOS.to = VIS\n"
	"PCC.CON.t = PCC.RVC.begin == IBM.RVC.begin\n"
	"NET.CON.t = NET.RVC.begin == IBM.RVC.begin\n"
	"VIS.CON.t = VIS.RVC.begin == IBM.RVC.begin + 4 h\n"
	"OUT.CON.t = OUT.RVC.begin == VIS.RVC.begin\n"
	"CO.CON.cost = ALL.RVC.cost <= 10000\n"
	"CO.OBJ.cost = min, ALL.RVC.cost, 1\n"
	"CO.OBJ.start = min, IBM.RVC.begin, 1\n"
	"CO.OBJ.net = max, NET.RVC.bandwidth + OUT.RVC.bandwidth, 1\n";

struct co_memory {
	srl_resource_t *resources;
	srl_lane_t *lanes;
	srl_run_t *runs;
	char (*names)[NAME];
};

static const srl_step_t endless = { 0, INT64_MAX };
static const srl_pool_t pool = { .steps = &endless, .step_cnt = 1 };

extern void *co_need(void *p)
{
	if (!p) {
		fputs("out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return p;
}

extern bool co_is_link(uint32_t part)
{
	return (part == CO_NET) || (part == CO_OUT);
}

extern srl_t *co_request(void)
{
	static srl_errors_t errors;
	const srl_reader_t reader = { 0 };
	srl_t *srl = srl_read(request, strlen(request), &reader, &errors);

	if (!srl)
		fprintf(stderr, "%u:%u: %s\n", errors.list[0].place.line,
			errors.list[0].place.column, errors.list[0].text);
	return co_need(srl);
}

/* Resources are numbered as lanes; an end of a link is named as its computer. */
static void _add_resource(co_instance_t *in, uint32_t part, uint32_t l)
{
	struct co_memory *m = in->memory;
	uint32_t of = l - in->first[part], to = (part == CO_NET) ? CO_PCC : CO_VIS;
	srl_resource_t *r = &m->resources[l];

	snprintf(m->names[l], NAME, "r%u", (unsigned int) l);
	*r = (srl_resource_t) { .name = m->names[l], .site = m->names[l],
				.cluster = m->names[l] };
	if (!co_is_link(part))
		return;
	r->ends[0] = m->names[in->first[CO_IBM] + (of / in->n)];
	r->ends[1] = m->names[in->first[to] + (of % in->n)];
}

static void _add_lane(co_instance_t *in, uint32_t part, uint32_t l,
		      uint32_t percent, uint32_t most_cost, uint64_t *random)
{
	int64_t later = ((part == CO_VIS) || (part == CO_OUT)) ? CO_LATER : 0;
	srl_run_t *runs = in->memory->runs + (size_t) l * in->k;
	size_t cnt = 0;

	for (uint32_t j = 0; j < in->k; j++) {
		int64_t at = later + ((int64_t) j * CO_WINDOW / (in->k - 1));

		if (eval_random_below(random, 100) < percent)
			runs[cnt++] = (srl_run_t) { at, at,
				(double) eval_random_below(random,
							   most_cost + 1ULL) };
	}
	in->memory->lanes[l] = (srl_lane_t) {
		.part = part, .resource = l, .amount = 1,
		.bandwidth = (double) eval_random_below(random, 1001),
		.runs = runs, .run_cnt = cnt,
	};
}

extern co_instance_t co_instance(uint32_t n, uint32_t k, uint32_t percent,
				 uint32_t most_cost, uint64_t *random)
{
	co_instance_t in = { .n = n, .k = k };
	struct co_memory *m = in.memory = co_need(calloc(1, sizeof(*m)));
	uint32_t cnt = 0;

	for (uint32_t part = 0; part < CO_PARTS; part++) {
		in.first[part] = cnt;
		cnt += co_is_link(part) ? n * n : n;
	}
	m->names = co_need(calloc(cnt, NAME));
	m->resources = co_need(calloc(cnt, sizeof(*m->resources)));
	m->lanes = co_need(calloc(cnt, sizeof(*m->lanes)));
	m->runs = co_need(calloc((size_t) cnt * k, sizeof(*m->runs)));
	for (uint32_t part = 0, l = 0; part < CO_PARTS; part++) {
		uint32_t end = l + (co_is_link(part) ? n * n : n);

		for (; l < end; l++) {
			_add_resource(&in, part, l);
			_add_lane(&in, part, l, percent, most_cost, random);
		}
	}
	/* names that ends refer to are all made by now */
	in.world = (srl_world_t) {
		.pools = &pool, .pool_cnt = 1, .resources = m->resources,
		.resource_cnt = cnt, .lanes = m->lanes, .lane_cnt = cnt,
	};
	return in;
}

extern void co_instance_free(co_instance_t *in)
{
	free(in->memory->resources);
	free(in->memory->lanes);
	free(in->memory->runs);
	free(in->memory->names);
	free(in->memory);
}
