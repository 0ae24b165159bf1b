/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/model/ris.h"
#include "contrib/sresv/co/model/ris_file.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SECTIONS_MAX (RIS_CLUSTERS_MAX + RIS_RESOURCES_MAX)
#define NAME_LEN_MAX 63
#define NODES_KINDS RIS_COMPUTE
#define LICENSE_KINDS (RIS_LINK | RIS_STORAGE)
#define RESOURCE_KINDS (NODES_KINDS | LICENSE_KINDS)

static const struct {
	const char *name;
	unsigned int kinds;	/* of sections that may have it */
} keys[RIS_KEYS] = {
	[RIS_KEY_ARCH] = { "arch", NODES_KINDS },
	[RIS_KEY_BANDWIDTH] = { "bandwidth", RIS_LINK },
	[RIS_KEY_CLUSTER] = { "cluster", RESOURCE_KINDS },
	[RIS_KEY_COMMAND] = { "command", RIS_CLUSTER },
	[RIS_KEY_CONF] = { "conf", RIS_CLUSTER },
	[RIS_KEY_CONSTRAINT] = { "constraint", NODES_KINDS },
	[RIS_KEY_CPUS] = { "cpus", NODES_KINDS },
	[RIS_KEY_ENDS] = { "ends", RIS_LINK },
	[RIS_KEY_FEATURES] = { "features", NODES_KINDS },
	[RIS_KEY_LICENSE] = { "license", LICENSE_KINDS },
	[RIS_KEY_NODES] = { "nodes", NODES_KINDS },
	[RIS_KEY_PARTITION] = { "partition", NODES_KINDS },
	[RIS_KEY_PRICE] = { "price", RESOURCE_KINDS },
	[RIS_KEY_SITE] = { "site", RIS_CLUSTER | RESOURCE_KINDS },
	[RIS_KEY_SIZE] = { "size", RIS_STORAGE },
	[RIS_KEY_SSH] = { "ssh", RIS_CLUSTER },
	[RIS_KEY_TYPES] = { "types", NODES_KINDS },
};

static const struct {
	const char *name;
	ris_kind_t kind;
} kinds[] = {
	{ "cluster", RIS_CLUSTER }, { "compute", RIS_COMPUTE },
	{ "link", RIS_LINK }, { "storage", RIS_STORAGE },
};

const char *ris_key_name(ris_key_t key)
{
	return keys[key].name;
}

const char *ris_kind_name(ris_kind_t kind)
{
	size_t i = 0;

	while (kinds[i].kind != kind)
		i++;
	return kinds[i].name;
}

void ris_error(ris_file_t *f, const char *file, unsigned int line,
	       const char *format, ...)
{
	va_list ap;

	if (f->errors++ >= RIS_ERRORS_MAX)
		return;
	fprintf(f->err, "%s:%u: ", file, line);
	va_start(ap, format);
	vfprintf(f->err, format, ap);
	va_end(ap);
	fputc('\n', f->err);
}

/* A line that is read, and what it belongs to. */
typedef struct {
	ris_file_t *f;
	const char *file;
	unsigned int line;
	size_t begin;		/* the first section of this file */
	ris_section_t *section;	/* keys go there; NULL: there is none yet */
	ris_section_t ignored;	/* is the section where an earlier one counts */
} reader_t;

#define BAD(r, ...) ris_error((r)->f, (r)->file, (r)->line, __VA_ARGS__)

/* --- sections ------------------------------------------------------------------ */

static bool _is_name(const char *text)
{
	size_t len = strlen(text);

	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char) text[i]) &&
		    !strchr("._-+@:/", text[i]))
			return false;
	return len && (len <= NAME_LEN_MAX);
}

/* All resources share their names; clusters have their own. */
static bool _is_same(const ris_section_t *s, ris_kind_t kind, const char *name)
{
	return ((s->kind == RIS_CLUSTER) == (kind == RIS_CLUSTER)) &&
	       !strcmp(s->name, name);
}

static ris_section_t *_append(ris_file_t *f)
{
	ris_section_t *list;

	/* it grows by doubling */
	if (!(f->cnt & (f->cnt - 1)) || !f->cnt) {
		list = realloc(f->sections, (f->cnt ? 2 * f->cnt : 1) *
					    sizeof(*list));
		if (!list) {
			f->no_memory = true;
			return NULL;
		}
		f->sections = list;
	}
	return &f->sections[f->cnt++];
}

static void _open(reader_t *r, ris_kind_t kind, const char *name)
{
	ris_file_t *f = r->f;

	r->section = &r->ignored;
	for (size_t i = 0; i < f->cnt; i++) {
		const ris_section_t *s = &f->sections[i];

		if (!_is_same(s, kind, name))
			continue;
		if (i >= r->begin)
			BAD(r, "%s is there twice; line %u has the first",
			    name, s->line);
		r->ignored = (ris_section_t) { .kind = kind };
		return;
	}
	if (f->cnt >= SECTIONS_MAX) {
		BAD(r, "there are more than %d sections", SECTIONS_MAX);
		return;
	}
	r->section = _append(f);
	if (!r->section)
		return;
	*r->section = (ris_section_t) {
		.file = r->file, .line = r->line, .kind = kind,
		.name = srl_memory_text(f->memory, name, strlen(name)),
	};
}

/* [KIND NAME]; what is below a wrong one is checked for its keys only. */
static void _head(reader_t *r, char *text)
{
	char *end = strchr(text, ']'), *save = NULL, *kind, *name;

	r->ignored = (ris_section_t) { .kind = 0 };
	r->section = &r->ignored;
	if (!end || end[1]) {
		BAD(r, "a section is [KIND NAME]");
		return;
	}
	*end = '\0';
	kind = strtok_r(text + 1, " \t", &save);
	name = strtok_r(NULL, " \t", &save);
	if (!kind || !name || strtok_r(NULL, " \t", &save)) {
		BAD(r, "a section is [KIND NAME], with one word for a name");
		return;
	}
	if (!_is_name(name)) {
		BAD(r, "a name has 1 to %d of letters, digits and ._-+@:/",
		    NAME_LEN_MAX);
		return;
	}
	for (size_t i = 0; i < COUNT(kinds); i++) {
		if (strcmp(kinds[i].name, kind))
			continue;
		_open(r, kinds[i].kind, name);
		return;
	}
	BAD(r, "[%s ...] is not cluster, compute, link or storage", kind);
}

/* --- keys ---------------------------------------------------------------------- */

static char *_trim(char *text)
{
	size_t len;

	text += strspn(text, " \t");
	len = strlen(text);
	while (len && ((text[len - 1] == ' ') || (text[len - 1] == '\t')))
		text[--len] = '\0';
	return text;
}

static void _set(reader_t *r, ris_key_t key, const char *value)
{
	ris_section_t *s = r->section;

	if (s->kind && !(keys[key].kinds & s->kind))
		BAD(r, "a %s has no %s", ris_kind_name(s->kind),
		    keys[key].name);
	else if (s->value[key])
		BAD(r, "%s is there twice; line %u has the first",
		    keys[key].name, s->at[key]);
	else if (!value[0])
		BAD(r, "%s has no value", keys[key].name);
	else
		s->value[key] = srl_memory_text(r->f->memory, value,
						strlen(value));
	s->at[key] = r->line;
}

static void _pair(reader_t *r, char *text)
{
	char *equals = strchr(text, '='), *key, *value;

	if (!equals) {
		BAD(r, "a line is KEY = VALUE or [KIND NAME]");
		return;
	}
	*equals = '\0';
	key = _trim(text);
	value = _trim(equals + 1);
	if (!r->section) {
		BAD(r, "%s stands before the first [KIND NAME]", key);
		return;
	}
	for (size_t i = 0; i < RIS_KEYS; i++) {
		if (strcmp(keys[i].name, key))
			continue;
		_set(r, (ris_key_t) i, value);
		return;
	}
	BAD(r, "there is no key \"%s\"", key);
}

/* --- lines --------------------------------------------------------------------- */

/* A comment begins with the line, or behind a blank. */
static void _cut_comment(char *text)
{
	for (size_t i = 0; text[i]; i++) {
		if ((text[i] != '#') ||
		    (i && (text[i - 1] != ' ') && (text[i - 1] != '\t')))
			continue;
		text[i] = '\0';
		return;
	}
}

static bool _is_printable(const char *text)
{
	for (; *text; text++)
		if (((unsigned char) *text < ' ') && (*text != '\t'))
			return false;
	return true;
}

static void _line(reader_t *r, char *text)
{
	size_t len = strlen(text);

	if (len && (text[len - 1] == '\r'))
		text[len - 1] = '\0';
	if (!_is_printable(text)) {
		BAD(r, "the line has a control character");
		return;
	}
	_cut_comment(text);
	text = _trim(text);
	if (text[0] == '[')
		_head(r, text);
	else if (text[0])
		_pair(r, text);
}

void ris_file_read(ris_file_t *f, const char *name, const char *text,
		   size_t len)
{
	reader_t r = {
		.f = f, .begin = f->cnt,
		.file = srl_memory_text(f->memory, name, strlen(name)),
	};
	char *copy = strndup(text, len), *at = copy;

	if (!copy || !r.file) {
		f->no_memory = true;
		free(copy);
		return;
	}
	if (strlen(copy) != len)
		ris_error(f, r.file, 1, "the file has a zero byte: it is no text");
	while (at && !f->no_memory) {
		char *line = strsep(&at, "\n");

		r.line++;
		_line(&r, line);
	}
	free(copy);
	f->no_memory = f->no_memory || srl_memory_failed(f->memory);
}
