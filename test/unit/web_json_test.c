/* SPDX-License-Identifier: GPL-2.0-or-later */
/* web_json_test.c - garq-web: requests of JSON, errors, snapshots and revisions */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/wish.h"
#include "contrib/web/json/booking_json.h"
#include "contrib/web/answers/command_line.h"
#include "contrib/web/json/plan_json.h"
#include "contrib/web/json/reply.h"
#include "contrib/web/store/snapshot.h"
#include "contrib/web/json/wish_json.h"
#include "plugin/booking/request/flags.h"
#include "test/unit/test_util.h"

#define T0 1800000000	/* 2027-01-15T08:00:00 UTC */

static void setup(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
}

/* --- requests ---------------------------------------------------------------------- */

static json_t *parsed(const char *text)
{
	json_t *body = json_loads(text, 0, NULL);

	ck_assert_msg(json_is_object(body), "%s", text);
	return body;
}

START_TEST(a_wish_is_read)
{
	json_t *body = parsed("{\"name\":\"r\", \"start\":1800003600, \"end\":\"now+5h\","
			      " \"duration\":\"90m\", \"nodes\":4, \"node_list\":\"n[1-4]\","
			      " \"users\":[\"ada\",\"bob\"], \"accounts\":\"x,y\","
			      " \"comment\":\"of 4 : b\"}");
	wish_t w;
	int64_t hold;

	ck_assert_ptr_null(wish_json_read(body, WISH_BOOK, T0, &w, &hold));
	ck_assert_str_eq(w.name, "r");
	ck_assert_int_eq(w.start, T0 + 3600);
	ck_assert_int_eq(w.end, T0 + 5 * 3600);
	ck_assert_int_eq(w.duration, 5400);
	ck_assert_int_eq(w.nodes, 4);
	ck_assert_int_eq(w.delay, -1);
	ck_assert_str_eq(w.nodelist, "n[1-4]");
	ck_assert_str_eq(w.users, "ada,bob");
	ck_assert_str_eq(w.accounts, "x,y");
	ck_assert_str_eq(w.comment, "of 4 : b");
	ck_assert_ptr_null(w.groups);
	ck_assert_int_eq(hold, -1);
	json_decref(body);
}
END_TEST

START_TEST(forms_have_their_keys)
{
	static const struct {
		wish_form_t form;
		const char *text;
		bool ok;
	} table[] = {
		{ WISH_BOOK, "{}", true },
		{ WISH_BOOK, "{\"seconds\":60}", false },
		{ WISH_HOLD, "{\"seconds\":60,\"name\":\"h\"}", true },
		{ WISH_HOLD, "{\"seconds\":9,\"name\":\"h\"}", false },
		{ WISH_HOLD, "{\"seconds\":60}", false },
		{ WISH_HOLD, "{\"name\":\"h\"}", false },
		{ WISH_CHANGE, "{}", false },
		{ WISH_CHANGE, "{\"nodes\":1}", true },
		{ WISH_CHANGE, "{\"name\":\"h\"}", true },
		{ WISH_CHANGE, "{\"give\":{\"nodes\":1}}", true },
		{ WISH_CHANGE, "{\"give\":{\"cores\":1},\"end\":9}", true },
		{ WISH_CHANGE, "{\"give\":{}}", false },
		{ WISH_CHANGE, "{\"give\":2}", false },
		{ WISH_CHANGE, "{\"give\":{\"nodes\":\"1\"}}", false },
		{ WISH_CHANGE, "{\"give\":{\"nodes\":1,\"end\":9}}", false },
		{ WISH_CHANGE, "{\"give\":{\"nodes\":1},\"cores\":1}", false },
		{ WISH_BOOK, "{\"give\":{\"nodes\":1}}", false },
		{ WISH_PART, "{}", true },
		{ WISH_PART, "{\"nodes\":1}", true },
		{ WISH_PART, "{\"delay\":1}", false },
		{ WISH_BOOK, "{\"end\":1,\"duration\":1,\"delay\":1}", false },
		{ WISH_BOOK, "{\"nodes\":1.0}", false },
		{ WISH_BOOK, "{\"nodes\":4294967295}", false },
		{ WISH_BOOK, "{\"start\":null}", false },
		{ WISH_BOOK, "{\"users\":{}}", false },
		{ WISH_BOOK, "{\"duration\":\"unlimited\"}", true },
		{ WISH_BOOK, "{\"min_nodes\":0}", false },
		{ WISH_BOOK, "{\"min_nodes\":\"2\"}", false },
		{ WISH_HOLD, "{\"seconds\":60,\"name\":\"h\",\"min_nodes\":1}", false },
		{ WISH_CHANGE, "{\"min_nodes\":1}", false },
		{ WISH_BOOK, "{\"min_duration\":\"unlimited\"}", false },
		{ WISH_BOOK, "{\"min_duration\":0}", false },
		{ WISH_BOOK, "{\"shapes\":[]}", true },
		{ WISH_BOOK, "{\"shapes\":{}}", false },
		{ WISH_BOOK, "{\"shapes\":[\"2x4h\"]}", false },
		{ WISH_BOOK, "{\"shapes\":[{\"nodes\":2}]}", false },
		{ WISH_BOOK, "{\"shapes\":[{\"nodes\":0,\"duration\":1}]}", false },
		{ WISH_BOOK, "{\"shapes\":[{\"nodes\":2,\"duration\":1,\"x\":1}]}", false },
		{ WISH_BOOK, "{\"max_cost\":-1}", false },
		{ WISH_BOOK, "{\"max_cost\":1e16}", false },
		{ WISH_BOOK, "{\"max_cost\":\"90\"}", false },
		{ WISH_BOOK, "{\"prefer\":\"both\"}", false },
		{ WISH_BOOK, "{\"grow\":\"yes\"}", false },
		{ WISH_BOOK, "{\"switches\":0}", false },
		{ WISH_CHANGE, "{\"switches\":1}", true },
		{ WISH_CHANGE, "{\"place\":\"tight\"}", true },
		{ WISH_BOOK, "{\"place\":\"late\"}", false },
		{ WISH_BOOK, "{\"tasks\":\"2\"}", false },
		{ WISH_BOOK, "{\"standby\":true}", false },
		{ WISH_BOOK, "{\"standby\":\"offer\"}", true },
		{ WISH_CHANGE, "{\"plan\":\"show\"}", true },
		{ WISH_PART, "{\"plan\":\"0123456789ab\"}", true },
		{ WISH_DROP, "{\"plan\":\"show\"}", true },
		{ WISH_DROP, "{\"nodes\":1}", false },
		{ WISH_HOLD, "{\"plan\":\"show\"}", false },
		{ WISH_BOOK, "{\"plan\":\"0123456789aB\"}", false },
		{ WISH_BOOK, "{\"plan\":true}", false },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		json_t *body = parsed(table[i].text);
		int64_t hold;
		wish_t w;
		char *why = wish_json_read(body, table[i].form, T0, &w, &hold);

		ck_assert_msg(!why == table[i].ok, "%s: %s", table[i].text,
			      why);
		free(why);
		json_decref(body);
	}
}
END_TEST

START_TEST(wishes_are_read)
{
	json_t *body = parsed("{\"nodes\":8, \"duration\":7200, \"min_nodes\":4,"
			      " \"min_duration\":\"30m\", \"max_cost\":90,"
			      " \"shapes\":[{\"nodes\":2,\"duration\":\"4h\"},"
			      " {\"duration\":61,\"nodes\":1}],"
			      " \"prefer\":\"nodes\", \"grow\":true,"
			      " \"standby\":\"book\"}");
	char *why, *sent, *line;
	wish_t w;

	why = wish_json_read(body, WISH_BOOK, T0, &w, NULL);
	ck_assert_msg(!why, "%s", why);
	sent = wish_front(&w, "r");
	ck_assert_str_eq(sent, "min-nodes:4:min-time:30:or:2x240:or:1x2:max-cost:90.000000:prefer:nodes:grow:yes:standby:book:r");
	free(sent);
	line = command_line_sresv("sresv book", "r", &w);
	ck_assert_str_eq(line, "sresv book r -t 00:30:00-02:00:00 -N 4-8 --or 2x04:00:00 --or 1x00:02:00 --max-cost 90.00 --prefer nodes --grow --standby=book");
	free(line);
	json_decref(body);
}
END_TEST

START_TEST(tasks_and_switches_are_read)
{
	json_t *body = parsed("{\"cores\":15, \"tasks\":5, \"switches\":2, \"place\":\"tight\","
			      " \"duration\":3600}");
	char *why, *sent, *line;
	wish_t w;

	why = wish_json_read(body, WISH_BOOK, T0, &w, NULL);
	ck_assert_msg(!why, "%s", why);
	sent = wish_front(&w, "r");
	ck_assert_str_eq(sent, "switches:2:place:tight:tasks:5:r");
	ck_assert_int_eq(w.cores, 15);
	free(sent);
	line = command_line_sresv("sresv book", "r", &w);
	ck_assert_str_eq(line, "sresv book r -t 01:00:00 --tasks 5 --cpus-per-task 3 --switches 2 --place tight");
	free(line);
	json_decref(body);
}
END_TEST

START_TEST(nine_shapes_are_too_many)
{
	json_t *body = parsed("{}"), *shapes = json_array();
	wish_t w;
	char *why;

	for (int i = 1; i <= WISHES_SHAPES + 1; i++) {
		json_array_append_new(shapes, json_pack("{s:i, s:i}", "nodes",
							i, "duration", 60));
		json_object_set(body, "shapes", shapes);
		why = wish_json_read(body, WISH_BOOK, T0, &w, NULL);
		ck_assert_msg(!why == (i <= WISHES_SHAPES), "%d: %s", i, why);
		free(why);
	}
	json_decref(shapes);
	json_decref(body);
}
END_TEST

START_TEST(questions_are_no_names)
{
	static const char *const questions[] = {
		"query", "Query", "offers", "stats", "stats:reset", "probe",
		"hold:60:r", "HOLD:1:x", "min-nodes:4:r", "Prefer:time:r",
		"standby:book:r", "garq-offers=1", "garq-probe=1", "why",
		"limits", "log:r", "past", "usage:r",
	};
	static const char *const names[] = { "r", "queryx", "holdings", "x:hold", "garq" };

	for (size_t i = 0; i < COUNT(questions); i++)
		ck_assert_msg(wish_json_is_question(questions[i]), "%s",
			      questions[i]);
	for (size_t i = 0; i < COUNT(names); i++)
		ck_assert_msg(!wish_json_is_question(names[i]), "%s", names[i]);
}
END_TEST

START_TEST(a_command_line_is_quoted)
{
	wish_t w = WISH_NONE;
	char *line;

	w.start = T0;
	w.duration = 5400;
	w.nodes = 4;
	w.nodelist = "n[1-4]";
	w.users = "it's";
	line = command_line_sresv("sresv book", "a b;c", &w);
	ck_assert_str_eq(line, "sresv book 'a b;c' -s 2027-01-15T08:00:00 -t 01:30:00 -N 4 -w 'n[1-4]' -u 'it'\\''s'");
	free(line);
	line = command_line_update("r", &w);
	ck_assert_str_eq(line, "scontrol update ReservationName=r StartTime=2027-01-15T08:00:00 Duration=01:30:00 NodeCnt=4 Nodes='n[1-4]' Users='it'\\''s'");
	free(line);
}
END_TEST

/* --- errors ------------------------------------------------------------------------- */

static json_t *error_of(reply_t *r)
{
	json_t *all = json_loads(r->body, 0, NULL);
	json_t *error = json_incref(json_object_get(all, "error"));

	json_decref(all);
	return error;
}

START_TEST(a_status_has_a_code)
{
	static const struct {
		status_t status;
		unsigned int http;
		const char *code;
	} table[] = {
		{ STATUS_OFFERS, 409, "offers" }, { STATUS_BAD, 400, "invalid" },
		{ STATUS_REFUSED, 409, "refused" },
		{ STATUS_DENIED, 403, "denied" },
		{ STATUS_UNKNOWN, 404, "unknown" },
		{ STATUS_SILENT, 503, "silent" },
		{ STATUS_FAILED, 500, "failed" },
		{ STATUS_DOUBT, 500, "doubt" }, { 99, 500, "failed" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		answer_t a = { .status = table[i].status,
			       .why = (char *) "one\n\ntwo \xff\n" };
		reply_t r = { .body = NULL };
		json_t *error;

		reply_failed(&r, &a, NULL, NULL);
		error = error_of(&r);
		ck_assert_uint_eq(r.status, table[i].http);
		ck_assert_str_eq(json_string_value(json_object_get(error, "code")),
				 table[i].code);
		ck_assert_str_eq(json_string_value(json_object_get(error, "message")),
				 "one");
		ck_assert_uint_eq(json_array_size(json_object_get(error, "lines")), 2);
		json_decref(error);
		reply_free(&r);
	}
}
END_TEST

START_TEST(texts_of_others_are_json)
{
	static const char *const table[][2] = {
		{ "<b>\"\\", "\"<b>\\\"\\\\\"" }, { "\xff", "\"\\ufffd\"" },
		{ "a\xc3(", "\"a\\ufffd(\"" }, { "\x1b[0m", "\"\\u001b[0m\"" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		json_t *value = reply_text(table[i][0]);
		char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
		char *c;

		for (c = text; *c; c++)
			if ((*c >= 'A') && (*c <= 'F'))
				*c += 'a' - 'A';
		ck_assert_str_eq(text, table[i][1]);
		free(text);
		json_decref(value);
	}
}
END_TEST

/* --- snapshots ------------------------------------------------------------------------ */

#define MOST 40

static reserve_info_t records[MOST];
static char names[MOST][16];
static reserve_info_msg_t msg = { .reservation_array = records };
static records_t loaded;
static snapshot_t *before;

static void keep(void *data)
{
	(void) data;
}

/* Records that nobody frees. */
static void start_records(void)
{
	setup();
	msg.record_count = 0;
	loaded = (records_t) {
		.settings = { .garq = true },
		.reservations = shared_make(&msg, keep),
	};
	before = NULL;
}

static void end_records(void)
{
	snapshot_drop(before);
	records_free(&loaded);
}

static void add(int number, time_t start)
{
	reserve_info_t *r = &records[msg.record_count++];

	snprintf(names[number], sizeof(names[number]), "r%d", number);
	*r = (reserve_info_t) {
		.name = names[number], .start_time = start,
		.end_time = start + 3600, .node_list = (char *) "n1",
		.node_cnt = 1, .users = (char *) "ada",
	};
}

/* Take another snapshot. RET has it changed? */
static bool look(void)
{
	bool changed;
	snapshot_t *now = snapshot_make(&loaded, NULL, before, &changed);

	ck_assert_ptr_nonnull(now);
	if (!changed) {
		snapshot_drop(now);
		return false;
	}
	snapshot_drop(before);
	before = now;
	return true;
}

START_TEST(a_revision_grows_with_a_change)
{
	add(1, T0 * 1L + 1000000000);
	add(2, T0 * 1L + 1000000000);
	ck_assert(look());
	ck_assert_uint_eq(before->revision, 1);
	ck_assert(!look());
	records[1].node_cnt = 2;
	ck_assert(look());
	ck_assert_uint_eq(before->revision, 2);
	ck_assert_uint_eq(snapshot_find(before, "r1")->revision, 1);
	ck_assert_uint_eq(snapshot_find(before, "r2")->revision, 2);
	ck_assert_uint_eq(before->offers_revision, 1);
	ck_assert_uint_eq(before->shape_revision, 1);
	msg.record_count = 1;
	ck_assert(look());
	ck_assert_uint_eq(before->revision, 3);
	ck_assert_ptr_null(snapshot_find(before, "r2"));
	ck_assert_uint_eq(snapshot_find(before, "r1")->revision, 1);
}
END_TEST

static size_t gone_cnt;

static void count_gone(void *arg, const char *name)
{
	const bool *there = arg;

	gone_cnt++;
	ck_assert_msg(!there[atoi(name + 1)], "%s is still there", name);
}

/* Entries change, come and go: who follows the revisions has what there is. */
START_TEST(a_client_that_follows_has_all)
{
	rng_t rng = { test_seed() };
	uint64_t revision_of[MOST] = { 0 };

	for (int round = 0; round < 300; round++) {
		bool there[MOST] = { false }, was[MOST];
		snapshot_t *now;
		size_t went = 0;
		bool changed;

		for (int i = 0; i < MOST; i++)
			was[i] = before && revision_of[i];
		msg.record_count = 0;
		for (int i = 0; i < MOST; i++) {
			if (rng_one_in(&rng, 3))
				continue;
			there[i] = true;
			add(i, 2000000000 + (time_t) rng_below(&rng, 2) * 60);
		}
		now = snapshot_make(&loaded, NULL, before, &changed);
		ck_assert_ptr_nonnull(now);
		for (int i = 0; i < MOST; i++)
			went += was[i] && !there[i];
		gone_cnt = 0;
		if (before)
			ck_assert(snapshot_gone(before, now, count_gone, there));
		ck_assert_uint_eq(gone_cnt, before ? went : 0);
		for (int i = 0; i < MOST; i++) {
			const entry_t *e = snapshot_find(now, names[i]);
			const entry_t *old = before ?
				snapshot_find(before, names[i]) : NULL;

			revision_of[i] = there[i] ? e->revision : 0;
			if (!there[i])
				continue;
			ck_assert_int_eq(e->revision == now->revision,
					 !old || strcmp(old->text, e->text));
		}
		if (changed) {
			snapshot_drop(before);
			before = now;
		} else {
			snapshot_drop(now);
		}
	}
}
END_TEST

START_TEST(a_booking_as_json)
{
	reserve_info_t r = {
		.name = (char *) "r", .start_time = T0, .end_time = T0 + 3600,
		.flags = BOOKING_FLAG_DAILY, .users = (char *) "ada,,bob",
		.accounts = (char *) "-x", .licenses = (char *) "",
		.features = (char *) "\xff",
	};
	json_t *all = booking_json(&r, true, true, T0);
	char *text;

	ck_assert_ptr_nonnull(all);
	ck_assert_str_eq(json_string_value(json_object_get(all, "state")), "active");
	ck_assert_str_eq(json_string_value(json_object_get(all, "kind")), "native");
	ck_assert_uint_eq(json_array_size(json_object_get(all, "occurrences")), 62);
	text = json_dumps(json_object_get(all, "users"), JSON_COMPACT);
	ck_assert_str_eq(text, "[\"ada\",\"bob\"]");
	free(text);
	ck_assert(json_is_null(json_object_get(all, "licenses")));
	json_decref(all);
	r.flags = 0;
	r.max_start_delay = 7200;
	all = booking_json(&r, true, true, T0 - 1);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(all, "window"), "latest_start")), T0 + 7200);
	json_decref(all);
	all = booking_json(&r, true, true, T0);
	ck_assert_msg(json_is_null(json_object_get(all, "window")), "it has begun");
	json_decref(all);
}
END_TEST

START_TEST(a_booking_is_never_pending_again)
{
	reserve_info_t r = {
		.name = (char *) "r", .start_time = T0, .end_time = T0 + 3600,
	};
	const struct { time_t now; const char *state; } rows[] = {
		{ T0 - 1, "pending" }, { T0, "active" }, { T0 + 3599, "active" },
		{ T0 + 3600, "ended" }, { T0 + 90000, "ended" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *all = booking_json(&r, true, true, rows[i].now);

		ck_assert_str_eq(json_string_value(json_object_get(all, "state")),
				 rows[i].state);
		json_decref(all);
	}
}
END_TEST

START_TEST(a_booking_tells_its_switches)
{
	const struct { const char *remark; json_int_t most, at; } rows[] = {
		{ "switches:1, at 2 leaf switches", 1, 2 },
		{ "degraded: lacks n3 (down); switches:4, at 1 leaf switch; my own words", 4, 1 },
		{ "switches:", 0, 0 }, { "switches:1, at many", 0, 0 }, { NULL, 0, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		reserve_info_t r = {
			.name = (char *) "r", .start_time = T0,
			.end_time = T0 + 3600,
			.burst_buffer = (char *) rows[i].remark,
		};
		json_t *all = booking_json(&r, true, true, T0);
		const json_t *most = json_object_get(all, "switches");
		const json_t *at = json_object_get(all, "at_switches");

		ck_assert_int_eq(json_integer_value(most), rows[i].most);
		ck_assert_int_eq(json_integer_value(at), rows[i].at);
		ck_assert(rows[i].at || (json_is_null(most) && json_is_null(at)));
		json_decref(all);
	}
}
END_TEST

START_TEST(a_plan_tells_its_switches)
{
	json_t *plan = plan_json("garq-plan=1 name=r start=1 end=2 nodes=4 on=n[1-4] switches=2 others=0 token=t\ngarq-answer=1\n");
	json_t *then = json_object_get(plan, "then");

	ck_assert_int_eq(json_integer_value(json_object_get(then, "switches")), 2);
	json_decref(plan);
	plan = plan_json("garq-plan=1 name=r start=1 end=2 nodes=4 on=n[1-4] others=0 token=t\ngarq-answer=1\n");
	then = json_object_get(plan, "then");
	ck_assert_msg(json_is_null(json_object_get(then, "switches")), "it wishes for none");
	json_decref(plan);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("web_json");
	TCase *plain = tcase_create("plain"), *seen = tcase_create("snapshots");

	tcase_add_checked_fixture(plain, setup, NULL);
	tcase_add_test(plain, a_wish_is_read);
	tcase_add_test(plain, forms_have_their_keys);
	tcase_add_test(plain, wishes_are_read);
	tcase_add_test(plain, tasks_and_switches_are_read);
	tcase_add_test(plain, nine_shapes_are_too_many);
	tcase_add_test(plain, questions_are_no_names);
	tcase_add_test(plain, a_command_line_is_quoted);
	tcase_add_test(plain, a_status_has_a_code);
	tcase_add_test(plain, texts_of_others_are_json);
	tcase_add_test(plain, a_booking_as_json);
	tcase_add_test(plain, a_booking_is_never_pending_again);
	tcase_add_test(plain, a_booking_tells_its_switches);
	tcase_add_test(plain, a_plan_tells_its_switches);
	tcase_add_checked_fixture(seen, start_records, end_records);
	tcase_add_test(seen, a_revision_grows_with_a_change);
	tcase_add_test(seen, a_client_that_follows_has_all);
	suite_add_tcase(suite, plain);
	suite_add_tcase(suite, seen);
	return test_run(suite);
}
