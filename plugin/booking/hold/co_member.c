/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"

#define PREFIX "co-"
#define ID_MIN 6
#define ID_MAX 16
#define PARTS_MAX 64
#define WORD_MAX 63

/* A number of one or two digits, without a 0 in front. RET 0: there is none */
static unsigned _number(const char **at)
{
	unsigned n = 0;

	for (int i = 0; (i < 2) && isdigit((unsigned char) **at); i++, ++*at) {
		if (!n && (**at == '0'))
			return 0;
		n = (n * 10) + (unsigned) (**at - '0');
	}
	return n;
}

static bool _is_word(const char *text)
{
	size_t len = strlen(text);

	if (!len || (len > WORD_MAX) || isdigit((unsigned char) text[0]))
		return false;
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char) text[i]) && (text[i] != '_'))
			return false;
	return true;
}

bool co_member_names(const char *name)
{
	const char *at = name;
	unsigned i, n;
	size_t len;

	if (!text_begins(name, PREFIX))
		return false;
	at += strlen(PREFIX);
	len = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789");
	if ((len < ID_MIN) || (len > ID_MAX) || (at[len] != '.'))
		return false;
	at += len + 1;
	i = _number(&at);
	if (!i || !text_begins(at, "of"))
		return false;
	at += strlen("of");
	n = _number(&at);
	return (i <= n) && (n <= PARTS_MAX) && (*at == '.') && _is_word(at + 1);
}

int co_member_check_window(const char *name, const request_t *request,
			   char **ret_text)
{
	if (!request->has_delay || !co_member_names(name))
		return 0;
	return text_refuse(ret_text, REFUSED_UNSUPPORTED,
		"%s is a part of a co-reservation, which has one start: leave MaxStartDelay out",
		name);
}

/* True if r is about the time, nodes, size or licenses of the reservation. */
static bool _moves_resv(const ask_t *a)
{
	const request_t *r = a->request;

	return r->has_start || r->has_end || r->has_minutes || r->has_delay ||
	       r->has_nodes || request_by_cores(r) || r->node_list ||
	       r->partition ||
	       r->features || r->licenses || r->tres || r->burst_buffer ||
	       r->has_watts || (a->kind == &kind_native) ||
	       (r->flags & BOOKING_FLAG_SKIP);
}

int co_member_check_update(office_t *office, ask_t *a)
{
	const view_resv_t *v = a->v;
	int rc;

	if (!v->booking || !co_member_names(v->name))
		return 0;
	rc = co_member_check_window(v->name, a->request, &a->text);
	if (rc || !_moves_resv(a) ||
	    office->host->users->is_operator(office, a->uid))
		return rc;
	return text_refuse(&a->text, REFUSED_DENIED,
		"%s is a part of a co-reservation: its time, nodes and licenses fit those of other parts, only operators change them; delete it, or book all parts anew",
		v->name);
}

static bool _same_place(const booking_t *a, const booking_t *b)
{
	return (a->start == b->start) && (a->end == b->end) &&
	       (a->num_cn == b->num_cn) && text_same(a->nodes, b->nodes) &&
	       text_same(a->licenses, b->licenses);
}

void co_member_broken(office_t *office, const booking_t *before,
		      const booking_t *after, uint32_t uid)
{
	const booking_t *now = after ? after : before;
	char *why;
	notify_t n = {
		.event = "co_broken",
		.reservation = before->name,
		.old_start = before->start,
		.start = after ? after->start : 0,
		.end = after ? after->end : 0,
		.old_nodes = before->nodes,
		.nodes = after ? after->nodes : NULL,
		.users = now->users,
	};

	/* A hold that is gone breaks nothing: it can't be confirmed any more. */
	if (!co_member_names(before->name) || before->hold_until ||
	    (after ? _same_place(before, after) : (before->creator == uid)))
		return;
	why = text_printf("%s by uid %u", after ? "changed" : "deleted", uid);
	n.reason = why;
	say_info(office,
		 "sched/garq: reservation %s, a part of a co-reservation of uid %u, was %s: the other parts may not fit any more",
		 before->name, before->creator, why);
	(void) office->host->locks->notify(office, &n);
	free_null(why);
}
