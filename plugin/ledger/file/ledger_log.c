/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_log.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/memory/memory.h"

#define MAGIC UINT32_C(0x377f0682)	/* + 1: big-endian words */
#define PAGE_MIN 512
#define PAGE_MAX 65536

typedef struct {
	bool big;		/* how words are read for the checksum */
	uint32_t sum[2];	/* of all that was read */
} checksum_t;

static uint32_t _big_endian(const uint8_t *at)
{
	return ((uint32_t) at[0] << 24) | ((uint32_t) at[1] << 16) |
	       ((uint32_t) at[2] << 8) | at[3];
}

static uint32_t _checksum_word(const checksum_t *c, const uint8_t *at)
{
	return c->big ? _big_endian(at) : __builtin_bswap32(_big_endian(at));
}

/* IN len - bytes, a multiple of 8 */
static void _add_to_sum(checksum_t *c, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i += 8) {
		c->sum[0] += _checksum_word(c, bytes + i) + c->sum[1];
		c->sum[1] += _checksum_word(c, bytes + i + 4) + c->sum[0];
	}
}

static bool _matches(const checksum_t *c, const uint8_t *at)
{
	return (_big_endian(at) == c->sum[0]) &&
	       (_big_endian(at + 4) == c->sum[1]);
}

uint32_t ledger_log_page_size(const uint8_t head[LEDGER_LOG_HEAD])
{
	uint32_t size = _big_endian(head + 8);

	return (((_big_endian(head) & ~UINT32_C(1)) == MAGIC) &&
		(size >= PAGE_MIN) && (size <= PAGE_MAX) &&
		!(size & (size - 1))) ? size : 0;
}

/* RET false: the frame is not of this log, or damaged */
static bool _is_good(const ledger_log_t *log, checksum_t *c,
		     const uint8_t *frame, uint32_t page)
{
	if ((_big_endian(frame + 8) != log->salt[0]) ||
	    (_big_endian(frame + 12) != log->salt[1]))
		return false;
	_add_to_sum(c, frame, 8);
	_add_to_sum(c, frame + LEDGER_FRAME_HEAD, page);
	return _matches(c, frame + 16);
}

/* RET as ledger_files_read() */
static int _read_frames(int fd, ledger_log_t *log, checksum_t *c, uint32_t page)
{
	const size_t len = LEDGER_FRAME_HEAD + page;
	uint8_t *frame = memory_new(1, len);
	int rc = 0;

	for (int64_t n = 0; !rc; n++) {
		rc = ledger_files_read(fd, frame, len,
				       LEDGER_LOG_HEAD + n * (int64_t) len);
		if (!rc && !_is_good(log, c, frame, page))
			break;
		/* a commit has the number of pages after it */
		if (!rc && _big_endian(frame + 4))
			log->frames = n + 1;
	}
	free(frame);
	return rc;
}

/* RET as ledger_files_read() */
static int _read_log(int fd, ledger_log_t *log)
{
	uint8_t head[LEDGER_LOG_HEAD];
	checksum_t c = { .big = false };
	int rc = ledger_files_read(fd, head, sizeof(head), 0);

	if (rc || !ledger_log_page_size(head))
		return rc;
	c.big = head[3] & 1;
	_add_to_sum(&c, head, 24);
	log->begun = _matches(&c, head + 24);
	log->salt[0] = _big_endian(head + 16);
	log->salt[1] = _big_endian(head + 20);
	return log->begun ? _read_frames(fd, log, &c,
					 ledger_log_page_size(head)) : 0;
}

int ledger_log_read(const char *path, ledger_log_t *ret)
{
	ledger_log_t log = { .frames = 0 };
	ledger_name_t name;
	int rc = ENAMETOOLONG, fd;

	if (ledger_name(name, path, "-wal"))
		rc = ledger_files_open(name, &fd);
	if (!rc) {
		rc = _read_log(fd, &log);
		close(fd);
	}
	if (rc && (rc != ENODATA) && (rc != ENOENT))
		return rc;
	*ret = log;
	return 0;
}
