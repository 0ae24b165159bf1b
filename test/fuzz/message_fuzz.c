/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * message_fuzz.c - damaged bytes of packed messages, unpacked by Slurm's library,
 * and read as the plugin reads what slurmctld gives it.
 *
 * The input is a byte for the kind of message (plausible.h) and a script (edit.h),
 * which is done to what this Slurm packs: so the inputs fit each version. Slurm's
 * library is not built with sanitizers; they see what it allocates and copies.
 */
#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/request.h"
#include "plugin/slurm/jobs/job_request.h"
#include "plugin/slurm/native/message.h"
#include "test/fuzz/edit.h"
#include "test/fuzz/office.h"
#include "test/fuzz/plausible.h"

#define START 2000000000
#define ROOM (64 * 1024)

const char fuzz_name[] = "message";

/* slurmctld's. */
slurmdb_federation_rec_t *fed_mgr_fed_rec;

extern const char *__asan_default_options(void);
extern const char *__lsan_default_suppressions(void);

/*
 * Slurm asks for the memory of as many numbers as a message says that it has, and
 * takes a NULL for an answer; what it leaves behind of a message that it does not
 * take is not ours.
 */
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1:max_allocation_size_mb=256";
}

const char *__lsan_default_suppressions(void)
{
	return "leak:libslurmfull.so\n";
}

static const uint16_t types[PLAUSIBLE_KINDS] = {
	REQUEST_CREATE_RESERVATION, REQUEST_UPDATE_RESERVATION,
	REQUEST_DELETE_RESERVATION, REQUEST_SUBMIT_BATCH_JOB,
	REQUEST_UPDATE_JOB,
};

static struct {
	uint8_t *bytes;
	size_t size;
} packed[PLAUSIBLE_KINDS];

/* --- what Slurm packs ----------------------------------------------------- */

/* Slurm's library needs a slurm.conf, and the plugins that it names. */
static void _init_slurm(void)
{
	log_options_t quiet = LOG_OPTS_INITIALIZER;
	char path[] = "/tmp/message_fuzz.XXXXXX";
	int fd = mkstemp(path);

	FUZZ_CHECK(fd >= 0);
	FUZZ_CHECK(dprintf(fd, "ClusterName=fuzz\nSlurmctldHost=localhost\n"
			       "NodeName=n[1-8]\nPartitionName=main Nodes=ALL\n") > 0);
	close(fd);
	FUZZ_CHECK(!setenv("SLURM_CONF", path, 1));
	slurm_init(path);
	(void) unlink(path);
	quiet.stderr_level = LOG_LEVEL_QUIET;
	(void) log_init((char *) fuzz_name, quiet, LOG_USER, NULL);
}

static void _init_msg(slurm_msg_t *msg, plausible_t kind)
{
	slurm_msg_t_init(msg);
	msg->msg_type = types[kind];
	msg->protocol_version = SLURM_PROTOCOL_VERSION;
}

static void _pack(plausible_t kind, void *data)
{
	buf_t *buffer = init_buf(4096);
	slurm_msg_t msg;

	_init_msg(&msg, kind);
	msg.data = data;
	FUZZ_CHECK(pack_msg(&msg, buffer) == SLURM_SUCCESS);
	packed[kind].size = get_buf_offset(buffer);
	packed[kind].bytes = malloc(packed[kind].size);
	FUZZ_CHECK(packed[kind].bytes && (packed[kind].size < ROOM / 2));
	memcpy(packed[kind].bytes, get_buf_data(buffer), packed[kind].size);
	FREE_NULL_BUFFER(buffer);
}

static void _set_up(void)
{
	reservation_name_msg_t name = { .name = "mine" };
	resv_desc_msg_t resv;
	job_desc_msg_t job;

	if (packed[0].bytes)
		return;
	_init_slurm();
	plausible_create(&resv, START, "games");
	_pack(PLAUSIBLE_CREATE, &resv);
	plausible_update(&resv, START);
	_pack(PLAUSIBLE_UPDATE, &resv);
	_pack(PLAUSIBLE_DELETE, &name);
	plausible_submit(&job, START);
	_pack(PLAUSIBLE_SUBMIT, &job);
	plausible_change(&job, START, "17");
	_pack(PLAUSIBLE_CHANGE, &job);
}

/* --- what the plugin reads --------------------------------------------------- */

/* What is kept of a request for its offers gives the same request again. */
static void _keep(const request_t *request)
{
	void *one = NULL, *two = NULL;
	size_t one_size = 0, two_size = 0;
	request_t read = { 0 };
	uint16_t protocol = message_pack(request, &one, &one_size);

	FUZZ_CHECK(protocol);
	FUZZ_CHECK(message_unpack(one, one_size, protocol, &read) == 0);
	FUZZ_CHECK(message_pack(&read, &two, &two_size) == protocol);
	FUZZ_CHECK((one_size == two_size) && !memcmp(one, two, one_size));
	request_free(&read);
	free(one);
	free(two);
}

static void _read_resv(const resv_desc_msg_t *desc)
{
	request_t request;

	if (message_read(desc, &request))
		return;
	_keep(&request);
	office_look_at(&request);
	request_free(&request);
}

static void _read_name(const reservation_name_msg_t *desc)
{
	char *why = NULL;

	if (message_text_ends(desc->name))
		(void) name_ok(desc->name, &why);
	free(why);
}

/*
 * Do the texts end that are read below? Slurm 22.05 unpacks such as do not, and
 * reads all of them itself before and after the plugin does.
 */
static bool _ends(const job_desc_msg_t *d)
{
	const char *texts[] = {
		d->reservation, d->partition, d->features, d->account, d->qos,
		d->licenses, d->array_inx, d->dependency, d->burst_buffer,
		d->req_nodes, d->exc_nodes, d->cluster_features,
		d->batch_features, d->tres_per_job, d->tres_per_socket,
		d->tres_per_task, d->tres_per_node, d->cpus_per_tres,
		d->mem_per_tres,
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (!message_text_ends(texts[i]))
			return false;
	return true;
}

static void _read_job(job_desc_msg_t *desc)
{
	job_request_t ask;
	char *why = NULL;

	if (!_ends(desc))
		return;
	desc->het_job_offset = NO_VAL;	/* as slurmctld does; it is not packed */
	(void) job_names_match_any(desc->reservation);
	if (job_request_from_desc(desc, &ask, &why)) {
		FUZZ_CHECK(!why);
		FUZZ_CHECK(jobs_t_lsr(&ask) <= ask.deadline);
	} else {
		FUZZ_CHECK(why && why[0]);
		free(why);
	}
}

static void _read(plausible_t kind, void *data)
{
	if (kind == PLAUSIBLE_DELETE)
		_read_name(data);
	else if (kind <= PLAUSIBLE_UPDATE)
		_read_resv(data);
	else
		_read_job(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t room[ROOM];
	fuzz_bytes_t script = { .at = data, .size = size };
	plausible_t kind = fuzz_number(&script, 1) % PLAUSIBLE_KINDS;
	buf_t *buffer;
	slurm_msg_t msg;
	char *copy;

	_set_up();
	memcpy(room, packed[kind].bytes, packed[kind].size);
	size = edit_bytes(room, packed[kind].size, ROOM, &script);
	/* Of just this size: what reads beyond it is seen. */
	copy = xmalloc_nz(size ? size : 1);
	memcpy(copy, room, size);
	buffer = create_buf(copy, (uint32_t) size);
	_init_msg(&msg, kind);
	if (unpack_msg(&msg, buffer) == SLURM_SUCCESS) {
		_read(kind, msg.data);
		slurm_free_msg_data(msg.msg_type, msg.data);
	}
	FREE_NULL_BUFFER(buffer);
	return 0;
}
