/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_audit.h - checks the simulator's results independently of the garq_t that
 * made the decisions.
 *
 *	counts	at no second are more than maxCN nodes promised or in use:
 *		sorted edges of all intervals, and nothing else
 *	nodes	a running job has named nodes of its own from its start to its
 *		end, none of which another job has
 *
 * Both report violations on stderr. Times are seconds, intervals half-open.
 */
#ifndef EVAL_OSP_AUDIT_H
#define EVAL_OSP_AUDIT_H

#include <stdint.h>
#include <time.h>

struct sim_edge {
	time_t t;
	int64_t change;		/* in nodes */
};

struct sim_audit {
	uint32_t max_cn;
	struct sim_edge *edge;	/* in order of t; passed ones are in level */
	uint32_t cnt;
	size_t cap;
	int64_t level;		/* nodes held before the first edge */
	uint32_t *owner;	/* of each node; SIM_NOBODY */
	uint32_t free;		/* number of nodes without an owner */
};

#define SIM_NOBODY UINT32_MAX

/* RET 0, or -1 with errno ENOMEM; to be freed with sim_audit_free() */
extern int sim_audit_init(struct sim_audit *a, uint32_t max_cn);
extern void sim_audit_free(struct sim_audit *a);

/*
 * num_cn nodes are promised for [t_s, t_e), now <= t_s < t_e.
 * RET 0; or -1 with errno EPROTO (more than maxCN at some second) or ENOMEM
 */
extern int sim_audit_hold(struct sim_audit *a, time_t now, time_t t_s,
			  time_t t_e, uint32_t num_cn);

/*
 * Job who begins on num_cn nodes, which it keeps until sim_audit_release().
 * RET 0, or -1 with errno EPROTO (too few nodes have no owner)
 */
extern int sim_audit_occupy(struct sim_audit *a, uint32_t who,
			    uint32_t num_cn);

/* RET 0, or -1 with errno EPROTO (the job did not have num_cn nodes) */
extern int sim_audit_release(struct sim_audit *a, uint32_t who,
			     uint32_t num_cn);

#endif
