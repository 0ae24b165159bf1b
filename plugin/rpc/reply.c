/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/compat/refusals.h"

/* Advice for errors whose message from Slurm does not say what to do. */
static const struct {
	int rc;
	const char *advice;
} advice_table[] = {
	{ REFUSED_USERS,
	  "reservations are made, changed and deleted by operators; and Users= must be known to the controller" },
	{ REFUSED_ACCOUNTS,
	  "Accounts= must be known to the controller" },
	{ REFUSED_GROUPS,
	  "Groups= must be known to the controller" },
	{ REFUSED_LICENSES,
	  "Licenses= must be configured, and enough of them not reserved at that time" },
	{ REFUSED_NO_SUCH,
	  "there is no such reservation, or it would have no nodes" },
	{ REFUSED_BUSY,
	  "too few nodes are free for it at that time: see scontrol show reservation, squeue and sinfo" },
	{ REFUSED_OVERLAP,
	  "another reservation has some of its nodes at that time: see scontrol show reservation" },
	{ REFUSED_FAILED,
	  "something in it is unknown to the controller, e.g. one of Users=" },
	{ REFUSED_IN_USE,
	  "a job that asks for it runs or waits: cancel that first" },
	{ REFUSED_UNSUPPORTED,
	  "Slurm can't change this of a reservation that exists: delete it and create it anew" },
	{ REFUSED_EMPTY,
	  "give Users, Groups or Accounts" },
	{ 0, NULL }
};

static const char *_advice(int rc)
{
	for (int i = 0; advice_table[i].advice; i++)
		if (advice_table[i].rc == rc)
			return advice_table[i].advice;
	return NULL;
}

void reply_end(char **text)
{
	text_add(text, "%s" ANSWER_END "=%d",
		 (*text && (*text)[0]) ? "\n" : "", ANSWER_VERSION);
}

void reply_refused(slurm_msg_t *msg, const char *what, const char *name,
		   int rc, const char *text, bool program)
{
	char shown[TEXT_SHOWN];
	char *copy = text_dup(text ? text : _advice(rc));

	text_clean(copy);
	info("sched/garq: %s reservation=%s uid=%u: %s%s%s", what,
	     text_printable(name ? name : "", shown), msg->auth_uid,
	     refusal_words(rc), copy ? ": " : "", copy ? copy : "");
	if (program)
		reply_end(&copy);
	compat_reply(msg, rc, copy);
	free_null(copy);
}
