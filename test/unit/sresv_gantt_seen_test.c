/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sresv_gantt_seen_test.c - what kind of bar a reservation of Slurm's list is. */
#include "contrib/sresv/gantt/gantt_seen.h"
#include "plugin/booking/request/flags.h"
#include "test/unit/test_util.h"

#define HELD "held for uid 7 until 2027-01-15T08:00:00"
#define LACKS "degraded: lacks n[3-4]"

START_TEST(a_reservation_has_a_kind)
{
	const struct {
		uint64_t flags;
		const char *remark;	/* before 23.02 it takes the place of a
					 * burst buffer */
		bool garq;
		gantt_kind_t kind;
	} table[] = {
		{ 0, NULL, true, GANTT_BOOKING },
		{ 0, NULL, false, GANTT_NATIVE },
		{ BOOKING_FLAG_SPEC_NODES, "mine", true, GANTT_BOOKING },
		{ BOOKING_FLAG_MAINT, NULL, true, GANTT_MAINT },
		{ BOOKING_FLAG_MAINT, NULL, false, GANTT_MAINT },
		{ BOOKING_FLAG_DAILY, NULL, true, GANTT_NATIVE },
		{ BOOKING_FLAG_OVERLAP, NULL, true, GANTT_NATIVE },
		{ 0, LACKS, true, GANTT_DEGRADED },
		{ 0, LACKS "; mine", true, GANTT_DEGRADED },
		{ 0, HELD, true, GANTT_HELD },
		{ 0, HELD "; mine", true, GANTT_HELD },
		{ 0, HELD "; " LACKS, true, GANTT_DEGRADED },
		/* what users write comes after a remark */
		{ 0, "mine; " LACKS, true, GANTT_BOOKING },
		{ 0, "held up", true, GANTT_BOOKING },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		reserve_info_t r = {
			.name = (char *) "r", .flags = table[i].flags,
			.burst_buffer = (char *) table[i].remark,
		};

		ck_assert_msg(gantt_kind(&r, table[i].garq) == table[i].kind,
			      "line %zu of the table", i);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sresv_gantt_seen");
	TCase *tc = tcase_create("sresv_gantt_seen");

	tcase_add_test(tc, a_reservation_has_a_kind);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
