/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sresv_gantt_test.c - pictures of bookings: as they are drawn, and against a
 * count of each node and second.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/gantt/gantt.h"
#include "contrib/sresv/gantt/gantt_svg.h"
#include "contrib/sresv/gantt/gantt_text.h"
#include "contrib/sresv/gantt/gantt_ticks.h"
#include "test/unit/test_util.h"

#define HOUR 3600
#define T0 1800000000	/* 2027-01-15T08:00:00 UTC */
#define ITEMS 30

static gantt_input_t in;
static char names[10000][16];
static char *text;

static void setup(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	in = (gantt_input_t) { .items = NULL };
	text = NULL;
}

static void teardown(void)
{
	gantt_input_free(&in);
	free(text);
}

static void nodes(uint32_t cnt)
{
	in.nodes = calloc(cnt + 1, sizeof(*in.nodes));
	in.node_cnt = cnt;
	for (uint32_t i = 0; i < cnt; i++) {
		snprintf(names[i], sizeof(names[i]), "n%u", i + 1);
		in.nodes[i] = (gantt_node_t) { .name = names[i],
					       .partition = "main" };
	}
}

static void item(const char *name, gantt_kind_t kind, time_t start, time_t end,
		 int64_t delay, const int32_t *inx, uint32_t cnt)
{
	gantt_item_t one = { .name = name, .kind = kind, .start = start,
			     .end = end, .delay = delay, .inx = inx,
			     .node_cnt = cnt };

	ck_assert(gantt_add(&in, &one));
}

static gantt_view_t view(time_t from, time_t length, uint32_t columns)
{
	return (gantt_view_t) { .from = from, .to = from + length, .now = from,
				.columns = columns, .rows_max = 40 };
}

static char *print(const gantt_t *g, const gantt_style_t *style)
{
	static char *out;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	ck_assert(gantt_text(g, style, f));
	fclose(f);
	return out;
}

/* Without the title, which has the zone of this host, too. */
static const char *draw(gantt_view_t v, uint32_t width, bool utf8)
{
	gantt_style_t style = { .width = width, .utf8 = utf8 };
	const char *at;
	gantt_t *g;

	v.columns = gantt_text_columns(width);
	gantt_sort(&in);
	g = gantt_make(&in, &v);
	ck_assert_ptr_nonnull(g);
	free(text);
	at = text = print(g, &style);
	gantt_free(g);
	while (*at && (*at != ' '))
		at = strchr(at, '\n') + 1;
	return at;
}

static void assert_widths(const char *at, size_t width)
{
	while (*at) {
		size_t len = strcspn(at, "\n");

		ck_assert_uint_le(len, width);
		at += len + 1;
	}
}

/* --- as it is drawn ------------------------------------------------------------- */

static const int32_t four[] = { 0, 3, -1 };
static const int32_t three[] = { 4, 6, -1 };
static const int32_t all[] = { 0, 7, -1 };
static const int32_t two[] = { 0, 1, -1 };

static void a_cluster(void)
{
	nodes(8);
	in.nodes[7].down = true;
	item("demo", GANTT_BOOKING, T0 + 3 * HOUR, T0 + 9 * HOUR, 0, four, 4);
	item("flex", GANTT_BOOKING, T0 + 4 * HOUR, T0 + 8 * HOUR, 6 * HOUR,
	     three, 3);
	item("service", GANTT_MAINT, T0 + 20 * HOUR, T0 + 30 * HOUR, 0, all, 8);
	item("lab", GANTT_NATIVE, T0 + 2 * HOUR, T0 + 6 * HOUR, 0, two, 2);
	item("torn", GANTT_DEGRADED, T0 + 12 * HOUR, T0 + 15 * HOUR, 0, three, 3);
	item("r.1", GANTT_HELD, T0 + 16 * HOUR, T0 + 18 * HOUR, 0, NULL, 2);
}

START_TEST(a_picture_of_40_columns)
{
	a_cluster();
	ck_assert_str_eq(draw(view(T0, 24 * HOUR, 0), 40, false),
		"             Fri 15 Jan\n"
		"                 12:00         00:00\n"
		"             v---+-------------|--------\n"
		"main\n"
		"n[1-2]     2   [lab]               [se~/\n"
		"                [demo==]\n"
		"n[3-4]     2    [demo==]           [se~/\n"
		"n[5-7]     3     [fl~]....[!!]     [se~/\n"
		"n8         1 xxxxxxxxxxxxxxxxxxxxxx[se~/\n"
		"held ~                         [:] r.1\n"
		"free       8 775300000337744447555700000\n"
		"= booking  ! degraded  / maintenance\n"
		"- slurm  : held  . may move here  x down\n"
		"4 eighths free\n");
}
END_TEST

START_TEST(a_picture_of_80_columns)
{
	a_cluster();
	ck_assert_str_eq(draw(view(T0, 24 * HOUR, 0), 80, true),
		"                     Fri 15 Jan                             Sat 16 Jan\n"
		"                       09:00  12:00   15:00  18:00  21:00   00:00  03:00   06:00\n"
		"                     ▼─┬──────┬───────┬──────┬──────┬───────┼──────┬───────┬────\n"
		"main\n"
		"n[1-2]             2     ┣lab──────┫                                  ┣service╱╱\n"
		"                            ┣demo━━━━━━━━━━┫\n"
		"n[3-4]             2        ┣demo━━━━━━━━━━┫                          ┣service╱╱\n"
		"n[5-7]             3          ┣flex━━━━━┫·········┣torn!!┫            ┣service╱╱\n"
		"n8                 1 ×××××××××××××××××××××××××××××××××××××××××××××××××┣service╱╱\n"
		"held offers                                                 ┣r.1╍┫\n"
		"free               8 ▇▇▇▇▅▅▅▃▃00000000000▃▃▃▇▇▇▇▇▇▄▄▄▄▄▄▄▄▇▇▅▅▅▅▅▅▇▇▇▇0000000000\n"
		"━ booking  ! degraded  ╱ maintenance  ─ slurm  ╍ held  · may move here  × down\n"
		"▄ eighths free\n");
}
END_TEST

START_TEST(a_picture_of_200_columns)
{
	a_cluster();
	ck_assert_str_eq(draw(view(T0, 7 * 24 * HOUR, 0), 200, false),
		"                                 Fri 15 Jan     Sat 16 Jan              Sun 17 Jan              Mon 18 Jan              Tue 19 Jan              Wed 20 Jan              Thu 21 Jan\n"
		"                                    12:00       00:00       12:00       00:00       12:00       00:00       12:00       00:00       12:00       00:00       12:00       00:00       12:00       00:00\n"
		"                                 v--+-----------|-----------+-----------|-----------+-----------|-----------+-----------|-----------+-----------|-----------+-----------|-----------+-----------|-------\n"
		"main\n"
		"n[1-2]                         2  [lab]             [service//]\n"
		"                                   [demo=]\n"
		"n[3-4]                         2   [demo=]          [service//]\n"
		"n[5-7]                         3    [fl~]...[!!]    [service//]\n"
		"n8                             1 xxxxxxxxxxxxxxxxxxx[service//]xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
		"held offers                                     [:] r.1\n"
		"free                           8 75300000377444455570000000000077777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777\n"
		"= booking  ! degraded  / maintenance  - slurm  : held  . may move here  x down  4 eighths free\n");
}
END_TEST

START_TEST(by_bookings_each_has_a_row)
{
	gantt_view_t v = view(T0, 24 * HOUR, 0);

	a_cluster();
	/* of a recurring one */
	item("lab", GANTT_NATIVE, T0 + 23 * HOUR, T0 + 25 * HOUR, 0, two, 2);
	v.by_bookings = true;
	ck_assert_str_eq(draw(v, 80, false),
		"                     Fri 15 Jan                             Sat 16 Jan\n"
		"                       09:00  12:00   15:00  18:00  21:00   00:00  03:00   06:00\n"
		"                     v-+------+-------+------+------+-------|------+-------+----\n"
		"lab                2     [lab------]                                         [--\n"
		"demo               4        [demo==========]\n"
		"flex               3          [flex=====]...............\n"
		"torn               3                              [torn!!]\n"
		"r.1                2                                        [r.1:]\n"
		"service            8                                                  [service//\n"
		"free               8 77775553300000000000333777777444444447755555577770000000000\n"
		"= booking  ! degraded  / maintenance  - slurm  : held  . may move here\n"
		"4 eighths free\n");
}
END_TEST

START_TEST(a_short_bar_has_its_name_behind_it)
{
	nodes(2);
	item("course", GANTT_BOOKING, T0 + 2 * HOUR, T0 + 4 * HOUR, 0, two, 2);
	item("one", GANTT_BOOKING, T0 + 20 * HOUR, T0 + 21 * HOUR, 0, two, 2);
	item("crowded", GANTT_BOOKING, T0 + 26 * HOUR, T0 + 28 * HOUR, 0, two,
	     2);
	item("next", GANTT_BOOKING, T0 + 30 * HOUR, T0 + 40 * HOUR, 0, two, 2);
	item("edge", GANTT_BOOKING, T0 + 46 * HOUR, T0 + 48 * HOUR, 0, two, 2);
	(void) draw(view(T0, 48 * HOUR, 0), 80, false);
	ck_assert_msg(strstr(text,
		"n[1-2]             2   [=] course            [] one [==] [next========]      [=]\n"),
		      "%s", text);
}
END_TEST

START_TEST(an_empty_cluster)
{
	gantt_view_t v = view(T0, 24 * HOUR, 0);

	nodes(0);
	ck_assert_str_eq(draw(v, 40, false),
		"             Fri 15 Jan\n"
		"                 12:00         00:00\n"
		"             v---+-------------|--------\n"
		"free         000000000000000000000000000\n"
		"4 eighths free\n");
	v.by_bookings = true;
	ck_assert_ptr_nonnull(strstr(draw(v, 40, false), "no reservations"));
}
END_TEST

START_TEST(a_booking_shorter_than_a_column_is_seen)
{
	nodes(2);
	item("blink", GANTT_BOOKING, T0 + 12 * HOUR, T0 + 12 * HOUR + 60, 0, two,
	     2);
	item("blink2", GANTT_BOOKING, T0 + 12 * HOUR + 120,
	     T0 + 12 * HOUR + 180, 0, two, 2);
	item("late", GANTT_BOOKING, T0 + 24 * HOUR - 1, T0 + 25 * HOUR, 0, two,
	     2);
	ck_assert_str_eq(draw(view(T0, 24 * HOUR, 0), 40, false),
		"             Fri 15 Jan\n"
		"                 12:00         00:00\n"
		"             v---+-------------|--------\n"
		"main\n"
		"n[1-2]     2              *            |\n"
		"free       2 888888888888808888888888880\n"
		"= booking  * several  4 eighths free\n");
}
END_TEST

START_TEST(ten_thousand_nodes_fit)
{
	static int32_t inx[500][3];
	gantt_view_t v = view(T0, 24 * HOUR, 0);
	const char *at;
	int lines = 0;

	nodes(10000);
	for (int i = 0; i < 500; i++) {
		inx[i][0] = i * 20;
		inx[i][1] = i * 20 + 9;
		inx[i][2] = -1;
		item("many", GANTT_BOOKING, T0 + i * 60, T0 + i * 60 + HOUR, 0,
		     inx[i], 10);
	}
	v.rows_max = 20;
	at = draw(v, 80, false);
	assert_widths(at, 80);
	for (; *at; at++)
		lines += (*at == '\n');
	/* the axis, the partition, rows, free, legend */
	ck_assert_int_le(lines, 3 + 1 + 20 + 1 + 2);
	ck_assert_ptr_nonnull(strstr(text, "10000"));
}
END_TEST

/* --- names ------------------------------------------------------------------------ */

#define HOSTILE "</text><script>\"&\033[2J\xe2\x80\xae\xff\nx"

START_TEST(hostile_names_do_no_harm)
{
	gantt_view_t v = view(T0, 24 * HOUR, 240);
	size_t size;
	FILE *f;
	gantt_t *g;

	nodes(2);
	item(HOSTILE, GANTT_BOOKING, T0, T0 + 24 * HOUR, 0, two, 2);
	in.nodes[1].name = HOSTILE;
	(void) draw(v, 200, true);
	ck_assert_ptr_nonnull(strstr(text, "</text><script>\"&?[2J?"));
	for (const char *s = text; *s; s++)
		ck_assert((*s == '\n') || ((unsigned char) *s >= ' '));
	g = gantt_make(&in, &v);
	free(text);
	f = open_memstream(&text, &size);
	ck_assert(gantt_svg(g, f));
	fclose(f);
	gantt_free(g);
	ck_assert_ptr_null(strstr(text, "<script"));
	ck_assert_ptr_nonnull(strstr(text, "&lt;/text&gt;&lt;script&gt;&quot;&amp;?[2J"));
	ck_assert_ptr_null(strchr(text, '\033'));
}
END_TEST

/* --- days on which the clocks change ----------------------------------------------- */

static void ticks(time_t from, time_t to, time_t least, const char *want)
{
	char got[512] = "";
	gantt_ticks_t t;

	ck_assert(gantt_ticks(from, to, least, &t));
	for (size_t i = 0; i < t.cnt; i++)
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s ",
			 t.list[i].day ? "*" : "", t.list[i].clock);
	free(t.list);
	ck_assert_str_eq(got, want);
}

START_TEST(an_hour_is_missing_or_there_twice)
{
	char zone[64];

	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	/* 2027-03-28, from 22:00 of the day before */
	ticks(1806181200, 1806181200 + 7 * HOUR, HOUR,
	      "22:00 23:00 *00:00 01:00 03:00 04:00 05:00 ");
	/* 2027-10-31 */
	ticks(1824933600 - 2 * HOUR, 1824933600 + 4 * HOUR, HOUR,
	      "22:00 23:00 *00:00 01:00 02:00 02:00 ");
	ticks(1806181200, 1806181200 + 24 * HOUR, 5 * HOUR,
	      "*00:00 06:00 12:00 18:00 ");
	gantt_zone(1806181200, 1806181200 + 24 * HOUR, zone, sizeof(zone));
	ck_assert_str_eq(zone, "CET (+01:00), then CEST (+02:00)");
}
END_TEST

START_TEST(a_day_may_begin_at_one)
{
	/* clocks were put forward at midnight */
	setenv("TZ", "America/Sao_Paulo", 1);
	tzset();
	ticks(1541289600, 1541289600 + 12 * HOUR, 3 * HOUR,
	      "21:00 *01:00 03:00 06:00 09:00 ");
}
END_TEST

/* --- a count of each node and second ------------------------------------------------ */

static bool holds(const gantt_item_t *it, uint32_t node, time_t from, time_t to)
{
	bool there = false;

	for (const int32_t *x = it->inx; x && (x[0] >= 0); x += 2)
		there = there || (((int32_t) node >= x[0]) &&
				  ((int32_t) node <= x[1]));
	return there && (it->start < to) && (it->end > from);
}

/* Is the node taken in any second of [from, to)? */
static bool taken(const gantt_view_t *v, uint32_t node, time_t from, time_t to)
{
	if (in.nodes[node].down && (to > v->now) && (from < to))
		return true;
	for (uint32_t i = 0; i < in.item_cnt; i++)
		if (holds(&in.items[i], node, from, to))
			return true;
	return false;
}

static void check_free(const gantt_t *g)
{
	for (uint32_t c = 0; c < g->view.columns; c++) {
		uint32_t want = 0;

		for (uint32_t n = 0; n < in.node_cnt; n++)
			want += in.nodes[n].name &&
				!taken(&g->view, n, gantt_column(&g->view, c),
				       gantt_column(&g->view, c + 1));
		ck_assert_uint_eq(g->free[c], want);
	}
}

/* Each item of the span has bars in rows of as many nodes as it has, or more. */
static void check_bars(const gantt_t *g)
{
	for (uint32_t i = 0; i < in.item_cnt; i++) {
		const gantt_item_t *it = &in.items[i];
		uint32_t want = 0, got = 0;
		bool mixed = false;

		for (uint32_t n = 0; n < in.node_cnt; n++)
			want += in.nodes[n].name &&
				holds(it, n, g->view.from, g->view.to);
		for (uint32_t r = 0; r < g->row_cnt; r++)
			for (uint32_t b = 0; b < g->rows[r].bar_cnt; b++)
				if (g->rows[r].bars[b].item == i) {
					got += g->rows[r].node_cnt;
					mixed = mixed || g->rows[r].mixed;
				}
		if (want && mixed)
			ck_assert_uint_ge(got, want);
		else if (want)
			ck_assert_uint_eq(got, want);
	}
}

/* Return true for a name behind a bar, which is "b". */
static bool is_name(const char *at)
{
	return (at[0] == 'b') && (at[-1] == ' ');
}

/*
 * A column of a row is blank, but for windows and names, in all of its lanes if and only if
 * none of its nodes is taken there.
 */
static void check_drawn(const gantt_t *g, uint32_t width)
{
	gantt_style_t style = { .width = width };
	uint32_t label = width - g->view.columns;
	char *all = print(g, &style), *line = strstr(all, "\nmain\n") + 6;

	for (uint32_t r = 0; r < g->row_cnt; r++) {
		bool drawn[GANTT_WIDTH_MAX] = { false };

		for (uint32_t lane = 0; lane < g->rows[r].lanes; lane++) {
			size_t len = strcspn(line, "\n");

			for (uint32_t c = label; c < len; c++)
				drawn[c - label] = drawn[c - label] ||
						   (!strchr(" .", line[c]) &&
						    !is_name(&line[c]));
			line += len + 1;
		}
		for (uint32_t c = 0; c < g->view.columns; c++)
			ck_assert_int_eq(drawn[c], g->rows[r].taken[c] > 0);
	}
	free(all);
}

static void random_items(rng_t *rng, int32_t inx[ITEMS][5])
{
	uint32_t cnt = (uint32_t) rng_below(rng, ITEMS);

	for (uint32_t i = 0; i < cnt; i++) {
		int32_t a = (int32_t) rng_below(rng, in.node_cnt);
		int32_t b = a + (int32_t) rng_below(rng, 6);
		time_t start = T0 + (time_t) rng_below(rng, 900) - 200;

		memcpy(inx[i], (int32_t[]) { a, b, b + 2, b + 2, -1 },
		       sizeof(inx[i]));
		item("b", (gantt_kind_t) rng_below(rng, GANTT_KINDS), start,
		     start + 1 + (time_t) rng_below(rng, 300),
		     (int64_t) rng_below(rng, 2) * 100, inx[i], 1);
	}
}

START_TEST(each_column_says_what_a_count_says)
{
	rng_t rng = { test_seed() };
	static int32_t inx[ITEMS][5];

	for (int round = 0; round < 300; round++) {
		uint32_t width = (uint32_t) rng_between(&rng, 40, 120);
		gantt_view_t v = view(T0, 120 + (time_t) rng_below(&rng, 600),
				      gantt_text_columns(width));
		gantt_t *g;

		nodes((uint32_t) rng_between(&rng, 1, 40));
		random_items(&rng, inx);
		in.nodes[rng_below(&rng, in.node_cnt)].down = true;
		v.now = T0 + (time_t) rng_below(&rng, 200) - 100;
		v.rows_max = (uint32_t) rng_between(&rng, 1, 40);
		gantt_sort(&in);
		g = gantt_make(&in, &v);
		ck_assert_uint_eq(g->node_cnt, in.node_cnt);
		ck_assert_uint_le(g->row_cnt, v.rows_max);
		check_free(g);
		check_bars(g);
		check_drawn(g, width);
		gantt_free(g);
		gantt_input_free(&in);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sresv_gantt");
	TCase *tc = tcase_create("sresv_gantt");

	/* for wcwidth() */
	(void) setlocale(LC_CTYPE, "C.UTF-8");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_picture_of_40_columns);
	tcase_add_test(tc, a_picture_of_80_columns);
	tcase_add_test(tc, a_picture_of_200_columns);
	tcase_add_test(tc, by_bookings_each_has_a_row);
	tcase_add_test(tc, a_short_bar_has_its_name_behind_it);
	tcase_add_test(tc, an_empty_cluster);
	tcase_add_test(tc, a_booking_shorter_than_a_column_is_seen);
	tcase_add_test(tc, ten_thousand_nodes_fit);
	tcase_add_test(tc, hostile_names_do_no_harm);
	tcase_add_test(tc, an_hour_is_missing_or_there_twice);
	tcase_add_test(tc, a_day_may_begin_at_one);
	tcase_add_test(tc, each_column_says_what_a_count_says);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
