/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_texts.c - requests that several tests read.
 */
#include <stdio.h>
#include <string.h>

#include "test/unit/srl_texts.h"
#include "test/unit/test_util.h"

const char text_figure1[] =
	"IBM.TS.est = Dec 12 18:00:00 2007\n"
	"IBM.TS.duration = 21600\n"
	"IBM.TS.let = Dec 15 18:00:00 2007\n"
	"IBM.QOS.type = compute\n"
	"IBM.QOS.cpus = 16\n"
	"IBM.QOS.arch = \"IBM p690\"\n"
	"IBM.CON.cost = IBM.RVC.cost <= 10000\n"
	"IBM.OBJ.cost = min,IBM.RVC.cost,8\n"
	"IBM.OBJ.start = min,IBM.RVC.begin,10\n"
	"PCC.TS.duration = 21600\n"
	"PCC.QOS.type = compute\n"
	"PCC.QOS.cpus = 32\n"
	"PCC.QOS.arch = \"PC cluster\"\n"
	"PCC.CON.time = PCC.RVC.begin\n"
	"== IBM.RVC.begin\n"
	"VIS.TS.duration = 7200\n"
	"VIS.TS.let = Dec 15 18:00:00 2007\n"
	"VIS.QOS.type = visualize\n"
	"VIS.QOS.cpus = 4\n"
	"VIS.QOS.arch = \"SGI Onyx\"\n"
	"VIS.CON.time = PCC.RVC.begin+14400\n"
	"== VIS.RVC.begin\n";

const char text_example[] =
	"CO.TS.est = Dec 12 18:00:00 2007 # of all parts\n"
	"CO.TS.let = Dec 15 18:00:00 2007\n"
	"CO.CON.cost = ALL.RVC.cost <= 10000\n"
	"CO.OBJ.cost = min, ALL.RVC.cost, 0.6\n"
	"CO.OBJ.start = min, IBM.RVC.begin, 0.4\n"
	"IBM.TS.duration = 6 h\n"
	"IBM.QOS.cpus = 16\n"
	"PCC.TS.duration = IBM.TS.duration\n"
	"PCC.QOS.cpus = 2 * IBM.QOS.cpus\n"
	"PCC.CON.time = PCC.RVC.begin == IBM.RVC.begin\n"
	"NET.TS.duration = 6 h\n"
	"NET.QOS.netbw = 1 Gbit/s\n"
	"NET.QOS.from = IBM\n"
	"NET.QOS.to = PCC\n"
	"NET.CON.time = NET.RVC.begin == IBM.RVC.begin\n"
	"NET.CON.fast = NET.RVC.bandwidth >= NET.QOS.netbw\n"
	"VIS.TS.duration = 2 h\n"
	"VIS.QOS.type = visualize\n"
	"VIS.CON.time = VIS.RVC.begin == IBM.RVC.begin + 4 h\n"
	"OUT.TS.duration = VIS.TS.duration\n"
	"OUT.QOS.netbw = 100 Mbit/s\n"
	"OUT.QOS.from = VIS\n"
	"OUT.QOS.to = IBM\n"
	"OUT.CON.begin = OUT.RVC.begin == VIS.RVC.begin\n"
	"OUT.CON.end = OUT.RVC.end == VIS.RVC.end\n";

const char text_two[] =
	"A.TS.duration = 3600\n"
	"B.TS.duration = 1 h\n";

static bool _noon(void *arg, const char *text, int64_t *ret_time)
{
	(void) arg;
	if (strcmp(text, "noon"))
		return false;
	*ret_time = 43200;
	return true;
}

const srl_reader_t test_reader = { .now = 1000, .time = _noon };

extern srl_t *read_right(const char *text)
{
	srl_errors_t errors;
	srl_t *srl = srl_read(text, strlen(text), &test_reader, &errors);

	ck_assert_msg(srl != NULL, "%u:%u: %s", errors.list[0].place.line,
		      errors.list[0].place.column, errors.list[0].text);
	ck_assert_uint_eq(errors.cnt, 0);
	return srl;
}

extern srl_t *read_two(const char *more, srl_errors_t *ret_errors)
{
	char text[8192];
	int len = snprintf(text, sizeof(text), "%s%s", text_two, more);

	ck_assert_int_lt(len, (int) sizeof(text));
	return srl_read(text, (size_t) len, &test_reader, ret_errors);
}
