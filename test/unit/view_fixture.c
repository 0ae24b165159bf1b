/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/host.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

const options_t options = { .delta = 300, .horizon = 30 };
const uint32_t classes[NODES];
int asked_cnt;

garq_set_t *set_of(uint32_t first, uint32_t cnt)
{
	garq_set_t *set = garq_set_create(NODES);

	for (uint32_t i = first; i < first + cnt; i++)
		garq_set_add(set, i);
	return set;
}

static int eligible(office_t *of, const char *asked_nodes, bool part_nodes,
		    const char *partition, const char *features,
		    uint64_t num_cn, garq_set_t **ret_nodes, char **ret_text)
{
	(void) of, (void) asked_nodes, (void) part_nodes;
	(void) partition, (void) features, (void) num_cn, (void) ret_text;
	asked_cnt++;
	*ret_nodes = set_of(0, NODES);
	return 0;
}

/* The view is linked without a ledger. */
static const office_state_t *const view_states[] = {
	OFFICE_VIEW_STATES(OFFICE_STATE_OF) NULL
};

void setup_states(const office_state_t *const *states)
{
	asked_cnt = 0;
	test_office_begin(NODES, &options, states);
	fake.nodes.eligible = eligible;
	view_build(office, NODES, classes, NOW);
}

void setup(void)
{
	setup_states(view_states);
}

void teardown(void)
{
	test_office_end();
}

void see(view_resv_t *v, time_t start, uint32_t first, uint32_t cnt)
{
	uint32_t uids[] = { 7, 8 };
	lic_t lic = { .name = (char *) "sw", .num = 3 };
	garq_set_t *nodes = set_of(first, cnt);
	view_seen_t seen = {
		.resv_id = 42,
		.start = start,
		.end = start + HOUR,
		.flags = BOOKING_FLAG_SPEC_NODES,
		.nodes = nodes,
		.licenses = "sw:3",
		.attrs = {
			.first_start = start,
			.node_cnt = cnt,
			.whole_nodes = true,
			.uids = uids,
			.uid_cnt = 2,
			.users = (char *) "ann,bob",
			.licenses = { .list = &lic, .cnt = 1 },
		},
	};

	view_see(office, v, &seen, NOW);
	garq_set_destroy(nodes);
}

booking_t *booking_of(uint32_t creator)
{
	booking_t *b = booking_create();

	b->creator = creator;
	b->t_esr = b->t_lsr = b->not_before = NOW + HOUR;
	return b;
}

uint32_t held_at(time_t t)
{
	garq_set_t *all = set_of(0, NODES);
	uint32_t cnt = NODES - garq_nodes_free(
		garq_machine_nodes(view_machine(office)), all, t, t + 1,
		GARQ_NO_GROUP, NULL);

	garq_set_destroy(all);
	return cnt;
}
