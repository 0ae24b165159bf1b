/* SPDX-License-Identifier: GPL-2.0-or-later */
/* units_text.c - see units_text.h */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/memory/memory.h"

static void _add_ranges(char **text, const cores_t *cores)
{
	const char *comma = "";

	for (uint32_t i = 0; i < UNITS_CORES; i++) {
		uint32_t first = i;

		if (!cores_test(cores, i))
			continue;
		while (cores_test(cores, i + 1))
			i++;
		text_add(text, "%s%"PRIu32, comma, first);
		if (i > first)
			text_add(text, "-%"PRIu32, i);
		comma = ",";
	}
}

/* The nodes from i on that have the same cores as i. RET owned by the caller */
static garq_set_t *_alike_to(office_t *office, const units_t *units, uint32_t i,
			  bool *told)
{
	garq_set_t *nodes = memory_there(garq_set_create(view_size(office)));

	for (uint32_t j = i; j < units->cnt; j++)
		if (!told[j] && cores_equal(&units->list[i].cores,
					    &units->list[j].cores)) {
			garq_set_add(nodes, units->list[j].node);
			told[j] = true;
		}
	return nodes;
}

char *units_text(office_t *office, const units_t *units)
{
	bool *told = memory_new(units->cnt, sizeof(*told));
	char *text = NULL;

	for (uint32_t i = 0; i < units->cnt; i++) {
		garq_set_t *nodes;
		char *list;

		if (told[i])
			continue;
		nodes = _alike_to(office, units, i, told);
		list = office->host->nodes->list(office, nodes);
		text_add(&text, "%s%s:", text ? " " : "", list);
		_add_ranges(&text, &units->list[i].cores);
		free(list);
		garq_set_destroy(nodes);
	}
	free(told);
	return text;
}

/* Read "0-3,8". RET the text behind it */
static const char *_read_ranges(const char *text, cores_t *ret)
{
	char *end;

	*ret = cores_all(0);
	do {
		unsigned long first = strtoul(text, &end, 10), last = first;

		if (end == text)
			break;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		for (; (first <= last) && (first < UNITS_CORES); first++)
			cores_add(ret, (uint32_t) first);
		text = end + 1;
	} while (*end == ',');
	return end;
}

units_t units_read(office_t *office, const char *text)
{
	units_t units = { .cnt = 0 };
	const char *colon;

	while (text && (colon = strchr(text, ':'))) {
		char *list = memory_text(text);
		garq_set_t *nodes = NULL;
		cores_t cores;

		list[colon - text] = '\0';
		text = _read_ranges(colon + 1, &cores);
		text += strspn(text, " ");
		(void) office->host->nodes->set(office, list, &nodes);
		if (nodes)
			GARQ_SET_EACH(i, nodes)
				units_set(&units, i, &cores);
		garq_set_destroy(nodes);
		free(list);
	}
	return units;
}

char *units_words(uint32_t num_cn, const uint32_t *each, uint32_t each_cnt)
{
	uint32_t cnt = MIN(num_cn, each_cnt), last = each[each_cnt - 1];
	uint64_t sum = (uint64_t) (num_cn - cnt) * last;
	bool same = true;

	for (uint32_t i = 0; i < cnt; i++) {
		sum += each[i];
		same &= (each[i] == each[0]);
	}
	if (num_cn == 1)
		return text_printf("%"PRIu32" core%s of a node", each[0],
				   (each[0] == 1) ? "" : "s");
	if (!same)
		return text_printf("%"PRIu64" cores on %"PRIu32" nodes", sum,
				   num_cn);
	return text_printf("%"PRIu32" core%s on each of %"PRIu32" nodes",
			   each[0], (each[0] == 1) ? "" : "s", num_cn);
}
