/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_pages.c - see ledger_pages.h */

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/ledger_pages.h"

#define FILE_HEADER 100
#define FILE_MAGIC "SQLite format 3"
#define USABLE_MIN 480
#define SIZE_MAX_PAGE 65536	/* bytes */
#define DEFAULT_SIZE 4096	/* if the header does not say */
#define BLOCK 4096		/* bytes to skip where the disk can't read */

#define WAL_HEADER 32
#define WAL_FRAME 24		/* size of a frame's header */
#define WAL_MAGIC 0x377f0682U	/* its last bit: big-endian checksums */

typedef struct {
	unsigned char *bytes;
	size_t len;
} content_t;

/* --- reading -------------------------------------------------------------- */

static void _read(int fd, content_t *c)
{
	ssize_t got;

	for (size_t at = 0; at < c->len; at += (got > 0) ? (size_t) got : BLOCK)
		do
			got = pread(fd, c->bytes + at, c->len - at, (off_t) at);
		while ((got < 0) && (errno == EINTR));
}

/* RET 0 or errno */
static int _load(const char *path, const char *suffix, content_t *c)
{
	char *name = sqlite3_mprintf("%s%s", path, suffix);
	int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
	int rc = !name ? ENOMEM : (fd < 0) ? errno : 0;
	struct stat st;

	sqlite3_free(name);
	if (rc)
		return rc;
	if (fstat(fd, &st)) {
		rc = errno;
	} else if (!(c->bytes = calloc(1, (size_t) st.st_size + 1))) {
		rc = ENOMEM;
	} else {
		c->len = (size_t) st.st_size;
		_read(fd, c);
	}
	close(fd);
	return rc;
}

/* --- the WAL -------------------------------------------------------------- */

typedef struct {
	content_t content;
	uint32_t size;		/* size of a page */
	bool big_endian;	/* words of checksums */
	uint32_t sum[2];	/* checksums of all frames so far */
	uint32_t frames;	/* up to the last commit; 0: no commit */
	uint32_t cnt;		/* pages of the database then */
} wal_t;

static uint32_t _word(const wal_t *w, const unsigned char *at)
{
	if (w->big_endian)
		return ledger_pages_u32(at);
	return ((uint32_t) at[3] << 24) | ((uint32_t) at[2] << 16) |
	       ((uint32_t) at[1] << 8) | at[0];
}

/* Continue the checksums over len bytes; len is a multiple of 8. */
static void _sum(wal_t *w, const unsigned char *bytes, uint32_t len)
{
	for (uint32_t i = 0; i < len; i += 8) {
		w->sum[0] += _word(w, bytes + i) + w->sum[1];
		w->sum[1] += _word(w, bytes + i + 4) + w->sum[0];
	}
}

static bool _sum_is(const wal_t *w, const unsigned char *at)
{
	return (w->sum[0] == ledger_pages_u32(at)) &&
	       (w->sum[1] == ledger_pages_u32(at + 4));
}

static bool _good_size(uint32_t size)
{
	return (size >= 512) && (size <= SIZE_MAX_PAGE) &&
	       !(size & (size - 1));
}

static bool _wal_header(wal_t *w)
{
	const unsigned char *h = w->content.bytes;

	if ((w->content.len < WAL_HEADER) ||
	    ((ledger_pages_u32(h) & ~1U) != WAL_MAGIC))
		return false;
	w->big_endian = h[3] & 1;
	w->size = ledger_pages_u32(h + 8);
	_sum(w, h, 24);
	return _good_size(w->size) && _sum_is(w, h + 24);
}

/* RET frame i: its header, then its page; NULL if the WAL is shorter */
static const unsigned char *_frame(const wal_t *w, uint32_t i)
{
	size_t len = WAL_FRAME + (size_t) w->size;

	return ((w->content.len - WAL_HEADER) / len > i) ?
		w->content.bytes + WAL_HEADER + (i * len) : NULL;
}

/* True if the frame belongs to this WAL and is undamaged. */
static bool _frame_is_good(wal_t *w, const unsigned char *f)
{
	if (memcmp(f + 8, w->content.bytes + 16, 8))	/* salts */
		return false;
	_sum(w, f, 8);
	_sum(w, f + WAL_FRAME, w->size);
	return _sum_is(w, f + 16);
}

/* Find the last commit in the WAL. */
static void _find_commit(wal_t *w)
{
	const unsigned char *f;

	if (!_wal_header(w))
		return;
	for (uint32_t i = 0; (f = _frame(w, i)) && _frame_is_good(w, f); i++) {
		if (ledger_pages_u32(f + 4)) {	/* it ends a transaction */
			w->cnt = ledger_pages_u32(f + 4);
			w->frames = i + 1;
		}
	}
}

/* Write the committed pages over those of the file. RET 0 or ENOMEM */
static int _apply(const wal_t *w, content_t *file)
{
	size_t len = (size_t) w->cnt * w->size;
	unsigned char *bytes = realloc(file->bytes, len);

	if (!bytes)
		return ENOMEM;
	if (len > file->len)
		memset(bytes + file->len, 0, len - file->len);
	*file = (content_t) { .bytes = bytes, .len = len };
	for (uint32_t i = 0; i < w->frames; i++) {
		const unsigned char *f = _frame(w, i);
		size_t number = ledger_pages_u32(f);

		if (number && (number <= w->cnt))
			memcpy(bytes + ((number - 1) * w->size), f + WAL_FRAME,
			       w->size);
	}
	return 0;
}

/* --- the file ------------------------------------------------------------- */

bool ledger_pages_is_first(const unsigned char *at)
{
	return !memcmp(at, FILE_MAGIC, sizeof(FILE_MAGIC));
}

/* Take the size of pages from the header, if that is plausible. */
static void _read_header(ledger_pages_t *p, const content_t *file)
{
	const unsigned char *h = file->bytes;
	uint32_t size;

	if ((file->len < FILE_HEADER) || !ledger_pages_is_first(h))
		return;
	size = ledger_pages_u16(h + 16);
	if (size == 1)
		size = SIZE_MAX_PAGE;
	if (_good_size(size) && (size - h[20] >= USABLE_MIN)) {
		p->size = size;
		p->usable = size - h[20];
	}
}

/* Use the WAL if its pages have the size of the file's. RET 0 or ENOMEM */
static int _add_wal(ledger_pages_t *p, content_t *file, const char *path)
{
	wal_t w = { 0 };
	int rc = _load(path, "-wal", &w.content);

	_find_commit(&w);
	if (w.frames && (!p->size || (p->size == w.size))) {
		p->size = w.size;
		rc = _apply(&w, file);
	}
	free(w.content.bytes);
	return (rc == ENOMEM) ? rc : 0;
}

int ledger_pages_load(const char *path, ledger_pages_t *ret)
{
	ledger_pages_t p = { 0 };
	content_t file = { 0 };
	int rc = _load(path, "", &file);

	if (!rc) {
		_read_header(&p, &file);
		rc = _add_wal(&p, &file, path);
	}
	if (rc) {
		free(file.bytes);
		return rc;
	}
	if (!p.size)
		p.size = DEFAULT_SIZE;
	if (!p.usable)
		p.usable = p.size;
	p.bytes = file.bytes;
	if (file.len / p.size < UINT32_MAX)
		p.cnt = (uint32_t) (file.len / p.size);
	*ret = p;
	return 0;
}

void ledger_pages_free(ledger_pages_t *p)
{
	free(p->bytes);
}

const unsigned char *ledger_pages_at(const ledger_pages_t *p, uint32_t number)
{
	return (number && (number <= p->cnt)) ?
		p->bytes + ((size_t) (number - 1) * p->size) : NULL;
}
