/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contrib/sresv/co/model/match.h"
#include "srl/memory.h"

#define AMOUNT_MAX INT32_MAX	/* nodes or licenses */

/* Is a word of len bytes in a list with commas? */
static bool _has(const char *list, const char *word, size_t len)
{
	while (*list) {
		size_t at = strcspn(list, ", ");

		if ((at == len) && !strncmp(list, word, len))
			return true;
		list += at + strspn(list + at, ", ");
	}
	return false;
}

/*
 * Has the resource all features? What is more than a list with "and" (|, counts,
 * brackets) is left to the controller, and so is a resource that lists none.
 */
static bool _has_features(const char *list, const char *wanted)
{
	if (!list || !wanted || strpbrk(wanted, "|[]()*!"))
		return true;
	while (*wanted) {
		size_t len = strcspn(wanted, "&, ");

		if (len && !_has(list, wanted, len))
			return false;
		wanted += len + strspn(wanted + len, "&, ");
	}
	return true;
}

/* Does a text that is wanted differ from what is there? */
static bool _differs(const char *wanted, const char *have)
{
	return wanted && (!have || strcmp(wanted, have));
}

/* Two texts with a sign between them; either may be NULL. */
static const char *_join(srl_memory_t *memory, const char *a, const char *b,
			 char sign)
{
	size_t size;
	char *text;

	if (!a || !b)
		return a ? a : b;
	size = strlen(a) + strlen(b) + 2;
	text = srl_memory_get(memory, size, 1);
	if (text)
		snprintf(text, size, "%s%c%s", a, sign, b);
	return text;
}

/* --- nodes --------------------------------------------------------------------- */

/* A part that asks for no size gets one node, unless it wants licenses alone. */
static bool _nodes(const srl_part_t *part, const ris_resource_t *r,
		   int64_t *ret, const char **ret_why)
{
	uint64_t nodes = part->nodes;

	if (part->cpus && !r->cpus) {
		*ret_why = "its cpus per node are not in the resource file";
		return false;
	}
	if (part->cpus && (nodes < (part->cpus - 1) / r->cpus + 1))
		nodes = (part->cpus - 1) / r->cpus + 1;
	if (!part->cpus && !nodes && !part->licenses)
		nodes = 1;
	if ((nodes > AMOUNT_MAX) || (r->nodes && (nodes > r->nodes))) {
		*ret_why = "it has not so many nodes";
		return false;
	}
	*ret = (int64_t) nodes;
	return true;
}

static bool _compute(const srl_part_t *part, const ris_resource_t *r,
		     srl_memory_t *memory, match_t *m, const char **ret_why)
{
	if (_differs(part->arch, r->arch)) {
		*ret_why = "it has another arch";
		return false;
	}
	if (part->partition && r->partition &&
	    strcmp(part->partition, r->partition)) {
		*ret_why = "it is another partition";
		return false;
	}
	if (!_has_features(r->features, part->features)) {
		*ret_why = "it has not these features";
		return false;
	}
	if (!_nodes(part, r, &m->amount, ret_why))
		return false;
	m->shape.nodes = m->amount;
	m->shape.partition = r->partition ? r->partition : part->partition;
	m->shape.features = _join(memory, r->constraint, part->features, '&');
	m->shape.licenses = part->licenses;
	return true;
}

/* --- licenses ------------------------------------------------------------------ */

static bool _licenses(const srl_part_t *part, const ris_resource_t *r,
		      double wanted, srl_memory_t *memory, match_t *m,
		      const char **ret_why)
{
	double count = 1;
	char text[128];

	if (wanted && !r->unit) {
		*ret_why = "what a license of it is worth is not in the resource file";
		return false;
	}
	if (wanted)
		count = ceil(wanted / r->unit - 1e-9);
	if (count < 1)
		count = 1;
	if (count > AMOUNT_MAX) {
		*ret_why = "that is more than licenses can be";
		return false;
	}
	m->amount = (int64_t) count;
	snprintf(text, sizeof(text), "%s:%lld", r->license,
		 (long long) m->amount);
	m->shape.licenses = _join(memory, srl_memory_text(memory, text,
							  strlen(text)),
				  part->licenses, ',');
	return true;
}

bool match(const srl_part_t *part, const ris_resource_t *resource,
	   srl_memory_t *memory, match_t *ret, const char **ret_why)
{
	match_t m = { .shape = { .length = part->duration } };

	*ret_why = "there is no memory";
	if (!(resource->types & (1u << part->type))) {
		*ret_why = "it has another type";
		return false;
	}
	if (!resource->license) {
		if (!_compute(part, resource, memory, &m, ret_why))
			return false;
	} else if (part->type == SRL_NETWORK) {
		if (!_licenses(part, resource, part->netbw, memory, &m,
			       ret_why))
			return false;
		m.bandwidth = (double) m.amount * resource->unit;
	} else if (!_licenses(part, resource, part->diskspace, memory, &m,
			      ret_why)) {
		return false;
	}
	if (srl_memory_failed(memory))
		return false;
	*ret = m;
	return true;
}
