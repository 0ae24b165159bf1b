/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/model/ris.h"
#include "contrib/sresv/co/model/ris_file.h"
#include "srl/unit.h"

#define PATH_LEN_MAX 4096
#define COUNT_MAX UINT32_MAX

/* What is wrong with a section is said at the line of a key, or of its head. */
#define BAD(f, s, key, ...) \
	ris_error(f, (s)->file, (s)->at[key] ? (s)->at[key] : (s)->line, \
		  __VA_ARGS__)

/* --- values -------------------------------------------------------------------- */

static bool _needs(ris_file_t *f, const ris_section_t *s, ris_key_t key)
{
	if (!s->value[key])
		ris_error(f, s->file, s->line, "%s %s needs %s",
			  ris_kind_name(s->kind), s->name, ris_key_name(key));
	return s->value[key] != NULL;
}

static uint64_t _count(ris_file_t *f, const ris_section_t *s, ris_key_t key)
{
	const char *text = s->value[key];
	char *end = NULL;
	unsigned long long n;

	if (!text)
		return 0;
	errno = 0;
	n = strtoull(text, &end, 10);
	if ((text[0] >= '0') && (text[0] <= '9') && !*end && !errno && n &&
	    (n <= COUNT_MAX))
		return n;
	BAD(f, s, key, "%s: \"%s\" is not a number from 1 to %u",
	    ris_key_name(key), text, COUNT_MAX);
	return 0;
}

/* A number and a unit of this dimension: 100 Mbit/s. */
static double _quantity(ris_file_t *f, const ris_section_t *s, ris_key_t key,
			srl_dimension_t want)
{
	const char *text = s->value[key];
	srl_dimension_t have = want;
	double n, factor = 1;
	char *end;

	if (!text)
		return 0;
	n = strtod(text, &end);
	end += strspn(end, " \t");
	if ((end != text) && (text[0] >= '0') && (text[0] <= '9') &&
	    (!*end || srl_unit(end, strlen(end), &factor, &have)) &&
	    (have == want) && (n > 0) && (n * factor <= SRL_NUMBER_MAX))
		return n * factor;
	BAD(f, s, key, "%s: \"%s\" is no such amount: write it as %s",
	    ris_key_name(key), text,
	    (want == SRL_RATE) ? "100 Mbit/s" : "1 TB");
	return 0;
}

static void _price(ris_file_t *f, const ris_section_t *s, ris_resource_t *r)
{
	const char *text = s->value[RIS_KEY_PRICE];
	char *end;

	if (!text)
		return;
	r->price = strtod(text, &end);
	r->has_price = true;
	if ((text[0] < '0') || (text[0] > '9') || *end ||
	    !(r->price <= 1e9))
		BAD(f, s, RIS_KEY_PRICE,
		    "price: \"%s\" is not a number from 0 to 1e9, for a second",
		    text);
}

static void _types(ris_file_t *f, const ris_section_t *s, ris_resource_t *r)
{
	static const struct {
		const char *name;
		srl_type_t type;
	} known[] = { { "compute", SRL_COMPUTE },
		      { "visualize", SRL_VISUALIZE } };
	const char *at = s->value[RIS_KEY_TYPES];

	r->types = at ? 0 : 1u << SRL_COMPUTE;
	while (at && *at) {
		size_t len = strcspn(at, ", \t"), i = 0;

		while ((i < 2) && ((strlen(known[i].name) != len) ||
				   strncmp(known[i].name, at, len)))
			i++;
		if (len && (i < 2))
			r->types |= 1u << known[i].type;
		else if (len)
			BAD(f, s, RIS_KEY_TYPES,
			    "types: \"%.*s\" is not compute or visualize",
			    (int) len, at);
		at += len + strspn(at + len, ", \t");
	}
}

/* Two sites with a comma between them. They may be one: a link inside it. */
static void _ends(ris_file_t *f, const ris_section_t *s, ris_resource_t *r)
{
	const char *text = s->value[RIS_KEY_ENDS];
	const char *comma = strchr(text, ','), *second;
	size_t len = comma ? (size_t) (comma - text) : 0;

	while (len && ((text[len - 1] == ' ') || (text[len - 1] == '\t')))
		len--;
	second = comma ? comma + 1 + strspn(comma + 1, " \t") : "";
	if (!len || !*second || strchr(second, ',')) {
		BAD(f, s, RIS_KEY_ENDS, "ends are two sites: SITE, SITE");
		return;
	}
	r->ends[0] = srl_memory_text(f->memory, text, len);
	r->ends[1] = second;
}

/* --- sections -------------------------------------------------------------------- */

static void _cluster(ris_file_t *f, const ris_section_t *s, ris_t *ris)
{
	const char *conf = s->value[RIS_KEY_CONF];
	const char *ssh = s->value[RIS_KEY_SSH];
	const char *command = s->value[RIS_KEY_COMMAND];
	size_t i = ris->cluster_cnt++;

	if (!!conf + !!ssh + !!command > 1)
		ris_error(f, s->file, s->line,
			  "cluster %s needs one of conf, ssh and command, not several",
			  s->name);
	if (conf && (conf[0] != '/'))
		BAD(f, s, RIS_KEY_CONF, "conf is a path that begins with /");
	ris->clusters[i] = (lrs_cluster_t) {
		.name = s->name, .conf = conf, .ssh = ssh, .command = command,
	};
	ris->sites[i] = s->value[RIS_KEY_SITE] ? s->value[RIS_KEY_SITE] :
						 s->name;
}

static bool _find_cluster(ris_file_t *f, const ris_section_t *s,
			  const ris_t *ris, size_t *ret)
{
	const char *name = s->value[RIS_KEY_CLUSTER];

	if (!_needs(f, s, RIS_KEY_CLUSTER))
		return false;
	for (size_t i = 0; i < ris->cluster_cnt; i++) {
		if (strcmp(ris->clusters[i].name, name))
			continue;
		*ret = i;
		return true;
	}
	BAD(f, s, RIS_KEY_CLUSTER, "there is no [cluster %s]", name);
	return false;
}

static void _kind(ris_file_t *f, const ris_section_t *s, ris_resource_t *r)
{
	if (s->kind == RIS_COMPUTE) {
		_types(f, s, r);
		return;
	}
	r->types = 1u << ((s->kind == RIS_LINK) ? SRL_NETWORK : SRL_STORAGE);
	r->unit = (s->kind == RIS_LINK) ?
		_quantity(f, s, RIS_KEY_BANDWIDTH, SRL_RATE) :
		_quantity(f, s, RIS_KEY_SIZE, SRL_BYTES);
	if (_needs(f, s, RIS_KEY_LICENSE) &&
	    strpbrk(s->value[RIS_KEY_LICENSE], ",:; \t"))
		BAD(f, s, RIS_KEY_LICENSE,
		    "license is one name, without a number");
	if ((s->kind == RIS_LINK) && _needs(f, s, RIS_KEY_ENDS))
		_ends(f, s, r);
}

static void _resource(ris_file_t *f, const ris_section_t *s, ris_t *ris)
{
	ris_resource_t *r = &ris->resources[ris->resource_cnt++];

	*r = (ris_resource_t) {
		.name = s->name,
		.arch = s->value[RIS_KEY_ARCH],
		.partition = s->value[RIS_KEY_PARTITION],
		.features = s->value[RIS_KEY_FEATURES],
		.constraint = s->value[RIS_KEY_CONSTRAINT],
		.license = s->value[RIS_KEY_LICENSE],
		.cpus = _count(f, s, RIS_KEY_CPUS),
		.nodes = _count(f, s, RIS_KEY_NODES),
	};
	_kind(f, s, r);
	_price(f, s, r);
	if (!_find_cluster(f, s, ris, &r->cluster))
		return;
	r->site = s->value[RIS_KEY_SITE] ? s->value[RIS_KEY_SITE] :
					   ris->sites[r->cluster];
}

static bool _allocate(srl_memory_t *memory, size_t cnt, ris_t *ris)
{
	ris->memory = memory;
	ris->clusters = srl_memory_get(memory, cnt, sizeof(*ris->clusters));
	ris->sites = srl_memory_get(memory, cnt, sizeof(*ris->sites));
	ris->resources = srl_memory_get(memory, cnt, sizeof(*ris->resources));
	return ris->clusters && ris->sites && ris->resources;
}

/* The clusters first: a resource may stand before its cluster. */
static void _build(ris_file_t *f, ris_t *ris)
{
	for (size_t i = 0; i < f->cnt; i++)
		if (f->sections[i].kind == RIS_CLUSTER)
			_cluster(f, &f->sections[i], ris);
	for (size_t i = 0; i < f->cnt; i++)
		if (f->sections[i].kind != RIS_CLUSTER)
			_resource(f, &f->sections[i], ris);
	if (ris->cluster_cnt > RIS_CLUSTERS_MAX)
		ris_error(f, f->sections[0].file, 1,
			  "there are more than %d clusters", RIS_CLUSTERS_MAX);
	if (ris->resource_cnt > RIS_RESOURCES_MAX)
		ris_error(f, f->sections[0].file, 1,
			  "there are more than %d resources",
			  RIS_RESOURCES_MAX);
}

/* f->sections is done with; the memory is the result's, or destroyed. */
static status_t _finish(ris_file_t *f, ris_t *ret)
{
	ris_t ris = { .cluster_cnt = 0 };
	status_t status = STATUS_DONE;

	f->no_memory = f->no_memory || !_allocate(f->memory, f->cnt, &ris);
	if (!f->no_memory)
		_build(f, &ris);
	if (f->no_memory || srl_memory_failed(f->memory)) {
		fputs("sresv: there is no memory\n", f->err);
		status = STATUS_FAILED;
	} else if (f->errors) {
		if (f->errors > RIS_ERRORS_MAX)
			fprintf(f->err, "sresv: and %zu more errors\n",
				f->errors - RIS_ERRORS_MAX);
		status = STATUS_BAD;
	}
	free(f->sections);
	if (status == STATUS_DONE)
		*ret = ris;
	else
		srl_memory_destroy(f->memory);
	return status;
}

/* --- files ----------------------------------------------------------------------- */

/* Read a file that may be missing. RET a status_t; an error was printed */
static status_t _read_file(ris_file_t *f, const char *name, bool must,
			   size_t *ret_files)
{
	char *text = NULL;
	size_t len = 0;
	status_t status = STATUS_FAILED;
	FILE *from = fopen(name, "r");

	if (!from && !must && ((errno == ENOENT) || (errno == ENOTDIR)))
		return STATUS_DONE;
	if (from && (text = malloc(RIS_BYTES_MAX + 1)))
		len = fread(text, 1, RIS_BYTES_MAX + 1, from);
	if (!text || ferror(from)) {
		fprintf(f->err, "sresv: %s can't be read: %s\n", name,
			strerror(errno));
	} else if (len > RIS_BYTES_MAX) {
		fprintf(f->err, "sresv: %s has more than %d bytes\n", name,
			RIS_BYTES_MAX);
		status = STATUS_BAD;
	} else {
		ris_file_read(f, name, text, len);
		++*ret_files;
		status = STATUS_DONE;
	}
	free(text);
	if (from)
		fclose(from);
	return status;
}

static void _user_path(char path[PATH_LEN_MAX])
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (config && config[0])
		snprintf(path, PATH_LEN_MAX, "%s/sresv/resources", config);
	else
		snprintf(path, PATH_LEN_MAX, "%s/.config/sresv/resources",
			 home ? home : "");
}

static status_t _read_all(ris_file_t *f, const char *name)
{
	static const char site[] = SRESV_SYSCONFDIR "/sresv/resources";
	char user[PATH_LEN_MAX];
	status_t status;
	size_t files = 0;

	if (name)
		return _read_file(f, name, true, &files);
	_user_path(user);
	status = _read_file(f, user, false, &files);
	if (status == STATUS_DONE)
		status = _read_file(f, site, false, &files);
	if ((status != STATUS_DONE) || files)
		return status;
	fprintf(f->err, "sresv: no resources are known: there is no %s and no %s (sresv-co(1), RESOURCES)\n",
		user, site);
	return STATUS_BAD;
}

static bool _begin(FILE *err, ris_file_t *ret)
{
	*ret = (ris_file_t) { .memory = srl_memory_create(), .err = err };
	if (!ret->memory)
		fputs("sresv: there is no memory\n", err);
	return ret->memory;
}

status_t ris_read(const char *name, FILE *err, ris_t *ret)
{
	ris_file_t f;
	status_t status;

	if (!_begin(err, &f))
		return STATUS_FAILED;
	status = _read_all(&f, name);
	if (status == STATUS_DONE)
		return _finish(&f, ret);
	free(f.sections);
	srl_memory_destroy(f.memory);
	return status;
}

status_t ris_read_text(const char *name, const char *text, size_t len,
		       FILE *err, ris_t *ret)
{
	ris_file_t f;

	if (!_begin(err, &f))
		return STATUS_FAILED;
	ris_file_read(&f, name, text, len);
	return _finish(&f, ret);
}

void ris_free(ris_t *ris)
{
	srl_memory_destroy(ris->memory);
	*ris = (ris_t) { .memory = NULL };
}
