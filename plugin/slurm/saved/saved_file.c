/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "garq/grow.h"
#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/saved/saved_file.h"

/* A text is packed as its length with the last 0, then its bytes. */
static const char header[] = "\0\0\0\021PROTOCOL_VERSION";

/* Longest text that may be a name. */
#define NAME_MAX_BYTES 4096

static uint32_t _number(const char *at)
{
	uint32_t n;

	memcpy(&n, at, sizeof(n));
	return ntohl(n);
}

/* The text that is packed at this place, with its last 0; NULL: none. */
static const char *_text_at(const char *at, const char *end, uint32_t max,
			    uint32_t *ret_len)
{
	uint32_t len;

	if (end - at < 6)	/* no text shorter than a letter */
		return NULL;
	len = _number(at);
	at += 4;
	if ((len < 2) || (len > max) || (len > end - at) || at[len - 1] ||
	    (strlen(at) != len - 1))
		return NULL;
	*ret_len = len;
	return at;
}

/*
 * Check that these bytes are the number and the list of nodes, which Slurm
 * packs after the name of a reservation with nodes.
 * RET the list, with its last 0; NULL: no
 */
static const char *_nodes_at(const char *at, const char *end, uint32_t *ret_len)
{
	return ((end - at >= 8) && _number(at)) ?
		_text_at(at + 4, end, UINT32_MAX, ret_len) : NULL;
}

/* IN len, nodes_len - with the last 0 */
static void _add_name(saved_file_t *file, size_t *room, const char *name,
		      size_t len, const char *nodes, size_t nodes_len)
{
	char *copy = memory_new(len + nodes_len, 1);

	memcpy(copy, name, len);
	memcpy(copy + len, nodes, nodes_len);
	(void) memory_done(GARQ_GROW(file->names, file->cnt + 1, 64, room));
	file->names[file->cnt++] = copy;
}

static int _compare(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

static bool _parse_header(const char *bytes, size_t size, saved_file_t *file)
{
	uint16_t protocol;

	if ((size < sizeof(header) + sizeof(protocol)) ||
	    memcmp(bytes, header, sizeof(header)))
		return false;
	bytes += sizeof(header);
	size -= sizeof(header);
	memcpy(&protocol, bytes, sizeof(protocol));
	file->protocol = ntohs(protocol);
	bytes += sizeof(protocol);
	if (size >= sizeof(protocol) + 8)
		file->saved_at = (time_t) (((uint64_t) _number(bytes) << 32) |
					   _number(bytes + 4));
	return true;
}

saved_file_t saved_file_parse(const char *bytes, size_t size)
{
	const char *end = bytes + size, *name, *nodes;
	saved_file_t file = {
		.digest = (int64_t) content_digest(CONTENT_EMPTY, bytes, size),
	};
	size_t room = 0;
	uint32_t len, nodes_len;

	file.readable = _parse_header(bytes, size, &file);
	for (const char *at = bytes; at < end; at++) {
		name = _text_at(at, end, NAME_MAX_BYTES, &len);
		nodes = name ? _nodes_at(name + len, end, &nodes_len) : NULL;
		if (nodes)
			_add_name(&file, &room, name, len, nodes, nodes_len);
	}
	if (file.cnt)
		qsort(file.names, file.cnt, sizeof(*file.names), _compare);
	return file;
}

static char *const *_find_name(const saved_file_t *file, const char *name)
{
	return file->cnt ? bsearch(&name, file->names, file->cnt,
				   sizeof(name), _compare) : NULL;
}

bool saved_file_has(const saved_file_t *file, const char *name)
{
	return _find_name(file, name);
}

const char *saved_file_nodes(const saved_file_t *file, const char *name)
{
	char *const *found = _find_name(file, name);

	return found ? *found + strlen(*found) + 1 : NULL;
}

void saved_file_free(saved_file_t *file)
{
	for (size_t i = 0; i < file->cnt; i++)
		free(file->names[i]);
	free(file->names);
	*file = (saved_file_t) { .cnt = 0 };
}

static saved_id_t _file_id(const struct stat *st)
{
	return (saved_id_t) {
		.device = st->st_dev, .inode = st->st_ino,
		.size = st->st_size, .modified = st->st_mtim,
	};
}

bool saved_file_id(const char *path, saved_id_t *ret_id)
{
	struct stat st;

	if (stat(path, &st))
		return false;
	*ret_id = _file_id(&st);
	return true;
}

bool saved_file_is(const saved_id_t *a, const saved_id_t *b)
{
	return (a->device == b->device) && (a->inode == b->inode) &&
	       (a->size == b->size) &&
	       (a->modified.tv_sec == b->modified.tv_sec) &&
	       (a->modified.tv_nsec == b->modified.tv_nsec);
}

/* RET the number of bytes read, up to size; -1 with errno */
static ssize_t _read_all(int fd, char *bytes, size_t size)
{
	size_t done = 0;
	ssize_t got;

	while (done < size) {
		got = read(fd, bytes + done, size - done);
		if ((got < 0) && (errno == EINTR))
			continue;
		if (got < 0)
			return -1;
		if (!got)
			break;
		done += (size_t) got;
	}
	return (ssize_t) done;
}

static int _read_file(int fd, saved_file_t *ret)
{
	struct stat st;
	char *bytes;
	ssize_t got;
	int rc;

	if (fstat(fd, &st))
		return errno;
	/* no text goes on behind the end */
	bytes = memory_new((size_t) st.st_size + 1, 1);
	got = _read_all(fd, bytes, (size_t) st.st_size);
	rc = (got < 0) ? errno : 0;
	if (!rc) {
		*ret = saved_file_parse(bytes, (size_t) got);
		ret->id = _file_id(&st);
	}
	free(bytes);
	return rc;
}

int saved_file_read(const char *path, saved_file_t *ret)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int rc;

	*ret = (saved_file_t) { .cnt = 0 };
	if (fd < 0)
		return errno;
	rc = _read_file(fd, ret);
	close(fd);
	return rc;
}
