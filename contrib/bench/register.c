/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * register.c - register nodes that have no daemon, for contrib/bench: slurmctld
 * counts them as up from then on, if SlurmdTimeout is 0 (contrib/cluster/cluster
 * start -e).
 *
 *	register FIRST LAST CPUS MB [GPUS]
 *		nodes nFIRST to nLAST, one message each, as a slurmd sends it when
 *		it starts; prints how many slurmctld has taken
 *
 * The user has to be SlurmUser or root.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "slurm/slurm_errno.h"
#include "src/common/slurm_xlator.h"	/* libslurm exports slurm_pack16(), ... */
#include "src/common/slurm_protocol_api.h"
#include "src/common/slurm_protocol_defs.h"

#define GRES_MAGIC 0x438a34d4	/* of src/common/gres.c */

/* What slurmd says of its gres: their number, then for each what it is. */
static buf_t *_gpus(uint64_t count)
{
	buf_t *buffer = init_buf(256);

	pack16(SLURM_PROTOCOL_VERSION, buffer);
	pack16(count ? 1 : 0, buffer);
	if (!count)
		return buffer;
	pack32(GRES_MAGIC, buffer);
	pack64(count, buffer);
	pack32(0, buffer);	/* processors: any */
	pack32(0, buffer);	/* flags: no device files */
	pack32('g' | ('p' << 8) | ('u' << 16), buffer);	/* id of the name */
	packnull(buffer);	/* which processors */
	packnull(buffer);	/* links */
	packstr("gpu", buffer);
	packnull(buffer);	/* type */
	packnull(buffer);	/* unique id */
	return buffer;
}

/* RET 0 or an errno of Slurm */
static int _register(char *name, uint16_t cpus, uint64_t mem, buf_t *gres)
{
	static char arch[] = "x86_64", os[] = "Linux", host[] = "localhost";
	static char version[] = SLURM_VERSION_STRING;
	slurm_node_registration_status_msg_t node = {
		.arch = arch, .os = os, .hostname = host, .version = version,
		.node_name = name, .boards = 1, .sockets = 1, .cores = cpus,
		.threads = 1, .cpus = cpus, .real_memory = mem, .up_time = 1,
		.hash_val = NO_VAL, .cpu_load = NO_VAL, .free_mem = NO_VAL64,
		.gres_info = gres, .slurmd_start_time = time(NULL),
		.timestamp = time(NULL),
	};
	slurm_msg_t msg;
	int rc = 0;

	slurm_msg_t_init(&msg);
	msg.msg_type = MESSAGE_NODE_REGISTRATION_STATUS;
	msg.data = &node;
	if (slurm_send_recv_controller_rc_msg(&msg, &rc, NULL) < 0)
		rc = errno ? errno : SLURM_ERROR;
	return rc;
}

int main(int argc, char **argv)
{
	int first, last, done = 0;
	buf_t *gres;

	if (((argc != 5) && (argc != 6)) || ((first = atoi(argv[1])) < 1) ||
	    ((last = atoi(argv[2])) < first)) {
		fprintf(stderr, "Usage: register FIRST LAST CPUS MB [GPUS]\n");
		return 2;
	}
	slurm_init(NULL);
	gres = _gpus((argc == 6) ? strtoull(argv[5], NULL, 10) : 0);
	for (int i = first; i <= last; i++) {
		char name[16];
		int rc;

		snprintf(name, sizeof(name), "n%d", i);
		rc = _register(name, (uint16_t) atoi(argv[3]),
			       strtoull(argv[4], NULL, 10), gres);
		if (rc)
			fprintf(stderr, "%s: %s\n", name, slurm_strerror(rc));
		done += !rc;
	}
	printf("%d\n", done);
	return (done == last - first + 1) ? 0 : 1;
}
