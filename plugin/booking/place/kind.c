/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/occurrence.h"
#include "plugin/memory/memory.h"

/* A reservation with one of these flags is native. */
#define NATIVE_FLAGS \
	(BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP | BOOKING_FLAG_IGN_JOBS | \
	 BOOKING_FLAGS_RECURRING | BOOKING_FLAG_ANY_NODES | \
	 BOOKING_FLAG_TIME_FLOAT | BOOKING_FLAG_REPLACE | \
	 BOOKING_FLAG_FIRST_CORES)

static const struct {
	uint64_t flag;
	const char *word;
} native_words[] = {
	{ BOOKING_FLAG_MAINT, "Flags=MAINT" },
	{ BOOKING_FLAG_OVERLAP, "Flags=OVERLAP" },
	{ BOOKING_FLAG_IGN_JOBS, "Flags=IGNORE_JOBS" },
	{ BOOKING_FLAG_HOURLY, "Flags=HOURLY" },
	{ BOOKING_FLAG_DAILY, "Flags=DAILY" },
	{ BOOKING_FLAG_WEEKLY, "Flags=WEEKLY" },
	{ BOOKING_FLAG_WEEKDAY, "Flags=WEEKDAY" },
	{ BOOKING_FLAG_WEEKEND, "Flags=WEEKEND" },
	{ BOOKING_FLAG_TIME_FLOAT, "Flags=TIME_FLOAT" },
	{ BOOKING_FLAG_REPLACE, "Flags=REPLACE" },
	{ BOOKING_FLAG_FIRST_CORES, "Flags=FIRST_CORES" },
	{ BOOKING_FLAG_SKIP, "Flags=SKIP" },
	{ BOOKING_FLAG_ANY_NODES, "Flags=ANY_NODES" },
	{ BOOKING_FLAG_FORCE_START, "Flags=FORCE_START" },
};

/* True if features ask for node counts each. */
static bool _counted_features(const char *features)
{
	return strpbrk(features, "[*");
}

/* A feature of "[a*2&b]", and the number of its nodes. */
typedef struct {
	char *name;	/* owned */
	uint32_t cnt;
} wanted_t;

/*
 * Read the first feature behind "[" or "&".
 * OUT ret - name: free()
 * RET the text behind it; NULL: it is something else, that Slurm alone knows
 */
static const char *_read_feature(const char *text, wanted_t *ret)
{
	size_t len = strcspn(text, "[]()&|*,");
	const char *at = text + len;
	char *end;

	ret->cnt = 1;
	if (*at == '*') {
		unsigned long cnt = strtoul(at + 1, &end, 10);

		if ((at[1] < '1') || (at[1] > '9') || (cnt > UINT16_MAX))
			return NULL;
		ret->cnt = (uint32_t) cnt;
		at = end;
	}
	if (!len || ((*at != '&') && (*at != ',') && strcmp(at, "]")))
		return NULL;
	ret->name = text_printf("%.*s", (int) len, text);
	return at + 1;
}

/* Read all of them. OUT ret - name: free(). RET how many; 0: Slurm's own */
static uint32_t _read_features(const char *features, wanted_t *ret)
{
	const char *at = features;
	uint32_t cnt = 0;

	if (!features || (*at++ != '[') || (*at == ']') ||
	    (features[strlen(features) - 1] != ']'))
		return 0;
	while (at && *at && (cnt < SHAPE_GROUPS))
		if ((at = _read_feature(at, &ret[cnt])))
			cnt++;
	if (at && !*at)
		return cnt;
	while (cnt)
		free(ret[--cnt].name);
	return 0;
}

static bool _are_groups(const request_t *request)
{
	wanted_t wanted[SHAPE_GROUPS];
	uint32_t cnt = (request->node_list || request_by_cores(request)) ? 0 :
			_read_features(request->features, wanted);

	for (uint32_t i = 0; i < cnt; i++)
		free(wanted[i].name);
	return cnt > 0;
}

/* True if these are valid, and none of them is a name and a number. */
static bool _are_strange(office_t *office, const char *licenses)
{
	lic_set_t set;
	bool strange;

	if (!lic_text_ok(licenses) ||
	    office->host->licenses->read(office, licenses, false, &set))
		return false;
	strange = !set.cnt;
	lic_set_free(&set);
	return strange;
}

static bool _asks_licenses(office_t *office, const request_t *request)
{
	const uint64_t others = (NATIVE_FLAGS & ~BOOKING_FLAG_ANY_NODES) |
				BOOKING_FLAG_SKIP | BOOKING_FLAG_PART_NODES;

	return request_has(request->licenses) && !request->num_cn &&
	       !request_has(request->node_list) && !request_by_cores(request) &&
	       !request_has(request->burst_buffer) &&
	       !request_has(request->tres) && !request_has(request->features) &&
	       !request->watts && !(request->flags & others) &&
	       !_are_strange(office, request->licenses);
}

const char *kind_native_word(const request_t *request)
{
	const size_t cnt = sizeof(native_words) / sizeof(native_words[0]);
	const char *word = NULL;
	size_t i = 0;

	while ((i < cnt) && !(request->flags & native_words[i].flag))
		i++;
	if (i < cnt)
		word = native_words[i].word;
	else if (request_by_cores(request) && request->sizes)
		word = "NodeCnt with several numbers";
	else if (request_has(request->tres))
		word = "TRES";
	else if (request_has(request->burst_buffer))
		word = "BurstBuffer";
	else if (request->features && _counted_features(request->features))
		word = "Features with numbers of nodes";
	else if (request->watts)
		word = "Watts";
	else if (!request_has(request->node_list) && !request->has_nodes &&
		 !request_by_cores(request) && request_has(request->licenses))
		word = "such Licenses";
	return word;
}

const char *kind_native_word_of(const view_resv_t *v)
{
	const request_t like = {
		.flags = v->flags, .features = v->attrs.features,
		.node_list = (char *) "ALL",
	};
	const char *word = kind_native_word(&like);

	return (word || v->attrs.whole_nodes || view_is_by_cores(v)) ?
		word : "CoreCnt";
}

/* What makes a request Slurm's own, on nodes that the office chooses. */
#define PLACED_FLAGS (BOOKING_FLAGS_RECURRING | BOOKING_FLAG_IGN_JOBS)

/* True if a request would else be for nodes or cores. */
static bool _asks_placed(office_t *office, const request_t *request)
{
	request_t plain = *request;	/* shallow */

	(void) office;
	plain.flags &= ~PLACED_FLAGS;
	if (_are_groups(request))
		plain.features = NULL;
	if ((request->flags & BOOKING_FLAG_IGN_JOBS) &&
	    request_by_cores(request))
		return false;
	return kind_native_word(request) && !kind_native_word(&plain) &&
	       (request_has(request->node_list) || request->has_nodes ||
		request_by_cores(request) || _are_groups(request));
}

static bool _asks_native(office_t *office, const request_t *request)
{
	(void) office;
	return kind_native_word(request) != NULL;
}

static bool _asks_cores(office_t *office, const request_t *request)
{
	(void) office;
	return request_by_cores(request);
}

static bool _asks_nodes(office_t *office, const request_t *request)
{
	(void) office;
	(void) request;
	return true;
}

/* True if v has licenses alone, by the rules of _asks_licenses(). */
static bool _has_licenses(const view_resv_t *v)
{
	return (v->flags & BOOKING_FLAG_ANY_NODES) &&
	       !(v->flags & NATIVE_FLAGS & ~BOOKING_FLAG_ANY_NODES) &&
	       (!v->nodes || !garq_set_count(v->nodes)) &&
	       v->attrs.licenses.cnt && !v->attrs.extras &&
	       !request_has(v->attrs.features);
}

static bool _has_native(const view_resv_t *v)
{
	return (v->flags & NATIVE_FLAGS) ||
	       !(v->attrs.whole_nodes || view_is_by_cores(v)) ||
	       !v->nodes || !garq_set_count(v->nodes) || v->attrs.extras ||
	       (v->attrs.features && _counted_features(v->attrs.features));
}

bool kind_recurs(const view_resv_t *v)
{
	view_resv_t once = *v;	/* shallow */

	once.flags &= ~BOOKING_FLAGS_RECURRING;
	return !v->booking && (v->flags & BOOKING_FLAGS_RECURRING) &&
	       !_has_licenses(&once) && !_has_native(&once);
}

static const char *_if_given(const char *text)
{
	return request_has(text) ? text : NULL;
}

/* IN asked - NodeCnt; 0: not given */
static int _check_pinned(const shape_t *shape, uint64_t asked, char **ret_text)
{
	if (asked && (asked != shape->num_cn)) {
		*ret_text = text_printf(
			"NodeCnt=%"PRIu64" does not agree with Nodes, which has %u",
			asked, shape->num_cn);
		return REFUSED_NODE_COUNT;
	}
	if (!shape->num_cn) {
		*ret_text = text_dup("Nodes=ALL: there is no node");
		return REFUSED_NODES;
	}
	return 0;
}

/* Nodes, NodeCnt, PartitionName, Features: eligible nodes and their count. */
static int _eligible(office_t *office, const request_t *request, shape_t *shape,
		     char **ret_text)
{
	uint64_t asked = request->num_cn;
	int rc = office->host->nodes->eligible(
		office, shape->pinned ? request->node_list : NULL,
		request->flags & BOOKING_FLAG_PART_NODES,
		_if_given(request->partition), _if_given(request->features),
		asked, &shape->eligible, ret_text);

	if (rc)
		return rc;
	shape->num_cn = shape->pinned ? garq_set_count(shape->eligible) :
					(uint32_t) MIN(asked, UINT32_MAX);
	return shape->pinned ? _check_pinned(shape, asked, ret_text) : 0;
}

/* Checks that scontrol makes itself, for requests of other programs. */
static int _consistent(const request_t *request, char **ret_text)
{
	int rc = 0;

	if (!request_has(request->node_list) && !request->num_cn) {
		*ret_text = text_dup(
			"NodeCnt must be 1 or more, or give Nodes");
		rc = REFUSED_NODE_COUNT;
	} else if ((request->flags & BOOKING_FLAG_PART_NODES) &&
		   (!request_has(request->partition) ||
		    !text_same_word(request->node_list, "ALL"))) {
		*ret_text = text_dup(
			"Flags=PART_NODES needs PartitionName and Nodes=ALL");
		rc = REFUSED_NODES;
	}
	return rc;
}

/* A count of nodes without a partition is one in the default partition. */
static int _shape_nodes(office_t *office, request_t *request, shape_t *shape,
			char **ret_text)
{
	int rc = _consistent(request, ret_text);

	if (!rc)
		rc = _eligible(office, request, shape, ret_text);
	if (!rc && !shape->pinned && !request_has(request->partition))
		request_set(&request->partition,
			    office->host->nodes->default_partition(office));
	return rc;
}

static int _shape_cores(office_t *office, request_t *request, shape_t *shape,
			char **ret_text)
{
	cores_asked_t asked = {
		.cores = request->cores, .gpus = request->gpus,
		.gpu_type = request->gpu_type,
		.tasks = request->wishes.tasks,
	};
	int rc;

	if (text_same_word(request->node_list, "ALL"))
		return text_refuse(ret_text, REFUSED_NODES,
			"CoreCnt and GPUs are not for Nodes=ALL: give NodeCnt, a list of nodes, or none of these");
	rc = _eligible(office, request, shape, ret_text);
	if (!rc)
		rc = shape_cores(office, &asked, shape, ret_text);
	if (rc)
		return rc;
	if (shape->pinned)
		return 0;
	request_set_nodes(request, shape->num_cn);
	if (!request_has(request->partition))
		request_set(&request->partition,
			    office->host->nodes->default_partition(office));
	return 0;
}

/* The nodes of a feature become a group. */
static int _add_group(office_t *office, const request_t *request,
		      const wanted_t *wanted, shape_t *shape, char **ret_text)
{
	garq_set_t *nodes;
	int rc = office->host->nodes->eligible(office, NULL, false,
					       _if_given(request->partition),
					       wanted->name, wanted->cnt,
					       &nodes, ret_text);

	if (rc)
		return rc;
	if (garq_set_count(nodes) < wanted->cnt) {
		*ret_text = text_printf(
			"Features: %u nodes with %s are asked for, there are %u",
			wanted->cnt, wanted->name, garq_set_count(nodes));
		garq_set_destroy(nodes);
		return REFUSED_NODE_COUNT;
	}
	if (!shape->eligible)
		shape->eligible = memory_there(garq_set_create(nodes->size));
	garq_set_add_all(shape->eligible, nodes);
	shape->groups[shape->group_cnt++] = (shape_group_t) {
		nodes, wanted->cnt
	};
	shape->num_cn += wanted->cnt;
	return 0;
}

/* Features with numbers of nodes. */
static int _shape_groups(office_t *office, request_t *request, shape_t *shape,
			 char **ret_text)
{
	wanted_t wanted[SHAPE_GROUPS];
	uint32_t cnt = _read_features(request->features, wanted);
	int rc = 0;

	for (uint32_t i = 0; i < cnt; i++) {
		if (!rc)
			rc = _add_group(office, request, &wanted[i], shape,
					ret_text);
		free(wanted[i].name);
	}
	if (rc)
		return rc;
	if (request->num_cn && (request->num_cn != shape->num_cn))
		return text_refuse(ret_text, REFUSED_NODE_COUNT,
			"NodeCnt=%"PRIu64" does not agree with Features, which are of %u nodes",
			request->num_cn, shape->num_cn);
	request_set_nodes(request, shape->num_cn);
	if (!request_has(request->partition))
		request_set(&request->partition,
			    office->host->nodes->default_partition(office));
	return 0;
}

static int _shape_placed(office_t *office, request_t *request, shape_t *shape,
			 char **ret_text)
{
	if (_are_groups(request))
		return _shape_groups(office, request, shape, ret_text);
	return request_by_cores(request) ?
		       _shape_cores(office, request, shape, ret_text) :
		       _shape_nodes(office, request, shape, ret_text);
}

static int _no_nodes(office_t *office, request_t *request, shape_t *shape,
		     char **ret_text)
{
	(void) ret_text;
	request->flags |= BOOKING_FLAG_ANY_NODES;
	request->has_flags = true;
	shape->eligible = memory_there(garq_set_create(view_size(office)));
	return 0;
}

const kind_t kind_licenses = {
	.word = "licenses", .is = _asks_licenses, .nodes = _no_nodes,
	.place = place_booking,
};

/* Nodes or cores that recur, or ignore running jobs, and numbers of nodes by
 * feature: Slurm's own, on nodes that the office chooses (try_starts.h). */
static const kind_t kind_placed = {
	.word = "placed", .parts = true, .native = true,
	.is = _asks_placed, .nodes = _shape_placed,
	.place = place_native,
};

const kind_t kind_native = {
	.word = "native", .native = true, .is = _asks_native,
	.nodes = _shape_nodes,
};

/* Cores of named nodes, of NodeCnt nodes, or of the fewest nodes that have
 * them; maybe with licenses. */
static const kind_t kind_cores = {
	.word = "cores", .parts = true, .is = _asks_cores, .nodes = _shape_cores,
	.place = place_booking,
};

const kind_t kind_nodes = {
	.word = "nodes", .is = _asks_nodes, .nodes = _shape_nodes,
	.place = place_booking,
};

const kind_t *kind_of(office_t *office, const request_t *request)
{
	/* these have kind_native_word(), or licenses */
	static const kind_t *const marked[] = { &kind_licenses, &kind_placed,
						&kind_native, NULL };

	if (kind_native_word(request) || request_has(request->licenses))
		for (size_t i = 0; marked[i]; i++)
			if (marked[i]->is(office, request))
				return marked[i];
	return kind_cores.is(office, request) ? &kind_cores : &kind_nodes;
}

const kind_t *kind_of_change(office_t *office, const view_resv_t *v,
			     const request_t *request)
{
	request_t flags_only = {
		.flags = request->flags,
		.node_list = "ALL",	/* for no licenses alone */
	};

	const kind_t *kind = kind_of(office, &flags_only);

	return ((v && !v->booking) || request->burst_buffer || kind->native ||
		request_has(request->tres) || request->watts) ?
		       &kind_native : kind;
}

const kind_t *kind_of_resv(const view_resv_t *v)
{
	return _has_licenses(v) ? &kind_licenses :
	       _has_native(v) ? &kind_native :
	       view_is_by_cores(v) ? &kind_cores : &kind_nodes;
}

int kind_check_recurrence(const shape_t *shape, char **ret_text)
{
	time_t period = occurrence_period(shape->recurs);
	char most[TEXT_TIME];

	if (shape->recurs & (shape->recurs - 1))
		return text_refuse(ret_text, REFUSED_UNSUPPORTED,
			"give one of Flags=HOURLY, DAILY, WEEKDAY, WEEKEND and WEEKLY");
	if (!shape->recurs || (shape->duration <= period))
		return 0;
	return text_refuse(ret_text, REFUSED_TIME,
		"its occurrences would overlap: %s it can last %s at most",
		occurrence_words(shape->recurs), text_duration(period, most));
}

/* Wishes that are not for all kinds. */
static int _shape_wishes(office_t *office, const kind_t *kind,
			 const request_t *request, shape_t *shape,
			 char **ret_text)
{
	if (request->wishes.tasks && !request->cores) {
		*ret_text = text_dup(
			"tasks: needs CoreCnt, which is for them: give it, or leave out tasks:");
		return REFUSED_UNSUPPORTED;
	}
	if (!request->wishes.switches && !request->wishes.place)
		return 0;
	if ((kind != &kind_nodes) || shape->pinned) {
		*ret_text = text_printf(
			"%s: is for whole nodes by NodeCnt that do not recur: leave it out, or ask for these",
			request->wishes.switches ? "switches" : "place");
		return REFUSED_UNSUPPORTED;
	}
	if (!request->wishes.switches)
		return 0;
	if (!choose_knows_switches(office)) {
		*ret_text = text_dup(
			"this cluster has no tree of switches (TopologyPlugin=topology/tree): leave out switches:");
		return REFUSED_UNSUPPORTED;
	}
	shape->switches = request->wishes.switches;
	return 0;
}

int kind_shape(office_t *office, const kind_t *kind, request_t *request,
	       bool window, time_t now, shape_t *ret_shape, char **ret_text)
{
	shape_t shape = {
		.pinned = request_has(request->node_list),
	};
	int rc = shape_times(&shape, request, window, now, ret_text);

	if (kind == &kind_placed) {
		shape.recurs = request->flags & BOOKING_FLAGS_RECURRING;
		shape.over_jobs = request->flags & BOOKING_FLAG_IGN_JOBS;
		rc = rc ? rc : kind_check_recurrence(&shape, ret_text);
	}
	if (!rc)
		rc = kind->nodes(office, request, &shape, ret_text);
	if (!rc && (request->wishes.tasks || request->wishes.switches ||
		    request->wishes.place))
		rc = _shape_wishes(office, kind, request, &shape, ret_text);
	if (!rc && request_has(request->licenses))
		rc = request_licenses(office, request->licenses,
				      &shape.licenses, ret_text);
	if (rc) {
		shape_free(&shape);
		return rc;
	}
	if (office->tariff)
		shape.rules = shape_rules(office,
					  shape.pinned ? shape.eligible : NULL,
					  request->partition, request->features,
					  shape.t_lsr - shape.t_esr);
	*ret_shape = shape;
	return 0;
}

/* A job waits for its start: it gets the first one. */
static bool _is_tight(office_t *office, const ask_t *a)
{
	return !a->job && wishes_tight(&a->request->wishes,
				      office->options.place ==
				      OPTIONS_PLACE_TIGHT);
}

int kind_shape_ask(office_t *office, ask_t *a)
{
	int rc;

	a->window = a->verb->window || office->options.window;
	rc = kind_shape(office, a->kind, a->request, a->window, a->now,
			&a->shape, &a->text);
	a->room = (rc == 0);
	if (!rc)
		a->shape.tight = _is_tight(office, a);
	return rc;
}
