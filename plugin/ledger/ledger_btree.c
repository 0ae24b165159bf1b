/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_btree.c - see ledger_btree.h */

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_btree.h"
#include "plugin/ledger/ledger_pages.h"

#define DEPTH_MAX 20		/* SQLite's own limit */
#define PAYLOAD_MAX (64U << 20)	/* bytes; requests are much smaller */
#define TRUNK_HEADER 8
#define OVERFLOW_HEADER 4
#define FILE_HEADER 100		/* bytes before the tree of page 1 */

enum { INNER_INDEX = 2, INNER_TABLE = 5, LEAF_INDEX = 10, LEAF_TABLE = 13 };

struct ledger_btree {
	ledger_pages_t pages;
	bool *seen;		/* by number: page was walked, or is free */
	uint64_t steps;		/* of this walk; bounds walks in a circle */
	unsigned char *payload;	/* of a record that has overflow pages */
	uint32_t max;		/* size of payload */
	bool ids;
	const ledger_visitor_t *visitor;
};

/* A page of a tree, and what its place in the tree says of its ids. */
typedef struct {
	uint32_t number;
	const unsigned char *bytes;
	uint32_t at;		/* offset of the header */
	uint32_t cnt;		/* number of cells */
	int type;
	int64_t after;		/* ids that it may hold: after < id <= last */
	int64_t last;
	int depth;
} node_t;

/* --- cells ---------------------------------------------------------------- */

/* RET the byte after the varint, or NULL if that goes beyond end */
static const unsigned char *_varint(const unsigned char *at,
				    const unsigned char *end, uint64_t *ret)
{
	uint64_t n = 0;

	for (int i = 0; at < end; i++) {
		if (i == 8) {
			*ret = (n << 8) | *at;
			return at + 1;
		}
		n = (n << 7) | (*at & 0x7f);
		if (!(*at++ & 0x80)) {
			*ret = n;
			return at;
		}
	}
	return NULL;
}

/* Number of bytes of a payload in its cell; the rest is on overflow pages. */
static uint32_t _local(const ledger_btree_t *t, uint32_t len)
{
	uint32_t u = t->pages.usable, max, min, rest;

	max = t->ids ? u - 35 : ((u - 12) * 64 / 255) - 23;
	if (len <= max)
		return len;
	min = ((u - 12) * 32 / 255) - 23;
	rest = min + ((len - min) % (u - OVERFLOW_HEADER));
	return (rest <= max) ? rest : min;
}

/*
 * Read a payload's overflow pages; the last page of a chain links to no other.
 * RET false if the pages do not form one chain
 */
static bool _overflow(ledger_btree_t *t, uint32_t number, unsigned char *to,
		      uint32_t len)
{
	uint32_t part = t->pages.usable - OVERFLOW_HEADER;

	while (len) {
		const unsigned char *page = ledger_pages_at(&t->pages, number);

		if (!page)
			return false;
		t->seen[number] = true;
		if (part > len)
			part = len;
		memcpy(to, page + OVERFLOW_HEADER, part);
		to += part;
		len -= part;
		number = ledger_pages_u32(page);
	}
	return !number;
}

/*
 * RET the whole payload, valid until the next call; NULL if its pages are
 * damaged
 */
static const unsigned char *_payload(ledger_btree_t *t, const unsigned char *at,
				     const unsigned char *end, uint32_t len)
{
	uint32_t local = _local(t, len);

	if (local == len)
		return ((size_t) (end - at) < len) ? NULL : at;
	if ((size_t) (end - at) < local + OVERFLOW_HEADER)
		return NULL;
	memcpy(t->payload, at, local);
	return _overflow(t, ledger_pages_u32(at + local), t->payload + local,
			 len - local) ? t->payload : NULL;
}

static uint64_t _big_endian(const unsigned char *at, uint32_t len)
{
	uint64_t n = (len && (at[0] & 0x80)) ? UINT64_MAX : 0;

	while (len--)
		n = (n << 8) | *at++;
	return n;
}

/* Size in bytes of a value, by its serial type; 10 and 11 are reserved. */
static uint64_t _value_len(uint64_t serial)
{
	static const uint8_t len[12] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0 };

	return (serial < 12) ? len[serial] : (serial - 12) / 2;
}

static void _value(ledger_value_t *v, uint64_t serial, const unsigned char *at,
		   uint32_t len)
{
	uint64_t bits;

	*v = (ledger_value_t) { .type = SQLITE_NULL, .bytes = at, .len = len };
	if (serial >= 12) {
		v->type = (serial & 1) ? SQLITE_TEXT : SQLITE_BLOB;
	} else if (serial == 7) {
		v->type = SQLITE_FLOAT;
		bits = _big_endian(at, len);
		memcpy(&v->real, &bits, sizeof(v->real));
	} else if (serial) {
		v->type = SQLITE_INTEGER;
		v->integer = (serial >= 8) ? (int64_t) serial - 8 :
					     (int64_t) _big_endian(at, len);
	}
}

/* Parse a record, which fills its payload exactly. RET false if it does not */
static bool _record(const unsigned char *payload, uint32_t len,
		    ledger_record_t *r)
{
	const unsigned char *end = payload + len, *at, *body;
	uint64_t header, serial;

	r->cnt = 0;
	at = _varint(payload, end, &header);
	if (!at || (header > len) || (at > payload + header))
		return false;
	body = payload + header;
	for (const unsigned char *stop = body; at < stop;) {
		at = _varint(at, stop, &serial);
		if (!at || (r->cnt == LEDGER_VALUES) || (serial == 10) ||
		    (serial == 11) ||
		    (_value_len(serial) > (uint64_t) (end - body)))
			return false;
		_value(&r->values[r->cnt++], serial, body,
		       (uint32_t) _value_len(serial));
		body += _value_len(serial);
	}
	return body == end;
}

/* --- pages ---------------------------------------------------------------- */

static int _gap(ledger_btree_t *t, const node_t *n)
{
	return t->visitor->gap ?
		t->visitor->gap(t->visitor->arg, n->number, n->after, n->last) :
		0;
}

static bool _is_leaf(const node_t *n)
{
	return (n->type == LEAF_TABLE) || (n->type == LEAF_INDEX);
}

static uint32_t _cells_at(const node_t *n)
{
	return n->at + (_is_leaf(n) ? 8 : 12);
}

/* Parse a page header. RET false if this is no page of a tree of this kind */
static bool _parse(const ledger_btree_t *t, node_t *n)
{
	n->at = (n->number == 1) ? FILE_HEADER : 0;
	n->type = n->bytes[n->at];
	n->cnt = ledger_pages_u16(n->bytes + n->at + 3);
	if ((n->type != (t->ids ? LEAF_TABLE : LEAF_INDEX)) &&
	    (n->type != (t->ids ? INNER_TABLE : INNER_INDEX)))
		return false;
	/* Only a table without rows has a page without cells: its root. */
	return (_cells_at(n) + (2 * n->cnt) <= t->pages.usable) &&
	       (n->cnt || !n->depth);
}

/* RET cell i, or NULL if it is not within its page */
static const unsigned char *_cell(const ledger_btree_t *t, const node_t *n,
				  uint32_t i)
{
	uint32_t at = ledger_pages_u16(n->bytes + _cells_at(n) + (2 * i));

	return ((at >= _cells_at(n) + (2 * n->cnt)) && (at + 4 <= t->pages.usable)) ?
		n->bytes + at : NULL;
}

/*
 * Visit the record that begins at a byte of n.
 * RET 0, LEDGER_FOREIGN if it is damaged, or the visitor's result
 */
static int _visit(ledger_btree_t *t, const node_t *n, const unsigned char *at)
{
	const unsigned char *end = n->bytes + t->pages.usable, *payload;
	uint64_t len = 0, id = 0;
	ledger_record_t r;

	if (!(at = _varint(at, end, &len)) || (len > t->max) ||
	    (t->ids && !(at = _varint(at, end, &id))))
		return LEDGER_FOREIGN;
	r.id = (int64_t) id;
	if ((t->ids && ((r.id <= n->after) || (r.id > n->last))) ||
	    !(payload = _payload(t, at, end, (uint32_t) len)) ||
	    !_record(payload, (uint32_t) len, &r))
		return LEDGER_FOREIGN;
	return t->visitor->record(t->visitor->arg, &r);
}

/* Visit all records of one page: of a leaf, or of an index's inner page. */
static int _records(ledger_btree_t *t, const node_t *n)
{
	uint32_t child = _is_leaf(n) ? 0 : 4;
	bool whole = true;

	for (uint32_t i = 0; i < n->cnt; i++) {
		const unsigned char *at = _cell(t, n, i);
		int rc = at ? _visit(t, n, at + child) : LEDGER_FOREIGN;

		if (rc && (rc != LEDGER_FOREIGN))
			return rc;
		whole &= !rc;
	}
	return whole ? 0 : _gap(t, n);
}

static int _page(ledger_btree_t *t, uint32_t number, int64_t after,
		 int64_t last, int depth);

/*
 * Visit the pages below an inner page. In a table it has no records, but ids,
 * which bound those of its children.
 */
static int _children(ledger_btree_t *t, const node_t *n)
{
	int64_t after = n->after;
	bool whole = true;
	int rc = 0;

	for (uint32_t i = 0; (i < n->cnt) && !rc; i++) {
		const unsigned char *at = _cell(t, n, i);
		uint64_t id = (uint64_t) n->last;

		if (!at || (t->ids && !_varint(at + 4, n->bytes +
					       t->pages.usable, &id)) ||
		    ((int64_t) id <= after) || ((int64_t) id > n->last)) {
			whole = !t->ids;	/* _records() has told */
			continue;
		}
		rc = _page(t, ledger_pages_u32(at), after, (int64_t) id,
			   n->depth + 1);
		if (t->ids)
			after = (int64_t) id;
	}
	if (!rc)
		rc = _page(t, ledger_pages_u32(n->bytes + n->at + 8), after,
			   n->last, n->depth + 1);
	return (whole || rc) ? rc : _gap(t, n);
}

/*
 * Visit a page and those below it. A page that two others link to is visited
 * twice, as one of the two links is right.
 */
static int _page(ledger_btree_t *t, uint32_t number, int64_t after,
		 int64_t last, int depth)
{
	node_t n = {
		.number = number, .after = after, .last = last, .depth = depth,
		.bytes = ledger_pages_at(&t->pages, number),
	};
	int rc;

	if (!n.bytes || !_parse(t, &n) || (depth > DEPTH_MAX) ||
	    (t->steps++ > 4 * (uint64_t) t->pages.cnt))
		return _gap(t, &n);
	t->seen[number] = true;
	rc = (_is_leaf(&n) || !t->ids) ? _records(t, &n) : 0;
	return (rc || _is_leaf(&n)) ? rc : _children(t, &n);
}

/* --- the file ------------------------------------------------------------- */

/*
 * Mark free pages as seen: they may still have records that were deleted or
 * moved.
 */
static void _mark_free(ledger_btree_t *t)
{
	const unsigned char *page = ledger_pages_at(&t->pages, 1);
	uint32_t trunk, leaves, leaf;

	if (!page || !ledger_pages_is_first(page))
		return;
	for (trunk = ledger_pages_u32(page + 32);
	     (page = ledger_pages_at(&t->pages, trunk)) && !t->seen[trunk];
	     trunk = ledger_pages_u32(page)) {
		t->seen[trunk] = true;
		leaves = ledger_pages_u32(page + 4);
		if (leaves > (t->pages.usable - TRUNK_HEADER) / 4)
			return;
		for (uint32_t i = 0; i < leaves; i++) {
			leaf = ledger_pages_u32(page + TRUNK_HEADER + (4 * i));
			if (ledger_pages_at(&t->pages, leaf))
				t->seen[leaf] = true;
		}
	}
}

/* RET 0 or ENOMEM */
static int _allocate(ledger_btree_t *t)
{
	uint64_t size = (uint64_t) t->pages.cnt * t->pages.size;

	t->max = (size < PAYLOAD_MAX) ? (uint32_t) size : PAYLOAD_MAX;
	t->payload = malloc(t->max + 1);
	t->seen = calloc((size_t) t->pages.cnt + 1, sizeof(*t->seen));
	return (t->payload && t->seen) ? 0 : ENOMEM;
}

int ledger_btree_open(const char *path, ledger_btree_t **ret)
{
	ledger_btree_t *t = calloc(1, sizeof(*t));
	int rc = t ? ledger_pages_load(path, &t->pages) : ENOMEM;

	if (rc || (rc = _allocate(t))) {
		ledger_btree_close(t);
		return rc;
	}
	_mark_free(t);
	*ret = t;
	return 0;
}

void ledger_btree_close(ledger_btree_t *t)
{
	if (!t)
		return;
	ledger_pages_free(&t->pages);
	free(t->seen);
	free(t->payload);
	free(t);
}

int ledger_btree_walk(ledger_btree_t *t, uint32_t root, bool ids,
		      const ledger_visitor_t *visitor)
{
	t->steps = 0;
	t->ids = ids;
	t->visitor = visitor;
	return _page(t, root, 0, INT64_MAX, 0);
}

int ledger_btree_search(ledger_btree_t *t, bool ids,
			const ledger_visitor_t *visitor)
{
	node_t n = { .last = INT64_MAX };
	int rc = 0;

	t->ids = ids;
	t->visitor = visitor;
	for (n.number = 1; (n.number <= t->pages.cnt) && !rc; n.number++) {
		n.bytes = ledger_pages_at(&t->pages, n.number);
		if (!t->seen[n.number] && _parse(t, &n) &&
		    (_is_leaf(&n) || !ids))
			rc = _records(t, &n);
	}
	return rc;
}
