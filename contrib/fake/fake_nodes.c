/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fake_nodes.c - nodes, node lists, partitions; see fake.h */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "contrib/fake/fake.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"

static bool _has(fake_words_t words, uint32_t i)
{
	return (words[i / 64] >> (i % 64)) & 1;
}

/* The next node that is there, from a number on; size: there is none. */
static uint32_t _next(const fake_t *fake, uint32_t i)
{
	uint64_t left;

	for (; i < fake->size; i = (i / 64 + 1) * 64) {
		left = fake->there[i / 64] >> (i % 64);
		if (left)
			return i + (uint32_t) __builtin_ctzll(left);
	}
	return fake->size;
}

#define EACH(i, fake) \
	uint32_t i = _next(fake, 0); i < (fake)->size; i = _next(fake, i + 1)

/* The number of a node; size: there is none. */
static uint32_t _number(const fake_t *fake, uint32_t index)
{
	for (EACH(i, fake))
		if (!index--)
			return i;
	return fake->size;
}

garq_set_t *fake_set(const fake_t *fake, const garq_set_t *numbers)
{
	garq_set_t *set;
	uint32_t index = 0;

	/* If all nodes are there, a number is an index. */
	if ((fake->there == fake->own_words) && numbers)
		return fake_need(garq_set_copy(numbers));
	for (EACH(i, fake))
		index++;
	set = fake_need(garq_set_create(index));
	index = 0;
	for (EACH(i, fake)) {
		if (numbers && garq_set_test(numbers, i))
			garq_set_add(set, index);
		index++;
	}
	return set;
}

garq_set_t *fake_numbers(const fake_t *fake, const garq_set_t *set)
{
	garq_set_t *numbers;
	uint32_t index = 0;

	if ((fake->there == fake->own_words) && set)
		return fake_need(garq_set_copy(set));
	numbers = fake_need(garq_set_create(fake->size));
	for (EACH(i, fake))
		if (set && garq_set_test(set, index++))
			garq_set_add(numbers, i);
	return numbers;
}

/* The name of a node. RET its length */
static size_t _put(const fake_t *fake, uint32_t i, char *to, size_t room)
{
	if (fake->names == FAKE_LETTERS)
		return (size_t) snprintf(to, room, "%c", 'a' + (int) i);
	return (size_t) snprintf(to, room, "n%u",
				 i + (fake->names == FAKE_FROM_1));
}

char *fake_text(const fake_t *fake, const garq_set_t *numbers)
{
	size_t room = (garq_set_count(numbers) * 12) + 1, used = 0;
	char *text = fake_need(malloc(room));

	text[0] = '\0';
	GARQ_SET_EACH(i, numbers) {
		if (used && (fake->names != FAKE_LETTERS))
			text[used++] = ',';
		used += _put(fake, i, text + used, room - used);
	}
	return text;
}

garq_set_t *fake_parse(const fake_t *fake, const char *list)
{
	garq_set_t *numbers = fake_need(garq_set_create(fake->size));
	char *end;

	if (fake->names == FAKE_LETTERS) {
		for (; list && *list; list++)
			garq_set_add(numbers, (uint32_t) (*list - 'a'));
		return numbers;
	}
	for (; list && (*list == 'n'); list = end + (*end == ','))
		garq_set_add(numbers,
			     (uint32_t) strtoul(list + 1, &end, 10) -
				     (fake->names == FAKE_FROM_1));
	return numbers;
}

/* IN name - NULL or "": the default partition. RET NULL: no such group */
static const fake_group_t *_group(const fake_t *fake, const char *name)
{
	for (const fake_group_t *g = fake->groups; g->name; g++)
		if ((!name || !name[0] || !strcmp(g->name, name)) &&
		    (!g->there || *g->there))
			return g;
	return NULL;
}

/* Remove the nodes that are not in the group. */
static void _narrow(garq_set_t *nodes, const fake_group_t *group)
{
	for (uint32_t w = 0; w < (nodes->size + 63) / 64; w++)
		nodes->word[w] &= !group ? 0 :
				  group->nodes ? group->nodes[w] : UINT64_MAX;
}

garq_set_t *fake_partition(const fake_t *fake, const char *name)
{
	garq_set_t *nodes = fake_need(garq_set_create(fake->size));

	memcpy(nodes->word, fake->there, (fake->size + 63) / 64 * 8);
	_narrow(nodes, _group(fake, name));
	return nodes;
}

garq_set_t *fake_there(const fake_t *fake, const char *list, bool *ret_all)
{
	garq_set_t *nodes = fake_parse(fake, list);

	*ret_all = true;
	for (uint32_t w = 0; w < (fake->size + 63) / 64; w++) {
		*ret_all &= !(nodes->word[w] & ~fake->there[w]);
		nodes->word[w] &= fake->there[w];
	}
	return nodes;
}

int fake_check(fake_t *fake, const char *users, const char *partition,
	       const char *licenses)
{
	text_name_t one;

	if (!_group(fake, partition))
		return REFUSED_PARTITION;
	if (fake_license_cnt(licenses) > (fake->sw ? *fake->sw : 0))
		return REFUSED_LICENSES;
	while (fake->exists && text_next_name(&users, &one))
		if (!fake->exists(NAME_USER, one.name, one.len))
			return REFUSED_USERS;
	return 0;
}

uint32_t fake_class(const fake_t *fake, uint32_t number)
{
	uint32_t class = 0;

	for (int i = 0; fake->groups[i].name; i++)
		if (fake->groups[i].nodes)
			class |= (uint32_t) _has(fake->groups[i].nodes, number)
				 << i;
	return class;
}

/* --- the calls of the office ---------------------------------------------- */

int fake_eligible(office_t *office, const char *asked_nodes, bool part_nodes,
		  const char *partition, const char *features,
		  uint64_t num_cn, garq_set_t **ret_nodes, char **ret_text)
{
	fake_t *fake = fake_of(office);
	bool all = text_same_word(asked_nodes, "ALL"), there = true;
	const fake_group_t *in = _group(fake, partition);
	garq_set_t *nodes;

	if (!in) {
		*ret_text = text_printf("PartitionName=%s: there is none",
					partition);
		return REFUSED_PARTITION;
	}
	nodes = (asked_nodes && !all) ?
			fake_there(fake, asked_nodes, &there) :
			fake_partition(fake, NULL);
	if (!asked_nodes || (all && part_nodes))
		_narrow(nodes, in);
	if (!asked_nodes && features)
		_narrow(nodes, _group(fake, features));
	if (asked_nodes && !all && !garq_set_count(nodes))
		there = false;
	if (there)
		*ret_nodes = fake_set(fake, nodes);
	else
		*ret_text = text_printf("Nodes=%s: no such node", asked_nodes);
	garq_set_destroy(nodes);
	return there ? 0 : REFUSED_NODES;
}

static char *_list(office_t *office, const garq_set_t *nodes)
{
	garq_set_t *numbers = fake_numbers(fake_of(office), nodes);
	char *text = fake_text(fake_of(office), numbers);

	garq_set_destroy(numbers);
	return text;
}

static int _set(office_t *office, const char *list, garq_set_t **ret_nodes)
{
	bool all;
	garq_set_t *numbers = fake_there(fake_of(office), list, &all);

	*ret_nodes = fake_set(fake_of(office), numbers);
	garq_set_destroy(numbers);
	return all ? 0 : REFUSED_NODES;
}

static const char *_name(office_t *office, uint32_t node)
{
	static char name[16];
	const fake_t *fake = fake_of(office);
	uint32_t i = _number(fake, node);

	(void) _put(fake, i, name, sizeof(name));
	return (i < fake->size) ? name : "?";
}

static const char *_state(office_t *office, uint32_t node)
{
	const fake_t *fake = fake_of(office);
	uint32_t i = _number(fake, node);

	return ((i < fake->size) && _has(fake->down, i)) ? "down" : "idle";
}

/* Where the topology has rules that only Slurm knows: the last nodes. */
static garq_set_t *_select(office_t *office, const garq_set_t *nodes,
			   uint32_t num_cn)
{
	garq_set_t *set = fake_need(garq_set_create(nodes->size));

	(void) office;
	for (uint32_t i = nodes->size; num_cn && (i-- > 0); )
		if (garq_set_test(nodes, i)) {
			garq_set_add(set, i);
			num_cn--;
		}
	return set;
}

/* Facts of more nodes than there are are those of the first ones. */
static node_facts_table_t _facts(office_t *office)
{
	node_facts_table_t facts = fake_of(office)->facts;

	facts.cnt = MIN(facts.cnt, view_size(office));
	return facts;
}

static garq_set_t *_in_use(office_t *office, const record_t *rec)
{
	const fake_t *fake = fake_of(office);
	garq_set_t *numbers = fake_busy(fake,
					((const fake_record_t *) rec)->name);
	garq_set_t *set = fake_set(fake, numbers);

	garq_set_destroy(numbers);
	return set;
}

static uint32_t _cores(office_t *office, uint32_t node)
{
	const fake_t *fake = fake_of(office);

	return (_number(fake, node) < MIN(fake->size, FAKE_BY_CORES)) ?
		       fake->cores : 0;
}

static uint64_t _gpus(office_t *office, uint32_t node, const char *type)
{
	const fake_t *fake = fake_of(office);
	uint32_t i = _number(fake, node) +
		     (fake->gpus_moved ? *fake->gpus_moved : 0);

	if (!_cores(office, node) || (i % 4 == 3) ||
	    (type && strcmp(type, (i % 2) ? "b" : "a")))
		return 0;
	return (UINT64_C(1) << fake->gpus) - 1;
}

/* Half of the cores are near half of the GPUs. */
static cores_t _near(office_t *office, uint32_t node, uint64_t gpus)
{
	const fake_t *fake = fake_of(office);
	uint32_t cores = _cores(office, node);
	cores_t all = cores_all(cores, 0), low = cores_all(cores / 2, 0);
	cores_t near = cores_all(0, 0);

	if (gpus & ((UINT64_C(1) << (fake->gpus / 2)) - 1))
		cores_add_all(&near, &low);
	cores_del_all(&all, &low);
	if (gpus >> (fake->gpus / 2))
		cores_add_all(&near, &all);
	return near;
}

static cores_t _of_part(fake_part_t part)
{
	cores_t cores = cores_all(0, part >> FAKE_CORES);

	cores.word[0] = part & ((1 << FAKE_CORES) - 1);
	return cores;
}

units_t fake_units(const fake_t *fake, const fake_record_t *rec)
{
	units_t units = { .cnt = 0 };
	uint32_t index = 0;

	for (EACH(i, fake)) {
		if (rec->by_cores && (i < FAKE_BY_CORES) &&
		    garq_set_test(rec->nodes, i)) {
			cores_t cores = _of_part(rec->cores[i]);

			units_set(&units, index, &cores);
		}
		index++;
	}
	if (units.cnt && rec->gpu_type[0])
		units.type = text_dup(rec->gpu_type);
	return units;
}

void fake_set_units(const fake_t *fake, fake_record_t *rec,
		    const units_t *units)
{
	memset(rec->cores, 0, sizeof(rec->cores));
	rec->by_cores = units->cnt;
	snprintf(rec->gpu_type, sizeof(rec->gpu_type), "%s",
		 units->type ? units->type : "");
	for (uint32_t u = 0; u < units->cnt; u++) {
		uint32_t i = _number(fake, units->list[u].node);
		const cores_t *cores = &units->list[u].cores;

		if (i < FAKE_BY_CORES)
			rec->cores[i] = (fake_part_t)
				(cores->word[0] | (cores->gpus << FAKE_CORES));
	}
}

bool fake_job_cores(office_t *office, uint32_t job_id, uint32_t node,
		    cores_t *ret)
{
	const fake_t *fake = fake_of(office);
	uint32_t i = _number(fake, node), at = 0;
	fake_job_t job;

	while (fake->job && fake->job(&at, &job))
		if ((job.id == job_id) && job.cores && (i < FAKE_BY_CORES)) {
			*ret = _of_part(job.cores[i]);
			return true;
		}
	return false;
}

ANSWER(const char *, _default_partition, (office_t *office),
       fake_of(office)->groups[0].name)

const host_nodes_t fake_nodes = {
	.eligible = fake_eligible,
	.list = _list,
	.set = _set,
	.name = _name,
	.state = _state,
	.facts = _facts,
	.select = _select,
	.in_use = _in_use,
	.cores = _cores,
	.gpus = _gpus,
	.near = _near,
	.default_partition = _default_partition,
};
