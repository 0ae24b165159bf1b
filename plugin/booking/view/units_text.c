/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/memory/memory.h"

/* IN gpus - of the set, not cores */
static bool _test_unit(const cores_t *cores, bool gpus, uint32_t i)
{
	return gpus ? (i < UNITS_GPUS) && ((cores->gpus >> i) & 1) :
		      cores_test(cores, i);
}

static void _add_ranges(char **text, const cores_t *cores, bool gpus)
{
	const char *comma = "";

	for (uint32_t i = 0; i < UNITS_CORES; i++) {
		uint32_t first = i;

		if (!_test_unit(cores, gpus, i))
			continue;
		while (_test_unit(cores, gpus, i + 1))
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

	if (units->cnt && units->type)
		text_add(&text, "gpu=%s", units->type);
	for (uint32_t i = 0; i < units->cnt; i++) {
		garq_set_t *nodes;
		char *list;

		if (told[i])
			continue;
		nodes = _alike_to(office, units, i, told);
		list = office->host->nodes->list(office, nodes);
		text_add(&text, "%s%s:", text ? " " : "", list);
		_add_ranges(&text, &units->list[i].cores, false);
		if (units->list[i].cores.gpus) {
			text_add(&text, "/");
			_add_ranges(&text, &units->list[i].cores, true);
		}
		free(list);
		garq_set_destroy(nodes);
	}
	free(told);
	return text;
}

/* Read "0-3,8". IN gpus - of the set, not cores. RET the text behind it */
static const char *_read_ranges(const char *text, bool gpus, cores_t *ret)
{
	char *end;

	do {
		unsigned long first = strtoul(text, &end, 10), last = first;

		if (end == text)
			break;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		for (; (first <= last) && (first < UNITS_CORES); first++)
			if (!gpus)
				cores_add(ret, (uint32_t) first);
			else if (first < UNITS_GPUS)
				ret->gpus |= UINT64_C(1) << first;
		text = end + 1;
	} while (*end == ',');
	return end;
}

/* A word of the text, such as "n[1-2]:0-3/0". */
typedef struct {
	const char *text;
	int len;
	garq_set_t *nodes;	/* that are there; owned */
	bool gone;		/* others are not */
	cores_t cores;
} word_t;

/* IN/OUT text - the rest. RET false: it has no word */
static bool _next_word(office_t *office, const char **text, word_t *ret)
{
	const char *colon = *text ? strchr(*text, ':') : NULL, *end;
	char *list;

	if (!colon)
		return false;
	*ret = (word_t) { .text = *text, .cores = cores_all(0, 0) };
	end = _read_ranges(colon + 1, false, &ret->cores);
	if (*end == '/')
		end = _read_ranges(end + 1, true, &ret->cores);
	ret->len = (int) (end - *text);
	list = memory_text(*text);
	list[colon - *text] = '\0';
	ret->gone = office->host->nodes->set(office, list, &ret->nodes) != 0;
	free(list);
	*text = end + strspn(end, " ");
	return true;
}

/* The words behind the type of GPUs. OUT ret_len - its length; 0: no type */
static const char *_skip_type(const char *text, size_t *ret_len)
{
	*ret_len = 0;
	if (!text || strncmp(text, "gpu=", 4))
		return text;
	text += 4;
	*ret_len = strcspn(text, " ");
	return text + *ret_len + strspn(text + *ret_len, " ");
}

units_t units_read(office_t *office, const char *text)
{
	units_t units = { .cnt = 0 };
	size_t len;
	const char *words = _skip_type(text, &len);
	word_t word;

	if (len) {
		units.type = memory_text(text + 4);
		units.type[len] = '\0';
	}
	while (_next_word(office, &words, &word)) {
		if (word.nodes)
			GARQ_SET_EACH(i, word.nodes)
				if (!units_on(&units, i))
					units_set(&units, i, &word.cores);
		garq_set_destroy(word.nodes);
	}
	if (!units.cnt)
		units_free(&units);
	return units;
}

char *units_gone(office_t *office, const char *text)
{
	char *gone = NULL;
	size_t len;
	const char *words = _skip_type(text, &len);
	word_t word;

	while (_next_word(office, &words, &word)) {
		if (word.gone)
			text_add(&gone, "%s%.*s", gone ? " " : "", word.len,
				 word.text);
		garq_set_destroy(word.nodes);
	}
	return gone;
}

units_t units_missing(office_t *office, const char *text,
		      const garq_set_t *kept)
{
	units_t has = units_read(office, text), missing = { .cnt = 0 };
	size_t len;
	const char *words = _skip_type(text, &len);
	word_t word;

	if (len)
		missing.type = text_printf("%.*s", (int) len, text + 4);
	for (uint32_t i = 0; i < has.cnt; i++)
		if (!kept || !garq_set_test(kept, has.list[i].node))
			units_set(&missing, missing.cnt, &has.list[i].cores);
	while (_next_word(office, &words, &word)) {
		if (word.gone)
			units_set(&missing, missing.cnt, &word.cores);
		garq_set_destroy(word.nodes);
	}
	units_free(&has);
	return missing;
}

/* "4 GPUs (a100) and 8 cores" */
static char *_sum_words(uint64_t cores, uint64_t gpus, const char *type)
{
	char *text = NULL;

	if (gpus)
		text_add(&text, "%"PRIu64" GPU%s%s%s%s and ", gpus,
			 (gpus == 1) ? "" : "s", type ? " (" : "",
			 type ? type : "", type ? ")" : "");
	text_add(&text, "%"PRIu64" core%s", cores, (cores == 1) ? "" : "s");
	return text;
}

char *units_words(uint32_t num_cn, const want_t *each, uint32_t each_cnt,
		  const char *type)
{
	uint32_t cnt = MIN(num_cn, each_cnt);
	const want_t *last = &each[each_cnt - 1];
	uint64_t cores = (uint64_t) (num_cn - cnt) * last->cores,
		gpus = (uint64_t) (num_cn - cnt) * last->gpus;
	bool same = true;
	char *sum, *text;

	for (uint32_t i = 0; i < cnt; i++) {
		cores += each[i].cores;
		gpus += each[i].gpus;
		same &= (each[i].cores == each[0].cores) &&
			(each[i].gpus == each[0].gpus);
	}
	sum = same ? _sum_words(each[0].cores, each[0].gpus, type) :
		     _sum_words(cores, gpus, type);
	if (num_cn == 1)
		text = text_printf("%s of a node", sum);
	else
		text = text_printf("%s on %s%"PRIu32" nodes", sum,
				   same ? "each of " : "", num_cn);
	free(sum);
	return text;
}
