/* SPDX-License-Identifier: GPL-2.0-or-later */
/* saved_state.c - see saved_state.h */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* memmem() */
#endif
#include <arpa/inet.h>
#include <string.h>

#include "plugin/slurm/compat.h"
#include "plugin/slurm/saved_state.h"

#define STATE_VERSION "PROTOCOL_VERSION"

static buf_t *saved;
static time_t begun;
static bool partial;

static void _note_version(uint16_t protocol)
{
	bool readable = (protocol >= SLURM_MIN_PROTOCOL_VERSION) &&
		(protocol <= SLURM_PROTOCOL_VERSION);

	partial = !readable || ignore_state_errors;
	if (!readable)
		info("sched/garq: Slurm's reservations were saved by a version (protocol %u) whose state this one can't read: bookings are made again from the ledger",
		     protocol);
	else if (ignore_state_errors)
		info("sched/garq: slurmctld was started with -i: bookings that it does not know are made again from the ledger");
}

void saved_state_read(void)
{
	char *path = xstrdup_printf("%s/resv_state",
				    slurm_conf.state_save_location);
	char *version = NULL;
	uint32_t len;
	uint16_t protocol;
	time_t when;

	saved_state_forget();
	begun = 0;
	partial = false;
	if (!(saved = create_mmap_buf(path)))
		goto done;
	safe_unpackstr_xmalloc(&version, &len, saved);
	safe_unpack16(&protocol, saved);
	safe_unpack_time(&when, saved);
	if (!xstrcmp(version, STATE_VERSION)) {
		begun = when;
		_note_version(protocol);
	}
	goto done;
unpack_error:
	saved_state_forget();
done:
	xfree(version);
	xfree(path);
}

time_t saved_state_begun(void)
{
	return begun;
}

static uint32_t _number(const char *at)
{
	uint32_t n;

	memcpy(&n, at, sizeof(n));
	return ntohl(n);
}

/*
 * Are these bytes the number and the list of nodes, which Slurm packs after the
 * name of a reservation with nodes? Another text with the same letters as the
 * name does not have these behind it.
 */
static bool _are_nodes(const char *at, const char *end)
{
	uint32_t len;

	if ((end - at < 8) || !_number(at))
		return false;
	len = _number(at + 4);
	at += 8;
	return (len > 1) && (len <= end - at) && !at[len - 1] &&
	       (strlen(at) == len - 1);
}

static bool _has(const char *name)
{
	uint32_t len = (uint32_t) strlen(name) + 1, packed = htonl(len);
	const char *at, *end;
	char *pattern;
	bool found = false;

	if (!saved || !begun)
		return false;
	at = get_buf_data(saved);
	end = at + size_buf(saved);
	pattern = xmalloc(sizeof(packed) + len);
	memcpy(pattern, &packed, sizeof(packed));
	memcpy(pattern + sizeof(packed), name, len);
	len += sizeof(packed);
	while (!found && (at = memmem(at, (size_t) (end - at), pattern, len)))
		found = _are_nodes(at++ + len, end);
	xfree(pattern);
	return found;
}

bool saved_state_lacks(const char *name)
{
	return !partial && !_has(name);
}

void saved_state_forget(void)
{
	FREE_NULL_BUFFER(saved);
}
