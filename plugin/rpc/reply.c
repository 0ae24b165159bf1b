/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reply.c - see reply.h */

#include "plugin/booking/answer.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/text.h"

/* Slurm's errors that leave the user wondering. */
static const struct {
	int rc;
	const char *advice;
} advice_table[] = {
	{ ESLURM_USER_ID_MISSING,
	  "reservations are made, changed and deleted by operators; and Users= must be known to the controller" },
	{ ESLURM_INVALID_ACCOUNT,
	  "Accounts= must be known to the controller" },
	{ ESLURM_GROUP_ID_MISSING,
	  "Groups= must be known to the controller" },
	{ ESLURM_INVALID_LICENSES,
	  "Licenses= must be configured, and enough of them not reserved at that time" },
	{ ESLURM_RESERVATION_INVALID,
	  "there is no such reservation, or it would have no nodes" },
	{ ESLURM_NODES_BUSY,
	  "too few nodes are free for it at that time: see scontrol show reservation, squeue and sinfo" },
	{ ESLURM_RESERVATION_OVERLAP,
	  "another reservation has some of its nodes at that time: see scontrol show reservation" },
	{ SLURM_ERROR,
	  "something in it is unknown to the controller, e.g. one of Users=" },
	{ ESLURM_RESERVATION_BUSY,
	  "a job that asks for it runs or waits: cancel that first" },
	{ ESLURM_NOT_SUPPORTED,
	  "Slurm can't change this of a reservation that exists: delete it and create it anew" },
	{ ESLURM_RESERVATION_EMPTY,
	  "give Users, Groups or Accounts" },
	{ SLURM_SUCCESS, NULL }
};

static const char *_advice(int rc)
{
	for (int i = 0; advice_table[i].advice; i++)
		if (advice_table[i].rc == rc)
			return advice_table[i].advice;
	return NULL;
}

bool reply_to_program(resv_desc_msg_t *desc)
{
	if ((desc->flags == NO_VAL64) || (desc->flags == INFINITE64) ||
	    !(desc->flags & ANSWER_ASKED))
		return false;
	desc->flags &= ~ANSWER_ASKED;
	if (!desc->flags)
		desc->flags = NO_VAL64;
	return true;
}

void reply_end(char **text)
{
	xstrfmtcat(*text, "%s" ANSWER_END "=%d",
		   (*text && (*text)[0]) ? "\n" : "", ANSWER_VERSION);
}

void reply_refused(slurm_msg_t *msg, const char *what, const char *name,
		   int rc, const char *text, bool program)
{
	char *shown = text_printable(name ? name : "");
	char *copy = xstrdup(text ? text : _advice(rc));

	info("sched/garq: %s reservation=%s uid=%u: %s%s%s", what, shown,
	     msg->auth_uid, slurm_strerror(rc), copy ? ": " : "",
	     copy ? copy : "");
	if (program)
		reply_end(&copy);
	compat_reply(msg, rc, copy);
	xfree(copy);
	xfree(shown);
}

void reply_failed(slurm_msg_t *msg, const char *what, const char *name,
		  int rc, const char *text)
{
	reply_refused(msg, what, name, rc, text, false);
}
