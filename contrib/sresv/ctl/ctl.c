/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/sresv/ctl/gpus.h"
#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/text/said.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/ctl/wish.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/name.h"
#include "plugin/slurm/compat/slurm_features.h"

void ctl_init(void)
{
	said_begin();
	slurm_init(NULL);
	free(said_end());
}

/* --- answers to programs ----------------------------------------------------- */

/* It is asked once: a question to it for each request would double their number. */
static bool has_garq;

/* The controller's clock is in its answer, and costs no request of its own. */
void ctl_about(ctl_about_t *ret_about, answer_t *ret)
{
	slurm_conf_t *conf = NULL;

	ctl_begin(ret);
	if (!ctl_end(slurm_load_ctl_conf(0, &conf), ctl_failed, ret))
		return;
	*ret_about = (ctl_about_t) {
		.now = conf->last_update,
		.cluster = strdup(conf->cluster_name ? conf->cluster_name : ""),
		.garq = conf->schedtype &&
			!strcmp(conf->schedtype, "sched/garq"),
		.hides = conf->private_data & PRIVATE_DATA_RESERVATIONS,
		.site = site_read(conf->sched_params),
	};
	has_garq = ret_about->garq;
	SRESV_FREE_CONF(conf);
	if (!ret_about->cluster)
		ctl_out_of_memory(ret);
}

bool ctl_has_garq(bool *ret_garq, answer_t *ret)
{
	ctl_about_t about;

	ctl_about(&about, ret);
	if (ret->status != STATUS_DONE)
		return false;
	*ret_garq = about.garq;
	free(about.cluster);
	return true;
}

static void _say_older(answer_t *ret)
{
	ret->status = STATUS_FAILED;
	answer_say(ret, "the controller's sched/garq is older than this sresv, which can't read its offers: scontrol takes them");
}

/*
 * Explain an answer without lines for programs: plain Slurm, or an older
 * plugin.
 */
static void _explain_none(answer_t *ret)
{
	answer_t asked;
	bool garq = false;

	(void) ctl_has_garq(&garq, &asked);
	answer_free(&asked);
	if (garq)
		_say_older(ret);
}

/* Read the controller's answer to a program. IN rc - the error, or success */
static void _read_answer(const char *text, int rc, answer_t *ret)
{
	parse_t parsed = parse_answer(text, &ret->why, &ret->offers);

	if (parsed == PARSE_MEMORY) {
		ctl_out_of_memory(ret);
		return;
	}
	ret->status = ctl_status(rc, ret->offers.cnt);
	ret->unsent = ctl_is_unsent(rc);
	if (rc && !ret->why[0])
		answer_say(ret, ctl_slurms_words(rc));
	if (parsed == PARSE_WHOLE) {
		free(ret->said);
		ret->said = strdup(text);
		return;
	}
	if (parsed == PARSE_NONE) {
		if (ret->status != STATUS_SILENT)
			_explain_none(ret);
		return;
	}
	ret->status = STATUS_FAILED;
	answer_say(ret, (parsed == PARSE_NEWER) ?
		"this sresv is older than the controller's sched/garq, and can't read its offers" :
		"the offers of the controller's sched/garq can't be read: they are not as they should be");
}

/*
 * Fill in the refusal of a request with ANSWER_ASKED; or the answer to a look, for
 * which updates and deletions have no other place.
 */
static void _refused(int rc, const char *said, answer_t *ret)
{
	bool looked = (rc == ECANCELED) && strstr(said, ANSWER_PLAN "=");

	_read_answer(said, looked ? SLURM_SUCCESS : rc, ret);
	if (looked && (ret->status == STATUS_DONE) &&
	    !(ret->lines = strdup(said)))
		ctl_out_of_memory(ret);
}

/* The same of a request to create: Slurm's error for "none" is a bad name then. */
static void _not_created(int rc, const char *said, answer_t *ret)
{
	_refused(rc, said, ret);
	if (ret->status == STATUS_UNKNOWN)
		ret->status = STATUS_BAD;
}

/*
 * Fill in the refusal of a question for all offers: a sched/garq that takes the
 * name for one of a reservation refuses it, without lines for programs.
 */
static void _no_offers(int rc, const char *said, answer_t *ret)
{
	status_t status = ctl_status(rc, false);

	if (!strstr(said, ANSWER_END "=") &&
	    ((status == STATUS_UNKNOWN) || (status == STATUS_DENIED)))
		_say_older(ret);
	else
		_refused(rc, said, ret);
}

/* --- requests ------------------------------------------------------------- */

typedef struct {
	resv_desc_msg_t desc;
	uint32_t nodes[2];	/* ends with 0: some releases want a list */
	uint32_t cores[2];	/* the same */
	char tres[GPUS_TRES];
} message_t;

static void _set_nodes(message_t *m, int64_t cnt)
{
#ifdef COMPAT_NODE_CNT_ARRAY
	m->nodes[0] = (uint32_t) cnt;
	m->nodes[1] = 0;
	m->desc.node_cnt = m->nodes;
#else
	m->desc.node_cnt = (uint32_t) cnt;
#endif
}

static void _set_cores(message_t *m, int64_t cnt)
{
#ifdef COMPAT_NODE_CNT_ARRAY
	m->cores[0] = (uint32_t) cnt;
	m->cores[1] = 0;
	m->desc.core_cnt = m->cores;
#else
	m->desc.core_cnt = (uint32_t) cnt;
#endif
}

static void _set_gpus(message_t *m, const wish_t *w)
{
	const char *gpus = w->gpus ? w->gpus : w->gpus_per_node;

	if (!gpus)
		return;
	m->desc.tres_str = (char *) gpus_tres(gpus, m->tres);
#ifdef COMPAT_TRES_TEXT
	if (!w->gpus)
		m->desc.flags |= RESERVE_TRES_PER_NODE;
#endif
}

/* Minutes, rounded as by scontrol. */
static uint32_t _minutes(int64_t seconds)
{
	return (seconds == WHEN_FOREVER) ? INFINITE :
					   (uint32_t) ((seconds + 59) / 60);
}

/* RET false: this Slurm has no field for the comment */
static bool _may_comment(const wish_t *w, answer_t *ret)
{
#ifndef COMPAT_RESV_COMMENT
	if (w->comment) {
		*ret = (answer_t) { .status = STATUS_BAD, .unsent = true };
		answer_say(ret, "comment: reservations have comments from Slurm 23.02 on; leave it out");
		return false;
	}
#endif
	(void) w;
	(void) ret;
	return true;
}

/* Fill in a message, which refers to the strings of w. */
static void _message(const wish_t *w, const char *name, message_t *m)
{
	resv_desc_msg_t *d = &m->desc;

	slurm_init_resv_desc_msg(d);
	d->flags = ANSWER_ASKED | w->flags;
	d->name = (char *) name;
	d->node_list = (char *) w->nodelist;
	d->partition = (char *) w->partition;
	d->features = (char *) w->features;
	d->licenses = (char *) w->licenses;
	d->users = (char *) w->users;
	d->groups = (char *) w->groups;
	d->accounts = (char *) w->accounts;
#ifdef COMPAT_RESV_COMMENT
	d->comment = (char *) w->comment;
#endif
	if (w->start >= 0)
		d->start_time = w->start;
	if (w->end >= 0)
		d->end_time = w->end;
	if (w->duration >= 0)
		d->duration = _minutes(w->duration);
	if (w->delay >= 0)
		d->max_start_delay = (uint32_t) w->delay;
	if (w->nodes >= 0)
		_set_nodes(m, w->nodes);
	if (w->cores >= 0)
		_set_cores(m, w->cores);
	_set_gpus(m, w);
}

/*
 * Up to 25.11 the name is from malloc(), from 26.05 on from Slurm's allocator,
 * whose counterpart is not public: there it stays until the process ends.
 */
static void _free_name(char *made)
{
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(26, 5, 0)
	free(made);
#else
	(void) made;
#endif
}

/* RET the name of the new reservation, for free(); NULL: explained in ret */
static char *_create(const wish_t *w, const char *name,
		     void (*explain)(int rc, const char *said, answer_t *ret),
		     answer_t *ret)
{
	char *sent, *made, *copy;
	message_t m;

	if (!_may_comment(w, ret))
		return NULL;
	sent = wish_front(w, name);
	_message(w, sent ? sent : name, &m);
	ctl_begin(ret);
	made = slurm_create_reservation(&m.desc);
	free(sent);
	if (!ctl_end(!made, explain, ret))
		return NULL;
	copy = strdup(made);
	_free_name(made);
	if (!copy)
		ctl_out_of_memory(ret);
	return copy;
}

/*
 * Refuse queries and wishes on plain Slurm, which would make a reservation of
 * that name.
 */
static bool _has_garq(answer_t *ret)
{
	bool garq;

	if (!ctl_has_garq(&garq, ret))
		return false;
	if (garq)
		return true;
	ret->status = STATUS_FAILED;
	ret->unsent = true;
	ret->why = strdup("the controller has no sched/garq: it knows no questions, ranges and other wishes");
	return false;
}

/* RET false: something stands in front of the name, and nobody reads it */
static bool _may_front(const wish_t *w, answer_t *ret)
{
	return !wish_has_front(w) || has_garq || _has_garq(ret);
}

/* The answer to a question comes in the place of the new reservation's name. */
static void _read_name(char *text, answer_t *ret)
{
	if (text)
		_read_answer(text, SLURM_SUCCESS, ret);
	free(text);
}

void ctl_offers(answer_t *ret)
{
	static const wish_t none = WISH_NONE;

	_read_name(_create(&none, ANSWER_OFFERS, _no_offers, ret), ret);
}

/*
 * A sched/garq that does not know the question may have made a reservation of its
 * name, and answers with this name.
 */
static void _undo(char *made, answer_t *ret)
{
	answer_t undone;

	ctl_delete(made, &undone);
	answer_free(&undone);
	free(made);
	*ret = (answer_t) { .status = STATUS_FAILED };
	answer_say(ret, "the controller's sched/garq is older than this sresv, and does not know what was asked for");
}

void ctl_create(const wish_t *w, answer_t *ret)
{
	char *front;

	if (name_form(w->name, false) >= NAME_OFFERS) {
		*ret = (answer_t) { .status = STATUS_BAD };
		answer_say(ret, "query, probe, why, log and the like are no names of reservations: they ask sched/garq");
		return;
	}
	if (!_may_front(w, ret))
		return;
	ret->name = _create(w, w->name, _not_created, ret);
	if (ret->name && wishes_look(&w->wishes) &&
	    strstr(ret->name, ANSWER_PLAN "=")) {
		ret->lines = ret->name;
		ret->name = NULL;
		_read_answer(ret->lines, SLURM_SUCCESS, ret);
		return;
	}
	front = wish_front(w, "");
	if (ret->name && front && !strncmp(ret->name, front, strlen(front)))
		_undo(ret->name, ret);
	free(front);
}

void ctl_ask(const wish_t *w, const char *name, char **ret_text, answer_t *ret)
{
	char *text;

	*ret_text = NULL;
	if (!has_garq && !_has_garq(ret))
		return;
	text = _create(w, name, _refused, ret);
	if (text && !strstr(text, ANSWER_END "="))
		_undo(text, ret);
	else
		*ret_text = text;
}

/* Ask a question whose answer has lines for people, too. OUT as ctl_ask() */
static void _ask_both(const wish_t *w, const char *name, char **ret_text,
		      answer_t *ret)
{
	ctl_ask(w, name, ret_text, ret);
	if (!*ret_text)
		return;
	_read_answer(*ret_text, SLURM_SUCCESS, ret);
	if (ret->status == STATUS_DONE)
		return;
	free(*ret_text);
	*ret_text = NULL;
}

void ctl_query_hits(const wish_t *w, char **ret_text, answer_t *ret)
{
	_ask_both(w, OFFERS_QUERY, ret_text, ret);
}

void ctl_why(const char *name, const wish_t *w, answer_t *ret)
{
	char *text = NULL, *question = NULL;

	if (asprintf(&question, "%s%s%s", WHY_NAME, name ? ":" : "",
		     name ? name : "") < 0) {
		ctl_out_of_memory(ret);
		return;
	}
	_ask_both(w, question, &text, ret);
	free(question);
	free(text);
}

void ctl_query(const wish_t *w, answer_t *ret)
{
	wish_t asked = *w;
	char *text;

	if (!_has_garq(ret))
		return;
	asked.wishes.standby = STANDBY_NO;
	ctl_query_hits(&asked, &text, ret);
	free(text);
}

void ctl_confirm(const char *name, answer_t *ret)
{
	static const wish_t none = WISH_NONE;
	message_t m;

	_message(&none, name, &m);
	ctl_begin(ret);
	ctl_end(slurm_update_reservation(&m.desc), _refused, ret);
}

/* Nobody but sched/garq knows that nothing should have been done. */
static void _check_looked(const wish_t *w, answer_t *ret)
{
	if (!wishes_look(&w->wishes) || (ret->status != STATUS_DONE) ||
	    ret->lines)
		return;
	ret->status = STATUS_FAILED;
	answer_say(ret, "the controller's sched/garq knows no plans: something may have been done");
}

void ctl_update(const wish_t *w, answer_t *ret)
{
	char *front;
	message_t m;

	if (!_may_comment(w, ret) || !_may_front(w, ret))
		return;
	front = wish_front(w, w->name);
	_message(w, front ? front : w->name, &m);
	ctl_begin(ret);
	ctl_end(slurm_update_reservation(&m.desc), _refused, ret);
	_check_looked(w, ret);
	free(front);
}

void ctl_delete_as(const wish_t *w, answer_t *ret)
{
	reservation_name_msg_t msg;
	char *front;

	if (!_may_front(w, ret))
		return;
	front = wish_front(w, w->name);
	msg.name = front ? front : (char *) w->name;
	ctl_begin(ret);
	ctl_end(slurm_delete_reservation(&msg),
		wishes_look(&w->wishes) ? _refused : ctl_failed, ret);
	_check_looked(w, ret);
	free(front);
}

void ctl_delete(const char *name, answer_t *ret)
{
	wish_t w = WISH_NONE;

	w.name = name;
	ctl_delete_as(&w, ret);
}

void ctl_load(reserve_info_msg_t **ret_all, answer_t *ret)
{
	*ret_all = NULL;
	ctl_begin(ret);
	if (!ctl_end(slurm_load_reservations(0, ret_all), ctl_failed, ret))
		*ret_all = NULL;
}

void ctl_load_jobs(job_info_msg_t **ret_all, answer_t *ret)
{
	*ret_all = NULL;
	ctl_begin(ret);
	if (!ctl_end(slurm_load_jobs(0, ret_all, SHOW_ALL), ctl_failed, ret))
		*ret_all = NULL;
}

void ctl_load_job(uint32_t job, job_info_msg_t **ret_all, answer_t *ret)
{
	*ret_all = NULL;
	ctl_begin(ret);
	if (!ctl_end(slurm_load_job(ret_all, job, SHOW_ALL), ctl_failed, ret))
		*ret_all = NULL;
}

void ctl_load_nodes(node_info_msg_t **ret_all, answer_t *ret)
{
	*ret_all = NULL;
	ctl_begin(ret);
	if (!ctl_end(slurm_load_node(0, ret_all, SHOW_ALL), ctl_failed, ret))
		*ret_all = NULL;
}

void ctl_load_partitions(partition_info_msg_t **ret_all, answer_t *ret)
{
	*ret_all = NULL;
	ctl_begin(ret);
	if (!ctl_end(slurm_load_partitions(0, ret_all, 0), ctl_failed, ret))
		*ret_all = NULL;
}

void ctl_count_nodes(uint32_t *ret_cnt, answer_t *ret)
{
	node_info_msg_t *all;

	*ret_cnt = 0;
	ctl_load_nodes(&all, ret);
	if (!all)
		return;
	/* planned nodes have no name */
	for (uint32_t i = 0; i < all->record_count; i++)
		*ret_cnt += (all->node_array[i].name != NULL);
	slurm_free_node_info_msg(all);
}

/* --- records -------------------------------------------------------------- */

const char *ctl_remark(const reserve_info_t *r)
{
#ifdef COMPAT_RESV_COMMENT
	if (r->comment)
		return r->comment;
#endif
	return r->burst_buffer ? r->burst_buffer : "";
}
