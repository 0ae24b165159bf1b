/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/sresv/text/said.h"

void answer_free(answer_t *a)
{
	free(a->why);
	free(a->name);
	free(a->lines);
	free(a->said);
	offers_free(&a->offers);
	*a = (answer_t) { .status = STATUS_DONE };
}

void answer_say(answer_t *a, const char *line)
{
	bool open = a->why && a->why[0] && (a->why[strlen(a->why) - 1] != '\n');
	char *all = NULL;

	if (asprintf(&all, "%s%s%s", a->why ? a->why : "", open ? "\n" : "",
		     line) < 0)
		return;
	free(a->why);
	a->why = all;
}

/* Does an error mean that the controller does not answer, or not properly? */
static bool _is_silence(int rc)
{
	switch (rc) {
	case SLURM_UNEXPECTED_MSG_ERROR:	/* also: no message */
	case ESLURM_IN_STANDBY_MODE:
	case ESLURM_IN_STANDBY_USE_BACKUP:
	case ESLURM_PROTOCOL_INCOMPLETE_PACKET:
	case SLURM_PROTOCOL_SOCKET_IMPL_TIMEOUT:
	case SLURM_PROTOCOL_SOCKET_ZERO_BYTES_SENT:
	case SLURM_PROTOCOL_VERSION_ERROR:
	case SLURM_PROTOCOL_AUTHENTICATION_ERROR:
	case SLURM_COMMUNICATIONS_CONNECTION_ERROR:
	case SLURM_COMMUNICATIONS_SEND_ERROR:
	case SLURM_COMMUNICATIONS_RECEIVE_ERROR:
	case SLURM_COMMUNICATIONS_SHUTDOWN_ERROR:
	case SLURM_COMMUNICATIONS_MISSING_SOCKET_ERROR:
	case SLURMCTLD_COMMUNICATIONS_CONNECTION_ERROR:
	case SLURMCTLD_COMMUNICATIONS_SEND_ERROR:
	case SLURMCTLD_COMMUNICATIONS_RECEIVE_ERROR:
	case SLURMCTLD_COMMUNICATIONS_SHUTDOWN_ERROR:
	case ECONNREFUSED:
	case ECONNRESET:
	case EHOSTUNREACH:
	case ENETUNREACH:
	case EPIPE:
	case ETIMEDOUT:
		return true;
	}
	return (rc >= ESLURM_AUTH_CRED_INVALID) &&
	       (rc < ESLURM_AUTH_CRED_INVALID + 100);
}

status_t ctl_status(int rc, bool offers)
{
	switch (rc) {
	case SLURM_SUCCESS:
		return STATUS_DONE;
	case ESLURM_NODES_BUSY:
	case ESLURM_RESERVATION_BUSY:
	case ESLURM_RESERVATION_OVERLAP:
		return offers ? STATUS_OFFERS : STATUS_REFUSED;
	case ESLURM_ACCESS_DENIED:	/* with offers: beyond a budget */
		return offers ? STATUS_OFFERS : STATUS_DENIED;
	case ESLURM_USER_ID_MISSING:
		return STATUS_DENIED;
	case ESLURM_RESERVATION_INVALID:
	case ESLURM_INVALID_JOB_ID:
		return STATUS_UNKNOWN;
	case EINVAL:		/* of the texts that Slurm has no code for */
		return STATUS_BAD;
	case SLURM_ERROR:
	case ENOMEM:
		return STATUS_FAILED;
	}
	if (_is_silence(rc))
		return STATUS_SILENT;
	/* other errors of slurmctld say that the request is wrong */
	return (rc >= 2000) ? STATUS_BAD : STATUS_FAILED;
}

bool ctl_is_unsent(int rc)
{
	return (rc == SLURM_COMMUNICATIONS_CONNECTION_ERROR) ||
	       (rc == SLURMCTLD_COMMUNICATIONS_CONNECTION_ERROR) ||
	       (rc == ECONNREFUSED);
}

void ctl_out_of_memory(answer_t *ret)
{
	answer_free(ret);
	ret->status = STATUS_FAILED;
}

const char *ctl_slurms_words(int rc)
{
	return (rc == SLURM_UNEXPECTED_MSG_ERROR) ?
		"the controller does not answer, or not as it should" :
		slurm_strerror(rc);
}

void ctl_failed(int rc, const char *said, answer_t *ret)
{
	ret->status = ctl_status(rc, false);
	ret->unsent = ctl_is_unsent(rc);
	ret->why = strdup(said[0] ? said : ctl_slurms_words(rc));
	if (!ret->why)
		ctl_out_of_memory(ret);
}

void ctl_begin(answer_t *ret)
{
	*ret = (answer_t) { .status = STATUS_DONE };
	said_begin();
	errno = 0;
}

bool ctl_end(bool failed,
	     void (*explain)(int rc, const char *said, answer_t *ret),
	     answer_t *ret)
{
	/* some calls return an error without setting errno */
	int rc = errno ? errno : SLURM_ERROR;
	char *said = said_end();

	if (failed)
		explain(rc, said ? said : "", ret);
	free(said);
	return !failed;
}
