/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parts.c - the parts of a request and their fields.
 */
#include <math.h>
#include <string.h>

#include "srl/draft.h"
#include "srl/error.h"

static bool _makes_part(const srl_pair_t *pair)
{
	return ((pair->scope == SRL_TS) || (pair->scope == SRL_QOS)) &&
		strcmp(pair->id, SRL_ID_CO) && strcmp(pair->id, SRL_ID_ALL);
}

static bool _add_part(srl_draft_t *draft, const srl_pair_t *pair)
{
	srl_t *srl = draft->srl;

	if (srl_find_part(srl, pair->id) != SRL_NO_PART)
		return true;
	if (srl->part_cnt == SRL_PARTS_MAX) {
		srl_error(draft->errors, pair->place, "a request has at most %d "
			  "parts", SRL_PARTS_MAX);
		return false;
	}
	srl->parts[srl->part_cnt++] = (srl_part_t) {
		.id = pair->id, .place = pair->place,
		.from = SRL_NO_PART, .to = SRL_NO_PART,
	};
	return true;
}

/* Pairs of ids that are no parts, and what CO and ALL can't have. */
static void _check_id(srl_draft_t *draft, const srl_pair_t *pair)
{
	bool is_co = !strcmp(pair->id, SRL_ID_CO);

	if (!strcmp(pair->id, SRL_ID_ALL))
		srl_error(draft->errors, pair->place, "ALL stands for the sum "
			  "over all parts in values: write CO for what holds "
			  "for the whole request");
	else if (is_co && (pair->scope == SRL_QOS))
		srl_error(draft->errors, pair->place, "CO has no QOS: each part "
			  "says what it needs");
	else if (!is_co && (srl_find_part(draft->srl, pair->id) == SRL_NO_PART))
		srl_error(draft->errors, pair->place, "there is no part %s: a "
			  "part has attributes of TS or QOS", pair->id);
}

extern bool srl_parts_list(srl_draft_t *draft)
{
	draft->srl->parts = srl_memory_get(draft->memory, SRL_PARTS_MAX,
					   sizeof(srl_part_t));
	if (!draft->srl->parts)
		return false;
	for (size_t i = 0; i < draft->pair_cnt; i++)
		if (_makes_part(&draft->pairs[i]) &&
		    !_add_part(draft, &draft->pairs[i]))
			return true;
	for (size_t i = 0; i < draft->pair_cnt; i++)
		_check_id(draft, &draft->pairs[i]);
	if (!draft->srl->part_cnt && !draft->errors->cnt)
		srl_error(draft->errors, (srl_place_t) { 1, 1 }, "the request has "
			  "no part: write A.TS.duration = 3600 and the like");
	return true;
}

/* A whole number of at least `least`. RET false if it is not; errors say so */
static bool _whole_number(srl_draft_t *draft, const srl_pair_t *pair,
			  double least, double *ret_number)
{
	if ((pair->number >= least) && (pair->number <= SRL_NUMBER_MAX) &&
	    (pair->number == floor(pair->number))) {
		*ret_number = pair->number;
		return true;
	}
	srl_error(draft->errors, pair->value->place, "%s.%s has to be a whole "
		  "number of at least %g", srl_scope_name(pair->scope),
		  pair->key, least);
	return false;
}

static bool _read_time(srl_draft_t *draft, const char *id, const char *key,
		       int64_t *field)
{
	srl_pair_t *pair = srl_ts_pair(draft, id, key);
	double number;

	if (!pair)
		return true;
	if (!srl_resolve(draft, pair) ||
	    !_whole_number(draft, pair, strcmp(key, "duration") ? 0 : 1,
			   &number))
		return false;
	if (number > (double) SRL_TIME_MAX) {
		srl_error(draft->errors, pair->value->place, "TS.%s is after the "
			  "year 9999", key);
		return false;
	}
	*field = (int64_t) number;
	return true;
}

static void _fill_times(srl_draft_t *draft, srl_part_t *part)
{
	bool fine = true;

	part->est = draft->reader->now;
	part->let = SRL_TIME_MAX;
	fine &= _read_time(draft, part->id, "est", &part->est);
	fine &= _read_time(draft, part->id, "let", &part->let);
	fine &= _read_time(draft, part->id, "duration", &part->duration);
	if (!srl_ts_pair(draft, part->id, "duration")) {
		srl_error(draft->errors, part->place, "%s has no TS.duration: "
			  "write %s.TS.duration = 6 h, or CO.TS.duration for all "
			  "parts", part->id, part->id);
		return;
	}
	if (fine && (part->est + part->duration > part->let))
		srl_error(draft->errors, part->place, "%s does not fit between its "
			  "est and its let: the window is %lld seconds long, the "
			  "duration is %lld", part->id,
			  (long long) (part->let - part->est),
			  (long long) part->duration);
}

static void _set_type(srl_draft_t *draft, srl_pair_t *pair, srl_part_t *part)
{
	static const char *const types[] = {
		[SRL_COMPUTE] = "compute", [SRL_NETWORK] = "network",
		[SRL_STORAGE] = "storage", [SRL_VISUALIZE] = "visualize",
	};

	for (int t = SRL_COMPUTE; t <= SRL_VISUALIZE; t++) {
		if (strcmp(types[t], pair->text))
			continue;
		part->type = (srl_type_t) t;
		return;
	}
	srl_error(draft->errors, pair->value->place, "%.40s is no type: use "
		  "compute, network, storage or visualize", pair->text);
}

static void _set_end(srl_draft_t *draft, srl_pair_t *pair, uint32_t *end)
{
	*end = srl_find_part(draft->srl, pair->text);
	if (*end == SRL_NO_PART)
		srl_error(draft->errors, pair->value->place, "there is no part "
			  "%.40s: a link goes from one part to another",
			  pair->text);
}

static void _set_amount(srl_draft_t *draft, srl_pair_t *pair, double *field)
{
	if ((pair->number > 0) && (pair->number <= SRL_NUMBER_MAX))
		*field = pair->number;
	else
		srl_error(draft->errors, pair->value->place, "QOS.%s has to be "
			  "more than 0", pair->key);
}

static void _set_count(srl_draft_t *draft, srl_pair_t *pair, uint64_t *field)
{
	double number;

	if (_whole_number(draft, pair, 1, &number))
		*field = (uint64_t) number;
}

static void _set_qos(srl_draft_t *draft, srl_pair_t *pair, srl_part_t *part)
{
	const char *key = pair->key;

	if (!strcmp(key, "type"))
		_set_type(draft, pair, part);
	else if (!strcmp(key, "cpus"))
		_set_count(draft, pair, &part->cpus);
	else if (!strcmp(key, "nodes"))
		_set_count(draft, pair, &part->nodes);
	else if (!strcmp(key, "netbw"))
		_set_amount(draft, pair, &part->netbw);
	else if (!strcmp(key, "diskspace"))
		_set_amount(draft, pair, &part->diskspace);
	else if (!strcmp(key, "arch"))
		part->arch = pair->text;
	else if (!strcmp(key, "partition"))
		part->partition = pair->text;
	else if (!strcmp(key, "features"))
		part->features = pair->text;
	else if (!strcmp(key, "licenses"))
		part->licenses = pair->text;
	else if (!strcmp(key, "from"))
		_set_end(draft, pair, &part->from);
	else if (!strcmp(key, "to"))
		_set_end(draft, pair, &part->to);
}

static void _check_link(srl_draft_t *draft, srl_part_t *part)
{
	srl_pair_t *from = srl_pair_find(draft->pairs, draft->pair_cnt,
					 part->id, SRL_QOS, "from");
	srl_pair_t *to = srl_pair_find(draft->pairs, draft->pair_cnt, part->id,
				       SRL_QOS, "to");
	srl_pair_t *type = srl_pair_find(draft->pairs, draft->pair_cnt,
					 part->id, SRL_QOS, "type");
	const srl_t *srl = draft->srl;

	if (!from && !to)
		return;
	if (!from || !to) {
		srl_error(draft->errors, (from ? from : to)->place, "a link has "
			  "two ends: write %s.QOS.%s too", part->id,
			  from ? "to" : "from");
		return;
	}
	if (!type)
		part->type = SRL_NETWORK;
	else if (part->type != SRL_NETWORK)
		srl_error(draft->errors, type->place, "a part with QOS.from and "
			  "QOS.to has the type network");
	if ((part->from == SRL_NO_PART) || (part->to == SRL_NO_PART))
		return;
	if (srl_pair_find(draft->pairs, draft->pair_cnt,
			  srl->parts[part->from].id, SRL_QOS, "from"))
		srl_error(draft->errors, from->place, "a link can't end at %s, "
			  "which is a link", srl->parts[part->from].id);
	if (srl_pair_find(draft->pairs, draft->pair_cnt,
			  srl->parts[part->to].id, SRL_QOS, "from"))
		srl_error(draft->errors, to->place, "a link can't end at %s, "
			  "which is a link", srl->parts[part->to].id);
}

static srl_attribute_t _attribute_of(const srl_pair_t *pair)
{
	return (srl_attribute_t) {
		.scope = pair->scope, .key = pair->key,
		.text = pair->text, .number = pair->number,
		.is_number = pair->dimension != SRL_TEXT,
		.place = pair->place,
	};
}

static bool _is_value(const srl_pair_t *pair, const char *id)
{
	return (pair->scope <= SRL_MISC) && !strcmp(pair->id, id);
}

/* The attributes of an id as they were written. RET false with errno ENOMEM */
static bool _list_attributes(srl_draft_t *draft, const char *id,
			     srl_attribute_t **ret_list, size_t *ret_cnt)
{
	size_t cnt = 0;
	srl_attribute_t *list;

	for (size_t i = 0; i < draft->pair_cnt; i++)
		cnt += _is_value(&draft->pairs[i], id);
	list = srl_memory_get(draft->memory, cnt, sizeof(*list));
	if (!list)
		return false;
	cnt = 0;
	for (size_t i = 0; i < draft->pair_cnt; i++) {
		srl_pair_t *pair = &draft->pairs[i];

		if (!_is_value(pair, id) || !srl_resolve(draft, pair))
			continue;
		if (!pair->text)
			pair->text = srl_pair_source(draft->memory, pair);
		list[cnt++] = _attribute_of(pair);
	}
	*ret_list = list;
	*ret_cnt = cnt;
	return !srl_memory_failed(draft->memory);
}

static bool _fill_part(srl_draft_t *draft, srl_part_t *part)
{
	srl_attribute_t *list;

	_fill_times(draft, part);
	for (size_t i = 0; i < draft->pair_cnt; i++) {
		srl_pair_t *pair = &draft->pairs[i];

		if ((pair->scope == SRL_QOS) && !strcmp(pair->id, part->id) &&
		    srl_resolve(draft, pair))
			_set_qos(draft, pair, part);
	}
	_check_link(draft, part);
	if (!_list_attributes(draft, part->id, &list, &part->attribute_cnt))
		return false;
	part->attributes = list;
	return true;
}

extern bool srl_parts_fill(srl_draft_t *draft)
{
	srl_t *srl = draft->srl;

	for (size_t p = 0; p < srl->part_cnt; p++)
		if (!_fill_part(draft, &srl->parts[p]))
			return false;
	return _list_attributes(draft, SRL_ID_CO, &srl->misc, &srl->misc_cnt);
}
