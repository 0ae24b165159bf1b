/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw_request.c - send slurmctld a reservation request that scontrol would not.
 *
 *	raw_request create|update|delete [FIELD=VALUE]...
 *	raw_request fields
 *
 * FIELD is a member of this Slurm's resv_desc_msg_t, of which "fields" prints
 * the names; those not given are left as
 * slurm_init_resv_desc_msg() sets them, which is NULL for strings and lists.
 * Numbers are decimal, 0x... or negative; core_cnt and node_cnt are lists,
 * 4,2 (a 0 is put after them; where Slurm has one number, it is their sum). FIELD*=COUNT:TEXT repeats TEXT. Prints the name
 * of what was created, or what Slurm says; exit 0 if the request was granted.
 *
 * cc -o raw_request raw_request.c -lslurm
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

typedef enum { TEXT, LIST, SUM, UINT32, UINT64, TIME } kind_t;

#define FIELD(kind, name) { #name, kind, offsetof(resv_desc_msg_t, name) }
#define COUNT(name) \
	FIELD((sizeof(((resv_desc_msg_t *) 0)->name) == sizeof(void *)) ? \
	      LIST : SUM, name)
static const struct {
	const char *name;
	kind_t kind;
	size_t offset;
} field_table[] = {
	FIELD(TEXT, accounts),
	FIELD(TEXT, burst_buffer),
	COUNT(core_cnt),
	FIELD(UINT32, duration),
	FIELD(TIME, end_time),
	FIELD(TEXT, features),
	FIELD(UINT64, flags),
	FIELD(TEXT, groups),
	FIELD(TEXT, licenses),
	FIELD(UINT32, max_start_delay),
	FIELD(TEXT, name),
	COUNT(node_cnt),
	FIELD(TEXT, node_list),
	FIELD(TEXT, partition),
	FIELD(UINT32, purge_comp_time),
	FIELD(TIME, start_time),
	FIELD(TEXT, tres_str),
	FIELD(TEXT, users),
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
	FIELD(TEXT, comment),
#endif
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
	FIELD(TEXT, allowed_parts),
	FIELD(TEXT, qos),
#endif
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(24, 5, 0)
	FIELD(UINT32, resv_watts),
#endif
	{ NULL, TEXT, 0 }
};

static void _die(const char *what, const char *arg)
{
	fprintf(stderr, "raw_request: %s: %s\n", what, arg);
	exit(2);
}

static void *_alloc(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		_die("out of memory", "");
	return p;
}

/* Negative numbers and those past INT64_MAX both wrap as they do in C. */
static uint64_t _number(const char *text, const char **ret_end)
{
	char *end;
	uint64_t n;

	errno = 0;
	n = (text[0] == '-') ? (uint64_t) strtoll(text, &end, 0) :
			       strtoull(text, &end, 0);
	if (errno || (end == text))
		_die("not a number", text);
	*ret_end = end;
	return n;
}

static uint32_t *_list(const char *text)
{
	uint32_t *list = _alloc((strlen(text) + 2) * sizeof(uint32_t));
	size_t cnt = 0;

	while (*text) {
		list[cnt++] = (uint32_t) _number(text, &text);
		text += (*text == ',');
	}
	return list;
}

static uint32_t _sum(const char *text)
{
	uint32_t *list = _list(text), sum = 0;

	for (int i = 0; list[i]; i++)
		sum += list[i];
	free(list);
	return sum;
}

static char *_repeat(const char *text)
{
	size_t cnt = _number(text, &text), len;
	char *all;

	if (*text++ != ':')
		_die("not COUNT:TEXT", text);
	len = strlen(text);
	all = _alloc((cnt * len) + 1);
	for (size_t i = 0; i < cnt; i++)
		memcpy(all + (i * len), text, len);
	return all;
}

static void _set(resv_desc_msg_t *desc, const char *arg)
{
	const char *equal = strchr(arg, '='), *end = "";
	size_t len = equal ? (size_t) (equal - arg) : 0;
	bool repeat = len && (arg[len - 1] == '*');
	int i = 0;
	char *member;

	len -= repeat;
	while (field_table[i].name &&
	       ((strlen(field_table[i].name) != len) ||
		strncmp(field_table[i].name, arg, len)))
		i++;
	if (!field_table[i].name)
		_die("not FIELD=VALUE", arg);
	member = (char *) desc + field_table[i].offset;
	switch (field_table[i].kind) {
	case TEXT:
		*(char **) member = repeat ? _repeat(equal + 1) :
					     strdup(equal + 1);
		break;
	case LIST:
		*(uint32_t **) member = _list(equal + 1);
		break;
	case SUM:
		*(uint32_t *) member = _sum(equal + 1);
		break;
	case UINT32:
		*(uint32_t *) member = (uint32_t) _number(equal + 1, &end);
		break;
	case UINT64:
		*(uint64_t *) member = _number(equal + 1, &end);
		break;
	case TIME:
		*(time_t *) member = (time_t) _number(equal + 1, &end);
		break;
	}
	if (*end)
		_die("not a number", arg);
}

static int _said(int rc, const char *what)
{
	if (rc == SLURM_SUCCESS) {
		printf("%s\n", what);
		return 0;
	}
	fprintf(stderr, "raw_request: %s\n", slurm_strerror(errno));
	return 1;
}

int main(int argc, char **argv)
{
	resv_desc_msg_t desc;
	reservation_name_msg_t delete;
	const char *what = (argc > 1) ? argv[1] : "";
	char *name;

	if (!strcmp(what, "fields")) {
		for (int i = 0; field_table[i].name; i++)
			printf("%s\n", field_table[i].name);
		return 0;
	}
	slurm_init(NULL);
	slurm_init_resv_desc_msg(&desc);
	for (int i = 2; i < argc; i++)
		_set(&desc, argv[i]);
	if (!strcmp(what, "create")) {
		name = slurm_create_reservation(&desc);
		return _said(name ? SLURM_SUCCESS : SLURM_ERROR, name);
	}
	if (!strcmp(what, "update"))
		return _said(slurm_update_reservation(&desc), "updated");
	if (!strcmp(what, "delete")) {
		delete.name = desc.name;
		return _said(slurm_delete_reservation(&delete), "deleted");
	}
	_die("not create, update or delete", what);
}
