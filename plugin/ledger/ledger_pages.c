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
#define DEFAULT_SIZE 4096	/* if the header does not say */

#define WAL_HEADER 32
#define WAL_FRAME 24		/* size of a frame's header */
#define WAL_MAGIC 0x377f0682U	/* its last bit: big-endian checksums */

struct ledger_pages {
	int fd;
	int wal;		/* -1: there is no WAL, or no commit in it */
	uint32_t cnt;
	uint32_t size;
	uint32_t reserved;	/* unused bytes at the end of each page */
	off_t *in_wal;		/* by page number; 0: page not in the WAL */
};

/* --- the WAL -------------------------------------------------------------- */

typedef struct {
	int fd;
	uint32_t size;		/* size of a page */
	bool big_endian;	/* words of checksums */
	unsigned char salt[8];
	uint32_t sum[2];	/* checksums of all frames so far */
	uint32_t frames;	/* up to the last commit */
	uint32_t cnt;		/* pages of the database then */
	unsigned char *page;	/* buffer for one page */
} wal_t;

static bool _pread(int fd, void *to, size_t len, off_t at)
{
	return pread(fd, to, len, at) == (ssize_t) len;
}

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
	return (size >= 512) && (size <= LEDGER_PAGE_MAX) &&
	       !(size & (size - 1));
}

static bool _wal_header(wal_t *w)
{
	unsigned char h[WAL_HEADER];
	uint32_t magic;

	if (!_pread(w->fd, h, sizeof(h), 0))
		return false;
	magic = ledger_pages_u32(h);
	if ((magic & ~1U) != WAL_MAGIC)
		return false;
	w->big_endian = magic & 1;
	w->size = ledger_pages_u32(h + 8);
	memcpy(w->salt, h + 16, sizeof(w->salt));
	_sum(w, h, 24);
	return _good_size(w->size) && _sum_is(w, h + 24);
}

static off_t _frame_at(const wal_t *w, uint32_t frame)
{
	return WAL_HEADER + ((off_t) frame * (WAL_FRAME + (off_t) w->size));
}

/* Does the frame belong to this WAL, undamaged? OUT header - WAL_FRAME bytes */
static bool _wal_frame(wal_t *w, uint32_t frame, unsigned char *header)
{
	off_t at = _frame_at(w, frame);

	if (!_pread(w->fd, header, WAL_FRAME, at) ||
	    !_pread(w->fd, w->page, w->size, at + WAL_FRAME) ||
	    memcmp(header + 8, w->salt, sizeof(w->salt)))
		return false;
	_sum(w, header, 8);
	_sum(w, w->page, w->size);
	return _sum_is(w, header + 16);
}

/* Find the last commit in the WAL. RET false if there is none */
static bool _wal_read(wal_t *w)
{
	unsigned char header[WAL_FRAME];

	if (!_wal_header(w))
		return false;
	for (uint32_t i = 0; _wal_frame(w, i, header); i++) {
		uint32_t cnt = ledger_pages_u32(header + 4);

		if (cnt) {	/* the frame ends a transaction */
			w->cnt = cnt;
			w->frames = i + 1;
		}
	}
	return w->frames != 0;
}

/* Find the last frame of each page. RET 0 or errno */
static int _wal_index(ledger_pages_t *p, const wal_t *w)
{
	unsigned char header[WAL_FRAME];

	p->in_wal = calloc((size_t) w->cnt + 1, sizeof(*p->in_wal));
	if (!p->in_wal)
		return ENOMEM;
	for (uint32_t i = 0; i < w->frames; i++) {
		off_t at = _frame_at(w, i);
		uint32_t number;

		if (!_pread(w->fd, header, sizeof(header), at))
			continue;
		number = ledger_pages_u32(header);
		if (number && (number <= w->cnt))
			p->in_wal[number] = at + WAL_FRAME;
	}
	return 0;
}

/* Use the WAL if its pages have the size of the file's. RET 0 or errno */
static int _open_wal(ledger_pages_t *p, const char *path)
{
	char *name = sqlite3_mprintf("%s-wal", path);
	wal_t w = { .fd = -1, .page = malloc(LEDGER_PAGE_MAX) };
	int rc = ENOMEM;

	if (!name || !w.page)
		goto done;
	rc = 0;
	w.fd = open(name, O_RDONLY | O_CLOEXEC);
	if ((w.fd < 0) || !_wal_read(&w) || (p->size && (p->size != w.size)))
		goto done;
	if ((rc = _wal_index(p, &w)))
		goto done;
	p->size = w.size;
	p->cnt = w.cnt;
	p->wal = w.fd;
	w.fd = -1;
done:
	if (w.fd >= 0)
		close(w.fd);
	free(w.page);
	sqlite3_free(name);
	return rc;
}

/* --- the file ------------------------------------------------------------- */

/* Take the size of pages from the first page, if its header is plausible. */
static void _read_header(ledger_pages_t *p)
{
	unsigned char h[FILE_HEADER];
	uint32_t size;

	if (!_pread(p->fd, h, sizeof(h), 0) ||
	    memcmp(h, FILE_MAGIC, sizeof(FILE_MAGIC)))
		return;
	size = ledger_pages_u16(h + 16);
	if (size == 1)
		size = LEDGER_PAGE_MAX;
	if (_good_size(size) && (size - h[20] >= USABLE_MIN)) {
		p->size = size;
		p->reserved = h[20];
	}
}

static int _open(ledger_pages_t *p, const char *path)
{
	struct stat st;
	int rc;

	if (((p->fd = open(path, O_RDONLY | O_CLOEXEC)) < 0) ||
	    fstat(p->fd, &st))
		return errno;
	_read_header(p);
	if ((rc = _open_wal(p, path)))
		return rc;
	if (!p->size)
		p->size = DEFAULT_SIZE;
	if (!p->in_wal && (st.st_size / p->size < UINT32_MAX))
		p->cnt = (uint32_t) (st.st_size / p->size);
	return 0;
}

int ledger_pages_open(const char *path, ledger_pages_t **ret_pages)
{
	ledger_pages_t *p = calloc(1, sizeof(*p));
	int rc;

	if (!p)
		return ENOMEM;
	p->fd = p->wal = -1;
	if ((rc = _open(p, path)))
		ledger_pages_close(p);
	else
		*ret_pages = p;
	return rc;
}

void ledger_pages_close(ledger_pages_t *p)
{
	if (!p)
		return;
	if (p->fd >= 0)
		close(p->fd);
	if (p->wal >= 0)
		close(p->wal);
	free(p->in_wal);
	free(p);
}

uint32_t ledger_pages_cnt(const ledger_pages_t *p)
{
	return p->cnt;
}

uint32_t ledger_pages_size(const ledger_pages_t *p)
{
	return p->size;
}

uint32_t ledger_pages_usable(const ledger_pages_t *p)
{
	return p->size - p->reserved;
}

bool ledger_pages_read(const ledger_pages_t *p, uint32_t number,
		       unsigned char *to)
{
	if (!number || (number > p->cnt))
		return false;
	if (p->in_wal && p->in_wal[number])
		return _pread(p->wal, to, p->size, p->in_wal[number]);
	return _pread(p->fd, to, p->size, (off_t) (number - 1) * p->size);
}
