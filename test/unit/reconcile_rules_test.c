/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_rules_test.c - the rules of reconcile_rules.h as a table: each case
 * that there can be meets one line of it.
 */
#include "plugin/booking/start/reconcile_rules.h"
#include "test/unit/test_util.h"

enum { NO = 0, YES = 1, ANY = 2 };

typedef struct {
	const char *what;
	int known, lacks, parked, seen, stand_in, other_id, of_closed, marked;
	rules_outcome_t outcome;
} line_t;

/* What becomes of a booking, by the record of its name. */
static const line_t absent[] = {
	{ "ours: not saved in time",
	  YES, ANY, ANY, ANY, ANY, ANY, ANY, ANY, RULES_MAKE },
	{ "parked: in no file",
	  NO, ANY, YES, ANY, ANY, ANY, ANY, ANY, RULES_MAKE },
	{ "in the file: Slurm purged it",
	  NO, NO, NO, ANY, ANY, ANY, ANY, ANY, RULES_MAKE },
	{ "never seen: perhaps not saved in time",
	  NO, YES, NO, NO, ANY, ANY, ANY, ANY, RULES_MAKE },
	{ "seen, and gone",
	  NO, YES, NO, YES, NO, ANY, ANY, ANY, RULES_CLOSE_IF_MADE },
	{ "a stand-in, seen and gone: Slurm purges none",
	  NO, YES, NO, YES, YES, ANY, ANY, ANY, RULES_CLOSE },
};

static const line_t same[] = {
	{ "both agree",
	  ANY, ANY, ANY, ANY, ANY, NO, ANY, ANY, RULES_KEEP },
	{ "under another id",
	  ANY, ANY, ANY, ANY, ANY, YES, NO, ANY, RULES_KEEP },
	{ "an earlier one of its name",
	  ANY, ANY, ANY, ANY, ANY, YES, YES, ANY, RULES_REPLACE },
};

static const line_t was[] = {
	{ "an older save",
	  ANY, ANY, ANY, ANY, ANY, NO, ANY, ANY, RULES_APPLY },
	{ "under another id",
	  ANY, ANY, ANY, ANY, ANY, YES, NO, ANY, RULES_APPLY },
	{ "an earlier one of its name",
	  ANY, ANY, ANY, ANY, ANY, YES, YES, ANY, RULES_REPLACE },
};

static const line_t other[] = {
	{ "ours: an older save",
	  YES, ANY, ANY, ANY, ANY, NO, ANY, ANY, RULES_APPLY },
	{ "ours, under another id",
	  YES, ANY, ANY, ANY, ANY, YES, NO, ANY, RULES_APPLY },
	{ "changed elsewhere",
	  NO, ANY, ANY, ANY, ANY, NO, ANY, NO, RULES_FOLLOW },
	{ "a change without an answer",
	  NO, ANY, ANY, ANY, ANY, NO, ANY, YES, RULES_APPLY },
	{ "another one of its name, without an answer",
	  NO, ANY, ANY, YES, ANY, YES, NO, YES, RULES_APPLY },
	{ "an earlier one of its name",
	  ANY, ANY, ANY, ANY, ANY, YES, YES, ANY, RULES_REPLACE },
	{ "deleted elsewhere, and made anew",
	  NO, ANY, ANY, YES, ANY, YES, NO, NO, RULES_FOLLOW },
	{ "made elsewhere, where the booking was not saved in time",
	  NO, ANY, ANY, NO, ANY, YES, NO, ANY, RULES_APPLY },
};

static const line_t native[] = {
	{ "ours: Slurm's own before it was booked",
	  YES, ANY, ANY, ANY, ANY, ANY, ANY, ANY, RULES_REPLACE },
	{ "never seen: Slurm's own before it was booked",
	  NO, ANY, ANY, NO, ANY, ANY, ANY, ANY, RULES_REPLACE },
	{ "seen as a booking: became Slurm's own",
	  NO, ANY, ANY, YES, ANY, ANY, ANY, ANY, RULES_CLOSE_NATIVE },
};

#define TABLE(name) { name, sizeof(name) / sizeof(name[0]) }
static const struct {
	const line_t *lines;
	size_t cnt;
} tables[] = {
	[RULES_ABSENT] = TABLE(absent),
	[RULES_SAME] = TABLE(same),
	[RULES_WAS] = TABLE(was),
	[RULES_OTHER] = TABLE(other),
	[RULES_NATIVE] = TABLE(native),
};

static bool meets(const line_t *line, const rules_case_t *c)
{
	const int wants[] = { line->known, line->lacks, line->parked,
			      line->seen, line->stand_in, line->other_id,
			      line->of_closed, line->marked };
	const bool is[] = { c->known, c->lacks, c->parked, c->seen,
			    c->stand_in, c->other_id, c->of_closed,
			    c->marked };

	for (size_t i = 0; i < sizeof(is) / sizeof(is[0]); i++)
		if ((wants[i] != ANY) && (wants[i] != is[i]))
			return false;
	return true;
}

START_TEST(each_case_meets_one_line_and_has_its_outcome)
{
	for (int bits = 0; bits < 256; bits++) {
		const rules_case_t c = {
			.known = bits & 1, .lacks = bits & 2,
			.parked = bits & 4, .seen = bits & 8,
			.other_id = bits & 16, .of_closed = bits & 32,
			.stand_in = bits & 64, .marked = bits & 128,
			.record = (rules_record_t) _i,
		};
		const line_t *found = NULL;

		for (size_t i = 0; i < tables[_i].cnt; i++) {
			const line_t *line = &tables[_i].lines[i];

			if (!meets(line, &c))
				continue;
			ck_assert_msg(!found, "%s, and %s", line->what,
				      found->what);
			found = line;
		}
		ck_assert_msg(found, "record %d, case %d", _i, bits);
		ck_assert_msg(rules_booking(&c) == found->outcome, "%s: %d",
			      found->what, rules_booking(&c));
	}
}
END_TEST

START_TEST(a_record_without_a_booking_is_deleted_or_new)
{
	ck_assert(rules_deleted(true, true));	/* ours: an older save */
	ck_assert(rules_deleted(true, false));
	ck_assert(rules_deleted(false, true));	/* what was deleted */
	ck_assert(!rules_deleted(false, false));	/* made elsewhere */
}
END_TEST

START_TEST(a_marked_record_without_a_booking_was_never_promised)
{
	ck_assert(rules_unpromised(true, true, false));
	ck_assert(!rules_unpromised(false, true, true));	/* made elsewhere */
	/* The ledger may have had it: */
	ck_assert(!rules_unpromised(true, false, false));
	ck_assert(!rules_unpromised(false, false, true));
	/* ... but not with what it has of another booking: */
	ck_assert(rules_unpromised(true, false, true));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("reconcile_rules");
	TCase *tc = test_case(s, "rules", 60);

	tcase_add_loop_test(tc, each_case_meets_one_line_and_has_its_outcome, 0,
			    (int) (sizeof(tables) / sizeof(tables[0])));
	tcase_add_test(tc, a_record_without_a_booking_is_deleted_or_new);
	tcase_add_test(tc, a_marked_record_without_a_booking_was_never_promised);
	return test_run(s);
}
